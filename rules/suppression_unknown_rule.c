/* suppression-unknown-rule: a comment allows findings of a rule that does not exist. */
#include "check/rule.h"
#include "check/run.h"
#include "check/suppress.h"

static void
check_suppression(struct check *c, const struct suppression *p)
{
	for (size_t i = 0; i < p->rules.n; i++) {
		const struct allowed_rule *r = &p->rules.v[i];
		if (r->rule)
			continue;
		struct ixc_finding *f = report(
			c, r->span, "there is no rule %.*s", STR(quote(c->arena, r->id)));
		finding_note(f, "the comment allows nothing by this name");
		struct suggestions near = {0};
		for (size_t k = 0; rules_at(k); k++)
			suggest_offer(&near, r->id, str_from(rules_at(k)->id));
		struct str text = suggest_text(c->arena, &near);
		if (text.n)
			finding_help(f, "%.*s", STR(text));
		else
			finding_help(f, "'infxcheck rules' lists the rules");
	}
}

const struct ixc_rule rule_suppression_unknown_rule = {
	.id = "suppression-unknown-rule",
	.severity = IXC_WARNING,
	.locked = true,
	.since = "0.1",
	.summary = "a comment allows findings of a rule that does not exist",
	.help = "A misspelt rule in '# infxcheck: allow RULE -- reason' allows nothing. Other\n"
		"rules that the same comment names count.",
	.on_suppression = check_suppression,
};
