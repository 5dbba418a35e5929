/* file-unreadable: a file that every checkout has, and this one lacks or hides. */
#include "check/rule.h"

static void
check_file(struct check *c, const struct repo_file *f)
{
	if (f->status == TREE_OK)
		return;
	struct ixc_finding *x = report(c, span_in(f->source, 0, 0), "%.*s can't be checked: %s",
		STR(f->path), tree_status_text(f->status));
	finding_subject(x, "%.*s", STR(f->path));
	finding_note(x, "what other files say about it was not compared");
}

const struct ixc_rule rule_file_unreadable = {
	.id = "file-unreadable",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a file of the benchmark's contract is missing or can't be read",
	.help = "perf-changelog.yaml, configs/amd-master.yaml, configs/nvidia-master.yaml and\n"
		"configs/runners.yaml are read by every sweep. One that is missing, unreadable,\n"
		"not a regular file, larger than 16 MiB, or a symbolic link out of the\n"
		"repository stops the sweep, or is not what the sweep reads.",
	.on_file = check_file,
};
