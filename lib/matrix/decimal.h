/*
 * Decimal numbers with Python's default context: results of operations are rounded to 28
 * digits, half to even. Only what the DRAM budget needs.
 */
#ifndef MATRIX_DECIMAL_H
#define MATRIX_DECIMAL_H

#include "base/str.h"

struct decimal {     /* digits * 10^exponent */
	char *digit; /* values 0..9, most significant first, no leading zero; n 0: zero */
	size_t n;
	int64_t exponent;
	bool negative;
};

/* Blanks around, `_` anywhere, [+-]?digits[.digits][e[+-]digits]. Exact, not rounded. */
bool decimal_parse(struct arena *a, struct str s, struct decimal *ret);
/* Integers of at most 18 digits; the divisor above 0. */
#define DECIMAL_MAX_INT 999999999999999999
struct decimal decimal_multiply(struct arena *a, struct decimal x, int64_t y);
struct decimal decimal_divide(struct arena *a, struct decimal x, int64_t y);
/* Towards zero; false when beyond 64 bits. */
bool decimal_truncate(struct decimal x, int64_t *ret);

#endif
