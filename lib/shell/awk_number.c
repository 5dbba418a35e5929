/* Numbers as awk has them. */
#include "shell/awk.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

enum { POWERS = 23 };

static const double powers[POWERS] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool
is_digit(struct str s, size_t i)
{
	return i < s.n && s.p[i] >= '0' && s.p[i] <= '9';
}

/* Digits and a power of ten that are both exact doubles give a correctly rounded result.
 */
bool
awk_number(struct str s, double *ret, size_t *ret_n)
{
	size_t i = 0, digits = 0;
	uint64_t mantissa = 0;
	int exponent = 0;
	bool negative = i < s.n && s.p[i] == '-', exact = true;
	i += negative || (i < s.n && s.p[i] == '+');
	for (bool point = false; is_digit(s, i) || (!point && i < s.n && s.p[i] == '.');
		i++) {
		if (s.p[i] == '.') {
			point = true;
			continue;
		}
		exact &= mantissa < ((uint64_t)1 << 53) / 10;
		mantissa = exact ? mantissa * 10 + (uint64_t)(s.p[i] - '0') : mantissa;
		exponent -= point;
		digits++;
	}
	*ret = 0;
	*ret_n = 0;
	if (!digits)
		return true;
	size_t e = i + (i < s.n && (s.p[i] | 32) == 'e');
	bool minus = e > i && e < s.n && s.p[e] == '-';
	e += minus || (e > i && e < s.n && s.p[e] == '+');
	if (e > i && is_digit(s, e)) {
		int n = 0;
		for (; is_digit(s, e) && n < 1000; e++)
			n = n * 10 + (s.p[e] - '0');
		exponent += minus ? -n : n;
		i = e;
	}
	*ret_n = i;
	if (!exact || exponent <= -POWERS || exponent >= POWERS)
		return false;
	double v = (double)mantissa;
	v = exponent < 0 ? v / powers[-exponent] : v * powers[exponent];
	*ret = negative ? -v : v;
	return true;
}

/* The decimal point that the locale has becomes ".": it is all that stands between the
 * first and the second run of digits. */
static struct str
with_point(struct arena *a, const char *z)
{
	size_t n = strlen(z), out = 0, i = 0;
	char *p = NEW_ARRAY(a, char, n + 1);
	while (i < n && (z[i] == '-' || z[i] == ' ' || (z[i] >= '0' && z[i] <= '9')))
		p[out++] = z[i++];
	if (i < n && z[i] != 'e' && z[i] != 'i' && z[i] != 'n') {
		p[out++] = '.';
		while (i < n && !(z[i] >= '0' && z[i] <= '9'))
			i++;
	}
	while (i < n)
		p[out++] = z[i++];
	return (struct str){p, out};
}

struct str
awk_format(struct arena *a, char letter, unsigned precision, double v)
{
	char z[512];
	if (precision > 40 || v > 1e60 || v < -1e60)
		return S("?");
	if (letter == 'f')
		snprintf(z, sizeof z, "%.*f", (int)precision, v);
	else if (letter == 'e')
		snprintf(z, sizeof z, "%.*e", (int)precision, v);
	else
		snprintf(z, sizeof z, "%.*g", (int)precision, v);
	return with_point(a, z);
}

struct str
awk_text(struct arena *a, double v)
{
	if (v >= -1e15 && v <= 1e15 && v == (double)(int64_t)v)
		return str_fmt(a, "%lld", (long long)v);
	return awk_format(a, 'g', 6, v);
}
