/* runner-label-unknown: a config asks for a runner that runners.yaml does not know. */
#include "check/rule.h"

enum launcher { LAUNCHERS_NOT_HERE, LAUNCHER_EXISTS, LAUNCHER_MISSING };

/* A machine's name starts with what its launcher is called after. */
static enum launcher
find_launcher(struct check *c, struct str label)
{
	struct names files = {0};
	struct tree *t = c->repo->tree;
	if (t->list(t, c->arena, S("runners"), &files) != TREE_OK)
		return LAUNCHERS_NOT_HERE;
	if (str_starts(label, S("cluster:")))
		label = str_slice(label, sizeof "cluster:" - 1, label.n);
	struct str prefix = str_cat(c->arena, S("launch_"), label);
	for (size_t i = 0; i < files.n; i++)
		if (str_starts(files.v[i], prefix))
			return LAUNCHER_EXISTS;
	return LAUNCHER_MISSING;
}

static void
check_config(struct check *c, const struct config *config)
{
	const struct runners *runners = c->repo->runners;
	struct str label = config->runner.v;
	if (!config->runner.set || runners_label(runners, label))
		return;
	if (!repo_runners_complete(c->repo)) {
		not_judged(c, config->key, "the runner labels could not be read whole");
		return;
	}
	struct ixc_finding *f = report(c, config->runner.node->span,
		"runner label %.*s is not in configs/runners.yaml", STR(quote(c->arena, label)));
	finding_subject(f, "%.*s: %.*s", STR(config->key), STR(label));
	enum launcher launcher = find_launcher(c, label);
	if (launcher == LAUNCHER_MISSING) {
		finding_note(f, "no launcher runners/launch_%.*s*.sh exists either, so the job "
				"would wait for a machine that never comes", STR(label));
	} else {
		f->severity = f->severity > IXC_WARNING ? IXC_WARNING : f->severity;
		finding_note(f, "GitHub hands the job to any machine that carries this label, but "
				"--runner-type and --runner-node-filter do not know its nodes");
	}
	struct str near = runners_nearest(c->arena, runners, label);
	if (near.n && launcher != LAUNCHER_EXISTS)
		finding_help(f, "%.*s", STR(near));
	else
		finding_help(f, "add the label with its nodes to configs/runners.yaml");
}

const struct ixc_rule rule_runner_label_unknown = {
	.id = "runner-label-unknown",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a config's runner is no label of configs/runners.yaml",
	.help = "A config's 'runner' chooses the machines of its jobs. The label must be a key\n"
		"of 'labels' in configs/runners.yaml: the sweep's filters take the nodes from\n"
		"there, and agentic DRAM budgets the hardware. With a misspelt label the job\n"
		"waits for a machine that never comes: an error. Where a launcher of that name\n"
		"exists the label may be known to GitHub alone: a warning.",
	.on_config = check_config,
};
