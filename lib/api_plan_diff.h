/* What the files about differences of launches share. */
#ifndef API_PLAN_DIFF_H
#define API_PLAN_DIFF_H

#include "api_plan.h"
#include "report/plan_diff.h"

/* Points for which the change is the same. */
struct diff_group {
	struct launch_pairs pairs;
};

struct ixc_plan_diff {
	ixc_plans *head, *base;
	struct str base_name;
	size_t points, changed, added, removed;
	bool nodes; /* scripts differ that multi-node points run on the nodes */
	VEC(, struct diff_group *) groups;
	struct arena scratch; /* of one pair */
};

/* Made in d->scratch. */
struct plan_diff_view api_plan_diff_view(
	struct ixc_plan_diff *d, const struct launch_pair *pair);

#endif
