/*
 * What the reference's validation takes for a number, a truth value or a text.
 *
 * The rules are those of pydantic's lax mode (strict for some integers). They say whether
 * a value is accepted and what it then counts as; the sweep generator uses the value as
 * written, so whoever emits it must not use the coerced one. All accept NULL: no.
 */
#ifndef MODEL_COERCE_H
#define MODEL_COERCE_H

#include "yaml/node.h"

/* Integers, true and false, floats without a fraction below 2^63, texts such as " +1_0.0
 * ". */
bool coerce_int(struct arena *a, const struct yaml_node *n, struct yaml_int *ret);
/* Written as an integer and nothing else. */
bool coerce_strict_int(const struct yaml_node *n, struct yaml_int *ret);
/* true, false, 0, 1, 0.0, 1.0, and yes/no/on/off/t/f/y/n/true/false/0/1 as text. */
bool coerce_bool(const struct yaml_node *n, bool *ret);
/* A text, or bytes that are UTF-8. */
bool coerce_str(const struct yaml_node *n, struct str *ret);
/* Numbers, true and false, texts that are a number, inf or nan. */
bool coerce_float(struct arena *a, const struct yaml_node *n, double *ret);
/* The literal false (true): the truth value or a number equal to it. */
bool coerce_false(const struct yaml_node *n);
bool coerce_true(const struct yaml_node *n);
/* Lists, and what PyYAML makes a list or set of. The items of a pairs list are no maps
 * and no scalars: *ret_pairs is set when they must be refused. */
bool coerce_list(struct arena *a, const struct yaml_node *n, struct yaml_items *ret,
	bool *ret_pairs);

/* -1, 0, 1, whatever the size. */
int int_compare(const struct yaml_int *x, const struct yaml_int *y);
int int_sign(const struct yaml_int *x);
/* x mod y == 0, y positive. Of two numbers beyond 64 bits only equal ones count as
 * divisible. */
bool int_divides(const struct yaml_int *y, const struct yaml_int *x);
struct yaml_int int_from(struct arena *a, int64_t value);

#endif
