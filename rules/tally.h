/* A claim about a setting, compared with what every run passes. */
#ifndef RULES_TALLY_H
#define RULES_TALLY_H

#include "check/rule.h"
#include "model/description.h"
#include "plan/passed.h"

struct tally {
	bool unclear;      /* something is not known of what runs */
	bool agrees;       /* some run has the value, or the name when none is claimed */
	struct map values; /* that are passed instead; "" for none */
	struct span place; /* of the first of them */
};

/* Claims of other kinds than settings are not for this. */
bool tally_is_for(const struct claim *c);
void tally_case(struct check *c, struct tally *t, const struct claim *claim,
	const struct case_plan *p);
void tally_yaml(struct check *c, struct tally *t, const struct claim *claim,
	const struct yaml_node *root);
/* A value that is set for the run: NAME=value of an arm. */
void tally_value(struct check *c, struct tally *t, const struct claim *claim,
	struct str value, struct span place);
/* "8192", "8192 or 16384", "8192, 16384 or no value". */
struct str tally_values(struct check *c, const struct tally *t);

#endif
