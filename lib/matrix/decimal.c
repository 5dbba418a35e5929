/* Decimal arithmetic, digit by digit: the numbers are few and short. */
#include "matrix/decimal.h"

#include "base/arena.h"

#include <string.h>

#define PRECISION 28
#define MAX_EXPONENT 1000000
/* Digits of an int64_t, for the carries of a product. */
#define WORD_DIGITS 19

static struct decimal
without_leading_zeros(struct decimal x)
{
	while (x.n && x.digit[0] == 0) {
		x.digit++;
		x.n--;
	}
	return x;
}

/* `rest`: something non-zero follows the digits. */
static struct decimal
rounded(struct decimal x, bool rest)
{
	x = without_leading_zeros(x);
	if (x.n <= PRECISION)
		return x;
	char half = x.digit[PRECISION];
	for (size_t i = PRECISION + 1; i < x.n; i++)
		rest |= x.digit[i] != 0;
	x.exponent += (int64_t)(x.n - PRECISION);
	x.n = PRECISION;
	bool odd = x.digit[PRECISION - 1] & 1;
	if (half < 5 || (half == 5 && !rest && !odd))
		return x;
	size_t i = PRECISION;
	while (i > 0 && x.digit[i - 1] == 9)
		x.digit[--i] = 0;
	if (i > 0) {
		x.digit[i - 1]++;
		return x;
	}
	x.digit[0] = 1; /* 9...9 became 10...0 */
	x.exponent++;
	return x;
}

static bool
parse_exponent(struct str s, int64_t *ret)
{
	bool negative = s.n && s.p[0] == '-';
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		s = str_slice(s, 1, s.n);
	if (!str_all_digits(s))
		return false;
	int64_t value = 0;
	for (size_t i = 0; i < s.n && value < MAX_EXPONENT; i++)
		value = value * 10 + (s.p[i] - '0');
	*ret = negative ? -value : value;
	return true;
}

bool
decimal_parse(struct arena *a, struct str s, struct decimal *ret)
{
	s = str_trim(s);
	struct decimal x = {.digit = NEW_ARRAY(a, char, s.n + 1)};
	char *rest = NEW_ARRAY(a, char, s.n + 1);
	size_t n = 0, digits = 0;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '_')
			rest[n++] = s.p[i];
	struct str plain = {rest, n};
	x.negative = n && plain.p[0] == '-';
	if (n && (plain.p[0] == '-' || plain.p[0] == '+'))
		plain = str_slice(plain, 1, n);
	bool fraction = false;
	size_t i = 0; /* one pass over the digits and the point */
	for (; i < plain.n; i++) {
		char c = plain.p[i];
		if (c == '.' && !fraction) {
			fraction = true;
			continue;
		}
		if (c < '0' || c > '9')
			break;
		x.digit[x.n++] = (char)(c - '0');
		x.exponent -= fraction;
		digits++;
	}
	int64_t exponent = 0;
	if (digits && i < plain.n && (plain.p[i] == 'e' || plain.p[i] == 'E')) {
		if (!parse_exponent(str_slice(plain, i + 1, plain.n), &exponent))
			return false;
		i = plain.n;
	}
	x.exponent += exponent;
	*ret = without_leading_zeros(x);
	return digits && i == plain.n;
}

struct decimal
decimal_multiply(struct arena *a, struct decimal x, int64_t y)
{
	uint64_t factor = y < 0 ? 0u - (uint64_t)y : (uint64_t)y;
	struct decimal r = {.exponent = x.exponent, .negative = x.negative != (y < 0)};
	r.n = x.n + WORD_DIGITS + 1;
	r.digit = NEW_ARRAY(a, char, r.n + 1);
	uint64_t carry = 0;
	size_t at = r.n;
	for (size_t i = x.n; i > 0; i--) {
		carry += (uint64_t)x.digit[i - 1] * factor;
		r.digit[--at] = (char)(carry % 10);
		carry /= 10;
	}
	while (at > 0) {
		r.digit[--at] = (char)(carry % 10);
		carry /= 10;
	}
	return rounded(r, false);
}

struct decimal
decimal_divide(struct arena *a, struct decimal x, int64_t y)
{
	size_t more = PRECISION + WORD_DIGITS + 1; /* enough digits for any divisor */
	struct decimal r = {.exponent = x.exponent, .negative = x.negative};
	r.digit = NEW_ARRAY(a, char, x.n + more + 1);
	uint64_t remainder = 0, divisor = (uint64_t)y;
	for (size_t i = 0; i < x.n + more; i++) {
		if (i >= x.n && remainder == 0)
			break;
		uint64_t digit = i < x.n ? (uint64_t)x.digit[i] : 0;
		if (i >= x.n)
			r.exponent--;
		remainder = remainder * 10 + digit;
		r.digit[r.n++] = (char)(remainder / divisor);
		remainder %= divisor;
	}
	return rounded(r, remainder != 0);
}

bool
decimal_truncate(struct decimal x, int64_t *ret)
{
	uint64_t value = 0;
	if (x.exponent < 0 && (uint64_t)-x.exponent >= x.n)
		x.n = 0;
	else if (x.exponent < 0)
		x.n -= (size_t)-x.exponent;
	size_t zeros = x.n && x.exponent > 0 ? (size_t)x.exponent : 0;
	if (x.n + zeros > 18)
		return false;
	for (size_t i = 0; i < x.n + zeros; i++)
		value = value * 10 + (i < x.n ? (uint64_t)x.digit[i] : 0);
	*ret = x.negative ? -(int64_t)value : (int64_t)value;
	return true;
}
