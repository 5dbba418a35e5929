/* From a byte of an argument back to the place in the script where it is written. */
#ifndef RULES_LITERAL_H
#define RULES_LITERAL_H

#include "plan_rule.h"

/*
 * `text` is what the word of the option's value became, `at` a byte of it. Gives the
 * byte's place in the word or, when a variable brought it, in the assignment of that
 * variable; as much as can be told, at worst the word.
 */
struct span literal_place(
	const struct sources *t, const struct option *o, struct str text, size_t at);

#endif
