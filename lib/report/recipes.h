/* Which recipe each config key runs, and what runs each recipe. */
#ifndef REPORT_RECIPES_H
#define REPORT_RECIPES_H

#include "plan/plans.h"

/* The names are config keys and paths of recipes; none: everything. */
void report_recipes_text(struct buf *b, struct plans *p, const struct names *only);
void report_recipes_json(struct buf *b, struct plans *p, const struct names *only);
/* The first of the names that is neither a config key nor a recipe, or NULL; *near asks
 * whether a similar one was meant, or is empty. */
const struct str *report_recipes_unknown(
	struct arena *a, struct plans *p, const struct names *only, struct str *near);

#endif
