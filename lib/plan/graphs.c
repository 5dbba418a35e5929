/* What follows from the sets of graph sizes. */
#include "plan/graphs.h"

#include "base/arena.h"

enum { RANGES_SHOWN = 6 };

/* A word for each mode. */
const char *
graph_mode_name(enum graph_mode m)
{
	switch (m) {
	case GRAPHS_NONE:
		return "NONE";
	case GRAPHS_PIECEWISE:
		return "PIECEWISE";
	case GRAPHS_FULL:
		return "FULL";
	case GRAPHS_FULL_DECODE_ONLY:
		return "FULL_DECODE_ONLY";
	case GRAPHS_FULL_AND_PIECEWISE:
		break;
	}
	return "FULL_AND_PIECEWISE";
}

unsigned
graphs_may_run(const struct graphs *g, int64_t sequences)
{
	unsigned runs = 0;
	if (g->none)
		return RUNS_EAGER;
	for (size_t i = 0; i < g->sets.n && !g->unknown; i++)
		runs |= graph_set_run(&g->sets.v[i], sequences);
	return runs;
}

/* Above it every batch runs like the first one above it. */
static int64_t
top_sequences(const struct graphs *g)
{
	int64_t top = 0;
	for (size_t i = 0; i < g->sets.n; i++) {
		const struct graph_set *s = &g->sets.v[i];
		int64_t n = graph_set_top(s) / s->per_sequence;
		top = n > top ? n : top;
	}
	return top;
}

int64_t
graphs_full_up_to(const struct graphs *g, int64_t limit)
{
	int64_t n = 0, top = top_sequences(g);
	while (n < limit && n < top && graphs_may_run(g, n + 1) == RUNS_FULL)
		n++;
	return n;
}

static void
add_range(struct buf *b, size_t before, int64_t from, int64_t to)
{
	if (before > RANGES_SHOWN)
		return;
	if (before == RANGES_SHOWN) {
		buf_addz(b, " ...");
		return;
	}
	if (before)
		buf_addz(b, ", ");
	buf_addf(b, "%lld", (long long)from);
	if (to > from)
		buf_addf(b, to == from + 1 ? ", %lld" : " to %lld", (long long)to);
}

struct str
graphs_batches(struct arena *a, const struct graphs *g, int64_t limit, unsigned runs)
{
	struct buf b = buf_new(a, 400);
	size_t ranges = 0;
	int64_t from = 0, top = top_sequences(g);
	for (int64_t n = 1; n <= limit && !g->unknown; n++) {
		unsigned may = graphs_may_run(g, n);
		bool wanted = may && !(may & ~runs);
		if (!wanted && from)
			add_range(&b, ranges++, from, n - 1);
		from = !wanted ? 0 : from ? from : n;
		if (n > top)
			break;
	}
	if (from)
		add_range(&b, ranges, from, limit);
	return buf_str(&b);
}

/* ---- for people ----------------------------------------------------------------- */

static void
add_sizes(struct buf *b, const struct graph_set *s)
{
	const struct graph_sizes *l = s->full.n ? &s->full : &s->piecewise;
	for (size_t i = 0; i < l->n; i++) {
		if (l->n > 8 && i == 4)
			i = l->n - 1;
		if (i)
			buf_addz(b, l->n > 8 && i == l->n - 1 ? " ... " : ", ");
		buf_addf(b, "%lld", (long long)l->v[i]);
	}
}

struct str
graphs_text(struct arena *a, const struct graphs *g, const struct serve *s)
{
	if (g->unknown)
		return str_fmt(a, "not known: %s", g->unknown);
	if (g->none)
		return str_dup(a, S("none: every batch runs eager"));
	struct buf b = buf_new(a, 400);
	const struct graph_set *set = &g->sets.v[0];
	buf_addz(&b, "captured: ");
	add_sizes(&b, set);
	buf_addz(&b, g->in_tokens ? " tokens" : " requests");
	if (s->engine == ENGINE_VLLM || s->engine == ENGINE_ATOM)
		buf_addf(&b, " (%s)", graph_mode_name(set->mode));
	int64_t cap = s->sequences.known ? s->sequences.v : INT64_MAX;
	int64_t full = graphs_full_up_to(g, cap);
	buf_addf(&b, ", full up to %lld sequences", (long long)full);
	if (g->sets.n > 1 && full < cap)
		buf_addz(&b, "; more depends on the engine's version");
	return buf_str(&b);
}
