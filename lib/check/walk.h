/*
 * The walk over all evaluated recipes, which calls the rules that look at plans. Each is
 * evaluated once and shown to all of them.
 */
#ifndef CHECK_WALK_H
#define CHECK_WALK_H

#include "check/rule.h"
#include "check/run.h"

/* Only these recipes, or all (NULL). `active` tells of each rule of the table whether it runs; c->severity is set per rule. */
void walk_plans(struct check *c, const struct check_options *o, const bool *active,
	const struct map *only);

#endif
