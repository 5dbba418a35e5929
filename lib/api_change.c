/* Public interface: what was worked out and can be shown, written or thrown away. */
#include "api.h"

#include "base/diff.h"
#include "base/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
ixc_change_refused(const ixc_change *change)
{
	return change->refused;
}

const ixc_report *
ixc_change_report(const ixc_change *change)
{
	return &change->report;
}

struct ixc_bytes
ixc_change_bytes(const ixc_change *change)
{
	return (struct ixc_bytes){change->bytes.p, change->bytes.n};
}

bool
ixc_change_differs(const ixc_change *change)
{
	return change->differs;
}

void
ixc_change_free(ixc_change *change)
{
	if (!change)
		return;
	arena_release(&change->report.arena);
	free(change);
}

ixc_status
api_locate(struct ixc_change *change, const char *path, struct ixc_error *err)
{
	struct arena *a = &change->report.arena;
	struct str given = str_from(path);
	char *real = realpath(path, NULL);
	if (real) {
		struct str whole = str_dup(a, str_from(real));
		free(real);
		size_t slash = str_rfind_byte(whole, '/');
		change->root = str_z(a, str_slice(whole, 0, slash ? slash : 1));
		change->path = str_slice(whole, slash + 1, whole.n);
		return api_read_file(a, path, &change->old, err);
	}
	if (errno != ENOENT)
		return api_fail(
			err, IXC_EIO, "cannot open '%s': %s", path, strerror(errno));
	size_t slash = str_rfind_byte(given, '/');
	bool has_folder = slash < given.n;
	change->root =
		has_folder ? str_z(a, str_slice(given, 0, slash ? slash : 1)) : ".";
	change->path =
		str_dup(a, has_folder ? str_slice(given, slash + 1, given.n) : given);
	change->is_new = true;
	if (access(change->root, F_OK) != 0)
		return api_fail(err, IXC_EIO, "cannot open the folder '%s': %s",
			change->root, strerror(errno));
	return change->path.n ? IXC_OK
			      : api_fail(err, IXC_EUSAGE, "'%s' is not a file", path);
}

struct change_call {
	struct arena arena;
	const ixc_change *change;
	ixc_write_fn *fn;
	void *user;
};

static bool
is_unchanged(struct change_call *q)
{
	const ixc_change *c = q->change;
	struct str now;
	struct tree *t = tree_folder(&q->arena, c->root);
	enum tree_status s = t ? t->read(t, &q->arena, c->path, &now) : TREE_UNREADABLE;
	return c->is_new ? s == TREE_ABSENT : s == TREE_OK && str_eq(now, c->old);
}

static ixc_status
apply(void *arg, struct ixc_error *err)
{
	struct change_call *q = arg;
	const ixc_change *c = q->change;
	if (c->must_match && !is_unchanged(q))
		return api_fail(err, IXC_ECHANGED, "'%.*s' has changed meanwhile", STR(c->path));
	struct write_result r = write_replace(&q->arena, NULL, c->root, c->path, c->bytes);
	if (r.status == WRITE_OK || r.status == WRITE_UNSYNCED)
		return IXC_OK;
	if (r.error)
		return api_fail(err, IXC_EIO, "'%.*s' was not changed: %s failed: %s",
			STR(c->path), r.step, strerror(r.error));
	return api_fail(err, IXC_EIO, "'%.*s' was not changed: %s", STR(c->path),
		write_status_text(r.status));
}

static ixc_status
call(struct change_call *q, ixc_status (*work)(void *, struct ixc_error *),
	struct ixc_error *err)
{
	arena_init(&q->arena, 0, NULL);
	ixc_status status = api_guard(&q->arena, work, q, err);
	arena_release(&q->arena);
	return status;
}

ixc_status
ixc_change_apply(const ixc_change *change, struct ixc_error *err)
{
	if (change->refused || !change->root)
		return api_fail(err, IXC_EUSAGE, "there is nothing that could be written");
	if (!change->differs)
		return IXC_OK;
	struct change_call q = {.change = change};
	return call(&q, apply, err);
}

static ixc_status
write_diff(void *arg, struct ixc_error *err)
{
	struct change_call *q = arg;
	const ixc_change *c = q->change;
	struct diff d;
	diff_lines(&q->arena, c->old, c->bytes, &d);
	struct str text = diff_unified(&q->arena, &d, str_cat(&q->arena, S("a/"), c->path),
		str_cat(&q->arena, S("b/"), c->path));
	if (text.n && !q->fn(q->user, text.p, text.n))
		return api_fail(err, IXC_EIO, "the difference could not be written");
	return IXC_OK;
}

ixc_status
ixc_write_diff(
	const ixc_change *change, ixc_write_fn *fn, void *user, struct ixc_error *err)
{
	if (!change->differs)
		return IXC_OK;
	struct change_call q = {.change = change, .fn = fn, .user = user};
	return call(&q, write_diff, err);
}
