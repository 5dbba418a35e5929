/* Parallel layouts. */
#include "plan/layout.h"

static const struct layout_size one = {true, 1};

static struct layout_size
size_of(struct amount n)
{
	return (struct layout_size){n.known && n.v > 0, n.v};
}

static struct layout_size
times(struct layout_size x, struct layout_size y)
{
	struct layout_size r = {0};
	r.known = x.known && y.known && !__builtin_mul_overflow(x.v, y.v, &r.v);
	return r;
}

/* Not known where it does not divide: the engine refuses that. */
static struct layout_size
divided(struct layout_size x, struct layout_size y)
{
	if (!x.known || !y.known || x.v % y.v)
		return (struct layout_size){0};
	return (struct layout_size){true, x.v / y.v};
}

static struct layout_size
when(enum tri condition, struct layout_size yes, struct layout_size no)
{
	if (condition == TRI_UNKNOWN)
		return (struct layout_size){0};
	return condition == TRI_YES ? yes : no;
}

static enum layout_dp
kind_of_dp(const struct serve *s)
{
	if (s->dp.known && s->dp.v == 1)
		return LAYOUT_DP_NONE;
	if (!s->dp.known || s->dp_attention == TRI_UNKNOWN)
		return LAYOUT_DP_UNKNOWN;
	return s->dp_attention == TRI_YES ? LAYOUT_DP_ATTENTION : LAYOUT_DP_REPLICAS;
}

/* SGLang and TensorRT-LLM count all ranks as TP, and divide them. */
static void
share_ranks(const struct serve *s, struct layout *l)
{
	struct layout_size ranks = size_of(s->tp);
	l->tp = when(s->dp_attention, divided(ranks, l->dp), ranks);
	l->moe_tp = divided(ranks, l->ep);
}

bool
layout_of(const struct serve *s, struct layout *ret)
{
	struct layout l = {.dcp = one};
	if (!s->options || s->command->kind != PLAN_SERVER)
		return false;
	l.gpus = size_of(s->gpus);
	l.tp = size_of(s->tp);
	l.pp = size_of(s->pp);
	l.pcp = size_of(s->pcp);
	l.dp = size_of(s->dp);
	l.ep = size_of(s->ep);
	l.dp_kind = kind_of_dp(s);
	enum option_state dcp = option_int_state(
		s->options, OPTION_DECODE_CONTEXT_PARALLEL_SIZE, &l.dcp.v);
	l.dcp.known = dcp == STATE_KNOWN || dcp == STATE_ABSENT;
	switch (s->engine) {
	case ENGINE_VLLM:
		l.moe_tp = when(s->experts_split, one, times(times(l.tp, l.pcp), l.dp));
		break;
	case ENGINE_ATOM:
		l.tp = when(s->dp_attention, one, l.tp);
		l.moe_tp = when(s->experts_split, one,
			when(s->dp_attention, l.dp, size_of(s->tp)));
		break;
	case ENGINE_SGLANG:
	case ENGINE_TRTLLM:
		share_ranks(s, &l);
		break;
	case ENGINE_NONE:
		return false;
	}
	*ret = l;
	return true;
}
