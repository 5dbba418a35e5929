/* spec-capture-sizes: with drafts, decode batches outgrow the captured graphs. */
#include "graph_rule.h"

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		if (s->speculates != TRI_YES)
			continue;
		const struct graphs *g = case_graphs(p, s);
		if (g->unknown || graphs_depend_on_drafts(s, g))
			judge_graphs(c, s, g);
	}
}

const struct ixc_rule rule_spec_capture_sizes = {
	.id = "spec-capture-sizes",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "with drafts, decode batches outgrow the captured graphs",
	.help = "A decode step of a speculating server has 1 + drafts tokens for each sequence.\n"
		"vLLM captures graphs for sizes in tokens: a list of 1 to max-num-seqs then holds\n"
		"only a part of the batches, and by default the list ends at 512 tokens (1024 on\n"
		"newer versions with Blackwell). A batch above the last size runs eager, several\n"
		"times slower; one whose padded size is not captured as a whole runs in pieces.\n"
		"\n"
		"The sizes are worked out as the engine does, for its version, mode and GPU, and\n"
		"compared with what the arms let run at once on a rank: the least of the sequence\n"
		"cap, the tokens of a step and the concurrency. Nothing given is no fault by\n"
		"itself: the defaults of vLLM reckon with drafts. Where the version is not known,\n"
		"only what holds for every version is reported.\n"
		"\n"
		"ATOM counts requests, and drops those sizes of its list that are above the\n"
		"sequence cap: a cap that is not in the list leaves its top part without a graph.\n"
		"\n"
		"`infxcheck fact vllm.graph-sizes`, `vllm.graph-rounding`, `atom.graph-sizes`.",
	.on_plan = check_plan,
	.after_plans = tell_graphs,
};
