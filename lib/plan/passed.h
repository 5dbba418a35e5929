/*
 * What the commands of a case are given under a name: as an option of any of them, inside
 * of JSON or of a file that the recipe writes, or in the environment.
 *
 * For those who compare a text with what runs: the text does not say where the name
 * belongs, so all places count.
 */
#ifndef PLAN_PASSED_H
#define PLAN_PASSED_H

#include "plan/cases.h"
#include "yaml/node.h"

struct passed_value {
	bool known;
	struct str text;  /* empty and known: there is no value */
	struct span span; /* of the word that holds it */
};

struct passed {
	bool unclear; /* there may be more, where nothing can be said */
	VEC(, struct passed_value) values;
};

/* "--max-num-seqs", "max_num_seqs": dashes in front do not count, '-' and '_' are one.
 * When there is none of the name, the one option that it is the beginning or end of:
 * "mem-fraction" of --mem-fraction-static. */
struct passed passed_option(struct arena *a, const struct case_plan *p, struct str name);
struct passed passed_variable(
	struct arena *a, const struct case_plan *p, struct str name);
/* Of either kind, under any key of a document. */
struct passed passed_in_yaml(
	struct arena *a, const struct yaml_node *root, struct str name);

/* Whether the name stands in a text, in either spelling, and not inside of a longer one.
 */
bool passed_mentions(struct str text, struct str name);

#endif
