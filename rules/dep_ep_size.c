/* dep-ep-size: DP attention with experts spread over some of the ranks. */
#include "check/rule.h"

static void
check_arm(struct check *c, const struct arm *arm)
{
	int64_t ep = int_or(arm->ep, 1), tp = int_or(arm->tp, 0),
		pcp = int_or(arm->pcp_size, 1);
	if (arm->config->multinode || !arm->dp_attn.set || !arm->dp_attn.v || ep <= 1 ||
		tp <= 0)
		return;
	bool over_context = pcp > 1 && pcp <= 65536 && tp <= 65536 && ep == tp * pcp;
	if (ep == tp || over_context)
		return;
	struct ixc_finding *f = report(c, arm->ep.node->span,
		"ep is %lld with DP attention over tp %lld: experts go over all %lld ranks or over 1",
		(long long)ep, (long long)tp, (long long)tp);
	finding_subject(f, "%.*s: tp %lld ep %lld", STR(arm->config->key), (long long)tp,
		(long long)ep);
	finding_related(f, arm->tp.node->span, "ranks");
	finding_note(f,
		"recipes for vLLM and ATOM take ep above 1 as a switch, so %lld ranks would "
		"hold experts whatever is written here, and the result be labelled wrong",
		(long long)tp);
	finding_help(f, "write ep: %lld, or ep: 1", (long long)tp);
}

const struct ixc_rule rule_dep_ep_size = {
	.id = "dep-ep-size",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "DP attention with an EP size other than 1 and TP",
	.help = "With DP attention a single-node arm runs tp ranks, each with its own attention,\n"
		"and the experts either whole on each (ep: 1) or spread over all (ep equal to\n"
		"tp). vLLM and ATOM have no option for another number: recipes only switch\n"
		"expert parallelism on when ep is above 1. SGLang would take one that divides\n"
		"tp, but no recipe means it.\n"
		"\n"
		"Multi-node arms are not judged here: experts there may go over several workers'\n"
		"ranks. With prefill context parallelism, tp times pcp-size is right too.",
	.on_arm = check_arm,
};
