/* export-missing: an engine's variable that the engine does not get. */
#include "plan_rule.h"
#include "variables.h"

/* What runs the engine: it stands beside the finding. */
static const struct shell_launch *
server_of(const struct case_plan *p)
{
	return p->servers.n ? p->servers.v[0]->command->launch : NULL;
}

static void
judge(struct check *c, const struct case_plan *p, const struct unused *u,
	struct span place)
{
	struct ixc_finding *f =
		report_plan(c, place, "%.*s is set but not exported", STR(u->name));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(u->name));
	finding_label(f, "a variable of the shell only");
	if (server_of(p))
		finding_related(f, server_of(p)->span, "started without it");
	finding_note(f, u->printed ? "the script itself only prints it"
				   : "the script itself does not read it either");
	finding_help(f, "write export before it, or remove it if the results are meant "
			"without it");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	struct span place;
	if (!*c->memory)
		*c->memory = NEW(c->arena, struct map);
	struct unused_list list = unused_variables(c, p, *c->memory);
	for (size_t i = 0; i < list.n; i++)
		if (lacks_export(c, p, &list.v[i], *c->memory, &place))
			judge(c, p, &list.v[i], place);
}

const struct ixc_rule rule_export_missing = {
	.id = "export-missing",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "an engine's variable is set without export, so the engine lacks it",
	.help = "NAME=value alone sets a variable of the shell. Programs get it only when it is\n"
		"exported, or written before the command on its line. The recipe then measures\n"
		"the engine without the setting that it names.\n"
		"\n"
		"Reported are variables with the prefixes of the engines and of what they are\n"
		"built on (VLLM_, SGLANG_, ATOM_, NCCL_ ...), and such that another recipe\n"
		"exports, when they are set and not exported at the start of the server and\n"
		"nothing in the recipe or in what it sources reads them.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
