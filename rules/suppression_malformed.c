/* suppression-malformed: a comment for infxcheck that can't be read, or gives no reason. */
#include "check/rule.h"
#include "check/suppress.h"

static void
check_suppression(struct check *c, const struct suppression *p)
{
	if (!p->fault)
		return;
	struct ixc_finding *f = report(
		c, p->fault_span, "this comment allows nothing: %s", p->fault);
	finding_help(f, "the form is: # infxcheck: allow RULE[, RULE] [until=YYYY-MM-DD] -- "
			"reason");
}

const struct ixc_rule rule_suppression_malformed = {
	.id = "suppression-malformed",
	.severity = IXC_WARNING,
	.locked = true,
	.since = "0.1",
	.summary = "a comment for infxcheck can't be read, or gives no reason",
	.help = "A finding that is known and accepted is allowed where it stands:\n"
		"\n"
		"    vllm serve $MODEL --max-num-seqs 8  # infxcheck: allow RULE -- reason\n"
		"\n"
		"    # infxcheck: allow RULE, RULE until=2026-10-01 -- reason\n"
		"    vllm serve $MODEL \\\n"
		"        --max-num-seqs 8\n"
		"\n"
		"Behind code it covers its line, with lines that a backslash joins to it. On a\n"
		"line of its own it covers what begins on the next line of code, whole: in YAML\n"
		"the pair or the list item, in bash the command, however many lines it has.\n"
		"Above the first line of code it covers also what is told of the whole file.\n"
		"Only a finding's first place counts. Without a reason, or with anything else\n"
		"that can't be read, the comment does nothing. --show-suppressed lists what is\n"
		"allowed and why, --no-suppressions judges as if there were no such comments.",
	.on_suppression = check_suppression,
};
