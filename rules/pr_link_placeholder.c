/* pr-link-placeholder: a link whose number was never filled in. */
#include "pr_link.h"

#include "gate_faults.h"

/* The span of the faulty part, when it stands literally in the source. */
static struct span
place_of(const struct check *c, const struct yaml_node *n, struct str faulty)
{
	struct str text = span_text(c->repo->sources, n->span);
	size_t at = faulty.n ? str_find(text, faulty, 0) : text.n;
	if (at == text.n)
		return n->span;
	/* Only the last occurrence is the tail: the faulty part may be a word of the prefix. */
	for (size_t next; (next = str_find(text, faulty, at + 1)) < text.n;)
		at = next;
	return (struct span){n->span.file, n->span.begin + (uint32_t)at,
		n->span.begin + (uint32_t)(at + faulty.n)};
}

/* The two spellings that the merge step fills in. */
static bool
is_rewritten(struct str link)
{
	return str_eqz(link, "XXX") || str_eqz(link, PR_LINK_PREFIX "XXX");
}

static void
fix_link(const struct check *c, struct ixc_finding *f, const struct changelog_entry *e)
{
	struct str good = str_fmt(
		c->arena, PR_LINK_PREFIX "%llu", (unsigned long long)c->pr);
	finding_help(f, "write pr-link: %.*s", STR(good));
	finding_fix(f, true, e->pr_link->span, good, "write the link of pull request %llu",
		(unsigned long long)c->pr);
}

static struct ixc_finding *
judge(struct check *c, const struct changelog_entry *e)
{
	struct str link;
	if (!yaml_as_str(e->pr_link, &link))
		return NULL; /* changelog-schema reports it */
	struct pr_link l = pr_link_read(link);
	if (l.kind != PR_LINK_PLACEHOLDER)
		return NULL;
	if (c->links_open && is_rewritten(link))
		return NULL;
	struct span at = place_of(c, e->pr_link, l.faulty);
	if (c->pr && is_rewritten(link)) {
		struct ixc_finding *f = report(c, at,
			"the merge step will write pull request %llu for %.*s here",
			(unsigned long long)c->pr, STR(quote(c->arena, l.faulty)));
		f->severity = IXC_NOTE;
		finding_subject(f, "%.*s", STR(link));
		fix_link(c, f, e);
		return f;
	}
	struct ixc_finding *f = l.faulty.n
		? report(c, at, "pr-link of entry %zu ends in %.*s, which is not a pull request number",
			  e->index, STR(quote(c->arena, l.faulty)))
		: report(c, at, "pr-link of entry %zu has no pull request number", e->index);
	finding_label(f, "placeholder");
	finding_subject(f, "%.*s", STR(link));
	if (is_rewritten(link))
		finding_note(f, "the merge step fills this in when it is given the pull request's "
				"number; a merge by GitHub's button does not");
	else
		finding_note(f, "the pull request's own checks let this through; the merge step "
				"rewrites only 'XXX' and '" PR_LINK_PREFIX "XXX' and stops at "
				"anything else");
	if (c->pr)
		fix_link(c, f, e);
	else if (is_rewritten(link))
		finding_help(f, "while there is no pull request 'XXX' is right: give --pr-number "
				"none; once there is one, --pr-number N");
	else
		finding_help(f, "write 'XXX' while there is no pull request (give --pr-number "
				"none), its number once there is one (--pr-number N)");
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
		if (gate_fault_in(g, g->added.v[i], 1u << CHANGELOG_REWRITING))
			continue; /* changelog-link-line: the merge step can't fill it in */
		struct ixc_finding *f = judge(c, g->added.v[i]);
		const struct changelog_fault *x =
			gate_fault_in(g, g->added.v[i], 1u << CHANGELOG_LINK_NEW);
		if (f && x)
			gate_note(f, x);
	}
}

const struct ixc_rule rule_pr_link_placeholder = {
	.id = "pr-link-placeholder",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_SAFE,
	.locked = true,
	.since = "0.1",
	.summary = "a new entry's pr-link still holds a placeholder",
	.help = "The pr-link of a changelog entry must be\n"
		"https://github.com/SemiAnalysisAI/InferenceX/pull/NUMBER. The pull request's\n"
		"checks do not look at it. The merge step does: it fills in 'XXX' and\n"
		"'.../pull/XXX', and aborts on every other placeholder (TBD, PENDING, TODO, a\n"
		"bare word, nothing). Merged by GitHub's button instead, the placeholder becomes\n"
		"history, which nobody may edit.\n"
		"\n"
		"With --pr-number the two spellings that the merge step fills in are announced\n"
		"as a note; with --pr-number none, for a state before there is a pull request,\n"
		"they may stand. Entries that are already history are not judged without\n"
		"--all-entries.\n"
		"\n"
		"'infxcheck check --fix --base-ref origin/main --pr-number N' writes the link of\n"
		"pull request N.",
	.on_entry = check_entry,
	.on_change = check_change,
};
