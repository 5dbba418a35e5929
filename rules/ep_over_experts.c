/* ep-over-experts: routed experts that do not divide over the EP ranks. */
#include "facts/model.h"
#include "launched.h"
#include "srt_arm.h"

struct spread {
	const char *where; /* "prefill ", or empty */
	int64_t ep, redundant;
	struct span place;
	ixc_severity most; /* how sure it is that the engine minds */
	const char *note;
};

static void
judge(struct check *c, const struct arm *arm, const struct spread *s)
{
	const struct model_facts *m = model_facts(arm->config->model.v);
	int64_t experts = m->routed_experts + s->redundant;
	if (s->ep <= 1 || experts % s->ep == 0)
		return;
	struct str what =
		s->redundant
			? str_fmt(c->arena,
				  "%lld experts and %lld redundant ones do not divide",
				  (long long)m->routed_experts, (long long)s->redundant)
			: str_fmt(c->arena, "%lld routed experts do not divide",
				  (long long)m->routed_experts);
	struct str text = str_fmt(
		c->arena, "%.*s over %sep %lld", STR(what), s->where, (long long)s->ep);
	struct ixc_finding *f = c->plan ? report_plan(c, s->place, "%.*s", STR(text))
					: report(c, s->place, "%.*s", STR(text));
	if (!c->plan)
		launched_waits(c, f, arm);
	finding_at_most(f, s->most);
	finding_subject(
		f, "%.*s: %sep %lld", STR(arm->config->key), s->where, (long long)s->ep);
	finding_related(f, arm->config->model.node->span, "the model");
	finding_note(f, "%lld mod %lld is %lld; experts of %s as in %s",
		(long long)experts, (long long)s->ep, (long long)(experts % s->ep), m->id,
		m->fact.source);
	finding_note(f, "%s", s->note);
}

/* ---- single node: what is launched ---------------------------------------------- */

#define SGLANG_NOTE \
	"SGLang asserts that they divide; --ep-num-redundant-experts can fill up"
#define VLLM_NOTE \
	"vLLM gives the remainder to the first ranks, which then decide the speed"

/* True for what is absent, too. */
static bool
is_settled(enum option_state state)
{
	return state == STATE_ABSENT || state == STATE_KNOWN;
}

/* NO: nothing is known about how the engine takes it. UNKNOWN: what is added is not
 * known.
 */
static enum tri
read_launched(const struct serve *s, struct spread *ret)
{
	if (s->engine == ENGINE_SGLANG) {
		ret->most = IXC_ERROR;
		ret->note = SGLANG_NOTE;
		bool known = is_settled(option_int_state(
			s->options, OPTION_REDUNDANT_EXPERTS, &ret->redundant));
		return known ? TRI_YES : TRI_UNKNOWN;
	}
	if (s->engine == ENGINE_VLLM) {
		ret->most = IXC_NOTE;
		ret->note = VLLM_NOTE;
		/* EPLB adds experts that its configuration names. */
		enum option_meaning eplb = OPTION_EXPERT_LOAD_BALANCING;
		bool without = option_state(s->options, eplb) == STATE_ABSENT;
		return without ? TRI_YES : TRI_UNKNOWN;
	}
	return TRI_NO;
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct point *point = launched_point(p);
	struct amount ep = launched_ep(p);
	if (!point || !ep.known || !launched_ep_fact(p->servers.v[0]))
		return;
	launched_settle(c, p);
	const struct arm *arm = point->arm;
	const struct serve *s = p->servers.v[0];
	struct spread spread = {.where = "", .ep = ep.v};
	bool in_config = arm->ep.node && point->ep == ep.v;
	spread.place = in_config ? arm->ep.node->span : setting_span(s, ep.option);
	const struct model_facts *m =
		arm->config->model.set ? model_facts(arm->config->model.v) : NULL;
	if (!m)
		return; /* check_arm() says so */
	enum tri known = read_launched(s, &spread);
	if (known == TRI_YES)
		judge(c, arm, &spread);
	else if (known == TRI_UNKNOWN && m->routed_experts % (ep.v > 1 ? ep.v : 1))
		not_judged(c, arm->config->key, "the redundant experts are not known");
}

/* ---- the config alone ----------------------------------------------------------- */

static bool
contains_engine(const struct config *config, const char *engine)
{
	return config->framework.set &&
	       str_contains(config->framework.v, str_from(engine));
}

static void
check_single(struct check *c, const struct arm *arm)
{
	struct spread s = {
		.where = "",
		.ep = int_or(arm->ep, 1),
		.place = arm->ep.node ? arm->ep.node->span : arm->span,
	};
	if (contains_engine(arm->config, "sglang")) {
		s.most = IXC_WARNING;
		s.note =
			"SGLang asserts that they divide, unless the recipe adds redundant "
			"experts";
	} else if (contains_engine(arm->config, "vllm")) {
		s.most = IXC_NOTE;
		s.note = VLLM_NOTE;
	} else {
		return;
	}
	judge(c, arm, &s);
}

static void
check_role(struct check *c, const struct arm *arm, const struct srt_recipe *r,
	const char *where, const struct worker *worker, const struct srt_role *role)
{
	if (!role->set || !worker->ep.set || !role->ep.known)
		return;
	if (!role->redundant_experts.known) {
		not_judged(c, arm->config->key,
			"the redundant experts of its recipe are not known");
		return;
	}
	bool sglang = r->engine == SRT_SGLANG;
	bool a2a_over_tp = role->ep_may_be_tp && role->tp.known;
	struct spread s = {
		.where = where,
		.ep = a2a_over_tp ? role->tp.v : role->ep.v,
		.redundant = role->redundant_experts.v,
		.place = worker->ep.node->span,
		.most = sglang ? IXC_ERROR : IXC_NOTE,
		.note = sglang ? SGLANG_NOTE : VLLM_NOTE,
	};
	if (r->engine == SRT_SGLANG || r->engine == SRT_VLLM)
		judge(c, arm, &s);
}

static void
check_multi(struct check *c, const struct arm *arm)
{
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	if (!r)
		return;
	bool disagg = r->role[SRT_PREFILL].set || r->role[SRT_DECODE].set;
	check_role(c, arm, r, "prefill ", arm->prefill,
		&r->role[disagg ? SRT_PREFILL : SRT_AGGREGATE]);
	if (disagg)
		check_role(c, arm, r, "decode ", arm->decode, &r->role[SRT_DECODE]);
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	const struct config *config = arm->config;
	if (!config->model.set)
		return;
	if (!model_facts(config->model.v))
		not_judged(c, config->model.v, "the number of its experts is not known");
	else if (config->multinode)
		check_multi(c, arm);
	else if (!launched_settled(c, arm))
		check_single(c, arm);
}

static void
after_plans(struct check *c)
{
	each_arm(c, check_arm);
}

const struct ixc_rule rule_ep_over_experts = {
	.id = "ep-over-experts",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a model's routed experts do not divide over the EP ranks",
	.help = "Expert parallelism gives each of ep ranks the same number of a model's routed\n"
		"experts. SGLang asserts that they divide and does not start otherwise; redundant\n"
		"experts (ep-num-redundant-experts) are added before. vLLM gives the remainder\n"
		"to the first ranks: a note.\n"
		"\n"
		"Experts are known of DeepSeek R1, V3 and V4, GLM 5 to 5.2, gpt-oss 120b, Kimi\n"
		"K2.5, K2.6 and K3, MiniMax M2.5 and M3, Qwen3.5 397B; other models are counted\n"
		"as not judged. Single-node arms are judged by the command that their recipe\n"
		"launches, which tells the redundant experts; where it is not known a warning\n"
		"is all that the config allows. Multi-node arms are judged when their recipe is\n"
		"in the repository.",
	.on_plan = check_plan,
	.after_plans = after_plans,
};
