/* graph-bs-over-max-batch: graph sizes that the engine refuses, drops, or reserves for.
 */
#include "graph_rule.h"

#include <inttypes.h>

/* A size that is the same in every run, at one place. */
struct literal {
	struct span place, cap_place;
	int64_t size, cap; /* cap: the largest of the runs, in the unit of sizes */
	bool differs; /* the size is not the same everywhere, or a cap is not known */
	bool in_tokens;
	struct strs recipes; /* that pass it */
	const struct fact *fact;
};

struct literals {
	VEC(, struct literal) v;
};

/* ---- refused -------------------------------------------------------------------- */

static void
report_refusal(struct check *c, const struct serve *s, const struct graphs *g)
{
	const struct option *o = g->given ? g->given : s->sequences.option;
	bool differs = g->refusal == GRAPHS_MAX_DIFFERS;
	struct ixc_finding *f = report_plan(c, setting_span(s, o),
		differs ? "the largest graph is given as another size than the last of the list"
			: "no graph size is within the limits of a batch");
	finding_note(f, "%s stops at its start with %s", s->engine_name,
		s->engine == ENGINE_ATOM ? "a failed assertion" : "a ValueError");
	if (g->fact)
		finding_note(f, "%s [%s]", g->fact->value, g->fact->id);
	finding_help(f, differs ? "give only the list, or only its maximum"
				: "list sizes within the sequence cap");
	relate_setting(f, s, o);
}

/* ---- reserved ------------------------------------------------------------------- */

/* MiB that SGLang's default memory fraction leaves for graphs of so many requests; from
 * server_args.py, v0.5.8 to v0.5.18. */
static double
reserved_mib(const struct serve *s, int64_t size)
{
	double n = (double)size, mib = 2 * n;
	if (s->dp_attention == TRI_YES)
		mib += (n > 300 ? 4.5 : 3) * n * (double)s->dp.v;
	return mib;
}

static void
judge_reserve(
	struct check *c, const struct serve *s, const struct graphs *g, int64_t size)
{
	int64_t chunk = 8192;
	enum option_state chunks =
		option_int_state(s->options, OPTION_CHUNKED_PREFILL_SIZE, &chunk);
	bool usual = chunks == STATE_ABSENT || (chunks == STATE_KNOWN && chunk >= 8192);
	if (s->engine != ENGINE_SGLANG || s->dp_attention == TRI_UNKNOWN || !usual ||
		option_state(s->options, OPTION_MEMORY_FRACTION) != STATE_ABSENT)
		return;
	double over = reserved_mib(s, size) - reserved_mib(s, s->sequences.v);
	if (over < 1024)
		return;
	struct ixc_finding *f = report_plan(c, setting_span(s, g->given),
		"the default memory fraction reserves for graphs that no batch can fill");
	finding_at_most(f, IXC_WARNING);
	finding_note(f,
		"for %" PRId64
		" requests a rank SGLang leaves %.1f GiB more than for the %" PRId64
		" that a rank takes, and its KV cache is that much smaller",
		size, over / 1024, s->sequences.v);
	finding_help(f,
		"the size counts the requests of one rank: give its share of CONC, or "
		"give --mem-fraction-static");
	relate_setting(f, s, g->given);
}

/* ---- dropped -------------------------------------------------------------------- */

static struct literal *
literal_at(struct check *c, struct span place)
{
	struct literals *all = *c->memory;
	if (!all)
		*c->memory = all = NEW(c->arena, struct literals);
	for (size_t i = 0; i < all->v.n; i++) {
		struct span o = all->v.v[i].place;
		if (o.file == place.file && o.begin == place.begin)
			return &all->v.v[i];
	}
	vec_push(c->arena, &all->v, ((struct literal){.place = place}));
	return &all->v.v[all->v.n - 1];
}

static void
note_literal(struct check *c, const struct serve *s, const struct graphs *g, int64_t size)
{
	struct literal *l = literal_at(c, setting_span(s, g->given));
	int64_t cap = s->sequences.v * (g->in_tokens ? 1 + s->drafts.v : 1);
	l->differs |= (l->size && l->size != size) || !s->sequences.option;
	l->size = size;
	l->cap = cap > l->cap ? cap : l->cap;
	l->cap_place = setting_span(s, s->sequences.option);
	l->in_tokens = g->in_tokens;
	struct str recipe = c->plan->of->recipe;
	if (!l->recipes.n || !str_eq(l->recipes.v[l->recipes.n - 1], recipe))
		vec_push(c->arena, &l->recipes, recipe);
	l->fact = g->fact;
}

static void
report_dropped(struct check *c, const struct literal *l)
{
	if (l->differs || l->size <= l->cap)
		return;
	const char *unit = l->in_tokens ? "tokens" : "requests";
	struct ixc_finding *f = report(c, l->place,
		"graphs are listed for up to %" PRId64
		" %s, where no run of the recipe has "
		"more than %" PRId64 " in a batch",
		l->size, unit, l->cap);
	for (size_t i = 0; i < l->recipes.n; i++)
		finding_recipe(f, l->recipes.v[i]);
	finding_at_most(f, IXC_NOTE);
	finding_note(f,
		"the engine drops the larger sizes: the number says what it does not do");
	if (l->fact)
		finding_note(f, "%s [%s]", l->fact->value, l->fact->id);
	if (l->cap_place.file != l->place.file || l->cap_place.begin != l->place.begin)
		finding_related(f, l->cap_place, "the sequence cap");
	finding_help(f, "let the largest graph follow the sequence cap");
}

/* ---- all of it ------------------------------------------------------------------ */

/* The largest size that the command gives; 0: none, or not only for decode batches. */
static int64_t
given_size(const struct graphs *g, const struct serve *s)
{
	int64_t size = 0, item = 0;
	if (!g->given || g->unknown || g->none || !g->sets.n)
		return 0;
	enum graph_mode mode = g->sets.v[0].mode;
	if (mode != GRAPHS_FULL_DECODE_ONLY && (mode != GRAPHS_FULL || g->in_tokens))
		return 0;
	if (!g->has_list) {
		option_int_state(s->options, OPTION_GRAPH_MAX, &size);
		return size;
	}
	const struct data *list = option_data(s->options, OPTION_GRAPH_SIZES);
	for (size_t i = 0; i < data_count(list); i++)
		if (data_int(data_item(list, i), &item) && item > size)
			size = item;
	return size;
}

static void
judge(struct check *c, const struct case_plan *p, const struct serve *s)
{
	const struct graphs *g = case_graphs(p, s);
	if (g->unknown) {
		not_judged(c, p->of->recipe, "%s", g->unknown);
		return;
	}
	if (g->refusal) {
		report_refusal(c, s, g);
		return;
	}
	int64_t size = given_size(g, s);
	if (size <= 0)
		return;
	if (!s->sequences.known) {
		literal_at(c, setting_span(s, g->given))->differs = true;
		return;
	}
	note_literal(c, s, g, size);
	if (size > s->sequences.v && s->sequences.option)
		judge_reserve(c, s, g, size);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->engine != ENGINE_NONE)
			judge(c, p, p->servers.v[i]);
}

static void
tell(struct check *c)
{
	const struct literals *all = *c->memory;
	for (size_t i = 0; all && i < all->v.n; i++)
		report_dropped(c, &all->v.v[i]);
}

const struct ixc_rule rule_graph_bs_over_max_batch = {
	.id = "graph-bs-over-max-batch",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "graph sizes that the engine refuses, drops, or reserves memory for",
	.help = "Sizes that cannot be: vLLM and TensorRT-LLM refuse a list together with a\n"
		"maximum that is not its last size, ATOM and vLLM one of which no size is left\n"
		"within the limits of a batch. The server stops at its start: an error.\n"
		"\n"
		"Sizes over what a rank takes at once: SGLang, TensorRT-LLM and ATOM leave them\n"
		"out. A number that is over it in every run of the recipe is a note. Sizes that\n"
		"follow CONC are not reported, and neither are those of vLLM in modes that use\n"
		"them for prefill as well.\n"
		"\n"
		"SGLang's default for --mem-fraction-static leaves memory for the largest graph,\n"
		"with data-parallel attention times the number of ranks. The size counts the\n"
		"requests of one rank: CONC there costs tens of GiB of KV cache. A warning.",
	.on_plan = check_plan,
	.after_plans = tell,
};
