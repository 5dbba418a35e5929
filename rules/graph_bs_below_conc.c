/* graph-bs-below-conc: fewer requests are captured as graphs than the arms send. */
#include "graph_rule.h"

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		if (s->engine == ENGINE_NONE)
			continue;
		const struct graphs *g = case_graphs(p, s);
		bool others = s->speculates == TRI_YES && g->unknown;
		if (!others && !graphs_depend_on_drafts(s, g))
			judge_graphs(c, s, g);
	}
}

const struct ixc_rule rule_graph_bs_below_conc = {
	.id = "graph-bs-below-conc",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "graphs are captured for fewer requests than the arms send",
	.help = "A decode batch larger than the largest captured graph runs eager, several times\n"
		"slower, and the published number is that of the eager path.\n"
		"\n"
		"The largest captured size is compared with what one rank decodes at once: the\n"
		"least of its sequence cap and of its share of the arm's concurrency. With\n"
		"data-parallel attention a rank gets its share only, so a size below CONC may be\n"
		"right. In agentic arms CONC counts sessions: a size that is somewhat below it\n"
		"may be meant, to save memory, and is a note.\n"
		"\n"
		"With drafts and sizes that count tokens see spec-capture-sizes.",
	.on_plan = check_plan,
	.after_plans = tell_graphs,
};
