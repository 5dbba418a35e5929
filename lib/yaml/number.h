/*
 * Numbers as Python reads and writes them: int(), float(), repr(). Independent of the
 * locale: what is given to strtod has no decimal point, and of what printf gives only the
 * digits are taken.
 */
#ifndef YAML_NUMBER_H
#define YAML_NUMBER_H

#include "base/str.h"

enum number_status {
	NUMBER_OK,
	NUMBER_MALFORMED, /* Python raises ValueError, IndexError or OverflowError */
	NUMBER_TOO_LONG,  /* more than LIMIT_DIGITS decimal digits: Python refuses too */
	NUMBER_LIMIT,     /* as many in another base: only we do not read it */
};

/* What PyYAML makes of a scalar tagged int: `_` dropped, 0b, 0x, leading 0 is octal, and
 * base 60 with colons. The result is canonical decimal. */
enum number_status number_int(struct arena *a, struct str text, struct str *ret_decimal);
/* Same for float: `_` dropped, .inf, .nan, base 60 with colons, else Python's float(). */
enum number_status number_float(struct arena *a, struct str text, double *ret);

/* digits x 10^exponent. Without a decimal point no locale can change what strtod reads.
 */
double number_decimal(struct arena *a, struct str digits, long exponent);

/* repr(value): shortest digits that read back as the same double. */
struct str number_float_repr(struct arena *a, double value);
#endif
