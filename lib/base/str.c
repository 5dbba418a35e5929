/* Byte strings. */
#include "base/str.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

struct str
str_from(const char *z)
{
	return (struct str){z, z ? strlen(z) : 0};
}

bool
str_eq(struct str a, struct str b)
{
	return a.n == b.n &&
	       (a.n == 0 || (a.p[0] == b.p[0] && memcmp(a.p, b.p, a.n) == 0));
}

bool
str_eqz(struct str a, const char *z)
{
	/* Most are told apart by their first byte. */
	return (a.n ? a.p[0] : '\0') == z[0] && str_eq(a, str_from(z));
}

int
str_cmpz(struct str a, const char *z)
{
	for (size_t i = 0; i < a.n; i++) {
		int r = (unsigned char)a.p[i] - (unsigned char)z[i];
		if (r || !z[i])
			return r ? r : 1; /* a zero byte of its own: longer */
	}
	return z[a.n] ? -1 : 0;
}

int
str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int r = n ? memcmp(a.p, b.p, n) : 0;
	if (r)
		return r;
	return (a.n > b.n) - (a.n < b.n);
}

bool
str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq((struct str){s.p, prefix.n}, prefix);
}

bool
str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n && str_eq(str_slice(s, s.n - suffix.n, s.n), suffix);
}

bool
str_contains(struct str s, struct str needle)
{
	return needle.n == 0 || str_find(s, needle, 0) < s.n;
}

size_t
str_find(struct str s, struct str needle, size_t from)
{
	if (needle.n == 0)
		return from < s.n ? from : s.n;
	while (from < s.n && s.n - from >= needle.n) {
		const char *hit = memchr(s.p + from, needle.p[0], s.n - from - needle.n + 1);
		if (!hit)
			break;
		from = (size_t)(hit - s.p);
		if (memcmp(hit, needle.p, needle.n) == 0)
			return from;
		from++;
	}
	return s.n;
}

size_t
str_find_byte(struct str s, char c, size_t from)
{
	const char *hit = from < s.n ? memchr(s.p + from, c, s.n - from) : NULL;
	return hit ? (size_t)(hit - s.p) : s.n;
}

size_t
str_rfind_byte(struct str s, char c)
{
	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == c)
			return i - 1;
	return s.n;
}

struct str
str_slice(struct str s, size_t begin, size_t end)
{
	if (end > s.n)
		end = s.n;
	if (begin > end)
		begin = end;
	return (struct str){s.p ? s.p + begin : NULL, end - begin};
}

static bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct str
str_trim(struct str s)
{
	size_t b = 0, e = s.n;
	while (b < e && is_space(s.p[b]))
		b++;
	while (e > b && is_space(s.p[e - 1]))
		e--;
	return str_slice(s, b, e);
}

bool
str_is_blank(struct str s)
{
	return str_trim(s).n == 0;
}

struct str
str_cut(struct str s, char separator, struct str *rest)
{
	size_t at = str_find_byte(s, separator, 0);
	*rest = at < s.n ? str_slice(s, at + 1, s.n) : (struct str){0};
	return str_slice(s, 0, at);
}

bool
str_to_int64(struct str s, int64_t *ret)
{
	size_t i = 0;
	bool negative = s.n && s.p[0] == '-';
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		i++;
	if (i == s.n)
		return false;
	int64_t value = 0; /* built negative: INT64_MIN has no positive twin */
	for (; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		int digit = s.p[i] - '0';
		if (value < (INT64_MIN + digit) / 10)
			return false;
		value = value * 10 - digit;
	}
	if (!negative && value == INT64_MIN)
		return false;
	*ret = negative ? value : -value;
	return true;
}

bool
str_all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

struct str
str_dup(struct arena *a, struct str s)
{
	return (struct str){str_z(a, s), s.n};
}

char *
str_z(struct arena *a, struct str s)
{
	char *z = NEW_ARRAY(a, char, s.n + 1);
	if (s.n)
		memcpy(z, s.p, s.n);
	return z;
}

struct str
str_cat(struct arena *a, struct str x, struct str y)
{
	char *z = NEW_ARRAY(a, char, x.n + y.n + 1);
	if (x.n)
		memcpy(z, x.p, x.n);
	if (y.n)
		memcpy(z + x.n, y.p, y.n);
	return (struct str){z, x.n + y.n};
}

struct str
str_vfmt(struct arena *a, const char *format, va_list ap)
{
	char near[256]; /* enough for most, which are then formatted once */
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(near, sizeof near, format, ap);
	MUST(a, n >= 0);
	char *z = NEW_ARRAY(a, char, (size_t)n + 1);
	if ((size_t)n < sizeof near)
		memcpy(z, near, (size_t)n + 1);
	else
		vsnprintf(z, (size_t)n + 1, format, again);
	va_end(again);
	return (struct str){z, (size_t)n};
}

struct str
str_fmt(struct arena *a, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	struct str s = str_vfmt(a, format, ap);
	va_end(ap);
	return s;
}
