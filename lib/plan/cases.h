/*
 * Every run of a recipe that the checked configs ask for, once: points that give a recipe
 * the same environment on several machines are one case.
 *
 * Beside the throughput runs there are runs that only evaluate accuracy (EVAL_ONLY), and
 * latent ones: branches for offloading backends that no arm selects today.
 */
#ifndef PLAN_CASES_H
#define PLAN_CASES_H

#include "facts/gpu.h"
#include "plan/plans.h"
#include "plan/serve.h"

enum case_kind { CASE_RUN = 1, CASE_EVAL = 2, CASE_LATENT = 4 };

struct case_arm {
	const struct arm_route *route;
	const struct point *point;
};

VEC(case_arms, struct case_arm);

struct plan_case {
	enum case_kind kind;
	struct str recipe;
	struct str key;        /* equal for equal runs, in any tree */
	struct str digest;     /* of what it launches, when it was wanted; see plan/print.h */
	struct str assumed;    /* LATENT: "KV_OFFLOAD_BACKEND=lmcache" */
	struct case_arms arms; /* LATENT: of the case that it was made from */
	struct shell_settings environment;
	const struct gpu_facts *gpu; /* NULL: not known */
	struct engine_version version; /* as the image's tag tells it */
	size_t index;                  /* in the list */
};

VEC(plan_cases, struct plan_case *);

/* A case evaluated. */
struct case_plan {
	const struct plan_case *of;
	const struct launch_plan *launch; /* never NULL */
	struct serves servers; /* the launched servers, in order */
	struct arena *arena;   /* that it lives in: for what is needed no longer */
};

/* Those of one recipe stand together: RUN in the order of the points, EVAL, LATENT. */
const struct plan_cases *plans_cases(struct plans *p);
/* Lives in the arena given. NULL: the recipe can't be read. */
const struct case_plan *plans_evaluate(
	struct plans *p, struct arena *a, const struct plan_case *c);

/* Value that the environment of the case gives a variable; empty when it has none or is
 * not known. */
struct str case_variable(const struct plan_case *c, struct str name);

#endif
