/* Evaluation of arithmetic, as its two halves share it. */
#ifndef SHELL_ARITH_RUN_H
#define SHELL_ARITH_RUN_H

#include "shell/expand.h"

/* Value of a $x or $( ) in an expression, found before the expression is evaluated. */
struct operand {
	const struct shell_part *part;
	const struct value *value;
};

struct arith {
	struct eval *e;
	struct state *s;
	struct span span;
	struct str text; /* of the expression, for people */
	VEC(, struct operand) operands;
	unsigned depth;
	bool failed; /* bash would refuse it */
};

struct number arith_evaluate(struct arith *a, const struct shell_arith_node *n);
/* A hole with the expression as its text. */
struct number arith_unknown(struct arith *a);
struct number arith_of_value(struct arith *a, const struct value *v);
void arith_store(
	struct arith *a, const struct shell_arith_node *to, const struct number *n);

#endif
