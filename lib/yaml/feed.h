/*
 * The text as libyaml sees it: a source with small replacements, read from any byte on.
 *
 * Replacements keep libyaml going where the reference's loader reads on (a colon before a
 * bracket), where it sees another character (a byte order mark inside the text), and
 * where one bad byte must not hide the rest. libyaml's marks count the code points of
 * what it was fed; here they become bytes of the source.
 */
#ifndef YAML_FEED_H
#define YAML_FEED_H

#include "base/source.h"

struct fix {
	uint32_t begin, end; /* these bytes of the source are replaced */
	struct str text;
	uint32_t length; /* of text, in code points */
};

VEC(fixes, struct fix);

struct feed {
	struct str bytes;
	struct fixes fixes; /* by position, none overlaps another */
	bool ascii;         /* the source has no byte above 0x7f */
	size_t text_begin;  /* behind a byte order mark */
	size_t begin;       /* where the current reading starts */
	/* What has been handed out. */
	size_t read_at, read_fix, fix_at;
	/* A mark and its byte: marks mostly come in order. */
	size_t mark, mark_byte, mark_fix;
};

/* Adds a replacement at its place; refused (false) when it touches another one. */
bool feed_fix(struct arena *a, struct feed *f, size_t begin, size_t end, struct str text);
void feed_start(struct feed *f, size_t begin);
/* A yaml_read_handler_t. It allocates nothing, so nothing can jump across libyaml. */
int feed_read(void *self, unsigned char *room, size_t size, size_t *ret_n);
/* Byte of the source at a mark's index. Linear in all, as long as marks do not go back.
 */
size_t feed_byte(struct feed *f, size_t mark);

#endif
