/*
 * What a launched server asks for, in its engine's own terms: how many ranks, how its
 * experts are spread, how many sequences a rank takes, what is drafted. Defaults come from
 * the facts, for the version that the image names.
 */
#ifndef PLAN_SERVE_H
#define PLAN_SERVE_H

#include "facts/engine.h"
#include "facts/gpu.h"
#include "plan/engines.h"

/* A number that the command gives, or that the engine takes by default. */
struct amount {
	bool known;
	int64_t v;
	const struct option *option; /* that gives it; NULL: a default, or computed */
	const struct fact *fact;     /* of a default */
};

struct fraction {
	bool known;
	double v;
	const struct option *option;
	const struct fact *fact;
};

struct serve {
	const struct plan_command *command;
	const struct decoded *options; /* NULL: no table for the engine */
	enum plan_engine engine;
	const char *engine_name;       /* "vllm" */
	struct engine_version version;
	const struct gpu_facts *gpu; /* NULL: not known */

	struct amount tp, pp, pcp, dp; /* dp: data-parallel ranks, of attention or of all */
	enum tri dp_attention;  /* ranks have attention of their own */
	enum tri experts_split; /* expert parallelism is on */
	struct amount ep;       /* ranks that the routed experts are spread over; 1: none */
	struct amount gpus;     /* of the server as a whole */

	struct amount drafts;    /* tokens drafted a step; 0: no speculative decoding */
	enum tri speculates;
	struct amount sequences; /* most that one rank decodes at once */
	struct amount tokens;    /* most that one rank takes in a step */
	struct fraction memory;  /* GPU memory fraction; of what depends on the engine */
};

VEC(serves, const struct serve *);

const struct serve *serve_of(struct arena *a, const struct plan_command *c,
	const struct engine_version *version, const struct gpu_facts *gpu);

/* Where a setting stands: its option's word, else the command's name. */
struct span serve_span(const struct serve *s, const struct option *o);
/* Whether the command runs on every path that was followed to it: no condition on the way
 * is undecided. */
bool serve_is_certain(const struct serve *s);
/* Largest number of the point's concurrent requests that may reach one rank. */
int64_t serve_requests_per_rank(const struct serve *s, int64_t concurrency);

#endif
