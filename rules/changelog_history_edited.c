/* changelog-history-edited: the old text of the changelog changed. */
#include "gate_faults.h"

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	gate_report(c, g,
		1u << CHANGELOG_ENTRY_DELETED | 1u << CHANGELOG_TEXT_CHANGED |
			1u << CHANGELOG_FORM_CHANGED | 1u << CHANGELOG_BLANKS_CHANGED |
			1u << CHANGELOG_LINK_CORRECTED | 1u << CHANGELOG_OTHER);
}

const struct ixc_rule rule_changelog_history_edited = {
	.id = "changelog-history-edited",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.locked = true,
	.since = "0.1",
	.summary = "bytes of the changelog's history changed",
	.help = "perf-changelog.yaml only grows: the bytes of the base must be the first bytes of\n"
		"the new file. Removed entries, changed text, another spelling of the same text,\n"
		"stripped blanks and corrected links are told apart, each at its line. Many old\n"
		"lines carry trailing blanks; an editor that strips them on saving edits\n"
		"history.\n"
		"\n"
		"Correcting nothing but the pr-link of an old entry passes the merge step when\n"
		"it stands alone, but never the pull request's own job, which takes the old line\n"
		"for a deletion.\n"
		"\n"
		"A branch that is behind the base shows the base's newer entries as deleted:\n"
		"merge or rebase first.",
	.on_change = check_change,
};
