/* changelog-pr-job: what only the pull request's own job stops at. */
#include "gate_faults.h"

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	gate_report(c, g, 1u << CHANGELOG_ONLY_PR_JOB);
}

const struct ixc_rule rule_changelog_pr_job = {
	.id = "changelog-pr-job",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "the pull request's own changelog job will stop at this change",
	.help = "The repository's job on a pull request knows no entries: it takes the lines\n"
		"that 'git diff BASE HEAD' marks as added and reads them as YAML. It stops at\n"
		"any deleted line with text in it, at added lines that alone are no list of\n"
		"entries, and at append-only entries beside others, also where the merge step\n"
		"would be content. The diff is against the tip of the base, so a branch that is\n"
		"behind fails too: merge or rebase first.",
	.on_change = check_change,
};
