/* Texts and positions in them. */
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t
count_lines(const char *p, size_t n)
{
	size_t lines = 1;
	for (size_t i = 0; i < n; i++)
		lines += p[i] == '\n' ||
			 (p[i] == '\r' && !(i + 1 < n && p[i + 1] == '\n'));
	return lines;
}

static void
find_lines(struct text *t)
{
	size_t lines = 0;
	t->line[lines++] = 0;
	for (size_t i = 0; i < t->n; i++)
		if (t->p[i] == '\n' ||
			(t->p[i] == '\r' && !(i + 1 < t->n && t->p[i + 1] == '\n')))
			t->line[lines++] = i + 1;
	t->lines = lines;
}

/* Room for the text and its lines, before anything is changed. */
static bool
make_room(struct text *t, size_t n, size_t lines)
{
	if (n > t->cap) {
		char *p = realloc(t->p, n * 2);
		if (!p)
			return false;
		t->p = p;
		t->cap = n * 2;
	}
	if (lines > t->lines_cap) {
		size_t *v = realloc(t->line, lines * 2 * sizeof *v);
		if (!v)
			return false;
		t->line = v;
		t->lines_cap = lines * 2;
	}
	return true;
}

bool
text_replace(struct text *t, size_t begin, size_t end, const char *bytes, size_t n)
{
	end = end < t->n ? end : t->n;
	begin = begin < end ? begin : end;
	if (n > TEXT_BYTES_MOST || t->n - (end - begin) > TEXT_BYTES_MOST - n)
		return false;
	size_t most_lines = t->lines + count_lines(bytes, n) + 1;
	if (!make_room(t, t->n - (end - begin) + n + 1, most_lines))
		return false;
	memmove(t->p + begin + n, t->p + end, t->n - end);
	if (n)
		memcpy(t->p + begin, bytes, n);
	t->n = t->n - (end - begin) + n;
	find_lines(t);
	return true;
}

void
text_free(struct text *t)
{
	free(t->p);
	free(t->line);
	*t = (struct text){0};
}

/* Bytes of the character that begins here, and its UTF-16 code units. The text came as
 * JSON, so it is valid; what is not counts as one each. */
static size_t
step(const struct text *t, size_t at, size_t *ret_units)
{
	unsigned char c = (unsigned char)t->p[at];
	size_t bytes = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
	*ret_units = bytes == 4 ? 2 : 1;
	return bytes <= t->n - at ? bytes : t->n - at;
}

static bool
ends_line(const struct text *t, size_t at)
{
	return at >= t->n || t->p[at] == '\n' || t->p[at] == '\r';
}

size_t
text_offset(const struct text *t, struct text_position at)
{
	if (at.line >= t->lines)
		return t->n;
	size_t offset = t->line[at.line], left = at.character;
	while (left && !ends_line(t, offset)) {
		size_t units, bytes = step(t, offset, &units);
		if (units > left)
			break;
		left -= units;
		offset += bytes;
	}
	return offset;
}

struct text_position
text_position(const struct text *t, size_t offset)
{
	if (!t->lines)
		return (struct text_position){0};
	offset = offset < t->n ? offset : t->n;
	size_t low = 0, high = t->lines; /* line[low] <= offset < line[high] */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (t->line[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	struct text_position ret = {.line = low};
	for (size_t at = t->line[low]; at < offset && !ends_line(t, at);) {
		size_t units, bytes = step(t, at, &units);
		if (at + bytes > offset)
			break;
		at += bytes;
		ret.character += units;
	}
	return ret;
}
