/* The earlier state of the changelog, from git. */
#include "model/history.h"

#include "base/arena.h"
#include "base/git.h"

#include <unistd.h>

static struct history_base
found(struct arena *a, struct str bytes)
{
	struct str *copy = NEW(a, struct str);
	*copy = bytes;
	return (struct history_base){.changelog = copy};
}

static struct history_base
parent_state(struct arena *a, struct git *g, const struct git_commit *head, struct str path)
{
	struct git_commit newest, parent;
	struct git_error e;
	struct str bytes;
	if (!git_newest_touching(g, a, head, path, &newest, &e))
		return (struct history_base){.why_not = e.text};
	if (!newest.parent.n)
		return (struct history_base){.why_not = S(
			"the newest commit that touches it has no parent in this clone, so only "
			"the last entry counts as new")};
	if (!git_resolve(g, a, newest.parent, &parent, &e))
		return (struct history_base){.why_not = str_fmt(a,
			"%.*s, so only the last entry counts as new", STR(e.text))};
	if (git_file(g, a, &parent, path, &bytes, &e))
		return found(a, bytes);
	if (e.status == GIT_ABSENT)
		return found(a, S(""));
	return (struct history_base){.why_not = e.text};
}

/* Without a repository or a commit there is nothing to say. */
static struct history_base
no_history(const struct git_error *e)
{
	bool is_plain = e->status == GIT_NOT_A_REPOSITORY || e->status == GIT_BAD_REF;
	return (struct history_base){.why_not = is_plain ? S("") : e->text};
}

struct history_base
history_base(
	struct arena *a, const char *root, struct tree *tree, struct str path)
{
	struct git_error e;
	struct git_commit head;
	struct str committed, now;
	if (access(str_fmt(a, "%s/.git", root).p, F_OK) != 0)
		return (struct history_base){0};
	struct git *g = git_open(a, &(struct git_options){.folder = root, .is_top = true}, &e);
	if (!g || !git_resolve(g, a, S("HEAD"), &head, &e))
		return no_history(&e);
	if (tree->read(tree, a, path, &now) != TREE_OK)
		return (struct history_base){0};
	if (!git_file(g, a, &head, path, &committed, &e))
		return e.status == GIT_ABSENT ? found(a, S(""))
					      : (struct history_base){.why_not = e.text};
	if (!str_eq(committed, now))
		return found(a, committed);
	return parent_state(a, g, &head, path);
}
