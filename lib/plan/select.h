/*
 * Which launches are wanted: points of config keys, of a recipe, or one environment; and
 * which of them are the same.
 */
#ifndef PLAN_SELECT_H
#define PLAN_SELECT_H

#include "plan/launch.h"
#include "plan/plans.h"

struct launch_query {
	struct str key;    /* of the configs; empty: any */
	struct str recipe; /* path in the tree; empty: any */
	bool has_conc;
	int64_t conc;
	bool exact; /* the recipe gets `environment`; nothing comes from the configs */
	struct shell_settings environment;
	struct shell_settings set; /* on top of what the recipe gets anyway */
};

/* One way to launch: a point on one kind of machine, or the environment given. */
struct launch_case {
	const struct config *config; /* NULL: an environment was given */
	const struct arm *arm;
	const struct point *point;
	const struct route *route;
};

VEC(launch_cases, struct launch_case);

/* Cases that launch the same, or that for the same reason launch nothing known. */
struct launch_group {
	struct str recipe; /* empty: there is no bash recipe; see route->end */
	struct launch_cases cases;
	struct str key; /* what is the same */
};

VEC(launch_groups, struct launch_group *);

/* In the order of the points. */
struct launch_cases launches_select(
	struct arena *a, struct plans *p, const struct launch_query *q);

/* NULL: the case has no recipe, or the tree lacks it. */
struct launch_plan *launch_plan_of(struct plans *p, struct arena *a,
	const struct launch_query *q, const struct launch_case *c);

/* What cases of a group have in common, as text; made for each that has a plan. */
typedef struct str launch_key_fn(void *user, struct arena *scratch,
	const struct launch_case *c, const struct launch_plan *plan);

/* The same services: client commands and the like may differ, unless there is nothing
 * else. */
launch_key_fn launch_key_services;
/* The same commands. */
launch_key_fn launch_key_all;

struct launch_groups launches_group(struct plans *p, const struct launch_query *q,
	const struct launch_cases *cases, launch_key_fn *key, void *user);

#endif
