/* dep-without-expert-parallel: DP attention with an ep, and experts that are not spread.
 */
#include "launched.h"

static enum tri
lacks_ep(const struct serve *s, const void *arg)
{
	(void)arg;
	if (s->dp_attention == TRI_UNKNOWN || !s->ep.known)
		return TRI_UNKNOWN;
	return tri_of(s->dp_attention == TRI_YES && s->ep.v <= 1);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct point *point = launched_point(p);
	if (!point || !point->dp_attn || point->ep <= 1 ||
		launched_ask(p, lacks_ep, NULL) != TRI_YES)
		return;
	const struct serve *s = p->servers.v[0];
	const struct fact *fact = launched_ep_fact(s);
	if (!fact) {
		not_judged(c, p->of->recipe,
			"how this version of the engine spreads experts is not known");
		return;
	}
	struct ixc_finding *f = report_plan(c, s->command->launch->span,
		"the server has DP attention but no expert parallelism, the arm says ep %lld",
		(long long)point->ep);
	finding_subject(f, "%.*s", STR(p->of->recipe));
	finding_note(f, "launched: %.*s", STR(ranks_text(c->arena, s)));
	finding_note(f, "%s: %s [%s]", launched_engine(s), fact->value, fact->id);
	finding_note(f, "the result would be published as EP %lld", (long long)point->ep);
	if (f->related.n == 0)
		finding_related(f, point->arm->span, "an arm that gets there");
	finding_help(f, "%s where EP_SIZE is above 1, or write ep: 1",
		s->engine == ENGINE_SGLANG || s->engine == ENGINE_TRTLLM
			? "pass the EP size"
			: "pass --enable-expert-parallel");
}

const struct ixc_rule rule_dep_without_expert_parallel = {
	.id = "dep-without-expert-parallel",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "an arm with dp-attn and ep whose server does not spread the experts",
	.help = "An arm with DP attention and an ep above 1 is published as DEP: each rank has\n"
		"its own attention and a share of the experts. When the launched command lacks\n"
		"the switch for expert parallelism, the experts' weights are split over all\n"
		"ranks instead (tensor parallelism) and every rank takes part in every expert:\n"
		"another layout, with other speed and memory.\n"
		"\n"
		"An arm with dp-attn: true and ep: 1 means just that and is not flagged, nor is a\n"
		"SGLang all-to-all backend that spreads experts without --ep-size.",
	.on_plan = check_plan,
};
