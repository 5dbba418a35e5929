/* Turns faults of a changelog change into findings, for the rules on changes. */
#ifndef RULES_GATE_FAULTS_H
#define RULES_GATE_FAULTS_H

#include "check/rule.h"

/* Reports every fault whose kind is one of the bits: 1 << CHANGELOG_BYTE ... */
void gate_report(struct check *c, const struct changelog_gate *g, unsigned kinds);
/* Says of a finding what the merge step and the pull request's job make of the fault. */
void gate_note(struct ixc_finding *f, const struct changelog_fault *fault);
/* The first fault of these kinds that lies in the entry, or NULL. */
const struct changelog_fault *gate_fault_in(const struct changelog_gate *g,
	const struct changelog_entry *e, unsigned kinds);

#endif
