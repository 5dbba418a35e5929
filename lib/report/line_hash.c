/* Hashes of lines as GitHub computes them, in UTF-16 code units. */
#include "report/line_hash.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 100, END_MARK = 0xFFFF, MULTIPLIER = 37 };

/* The units that count, and where lines begin among them. */
struct units {
	uint16_t *v;
	size_t n;
	size_t *begin;
	size_t lines;
	bool at_begin, after_cr;
};

static void
add_unit(struct units *u, uint16_t unit)
{
	if (unit == ' ' || unit == '\t' || (u->after_cr && unit == '\n')) {
		u->after_cr = false;
		return;
	}
	u->after_cr = unit == '\r';
	if (u->at_begin)
		u->begin[u->lines++] = u->n;
	if (unit == '\r')
		unit = '\n';
	u->at_begin = unit == '\n';
	u->v[u->n++] = unit;
}

/* How many bytes that are not UTF-8 become one U+FFFD: a sequence that only lacks its end
 * does as a whole. */
static size_t
bad_bytes(struct str s, size_t i)
{
	unsigned char c = (unsigned char)s.p[i];
	size_t most = c >= 0xF0 && c < 0xF5 ? 3 : c >= 0xE0 && c < 0xF0 ? 2 : 0;
	unsigned char low = 0x80, high = 0xBF;
	if (c >= 0xC2 && c < 0xE0)
		most = 1;
	if (c == 0xE0)
		low = 0xA0;
	else if (c == 0xF0)
		low = 0x90;
	else if (c == 0xED)
		high = 0x9F;
	else if (c == 0xF4)
		high = 0x8F;
	size_t n = 1;
	while (n <= most && i + n < s.n) {
		unsigned char next = (unsigned char)s.p[i + n];
		if (next < low || next > high)
			break;
		low = 0x80;
		high = 0xBF;
		n++;
	}
	return n;
}

static struct units
units_of(struct arena *a, struct str bytes)
{
	/* No byte gives more than one unit, nor more than one line. */
	size_t newlines = 0;
	for (size_t i = 0; i < bytes.n; i++)
		newlines += bytes.p[i] == '\n' || bytes.p[i] == '\r';
	struct units u = {.at_begin = true};
	u.v = NEW_ARRAY(a, uint16_t, bytes.n + 1 + WINDOW); /* ends in zeros */
	u.begin = NEW_ARRAY(a, size_t, newlines + 1);
	for (size_t i = 0; i < bytes.n;) {
		uint32_t cp;
		size_t n = utf8_decode(bytes, i, &cp);
		if (n && cp > 0xFFFF) {
			add_unit(&u, (uint16_t)(0xD800 + ((cp - 0x10000) >> 10)));
			add_unit(&u, (uint16_t)(0xDC00 + ((cp - 0x10000) & 0x3FF)));
		} else {
			add_unit(&u, n ? (uint16_t)cp : 0xFFFD);
		}
		i += n ? n : bad_bytes(bytes, i);
	}
	u.after_cr = false;
	add_unit(&u, END_MARK);
	return u;
}

/* Rolls from one line's begin to the next. */
static void
hash_lines(const struct units *u, uint64_t *hash)
{
	uint64_t first = 1, h = 0;
	for (size_t i = 0; i < WINDOW; i++) {
		first *= i ? MULTIPLIER : 1;
		h = h * MULTIPLIER + u->v[i];
	}
	size_t line = 0;
	for (size_t i = 0; i < u->n; i++) {
		if (line < u->lines && u->begin[line] == i)
			hash[line++] = h;
		h = (h - first * u->v[i]) * MULTIPLIER + u->v[i + WINDOW];
	}
}

struct keyed {
	uint64_t hash;
	uint32_t line;
};

static int
by_hash(const void *x, const void *y)
{
	const struct keyed *a = x, *b = y;
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

struct line_hashes
line_hashes(struct arena *a, struct str bytes)
{
	struct units u = units_of(a, bytes);
	struct line_hashes h = {NEW_ARRAY(a, uint64_t, u.lines),
		NEW_ARRAY(a, uint32_t, u.lines), u.lines};
	struct keyed *order = NEW_ARRAY(a, struct keyed, u.lines);
	hash_lines(&u, h.hash);
	for (size_t i = 0; i < h.n; i++)
		order[i] = (struct keyed){h.hash[i], (uint32_t)i};
	qsort(order, h.n, sizeof *order, by_hash);
	for (size_t i = 0; i < h.n; i++)
		h.nth[order[i].line] = i && order[i].hash == order[i - 1].hash
					       ? h.nth[order[i - 1].line] + 1
					       : 1;
	return h;
}

struct str
line_hash_text(struct arena *a, const struct line_hashes *h, uint32_t line)
{
	if (line == 0 || line > h->n)
		return (struct str){0};
	return str_fmt(
		a, "%" PRIx64 ":%u", h->hash[line - 1], (unsigned)h->nth[line - 1]);
}
