/* The text of a comment that allows a finding. */
#include "check/suppress_internal.h"

#include "base/arena.h"
#include "check/rule.h"
#include "check/run.h"

#define MARK "infxcheck:"

struct cursor {
	const struct source *source;
	size_t at, end;
};

bool
suppress_is_likely(struct str bytes)
{
	return str_contains(bytes, S(MARK));
}

static bool
is_blank(char ch)
{
	return ch == ' ' || ch == '\t' || ch == '\r';
}

static void
skip_blanks(struct cursor *c)
{
	while (c->at < c->end && is_blank(c->source->bytes.p[c->at]))
		c->at++;
}

static struct str
rest_of(const struct cursor *c)
{
	return str_slice(c->source->bytes, c->at, c->end);
}

/* Up to a blank or a comma. */
static struct span
take_word(struct cursor *c)
{
	skip_blanks(c);
	size_t begin = c->at;
	const char *p = c->source->bytes.p;
	while (c->at < c->end && !is_blank(p[c->at]) && p[c->at] != ',')
		c->at++;
	return span_in(c->source, begin, c->at);
}

static struct str
text_of(const struct cursor *c, struct span sp)
{
	return str_slice(c->source->bytes, sp.begin, sp.end);
}

static bool
fail(struct suppression *p, struct span at, const char *why)
{
	p->fault = why;
	p->fault_span = at;
	return false;
}

static void
add_rule(struct arena *a, struct suppression *p, struct str id, struct span at)
{
	struct allowed_rule r = {.id = str_dup(a, id), .span = at};
	r.rule = rules_at(rules_index(id));
	vec_push(a, &p->rules, r);
}

static bool
take_until(struct suppression *p, struct cursor *c, struct span word)
{
	struct str value, name = str_cut(text_of(c, word), '=', &value);
	if (!str_eqz(name, "until"))
		return fail(p, word, "nothing but until=YYYY-MM-DD can stand here");
	if (p->until.p)
		return fail(p, word, "it has two last days");
	p->until = value;
	p->until_span = span_in(c->source, word.end - value.n, word.end);
	if (!hbm_day(value, &p->last_day))
		return fail(p, p->until_span, "the last day is not of the form YYYY-MM-DD");
	return true;
}

static bool
is_dashes(const struct cursor *c)
{
	struct str rest = rest_of(c);
	return str_eqz(rest, "--") ||
		(str_starts(rest, S("--")) && is_blank(rest.p[2]));
}

/* "RULE, RULE until=DATE", up to the dashes or the end. */
static bool
take_words(struct arena *a, struct suppression *p, struct cursor *c)
{
	bool comma = true; /* a name may follow */
	for (;;) {
		skip_blanks(c);
		if (c->at == c->end || is_dashes(c))
			return true;
		struct span word = take_word(c);
		struct str text = text_of(c, word);
		if (!text.n)
			return fail(p, span_in(c->source, c->at, c->at + 1),
				"a comma without a rule before it");
		bool option = str_contains(text, S("="));
		if (option && !take_until(p, c, word))
			return false;
		if (!option && !comma)
			return fail(p, word, "rules have commas between them, and a reason "
					     "has '--' before it");
		if (!option)
			add_rule(a, p, text, word);
		skip_blanks(c);
		comma = c->at < c->end && c->source->bytes.p[c->at] == ',';
		c->at += comma;
	}
}

static bool
take_all(struct arena *a, struct suppression *p, struct cursor *c)
{
	struct span word = take_word(c);
	if (!str_eqz(text_of(c, word), "allow"))
		return fail(p, word, "'allow' must follow");
	if (!take_words(a, p, c))
		return false;
	if (!p->rules.n)
		return fail(p, p->span, "it names no rule");
	c->at += is_dashes(c) ? 2 : 0;
	p->reason = str_dup(a, str_trim(rest_of(c)));
	if (!p->reason.n)
		return fail(p, p->span, "it gives no reason");
	return true;
}

/* With the blanks before it, or the whole line. */
static struct span
removal_of(const struct suppression *p)
{
	struct str bytes = p->source->bytes;
	size_t begin = p->span.begin, end = p->span.end;
	while (begin > 0 && is_blank(bytes.p[begin - 1]))
		begin--;
	if (p->own_line)
		end += end < bytes.n;
	return span_in(p->source, begin, end);
}

struct suppression *
suppress_parse(struct arena *a, const struct source *s, size_t at)
{
	struct cursor c = {s, at + 1, str_find_byte(s->bytes, '\n', at)};
	while (c.end > c.at && is_blank(s->bytes.p[c.end - 1]))
		c.end--;
	skip_blanks(&c);
	if (!str_starts(rest_of(&c), S(MARK)))
		return NULL;
	c.at += sizeof MARK - 1;
	struct suppression *p = NEW(a, struct suppression);
	p->source = s;
	p->span = span_in(s, at, c.end);
	uint32_t line = source_place(s, p->span.begin).line;
	p->own_line = str_is_blank(
		str_slice(s->bytes, source_line_begin(s, line), p->span.begin));
	p->removal = removal_of(p);
	take_all(a, p, &c);
	return p;
}

/* ---- scopes --------------------------------------------------------------------- */

static bool
is_code(struct str line)
{
	line = str_trim(line);
	return line.n > 0 && line.p[0] != '#' && !str_eqz(line, "---");
}

uint32_t
suppress_next_code(const struct source *s, uint32_t line)
{
	for (uint32_t i = line + 1; i <= s->line.n; i++)
		if (is_code(source_line(s, i)))
			return i;
	return 0;
}

void
suppress_cover(struct suppression *p, uint32_t last)
{
	const struct source *s = p->source;
	uint32_t line = source_place(s, p->span.begin).line, above = 1;
	while (above < line && !is_code(source_line(s, above)))
		above++;
	size_t begin = above == line ? 0 : source_line_begin(s, line);
	size_t end = source_line_begin(s, last) + source_line(s, last).n;
	p->scope = span_in(s, begin, end + 1);
}

static bool
goes_on(struct str line)
{
	return line.n > 0 && line.p[line.n - 1] == '\\';
}

void
suppress_cover_line(struct suppression *p)
{
	const struct source *s = p->source;
	uint32_t first = source_place(s, p->span.begin).line, last = first;
	while (first > 1 && goes_on(source_line(s, first - 1)))
		first--;
	size_t end = source_line_begin(s, last) + source_line(s, last).n;
	p->scope = span_in(s, source_line_begin(s, first), end + 1);
}
