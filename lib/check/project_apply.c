/* Severities that hold for some paths only. */
#include "check/project.h"
#include "check/rule.h"
#include "check/run.h"

/* What a rule made less than it usually is stays so. */
static void
apply_to(struct ixc_finding *f, ixc_severity ran_with, ixc_severity here)
{
	if (f->severity == ran_with)
		f->severity = here;
	else
		finding_at_most(f, here);
}

void
project_apply(const struct check_options *o, struct finding_list *list)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++) {
		struct ixc_finding *f = list->v[i];
		size_t rule = rules_index(str_from(f->rule->id));
		struct rule_setting s =
			project_of(o->project, rule, finding_path(f), o->severity[rule]);
		if (f->severity != IXC_OFF && s.span.file && !o->given[rule])
			apply_to(f, o->severity[rule], s.severity);
		else if (f->severity != IXC_OFF && !o->given[rule] &&
			o->severity[rule] != IXC_OFF)
			apply_to(f, o->severity[rule], o->otherwise[rule]);
		if (f->severity != IXC_OFF)
			list->v[kept++] = f;
	}
	list->n = kept;
}
