/* changelog-bytes: bytes that the merge step refuses wherever they stand. */
#include "gate_faults.h"

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	gate_report(c, g, 1u << CHANGELOG_BYTE);
}

const struct ixc_rule rule_changelog_bytes = {
	.id = "changelog-bytes",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.locked = true,
	.since = "0.1",
	.summary = "a tab, carriage return or other byte the changelog may not hold",
	.help = "The merge step reads perf-changelog.yaml byte for byte and refuses tabs,\n"
		"carriage returns and NUL anywhere, in comments and quoted text too, and bytes\n"
		"that are not UTF-8. The pull request's own job reads the same lines through\n"
		"git and Python's text mode, which hide carriage returns; it does not notice.\n"
		"\n"
		"An editor that writes CRLF is the usual cause: set it to LF for this file.",
	.on_change = check_change,
};
