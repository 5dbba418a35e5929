/*
 * What stays from one run to the next while somebody types: the files as read and parsed,
 * the matrix, launchers and scripts. Texts of scripts may be exchanged; whatever else
 * changes makes it worthless.
 */
#ifndef CHECK_KEPT_H
#define CHECK_KEPT_H

#include "check/run.h"

struct kept {
	struct arena *arena;
	struct tree *tree; /* each file of it read once */
	struct sources *sources;
	struct repo *repo;
	struct plans *plans; /* nothing is asked of them but by plans_again() */
	struct map limited;  /* path of a recipe to plans that are limited to it */
};

/* Of check_run()'s options. */
struct kept *kept_new(struct arena *a, struct tree *tree, const struct check_options *o);
/* The script has other bytes now, which the tree that is under `tree` gives, too. */
void kept_replace(struct kept *k, struct str path, struct str bytes);

#endif
