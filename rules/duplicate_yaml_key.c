/* duplicate-yaml-key: one key twice in a mapping. */
#include "check/rule.h"

static void
check_file(struct check *c, const struct repo_file *f)
{
	for (size_t i = 0; f->doc && i < f->doc->problems.n; i++) {
		const struct yaml_problem *p = &f->doc->problems.v[i];
		if (p->kind != YAML_PROBLEM_DUPLICATE_KEY)
			continue;
		struct ixc_finding *x = report(c, p->span, "%.*s", STR(p->text));
		finding_label(x, "this one wins");
		finding_related(x, p->related, "and this one is dropped without a word");
		if (f == c->repo->changelog_file)
			finding_note(x, "the pull request's job takes it, the merge step's strict "
					"reader refuses the file");
		finding_help(x, "keep one of the two");
	}
}

const struct ixc_rule rule_duplicate_yaml_key = {
	.id = "duplicate-yaml-key",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "one key twice in a mapping: the first value is lost",
	.help = "PyYAML's safe_load keeps the last value and says nothing, so a field that was\n"
		"meant to hold, or a whole config, is gone. The strict reader of the changelog's\n"
		"merge step refuses the file instead.\n"
		"\n"
		"Keys are compared as Python compares them: 1, 1.0 and true are one key. Merge\n"
		"keys (<<) that are overridden on purpose are no duplicates.",
	.on_file = check_file,
};
