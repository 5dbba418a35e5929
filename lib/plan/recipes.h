/* The recipes of a tree, beside what the launchers choose. */
#ifndef PLAN_RECIPES_H
#define PLAN_RECIPES_H

#include "plan/plans.h"

/* Folders in which launchers look; what lies below them (deprecated/) is out of use. Ends in
 * NULL. */
extern const char *const recipe_folders[];

/* MODEL_PRECISION_...: what launchers put together. Other scripts are helpers. */
bool recipe_is_name(struct str name);
/* Paths of the recipes that no point of the configs reaches, in order. */
struct names recipes_unreached(struct arena *a, struct plans *p);

#endif
