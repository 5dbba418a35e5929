/* baseline-schema: what can't be used in a baseline. */
#include "check/baseline.h"
#include "check/rule.h"

static void
check_baseline(struct check *c, const struct baseline *b)
{
	for (size_t i = 0; i < b->faults.n; i++) {
		struct ixc_finding *f =
			report(c, b->faults.v[i].span, "%.*s", STR(b->faults.v[i].text));
		finding_note(f, "this entry hides nothing");
		if (b->faults.v[i].help.n)
			finding_help(f, "%.*s", STR(b->faults.v[i].help));
	}
}

const struct ixc_rule rule_baseline_schema = {
	.id = "baseline-schema",
	.severity = IXC_ERROR,
	.locked = true,
	.since = "0.1",
	.summary = "a baseline says something that can't be used",
	.help = "A baseline holds the findings that a project lives with for now, so that only\n"
		"new ones count:\n"
		"\n"
		"    infxcheck baseline --create infxcheck-baseline.json\n"
		"    infxcheck check --baseline infxcheck-baseline.json\n"
		"    infxcheck baseline --prune infxcheck-baseline.json\n"
		"\n"
		"An entry is a rule, a path, what the finding is about, and how many of them\n"
		"there are; lines are not in it, so moved text changes nothing. When there are\n"
		"more than the entry has, all of them are shown. Locked rules can't be in it.",
	.on_baseline = check_baseline,
};
