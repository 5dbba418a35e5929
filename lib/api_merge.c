/* Public interface: the git merge driver, and its installation. */
#include "api.h"

#include "base/buf.h"
#include "base/git.h"
#include "base/write.h"
#include "model/changelog_edit.h"

#include <string.h>
#include <unistd.h>

#define ATTRIBUTES_LINE CHANGELOG_PATH " merge=infxcheck"

struct driver_call {
	struct arena arena;
	const char *root, *base, *ours, *theirs, *path;
	bool merged;
};

static ixc_status
fail_git(struct ixc_error *err, const struct git_error *e)
{
	return api_fail(err, IXC_EGIT, "%.*s", STR(e->text));
}

/* A file that git handed over, relative to the root or absolute, as a folder and a path. */
static const char *
split_path(struct driver_call *q, const char *file, struct str *ret_path)
{
	struct str path = str_from(file);
	*ret_path = path;
	if (path.n == 0 || path.p[0] != '/')
		return q->root;
	size_t slash = str_rfind_byte(path, '/');
	*ret_path = str_slice(path, slash + 1, path.n);
	return str_z(&q->arena, str_slice(path, 0, slash ? slash : 1));
}

static ixc_status
read_side(struct driver_call *q, const char *file, struct str *ret, struct ixc_error *err)
{
	struct arena *a = &q->arena;
	struct str path;
	const char *folder = split_path(q, file, &path);
	struct tree *t = tree_folder(a, folder);
	enum tree_status s = t ? t->read(t, a, path, ret) : TREE_ABSENT;
	return s == TREE_OK ? IXC_OK
			    : api_fail(err, IXC_EIO, "'%s': %s", file, tree_status_text(s));
}

enum side { SIDE_OURS, SIDE_THEIRS };

/*
 * Which side is main. What main's ref holds only ever grows, so the side that is a prefix of
 * it is main. Without such a ref: in a rebase "ours" is what is built upon; in a merge "ours"
 * is the branch, as the reference's conflict resolution takes it.
 */
static enum side
side_of_main(struct driver_call *q, struct git *g, struct str ours, struct str theirs)
{
	static const char *const refs[] = {"refs/remotes/origin/HEAD",
		"refs/remotes/origin/main", "refs/heads/main", "refs/remotes/origin/master",
		"refs/heads/master"};
	struct arena *a = &q->arena;
	for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) {
		struct git_error e;
		struct git_commit at;
		struct str bytes;
		if (!git_resolve(g, a, str_from(refs[i]), &at, &e) ||
			!git_file(g, a, &at, str_from(q->path), &bytes, &e))
			continue;
		if (str_starts(bytes, ours))
			return SIDE_OURS;
		if (str_starts(bytes, theirs))
			return SIDE_THEIRS;
	}
	return git_is_rebasing(g, a) ? SIDE_OURS : SIDE_THEIRS;
}

static ixc_status
write_ours(struct driver_call *q, struct str bytes, struct ixc_error *err)
{
	struct str path;
	const char *folder = split_path(q, q->ours, &path);
	struct write_result r = write_replace(&q->arena, NULL, folder, path, bytes);
	if (r.status == WRITE_OK || r.status == WRITE_UNSYNCED)
		return IXC_OK;
	return api_fail(err, IXC_EIO, "'%s' was not changed: %s", q->ours,
		r.error ? strerror(r.error) : write_status_text(r.status));
}

static ixc_status
drive(void *arg, struct ixc_error *err)
{
	struct driver_call *q = arg;
	struct arena *a = &q->arena;
	struct git_error e;
	struct str base, ours, theirs;
	ixc_status status = read_side(q, q->base, &base, err);
	if (status == IXC_OK)
		status = read_side(q, q->ours, &ours, err);
	if (status == IXC_OK)
		status = read_side(q, q->theirs, &theirs, err);
	if (status != IXC_OK)
		return status;
	struct git *g = git_open(a, &(struct git_options){.folder = q->root}, &e);
	if (!g)
		return fail_git(err, &e);
	bool ours_is_main = side_of_main(q, g, ours, theirs) == SIDE_OURS;
	struct sources t = {0};
	struct source *b = sources_add(a, &t, S("base"), base);
	struct source *main = sources_add(a, &t, S("main"), ours_is_main ? ours : theirs);
	struct source *branch = sources_add(a, &t, S("branch"), ours_is_main ? theirs : ours);
	struct changelog_pr open = {.links = CHANGELOG_LINKS_OPEN};
	struct changelog_edit edit = changelog_resolve(a, &t, b, branch, main, &open);
	if (edit.verdict.class == CHANGELOG_NOTHING_TO_MERGE) {
		edit.bytes = main->bytes; /* main has all of it already */
		edit.verdict.class = CHANGELOG_FINE;
	}
	if (edit.verdict.class == CHANGELOG_FINE) {
		q->merged = true;
		return write_ours(q, edit.bytes, err);
	}
	bool clean;
	if (!git_merge_file(g, a, q->ours, q->base, q->theirs, &clean, &e))
		return fail_git(err, &e);
	return IXC_OK;
}

ixc_status
ixc_merge_driver(const char *root, const char *base, const char *ours, const char *theirs,
	const char *path, bool *ret_merged, struct ixc_error *err)
{
	struct driver_call q = {.root = root ? root : ".",
		.base = base,
		.ours = ours,
		.theirs = theirs,
		.path = path};
	arena_init(&q.arena, 0, NULL);
	ixc_status status = api_guard(&q.arena, drive, &q, err);
	arena_release(&q.arena);
	if (status == IXC_OK)
		*ret_merged = q.merged;
	return status;
}

/* ---- installation ---- */

struct install_call {
	struct arena arena;
	const char *root, *program;
	bool install;
};

/* Git hands the value to a shell after replacing %O and its like. */
static struct str
driver_command(struct arena *a, const char *program)
{
	struct buf b = buf_new(a, 65536);
	buf_addc(&b, '\'');
	for (const char *p = program; *p; p++) {
		if (*p == '\'')
			buf_addz(&b, "'\\''");
		else if (*p == '%')
			buf_addz(&b, "%%");
		else
			buf_addc(&b, *p);
	}
	buf_addz(&b, "' merge-driver %O %A %B %P");
	return buf_str(&b);
}

/* The attributes with our line at the end, or without it. */
static struct str
edit_attributes(struct arena *a, struct str old, bool install)
{
	struct buf b = buf_new(a, SIZE_MAX / 2);
	struct str rest = old;
	while (rest.n) {
		size_t end = str_find_byte(rest, '\n', 0);
		struct str line = str_slice(rest, 0, end + 1);
		rest = str_slice(rest, line.n, rest.n);
		if (!str_eqz(str_trim(line), ATTRIBUTES_LINE))
			buf_add(&b, line);
	}
	if (install) {
		if (b.n && b.p[b.n - 1] != '\n')
			buf_addc(&b, '\n');
		buf_addz(&b, ATTRIBUTES_LINE "\n");
	}
	return buf_str(&b);
}

static ixc_status
write_attributes(struct install_call *q, struct str top, struct ixc_error *err)
{
	struct arena *a = &q->arena;
	const char *folder = str_z(a, top);
	struct str path = S(".gitattributes"), old = {0};
	struct tree *t = tree_folder(a, folder);
	enum tree_status s = t ? t->read(t, a, path, &old) : TREE_UNREADABLE;
	if (s != TREE_OK && s != TREE_ABSENT)
		return api_fail(err, IXC_EIO, "'.gitattributes': %s", tree_status_text(s));
	struct str new = edit_attributes(a, old, q->install);
	if (str_eq(old, new))
		return IXC_OK;
	if (new.n == 0) /* it held nothing but our line */
		return unlink(str_fmt(a, "%s/.gitattributes", folder).p) == 0
			? IXC_OK
			: api_fail(err, IXC_EIO, "'.gitattributes' can't be removed");
	struct write_result r = write_replace(a, NULL, folder, path, new);
	if (r.status == WRITE_OK || r.status == WRITE_UNSYNCED)
		return IXC_OK;
	return api_fail(err, IXC_EIO, "'.gitattributes' was not changed: %s",
		r.error ? strerror(r.error) : write_status_text(r.status));
}

static ixc_status
install(void *arg, struct ixc_error *err)
{
	struct install_call *q = arg;
	struct arena *a = &q->arena;
	struct git_error e;
	struct str top;
	struct git *g = git_open(a, &(struct git_options){.folder = q->root}, &e);
	if (!g || !git_toplevel(g, a, &top, &e))
		return fail_git(err, &e);
	bool done = q->install
		? git_config_set(g, a, "merge.infxcheck.name",
			  S("keep main's changelog, append the branch's new entries"), &e) &&
			git_config_set(g, a, "merge.infxcheck.driver",
				driver_command(a, q->program), &e)
		: git_config_remove_section(g, a, "merge.infxcheck", &e);
	if (!done)
		return fail_git(err, &e);
	return write_attributes(q, top, err);
}

ixc_status
ixc_install_merge_driver(
	const char *root, const char *program, bool do_install, struct ixc_error *err)
{
	struct install_call q = {
		.root = root ? root : ".", .program = program, .install = do_install};
	arena_init(&q.arena, 0, NULL);
	ixc_status status = api_guard(&q.arena, install, &q, err);
	arena_release(&q.arena);
	return status;
}
