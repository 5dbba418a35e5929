/* suppression-unused: a comment allows a finding that is not there. */
#include "check/rule.h"
#include "check/suppress.h"

static bool
is_unused(const struct allowed_rule *r)
{
	return r->rule && !r->rule->locked && r->judged && !r->hidden;
}

static size_t
unused_of(const struct suppression *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rules.n; i++)
		n += is_unused(&p->rules.v[i]);
	return n;
}

/* With the comma before it, or the one behind. */
static struct span
with_comma(const struct suppression *p, size_t i)
{
	struct span at = p->rules.v[i].span;
	if (i)
		return (struct span){at.file, p->rules.v[i - 1].span.end, at.end};
	return (struct span){at.file, at.begin, p->rules.v[1].span.begin};
}

static void
check_suppression(struct check *c, const struct suppression *p)
{
	size_t unused = unused_of(p);
	bool all = unused == p->rules.n;
	if (p->fault || p->expired)
		return;
	for (size_t i = 0; i < p->rules.n; i++) {
		const struct allowed_rule *r = &p->rules.v[i];
		if (!is_unused(r))
			continue;
		struct ixc_finding *f = report(c, r->span,
			"%s finds nothing here that would have to be allowed", r->rule->id);
		finding_note(f, "its reason was: %.*s", STR(p->reason));
		finding_help(f, "take it out, or a later fault here would go unseen");
		if (all && unused == 1)
			finding_fix(f, true, p->removal, (struct str){0}, "remove the comment");
		else if (unused == 1)
			finding_fix(f, true, with_comma(p, i), (struct str){0},
				"remove the rule");
	}
}

const struct ixc_rule rule_suppression_unused = {
	.id = "suppression-unused",
	.severity = IXC_WARNING,
	.fixes = IXC_FIX_SAFE,
	.locked = true,
	.since = "0.1",
	.summary = "a comment allows a finding that is not there",
	.help = "A comment that allows a finding outlives the fault, and would hide the next one\n"
		"at its place. It is reported only where the run can tell: the rule ran, looked\n"
		"at all of the file, and needs neither a base revision nor a pull request. In\n"
		"the changelog only comments of new entries are judged, since the others can't be\n"
		"taken out any more.\n"
		"\n"
		"--fix removes the comment, or the rule from its list.",
	.on_suppression = check_suppression,
};
