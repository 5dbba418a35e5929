/* Lax and strict coercions. */
#include "model/coerce.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "yaml/number.h"

#include <math.h>
#include <string.h>

/* Unicode's White_Space property, as Rust trims. */
static bool
is_white(uint32_t cp)
{
	return cp == ' ' || (cp >= 9 && cp <= 13) || cp == 0x85 || cp == 0xa0 ||
	       cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200a) || cp == 0x2028 ||
	       cp == 0x2029 || cp == 0x202f || cp == 0x205f || cp == 0x3000;
}

static struct str
trim_white(struct str s)
{
	uint32_t cp;
	size_t begin = 0, end = 0, n;
	while ((n = utf8_decode(s, begin, &cp)) && is_white(cp))
		begin += n;
	for (size_t i = begin; i < s.n; i += n ? n : 1) {
		n = utf8_decode(s, i, &cp);
		if (n == 0 || !is_white(cp))
			end = i + (n ? n : 1);
	}
	return str_slice(s, begin, end);
}

/* The text of a string or of bytes. */
static bool
text_of(const struct yaml_node *n, struct str *ret)
{
	if (yaml_is(n, YAML_STR))
		*ret = n->text;
	else if (yaml_is(n, YAML_BYTES))
		*ret = n->bytes;
	else
		return false;
	return true;
}

/* Cuts a trailing ".000"; a dot without zeros stays and is refused as no digit. */
static struct str
cut_zero_fraction(struct str s)
{
	size_t end = s.n;
	while (end > 0 && s.p[end - 1] == '0')
		end--;
	if (end > 0 && end < s.n && s.p[end - 1] == '.')
		return str_slice(s, 0, end - 1);
	return s;
}

/* Drops zeros in front, and underscores between them, as the reference does: "0__8" is 8.
 * A minus sign may follow them ("0-8" is -8). False when no number can begin here. */
static bool
drop_leading_zeros(struct str *s)
{
	size_t i = 0;
	if (s->n == 0 || s->p[0] < '0' || s->p[0] > '9')
		return false;
	if (s->p[0] != '0')
		return true;
	while (i < s->n && (s->p[i] == '0' || s->p[i] == '_'))
		i++;
	*s = str_slice(*s, i < s->n ? i : i - 1, s->n);
	return true;
}

static bool
starts_with(struct str s, char c)
{
	return s.n && s.p[0] == c;
}

/* Digits with single underscores between them. */
static bool
plain_digits(struct arena *a, struct str s, bool behind_minus, struct str *ret)
{
	char *digits = NEW_ARRAY(a, char, s.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < s.n; i++) {
		bool inside = (i > 0 || behind_minus) && i + 1 < s.n;
		if (s.p[i] == '_' && inside && (i == 0 || s.p[i - 1] != '_'))
			continue;
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		digits[n++] = s.p[i];
	}
	*ret = (struct str){digits, n};
	return n > 0 && n <= LIMIT_DIGITS && (n == 1 || digits[0] != '0');
}

static bool
int_from_text(struct arena *a, struct str s, struct yaml_int *ret)
{
	s = cut_zero_fraction(trim_white(s));
	bool minus = starts_with(s, '-'), signed_text = minus || starts_with(s, '+');
	if (signed_text)
		s = str_slice(s, 1, s.n);
	if (!drop_leading_zeros(&s))
		return false;
	bool inner_minus = starts_with(s, '-');
	if (inner_minus)
		s = str_slice(s, 1, s.n);
	if ((inner_minus && minus) || !plain_digits(a, s, inner_minus, &s))
		return false;
	minus |= inner_minus;
	ret->decimal = minus && !str_eqz(s, "0") ? str_cat(a, S("-"), s) : s;
	ret->fits = str_to_int64(ret->decimal, &ret->value);
	return true;
}

struct yaml_int
int_from(struct arena *a, int64_t value)
{
	return (struct yaml_int){.decimal = str_fmt(a, "%lld", (long long)value),
		.value = value,
		.fits = true};
}

bool
coerce_int(struct arena *a, const struct yaml_node *n, struct yaml_int *ret)
{
	struct str text;
	if (coerce_strict_int(n, ret))
		return true;
	if (yaml_is(n, YAML_BOOL)) {
		*ret = int_from(a, n->boolean);
		return true;
	}
	if (yaml_is(n, YAML_FLOAT)) {
		double x = n->real;
		if (!(x > -0x1p63 && x < 0x1p63) || (double)(int64_t)x != x)
			return false;
		*ret = int_from(a, (int64_t)x);
		return true;
	}
	return text_of(n, &text) && int_from_text(a, text, ret);
}

bool
coerce_strict_int(const struct yaml_node *n, struct yaml_int *ret)
{
	if (!yaml_is(n, YAML_INT))
		return false;
	*ret = n->integer;
	return true;
}

static bool
equal_folded(struct str s, const char *lower)
{
	if (s.n != strlen(lower))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c != lower[i])
			return false;
	}
	return true;
}

static bool
bool_from_text(struct str s, bool *ret)
{
	static const struct {
		const char *text;
		bool value;
	} spelling[] = {
		{"0", false},
		{"off", false},
		{"f", false},
		{"false", false},
		{"n", false},
		{"no", false},
		{"1", true},
		{"on", true},
		{"t", true},
		{"true", true},
		{"y", true},
		{"yes", true},
	};
	for (size_t i = 0; i < sizeof spelling / sizeof spelling[0]; i++) {
		if (equal_folded(s, spelling[i].text)) {
			*ret = spelling[i].value;
			return true;
		}
	}
	return false;
}

/* The value as a double when it is a truth value or number; false otherwise. */
static bool
number_of(const struct yaml_node *n, double *ret)
{
	if (yaml_is(n, YAML_BOOL))
		*ret = n->boolean;
	else if (yaml_is(n, YAML_FLOAT))
		*ret = n->real;
	else if (yaml_is(n, YAML_INT) && n->integer.fits)
		*ret = (double)n->integer.value;
	else
		return false;
	return true;
}

bool
coerce_bool(const struct yaml_node *n, bool *ret)
{
	double x;
	struct str text;
	if (number_of(n, &x)) {
		if (x != 0.0 && x != 1.0)
			return false;
		*ret = x == 1.0;
		return true;
	}
	return text_of(n, &text) && bool_from_text(text, ret);
}

bool
coerce_str(const struct yaml_node *n, struct str *ret)
{
	struct str text;
	if (!text_of(n, &text))
		return false;
	if (n->kind == YAML_BYTES && utf8_first_bad(text) < text.n)
		return false;
	*ret = text;
	return true;
}

static size_t
skip_digits(struct str s, size_t i)
{
	while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
		i++;
	return i;
}

static size_t
skip_sign(struct str s, size_t i)
{
	return i < s.n && (s.p[i] == '-' || s.p[i] == '+') ? i + 1 : i;
}

/* [+-]?(digits[.digits]|.digits)([eE][+-]?digits)? */
static bool
is_decimal(struct str s)
{
	size_t begin = skip_sign(s, 0), i = skip_digits(s, begin), digits = i - begin;
	if (i < s.n && s.p[i] == '.') {
		size_t fraction = i + 1;
		i = skip_digits(s, fraction);
		digits += i - fraction;
	}
	if (digits && i < s.n && (s.p[i] == 'e' || s.p[i] == 'E')) {
		size_t exponent = skip_sign(s, i + 1);
		i = skip_digits(s, exponent);
		digits = i - exponent;
	}
	return digits > 0 && i == s.n;
}

static bool
float_from_text(struct arena *a, struct str s, double *ret)
{
	struct str bare = s;
	bool negative = s.n && s.p[0] == '-';
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		bare = str_slice(s, 1, s.n);
	if (equal_folded(bare, "inf") || equal_folded(bare, "infinity"))
		*ret = negative ? -HUGE_VAL : HUGE_VAL;
	else if (equal_folded(bare, "nan"))
		*ret = (double)NAN;
	else
		return is_decimal(s) && number_float(a, s, ret) == NUMBER_OK;
	return true;
}

/* Single underscores inside are dropped, wherever they stand. */
static bool
drop_underscores(struct arena *a, struct str s, struct str *ret)
{
	char *p = NEW_ARRAY(a, char, s.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '_')
			p[n++] = s.p[i];
		else if (i == 0 || i + 1 == s.n || s.p[i - 1] == '_')
			return false;
	}
	*ret = (struct str){p, n};
	return true;
}

bool
coerce_float(struct arena *a, const struct yaml_node *n, double *ret)
{
	struct str text;
	if (number_of(n, ret))
		return true;
	if (yaml_is(n, YAML_INT))
		return number_float(a, n->integer.decimal, ret) == NUMBER_OK &&
		       isfinite(*ret);
	if (!text_of(n, &text))
		return false;
	if (float_from_text(a, trim_white(text), ret))
		return true;
	return drop_underscores(a, text, &text) && float_from_text(a, text, ret);
}

bool
coerce_false(const struct yaml_node *n)
{
	double x;
	return number_of(n, &x) && x == 0.0;
}

bool
coerce_true(const struct yaml_node *n)
{
	double x;
	return number_of(n, &x) && x == 1.0;
}

bool
coerce_list(struct arena *a, const struct yaml_node *n, struct yaml_items *ret,
	bool *ret_pairs)
{
	*ret_pairs = yaml_is(n, YAML_PAIRS);
	if (yaml_is(n, YAML_LIST) || *ret_pairs) {
		*ret = n->list;
		return true;
	}
	if (!yaml_is(n, YAML_SET))
		return false;
	*ret = (struct yaml_items){0};
	for (size_t i = 0; i < n->pairs.n; i++)
		vec_push(a, ret, n->pairs.v[i].key);
	return true;
}

int
int_sign(const struct yaml_int *x)
{
	if (x->decimal.n && x->decimal.p[0] == '-')
		return -1;
	return !str_eqz(x->decimal, "0");
}

int
int_compare(const struct yaml_int *x, const struct yaml_int *y)
{
	if (x->fits && y->fits)
		return (x->value > y->value) - (x->value < y->value);
	int sx = int_sign(x), sy = int_sign(y);
	if (sx != sy)
		return sx < sy ? -1 : 1;
	int larger = x->decimal.n != y->decimal.n ? (x->decimal.n < y->decimal.n ? -1 : 1)
						  : str_cmp(x->decimal, y->decimal);
	larger = (larger > 0) - (larger < 0);
	return sx < 0 ? -larger : larger;
}

static uint64_t
add_mod(uint64_t x, uint64_t y, uint64_t m)
{
	return x >= m - y ? x - (m - y) : x + y;
}

static uint64_t
digits_mod(struct str digits, uint64_t m)
{
	uint64_t r = 0;
	for (size_t i = 0; i < digits.n; i++) {
		uint64_t twice = add_mod(r, r, m);
		uint64_t eight =
			add_mod(add_mod(twice, twice, m), add_mod(twice, twice, m), m);
		r = add_mod(eight, twice, m);
		r = add_mod(r, (uint64_t)(digits.p[i] - '0') % m, m);
	}
	return r;
}

bool
int_divides(const struct yaml_int *y, const struct yaml_int *x)
{
	if (x->fits && y->fits)
		return y->value != 0 && x->value % y->value == 0;
	if (!y->fits)
		return int_sign(x) == 0 || str_eq(x->decimal, y->decimal);
	struct str digits = x->decimal;
	if (int_sign(x) < 0)
		digits = str_slice(digits, 1, digits.n);
	return digits_mod(digits, (uint64_t)y->value) == 0;
}
