/* Git: the newest commit that touches a file, walked over the one cat-file process. */
#include "base/git_internal.h"

#include "base/arena.h"
#include "base/limits.h"

struct commit_parts {
	struct str oid, tree;
	struct names parents;
};

/* Header lines stand before the first empty one. */
static struct commit_parts
read_commit(struct arena *a, const struct object *o)
{
	struct commit_parts c = {.oid = o->oid};
	struct str rest = o->bytes;
	while (rest.n && rest.p[0] != '\n') {
		struct str line = str_cut(rest, '\n', &rest);
		if (str_starts(line, S("tree ")))
			c.tree = str_slice(line, 5, line.n);
		else if (str_starts(line, S("parent ")))
			vec_push(a, &c.parents, str_slice(line, 7, line.n));
	}
	return c;
}

static bool
ask_commit(struct git *g, struct arena *a, struct str oid, struct commit_parts *ret)
{
	struct object o = git_ask(g, a, oid);
	if (o.answer != OBJECT_FOUND || !str_eq(o.type, S("commit")))
		return false;
	*ret = read_commit(a, &o);
	return true;
}

/* Id of what stands at the path in a tree; empty when there is nothing. */
static struct str
item_at(struct git *g, struct arena *a, struct str tree, struct str path)
{
	struct str rest = path, at = tree;
	while (rest.p) {
		struct str name = str_cut(rest, '/', &rest);
		struct object o = git_ask(g, a, at);
		struct tree_items items = {0};
		if (o.answer != OBJECT_FOUND || !git_parse_tree(a, &o, &items))
			return S("");
		size_t i = 0;
		while (i < items.n && !str_eq(items.v[i].name, name))
			i++;
		if (i == items.n)
			return S("");
		at = items.v[i].oid;
	}
	return at;
}

/*
 * As git simplifies history: a commit that has the file as one of its parents has it is no
 * change, and the walk goes on there. A parent that this clone lacks ends the walk.
 */
bool
git_newest_touching(struct git *g, struct arena *a, const struct git_commit *from,
	struct str path, struct git_commit *ret, struct git_error *e)
{
	struct commit_parts c;
	if (!git_check_path(a, path, e))
		return false;
	if (!ask_commit(g, a, from->oid, &c))
		return git_fail(e, GIT_FAILED,
			str_fmt(a, "commit %.*s can't be read", STR(from->oid)), S(""));
	struct str item = item_at(g, a, c.tree, path);
	for (size_t steps = 0; steps < LIMIT_GIT_COMMITS; steps++) {
		size_t i = 0;
		struct commit_parts parent;
		while (i < c.parents.n &&
			!(ask_commit(g, a, c.parents.v[i], &parent) &&
				str_eq(item_at(g, a, parent.tree, path), item)))
			i++;
		if (i == c.parents.n) {
			if (item.n == 0 && c.parents.n == 0)
				return git_fail(e, GIT_ABSENT,
					str_fmt(a, "no commit up to %.12s touches '%.*s'",
						str_z(a, from->oid), STR(path)),
					S(""));
			*ret = (struct git_commit){
				c.oid, c.parents.n ? c.parents.v[0] : S("")};
			return true;
		}
		c = parent;
	}
	return git_fail(e, GIT_TOO_LARGE,
		str_fmt(a, "none of the newest %d commits touches '%.*s'", LIMIT_GIT_COMMITS,
			STR(path)),
		S(""));
}
