/* Public interface: the commit hook of plain git. */
#include "api.h"

#include "base/buf.h"
#include "base/git.h"
#include "base/write.h"
#include "git_hook.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOOK "pre-commit"
#define BEFORE "pre-commit.before-infxcheck" /* also in tools/git-hook.sh */
#define LEGACY "pre-commit.legacy" /* where the framework pre-commit puts a hook of others */
#define OUR_LINE "# infxcheck: checks what a commit adds"

struct hook_call {
	struct arena arena;
	const char *root, *program;
	bool install;
	const char *folder; /* of the hooks */
	struct ixc_hook *ret;
};

static const char *
in_folder(struct hook_call *q, const char *name)
{
	return str_fmt(&q->arena, "%s/%s", q->folder, name).p;
}

static bool
exists(struct hook_call *q, const char *name)
{
	struct stat st;
	return lstat(in_folder(q, name), &st) == 0;
}

static bool
is_ours(struct hook_call *q, const char *name)
{
	struct tree *t = tree_folder(&q->arena, q->folder);
	struct str text;
	return t && t->read(t, &q->arena, str_from(name), &text) == TREE_OK &&
		str_contains(str_slice(text, 0, 256), S(OUR_LINE));
}

static ixc_status
fail_file(struct hook_call *q, struct ixc_error *err, const char *name, int error)
{
	return api_fail(err, IXC_EIO, "'%s': %s", in_folder(q, name), strerror(error));
}

/* The text with the program in it as one word of a shell. */
static struct str
hook_text(struct arena *a, const char *program)
{
	struct buf word = buf_new(a, 65536), b = buf_new(a, 1 << 20);
	buf_addc(&word, '\'');
	for (const char *p = program; *p; p++) {
		if (*p == '\'')
			buf_addz(&word, "'\\''");
		else
			buf_addc(&word, *p);
	}
	buf_addc(&word, '\'');
	struct str rest = str_from(git_hook_text), mark = S("@PROGRAM@");
	for (size_t at; (at = str_find(rest, mark, 0)) < rest.n;) {
		buf_add(&b, str_slice(rest, 0, at));
		buf_add(&b, buf_str(&word));
		rest = str_slice(rest, at + mark.n, rest.n);
	}
	buf_add(&b, rest);
	return buf_str(&b);
}

static ixc_status
write_hook(struct hook_call *q, struct ixc_error *err)
{
	struct str text = hook_text(&q->arena, q->program);
	struct write_result r = write_replace(&q->arena, NULL, q->folder, S(HOOK), text);
	if (r.status != WRITE_OK && r.status != WRITE_UNSYNCED)
		return api_fail(err, IXC_EIO, "'%s' was not written: %s", in_folder(q, HOOK),
			r.error ? strerror(r.error) : write_status_text(r.status));
	return chmod(in_folder(q, HOOK), 0755) == 0 ? IXC_OK
						    : fail_file(q, err, HOOK, errno);
}

static ixc_status
install(struct hook_call *q, struct ixc_error *err)
{
	if (mkdir(q->folder, 0777) != 0 && errno != EEXIST)
		return fail_file(q, err, "", errno);
	bool moves = exists(q, HOOK) && !is_ours(q, HOOK);
	if (moves && exists(q, LEGACY) && is_ours(q, LEGACY))
		return IXC_OK; /* the framework came on top, and calls it */
	if (moves && exists(q, BEFORE))
		return api_fail(err, IXC_EIO,
			"'%s' is another hook, and '%s' is in the way of keeping it",
			in_folder(q, HOOK), BEFORE);
	if (moves && rename(in_folder(q, HOOK), in_folder(q, BEFORE)) != 0)
		return fail_file(q, err, HOOK, errno);
	ixc_status status = write_hook(q, err);
	if (status != IXC_OK && moves) /* as it was */
		(void)rename(in_folder(q, BEFORE), in_folder(q, HOOK));
	return status;
}

static ixc_status
uninstall(struct hook_call *q, struct ixc_error *err)
{
	if (exists(q, LEGACY) && is_ours(q, LEGACY))
		return unlink(in_folder(q, LEGACY)) == 0 ? IXC_OK
							 : fail_file(q, err, LEGACY, errno);
	if (!exists(q, HOOK) || !is_ours(q, HOOK))
		return IXC_OK;
	bool done = exists(q, BEFORE)
		? rename(in_folder(q, BEFORE), in_folder(q, HOOK)) == 0
		: unlink(in_folder(q, HOOK)) == 0;
	return done ? IXC_OK : fail_file(q, err, HOOK, errno);
}

static ixc_status
work(void *arg, struct ixc_error *err)
{
	struct hook_call *q = arg;
	struct arena *a = &q->arena;
	struct git_error e;
	struct str folder;
	struct git *g = git_open(a, &(struct git_options){.folder = q->root}, &e);
	if (!g || !git_hooks_folder(g, a, &folder, &e))
		return api_fail(err, IXC_EGIT, "%.*s", STR(e.text));
	q->folder = str_z(a, folder);
	ixc_status status = q->install ? install(q, err) : uninstall(q, err);
	snprintf(q->ret->path, sizeof q->ret->path, "%s", in_folder(q, HOOK));
	q->ret->has_other = q->install ? exists(q, BEFORE) || exists(q, LEGACY)
				       : exists(q, HOOK);
	return status;
}

ixc_status
ixc_install_hook(const char *root, const char *program, bool do_install,
	struct ixc_hook *ret, struct ixc_error *err)
{
	struct hook_call q = {.root = root ? root : ".",
		.program = program,
		.install = do_install,
		.ret = ret};
	arena_init(&q.arena, 0, NULL);
	ixc_status status = api_guard(&q.arena, work, &q, err);
	arena_release(&q.arena);
	return status;
}
