/*
 * Which type a plain scalar has. PyYAML tries regular expressions by first character
 * (resolver.py of 6.0.3); here each is a few lines of matching.
 */
#include "yaml/tag.h"

#include "yaml/timestamp.h"

#include <string.h>

static const char *const tag_names[] = {
	[TAG_UNKNOWN] = "",
	[TAG_NULL] = "null",
	[TAG_BOOL] = "bool",
	[TAG_INT] = "int",
	[TAG_FLOAT] = "float",
	[TAG_STR] = "str",
	[TAG_TIMESTAMP] = "timestamp",
	[TAG_BINARY] = "binary",
	[TAG_SEQ] = "seq",
	[TAG_MAP] = "map",
	[TAG_SET] = "set",
	[TAG_OMAP] = "omap",
	[TAG_PAIRS] = "pairs",
	[TAG_MERGE] = "merge",
	[TAG_VALUE] = "value",
};

const char *
tag_name(enum tag t)
{
	return tag_names[t];
}

enum tag
tag_from_uri(struct str uri)
{
	const struct str prefix = S("tag:yaml.org,2002:");
	if (!str_starts(uri, prefix))
		return TAG_UNKNOWN;
	struct str name = str_slice(uri, prefix.n, uri.n);
	for (int t = TAG_NULL; t <= TAG_VALUE; t++)
		if (str_eqz(name, tag_names[t]))
			return (enum tag)t;
	return TAG_UNKNOWN;
}

/* A place in the scalar; past the end there are zero bytes. */
struct at {
	const char *p, *end;
};

static char
peek(const struct at *a)
{
	return a->p < a->end ? *a->p : '\0';
}

static bool
take(struct at *a, const char *set)
{
	if (a->p == a->end || *a->p == '\0' || !strchr(set, *a->p))
		return false;
	a->p++;
	return true;
}

static size_t
take_all(struct at *a, const char *set)
{
	const char *begin = a->p;
	while (take(a, set))
		;
	return (size_t)(a->p - begin);
}

static bool
ended(const struct at *a)
{
	return a->p == a->end;
}

#define DIGITS "0123456789"
#define DIGITS_ "0123456789_"

static bool
one_of(struct str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_eqz(s, words[i]))
			return true;
	return false;
}

#define ONE_OF(s, words) one_of((s), (words), sizeof(words) / sizeof *(words))

static bool
is_bool(struct str s)
{
	static const char *const words[] = {
		"yes",
		"Yes",
		"YES",
		"no",
		"No",
		"NO",
		"true",
		"True",
		"TRUE",
		"false",
		"False",
		"FALSE",
		"on",
		"On",
		"ON",
		"off",
		"Off",
		"OFF",
	};
	return s.n >= 2 && s.n <= 5 && ONE_OF(s, words);
}

static bool
is_null(struct str s)
{
	static const char *const words[] = {"", "~", "null", "Null", "NULL"};
	return s.n <= 4 && ONE_OF(s, words);
}

/* (:[0-5]?[0-9])+ */
static bool
take_sixties(struct at *a)
{
	bool any = false;
	while (peek(a) == ':') {
		struct at next = *a;
		next.p++;
		if (!take(&next, DIGITS))
			break;
		if (next.p[-1] <= '5')
			(void)take(&next, DIGITS);
		*a = next;
		any = true;
	}
	return any;
}

static bool
is_infinite_or_nan(struct str s, bool has_sign)
{
	static const char *const inf[] = {".inf", ".Inf", ".INF"};
	static const char *const nan[] = {".nan", ".NaN", ".NAN"};
	return ONE_OF(s, inf) || (!has_sign && ONE_OF(s, nan));
}

/* [eE][-+][0-9]+ or nothing, up to the end */
static bool
exponent_or_end(struct at *a)
{
	if (take(a, "eE") && (!take(a, "-+") || !take_all(a, DIGITS)))
		return false;
	return ended(a);
}

static bool
is_float(struct str s)
{
	struct at a = {s.p, s.p + s.n};
	bool has_sign = take(&a, "-+");
	if (peek(&a) == '.') {
		if (is_infinite_or_nan(str_slice(s, has_sign, s.n), has_sign))
			return true;
		a.p++;
		if (has_sign || !take(&a, DIGITS))
			return false;
		take_all(&a, DIGITS_);
		return exponent_or_end(&a);
	}
	if (!take(&a, DIGITS))
		return false;
	take_all(&a, DIGITS_);
	bool sixties = take_sixties(&a);
	if (!take(&a, "."))
		return false;
	take_all(&a, DIGITS_);
	return sixties ? ended(&a) : exponent_or_end(&a);
}

static bool
is_int(struct str s)
{
	struct at a = {s.p, s.p + s.n};
	(void)take(&a, "-+");
	if (take(&a, "0")) {
		if (ended(&a))
			return true;
		if (take(&a, "b"))
			return take_all(&a, "01_") && ended(&a);
		if (take(&a, "x"))
			return take_all(&a, DIGITS_ "abcdefABCDEF") && ended(&a);
		return take_all(&a, "01234567_") && ended(&a);
	}
	if (!take(&a, "123456789"))
		return false;
	take_all(&a, DIGITS_);
	take_sixties(&a);
	return ended(&a);
}

/* A date alone needs two digits each for month and day. */
static bool
is_timestamp(struct str s)
{
	struct timestamp t;
	return timestamp_match(s, &t) && (t.has_time || t.padded);
}

enum tag
tag_of_plain(struct str s)
{
	if (s.n == 0)
		return TAG_NULL;
	/* A `$` of Python also matches before a final line feed. */
	if (s.n > 1 && s.p[s.n - 1] == '\n')
		s.n--;
	char c = s.p[0];
	if (strchr("yYnNtTfFoO~", c)) {
		if (is_bool(s))
			return TAG_BOOL;
		return is_null(s) ? TAG_NULL : TAG_STR;
	}
	if (strchr("-+." DIGITS, c)) {
		if (is_float(s))
			return TAG_FLOAT;
		if (c != '.' && is_int(s))
			return TAG_INT;
		return is_timestamp(s) ? TAG_TIMESTAMP : TAG_STR;
	}
	if (str_eqz(s, "<<"))
		return TAG_MERGE;
	if (s.n == 1 && strchr("!&*", c)) /* only behind a lone `!`: tagged as "yaml" */
		return TAG_UNKNOWN;
	return str_eqz(s, "=") ? TAG_VALUE : TAG_STR;
}
