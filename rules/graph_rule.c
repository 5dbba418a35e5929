/* Decode batches that outgrow the captured graphs. */
#include "graph_rule.h"

#include <inttypes.h>

/* Sessions of an agentic replay send more than one request at a time when they have
 * sub-agents; recipes reckon with twice as many. */
enum { REQUESTS_PER_SESSION = 2 };

static int64_t
smaller(int64_t x, int64_t y)
{
	return x < y ? x : y;
}

const struct graphs *
case_graphs(const struct case_plan *p, const struct serve *s)
{
	struct str model = p->of->arms.v[0].point->config->model.v;
	return graphs_of(p->arena, p->launch, model, s);
}

/* ---- the load ------------------------------------------------------------------- */

bool
decode_load(const struct case_plan *p, const struct serve *s, struct decode_load *ret)
{
	*ret = (struct decode_load){0};
	for (size_t i = 0; i < p->of->arms.n; i++) {
		const struct point *point = p->of->arms.v[i].point;
		if (point->multinode)
			return false;
		ret->conc = point->conc > ret->conc ? point->conc : ret->conc;
		ret->sessions |= point->kind == SCENARIO_AGENTIC;
	}
	if (!s->dp.known || s->dp.v < 1 || ret->conc < 1)
		return false;
	ret->requests = serve_requests_per_rank(s, ret->conc);
	ret->largest = ret->requests;
	if (s->sequences.known)
		ret->largest = smaller(ret->largest, s->sequences.v);
	if (s->engine == ENGINE_VLLM && s->tokens.known && s->drafts.known)
		ret->largest = smaller(ret->largest, s->tokens.v / (1 + s->drafts.v));
	return true;
}

/* Who leaves the sizes to the engine expects them to hold what the cap lets in. */
static void
count_sub_agents(const struct serve *s, const struct graphs *g, struct decode_load *load)
{
	if (!load->sessions || g->given || !s->sequences.known || !s->sequences.option)
		return;
	int64_t most = smaller(s->sequences.v, load->requests * REQUESTS_PER_SESSION);
	if (s->engine == ENGINE_VLLM && s->tokens.known)
		most = smaller(most, s->tokens.v / (1 + s->drafts.v));
	load->largest = most > load->largest ? most : load->largest;
}

bool
graphs_depend_on_drafts(const struct serve *s, const struct graphs *g)
{
	return s->drafts.known && s->drafts.v > 0 && (g->in_tokens || !g->given);
}

/* ---- collecting ----------------------------------------------------------------- */

/* The run of a finding that is worst off; its texts live in the arena of the check. */
struct worst {
	struct ixc_finding *finding;
	int64_t full;    /* batches up to this have one graph */
	int64_t missing; /* those above it */
	bool meant;      /* every run is one that may be meant so */
	struct decode_load load;
	struct str batches, graphs, ranks, limits, help;
	bool eager, in_tokens, exact;
	int64_t top, per_sequence;
	const struct fact *fact;
};

struct worsts {
	VEC(, struct worst) v;
};

static struct worst *
worst_of(struct check *c, struct ixc_finding *f)
{
	struct worsts *all = *c->memory;
	if (!all)
		*c->memory = all = NEW(c->arena, struct worsts);
	for (size_t i = 0; i < all->v.n; i++)
		if (all->v.v[i].finding == f)
			return &all->v.v[i];
	vec_push(c->arena, &all->v, ((struct worst){.finding = f, .meant = true}));
	return &all->v.v[all->v.n - 1];
}

static struct span
place_of(const struct serve *s, const struct graphs *g)
{
	static const enum option_meaning in_order[] = {OPTION_COMPILATION_CONFIG,
		OPTION_MAX_SEQUENCES, OPTION_SPECULATIVE_CONFIG};
	if (g->given)
		return setting_span(s, g->given);
	for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++) {
		const struct option *o = option_find(s->options, in_order[i]);
		if (o)
			return setting_span(s, o);
	}
	return setting_span(s, NULL);
}

/* "the sequence cap is 512, a step takes 512 tokens: 170 sequences of 3" */
static struct str
limits_text(struct arena *a, const struct serve *s)
{
	struct buf b = buf_new(a, 400);
	if (s->sequences.known)
		buf_addf(&b, "the sequence cap of a rank is %" PRId64, s->sequences.v);
	if (s->sequences.known && s->sequences.fact)
		buf_addf(&b, " by default [%s]", s->sequences.fact->id);
	int64_t q = 1 + s->drafts.v;
	if (s->engine != ENGINE_VLLM || !s->tokens.known ||
		(s->sequences.known && s->tokens.v / q >= s->sequences.v))
		return buf_str(&b);
	buf_addf(&b,
		"%sa step takes %" PRId64 " tokens, which are %" PRId64
		" sequences of %" PRId64,
		b.n ? ", " : "", s->tokens.v, s->tokens.v / q, q);
	return buf_str(&b);
}

static int64_t
multiple(int64_t n, int64_t of)
{
	return (n + of - 1) / of * of;
}

/* The least common multiple of 1 + drafts and the step of the engine's grid. */
static int64_t
grid_step(int64_t q, int64_t step)
{
	int64_t n = step;
	while (n % q)
		n += step;
	return n;
}

static struct str
help_vllm(struct arena *a, const struct serve *s, const struct graphs *g, int64_t largest)
{
	int64_t q = 1 + s->drafts.v, need = largest * q;
	int64_t max = multiple(need, grid_step(q, need > 256 ? 16 : 8));
	if (!g->has_list && max <= s->tokens.v)
		return str_fmt(a,
			"pass --max-cudagraph-capture-size %" PRId64
			", or a list of multiples of %" PRId64 " that ends at %" PRId64,
			max, q, need);
	return str_fmt(
		a, "list the sizes as multiples of %" PRId64 " up to %" PRId64, q, need);
}

static struct str
help_text(struct arena *a, const struct serve *s, const struct graphs *g, int64_t largest)
{
	switch (s->engine) {
	case ENGINE_VLLM:
		return help_vllm(a, s, g, largest);
	case ENGINE_SGLANG:
		return str_fmt(a,
			"capture up to %" PRId64 " requests: --cuda-graph-max-bs",
			largest);
	case ENGINE_ATOM:
		return str_fmt(a,
			"put %" PRId64
			" into --cudagraph-capture-sizes, or choose a sequence "
			"cap that is in the list",
			largest);
	case ENGINE_TRTLLM:
		return str_fmt(a,
			"capture up to %" PRId64
			" requests: cuda_graph_config.max_batch_size",
			largest);
	case ENGINE_NONE:
		break;
	}
	return (struct str){0};
}

static void
keep(struct check *c, struct worst *w, const struct serve *s, const struct graphs *g,
	const struct decode_load *load, unsigned runs)
{
	int64_t full = graphs_full_up_to(g, load->largest);
	bool eager = runs == RUNS_EAGER;
	if (w->missing &&
		(eager == w->eager ? w->missing >= load->largest - full : w->eager))
		return;
	struct arena *a = c->arena;
	const struct graph_set *set = &g->sets.v[0];
	w->full = full;
	w->missing = load->largest - full;
	w->load = *load;
	w->batches = graphs_batches(a, g, load->largest, runs);
	w->graphs = graphs_text(a, g, s);
	w->ranks = ranks_text(a, s);
	w->limits = limits_text(a, s);
	w->help = help_text(a, s, g, load->largest);
	w->eager = eager;
	w->in_tokens = g->in_tokens;
	w->exact = set->exact;
	w->top = graph_set_top(set);
	w->per_sequence = set->per_sequence;
	w->fact = g->fact;
}

/* ---- judging -------------------------------------------------------------------- */

/* A size in requests below the number of sessions is a choice between memory and rare
 * batches, unless most batches are above it. */
static bool
may_be_meant(const struct graphs *g, const struct decode_load *load)
{
	int64_t full = graphs_full_up_to(g, load->largest);
	return load->sessions && g->given && !g->in_tokens && full * 2 > load->largest;
}

static void
report_load(struct check *c, const struct serve *s, const struct graphs *g,
	const struct decode_load *load, unsigned runs)
{
	struct ixc_finding *f = report_plan(
		c, place_of(s, g), "decode batches are above the captured graphs");
	struct worst *w = worst_of(c, f);
	w->meant &= runs != RUNS_EAGER || may_be_meant(g, load);
	keep(c, w, s, g, load, runs);
	relate_setting(f, s, g->given ? g->given : s->sequences.option);
}

void
judge_graphs(struct check *c, const struct serve *s, const struct graphs *g)
{
	struct str recipe = c->plan->of->recipe;
	struct decode_load load;
	if (g->none)
		return;
	if (g->unknown) {
		not_judged(c, recipe, "%s", g->unknown);
		return;
	}
	if (!decode_load(c->plan, s, &load)) {
		not_judged(c, recipe, "how many requests reach a rank is not known");
		return;
	}
	if (g->refusal)
		return;
	count_sub_agents(s, g, &load);
	struct arena *a = c->plan->arena;
	unsigned not_full = RUNS_EAGER | RUNS_PIECEWISE;
	if (graphs_batches(a, g, load.largest, RUNS_EAGER).n)
		report_load(c, s, g, &load, RUNS_EAGER);
	else if (graphs_batches(a, g, load.largest, not_full).n)
		report_load(c, s, g, &load, not_full);
}

/* ---- telling -------------------------------------------------------------------- */

static void
tell_headline(const struct worst *w)
{
	struct ixc_finding *f = w->finding;
	const char *unit = w->in_tokens ? "sequences" : "requests";
	if (w->exact)
		finding_reword(f,
			"decode batches of %.*s %s run eager: without padding only the captured "
			"sizes themselves have a graph",
			STR(w->batches), unit);
	else if (!w->eager)
		finding_reword(f,
			"decode batches of %.*s %s run in pieces: the size that they are padded "
			"to is not captured as a whole",
			STR(w->batches), unit);
	else if (w->in_tokens)
		finding_reword(f,
			"decode batches of %.*s sequences run eager: the captured graphs end at "
			"%" PRId64 " tokens, of which a sequence takes %" PRId64,
			STR(w->batches), w->top, w->per_sequence);
	else
		finding_reword(f,
			"decode batches of %.*s requests run eager: the captured graphs end at "
			"%" PRId64,
			STR(w->batches), w->top);
	finding_label(f, "graphs for up to %" PRId64, w->full);
}

static void
tell_load(const struct worst *w)
{
	struct ixc_finding *f = w->finding;
	const struct decode_load *l = &w->load;
	finding_note(f,
		"worst at CONC %" PRId64 " (%.*s): a rank gets up to %" PRId64
		" %s and decodes up to %" PRId64 " at once",
		l->conc, STR(w->ranks), l->requests,
		l->sessions ? "sessions" : "requests", l->largest);
	if (l->largest > l->requests)
		finding_note(f, "CONC counts sessions: with sub-agents one has several "
				"requests, which is what the cap leaves room for");
	else if (l->sessions && f->severity == IXC_NOTE)
		finding_note(f,
			"CONC counts sessions, which are not always all at work: a "
			"smaller size may be meant, to save memory");
	if (w->limits.n)
		finding_note(f, "%.*s", STR(w->limits));
}

static void
tell(const struct worst *w)
{
	struct ixc_finding *f = w->finding;
	if (w->meant)
		finding_at_most(f, IXC_NOTE);
	tell_headline(w);
	tell_load(w);
	finding_note(f, "graphs %.*s", STR(w->graphs));
	if (w->fact)
		finding_note(f, "%s [%s]", w->fact->value, w->fact->id);
	finding_help(f, "%.*s", STR(w->help));
}

void
tell_graphs(struct check *c)
{
	const struct worsts *all = *c->memory;
	for (size_t i = 0; all && i < all->v.n; i++)
		tell(&all->v.v[i]);
}
