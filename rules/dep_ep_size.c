/* dep-ep-size: an EP size that the engine does not run, between 1 and all ranks. */
#include "launched.h"

/* One of the numbers that an engine can have: no split, all ranks, and all ranks times
 * those of prefill context parallelism. */
static bool
is_usual(int64_t ep, int64_t tp, int64_t pcp)
{
	int64_t all;
	return ep <= 1 || tp <= 0 || ep == tp ||
	       (!__builtin_mul_overflow(tp, pcp, &all) && ep == all);
}

/* ---- against the launched command ----------------------------------------------- */

static void
report_launched(struct check *c, const struct arm *arm, const struct serve *s,
	const struct fact *fact)
{
	int64_t ep = int_or(arm->ep, 1), tp = int_or(arm->tp, 0);
	struct ixc_finding *f = report_plan(c, arm->ep.node->span,
		"ep is %lld, but the launched server spreads the experts over %lld ranks",
		(long long)ep, (long long)s->ep.v);
	finding_subject(f, "%.*s: tp %lld ep %lld", STR(arm->config->key), (long long)tp,
		(long long)ep);
	const struct option *flag = option_find(s->options, OPTION_EXPERT_PARALLEL);
	finding_related(f, setting_span(s, flag), "what is launched: %.*s",
		STR(ranks_text(c->arena, s)));
	finding_note(f, "%s: %s [%s]", launched_engine(s), fact->value, fact->id);
	if (s->engine == ENGINE_VLLM || s->engine == ENGINE_ATOM)
		finding_note(f, "so an ep above 1 is only a switch for it, and no size");
	finding_note(f, "the result would be published as EP %lld, which nobody ran",
		(long long)ep);
	finding_help(f, "write ep: %lld, or ep: 1 where the experts should not be spread",
		(long long)s->ep.v);
}

static enum tri
takes_number(const struct serve *s, const void *arg)
{
	(void)arg;
	return tri_of(s->engine == ENGINE_SGLANG || s->engine == ENGINE_TRTLLM);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct point *point = launched_point(p);
	struct amount ep = launched_ep(p);
	if (point && !ep.known && launched_ask(p, takes_number, NULL) == TRI_YES) {
		launched_settle(c, p); /* what the config says may well be meant */
		not_judged(c, p->of->recipe, "the EP of its server is not known");
	}
	if (!point || !ep.known)
		return;
	const struct fact *fact = launched_ep_fact(p->servers.v[0]);
	if (!fact)
		return;
	launched_settle(c, p);
	/* No split at all is what arm-field-ignored and dep-without-expert-parallel are
	 * about. */
	if (is_usual(point->ep, point->tp, point->pcp_size) || ep.v == point->ep ||
		ep.v <= 1)
		return;
	for (size_t i = 0; i < p->of->arms.n; i++)
		report_launched(c, p->of->arms.v[i].point->arm, p->servers.v[0], fact);
}

/* ---- against the config alone --------------------------------------------------- */

static void
check_arm(struct check *c, const struct arm *arm)
{
	int64_t ep = int_or(arm->ep, 1), tp = int_or(arm->tp, 0);
	if (arm->config->multinode || launched_settled(c, arm) || !arm->dp_attn.set ||
		!arm->dp_attn.v || is_usual(ep, tp, int_or(arm->pcp_size, 1)))
		return;
	struct ixc_finding *f = report(c, arm->ep.node->span,
		"ep is %lld with DP attention over tp %lld: experts go over all %lld ranks or over 1",
		(long long)ep, (long long)tp, (long long)tp);
	launched_waits(c, f, arm);
	finding_at_most(f, IXC_WARNING);
	finding_subject(f, "%.*s: tp %lld ep %lld", STR(arm->config->key), (long long)tp,
		(long long)ep);
	finding_related(f, arm->tp.node->span, "ranks");
	finding_note(f,
		"recipes for vLLM and ATOM take ep above 1 as a switch, so %lld ranks would "
		"hold experts whatever is written here, and the result be labelled wrong",
		(long long)tp);
	finding_note(f,
		"what the recipe launches is not known, so this is about the config "
		"alone");
	finding_help(f, "write ep: %lld, or ep: 1", (long long)tp);
}

static void
after_plans(struct check *c)
{
	each_arm(c, check_arm);
}

const struct ixc_rule rule_dep_ep_size = {
	.id = "dep-ep-size",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "an EP size other than 1 and TP that the engine does not run",
	.help = "The ep of an arm is published with its result. vLLM and ATOM have no option for\n"
		"its number: recipes only switch expert parallelism on when it is above 1, and\n"
		"the experts then go over all ranks, TP times DP. An ep between 1 and that is\n"
		"the label of something nobody ran. SGLang and TensorRT-LLM take the number;\n"
		"some of SGLang's all-to-all backends force EP to be TP all the same.\n"
		"\n"
		"Where the recipe can be evaluated its launched command counts, not the config,\n"
		"and a difference is an error. Elsewhere an arm with DP attention gets a warning\n"
		"when its ep is neither 1 nor tp.\n"
		"\n"
		"Multi-node arms are not judged: experts there may go over several workers'\n"
		"ranks. With prefill context parallelism, tp times pcp-size is right too.",
	.on_plan = check_plan,
	.after_plans = after_plans,
};
