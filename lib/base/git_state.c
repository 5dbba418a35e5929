/* Git: configuration, state of a work tree, ordinary three-way merges of files. */
#include "base/git_internal.h"

#include "base/arena.h"

#include <string.h>
#include <unistd.h>

bool
git_config_set(struct git *g, struct arena *a, const char *name, struct str value,
	struct git_error *e)
{
	const char *const args[] = {
		"config", "--local", "--replace-all", name, str_z(a, value), NULL};
	struct str out;
	return git_run_ok(g, a, args, &out, e);
}

bool
git_config_remove_section(
	struct git *g, struct arena *a, const char *section, struct git_error *e)
{
	const char *const list[] = {"config", "--local", "--name-only", "--get-regexp",
		str_fmt(a, "^%s\\.", section).p, NULL};
	const char *const args[] = {"config", "--local", "--remove-section", section, NULL};
	struct git_output o;
	struct str out;
	if (!git_run(g, a, list, &o, e))
		return false;
	return o.code != 0 || git_run_ok(g, a, args, &out, e);
}

bool
git_is_rebasing(struct git *g, struct arena *a)
{
	static const char *const args[] = {"rev-parse", "--absolute-git-dir", NULL};
	static const char *const marks[] = {
		"rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD"};
	struct git_error e;
	struct str out;
	if (!git_run_ok(g, a, args, &out, &e))
		return false;
	struct str folder = str_cut(out, '\n', &out);
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (access(str_fmt(a, "%.*s/%s", STR(folder), marks[i]).p, F_OK) == 0)
			return true;
	return false;
}

bool
git_merge_file(struct git *g, struct arena *a, const char *ours, const char *base,
	const char *theirs, bool *ret_clean, struct git_error *e)
{
	const char *const args[] = {"merge-file", "-q", "-L", "ours", "-L", "base", "-L",
		"theirs", "--", ours, base, theirs, NULL};
	struct git_output o;
	if (!git_run(g, a, args, &o, e))
		return false;
	if (o.code > 127)
		return git_fail(e, GIT_FAILED,
			str_fmt(a, "git merge-file failed: %.*s", STR(str_trim(o.err))), S(""));
	*ret_clean = o.code == 0;
	return true;
}
