/*
 * The text of an open document. Positions are those of the protocol: a line from 0, and
 * in it UTF-16 code units from 0; lines end at LF, CR LF or CR. All else counts bytes.
 */
#ifndef LSP_TEXT_H
#define LSP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_BYTES_MOST = 16 * 1024 * 1024 };

struct text_position {
	size_t line, character;
};

struct text {
	char *p; /* UTF-8 */
	size_t n, cap;
	size_t *line; /* where each begins; the first at 0 */
	size_t lines, lines_cap;
};

/* False, and nothing has changed: out of memory, or the text would be too long. */
bool text_replace(struct text *t, size_t begin, size_t end, const char *bytes, size_t n);
/* What lies behind the end of a line is its end, what lies behind the last line the end
 * of the text; the middle of a character is its beginning. */
size_t text_offset(const struct text *t, struct text_position at);
struct text_position text_position(const struct text *t, size_t offset);
void text_free(struct text *t);

#endif
