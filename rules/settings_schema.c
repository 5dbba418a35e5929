/* settings-schema: what can't be used in .infxcheck.yaml. */
#include "check/project.h"
#include "check/rule.h"

static void
check_repo(struct check *c)
{
	for (size_t i = 0; c->project && i < c->project->faults.n; i++) {
		const struct project_fault *fault = &c->project->faults.v[i];
		struct ixc_finding *f =
			report(c, fault->span, "%.*s", STR(fault->text));
		finding_note(f, "this part of the file does nothing, the rest is in force");
		if (fault->help.n)
			finding_help(f, "%.*s", STR(fault->help));
	}
}

const struct ixc_rule rule_settings_schema = {
	.id = "settings-schema",
	.severity = IXC_ERROR,
	.locked = true,
	.since = "0.1",
	.summary = ".infxcheck.yaml says something that can't be used",
	.help = ".infxcheck.yaml at the root of the repository holds what a project has decided:\n"
		"\n"
		"    fail-on: error\n"
		"    repository: OWNER/NAME\n"
		"    hbm-profile: configs/hbm.yaml\n"
		"    rules:\n"
		"      image-tag-mutable: error\n"
		"    overrides:\n"
		"      - paths: [benchmarks/multi_node, '*_old.sh']\n"
		"        rules:\n"
		"          stale-comment: off\n"
		"\n"
		"Severities are error, warning, note and off; of overrides the last one that\n"
		"names the file counts. In paths '*' stops at '/', '**' does not; a folder stands\n"
		"for all in it, a name without '/' for files in any folder. Options win over the\n"
		"file. Locked rules can't be made less than they are. 'infxcheck config' shows\n"
		"what is in force and from where; docs/config-1.schema.json is for editors.\n"
		"\n"
		"With a base revision the file is the base's, so that no change alters by what it\n"
		"is judged; what is wrong in the head's is reported all the same.",
	.on_repo = check_repo,
};
