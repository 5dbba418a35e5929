/* Python's int(), float() and repr() for numbers. */
#include "yaml/number.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A natural number in base 10^9, lowest part first. */
struct natural {
	uint32_t *part;
	size_t n, cap;
};

enum { PART_BASE = 1000000000, PART_DIGITS = 9, SEXAGESIMAL_PARTS_MAX = 173 };

static struct natural
natural_new(struct arena *a, size_t parts)
{
	return (struct natural){NEW_ARRAY(a, uint32_t, parts), 0, parts};
}

/* x = x * factor + term */
static void
natural_scale(struct arena *a, struct natural *x, uint32_t factor, uint32_t term)
{
	uint64_t carry = term;
	for (size_t i = 0; i < x->n; i++) {
		uint64_t v = (uint64_t)x->part[i] * factor + carry;
		x->part[i] = (uint32_t)(v % PART_BASE);
		carry = v / PART_BASE;
	}
	if (!carry)
		return;
	MUST(a, x->n < x->cap && carry < PART_BASE);
	x->part[x->n++] = (uint32_t)carry;
}

static void
natural_add(struct arena *a, struct natural *x, const struct natural *y)
{
	uint64_t carry = 0;
	for (size_t i = 0; i < x->n || i < y->n || carry; i++) {
		MUST(a, i < x->cap);
		carry += i < x->n ? x->part[i] : 0;
		carry += i < y->n ? y->part[i] : 0;
		x->part[i] = (uint32_t)(carry % PART_BASE);
		carry /= PART_BASE;
		if (i >= x->n)
			x->n = i + 1;
	}
}

static struct natural
natural_from(struct arena *a, struct str digits)
{
	struct natural x = natural_new(a, digits.n / PART_DIGITS + 2);
	for (size_t i = 0; i < digits.n; i++)
		natural_scale(a, &x, 10, (uint32_t)(digits.p[i] - '0'));
	return x;
}

static struct str
natural_decimal(struct arena *a, const struct natural *x)
{
	if (x->n == 0)
		return S("0");
	struct buf b = buf_new(a, (x->n + 1) * PART_DIGITS + 1);
	buf_addf(&b, "%u", (unsigned)x->part[x->n - 1]);
	for (size_t i = x->n - 1; i > 0; i--)
		buf_addf(&b, "%09u", (unsigned)x->part[i - 1]);
	return buf_str(&b);
}

/* White space in Python's sense, as a prefix. Returns its length or 0. */
static size_t
space_at(struct str s, size_t i)
{
	uint32_t c;
	size_t n = utf8_decode(s, i, &c);
	if (n == 0)
		return 0;
	bool space = (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 ||
		     c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
		     c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
		     c == 0x3000;
	return space ? n : 0;
}

static struct str
strip(struct str s)
{
	size_t begin = 0, n;
	while ((n = space_at(s, begin)))
		begin += n;
	size_t end = begin;
	for (size_t i = begin; i < s.n; i += n ? n : 1) {
		n = space_at(s, i);
		if (!n)
			end = i + 1;
	}
	return str_slice(s, begin, end);
}

static struct str
without_underscores(struct arena *a, struct str s)
{
	if (str_find_byte(s, '_', 0) == s.n)
		return s;
	struct buf b = buf_new(a, s.n + 1);
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '_')
			buf_addc(&b, s.p[i]);
	return buf_str(&b);
}

static struct str
without_zeros(struct str digits)
{
	size_t i = 0;
	while (i + 1 < digits.n && digits.p[i] == '0')
		i++;
	return str_slice(digits, i, digits.n);
}

static struct str
with_sign(struct arena *a, bool negative, struct str decimal)
{
	return negative && !str_eqz(decimal, "0") ? str_cat(a, S("-"), decimal) : decimal;
}

static unsigned
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A') + 10;
	return 99;
}

/* Digits of a base that is a power of two, several at a time. */
static enum number_status
binary_base(struct arena *a, struct str s, unsigned base, struct str *ret)
{
	if (s.n > LIMIT_DIGITS)
		return NUMBER_LIMIT;
	struct natural x = natural_new(a, s.n / 2 + 2);
	uint32_t factor = 1, term = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = digit_value(s.p[i]);
		if (digit >= base)
			return NUMBER_MALFORMED;
		term = term * base + digit;
		factor *= base;
		if (factor >= 1u << 24 || i + 1 == s.n) {
			natural_scale(a, &x, factor, term);
			factor = 1;
			term = 0;
		}
	}
	*ret = natural_decimal(a, &x);
	return NUMBER_OK;
}

/* int(s, base): white space around, one sign, the base's own prefix once. */
static enum number_status
python_int(
	struct arena *a, struct str s, unsigned base, bool *ret_negative, struct str *ret)
{
	s = strip(s);
	*ret_negative = s.n && s.p[0] == '-';
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		s = str_slice(s, 1, s.n);
	char mark = base == 16 ? 'x' : base == 8 ? 'o' : 'b';
	if (base != 10 && s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == mark)
		s = str_slice(s, 2, s.n);
	if (s.n == 0)
		return NUMBER_MALFORMED;
	if (base != 10)
		return binary_base(a, s, base, ret);
	if (!str_all_digits(s))
		return NUMBER_MALFORMED;
	if (s.n > LIMIT_DIGITS)
		return NUMBER_TOO_LONG;
	*ret = without_zeros(s);
	return NUMBER_OK;
}

/* a:b:c in base 60. Signed parts, which only an explicit tag lets through, are read as
 * long as the whole fits 64 bits. */
static enum number_status
sexagesimal_int(struct arena *a, struct str s, bool negative, struct str *ret)
{
	if (s.n > LIMIT_DIGITS)
		return str_find_byte(s, ':', 0) > LIMIT_DIGITS ? NUMBER_TOO_LONG
							       : NUMBER_LIMIT;
	struct natural x = natural_new(a, s.n / 2 + 2);
	int64_t small = 0;
	bool fits = true, signed_part = false;
	while (s.p) {
		bool minus;
		struct str part = str_cut(s, ':', &s), decimal;
		enum number_status status = python_int(a, part, 10, &minus, &decimal);
		if (status != NUMBER_OK)
			return status;
		struct natural y = natural_from(a, decimal);
		natural_scale(a, &x, 60, 0);
		natural_add(a, &x, &y);
		int64_t value = 0;
		fits = fits && str_to_int64(decimal, &value) && value < INT32_MAX &&
		       small < INT32_MAX && small > -INT32_MAX;
		small = fits ? small * 60 + (minus ? -value : value) : 0;
		signed_part = signed_part || minus;
	}
	if (signed_part && !fits)
		return NUMBER_MALFORMED;
	if (signed_part)
		*ret = str_fmt(a, "%lld", (long long)(negative ? -small : small));
	else
		*ret = with_sign(a, negative, natural_decimal(a, &x));
	return NUMBER_OK;
}

enum number_status
number_int(struct arena *a, struct str text, struct str *ret)
{
	if (text.n && text.n < LIMIT_DIGITS && text.p[0] != '0' && str_all_digits(text)) {
		*ret = text;
		return NUMBER_OK;
	}
	struct str s = without_underscores(a, text);
	if (s.n == 0)
		return NUMBER_MALFORMED;
	bool negative = s.p[0] == '-', minus = false;
	if (s.p[0] == '-' || s.p[0] == '+')
		s = str_slice(s, 1, s.n);
	if (s.n == 0)
		return NUMBER_MALFORMED;
	enum number_status status;
	if (str_eqz(s, "0")) {
		*ret = s;
		return NUMBER_OK;
	}
	if (str_starts(s, S("0b")))
		status = python_int(a, str_slice(s, 2, s.n), 2, &minus, ret);
	else if (str_starts(s, S("0x")))
		status = python_int(a, str_slice(s, 2, s.n), 16, &minus, ret);
	else if (s.p[0] == '0')
		status = python_int(a, s, 8, &minus, ret);
	else if (str_find_byte(s, ':', 0) < s.n)
		return sexagesimal_int(a, s, negative, ret);
	else
		status = python_int(a, s, 10, &minus, ret);
	if (status == NUMBER_OK)
		*ret = with_sign(a, negative != minus, *ret);
	return status;
}

double
number_decimal(struct arena *a, struct str digits, long exponent)
{
	struct str z = str_fmt(a, "%.*se%ld", STR(digits), exponent);
	return strtod(str_z(a, z), NULL);
}

/* "1", "1.5", ".5e-3" ...: false when it is none of these. */
static bool
float_digits(struct arena *a, struct str s, double *ret)
{
	struct buf digits = buf_new(a, s.n + 1);
	size_t i = 0;
	long exponent = 0, written = 0;
	for (bool fraction = false; i < s.n; i++) {
		if (s.p[i] == '.' && !fraction) {
			fraction = true;
			continue;
		}
		if (digit_value(s.p[i]) > 9)
			break;
		buf_addc(&digits, s.p[i]);
		exponent -= fraction;
	}
	if (digits.n == 0)
		return false;
	if (i < s.n && (s.p[i] | 0x20) == 'e') {
		bool minus = ++i < s.n && s.p[i] == '-';
		if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
			i++;
		if (i == s.n)
			return false;
		for (; i < s.n && digit_value(s.p[i]) <= 9; i++)
			if (written < 100 * 1000 * 1000) /* beyond any length of digits */
				written = written * 10 + (long)digit_value(s.p[i]);
		exponent += minus ? -written : written;
	}
	if (i < s.n)
		return false;
	*ret = number_decimal(a, buf_str(&digits), exponent);
	return true;
}

/* float(s) for ASCII digits. */
static bool
python_float(struct arena *a, struct str s, double *ret)
{
	s = strip(s);
	bool minus = s.n && s.p[0] == '-';
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		s = str_slice(s, 1, s.n);
	double value;
	if (str_eqz(s, "inf") || str_eqz(s, "infinity"))
		value = HUGE_VAL;
	else if (str_eqz(s, "nan"))
		value = (double)NAN;
	else if (!float_digits(a, s, &value))
		return false;
	*ret = minus ? -value : value;
	return true;
}

/* 60^power as Python's exact integer, rounded once. */
static double
power_of_60(struct arena *a, size_t power)
{
	struct natural x = natural_new(a, power + 2);
	natural_scale(a, &x, 0, 1);
	for (size_t i = 0; i < power; i++)
		natural_scale(a, &x, 60, 0);
	return number_decimal(a, natural_decimal(a, &x), 0);
}

static enum number_status
sexagesimal_float(struct arena *a, struct str s, double *ret)
{
	size_t colons = 0;
	for (size_t i = 0; i < s.n; i++)
		colons += s.p[i] == ':';
	if (colons > SEXAGESIMAL_PARTS_MAX)
		return NUMBER_MALFORMED; /* 60^174 is no double */
	*ret = 0;
	for (size_t power = 0; power <= colons; power++) {
		size_t colon = str_rfind_byte(s, ':');
		struct str part = colon < s.n ? str_slice(s, colon + 1, s.n) : s;
		double value;
		if (!python_float(a, part, &value))
			return NUMBER_MALFORMED;
		*ret += value * power_of_60(a, power);
		s = str_slice(s, 0, colon);
	}
	return NUMBER_OK;
}

static enum number_status
tagged_float(struct arena *a, struct str text, double *ret)
{
	struct buf lower = buf_new(a, text.n + 1);
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c != '_')
			buf_addc(&lower, c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c);
	}
	struct str s = buf_str(&lower);
	if (s.n == 0)
		return NUMBER_MALFORMED;
	bool minus = s.p[0] == '-';
	if (s.p[0] == '-' || s.p[0] == '+')
		s = str_slice(s, 1, s.n);
	double value;
	if (str_eqz(s, ".inf")) {
		value = HUGE_VAL;
	} else if (str_eqz(s, ".nan")) {
		value = (double)NAN;
	} else if (str_find_byte(s, ':', 0) < s.n) {
		enum number_status status = sexagesimal_float(a, s, &value);
		if (status != NUMBER_OK)
			return status;
	} else if (!python_float(a, s, &value)) {
		return NUMBER_MALFORMED;
	}
	*ret = minus ? -value : value;
	return NUMBER_OK;
}

enum number_status
number_float(struct arena *a, struct str text, double *ret)
{
	struct arena_mark mark = arena_mark(a);
	enum number_status status = tagged_float(a, text, ret);
	arena_rewind(a, mark);
	return status;
}
