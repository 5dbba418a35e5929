/* unused-variable: a recipe sets what nothing reads. */
#include "plan_rule.h"
#include "variables.h"

static bool
is_passed(const struct case_plan *p, struct str option)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct fields *argv = &p->servers.v[i]->command->launch->argv;
		for (size_t k = 0; k < argv->n; k++)
			if (str_starts(value_prefix(argv->v[k].value), option))
				return true;
	}
	return false;
}

/* Options that were put together and never reach a command. */
static void
judge_options(struct check *c, const struct case_plan *p, const struct unused *u)
{
	struct ixc_finding *f = report_plan(
		c, u->place, "the options in %.*s are never passed", STR(u->name));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(u->name));
	finding_related(f, u->option, "such as this one");
	if (p->servers.n)
		finding_related(f, p->servers.v[0]->command->launch->span,
			"the server starts without it");
	finding_help(f, "pass \"${%.*s[@]}\" to the command, or remove it", STR(u->name));
}

static void
judge(struct check *c, const struct unused *u)
{
	struct ixc_finding *f =
		report_plan(c, u->place, "%.*s is set and never used", STR(u->name));
	finding_at_most(f, IXC_NOTE);
	finding_subject(f, "%.*s", STR(u->name));
	finding_help(f, "use it where its value is written out, or remove it");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	struct sibling sibling;
	struct span place;
	if (!*c->memory)
		*c->memory = NEW(c->arena, struct map);
	struct unused_list list = unused_variables(c, p, *c->memory);
	for (size_t i = 0; i < list.n; i++) {
		const struct unused *u = &list.v[i];
		if (u->exported || u->printed ||
			lacks_export(c, p, u, *c->memory, &place) ||
			lacks_capture_option(c, p, u, *c->memory, &sibling))
			continue;
		if (u->option.file && !is_passed(p, u->option_text))
			judge_options(c, p, u);
		else
			judge(c, u);
	}
}

const struct ixc_rule rule_unused_variable = {
	.id = "unused-variable",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a variable that a recipe sets and nothing uses",
	.help = "What is set and never read was forgotten when something else changed: a warning\n"
		"for options that are collected and reach no command, else a note. The value that\n"
		"is in force may stand elsewhere as a number.\n"
		"\n"
		"Reported are names that the recipe assigns in some run, and that stand nowhere\n"
		"else: neither in the recipe, be it in quotes, a here-document or a branch that\n"
		"no run takes, nor in what it sources. Assignments to itself do not count as a\n"
		"use. Not meant are exported variables, those before a command on its line,\n"
		"those of the shell itself, and names that begin with an underscore.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
