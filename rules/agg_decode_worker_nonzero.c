/* agg-decode-worker-nonzero: decode workers in an arm whose workers do both. */
#include "srt_arm.h"

static void
check_arm(struct check *c, const struct arm *arm)
{
	const struct config *config = arm->config;
	const struct int_field *decode = &arm->decode->num_worker;
	if (!config->multinode || !decode->set || decode->v <= 0 ||
		int_or(arm->prefill->num_worker, 0) <= 0)
		return;
	const struct srt_recipe *r = srt_recipe_of_arm(c->repo->recipes, arm);
	const struct srt_role *agg =
		r->state == SRT_READ ? &r->role[SRT_AGGREGATE] : NULL;
	bool aggregate = agg && agg->set && !r->role[SRT_DECODE].set;
	bool disagg = config->disagg.set && config->disagg.v;
	if (disagg && !aggregate)
		return;
	struct ixc_finding *f =
		aggregate
			? report(c, decode->node->span,
				  "decode num-worker is %lld, but the recipe is aggregated: it has no "
				  "decode workers",
				  (long long)decode->v)
			: report(c, decode->node->span,
				  "decode num-worker is %lld, but disagg is %s",
				  (long long)decode->v,
				  config->disagg.node ? "false" : "not set");
	srt_arm_subject(c, f, arm, "decode num-worker");
	finding_note(f, "results count the GPUs of both roles");
	if (aggregate) {
		finding_related(f, agg->workers.node->span, "all workers of the recipe");
		finding_help(f, "write num-worker: 0 for decode%s",
			disagg ? " and disagg: false" : "");
	} else {
		finding_at_most(f, IXC_WARNING);
		finding_help(f,
			"an aggregated arm has num-worker: 0 for decode, a disaggregated "
			"config disagg: true");
	}
}

const struct ixc_rule rule_agg_decode_worker_nonzero = {
	.id = "agg-decode-worker-nonzero",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "an aggregated multi-node arm that claims decode workers",
	.help = "Without disaggregation each worker does prefill and decode. Such an arm gives\n"
		"its workers under 'prefill' and num-worker: 0 under 'decode'. With workers in\n"
		"both roles the GPUs are counted twice and throughput per GPU is published too\n"
		"low.\n"
		"\n"
		"An error when the recipe is there and aggregated; a warning when only 'disagg'\n"
		"says so.",
	.on_arm = check_arm,
};
