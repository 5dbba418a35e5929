/* changelog-not-appended: a new entry that does not stand at the end. */
#include "gate_faults.h"

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	gate_report(c, g, 1u << CHANGELOG_ENTRY_INSERTED);
}

const struct ixc_rule rule_changelog_not_appended = {
	.id = "changelog-not-appended",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.locked = true,
	.since = "0.1",
	.summary = "a new changelog entry does not stand at the end of the file",
	.help = "New entries go to the end of perf-changelog.yaml. One that is put first or in\n"
		"between passes the pull request's own job, which looks at added lines only, and\n"
		"aborts the merge step, which compares entry by entry. Move it to the end.",
	.on_change = check_change,
};
