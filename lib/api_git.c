/* Opening the base and the head of a change. */
#include "api_git.h"

#include <unistd.h>

ixc_status
api_git_trouble(struct ixc_error *err, const struct git_error *e)
{
	if (e->hint.n)
		return api_fail(
			err, IXC_EGIT, "%.*s; try: %.*s", STR(e->text), STR(e->hint));
	return api_fail(err, IXC_EGIT, "%.*s", STR(e->text));
}

ixc_status
api_open_session(
	struct api_session *s, struct arena *a, const ixc_checker *c, struct ixc_error *err)
{
	struct git_error e;
	*s = (struct api_session){.arena = a};
	bool is_top = access(str_fmt(a, "%s/.git", c->root).p, F_OK) == 0;
	s->git = git_open(a, &(struct git_options){.folder = c->root, .is_top = is_top}, &e);
	if (!s->git || !git_path(s->git, a, str_from(api_changelog_path(c)), &s->path, &e))
		return api_git_trouble(err, &e);
	return IXC_OK;
}

ixc_status
api_open_base(struct api_session *s, const ixc_checker *c, struct ixc_error *err)
{
	struct git_error e;
	if (!c->base_revision.n)
		return api_fail(err, IXC_EUSAGE, "a base revision is needed");
	if (!git_resolve(s->git, s->arena, c->base_revision, &s->base, &e) ||
		!git_file(s->git, s->arena, &s->base, s->path, &s->base_bytes, &e))
		return api_git_trouble(err, &e);
	return IXC_OK;
}

struct changelog_pr
api_pr_of(const ixc_checker *c, const struct project *p)
{
	if (!c->pr)
		return (struct changelog_pr){.links = c->links_open
				? CHANGELOG_LINKS_OPEN
				: CHANGELOG_LINKS_CANONICAL};
	return (struct changelog_pr){
		CHANGELOG_LINKS_PR, (int64_t)c->pr, api_repository(c, p)};
}

ixc_status
api_open_head(struct api_session *s, const ixc_checker *c, struct check_change *change,
	struct tree **ret, struct ixc_error *err)
{
	struct git_error e;
	struct git_commit head;
	struct str top = str_from(api_changelog_path(c)), bytes;
	if (c->head != IXC_HEAD_WORKTREE && !str_eq(top, s->path))
		return api_fail(err, IXC_EUSAGE,
			"give the top of the repository as the root: '%s' is a folder in it",
			c->root);
	switch (c->head) {
	case IXC_HEAD_WORKTREE:
		*ret = tree_folder(s->arena, c->root);
		return *ret ? IXC_OK
			    : api_fail(err, IXC_EIO, "cannot open the folder '%s'", c->root);
	case IXC_HEAD_STAGED:
		*ret = tree_git_index(s->git, &e);
		return *ret ? IXC_OK : api_git_trouble(err, &e);
	case IXC_HEAD_REVISION:
		if (!git_resolve(s->git, s->arena, c->head_revision, &head, &e) ||
			!git_file(s->git, s->arena, &head, s->path, &bytes, &e))
			return api_git_trouble(err, &e);
		if (c->base_revision.n &&
			changelog_needs_git_diff(s->base_bytes, bytes) &&
			!git_diff(s->git, s->arena, &s->base, &head, s->path,
				&change->git_diff, &e))
			return api_git_trouble(err, &e);
		*ret = tree_git(s->git, &head);
		return IXC_OK;
	}
	return api_fail(err, IXC_EUSAGE, "there is no such kind of head");
}
