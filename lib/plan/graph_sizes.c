/*
 * Sizes of captured graphs, engine by engine.
 *
 * vLLM: _set_cudagraph_sizes() in config/vllm.py,
 * adjust_cudagraph_sizes_for_spec_decode() in config/compilation.py,
 * v1/cudagraph_dispatcher.py, v1/worker/gpu/cudagraph_utils.py, at 017e9f4448. SGLang:
 * server_args.py and the graph runner, v0.5.12 to v0.5.18. ATOM: ffdf3bb5. TensorRT-LLM:
 * CudaGraphConfig in llmapi/llm_args.py, 0004396720.
 */
#include "plan/graph_sizes.h"

#include "base/arena.h"
#include "base/limits.h"

#include <stdlib.h>

/* ---- lists ---------------------------------------------------------------------- */

static int
by_size(const void *x, const void *y)
{
	const int64_t *a = x, *b = y;
	return *a < *b ? -1 : *a > *b;
}

static void
tidy(struct graph_sizes *l)
{
	size_t n = 0;
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, by_size);
	for (size_t i = 0; i < l->n; i++)
		if (n == 0 || l->v[n - 1] != l->v[i])
			l->v[n++] = l->v[i];
	l->n = n;
}

static int64_t
last(const struct graph_sizes *l)
{
	return l->n ? l->v[l->n - 1] : 0;
}

/* from, from + step ... up to and including `to`. */
static void
add_steps(struct arena *a, struct graph_sizes *l, int64_t from, int64_t to, int64_t step)
{
	for (int64_t x = from; x <= to; x += step)
		vec_push(a, l, x);
}

/* Those from..to; a bound of 0 is none. */
static struct graph_sizes
between(struct arena *a, const struct graph_sizes *l, int64_t from, int64_t to)
{
	struct graph_sizes some = {0};
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i] >= from && (to == 0 || l->v[i] <= to))
			vec_push(a, &some, l->v[i]);
	return some;
}

static int64_t
smaller(int64_t x, int64_t y)
{
	return x < y ? x : y;
}

/* The smaller of two bounds, where 0 is none. */
static int64_t
tighter(int64_t x, int64_t y)
{
	return x == 0 ? y : y == 0 ? x : smaller(x, y);
}

/* ---- vLLM ----------------------------------------------------------------------- */

static struct graph_sizes
vllm_grid(struct arena *a, const struct graph_ask *ask)
{
	static const int64_t start[] = {1, 2, 4};
	struct graph_sizes l = {0};
	int64_t max = ask->max;
	if (max == 0)
		max = tighter(ask->sequences * (1 + ask->drafts) * 2, ask->default_max);
	max = tighter(max, ask->tokens);
	if (ask->dense_start)
		add_steps(a, &l, 1, smaller(32, max), 1);
	for (size_t i = 0; i < sizeof start / sizeof *start; i++)
		if (start[i] <= max)
			vec_push(a, &l, start[i]);
	add_steps(a, &l, 8, smaller(255, max), 8);
	add_steps(a, &l, 256, max, 16);
	if (ask->tokens && ask->tokens <= max)
		vec_push(a, &l, ask->tokens);
	tidy(&l);
	return l;
}

/* Rounded up to multiples of q; what then exceeds the bound is dropped. */
static struct graph_sizes
rounded(struct arena *a, const struct graph_sizes *l, int64_t q, int64_t bound)
{
	struct graph_sizes some = {0};
	for (size_t i = 0; i < l->n; i++) {
		int64_t up = (l->v[i] + q - 1) / q * q;
		if (up <= bound)
			vec_push(a, &some, up);
	}
	tidy(&some);
	return some;
}

static bool
has_piecewise(enum graph_mode m)
{
	return m == GRAPHS_PIECEWISE || m == GRAPHS_FULL_AND_PIECEWISE;
}

/* The V1 runner changes the list itself where decode batches are captured as a whole. */
static void
vllm_old_runner(struct arena *a, const struct graph_ask *ask, struct graph_sizes l,
	struct graph_set *ret)
{
	int64_t q = 1 + ask->drafts;
	if (ret->mode != GRAPHS_PIECEWISE && q > 1) {
		int64_t bound = last(&l);
		l = rounded(a, &l, q, bound);
		if (l.n == 0 && q <= bound)
			vec_push(a, &l, q);
		if (l.n == 0)
			ret->refusal = GRAPHS_NONE_LEFT;
	}
	if (has_piecewise(ret->mode))
		ret->piecewise = l;
	if (ret->mode == GRAPHS_FULL)
		ret->full = l;
	else if (ret->mode != GRAPHS_PIECEWISE)
		ret->full = between(a, &l, q, ask->sequences * q);
}

static void
vllm_new_runner(struct arena *a, const struct graph_ask *ask, struct graph_sizes l,
	struct graph_set *ret)
{
	int64_t q = 1 + ask->drafts;
	if (has_piecewise(ret->mode))
		ret->piecewise = l;
	if (ret->mode == GRAPHS_PIECEWISE)
		return;
	ret->full = rounded(a, &l, q, tighter(last(&l), ask->sequences * q));
	for (size_t i = 0; ret->mode == GRAPHS_FULL && i < l.n; i++)
		vec_push(a, &ret->full, l.v[i]);
	tidy(&ret->full);
}

static void
vllm_set(struct arena *a, const struct graph_ask *ask, struct graph_set *ret)
{
	struct graph_sizes l = ask->has_sizes ? between(a, &ask->sizes, 1, ask->tokens)
					      : vllm_grid(a, ask);
	tidy(&l);
	ret->per_sequence = 1 + ask->drafts;
	if (ask->has_sizes && ask->max && ask->max != last(&l))
		ret->refusal = GRAPHS_MAX_DIFFERS;
	if (ask->new_runner)
		vllm_new_runner(a, ask, l, ret);
	else
		vllm_old_runner(a, ask, l, ret);
}

/* ---- SGLang --------------------------------------------------------------------- */

static struct graph_sizes
sglang_grid(struct arena *a, int64_t max, bool speculates)
{
	static const struct {
		int64_t from, to, step;
	} plain[] = {{1, 2, 1}, {4, 12, 4}, {16, 256, 8}, {272, 511, 16}, {512, 0, 32}},
	  drafting[] = {{1, 8, 1}, {10, 32, 2}, {40, 64, 4}, {72, 256, 8}, {272, 0, 16}};
	struct graph_sizes l = {0};
	for (size_t i = 0; i < 5; i++) {
		int64_t from = speculates ? drafting[i].from : plain[i].from;
		int64_t to = speculates ? drafting[i].to : plain[i].to;
		int64_t step = speculates ? drafting[i].step : plain[i].step;
		add_steps(a, &l, from, to ? smaller(to, max) : max, step);
	}
	return l;
}

static void
sglang_set(struct arena *a, const struct graph_ask *ask, struct graph_set *ret)
{
	int64_t max = ask->max ? ask->max : ask->default_max;
	struct graph_sizes l = {0};
	if (ask->has_sizes)
		l = between(a, &ask->sizes, 1, 0);
	else if (ask->exact)
		add_steps(a, &l, 1, max, 1);
	else
		l = sglang_grid(a, max, ask->drafts > 0);
	if (!ask->has_sizes && ask->appends_max)
		vec_push(a, &l, max);
	tidy(&l);
	/* The pool of requests is as large as the cap; its size is captured as well. */
	if (ask->sequences && last(&l) > ask->sequences) {
		l = between(a, &l, 1, ask->sequences);
		vec_push(a, &l, ask->sequences);
		tidy(&l);
	}
	ret->full = l;
}

/* ---- ATOM ----------------------------------------------------------------------- */

static void
atom_set(struct arena *a, const struct graph_ask *ask, struct graph_set *ret)
{
	static const int64_t usual[] = {1, 2, 4, 8, 16, 32, 48, 64, 128, 256, 512};
	struct graph_sizes l = {0};
	if (ask->has_sizes)
		l = between(a, &ask->sizes, 1, 0);
	else
		for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
			if (usual[i] <= ask->default_max)
				vec_push(a, &l, usual[i]);
	if (ask->drops_larger)
		l = between(a, &l, 1,
			tighter(ask->sequences, ask->tokens / (1 + ask->drafts)));
	tidy(&l);
	if (l.n == 0)
		ret->refusal = GRAPHS_NONE_LEFT;
	if (ret->mode == GRAPHS_PIECEWISE)
		ret->piecewise = l;
	else
		ret->full = l;
}

/* ---- TensorRT-LLM --------------------------------------------------------------- */

static struct graph_sizes
trtllm_grid(struct arena *a, int64_t max, bool exact)
{
	struct graph_sizes l = {0};
	if (exact) {
		add_steps(a, &l, 1, smaller(31, max), 1);
		for (int64_t x = 32; x <= max; x = x == 32 ? 64 : x * 2)
			vec_push(a, &l, x);
	} else {
		add_steps(a, &l, 1, smaller(2, max), 1);
		add_steps(a, &l, 4, smaller(4, max), 1);
		add_steps(a, &l, 8, smaller(128, max), 8);
		add_steps(a, &l, 192, max, 64);
	}
	vec_push(a, &l, max);
	return l;
}

static void
trtllm_set(struct arena *a, const struct graph_ask *ask, struct graph_set *ret)
{
	int64_t max = ask->max ? ask->max : ask->default_max;
	struct graph_sizes l = ask->has_sizes ? between(a, &ask->sizes, 1, 0)
					      : trtllm_grid(a, max, ask->exact);
	tidy(&l);
	if (ask->has_sizes && ask->max && ask->max != last(&l))
		ret->refusal = GRAPHS_MAX_DIFFERS;
	int64_t cap = tighter(ask->sequences, ask->tokens / (1 + ask->drafts));
	if (cap && last(&l) > cap) {
		l = between(a, &l, 1, cap);
		if (!ask->exact)
			vec_push(a, &l, cap);
		tidy(&l);
	}
	ret->full = l;
}

/* ---- all of them ---------------------------------------------------------------- */

static bool
is_within(int64_t x)
{
	return x >= 0 && x <= LIMIT_GRAPH_SIZE;
}

static bool
is_judgeable(const struct graph_ask *ask)
{
	return is_within(ask->max) && is_within(ask->default_max) &&
	       is_within(ask->sequences) && is_within(ask->drafts) && ask->tokens >= 0 &&
	       ask->sizes.n <= LIMIT_GRAPH_SIZE &&
	       (ask->has_sizes || ask->max || ask->default_max);
}

bool
graph_set_make(struct arena *a, const struct graph_ask *ask, struct graph_set *ret)
{
	*ret = (struct graph_set){
		.mode = ask->mode, .per_sequence = 1, .exact = ask->exact};
	if (ask->mode == GRAPHS_NONE)
		return true;
	if (!is_judgeable(ask))
		return false;
	switch (ask->engine) {
	case ENGINE_VLLM:
		vllm_set(a, ask, ret);
		return true;
	case ENGINE_SGLANG:
		sglang_set(a, ask, ret);
		return true;
	case ENGINE_ATOM:
		atom_set(a, ask, ret);
		return true;
	case ENGINE_TRTLLM:
		trtllm_set(a, ask, ret);
		return true;
	case ENGINE_NONE:
		break;
	}
	return false;
}

/* The first size that holds so many; 0: none does. */
static int64_t
next(const struct graph_sizes *l, int64_t n)
{
	size_t from = 0, to = l->n;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (l->v[middle] < n)
			from = middle + 1;
		else
			to = middle;
	}
	return from < l->n ? l->v[from] : 0;
}

enum graph_run
graph_set_run(const struct graph_set *s, int64_t sequences)
{
	int64_t n = sequences * s->per_sequence;
	int64_t full = next(&s->full, n), piecewise = next(&s->piecewise, n);
	if (s->exact)
		return full == n ? RUNS_FULL : RUNS_EAGER;
	if (full && (!piecewise || full <= piecewise))
		return RUNS_FULL;
	return piecewise ? RUNS_PIECEWISE : RUNS_EAGER;
}

int64_t
graph_set_top(const struct graph_set *s)
{
	int64_t full = last(&s->full), piecewise = last(&s->piecewise);
	return full > piecewise ? full : piecewise;
}
