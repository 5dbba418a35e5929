/* repr() of floats: the shortest digits that read back as the same double. */
#include "yaml/number.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value's first `n` digits, rounded, and the power of ten of the first one. */
static int
leading_digits(double value, int n, char digits[18])
{
	char text[40];
	snprintf(text, sizeof text, "%.*e", n - 1, value);
	int k = 0;
	const char *p = text;
	for (; *p && *p != 'e'; p++) /* skips the decimal point, whatever it is */
		if (*p >= '0' && *p <= '9' && k < 17)
			digits[k++] = *p;
	digits[k] = '\0';
	return *p ? (int)strtol(p + 1, NULL, 10) : 0;
}

static bool
reads_back(struct arena *a, const char *digits, int power, double value)
{
	struct str s = str_from(digits);
	return !(number_decimal(a, s, power - (long)s.n + 1) < value) &&
	       !(number_decimal(a, s, power - (long)s.n + 1) > value);
}

/* Adds one to the last digit; false when that carries past the first. */
static bool
step_up(char *digits)
{
	for (size_t i = strlen(digits); i > 0; i--) {
		if (digits[i - 1] != '9') {
			digits[i - 1]++;
			return true;
		}
		digits[i - 1] = '0';
	}
	return false;
}

static int
shortest_digits(struct arena *a, double value, char digits[18])
{
	for (int n = 1; n < 17; n++) {
		int power = leading_digits(value, n, digits);
		if (reads_back(a, digits, power, value))
			return power;
		/* Below a power of two the doubles lie closer: the neighbour above may
		 * read back where the nearest one does not. */
		if (step_up(digits) && reads_back(a, digits, power, value))
			return power;
	}
	return leading_digits(value, 17, digits);
}

struct str
number_float_repr(struct arena *a, double value)
{
	if (isnan(value))
		return S("nan");
	if (isinf(value))
		return value > 0 ? S("inf") : S("-inf");
	const char *sign = signbit(value) ? "-" : "";
	if (fpclassify(value) == FP_ZERO)
		return str_fmt(a, "%s0.0", sign);
	char digits[18];
	int power = shortest_digits(a, value < 0 ? -value : value, digits);
	int n = (int)strlen(digits);
	while (n > 1 && digits[n - 1] == '0')
		digits[--n] = '\0';
	if (power < -4 || power >= 16)
		return str_fmt(a, "%s%c%s%se%c%02d", sign, digits[0], n > 1 ? "." : "",
			digits + 1, power < 0 ? '-' : '+', abs(power));
	if (power < 0)
		return str_fmt(a, "%s0.%.*s%s", sign, -power - 1, "000", digits);
	if (power + 1 >= n)
		return str_fmt(
			a, "%s%s%.*s.0", sign, digits, power + 1 - n, "0000000000000000");
	return str_fmt(a, "%s%.*s.%s", sign, power + 1, digits, digits + power + 1);
}
