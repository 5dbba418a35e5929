/* What the files about launch plans share. */
#ifndef API_PLAN_H
#define API_PLAN_H

#include "api.h"
#include "plan/select.h"

struct ixc_plans {
	struct arena arena;
	struct sources sources;
	const char *root;
	struct tree *tree;
	struct repo *repo;
	struct plans *plans;
	struct launch_query query;
	struct launch_cases cases;
	struct str why; /* empty: the plans themselves */
};

/* ---- api_plan.c ---- */

struct ixc_plan_options api_plan_options(const struct ixc_plan_options *o);
ixc_status api_plans_new(ixc_plans **ret, struct ixc_error *err);
/* Reads what is asked for; whether it exists is not looked at. */
ixc_status api_plans_open(struct ixc_plans *p, struct tree *tree,
	const struct ixc_plan_options *o, struct ixc_error *err);
ixc_status api_plans_open_folder(struct ixc_plans *p, const char *root,
	const struct ixc_plan_options *o, struct ixc_error *err);
bool api_plans_have_key(struct ixc_plans *p);
bool api_plans_have_recipe(struct ixc_plans *p);
/* IXC_OK, or that there are no launchers. */
ixc_status api_plans_possible(struct ixc_plans *p, struct ixc_error *err);
/* Errors with the nearest names; the last: nothing is left of the points. */
ixc_status api_plans_no_key(struct ixc_plans *p, struct ixc_error *err);
ixc_status api_plans_no_recipe(struct ixc_plans *p, struct ixc_error *err);
ixc_status api_plans_nothing(struct ixc_plans *p, struct ixc_error *err);

#endif
