/*
 * How the ranks of a server share attention and experts. The same words mean different
 * things to the engines; here they mean the same for all.
 */
#ifndef PLAN_LAYOUT_H
#define PLAN_LAYOUT_H

#include "plan/serve.h"

struct layout_size {
	bool known;
	int64_t v;
};

enum layout_dp {
	LAYOUT_DP_NONE,      /* one replica */
	LAYOUT_DP_ATTENTION, /* attention is replicated, experts are shared */
	LAYOUT_DP_REPLICAS,  /* the whole model is replicated */
	LAYOUT_DP_UNKNOWN,
};

struct layout {
	struct layout_size gpus; /* of the server */
	struct layout_size tp;   /* ranks that share one attention */
	struct layout_size pp, dp;
	struct layout_size pcp, dcp; /* context parallelism; 1: none */
	struct layout_size ep; /* ranks over which whole experts are spread; 1: none */
	struct layout_size moe_tp; /* ranks that share one expert */
	enum layout_dp dp_kind;
};

/* False when it is no server whose options are known. */
bool layout_of(const struct serve *s, struct layout *ret);

#endif
