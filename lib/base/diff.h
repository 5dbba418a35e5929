/*
 * Lines that differ between two texts.
 *
 * A shortest list of deletions and insertions (Myers). Where a run of lines could be
 * placed in several ways it is placed as late as possible; git may choose another of
 * these.
 */
#ifndef BASE_DIFF_H
#define BASE_DIFF_H

#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

/* Lines [old_begin, old_end) were replaced by [new_begin, new_end), from 0. */
struct diff_hunk {
	uint32_t old_begin, old_end, new_begin, new_end;
};

VEC(diff_hunks, struct diff_hunk);
VEC(diff_text, struct str);

struct diff {
	struct diff_text old, new; /* lines, each with its LF if it has one */
	struct diff_hunks hunks;
	bool ambiguous; /* a hunk could be moved without becoming longer */
	bool coarse;    /* LIMIT_DIFF_EDITS was reached: hunks are longer than need be */
};

void diff_lines(struct arena *a, struct str old, struct str new, struct diff *ret);

/* Moves insertions and deletions that could stand earlier to the latest place where their
 * first line is one that `begins` a thing; those without such a place stay. */
void diff_align(struct diff *d, bool (*begins)(struct str line));

/* As `diff -u` prints it, with three lines of context; empty when there is no difference.
 */
struct str diff_unified(
	struct arena *a, const struct diff *d, struct str old_name, struct str new_name);

#endif
