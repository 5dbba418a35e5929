/* Pools of KV cache in host memory: in which unit an engine takes their size, and how
 * many of them there are. */
#ifndef FACTS_HOST_H
#define FACTS_HOST_H

#include "facts/facts.h"

enum host_scope {
	HOST_EACH_RANK,   /* every rank makes one of that size */
	HOST_EACH_ENGINE, /* the ranks of an engine share it; each data-parallel rank is
			     one */
	HOST_IN_ALL,      /* the whole command shares it */
};

struct host_pool_facts {
	const char *engine;  /* "vllm", "lmcache" */
	const char *setting; /* as rules ask for it */
	double unit;         /* bytes */
	enum host_scope scope;
	struct fact fact;
};

/* NULL: nothing is known. */
const struct host_pool_facts *host_pool_facts(const char *engine, const char *setting);
const struct host_pool_facts *host_pool_facts_at(size_t i); /* NULL behind the last */

#endif
