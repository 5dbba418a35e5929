/* Trees over a commit and over the index. */
#include "base/git.h"

#include "base/arena.h"
#include "base/git_internal.h"
#include "base/limits.h"
#include "base/map.h"

#include <stdlib.h>

enum tree_status
git_tree_status(enum git_status s)
{
	switch (s) {
	case GIT_OK:
		return TREE_OK;
	case GIT_ABSENT:
		return TREE_ABSENT;
	case GIT_NOT_A_FILE:
		return TREE_NOT_A_FILE;
	case GIT_OUTSIDE:
		return TREE_OUTSIDE;
	case GIT_TOO_LARGE:
		return TREE_TOO_LARGE;
	case GIT_MISSING:
	case GIT_NOT_A_REPOSITORY:
	case GIT_UNSAFE:
	case GIT_NO_WORK_TREE:
	case GIT_BAD_REF:
	case GIT_SHALLOW:
	case GIT_NOT_FETCHED:
	case GIT_TIMEOUT:
	case GIT_FAILED:
		break;
	}
	return TREE_UNREADABLE;
}

static int
by_name(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static void
sort_names(struct names *n)
{
	if (n->n)
		qsort(n->v, n->n, sizeof *n->v, by_name);
}

/* ---- a commit ---- */

struct commit_tree {
	struct git *git;
	struct git_commit at;
};

static enum tree_status
commit_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	struct commit_tree *c = t->self;
	struct git_error e = {0};
	return git_file(c->git, a, &c->at, path, ret, &e)
		? TREE_OK
		: tree_noted(t, path, git_tree_status(e.status));
}

static enum tree_status
commit_list(struct tree *t, struct arena *a, struct str folder, struct names *ret)
{
	struct commit_tree *c = t->self;
	struct tree_items items = {0};
	if (folder.n && !git_path_is_plain(folder))
		return TREE_OUTSIDE;
	struct object o =
		git_ask(c->git, a, str_fmt(a, "%.*s:%.*s", STR(c->at.oid), STR(folder)));
	if (o.answer == OBJECT_MISSING || o.answer == OBJECT_LINK_BROKEN)
		return TREE_ABSENT;
	if (o.answer == OBJECT_LINK_OUT)
		return TREE_OUTSIDE;
	if (o.answer != OBJECT_FOUND)
		return o.answer == OBJECT_TOO_LARGE ? TREE_TOO_LARGE
						    : tree_noted(t, folder, TREE_UNREADABLE);
	if (!str_eq(o.type, S("tree")))
		return TREE_ABSENT;
	if (!git_parse_tree(a, &o, &items))
		return tree_noted(t, folder, TREE_UNREADABLE);
	if (items.n > LIMIT_FILES_IN_FOLDER)
		return TREE_TOO_LARGE;
	for (size_t i = 0; i < items.n; i++) {
		unsigned type = items.v[i].mode & GIT_MODE_TYPE;
		bool is_folder = type == GIT_MODE_FOLDER || type == GIT_MODE_SUBMODULE;
		vec_push(a, ret, str_cat(a, items.v[i].name, is_folder ? S("/") : S("")));
	}
	sort_names(ret);
	return TREE_OK;
}

struct tree *
tree_git(struct git *g, const struct git_commit *at)
{
	struct commit_tree *c = NEW(g->arena, struct commit_tree);
	struct tree *t = NEW(g->arena, struct tree);
	*c = (struct commit_tree){
		g, {str_dup(g->arena, at->oid), str_dup(g->arena, at->parent)}};
	*t = (struct tree){commit_read, commit_list, c, tree_trouble_new(g->arena)};
	return t;
}

/* ---- the index ---- */

struct index_tree {
	struct git *git;
	struct git_entries all;
	struct map at; /* path of a file at stage 0 to its entry */
};

/* `target` as a link standing at `path` means it; false when it leaves the repository. */
static bool
link_target(struct arena *a, struct str path, struct str target, struct str *ret)
{
	size_t slash = str_rfind_byte(path, '/');
	struct str folder = slash < path.n ? str_slice(path, 0, slash) : S("");
	struct str rest = target;
	if (target.n == 0 || target.p[0] == '/')
		return false;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (part.n == 0 || str_eq(part, S(".")))
			continue;
		if (str_eq(part, S(".."))) {
			if (folder.n == 0)
				return false;
			slash = str_rfind_byte(folder, '/');
			folder = slash < folder.n ? str_slice(folder, 0, slash) : S("");
		} else {
			folder = folder.n
				? str_fmt(a, "%.*s/%.*s", STR(folder), STR(part))
				: part;
		}
	}
	*ret = folder;
	return true;
}

/* Replaces the first part of the path that is a link: TREE_OK and *ret when there is one,
 * TREE_ABSENT when there is none. */
static enum tree_status
follow_once(struct index_tree *x, struct arena *a, struct str path, struct str *ret)
{
	for (size_t end = str_find_byte(path, '/', 0);;
		end = str_find_byte(path, '/', end + 1)) {
		struct str head = str_slice(path, 0, end), target, where;
		const struct git_entry *entry = map_get(&x->at, head);
		struct git_error e = {0};
		if (entry && (entry->mode & GIT_MODE_TYPE) == GIT_MODE_LINK) {
			if (!git_blob(x->git, a, entry->oid, &target, &e))
				return git_tree_status(e.status);
			if (!link_target(a, head, target, &where))
				return TREE_OUTSIDE;
			*ret = str_cat(a, where, str_slice(path, end, path.n));
			return TREE_OK;
		}
		if (end >= path.n)
			return TREE_ABSENT;
	}
}

/* The path with its links replaced. */
static enum tree_status
follow(struct index_tree *x, struct arena *a, struct str *path)
{
	for (int i = 0; i < LIMIT_LINKS; i++) {
		enum tree_status s = follow_once(x, a, *path, path);
		if (s == TREE_ABSENT)
			return TREE_OK;
		if (s != TREE_OK)
			return s;
	}
	return TREE_ABSENT;
}

static enum tree_status
index_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	struct index_tree *x = t->self;
	struct git_error e = {0};
	if (!git_path_is_plain(path))
		return TREE_OUTSIDE;
	struct str asked = path;
	enum tree_status s = follow(x, a, &path);
	if (s != TREE_OK)
		return tree_noted(t, asked, s);
	const struct git_entry *entry = map_get(&x->at, path);
	if (!entry)
		return TREE_ABSENT;
	if ((entry->mode & GIT_MODE_TYPE) == GIT_MODE_SUBMODULE)
		return TREE_NOT_A_FILE;
	return git_blob(x->git, a, entry->oid, ret, &e)
		? TREE_OK
		: tree_noted(t, asked, git_tree_status(e.status));
}

static enum tree_status
index_list(struct tree *t, struct arena *a, struct str folder, struct names *ret)
{
	struct index_tree *x = t->self;
	struct names all = {0};
	if (folder.n && !git_path_is_plain(folder))
		return TREE_OUTSIDE;
	enum tree_status s = folder.n ? follow(x, a, &folder) : TREE_OK;
	if (s != TREE_OK)
		return s;
	struct str prefix = folder.n ? str_cat(a, folder, S("/")) : S("");
	for (size_t i = 0; i < x->at.n; i++) {
		struct str path = x->at.entry[i].key;
		if (!str_starts(path, prefix))
			continue;
		const struct git_entry *entry = x->at.entry[i].value;
		struct str name = str_slice(path, prefix.n, path.n);
		struct str first = str_slice(name, 0, str_find_byte(name, '/', 0) + 1);
		if ((entry->mode & GIT_MODE_TYPE) == GIT_MODE_SUBMODULE &&
			first.n == name.n)
			first = str_cat(a, first, S("/"));
		if (all.n == 0 || !str_eq(all.v[all.n - 1], first))
			vec_push(a, &all, first);
	}
	if (all.n > LIMIT_FILES_IN_FOLDER)
		return TREE_TOO_LARGE;
	sort_names(&all);
	for (size_t i = 0; i < all.n; i++)
		if (i == 0 || !str_eq(all.v[i], all.v[i - 1]))
			vec_push(a, ret, all.v[i]);
	return all.n ? TREE_OK : TREE_ABSENT;
}

struct tree *
tree_git_index(struct git *g, struct git_error *e)
{
	struct index_tree *x = NEW(g->arena, struct index_tree);
	x->git = g;
	if (!git_index(g, g->arena, S(""), &x->all, e))
		return NULL;
	for (size_t i = 0; i < x->all.n; i++)
		if (x->all.v[i].stage == 0)
			map_put(g->arena, &x->at, x->all.v[i].path, &x->all.v[i]);
	struct tree *t = NEW(g->arena, struct tree);
	*t = (struct tree){index_read, index_list, x, tree_trouble_new(g->arena)};
	return t;
}
