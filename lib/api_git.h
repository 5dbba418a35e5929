/* The git side of checks, gates and edits: the base, and the head in its three kinds. */
#ifndef API_GIT_H
#define API_GIT_H

#include "api.h"

#include "base/git.h"
#include "model/changelog_pr.h"

/* A git repository with the commits and bytes that a call is about. */
struct api_session {
	struct arena *arena;
	struct git *git;
	struct str path; /* of the changelog, as git names it */
	struct git_commit base;
	struct str base_bytes;
};

ixc_status api_git_trouble(struct ixc_error *err, const struct git_error *e);
ixc_status api_open_session(
	struct api_session *s, struct arena *a, const ixc_checker *c, struct ixc_error *err);
/* Needs a base revision; the changelog's bytes there too. */
ixc_status api_open_base(
	struct api_session *s, const ixc_checker *c, struct ixc_error *err);
/* `change` receives git's own diff of the changelog where that may differ from ours. */
ixc_status api_open_head(struct api_session *s, const ixc_checker *c,
	struct check_change *change, struct tree **ret, struct ixc_error *err);
/* What the links of new entries may be. */
struct changelog_pr api_pr_of(const ixc_checker *c, const struct project *p);

#endif
