/* runner-label-unknown: a config asks for a runner, or facts of one, that runners.yaml
 * does not have. */
#include "base/limits.h"
#include "check/rule.h"

#include <string.h>

enum launcher { LAUNCHERS_NOT_HERE, LAUNCHER_EXISTS, LAUNCHER_MISSING };

static struct str
machine_of(struct str label)
{
	struct str cluster = S("cluster:");
	return str_starts(label, cluster) ? str_slice(label, cluster.n, label.n) : label;
}

/* A machine's name starts with what its launcher is called after: "b200" is that of
 * launch_b200-dgxc.sh, "b200-dgx" is a slip. */
static enum launcher
find_launcher(struct check *c, struct str label)
{
	struct names files = {0};
	struct tree *t = c->repo->tree;
	if (t->list(t, c->arena, S("runners"), &files) != TREE_OK)
		return LAUNCHERS_NOT_HERE;
	struct str prefix = str_cat(c->arena, S("launch_"), machine_of(label));
	for (size_t i = 0; i < files.n; i++)
		if (str_starts(files.v[i], prefix) && files.v[i].n > prefix.n &&
			strchr("-_.", files.v[i].p[prefix.n]))
			return LAUNCHER_EXISTS;
	return LAUNCHER_MISSING;
}

/* An arm whose DRAM budget is computed from the label's hardware record, when there is
 * none. */
static const struct arm *
arm_without_facts(struct check *c, const struct config *config)
{
	if (runners_hardware(c->repo->runners, config->runner.v))
		return NULL;
	for (size_t i = 0; i < config->scenarios.n; i++) {
		const struct scenario *s = config->scenarios.v[i];
		for (size_t k = 0; k < s->arms.n && s->kind == SCENARIO_AGENTIC; k++)
			if (str_eqz(s->arms.v[k]->kv_offloading.v, "dram"))
				return s->arms.v[k];
	}
	return NULL;
}

static void
need_facts(struct ixc_finding *f, const struct arm *arm)
{
	finding_related(
		f, arm->kv_offloading.node->span, "this arm's DRAM budget needs it");
	finding_note(f,
		"the generator computes total-cpu-dram-gb from it; without it there are "
		"no jobs for any config of the same run");
}

/* "did you mean": one or two letters away, further is another machine. */
static struct str
nearest(struct check *c, struct str label)
{
	const struct runners *r = c->repo->runners;
	struct suggestions near = {0};
	for (size_t i = 0; i < r->labels.n && i < LIMIT_SUGGEST_NAMES; i++)
		if (suggest_distance(label, r->labels.v[i]->name) <= 2)
			suggest_offer(&near, label, r->labels.v[i]->name);
	return suggest_text(c->arena, &near);
}

static void
check_unknown(struct check *c, const struct config *config)
{
	struct str label = config->runner.v;
	const struct arm *dram = arm_without_facts(c, config);
	struct ixc_finding *f = report(c, config->runner.node->span,
		"runner label %.*s is not in configs/runners.yaml",
		STR(quote(c->arena, label)));
	finding_subject(f, "%.*s: %.*s", STR(config->key), STR(label));
	enum launcher launcher = find_launcher(c, label);
	if (dram)
		need_facts(f, dram);
	if (launcher == LAUNCHER_MISSING) {
		finding_note(f,
			"no launcher runners/launch_%.*s*.sh exists either, so the job "
			"would wait for a machine that never comes",
			STR(machine_of(label)));
	} else if (!dram) {
		finding_at_most(f, IXC_WARNING);
		finding_note(f,
			"GitHub hands the job to any machine that carries this label, but "
			"--runner-type and --runner-node-filter do not know its nodes");
	}
	struct str near = nearest(c, label);
	if (near.n && launcher != LAUNCHER_EXISTS)
		finding_help(f, "%.*s", STR(near));
	else
		finding_help(f, "add the label with its nodes to configs/runners.yaml%s",
			dram ? ", and its hardware" : "");
}

static void
check_known(struct check *c, const struct config *config)
{
	const struct arm *dram = arm_without_facts(c, config);
	if (!dram || c->repo->runners->verdict != SCHEMA_ACCEPTED)
		return; /* what is wrong with the file comes first */
	struct ixc_finding *f = report(c, config->runner.node->span,
		"runner label %.*s has no hardware record in configs/runners.yaml",
		STR(quote(c->arena, config->runner.v)));
	finding_subject(
		f, "%.*s: %.*s: hardware", STR(config->key), STR(config->runner.v));
	need_facts(f, dram);
	finding_help(f,
		"add available-cpu-dram-mib and gpus-per-node of its nodes to 'hardware', "
		"under exactly this label");
}

static void
check_config(struct check *c, const struct config *config)
{
	if (!config->runner.set)
		return;
	if (runners_label(c->repo->runners, config->runner.v))
		check_known(c, config);
	else if (repo_runners_complete(c->repo))
		check_unknown(c, config);
	else
		not_judged(c, config->key, "the runner labels could not be read whole");
}

const struct ixc_rule rule_runner_label_unknown = {
	.id = "runner-label-unknown",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "configs/runners.yaml lacks a config's runner, or its hardware",
	.help = "A config's 'runner' chooses the machines of its jobs. The label must be a key\n"
		"of 'labels' in configs/runners.yaml: the sweep's filters take the nodes from\n"
		"there, and agentic DRAM budgets the hardware. With a misspelt label the job\n"
		"waits for a machine that never comes: an error. Where a launcher of that name\n"
		"exists the label may be known to GitHub alone: a warning.\n"
		"\n"
		"An agentic arm with kv-offloading: dram also needs the label's record under\n"
		"'hardware', by exactly that name: the generator computes the DRAM budget from\n"
		"it, and ends with an error where it is not there.",
	.on_config = check_config,
};
