/*
 * Which sizes an engine captures graphs for, and what a decode batch then runs as: the
 * arithmetic alone, from numbers. graphs.h takes the numbers from a launched server.
 *
 * A batch is padded up to the next captured size. vLLM counts tokens, of which a sequence
 * has 1 + drafts in a decode step; the other engines count requests.
 */
#ifndef PLAN_GRAPH_SIZES_H
#define PLAN_GRAPH_SIZES_H

#include "base/vec.h"
#include "plan/launch.h"

enum graph_mode {
	GRAPHS_NONE,
	GRAPHS_PIECEWISE,
	GRAPHS_FULL,
	GRAPHS_FULL_DECODE_ONLY,
	GRAPHS_FULL_AND_PIECEWISE,
};

/* What a decode batch runs as; a set where several are possible. */
enum graph_run { RUNS_FULL = 1, RUNS_PIECEWISE = 2, RUNS_EAGER = 4 };

/* Why the engine does not start with these settings. */
enum graph_refusal {
	GRAPHS_FINE,
	GRAPHS_MAX_DIFFERS, /* a list, and a maximum that is not its last size */
	GRAPHS_NONE_LEFT,   /* no size is within the other limits */
};

VEC(graph_sizes, int64_t);

struct graph_ask {
	enum plan_engine engine;
	enum graph_mode mode;
	int64_t sequences; /* most that a rank decodes at once; 0: not known */
	int64_t drafts;
	int64_t tokens; /* most in a step; 0: not known */
	bool has_sizes;
	struct graph_sizes sizes; /* given, in any order */
	int64_t max;              /* given; 0: not */
	int64_t default_max;      /* of the engine's version, where neither is given */
	bool new_runner;   /* vLLM's V2 model runner, which leaves the list as it is */
	bool dense_start;  /* vLLM: --performance-mode interactivity */
	bool appends_max;  /* SGLang: the maximum is captured also off the grid */
	bool drops_larger; /* ATOM: sizes over the sequence cap are left out */
	bool exact;        /* batches are not padded: only the sizes themselves hit */
};

struct graph_set {
	enum graph_mode mode;
	enum graph_refusal refusal;
	struct graph_sizes full, piecewise; /* rising, no size twice */
	int64_t per_sequence;               /* of the unit that sizes count */
	bool exact;
};

/* False when the settings are too large to be looked at. */
bool graph_set_make(struct arena *a, const struct graph_ask *ask, struct graph_set *ret);
/* Of a decode batch of that many sequences, each with all of its drafts. */
enum graph_run graph_set_run(const struct graph_set *s, int64_t sequences);
/* The largest captured size, in the engine's unit; 0: none. */
int64_t graph_set_top(const struct graph_set *s);

#endif
