/* What the files of suppressions share. */
#ifndef CHECK_SUPPRESS_INTERNAL_H
#define CHECK_SUPPRESS_INTERNAL_H

#include "check/suppress.h"

/* Where the comment that begins at `at` (its #) ends: the end of the line. The result's scope
 * is not set; NULL: the comment is none of ours. */
struct suppression *suppress_parse(struct arena *a, const struct source *s, size_t at);
/* The line of code behind the line (from 1) of a comment; 0: there is none. */
uint32_t suppress_next_code(const struct source *s, uint32_t line);
/* Sets the scope: from the comment (from the first line, when no code is above it) to the end
 * of line `last`. */
void suppress_cover(struct suppression *p, uint32_t last);
/* The scope of a comment behind code. */
void suppress_cover_line(struct suppression *p);

#endif
