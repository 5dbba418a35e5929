/* yaml-limit: a file that is too deep, too large or expands too far to be judged. */
#include "check/rule.h"

static void
check_file(struct check *c, const struct repo_file *f)
{
	for (size_t i = 0; f->doc && i < f->doc->problems.n; i++) {
		const struct yaml_problem *p = &f->doc->problems.v[i];
		if (p->kind != YAML_PROBLEM_LIMIT)
			continue;
		struct ixc_finding *x = report(c, p->span, "%.*s", STR(p->text));
		finding_note(x, "the part beyond the limit was not checked");
	}
}

const struct ixc_rule rule_yaml_limit = {
	.id = "yaml-limit",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "YAML beyond the limits on depth, size or alias expansion",
	.help = "infxcheck bounds what it reads, so that no file can make it hang or fill the\n"
		"memory: nesting, number of nodes, nodes reached through aliases, digits of an\n"
		"integer. Nothing real comes near these limits; a file that does is a mistake\n"
		"or an attack, and what lies beyond the limit was not checked.",
	.on_file = check_file,
};
