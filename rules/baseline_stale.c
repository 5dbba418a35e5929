/* baseline-stale: an entry of the baseline has more findings than there are. */
#include "check/baseline.h"
#include "check/rule.h"

static void
check_baseline(struct check *c, const struct baseline *b)
{
	for (size_t i = 0; i < b->entries.n; i++) {
		const struct baseline_entry *e = b->entries.v[i];
		if (!e->judged || e->seen >= (uint64_t)e->count)
			continue;
		struct ixc_finding *f = e->seen
			? report(c, e->span, "%zu of %lld findings of this entry are left",
				  e->seen, (long long)e->count)
			: report(c, e->span, "this entry can go: %s finds nothing there",
				  e->rule->id);
		finding_subject(f, "%.*s %.*s %.*s", STR(e->path), STR(e->rule_id),
			STR(e->subject));
		finding_note(f, "what was mended could come back unseen");
		finding_help(f, "infxcheck baseline --prune %.*s", STR(b->source->path));
	}
}

const struct ixc_rule rule_baseline_stale = {
	.id = "baseline-stale",
	.severity = IXC_NOTE,
	.since = "0.1",
	.summary = "an entry of the baseline has more findings than there are",
	.help = "What was mended should leave the baseline, or it could come back unseen.\n"
		"'infxcheck baseline --prune FILE' takes out what is gone and adds nothing.\n"
		"Reported only of rules that ran, without PATHs; with a base revision, only\n"
		"when unchanged findings are asked for (--show).",
	.on_baseline = check_baseline,
};
