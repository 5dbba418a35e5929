/* Settings of a server, engine by engine. */
#include "plan/serve.h"

#include "base/arena.h"

static struct amount
known(int64_t v)
{
	return (struct amount){.known = true, .v = v};
}

static struct amount
by_fact(const struct serve *s, const char *what)
{
	const struct engine_fact *f = engine_fact(s->engine_name, what, &s->version);
	if (!f)
		return (struct amount){0};
	return (struct amount){.known = true, .v = (int64_t)f->number, .fact = &f->fact};
}

/* An option's value, the fallback where it is absent, nothing where it is not known. */
static struct amount
amount_or(const struct serve *s, enum option_meaning m, struct amount otherwise)
{
	struct amount n = {0};
	switch (option_int_state(s->options, m, &n.v)) {
	case STATE_ABSENT:
		return otherwise;
	case STATE_KNOWN:
		n.known = true;
		n.option = option_find(s->options, m);
		return n;
	case STATE_UNKNOWN:
	case STATE_CHOICE:
		break;
	}
	return (struct amount){.option = option_find(s->options, m)};
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

static struct amount
times(struct amount x, struct amount y)
{
	int64_t n = 0;
	if (!x.known || !y.known || __builtin_mul_overflow(x.v, y.v, &n))
		return (struct amount){0};
	return known(n);
}

static struct amount
divided(struct amount x, struct amount y)
{
	if (!x.known || !y.known || y.v <= 0)
		return (struct amount){0};
	x.v /= y.v;
	return x;
}

/* Of three answers. */
static struct amount
either(enum tri t, struct amount yes, struct amount no)
{
	return t == TRI_YES ? yes : t == TRI_NO ? no : (struct amount){0};
}

static void
read_fraction(struct serve *s, const char *what)
{
	double v = 0;
	s->memory.option = option_find(s->options, OPTION_MEMORY_FRACTION);
	switch (option_real_state(s->options, OPTION_MEMORY_FRACTION, &v)) {
	case STATE_KNOWN:
		s->memory.known = true;
		s->memory.v = v;
		return;
	case STATE_ABSENT: {
		const struct engine_fact *f =
			what ? engine_fact(s->engine_name, what, &s->version) : NULL;
		s->memory.known = f != NULL;
		s->memory.v = f ? f->number : 0;
		s->memory.fact = f ? &f->fact : NULL;
		return;
	}
	case STATE_UNKNOWN:
	case STATE_CHOICE:
		return;
	}
}

/* Draft tokens a step, from an option that counts them. */
static void
read_drafts(struct serve *s, enum option_meaning holder)
{
	enum option_state state = option_state(s->options, holder);
	s->speculates = state == STATE_ABSENT ? TRI_NO
			: state == STATE_UNKNOWN ? TRI_UNKNOWN
						 : TRI_YES;
	s->drafts = either(s->speculates,
		amount_or(s, OPTION_DRAFT_TOKENS, (struct amount){0}), known(0));
}

/* ---- engines -------------------------------------------------------------------- */

static struct amount
vllm_tokens(const struct serve *s)
{
	if (!s->gpu || s->gpu->total_gib < 70)
		return (struct amount){0};
	return by_fact(s, s->gpu->total_gib < 160 ? "max-num-batched-tokens-80"
						  : "max-num-batched-tokens");
}

static void
read_vllm(struct serve *s)
{
	s->experts_split = flag(s, OPTION_EXPERT_PARALLEL);
	s->dp_attention = s->dp.known ? tri_of(s->dp.v > 1) : TRI_UNKNOWN;
	struct amount ranks = times(times(s->tp, s->pcp), s->dp);
	s->ep = either(s->experts_split, ranks, known(1));
	s->gpus = times(ranks, s->pp);
	read_drafts(s, OPTION_SPECULATIVE_CONFIG);
	bool large = s->gpu && s->gpu->total_gib >= 70;
	s->sequences = amount_or(s, OPTION_MAX_SEQUENCES,
		large ? by_fact(s, "max-num-seqs") : (struct amount){0});
	s->tokens = amount_or(s, OPTION_MAX_BATCHED_TOKENS, vllm_tokens(s));
	read_fraction(s, "gpu-memory-utilization");
}

/* SGLang's TP counts all ranks; attention in data-parallel groups divides them. */
static void
read_sglang(struct serve *s)
{
	enum tri wanted = flag(s, OPTION_DP_ATTENTION);
	enum tri several = s->dp.known ? tri_of(s->dp.v > 1) : TRI_UNKNOWN;
	s->dp_attention = wanted == TRI_NO || several == TRI_NO ? TRI_NO
			  : wanted == TRI_YES && several == TRI_YES ? TRI_YES
								    : TRI_UNKNOWN;
	struct str backend = {0};
	enum option_state a2a = option_state(s->options, OPTION_ALL2ALL_BACKEND);
	option_text(s->options, OPTION_ALL2ALL_BACKEND, &backend);
	bool forced = a2a == STATE_KNOWN && !str_eqz(backend, "none");
	s->ep = forced			? s->tp
		: a2a == STATE_ABSENT || a2a == STATE_KNOWN
			? amount_or(s, OPTION_EXPERT_PARALLEL, known(1))
			: (struct amount){0};
	s->experts_split = s->ep.known ? tri_of(s->ep.v > 1) : TRI_UNKNOWN;
	struct amount replicas = either(s->dp_attention, known(1), s->dp);
	s->gpus = times(times(s->tp, s->pp), replicas);

	enum option_state method = option_state(s->options, OPTION_SPECULATIVE_METHOD);
	s->speculates = method == STATE_ABSENT	  ? TRI_NO
			: method == STATE_UNKNOWN ? TRI_UNKNOWN
						  : TRI_YES;
	struct amount verified = amount_or(s, OPTION_VERIFY_TOKENS, (struct amount){0});
	if (verified.known)
		verified.v -= 1;
	s->drafts = either(s->speculates, verified, known(0));
	struct amount silent = s->speculates == TRI_YES
		? by_fact(s, "max-running-requests-with-speculation")
		: (struct amount){0};
	s->sequences = divided(amount_or(s, OPTION_MAX_SEQUENCES, silent), s->dp);
	read_fraction(s, NULL);
}

/* ATOM: with data-parallel attention TP * DP ranks have a TP of 1 each. */
static void
read_atom(struct serve *s)
{
	s->dp_attention = flag(s, OPTION_DP_ATTENTION);
	s->experts_split = flag(s, OPTION_EXPERT_PARALLEL);
	struct amount ranks = times(s->tp, s->dp);
	struct amount split = either(s->dp_attention, ranks, s->tp);
	s->ep = either(s->experts_split, split, known(1));
	s->gpus = ranks;
	s->dp = either(s->dp_attention, ranks, s->dp);
	read_drafts(s, OPTION_SPECULATIVE_METHOD);
	s->sequences = amount_or(s, OPTION_MAX_SEQUENCES, by_fact(s, "max-num-seqs"));
	s->tokens = amount_or(
		s, OPTION_MAX_BATCHED_TOKENS, by_fact(s, "max-num-batched-tokens"));
	read_fraction(s, "gpu-memory-utilization");
}

static void
read_trtllm(struct serve *s)
{
	s->dp_attention = flag(s, OPTION_DP_ATTENTION);
	s->ep = amount_or(s, OPTION_EXPERT_PARALLEL, known(1));
	s->experts_split = s->ep.known ? tri_of(s->ep.v > 1) : TRI_UNKNOWN;
	s->gpus = times(s->tp, s->pp);
	s->dp = either(s->dp_attention, s->tp, known(1));
	read_drafts(s, OPTION_SPECULATIVE_METHOD);
	s->sequences = amount_or(s, OPTION_MAX_SEQUENCES, (struct amount){0});
	s->tokens = amount_or(s, OPTION_MAX_BATCHED_TOKENS, (struct amount){0});
	read_fraction(s, "free-gpu-memory-fraction");
}

const struct serve *
serve_of(struct arena *a, const struct plan_command *c,
	const struct engine_version *version, const struct gpu_facts *gpu)
{
	struct serve *s = NEW(a, struct serve);
	s->command = c;
	s->engine = c->engine;
	s->engine_name = plan_engine_name(c->engine);
	s->version = *version;
	s->gpu = gpu;
	s->options = engines_decode(a, c);
	s->dp_attention = s->experts_split = s->speculates = TRI_UNKNOWN;
	if (!s->options)
		return s;
	s->tp = amount_or(s, OPTION_TENSOR_PARALLEL_SIZE, known(1));
	s->pp = amount_or(s, OPTION_PIPELINE_PARALLEL_SIZE, known(1));
	s->pcp = amount_or(s, OPTION_PREFILL_CONTEXT_PARALLEL_SIZE, known(1));
	s->dp = amount_or(s, OPTION_DATA_PARALLEL_SIZE, known(1));
	switch (s->engine) {
	case ENGINE_VLLM:
		read_vllm(s);
		break;
	case ENGINE_SGLANG:
		read_sglang(s);
		break;
	case ENGINE_ATOM:
		read_atom(s);
		break;
	case ENGINE_TRTLLM:
		read_trtllm(s);
		break;
	case ENGINE_NONE:
		break;
	}
	return s;
}

struct span
serve_span(const struct serve *s, const struct option *o)
{
	return o ? o->span : s->command->launch->span;
}

bool
serve_is_certain(const struct serve *s)
{
	return s->command->launch->assumed == NULL && s->options && !s->options->blurs.n;
}

int64_t
serve_requests_per_rank(const struct serve *s, int64_t concurrency)
{
	if (!s->dp.known || s->dp.v <= 1)
		return concurrency;
	return (concurrency + s->dp.v - 1) / s->dp.v;
}
