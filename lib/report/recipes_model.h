/* Routes gathered by config key and by recipe, for both writers. */
#ifndef REPORT_RECIPES_MODEL_H
#define REPORT_RECIPES_MODEL_H

#include "report/recipes.h"

/* Routes of one config key, or to one recipe, that end alike. */
struct way {
	const struct config *config;
	enum route_end end;
	struct str recipe;
	const struct route *route; /* one of them */
	struct names launchers, machines;
	VEC(, const struct arm *) arms;
	struct matrix_ints concs; /* ascending */
};

VEC(ways, struct way *);

struct recipes_view {
	struct ways ways;        /* in the order of the configs */
	struct names recipes;    /* reached ones, sorted */
	struct names unreached;
	bool undecided;
};

struct recipes_view recipes_view(
	struct arena *a, struct plans *p, const struct names *only);
/* "1-64 (7)" or "16" */
struct str way_concs(struct arena *a, const struct way *w);

#endif
