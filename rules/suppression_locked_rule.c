/* suppression-locked-rule: a comment allows what nobody may allow. */
#include "check/rule.h"
#include "check/suppress.h"

static void
check_suppression(struct check *c, const struct suppression *p)
{
	for (size_t i = 0; i < p->rules.n; i++) {
		const struct allowed_rule *r = &p->rules.v[i];
		if (!r->rule || !r->rule->locked)
			continue;
		struct ixc_finding *f =
			report(c, r->span, "findings of %s can't be allowed", r->rule->id);
		finding_note(f, "the comment changes nothing for this rule");
		finding_help(f, "take the rule out of the comment; "
				"'infxcheck explain %s' says what it finds", r->rule->id);
	}
}

const struct ixc_rule rule_suppression_locked_rule = {
	.id = "suppression-locked-rule",
	.severity = IXC_WARNING,
	.locked = true,
	.since = "0.1",
	.summary = "a comment allows findings of a rule that is locked",
	.help = "Some faults can't be mended later: what was merged into the changelog's history\n"
		"stays there, and an entry that the merge step refuses is not merged, whatever\n"
		"stands beside it. Rules about these are locked, as are the rules about such\n"
		"comments themselves: no comment, no .infxcheck.yaml and no baseline hides what\n"
		"they find.",
	.on_suppression = check_suppression,
};
