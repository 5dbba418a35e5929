/* Which launch scripts a runner label leads to. */
#include "launchers.h"

bool
launchers_list(struct check *c, struct names *ret)
{
	struct tree *t = c->repo->tree;
	if (t->list(t, c->arena, S("runners"), ret) != TREE_OK)
		return false;
	for (size_t i = 0; i < ret->n; i++)
		if (str_starts(ret->v[i], S("launch_")))
			return true;
	return false;
}

bool
launchers_have(const struct names *list, struct str prefix)
{
	for (size_t i = 0; i < list->n; i++) {
		struct str rest =
			str_slice(list->v[i], sizeof "launch_" - 1, list->v[i].n);
		if (str_starts(list->v[i], S("launch_")) && str_starts(rest, prefix) &&
			str_eqz(str_slice(rest, prefix.n, rest.n), ".sh"))
			return true;
	}
	return false;
}

struct str
launchers_prefix(struct str node)
{
	return str_slice(node, 0, str_find_byte(node, '_', 0));
}

static bool
mentions(struct check *c, struct str prefix, struct str text)
{
	struct tree *t = c->repo->tree;
	struct arena_mark mark = arena_mark(c->arena);
	struct str bytes = {0};
	struct str path = str_fmt(c->arena, "runners/launch_%.*s.sh", STR(prefix));
	bool found = t->read(t, c->arena, path, &bytes) == TREE_OK &&
		     str_contains(bytes, text);
	arena_rewind(c->arena, mark);
	return found;
}

bool
launchers_mention(struct check *c, struct str label, struct str text)
{
	const struct runner_label *l = runners_label(c->repo->runners, label);
	if (!l) /* the machines are GitHub's alone; the label is named after them */
		return mentions(c, label, text);
	for (size_t i = 0; i < l->nodes.n; i++) {
		struct str prefix = launchers_prefix(l->nodes.v[i].name);
		bool seen = false;
		for (size_t k = 0; k < i && !seen; k++)
			seen = str_eq(launchers_prefix(l->nodes.v[k].name), prefix);
		if (!seen && mentions(c, prefix, text))
			return true;
	}
	return false;
}
