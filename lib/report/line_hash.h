/*
 * The hash by which GitHub knows a line again when it has moved: over the 100 characters
 * that are not blank from the line's first one on. With the same value in our report
 * alerts stay the same whichever way the file gets uploaded.
 */
#ifndef REPORT_LINE_HASH_H
#define REPORT_LINE_HASH_H

#include "base/str.h"

struct line_hashes {
	uint64_t *hash; /* of each line */
	uint32_t *nth;  /* which of the lines with this hash it is, from 1 */
	size_t n;       /* with the empty line behind a final newline */
};

struct line_hashes line_hashes(struct arena *a, struct str bytes);
/* "765ee63fd03a884c:1"; empty when there is no such line (from 1). */
struct str line_hash_text(struct arena *a, const struct line_hashes *h, uint32_t line);

#endif
