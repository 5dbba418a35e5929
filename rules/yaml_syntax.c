/* yaml-syntax: what stands in the way of reading a file. */
#include "check/rule.h"

static bool
is_syntax(const struct repo_file *f, const struct yaml_problem *p, const struct repo *repo)
{
	switch (p->kind) {
	case YAML_PROBLEM_ENCODING:
	case YAML_PROBLEM_CHARACTER:
	case YAML_PROBLEM_TAB:
	case YAML_PROBLEM_SYNTAX:
	case YAML_PROBLEM_DOCUMENTS:
	case YAML_PROBLEM_KEY:
	case YAML_PROBLEM_MERGE:
	case YAML_PROBLEM_TAG:
	case YAML_PROBLEM_VALUE:
	case YAML_PROBLEM_ALIAS:
		return true;
	case YAML_PROBLEM_STRICT_MERGE: /* stops the changelog's merge step, nothing else */
		return f == repo->changelog_file;
	case YAML_PROBLEM_DUPLICATE_KEY:
	case YAML_PROBLEM_LIMIT:
		return false; /* rules of their own */
	}
	return false;
}

static void
check_file(struct check *c, const struct repo_file *f)
{
	for (size_t i = 0; f->doc && i < f->doc->problems.n; i++) {
		const struct yaml_problem *p = &f->doc->problems.v[i];
		if (!is_syntax(f, p, c->repo))
			continue;
		struct ixc_finding *x = report(c, p->span, "%.*s", STR(p->text));
		if (p->related.file)
			finding_related(x, p->related, "%s",
				p->related_label ? p->related_label : "");
		if (p->kind == YAML_PROBLEM_STRICT_MERGE)
			finding_note(x, "the sweep reads it, but the merge step's strict reader "
					"stops here");
		else if (f == c->repo->hbm_file)
			finding_note(x, "nothing is concluded from an HBM profile with faults");
		else
			finding_note(x, "the sweep generator reads this file with PyYAML, which "
					"stops here");
	}
}

const struct ixc_rule rule_yaml_syntax = {
	.id = "yaml-syntax",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a file that the sweep's YAML reader refuses",
	.help = "The configs and the changelog are read by PyYAML (YAML 1.1). What it refuses\n"
		"stops the sweep generator and the merge step: bad indentation, an unclosed\n"
		"quote, a tab between tokens, a control character anywhere, bytes that are not\n"
		"UTF-8, a second document, an unknown tag, an impossible date.\n"
		"\n"
		"After a fault reading goes on at the next entry or key at the left margin, so\n"
		"one run shows all of them; rules that would conclude something from what is\n"
		"absent stay silent for that file.",
	.on_file = check_file,
};
