/*
 * Source texts and places in them.
 *
 * Inside the library a place is a byte span; line and column are computed only for what is
 * shown. Lines end at LF alone; columns count code points from 1, a byte that is not valid
 * UTF-8 counts as one.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/str.h"
#include "base/vec.h"

struct span {
	uint32_t file; /* id of the source, from 1; 0 means no place */
	uint32_t begin, end;
};

VEC(offsets, uint32_t);

struct source {
	uint32_t id;
	struct str path; /* relative to the root, as shown to people; ends in NUL */
	struct str of;   /* another state of this file of the tree; empty: the file itself */
	struct str bytes;
	struct offsets line; /* start of each line; line[0] is 0 */
};

VEC(sources, struct source *);

struct place {
	uint32_t line, column; /* from 1 */
};

/* Adds a text; the bytes are borrowed and must outlive the table, the path is copied. */
struct source *sources_add(
	struct arena *a, struct sources *t, struct str path, struct str bytes);
/* Another text in the place of one, under its path and id: spans in the old one mean nothing
 * any more. */
struct source *sources_replace(
	struct arena *a, struct sources *t, uint32_t id, struct str bytes);
const struct source *sources_get(const struct sources *t, uint32_t id);

static inline struct span
span_in(const struct source *s, size_t begin, size_t end)
{
	return (struct span){s->id, (uint32_t)begin, (uint32_t)end};
}

struct str span_text(const struct sources *t, struct span sp);
struct span span_join(struct span a, struct span b); /* from a's begin to b's end */
struct place source_place(const struct source *s, uint32_t offset);
/* The same column counted in UTF-16 code units, for editors and the JSON output. */
uint32_t source_utf16_column(const struct source *s, uint32_t offset);
/* Bytes of a line (from 1) without its LF; empty when there is no such line. */
struct str source_line(const struct source *s, uint32_t line);
uint32_t source_line_begin(const struct source *s, uint32_t line);

#endif
