/* How many findings each rule has, and how many there are. */
#include "base/arena.h"
#include "check/rule.h"
#include "report/outline.h"
#include "report/report.h"

#include <stdlib.h>

struct row {
	const struct ixc_rule *rule;
	size_t n;
};

static int
most_first(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	if (a->n != b->n)
		return a->n < b->n ? 1 : -1;
	return str_cmp(str_from(a->rule->id), str_from(b->rule->id));
}

void
report_statistics(struct buf *b, const struct run *run)
{
	size_t rules = rules_count(), n = 0;
	struct row *row = NEW_ARRAY(b->arena, struct row, rules);
	for (size_t i = 0; i < rules; i++) {
		struct row r = {rules_at(i), 0};
		for (size_t k = 0; k < run->findings.list.n; k++)
			r.n += run->findings.list.v[k]->rule == r.rule;
		if (r.n)
			row[n++] = r;
	}
	if (n)
		qsort(row, n, sizeof *row, most_first);
	buf_addz(b, n ? "findings by rule:\n" : "no rule has a finding\n");
	for (size_t i = 0; i < n; i++)
		buf_addf(b, "%7zu  %s\n", row[i].n, row[i].rule->id);
}

void
report_counts(struct buf *b, const struct run *run)
{
	const struct findings *fs = &run->findings;
	buf_addf(b, "errors=%zu\nwarnings=%zu\nnotes=%zu\n", count_severity(fs, IXC_ERROR),
		count_severity(fs, IXC_WARNING), count_severity(fs, IXC_NOTE));
	buf_addf(b, "fixable=%zu\nunsafe-fixable=%zu\n", outline_fixable(fs, true),
		outline_fixable(fs, false));
	buf_addf(b, "suppressed=%zu\nfixed=%zu\nnot-evaluated=%llu\n", run->suppressed.n,
		run->fixed.n, (unsigned long long)outline_gaps(fs));
}
