/* comment-ceiling: the comment above a memory fraction names less than the fraction takes. */
#include "plan_rule.h"

enum { LINES_ABOVE = 25, WORDS_AROUND = 4 };

/* A ceiling in a comment: "~256/288 GiB is free", "256 GiB hard-fail ceiling". */
struct ceiling {
	double gib, total; /* total 0: not told */
	struct span span;
};

VEC(ceilings, struct ceiling);

struct words {
	const struct source *source;
	VEC(, struct span) v; /* of the comment, in order */
};

/* ---- the comment ---------------------------------------------------------------- */

static bool
is_comment(struct str line)
{
	line = str_trim(line);
	return line.n > 0 && line.p[0] == '#';
}

static void
add_words(struct arena *a, struct words *w, uint32_t line)
{
	struct str s = source_line(w->source, line);
	uint32_t begin = source_line_begin(w->source, line);
	for (size_t i = 0; i < s.n;) {
		size_t from = i;
		while (i < s.n && s.p[i] != ' ' && s.p[i] != '\t' && s.p[i] != '#')
			i++;
		if (i > from)
			vec_push(a, &w->v, span_in(w->source, begin + from, begin + i));
		else
			i++;
	}
}

/* The comment lines among those above a place, top to bottom. */
static struct words
words_above(struct arena *a, const struct source *s, struct span place)
{
	struct words w = {.source = s};
	uint32_t line = source_place(s, place.begin).line;
	uint32_t from = line > LINES_ABOVE ? line - LINES_ABOVE : 1;
	for (uint32_t i = from; i < line; i++)
		if (is_comment(source_line(s, i)))
			add_words(a, &w, i);
	return w;
}

static struct str
word(const struct words *w, size_t i)
{
	struct span s = w->v.v[i];
	return str_slice(w->source->bytes, s.begin, s.end);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "256", "~256", "256/288", "(256GiB": the number, what follows it. */
static bool
leading_number(struct str s, double *ret, struct str *rest)
{
	size_t i = 0;
	while (i < s.n && (s.p[i] == '~' || s.p[i] == '(' || s.p[i] == '<' || s.p[i] == '='))
		i++;
	size_t from = i;
	double v = 0, scale = 1;
	for (; i < s.n && is_digit(s.p[i]) && i - from < 9; i++)
		v = v * 10 + (s.p[i] - '0');
	if (i == from)
		return false;
	if (i + 1 < s.n && s.p[i] == '.' && is_digit(s.p[i + 1]))
		for (i++; i < s.n && is_digit(s.p[i]) && i - from < 12; i++)
			v += (s.p[i] - '0') * (scale /= 10);
	*ret = v;
	*rest = str_slice(s, i, s.n);
	return true;
}

static bool
is_unit(struct str s)
{
	return str_starts(s, S("GiB")) || str_starts(s, S("GB"));
}

/* A number of GiB at word i; *end is behind it and its unit. */
static bool
size_at(const struct words *w, size_t i, struct ceiling *ret, size_t *end)
{
	struct str rest, more;
	*ret = (struct ceiling){.span = w->v.v[i]};
	if (!leading_number(word(w, i), &ret->gib, &rest))
		return false;
	if (rest.n > 1 && rest.p[0] == '/' &&
		leading_number(str_slice(rest, 1, rest.n), &ret->total, &more))
		rest = more;
	*end = i + 1;
	if (is_unit(rest))
		return true;
	if (rest.n || *end >= w->v.n || !is_unit(word(w, *end)))
		return false;
	ret->span.end = w->v.v[*end].end;
	++*end;
	return true;
}

static bool
says_limit(struct str s)
{
	static const char *const words[] = {
		"free", "ceiling", "hard-fail", "usable", "available"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_starts(s, str_from(words[i])))
			return true;
	return false;
}

static bool
ends_sentence(struct str s)
{
	char last = s.n ? s.p[s.n - 1] : ' ';
	return last == '.' || last == ';' || last == ':' || last == ')';
}

/* "of the 288 GiB", at word i: the total. */
static size_t
read_total(const struct words *w, size_t i, struct ceiling *c)
{
	struct ceiling total;
	size_t end;
	if (i >= w->v.n || !str_eqz(word(w, i), "of"))
		return i;
	size_t at = i + 1;
	if (at < w->v.n && str_eqz(word(w, at), "the"))
		at++;
	if (at >= w->v.n || !size_at(w, at, &total, &end))
		return i;
	c->total = total.gib;
	return end;
}

static bool
limit_follows(const struct words *w, size_t i)
{
	for (size_t n = 0; n < WORDS_AROUND && i + n < w->v.n; n++) {
		struct ceiling other;
		size_t end;
		if (says_limit(word(w, i + n)))
			return true;
		if (ends_sentence(word(w, i + n)) || size_at(w, i + n, &other, &end))
			return false;
	}
	return false;
}

static struct ceilings
find_ceilings(struct arena *a, const struct words *w)
{
	struct ceilings found = {0};
	struct ceiling c;
	size_t end;
	for (size_t i = 0; i < w->v.n; i++) {
		if (!size_at(w, i, &c, &end))
			continue;
		bool ended = ends_sentence(word(w, end - 1));
		end = read_total(w, end, &c);
		if (!ended && limit_follows(w, end))
			vec_push(a, &found, c);
	}
	return found;
}

/* ---- against the value ---------------------------------------------------------- */

struct looking {
	struct check *c;
	const struct serve *s;
	struct ceiling best; /* the highest: who wrote several meant one of them */
};

static void
look_above(struct looking *l, struct span place)
{
	const struct source *src = sources_get(l->c->repo->sources, place.file);
	double total = l->s->gpu ? l->s->gpu->total_gib : 0;
	if (!src)
		return;
	struct words w = words_above(l->c->arena, src, place);
	struct ceilings found = find_ceilings(l->c->arena, &w);
	for (size_t i = 0; i < found.n; i++) {
		struct ceiling c = found.v[i];
		if (total <= 0)
			total = c.total;
		/* Neither a part of it, such as a cache, nor the total itself. */
		bool plausible = c.gib > total * 0.5 && c.gib < total * 0.995;
		if (plausible && c.gib > l->best.gib) {
			l->best = c;
			l->best.total = total;
		}
	}
}

static void
look_at_assignment(void *user, const struct origin *o)
{
	look_above(user, o->span);
}

static void
judge(struct check *c, const struct serve *s)
{
	const struct option *o = s->memory.option;
	struct looking l = {.c = c, .s = s};
	if (!o || !s->memory.known)
		return;
	struct span place = setting_span(s, o);
	look_above(&l, place);
	const struct origin *origin =
		o->values.n && o->values.v[0].origin ? o->values.v[0].origin : o->origin;
	each_assignment(origin, place, look_at_assignment, &l);
	double asked = s->memory.v * l.best.total;
	if (l.best.gib <= 0 || asked <= l.best.gib * 1.002)
		return;
	struct ixc_finding *f = report_plan(c, place,
		"%.4g of %.2f GiB is %.2f GiB, the comment speaks of %.4g GiB", s->memory.v,
		l.best.total, asked, l.best.gib);
	finding_subject(f, "%.*s: %.4g", STR(c->plan->of->recipe), s->memory.v);
	finding_related(f, l.best.span, "the comment's ceiling");
	finding_note(f, "%.2f GiB are asked for, %.2f GiB more than the comment allows", asked,
		asked - l.best.gib);
	finding_note(f, "the largest value under the comment's ceiling is %.2f",
		(double)(int)(l.best.gib / l.best.total * 100) / 100);
	finding_help(f, "lower the value, or correct the comment");
	relate_setting(f, s, o);
}

/* Engines whose fraction is of the total memory. */
static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		if (s->engine == ENGINE_VLLM || s->engine == ENGINE_ATOM)
			judge(c, s);
	}
}

const struct ixc_rule rule_comment_ceiling = {
	.id = "comment-ceiling",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a memory fraction takes more than its own comment allows",
	.help = "A comment near the value says how much of the GPU's memory is free or usable,\n"
		"and the value passed takes more. One of the two is out of date; when it is the\n"
		"value, the server does not start.\n"
		"\n"
		"Read are the comments in the 25 lines above the place where the value is\n"
		"written: a number of GiB that is called free, usable, available or a ceiling,\n"
		"between half and all of the GPU's memory. Of several the highest counts. Only\n"
		"for engines whose fraction is of the total memory (vLLM, ATOM).",
	.cases = CASE_RUN | CASE_LATENT,
	.on_plan = check_plan,
};
