/* Pools of KV cache that a launched recipe makes in host memory. */
#ifndef RULES_HOST_POOL_H
#define RULES_HOST_POOL_H

#include "facts/host.h"
#include "plan_rule.h"

struct host_pool {
	const struct host_pool_facts *facts;
	struct str setting;          /* for people: "--hicache-size" */
	struct span place;           /* where its size is written */
	const struct serve *server;  /* NULL: of a server of its own */
	const struct option *option; /* that sets it, or NULL */
	const struct origin *origin; /* of the size; NULL: it stands in a file */
	struct str digits;           /* the size as written */
	double each;                 /* bytes */
	struct amount copies;
};

VEC(host_pools, struct host_pool);

struct host_picture {
	struct host_pools pools;
	bool by_ratio; /* SGLang: a multiple of the GPU's pool, which no budget can tell
			*/
	bool unknown;  /* some size, or all, could not be read */
};

/* The arm's budget in bytes; 0: it has none. */
double host_budget(const struct plan_case *c);
struct host_picture host_pools_of(struct check *c, const struct case_plan *p);
/* Whether the size follows the budget. */
bool host_pool_is_fed(
	struct check *c, const struct case_plan *p, const struct host_pool *h);

#endif
