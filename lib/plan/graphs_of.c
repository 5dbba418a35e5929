/* From a launched server's options and the facts to its sets of graph sizes. */
#include "plan/graphs.h"

#include "base/arena.h"
#include "base/limits.h"

struct asking {
	struct arena *a;
	const struct launch_plan *plan;
	struct str model; /* without its owner */
	const struct serve *s;
	struct graphs *g;
	struct graph_ask ask;
};

/* ---- options -------------------------------------------------------------------- */

static bool
give_up(struct graphs *g, const char *why)
{
	g->unknown = why;
	return false;
}

static bool
read_sizes(struct asking *k)
{
	enum option_state state = option_state(k->s->options, OPTION_GRAPH_SIZES);
	if (state == STATE_ABSENT)
		return true;
	const struct data *list = option_data(k->s->options, OPTION_GRAPH_SIZES);
	size_t n = data_count(list);
	if (state != STATE_KNOWN || n == 0 || n > LIMIT_GRAPH_SIZE)
		return give_up(k->g, "the list of captured sizes is not known");
	for (size_t i = 0; i < n; i++) {
		int64_t size = 0;
		if (!data_int(data_item(list, i), &size))
			return give_up(k->g, "the list of captured sizes is not known");
		vec_push(k->a, &k->ask.sizes, size);
	}
	k->ask.has_sizes = k->g->has_list = true;
	k->g->given = option_find(k->s->options, OPTION_GRAPH_SIZES);
	return true;
}

static bool
read_max(struct asking *k)
{
	switch (option_int_state(k->s->options, OPTION_GRAPH_MAX, &k->ask.max)) {
	case STATE_ABSENT:
		return true;
	case STATE_KNOWN:
		if (k->ask.max <= 0)
			return give_up(k->g, "the largest captured size is no size");
		if (!k->g->given)
			k->g->given = option_find(k->s->options, OPTION_GRAPH_MAX);
		return true;
	case STATE_UNKNOWN:
	case STATE_CHOICE:
		break;
	}
	return give_up(k->g, "the largest captured size is not known");
}

static enum tri
flag(const struct serve *s, enum option_meaning m)
{
	bool on = false;
	switch (option_bool_state(s->options, m, &on)) {
	case STATE_ABSENT:
		return TRI_NO;
	case STATE_KNOWN:
		return tri_of(on);
	case STATE_UNKNOWN:
	case STATE_CHOICE:
		break;
	}
	return TRI_UNKNOWN;
}

static const struct {
	const char *name;
	enum graph_mode mode;
} modes[] = {
	{"NONE", GRAPHS_NONE},
	{"PIECEWISE", GRAPHS_PIECEWISE},
	{"FULL", GRAPHS_FULL},
	{"FULL_DECODE_ONLY", GRAPHS_FULL_DECODE_ONLY},
	{"FULL_AND_PIECEWISE", GRAPHS_FULL_AND_PIECEWISE},
};

/* The mode that the command gives, or `otherwise` when it gives none. */
static bool
read_mode(struct asking *k, enum graph_mode otherwise)
{
	struct str name = {0};
	k->ask.mode = otherwise;
	if (option_state(k->s->options, OPTION_GRAPH_MODE) == STATE_ABSENT)
		return true;
	option_text(k->s->options, OPTION_GRAPH_MODE, &name);
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (str_eqz(name, modes[i].name)) {
			k->ask.mode = modes[i].mode;
			return true;
		}
	return give_up(k->g, "the graph mode is not known");
}

/* ---- sets ----------------------------------------------------------------------- */

static bool
is_equal(const struct graph_sizes *x, const struct graph_sizes *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->v[i] != y->v[i])
			return false;
	return true;
}

static bool
has_set(const struct graphs *g, const struct graph_set *s)
{
	for (size_t i = 0; i < g->sets.n; i++) {
		const struct graph_set *o = &g->sets.v[i];
		if (o->refusal == s->refusal && is_equal(&o->full, &s->full) &&
			is_equal(&o->piecewise, &s->piecewise))
			return true;
	}
	return false;
}

static bool
add_set(struct asking *k)
{
	struct graph_set set;
	if (!graph_set_make(k->a, &k->ask, &set))
		return give_up(k->g, "numbers out of range");
	if (k->g->sets.n == 0)
		k->g->refusal = set.refusal;
	else if (k->g->refusal != set.refusal)
		k->g->refusal = GRAPHS_FINE;
	if (!has_set(k->g, &set))
		vec_push(k->a, &k->g->sets, set);
	return true;
}

/* ---- vLLM ----------------------------------------------------------------------- */

/* VLLM_USE_V2_MODEL_RUNNER as the server sees it. */
static enum tri
runner_asked_for(const struct asking *k, bool *asked)
{
	const struct shell_launch *l = k->s->command->launch;
	struct str name = S("VLLM_USE_V2_MODEL_RUNNER"), text = {0};
	struct session *session = k->plan->trace->session;
	const struct variable *v = launch_variable(l, session_symbol(session, name));
	const struct value *value = v && v->set != TRI_NO ? v->value : NULL;
	*asked = value != NULL;
	for (size_t i = 0; i < l->assigned.n; i++)
		if (str_eq(l->assigned.v[i].name, name)) {
			value = l->assigned.v[i].value;
			*asked = true;
		}
	if (!value || !value_known(value, &text))
		return TRI_UNKNOWN;
	return str_eqz(text, "1") ? TRI_YES : str_eqz(text, "0") ? TRI_NO : TRI_UNKNOWN;
}

/* Which model runner, where the facts tell; see vllm.model-runner. */
static enum tri
uses_new_runner(const struct asking *k)
{
	bool asked = false;
	enum tri answer = runner_asked_for(k, &asked);
	if (asked)
		return answer;
	struct str method = {0};
	option_text(k->s->options, OPTION_SPECULATIVE_METHOD, &method);
	if (str_eqz(method, "dspark"))
		return TRI_YES;
	if (version_within(&k->s->version, NULL, "0.25"))
		return TRI_NO;
	bool is_v4 = str_starts(k->model, S("DeepSeek-V4"));
	if (is_v4 && k->s->gpu && k->s->gpu->is_amd)
		return TRI_NO;
	if (is_v4 && version_within(&k->s->version, NULL, "0.27"))
		return TRI_NO;
	return TRI_UNKNOWN;
}

static bool
add_runners(struct asking *k)
{
	enum tri new = uses_new_runner(k);
	k->ask.new_runner = false;
	if (new != TRI_YES && !add_set(k))
		return false;
	k->ask.new_runner = true;
	return new == TRI_NO || add_set(k);
}

/* The default maximum, of the version or of each that it may be. */
static bool
add_caps(struct asking *k)
{
	const struct gpu_facts *gpu = k->s->gpu;
	struct str name = str_from(gpu ? gpu->name : "b");
	bool blackwell = str_starts(name, S("b")) || str_starts(name, S("gb"));
	const struct engine_fact *f = engine_fact(
		"vllm", blackwell ? "graph-cap-blackwell" : "graph-cap", &k->s->version);
	k->ask.default_max = f ? (int64_t)f->number : 512;
	if (!add_runners(k))
		return false;
	/* gpt-oss raises it in its own configuration. */
	bool larger = !f || !gpu || str_starts(k->model, S("gpt-oss"));
	k->ask.default_max = 1024;
	return !larger || k->g->given || add_runners(k);
}

/* The mode when none is given depends on the level of optimization, which is 2. */
static bool
read_vllm_mode(struct asking *k)
{
	int64_t mode = 3;
	enum option_state compiles =
		option_int_state(k->s->options, OPTION_COMPILATION_MODE, &mode);
	if (!read_mode(k, GRAPHS_FULL_AND_PIECEWISE))
		return false;
	bool given = option_state(k->s->options, OPTION_GRAPH_MODE) == STATE_KNOWN;
	if (!given &&
		option_state(k->s->options, OPTION_OPTIMIZATION_LEVEL) != STATE_ABSENT)
		return give_up(k->g, "the graph mode is not known");
	bool pieces = k->ask.mode == GRAPHS_PIECEWISE ||
		      k->ask.mode == GRAPHS_FULL_AND_PIECEWISE;
	if (pieces &&
		(mode != 3 || (compiles != STATE_KNOWN && compiles != STATE_ABSENT)))
		return give_up(k->g, "graphs in pieces without compilation");
	return true;
}

static bool
ask_vllm(struct asking *k)
{
	struct str style = {0};
	k->g->in_tokens = true;
	if (!read_vllm_mode(k))
		return false;
	if (k->ask.mode == GRAPHS_NONE) {
		k->g->none = true;
		return true;
	}
	if (!k->s->sequences.known || !k->s->tokens.known)
		return give_up(
			k->g, "the sequence cap or the tokens of a step are not known");
	enum option_state performance =
		option_state(k->s->options, OPTION_PERFORMANCE_MODE);
	option_text(k->s->options, OPTION_PERFORMANCE_MODE, &style);
	if (performance != STATE_ABSENT && performance != STATE_KNOWN)
		return give_up(k->g, "the performance mode is not known");
	k->ask.dense_start = str_eqz(style, "interactivity");
	return add_caps(k);
}

/* ---- the others ----------------------------------------------------------------- */

static bool
ask_sglang(struct asking *k)
{
	const struct serve *s = k->s;
	k->ask.mode = GRAPHS_FULL;
	enum tri exact = flag(s, OPTION_NO_GRAPH_PADDING);
	if (exact == TRI_UNKNOWN)
		return give_up(k->g, "whether batches are padded is not known");
	k->ask.exact = exact == TRI_YES;
	if (!k->g->given) {
		bool large = s->gpu && s->gpu->total_gib >= 160;
		bool usual = s->gpu && s->gpu->total_gib >= 60;
		if (!usual || !s->tp.known ||
			!engine_fact("sglang", "graph-max-bs", &s->version))
			return give_up(
				k->g, "the default of the largest graph is not known");
		k->ask.default_max = large || s->tp.v >= 4 ? 512 : 256;
	}
	k->ask.appends_max = !version_within(&s->version, NULL, "0.5.14");
	if (!add_set(k))
		return false;
	/* Before v0.5.14 a maximum off the grid was left out; then the version must be
	 * known to say that it is captured. */
	k->ask.appends_max = false;
	return version_within(&s->version, "0.5.14", NULL) || add_set(k);
}

/* v0.1.3, whose image was in use on this day, drops the sizes over the cap. */
enum { ATOM_DROPS_SINCE = 20260702 };

static bool
ask_atom(struct asking *k)
{
	const struct engine_version *v = &k->s->version;
	int64_t level = 3;
	enum option_state levels =
		option_int_state(k->s->options, OPTION_COMPILATION_MODE, &level);
	if (!read_mode(k, GRAPHS_FULL))
		return false;
	if (level != 3 || (levels != STATE_ABSENT && levels != STATE_KNOWN))
		return give_up(k->g, "the compilation level is not the usual one");
	if (k->ask.mode == GRAPHS_NONE) {
		k->g->none = true;
		return true;
	}
	bool new = version_within(v, "0.1.3", NULL) ||
		   (!v->known && v->date >= ATOM_DROPS_SINCE);
	bool old = version_within(v, NULL, "0.1.3");
	k->ask.default_max = 512;
	k->ask.drops_larger = true;
	if (!old && !add_set(k))
		return false;
	k->ask.default_max = 256;
	k->ask.drops_larger = false;
	return new || add_set(k);
}

static bool
ask_trtllm(struct asking *k)
{
	const struct data *file = option_data(k->s->options, OPTION_CONFIG_FILE);
	const struct data *config = data_path(file, S("cuda_graph_config"));
	k->ask.mode = GRAPHS_FULL;
	if (config && config->kind == DATA_NULL) {
		k->g->none = true;
		return true;
	}
	enum tri padding = flag(k->s, OPTION_GRAPH_PADDING);
	if (!config || config->kind != DATA_MAP || padding == TRI_UNKNOWN)
		return give_up(k->g, "cuda_graph_config is not known");
	k->ask.exact = padding == TRI_NO;
	k->ask.default_max = 128;
	return add_set(k);
}

/* ---- all of them ---------------------------------------------------------------- */

static bool
ask_engine(struct asking *k)
{
	switch (k->s->engine) {
	case ENGINE_VLLM:
		return ask_vllm(k);
	case ENGINE_SGLANG:
		return ask_sglang(k);
	case ENGINE_ATOM:
		return ask_atom(k);
	case ENGINE_TRTLLM:
		return ask_trtllm(k);
	case ENGINE_NONE:
		break;
	}
	return give_up(k->g, "no engine whose graphs are known");
}

static bool
ask_options(struct asking *k)
{
	enum tri off = flag(k->s, OPTION_NO_GRAPHS);
	if (off == TRI_UNKNOWN)
		return give_up(k->g, "whether graphs are used is not known");
	if (off == TRI_YES) {
		k->g->none = true;
		return true;
	}
	if (!k->s->drafts.known)
		return give_up(k->g, "the draft tokens are not known");
	return read_sizes(k) && read_max(k) && ask_engine(k);
}

static const struct fact *
fact_of(const struct serve *s)
{
	static const char *const what[] = {"graph-sizes", "graph-use"};
	for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
		const struct engine_fact *f =
			engine_fact(s->engine_name, what[i], &s->version);
		if (f)
			return &f->fact;
	}
	return NULL;
}

const struct graphs *
graphs_of(struct arena *a, const struct launch_plan *p, struct str model,
	const struct serve *s)
{
	struct graphs *g = NEW(a, struct graphs);
	struct asking k = {.a = a, .plan = p, .model = model, .s = s, .g = g};
	size_t slash = str_rfind_byte(model, '/');
	if (slash < model.n)
		k.model = str_slice(model, slash + 1, model.n);
	k.ask.engine = s->engine;
	k.ask.sequences = s->sequences.known ? s->sequences.v : 0;
	k.ask.drafts = s->drafts.v;
	k.ask.tokens = s->tokens.known ? s->tokens.v : 0;
	g->fact = fact_of(s);
	if (!s->options)
		g->unknown = "the command's options are not known";
	else if (!g->fact)
		g->unknown = "nothing is known about the graphs of this version";
	else
		ask_options(&k);
	const struct engine_fact *rounding =
		engine_fact(s->engine_name, "graph-rounding", &s->version);
	if (g->given && rounding && k.ask.drafts > 0)
		g->fact = &rounding->fact;
	return g;
}
