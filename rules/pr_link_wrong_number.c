/* pr-link-wrong-number: a new entry links another pull request. */
#include "pr_link.h"

#include "gate_faults.h"

/* NULL: it names this one, or none, which is for pr-link-placeholder and pr-link-form. */
static struct ixc_finding *
judge(struct check *c, const struct changelog_entry *e)
{
	struct str link;
	if (!yaml_as_str(e->pr_link, &link))
		return NULL;
	struct pr_link l = pr_link_read(link);
	struct str good =
		str_fmt(c->arena, PR_LINK_PREFIX "%llu", (unsigned long long)c->pr);
	if (l.kind != PR_LINK_CANONICAL || str_eq(link, good))
		return NULL;
	struct ixc_finding *f = report(c, e->pr_link->span,
		"pr-link of entry %zu names pull request %.*s, this is %llu", e->index,
		STR(l.number), (unsigned long long)c->pr);
	finding_help(f, "write %.*s", STR(good));
	finding_fix(f, true, e->pr_link->span, good, "write %.*s", STR(good));
	return f;
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	if (e->is_new)
		judge(c, e);
}

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	for (size_t i = 0; i < g->added.n; i++) {
		const struct changelog_fault *x =
			gate_fault_in(g, g->added.v[i], 1u << CHANGELOG_LINK_NEW);
		struct ixc_finding *f = x ? judge(c, g->added.v[i]) : NULL;
		if (f)
			gate_note(f, x);
	}
}

const struct ixc_rule rule_pr_link_wrong_number = {
	.id = "pr-link-wrong-number",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_SAFE,
	.needs = IXC_NEEDS_BASE | IXC_NEEDS_PR,
	.locked = true,
	.since = "0.1",
	.summary = "a new entry's pr-link names another pull request",
	.help = "A new entry must link the pull request that brings it; one copied from a sibling\n"
		"entry links another, and the published result points at a change that did not\n"
		"make it. The merge step aborts, also at leading zeros (it compares the text).",
	.on_entry = check_entry,
	.on_change = check_change,
};
