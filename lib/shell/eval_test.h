/* Conditions, as [[ ]] and [ ] share them. */
#ifndef SHELL_EVAL_TEST_H
#define SHELL_EVAL_TEST_H

#include "shell/expand.h"

enum comparison { EQ, NE, LT, LE, GT, GE, NO_COMPARISON };

enum tri tri_and(enum tri a, enum tri b);
enum tri tri_or(enum tri a, enum tri b);
enum comparison comparison_of(struct str op);
/* Sets *bad when one of them is known and no integer. */
enum tri compare_numbers(struct eval *e, const struct state *s, enum comparison c,
	const struct value *x, const struct value *y, struct span span, bool *bad);
enum tri compare_texts(const struct value *x, const struct value *y, bool less);
/* Equal holes do not make equal strings. */
enum tri equal_texts(struct eval *e, const struct value *x, const struct value *y);

#endif
