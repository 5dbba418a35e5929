/*
 * What the repository's own job on a pull request makes of a changelog change.
 *
 * That job knows no entries and no history: it takes the lines that `git diff` marks as
 * added, as text, and reads them as YAML. So it stops at things that are fine and passes
 * things that the merge tools refuse. The state of a line decides, so the diff must be
 * git's; without one (a work tree, or texts without git) an own diff stands in.
 */
#ifndef MODEL_CHANGELOG_PR_H
#define MODEL_CHANGELOG_PR_H

#include "base/source.h"

enum changelog_stop_kind {
	CHANGELOG_STOP_FINAL_NEWLINE,
	CHANGELOG_STOP_ENCODING,     /* the diff is not UTF-8 */
	CHANGELOG_STOP_DELETION,     /* a line with text in it counts as deleted */
	CHANGELOG_STOP_NO_ADDITIONS, /* nothing, or nothing but blanks, counts as added */
	CHANGELOG_STOP_YAML,         /* the added lines alone are not YAML */
	CHANGELOG_STOP_NO_ENTRIES,   /* they are an empty value */
	CHANGELOG_STOP_SCHEMA,       /* an entry of the wrong shape */
	CHANGELOG_STOP_APPEND_ONLY,  /* append-only entries beside others */
};

struct changelog_stop {
	enum changelog_stop_kind kind;
	struct span span; /* the line in base (deletions) or head; file 0: no place */
	struct str text;
};

VEC(changelog_stops, struct changelog_stop);

struct changelog_pr_view {
	struct changelog_stops stops; /* the job ends at the first; none: it goes on to
					 resolve the keys and to make the matrix */
	struct str added;             /* the text that it reads */
	struct offsets added_line;    /* for each line of it, its line in head, from 1 */
	bool is_exact; /* git's own diff, or one that git can't make otherwise */
};

/* Whether git could mark other lines than an own comparison does. False for what is
 * usual, entries behind the old text: then git need not be asked. */
bool changelog_needs_git_diff(struct str base, struct str head);

/* `git_diff` is what `git diff base head -- file` prints; p NULL: to be made here. */
struct changelog_pr_view *changelog_pr_view(struct arena *a, const struct source *base,
	const struct source *head, struct str git_diff);

#endif
