/* stale-comment: a comment gives a setting another value than every run of the recipe. */
#include "tally.h"

#include "plan/cases.h"

struct remark {
	struct claim claim;
	struct span span;
	struct tally tally;
};

struct commented {
	struct str recipe;
	VEC(, struct remark) remarks;
};

struct memory {
	struct map by_recipe;
};

/* "#export X=4", "# X=4", "# --flag 4", "# key: 4", "# a b \\": code that was put aside.
 */
static bool
is_code(struct str text)
{
	struct str rest, more;
	bool touches = text.n > 1 && text.p[1] != ' ' && text.p[1] != '\t' &&
		       text.p[1] != '#' && text.p[1] != '-' && text.p[1] != '=';
	text = str_trim(str_slice(text, 1, text.n));
	struct str first = str_cut(text, ' ', &rest);
	str_cut(str_trim(rest), ' ', &more);
	bool assignment = rest.p ? str_eqz(first, "export") : str_contains(first, S("="));
	bool option = (str_starts(first, S("--")) || str_ends(first, S(":"))) && !more.p;
	return touches || assignment || option || str_ends(text, S("\\"));
}

static bool
is_comment(const struct source *s, uint32_t line)
{
	struct str text = str_trim(source_line(s, line));
	return text.n > 0 && text.p[0] == '#' && !str_starts(text, S("#!")) &&
	       !str_contains(text, S("infxcheck:")) && !is_code(text);
}

/* Numbers only: words in comments are words. */
static bool
is_remark(const struct claim *c)
{
	return tally_is_for(c) && claim_has_number(c) &&
	       (c->mood == MOOD_STATES || c->mood == MOOD_SETS);
}

static void
read_block(struct check *c, struct commented *r, const struct source *s, uint32_t first,
	uint32_t last)
{
	struct prose p = prose_of_comment(c->arena, s, first, last);
	if (p.cut)
		not_judged(c, r->recipe, "a comment is too long");
	struct claims claims = description_read(c->arena, p.text);
	for (size_t i = 0; i < claims.n; i++) {
		struct remark m = {.claim = claims.v[i]};
		m.span = prose_span(&p, m.claim.begin, m.claim.end);
		if (is_remark(&m.claim))
			vec_push(c->arena, &r->remarks, m);
	}
}

static struct commented *
read_comments(struct check *c, const struct source *s)
{
	struct commented *r = NEW(c->arena, struct commented);
	r->recipe = s->path;
	for (uint32_t i = 1; i <= s->line.n; i++) {
		uint32_t first = i;
		while (i <= s->line.n && is_comment(s, i))
			i++;
		if (i > first)
			read_block(c, r, s, first, i - 1);
	}
	return r;
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	struct memory *m = *c->memory;
	if (!m)
		m = *c->memory = NEW(c->arena, struct memory);
	const struct source *s =
		sources_get(c->repo->sources, p->launch->trace->script_file);
	if (!s)
		return;
	struct commented *r = map_get(&m->by_recipe, s->path);
	if (!r) {
		r = read_comments(c, s);
		map_put(c->arena, &m->by_recipe, s->path, r);
	}
	for (size_t i = 0; i < r->remarks.n; i++)
		tally_case(c, &r->remarks.v[i].tally, &r->remarks.v[i].claim, p);
}

/* NULL: the comment is right, or nothing can be said. */
static struct ixc_finding *
judge(struct check *c, const struct remark *m)
{
	const struct claim *x = &m->claim;
	if (m->tally.unclear || m->tally.agrees || !m->tally.values.n)
		return NULL;
	struct ixc_finding *f =
		report(c, m->span, "the comment says %.*s %.*s, passed is %.*s",
			STR(x->name), STR(x->value), STR(tally_values(c, &m->tally)));
	finding_subject(f, "%.*s %.*s", STR(x->name), STR(x->value));
	if (m->tally.place.file)
		finding_related(f, m->tally.place, "the value");
	finding_help(f, "mend the comment, or the value when the comment is right");
	return f;
}

/* A multi-node recipe in YAML: all of the file counts, overrides too. */
static void
judge_yaml(struct check *c, const struct srt_recipe *srt)
{
	struct commented *r = read_comments(c, srt->doc->source);
	for (size_t i = 0; i < r->remarks.n; i++) {
		struct remark *m = &r->remarks.v[i];
		tally_yaml(c, &m->tally, &m->claim, srt->doc->root);
		judge(c, m);
	}
}

static void
judge_arms(struct check *c, const struct arms *arms, struct map *done)
{
	for (size_t i = 0; i < arms->n; i++) {
		const struct srt_recipe *r =
			srt_recipe_of_arm(c->repo->recipes, arms->v[i]);
		if (r->state != SRT_READ || map_has(done, r->path))
			continue;
		map_put(c->arena, done, r->path, done);
		judge_yaml(c, r);
	}
}

static void
judge_multinode(struct check *c)
{
	struct map done = {0}; /* paths of recipes */
	const struct configs *all = &c->repo->master->configs;
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; plans_may_reach(c->plans, all->v[i]) &&
				   k < all->v[i]->scenarios.n;
			k++)
			judge_arms(c, &all->v[i]->scenarios.v[k]->arms, &done);
}

static void
after_plans(struct check *c)
{
	const struct memory *m = *c->memory;
	for (size_t i = 0; m && i < m->by_recipe.n; i++) {
		const struct commented *r = m->by_recipe.entry[i].value;
		for (size_t k = 0; k < r->remarks.n; k++) {
			struct ixc_finding *f = judge(c, &r->remarks.v[k]);
			if (f)
				finding_recipe(f, r->recipe);
		}
	}
	judge_multinode(c);
}

const struct ixc_rule rule_stale_comment = {
	.id = "stale-comment",
	.severity = IXC_NOTE,
	.since = "0.1",
	.summary = "a comment gives a setting another value than the recipe passes",
	.help = "A comment that gives a number beside a flag, a variable or a setting is read as\n"
		"the reason for the value. When every run of the recipe passes another one, the\n"
		"comment was left behind by a change, or the change was not meant.\n"
		"\n"
		"Compared are comments that are lines of their own, with all runs of the\n"
		"recipe, or with all of a multi-node recipe in YAML: one place that has the\n"
		"comment's value is enough. Not judged is what a\n"
		"comment says of the past (\"was\", \"instead of\"), of the default, of what\n"
		"failed or runs elsewhere, conditions, ranges and examples, code that was put\n"
		"aside, and values that are not known.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
	.after_plans = after_plans,
};
