/* changelog-link-line: an entry whose link the merge step cannot fill in. */
#include "gate_faults.h"

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	gate_report(c, g, 1u << CHANGELOG_REWRITING);
}

const struct ixc_rule rule_changelog_link_line = {
	.id = "changelog-link-line",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.locked = true,
	.since = "0.1",
	.summary = "a placeholder that the merge step cannot replace",
	.help = "The merge step puts the final link in by rewriting the first line of the entry\n"
		"that begins with two blanks and 'pr-link:'. A quoted key, a link on the next\n"
		"line, or text in the description that looks like such a line makes it rewrite\n"
		"the wrong line or none, and it aborts. Write the link as plain\n"
		"'  pr-link: XXX', or write the final link.",
	.on_change = check_change,
};
