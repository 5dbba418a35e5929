/* What the two files of the fixer share. */
#ifndef CHECK_FIX_INTERNAL_H
#define CHECK_FIX_INTERNAL_H

#include "check/fix.h"

/* A state of the files, judged; it goes away as a whole. */
struct fix_state {
	struct arena *arena;
	struct run *run;
};

/* The bytes with the edits that the findings have for this file; none overlap. */
struct str fix_edit(struct arena *a, const struct source *s, const struct finding_list *list);
/* Whether an edit of one lies at or in an edit of the other. */
bool fix_overlap(const struct ixc_finding *x, const struct ixc_finding *y);
/* Why the fix can't be put in, whatever else is: it has no place in a file of the tree, or
 * touches history. NULL: it can. */
const char *fix_obstacle(const struct run *run, struct tree *tree,
	const struct fix_options *f, const struct ixc_finding *x);
/* What is wrong with the second state, which came from the first by mending these findings:
 * one of them is still there, or there is a new error. Empty: nothing. */
struct str fix_trouble(struct arena *a, const struct run *before, const struct run *after,
	const struct finding_list *mended);

#endif
