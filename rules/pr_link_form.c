/* pr-link-form: a link that is none to a pull request of this repository. */
#include "pr_link.h"

#include "gate_faults.h"

static const char *
what_is_wrong(struct str link, const struct pr_link *l)
{
	if (str_contains(link, S("/issues/")))
		return "it names an issue";
	if (str_starts(link, S(PR_LINK_PREFIX)))
		return l->number.n ? "something follows the number"
				   : "the number has other characters in it";
	if (str_starts(link, S("https://github.com/")) && str_contains(link, S("/pull/")))
		return "it names another repository";
	return "it is not the address of a pull request of this repository";
}

static struct ixc_finding *
judge(struct check *c, const struct changelog_entry *e)
{
	struct str link;
	if (!yaml_as_str(e->pr_link, &link))
		return NULL; /* changelog-schema reports it */
	struct pr_link l = pr_link_read(link);
	if (l.kind != PR_LINK_OTHER)
		return NULL;
	struct ixc_finding *f = report(c, e->pr_link->span,
		"pr-link of entry %zu is %.*s: %s", e->index, STR(quote(c->arena, link)),
		what_is_wrong(link, &l));
	finding_subject(f, "%.*s", STR(link));
	finding_note(f, "the merge step accepts only '" PR_LINK_PREFIX "' and digits");
	struct str number = l.number;
	if (!number.n && c->pr && e->is_new)
		number = str_fmt(c->arena, "%llu", (unsigned long long)c->pr);
	if (!number.n) {
		finding_help(f, "write " PR_LINK_PREFIX " and the pull request's number");
		return f;
	}
	struct str good = str_cat(c->arena, S(PR_LINK_PREFIX), number);
	finding_help(f, "write %.*s", STR(good));
	finding_fix(f, l.number.n > 0, e->pr_link->span, good, "write %.*s", STR(good));
	return f;
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	judge(c, e);
}

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	for (size_t i = 0; i < g->added.n; i++) {
		struct ixc_finding *f = judge(c, g->added.v[i]);
		const struct changelog_fault *x =
			gate_fault_in(g, g->added.v[i], 1u << CHANGELOG_LINK_NEW);
		if (f && x)
			gate_note(f, x);
	}
}

const struct ixc_rule rule_pr_link_form = {
	.id = "pr-link-form",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_SAFE | IXC_FIX_UNSAFE,
	.locked = true,
	.since = "0.1",
	.summary = "a pr-link that is not the address of a pull request",
	.help = "The merge step accepts https://github.com/SemiAnalysisAI/InferenceX/pull/NUMBER\n"
		"and nothing else: no issue, no other repository, no '/changes', '/files', '#...'\n"
		"or '?...' behind the number, no bare number. The results page links each result\n"
		"to the change that made it, through this line.\n"
		"\n"
		"Blanks behind the link are no part of it (changelog-separator reports them in\n"
		"new entries). Placeholders are pr-link-placeholder's.\n"
		"\n"
		"--fix takes away what follows the number, and completes a bare one. For another\n"
		"address --unsafe-fix writes the link that --pr-number gives.",
	.on_entry = check_entry,
	.on_change = check_change,
};
