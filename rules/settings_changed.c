/* settings-changed: the change edits the file by which it would be judged. */
#include "check/project.h"
#include "check/rule.h"
#include "check/trees.h"

static void
check_trees(struct check *c, struct trees *t)
{
	const struct repo_file *file = c->repo->project_file;
	if (!file || !file->source || !str_eqz(file->path, PROJECT_PATH) ||
		trees_file(t, file->path)->state == FILE_SAME)
		return;
	struct span at;
	if (!trees_first_change(t, file->path, &at))
		at = span_in(file->source, 0, 0);
	struct ixc_finding *f = report(c, at, "the change edits %s", PROJECT_PATH);
	finding_subject(f, "%s", PROJECT_PATH);
	finding_note(f, "it is judged by that of %.*s; the new one counts from the merge on",
		STR(t->base_name));
	finding_help(f, "'infxcheck check' without a base shows what it will do");
}

const struct ixc_rule rule_settings_changed = {
	.id = "settings-changed",
	.severity = IXC_NOTE,
	.needs = IXC_NEEDS_BASE,
	.locked = true,
	.since = "0.1",
	.summary = "a change edits .infxcheck.yaml, and is judged by the old one",
	.help = "A pull request must not be able to switch off the rules that it breaks. So\n"
		"with a base revision .infxcheck.yaml is read from the base, and this note tells\n"
		"reviewers that what holds will be another from the merge on.",
	.on_trees = check_trees,
};
