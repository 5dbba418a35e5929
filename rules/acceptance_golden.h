/* Acceptance lengths against the golden ones. */
#ifndef RULES_ACCEPTANCE_GOLDEN_H
#define RULES_ACCEPTANCE_GOLDEN_H

#include "check/rule.h"
#include "model/golden.h"

/* What decides which golden value holds. */
struct drafted {
	struct str model;
	enum golden_mode mode;
	int64_t drafts;
};

/* "2.49", "2.83 or 2.78"; empty when no curve has one. */
struct str golden_text(
	struct arena *a, const struct golden_values *all, const struct drafted *d);
bool is_golden(const struct golden_values *all, const struct drafted *d, double length);
/* Where the golden values stand, and what the wrong length would be right for. */
void explain_wrong(struct ixc_finding *f, const struct golden_values *all,
	const struct drafted *d, double length);

/* Arms of several nodes: what their recipes and settings say. */
void acceptance_of_arms(struct check *c);

#endif
