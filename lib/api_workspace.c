/* Public interface: a checkout in which somebody types. */
#include "api_workspace.h"

#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is kept --------------------------------------------------------------- */

static void
forget(ixc_workspace *w)
{
	arena_release(&w->opened.arena);
	w->checker->over = NULL;
	w->kept = NULL;
	w->frozen_known = false;
}

/* The texts that are not saved, over the files on disk, read now. */
static ixc_status
open_kept(ixc_workspace *w, struct ixc_error *err)
{
	struct arena *a = &w->opened.arena;
	struct tree *tree = NULL;
	arena_init(a, LIMIT_RUN_BYTES, &w->escape);
	w->checker->over = tree_memory(a);
	w->checker->over_is_kept = true;
	for (size_t i = 0; i < w->unsaved.n; i++) {
		const struct unsaved *u = &w->unsaved.v[i];
		tree_memory_put(a, w->checker->over, str_dup(a, str_from(u->path)),
			str_dup(a, (struct str){u->p, u->n}));
	}
	ixc_status status =
		api_open_check(w->checker, &w->opened, &w->options, &tree, err);
	if (status != IXC_OK)
		return status;
	w->options.stages = NULL;
	w->kept = kept_new(a, tree, &w->options);
	w->fresh_bytes = a->used_bytes;
	return IXC_OK;
}

static ixc_status
fault_of(const ixc_workspace *w, const struct arena *a, struct ixc_error *err)
{
	const struct arena *at = a->fault ? a : &w->opened.arena;
	if (at->fault == ARENA_BUG)
		return api_fail(err, IXC_EINTERNAL,
			"internal error, please report it: %s", at->bug);
	return api_fail(err, IXC_ENOMEM, "out of memory");
}

ixc_status
api_workspace_run(ixc_workspace *w, struct arena *a,
	ixc_status (*work)(void *, struct ixc_error *), void *arg, struct ixc_error *err)
{
	arena_init(a, LIMIT_RUN_BYTES, &w->escape);
	if (setjmp(w->escape)) {
		ixc_status status = fault_of(w, a, err);
		forget(w);
		return status;
	}
	ixc_status status = w->kept ? IXC_OK : open_kept(w, err);
	if (status != IXC_OK) {
		forget(w);
		return status;
	}
	return work(arg, err);
}

/* ---- life ----------------------------------------------------------------------- */

ixc_status
ixc_workspace_new(ixc_workspace **ret, ixc_checker *checker, struct ixc_error *err)
{
	if (checker->head != IXC_HEAD_WORKTREE || checker->base_revision.n ||
		checker->has_baseline || checker->over)
		return api_fail(err, IXC_EUSAGE,
			"a workspace is of the files on disk, without base and baseline");
	ixc_workspace *w = calloc(1, sizeof *w);
	if (!w)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	w->checker = checker;
	*ret = w;
	return IXC_OK;
}

static void
drop(struct unsaved *u)
{
	free(u->path);
	free(u->p);
}

void
ixc_workspace_free(ixc_workspace *w)
{
	if (!w)
		return;
	forget(w);
	for (size_t i = 0; i < w->unsaved.n; i++)
		drop(&w->unsaved.v[i]);
	free(w->unsaved.v);
	ixc_checker_free(w->checker);
	free(w);
}

/* ---- texts ---------------------------------------------------------------------- */

static struct unsaved *
find(ixc_workspace *w, const char *path)
{
	for (size_t i = 0; i < w->unsaved.n; i++)
		if (strcmp(w->unsaved.v[i].path, path) == 0)
			return &w->unsaved.v[i];
	return NULL;
}

static struct unsaved *
find_or_add(ixc_workspace *w, const char *path)
{
	struct unsaved *u = find(w, path);
	if (u)
		return u;
	u = realloc(w->unsaved.v, (w->unsaved.n + 1) * sizeof *u);
	if (!u)
		return NULL;
	w->unsaved.v = u;
	u += w->unsaved.n;
	*u = (struct unsaved){.path = strdup(path)};
	if (!u->path)
		return NULL;
	w->unsaved.n++;
	return u;
}

struct exchange_call {
	ixc_workspace *w;
	struct str path, bytes;
};

static ixc_status
exchange(void *arg, struct ixc_error *err)
{
	struct exchange_call *q = arg;
	ixc_workspace *w = q->w;
	struct arena *a = w->kept->arena;
	struct str bytes = str_dup(a, q->bytes);
	(void)err;
	tree_memory_put(a, w->checker->over, str_dup(a, q->path), bytes);
	kept_replace(w->kept, q->path, bytes);
	return IXC_OK;
}

/* What was made of earlier texts is still there. */
static size_t
grown_by(const ixc_workspace *w)
{
	return w->opened.arena.used_bytes - w->fresh_bytes;
}

/* Of a script only its text matters to others, as long as it is there. */
static bool
is_exchangeable(ixc_workspace *w, struct str path)
{
	struct arena scratch;
	if (!w->kept || !(str_ends(path, S(".sh")) || str_ends(path, S(".bash"))))
		return false;
	arena_init(&scratch, LIMIT_RUN_BYTES, &w->escape);
	bool exists = tree_exists(w->kept->tree, &scratch, path);
	arena_release(&scratch);
	return exists && grown_by(w) < LIMIT_KEPT_BYTES;
}

static ixc_status
tell(ixc_workspace *w, struct str path, struct str bytes, struct ixc_error *err)
{
	struct exchange_call q = {w, path, bytes};
	struct arena scratch;
	if (!is_exchangeable(w, path)) {
		forget(w);
		return IXC_OK;
	}
	ixc_status status = api_workspace_run(w, &scratch, exchange, &q, err);
	arena_release(&scratch);
	return status;
}

ixc_status
ixc_workspace_set_file(
	ixc_workspace *w, const char *path, struct ixc_bytes bytes, struct ixc_error *err)
{
	if (!api_is_plain_path(str_from(path)))
		return api_fail(err, IXC_EUSAGE,
			"'%s' is not the path of a file from the root", path);
	if (bytes.n > LIMIT_FILE_BYTES)
		return api_fail(err, IXC_EUSAGE, "'%s' is larger than %d MiB", path,
			LIMIT_FILE_BYTES / (1024 * 1024));
	struct unsaved *u = find_or_add(w, path);
	char *copy = malloc(bytes.n + 1);
	if (!u || !copy) {
		free(copy);
		return api_fail(err, IXC_ENOMEM, "out of memory");
	}
	if (bytes.n)
		memcpy(copy, bytes.p, bytes.n);
	free(u->p);
	u->p = copy;
	u->n = bytes.n;
	return tell(w, str_from(path), (struct str){copy, bytes.n}, err);
}

void
ixc_workspace_drop_file(ixc_workspace *w, const char *path)
{
	struct unsaved *u = find(w, path);
	if (!u)
		return;
	drop(u);
	*u = w->unsaved.v[--w->unsaved.n];
	forget(w);
}

void
ixc_workspace_reload(ixc_workspace *w)
{
	forget(w);
}

bool
ixc_workspace_tidy(ixc_workspace *w)
{
	bool grown = w->kept && grown_by(w) > LIMIT_KEPT_BYTES / 4;
	if (grown)
		forget(w);
	return grown;
}

/* ---- judging one file ----------------------------------------------------------- */

struct check_call {
	ixc_workspace *w;
	ixc_report *report;
	const char *path;
};

static ixc_status
check(void *arg, struct ixc_error *err)
{
	struct check_call *q = arg;
	ixc_workspace *w = q->w;
	struct arena *a = &q->report->arena;
	struct check_options o = w->options;
	(void)err;
	vec_push(a, &o.paths, str_dup(a, str_from(q->path)));
	o.stages = &q->report->stages;
	stages_begin(o.stages);
	o.kept = w->kept;
	o.quick = true;
	q->report->fail_on = w->opened.fail_on;
	q->report->run = check_run(a, w->kept->tree, &o);
	return IXC_OK;
}

ixc_status
ixc_workspace_check(
	ixc_workspace *w, const char *path, ixc_report **ret, struct ixc_error *err)
{
	ixc_report *r = calloc(1, sizeof *r);
	if (!r)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	struct check_call q = {w, r, path};
	ixc_status status = api_workspace_run(w, &r->arena, check, &q, err);
	if (status != IXC_OK) {
		ixc_report_free(r);
		return status;
	}
	*ret = r;
	return IXC_OK;
}
