/* Source texts, line tables and places. */
#include "base/source.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <string.h>

static struct source *
new_source(struct arena *a, struct str path, struct str bytes)
{
	struct source *s = NEW(a, struct source);
	s->path = path;
	s->bytes = bytes;
	vec_push(a, &s->line, 0);
	for (size_t i = str_find_byte(bytes, '\n', 0); i < bytes.n;
		i = str_find_byte(bytes, '\n', i + 1))
		vec_push(a, &s->line, (uint32_t)(i + 1));
	return s;
}

struct source *
sources_add(struct arena *a, struct sources *t, struct str path, struct str bytes)
{
	struct source *s = new_source(a, str_dup(a, path), bytes);
	vec_push(a, t, s);
	s->id = (uint32_t)t->n;
	return s;
}

struct source *
sources_replace(struct arena *a, struct sources *t, uint32_t id, struct str bytes)
{
	struct source *s = new_source(a, t->v[id - 1]->path, bytes);
	s->id = id;
	t->v[id - 1] = s;
	return s;
}

const struct source *
sources_get(const struct sources *t, uint32_t id)
{
	return id && id <= t->n ? t->v[id - 1] : NULL;
}

struct str
span_text(const struct sources *t, struct span sp)
{
	const struct source *s = sources_get(t, sp.file);
	return s ? str_slice(s->bytes, sp.begin, sp.end) : (struct str){0};
}

struct span
span_join(struct span a, struct span b)
{
	a.end = b.end > a.begin ? b.end : a.begin;
	return a;
}

static size_t
line_index(const struct source *s, uint32_t offset)
{
	size_t lo = 0, hi = s->line.n; /* line[lo] <= offset < line[hi] */
	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;
		if (s->line.v[mid] <= offset)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* Walks the code points of one line up to the offset, adding `wide` for each above U+FFFF. */
static uint32_t
column(const struct source *s, uint32_t offset, uint32_t wide)
{
	uint32_t begin = s->line.v[line_index(s, offset)], col = 1;
	for (size_t i = begin; i < offset && i < s->bytes.n;) {
		uint32_t cp;
		size_t n = utf8_decode(s->bytes, i, &cp);
		col += n && cp > 0xFFFF ? wide : 1;
		i += n ? n : 1;
	}
	return col;
}

struct place
source_place(const struct source *s, uint32_t offset)
{
	if (offset > s->bytes.n)
		offset = (uint32_t)s->bytes.n;
	return (struct place){(uint32_t)line_index(s, offset) + 1, column(s, offset, 1)};
}

uint32_t
source_utf16_column(const struct source *s, uint32_t offset)
{
	if (offset > s->bytes.n)
		offset = (uint32_t)s->bytes.n;
	return column(s, offset, 2);
}

uint32_t
source_line_begin(const struct source *s, uint32_t line)
{
	if (line == 0 || line > s->line.n)
		return (uint32_t)s->bytes.n;
	return s->line.v[line - 1];
}

struct str
source_line(const struct source *s, uint32_t line)
{
	if (line == 0 || line > s->line.n)
		return (struct str){0};
	size_t begin = s->line.v[line - 1];
	return str_slice(s->bytes, begin, str_find_byte(s->bytes, '\n', begin));
}
