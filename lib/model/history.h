/*
 * Which state of the changelog new entries are told from when no base revision is given.
 */
#ifndef MODEL_HISTORY_H
#define MODEL_HISTORY_H

#include "base/tree.h"

struct history_base {
	const struct str *changelog; /* bytes of the earlier state; NULL: not to be had */
	struct str why_not;          /* one clause, when there should have been one */
};

/*
 * For a checkout whose root is the top of a git work tree: the committed state when the file
 * is changed and not committed, else the parent of the newest commit that touches it. Outside
 * of git there is none, and that is nothing to report.
 */
struct history_base history_base(
	struct arena *a, const char *root, struct tree *tree, struct str changelog_path);

#endif
