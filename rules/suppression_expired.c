/* suppression-expired: a comment that allows a finding is past its last day. */
#include "check/rule.h"
#include "check/suppress.h"

static size_t
rules_known(const struct suppression *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rules.n; i++)
		n += p->rules.v[i].rule && !p->rules.v[i].rule->locked;
	return n;
}

static void
check_suppression(struct check *c, const struct suppression *p)
{
	if (p->fault || !p->last_day || !rules_known(p))
		return;
	if (!c->today) {
		not_judged(c, p->source->path, "today's date was not given");
		return;
	}
	if (!p->expired)
		return;
	struct ixc_finding *f = report(c, p->until_span,
		"this comment allows nothing since %.*s has passed", STR(p->until));
	finding_subject(f, "%.*s %.*s", STR(p->rules.v[0].id), STR(p->until));
	finding_note(f, "its reason was: %.*s", STR(p->reason));
	finding_help(f, "mend what it allowed, or find out whether the reason still holds "
			"and write a later day");
}

const struct ixc_rule rule_suppression_expired = {
	.id = "suppression-expired",
	.severity = IXC_WARNING,
	.locked = true,
	.since = "0.1",
	.summary = "a comment that allows a finding is past its last day",
	.help = "until=2026-10-01 in such a comment is the last day on which it counts. It is\n"
		"meant for what is to be mended once something else has happened, so that day is\n"
		"when somebody has to look again. From the next day on the finding is back, and\n"
		"this one says why.",
	.on_suppression = check_suppression,
};
