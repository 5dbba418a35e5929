/* A refusal of a changelog edit as a finding. */
#ifndef CHECK_VERDICT_H
#define CHECK_VERDICT_H

#include "check/finding.h"
#include "model/changelog_strict.h"

/* Adds one finding of the rule that the verdict's class belongs to, at its place or, when it
 * has none, at the start of `otherwise`. */
void verdict_report(struct arena *a, struct findings *fs, const struct changelog_verdict *v,
	const struct source *otherwise);

#endif
