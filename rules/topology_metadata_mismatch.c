/* topology-metadata-mismatch: an arm's sizes are not those its recipe runs with. */
#include "srt_arm.h"

/* One role of an arm beside the role of the recipe that it stands for. */
struct pair {
	struct check *c;
	const struct arm *arm;
	const struct srt_recipe *recipe;
	const char *name; /* "prefill" */
	const struct worker *arm_role;
	const struct srt_role *recipe_role;
};

static void
mismatch(const struct pair *p, const char *field, const struct yaml_node *written,
	const char *arm_value, const struct yaml_node *source, const char *recipe_value)
{
	const struct yaml_node *tp = p->arm_role->tp.node;
	struct span place = written ? written->span
			    : tp    ? tp->span
				    : srt_head(p->arm_role->node);
	struct ixc_finding *f =
		report(p->c, place, "%s %s is %s%s, the recipe runs with %s", p->name,
			field, arm_value, written ? "" : " by default", recipe_value);
	srt_arm_subject(p->c, f, p->arm, str_fmt(p->c->arena, "%s %s", p->name, field).p);
	if (source)
		finding_related(f, source->span, "in the recipe");
	else
		finding_note(f, "in %.*s, by the engine's default", STR(p->recipe->path));
	finding_note(f, "results are published under the arm's sizes");
}

static const char *
number(const struct pair *p, int64_t n)
{
	return str_fmt(p->c->arena, "%lld", (long long)n).p;
}

/* Values that the arm may have; the first is what the recipe says. */
static void
compare(const struct pair *p, const char *field, struct int_field arm,
	struct srt_int recipe, const int64_t *others, size_t n)
{
	int64_t v = int_or(arm, 1);
	if ((arm.node && !arm.set) || !recipe.known || v == recipe.v)
		return;
	for (size_t i = 0; i < n; i++)
		if (v == others[i])
			return;
	mismatch(p, field, arm.node, number(p, v), recipe.node, number(p, recipe.v));
}

static int64_t
product(struct srt_int a, int64_t b)
{
	bool small = a.known && a.v > 0 && a.v <= 65536 && b > 0 && b <= 65536;
	return small ? a.v * b : -1;
}

/* vLLM: an arm may count data-parallel ranks into tp, or as workers. */
static void
compare_vllm(const struct pair *p)
{
	const struct worker *w = p->arm_role;
	const struct srt_role *r = p->recipe_role;
	int64_t ranks =
		product(r->tp, int_or((struct int_field){r->dp.known, r->dp.v, NULL}, 1));
	bool replicas = r->tp.known && w->tp.set && w->tp.v == r->tp.v;
	int64_t counted = replicas && r->dp.known ? product(r->workers, r->dp.v) : -1;
	compare(p, "num-worker", w->num_worker, r->workers, &counted, 1);
	compare(p, "tp", w->tp, r->tp, &ranks, 1);
	compare(p, "dcp-size", w->dcp_size, r->dcp, NULL, 0);
}

/* SGLang: context parallelism takes its ranks out of tp, an arm lists them beside it. */
static void
compare_sglang(const struct pair *p)
{
	const struct worker *w = p->arm_role;
	const struct srt_role *r = p->recipe_role;
	int64_t cp = int_or(w->pcp_size, 1);
	bool apart = r->tp.known && cp > 1 && w->tp.set && w->tp.v > 0 &&
		     w->tp.v <= 65536 && cp <= 65536 && w->tp.v * cp == r->tp.v;
	compare(p, "num-worker", w->num_worker, r->workers, NULL, 0);
	compare(p, "tp", w->tp, r->tp, &w->tp.v, apart ? 1 : 0);
}

static void
compare_roles(const struct pair *p)
{
	const struct worker *w = p->arm_role;
	const struct srt_role *r = p->recipe_role;
	if (!w->set || !r->set)
		return;
	if (!r->options) {
		not_judged(p->c, p->arm->config->key,
			"the engine options of its recipe are not "
			"where they are known to be");
		return;
	}
	if (p->recipe->engine == SRT_VLLM) {
		compare_vllm(p);
	} else if (p->recipe->engine == SRT_SGLANG) {
		compare_sglang(p);
	} else {
		compare(p, "num-worker", w->num_worker, r->workers, NULL, 0);
		compare(p, "tp", w->tp, r->tp, NULL, 0);
	}
	compare(p, "pp", w->pp, r->pp, NULL, 0);
	compare(p, "ep", w->ep, r->ep, &r->tp.v, r->ep_may_be_tp && r->tp.known);
	if (w->dp_attn.set && r->dp_attn.known && w->dp_attn.v != r->dp_attn.v)
		mismatch(p, "dp-attn", w->dp_attn.node, w->dp_attn.v ? "true" : "false",
			r->dp_attn.node, r->dp_attn.v ? "true" : "false");
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	if (!r)
		return;
	const struct srt_role *agg = &r->role[SRT_AGGREGATE];
	bool disagg = r->role[SRT_PREFILL].set || r->role[SRT_DECODE].set;
	if (agg->set == disagg) {
		not_judged(c, arm->config->key,
			"its recipe has workers of all roles, or none");
		return;
	}
	compare_roles(&(struct pair){c, arm, r, "prefill", arm->prefill,
		disagg ? &r->role[SRT_PREFILL] : agg});
	if (disagg)
		compare_roles(&(struct pair){
			c, arm, r, "decode", arm->decode, &r->role[SRT_DECODE]});
}

const struct ixc_rule rule_topology_metadata_mismatch = {
	.id = "topology-metadata-mismatch",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "workers or sizes of an arm differ from its multi-node recipe",
	.help = "What a multi-node arm says of its workers (num-worker, tp, pp, ep, dcp-size,\n"
		"dp-attn) only labels the results and counts the GPUs; what runs is what the\n"
		"recipe says. Compared are resources.*_workers and the engine's parallel sizes.\n"
		"An aggregated recipe stands under 'prefill'.\n"
		"\n"
		"Taken as equal: for vLLM, tp as the recipe's or as tp times data-parallel\n"
		"ranks, and ranks counted as workers; experts over all ranks when\n"
		"enable-expert-parallel is set; for SGLang, context parallelism listed beside\n"
		"tp or inside it, and ep equal to tp where an all-to-all backend makes it so;\n"
		"DP attention with one data-parallel rank is none.",
	.on_arm = check_arm,
};
