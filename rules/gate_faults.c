/* Findings of the rules on changes of the changelog. */
#include "gate_faults.h"

void
gate_note(struct ixc_finding *f, const struct changelog_fault *fault)
{
	const char *id = changelog_class_id(fault->class);
	if (fault->merge_aborts && fault->pr_job_stops)
		finding_note(f, "the pull request's own job stops at it, and the merge step aborts "
				"(%s)", id);
	else if (fault->merge_aborts)
		finding_note(f, "the pull request's own job does not notice it; the merge step "
				"aborts (%s)", id);
	else if (fault->pr_job_stops)
		finding_note(f, "the merge step would take it, but the pull request's own job stops "
				"at it");
}

void
gate_report(struct check *c, const struct changelog_gate *g, unsigned kinds)
{
	for (size_t i = 0; i < g->faults.n; i++) {
		const struct changelog_fault *x = &g->faults.v[i];
		if (!(kinds >> x->what & 1))
			continue;
		struct ixc_finding *f = report(c, x->span, "%.*s", STR(x->text));
		if ((x->merge_aborts || x->pr_job_stops) && c->severity == c->rule->severity)
			f->severity = IXC_ERROR;
		if (x->related.file)
			finding_related(
				f, x->related, "%s", x->related_label ? x->related_label : "");
		gate_note(f, x);
		if (x->help.n)
			finding_help(f, "%.*s", STR(x->help));
		if (x->mend.file && str_is_blank(x->instead))
			finding_fix(f, true, x->mend, x->instead, "%.*s", STR(x->help));
		else if (x->mend.file)
			finding_fix(f, true, x->mend, x->instead, "write '%.*s'",
				STR(x->instead));
	}
}

const struct changelog_fault *
gate_fault_in(const struct changelog_gate *g, const struct changelog_entry *e, unsigned kinds)
{
	for (size_t i = 0; i < g->faults.n; i++) {
		const struct changelog_fault *x = &g->faults.v[i];
		if (kinds >> x->what & 1 && x->span.file == e->span.file &&
			x->span.begin >= e->span.begin && x->span.begin < e->span.end)
			return x;
	}
	return NULL;
}
