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

/* Of the values of a key the last one counts, and for this key that is our own: see the
 * settings of git.c. The one before it is the repository's. */
static struct str
configured_hooks(struct git *g, struct arena *a)
{
	static const char *const args[] = {
		"config", "-z", "--type=path", "--get-all", "core.hooksPath", NULL};
	struct git_error e;
	struct str out, last = {0}, before = {0};
	if (!git_run_ok(g, a, args, &out, &e))
		return (struct str){0};
	while (out.n) {
		before = last;
		last = str_cut(out, '\0', &out);
	}
	return before;
}

bool
git_hooks_folder(struct git *g, struct arena *a, struct str *ret, struct git_error *e)
{
	static const char *const args[] = {"rev-parse", "--git-common-dir", NULL};
	struct str top, out, folder = configured_hooks(g, a);
	if (!git_toplevel(g, a, &top, e))
		return false;
	if (!folder.n) {
		if (!git_run_ok(g, a, args, &out, e))
			return false;
		out = str_cut(out, '\n', &folder);
		folder = str_fmt(a, "%.*s/hooks", STR(out));
	}
	/* Both are relative to the top of the work tree, where commands run. */
	*ret = folder.p[0] == '/' ? folder
				  : str_fmt(a, "%.*s/%.*s", STR(top), STR(folder));
	return true;
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
