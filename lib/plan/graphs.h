/*
 * Which decode batches of a launched server run as captured graphs.
 *
 * How the sizes come about depends on the engine's version, the GPU and the model runner.
 * Where one of them is not known, every possible set of sizes is kept, and what is said
 * holds for all of them.
 *
 * An attention backend that can't capture a mode makes the engine fall back at start;
 * which do is not known here. So a batch that is said to run full may do less, but one
 * that is said to run eager never does better.
 */
#ifndef PLAN_GRAPHS_H
#define PLAN_GRAPHS_H

#include "plan/graph_sizes.h"
#include "plan/serve.h"

struct graphs {
	const char *unknown;        /* why nothing can be said; NULL: something can */
	bool none;                  /* the command asks for no graphs */
	enum graph_refusal refusal; /* in every set */
	VEC(, struct graph_set) sets;
	bool in_tokens;             /* sizes count tokens, else requests */
	const struct option *given; /* the list, or its maximum; NULL: the engine's own */
	bool has_list;              /* given is the list */
	const struct fact *fact;    /* how the sizes come about */
};

/* Never NULL. `model` as the config names it; empty: not known. */
const struct graphs *graphs_of(struct arena *a, const struct launch_plan *p,
	struct str model, const struct serve *s);
/* What a decode batch may run as: enum graph_run, joined over the sets; 0: not known. */
unsigned graphs_may_run(const struct graphs *g, int64_t sequences);
/* The largest n of which every batch of 1 to n runs full, at most `limit`. */
int64_t graphs_full_up_to(const struct graphs *g, int64_t limit);
/* The batches of up to `limit` sequences that run as one of `runs` and as nothing else:
 * "13, 65 to 96", the first of many; empty when there are none. */
struct str graphs_batches(
	struct arena *a, const struct graphs *g, int64_t limit, unsigned runs);
/* "captured: 1, 2, 4 ... 512 tokens (FULL_AND_PIECEWISE), full up to 128
 * sequences"; or why nothing is known. */
struct str graphs_text(struct arena *a, const struct graphs *g, const struct serve *s);
const char *graph_mode_name(enum graph_mode m);

#endif
