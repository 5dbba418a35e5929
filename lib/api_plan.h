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

#endif
