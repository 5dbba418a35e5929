/* launcher-missing: jobs of a config may go to a machine that has no launcher. */
#include "check/rule.h"
#include "plan/plans.h"

static void
check_config(struct check *c, const struct config *config)
{
	if (!config->runner.set)
		return;
	if (!plans_possible(c->plans)) {
		not_judged(c, S("runners"), "there are no launchers");
		return;
	}
	const struct machines *list = launchers_of(c->plans->launchers, config->runner.v);
	for (size_t i = 0; i < list->n; i++) {
		const struct machine *m = &list->v[i];
		if (m->exists || !m->node)
			continue;
		struct ixc_finding *f = report(c, m->node->span,
			"machine %.*s has no launcher: %.*s does not exist",
			STR(quote(c->arena, m->name)), STR(quote(c->arena, m->launcher)));
		finding_subject(f, "%.*s: %.*s", STR(config->runner.v), STR(m->short_name));
		if (f->related.n)
			continue;
		finding_related(f, config->key_node->span, "this config's jobs may go there");
		if (m->count > 1)
			finding_note(f, "%zu machines of label %.*s are called so", m->count,
				STR(quote(c->arena, config->runner.v)));
		finding_help(f, "a machine's name up to its first '_' names its launcher");
	}
}

const struct ixc_rule rule_launcher_missing = {
	.id = "launcher-missing",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a machine of a label that configs use has no launcher",
	.help = "The workflow starts runners/launch_NAME.sh, where NAME is the machine's name up\n"
		"to its first '_'. A label of configs/runners.yaml may have machines of several\n"
		"kinds, and a job goes to any of them: without the launcher it fails there.\n"
		"\n"
		"Labels that no config uses are not judged, nor is a tree without launchers.",
	.on_config = check_config,
};
