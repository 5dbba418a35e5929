/* Public interface: fixes. */
#include "api.h"

#include "base/git.h"
#include "base/limits.h"
#include "check/fix.h"

#include <stdlib.h>
#include <unistd.h>

struct ixc_fixes {
	struct ixc_report report; /* its arena owns everything */
	struct fixes *made;
	struct ixc_change *change;
};

/* What a remote's main branch holds is merged: history, also where the base is older. */
size_t
api_merged_bytes(struct arena *a, const ixc_checker *c, struct tree *tree)
{
	static const char *const refs[] = {"origin/HEAD", "origin/main", "origin/master",
		"upstream/HEAD", "upstream/main", "upstream/master"};
	struct str path = str_from(api_changelog_path(c)), now, there;
	struct git_error e;
	struct git_commit at;
	size_t most = 0;
	if (access(str_fmt(a, "%s/.git", c->root).p, F_OK) != 0 ||
		tree->read(tree, a, path, &now) != TREE_OK)
		return 0;
	struct git *g = git_open(a, &(struct git_options){.folder = c->root, .is_top = true}, &e);
	for (size_t i = 0; g && i < sizeof refs / sizeof *refs; i++) {
		struct str ref = str_fmt(a, "refs/remotes/%s", refs[i]);
		if (!git_resolve(g, a, ref, &at, &e) || !git_file(g, a, &at, path, &there, &e))
			continue;
		size_t n = fix_frozen(now, there);
		most = n > most ? n : most;
	}
	return most;
}

static void
list_changes(struct arena *a, struct ixc_fixes *x, const char *root)
{
	const struct fix_files *files = &x->made->files;
	x->change = NEW_ARRAY(a, struct ixc_change, files->n);
	for (size_t i = 0; i < files->n; i++)
		x->change[i] = (struct ixc_change){
			.report.run = x->made->run,
			.differs = true,
			.old = files->v[i]->old,
			.bytes = files->v[i]->new,
			.path = files->v[i]->path,
			.root = root,
			.must_match = true,
		};
}

struct fix_call {
	const ixc_checker *checker;
	struct ixc_fixes *fixes;
	bool unsafe;
};

static ixc_status
fix(void *arg, struct ixc_error *err)
{
	struct fix_call *q = arg;
	const ixc_checker *c = q->checker;
	struct arena *a = &q->fixes->report.arena;
	struct fix_options how = {.unsafe = q->unsafe, .show = c->show, .paths = c->paths};
	struct check_options o;
	struct tree *tree = NULL;
	if (c->head != IXC_HEAD_WORKTREE)
		return api_fail(err, IXC_EUSAGE, "only the files on disk can be mended");
	ixc_status status = api_open_check(c, &q->fixes->report, &o, &tree, err);
	if (status != IXC_OK)
		return status;
	how.frozen = api_merged_bytes(a, c, tree);
	q->fixes->made = fix_all(a, tree, &o, &how);
	q->fixes->report.run = q->fixes->made->run;
	list_changes(a, q->fixes, str_z(a, str_from(c->root)));
	return IXC_OK;
}

ixc_status
ixc_fix(const ixc_checker *checker, bool unsafe, ixc_fixes **ret, struct ixc_error *err)
{
	ixc_fixes *x = calloc(1, sizeof *x);
	if (!x)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&x->report.arena, LIMIT_RUN_BYTES, NULL);
	struct fix_call q = {checker, x, unsafe};
	ixc_status status = api_guard(&x->report.arena, fix, &q, err);
	if (status == IXC_OK)
		*ret = x;
	else
		ixc_fixes_free(x);
	return status;
}

void
ixc_fixes_free(ixc_fixes *fixes)
{
	if (!fixes)
		return;
	arena_release(&fixes->report.arena);
	free(fixes);
}

size_t
ixc_fixes_count(const ixc_fixes *fixes)
{
	return fixes->made->mended;
}

size_t
ixc_fixes_unsafe_count(const ixc_fixes *fixes)
{
	return fixes->made->unsafe;
}

const ixc_report *
ixc_fixes_report(const ixc_fixes *fixes)
{
	return &fixes->report;
}

const ixc_change *
ixc_fixes_change_at(const ixc_fixes *fixes, size_t i)
{
	return i < fixes->made->files.n ? &fixes->change[i] : NULL;
}

bool
ixc_fixes_refused_at(const ixc_fixes *fixes, size_t i, struct ixc_refused_fix *ret)
{
	if (i >= fixes->made->refused.n)
		return false;
	const struct fix_refusal *r = &fixes->made->refused.v[i];
	*ret = (struct ixc_refused_fix){
		.rule = r->rule,
		.path = r->path.p,
		.line = r->place.line,
		.column = r->place.column,
		.title = r->title.p,
		.why = r->why.p,
	};
	return true;
}
