/* capture-sizes-computed-unused: sizes of graphs that are worked out and not passed. */
#include "plan_rule.h"
#include "variables.h"

struct seen {
	struct ixc_finding *finding;
	int64_t min, max;
	bool known;
};

struct memory {
	struct map kept;
	VEC(, struct seen) seen;
};

static struct seen *
seen_of(struct check *c, struct ixc_finding *f)
{
	struct memory *m = *c->memory;
	for (size_t i = 0; i < m->seen.n; i++)
		if (m->seen.v[i].finding == f)
			return &m->seen.v[i];
	struct seen s = {.finding = f, .min = INT64_MAX, .max = INT64_MIN};
	vec_push(c->arena, &m->seen, s);
	return &m->seen.v[m->seen.n - 1];
}

/* The values that it has at the ends of the script. */
static void
note_values(struct seen *s, const struct case_plan *p, symbol id)
{
	const struct shell_trace *t = p->launch->trace;
	for (size_t i = 0; i < t->ends.n; i++) {
		const struct variable *v = state_variable(t->ends.v[i], id);
		struct str text;
		int64_t n;
		if (!v || v->kind != VARIABLE_SCALAR || v->set != TRI_YES ||
			!value_known(v->value, &text) || !str_to_int64(text, &n))
			continue;
		s->known = true;
		s->min = n < s->min ? n : s->min;
		s->max = n > s->max ? n : s->max;
	}
}

static void
judge(struct check *c, const struct case_plan *p, const struct unused *u,
	const struct sibling *sibling)
{
	struct ixc_finding *f = report_plan(c, u->last,
		"%.*s is computed for the captured graphs and never passed",
		STR(u->name));
	note_values(seen_of(c, f), p, u->id);
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(u->name));
	finding_related(f, p->servers.v[0]->command->launch->span,
		"started with the engine's own sizes");
	finding_related(f, sibling->option, "another recipe passes its sizes");
	finding_help(f, "pass it, as the other recipe does with %.*s, or remove it",
		STR(sibling->option_text));
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	struct sibling sibling;
	if (!*c->memory)
		*c->memory = NEW(c->arena, struct memory);
	struct memory *m = *c->memory;
	struct unused_list list = unused_variables(c, p, &m->kept);
	for (size_t i = 0; i < list.n; i++)
		if (lacks_capture_option(c, p, &list.v[i], &m->kept, &sibling))
			judge(c, p, &list.v[i], &sibling);
}

static void
add_values(struct check *c)
{
	struct memory *m = *c->memory;
	for (size_t i = 0; m && i < m->seen.n; i++) {
		const struct seen *s = &m->seen.v[i];
		if (s->known && s->min == s->max)
			finding_note(s->finding, "it is %lld", (long long)s->max);
		else if (s->known)
			finding_note(s->finding, "it is %lld to %lld in these runs",
				(long long)s->min, (long long)s->max);
	}
}

const struct ixc_rule rule_capture_sizes_computed_unused = {
	.id = "capture-sizes-computed-unused",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "sizes for captured graphs are computed but not passed to the engine",
	.help = "A recipe works out how many tokens a decode step has, drafts included, so that\n"
		"graphs are captured up to there, but the command lacks the option that says so.\n"
		"The engine then captures its own choice of sizes; spec-capture-sizes tells which\n"
		"batches that leaves without a graph.\n"
		"\n"
		"Reported is a variable that nothing uses, whose name or computation speaks of\n"
		"captured sizes, where no server is given any and another recipe of the same\n"
		"framework passes them. Without such a recipe it is unused-variable.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
	.after_plans = add_values,
};
