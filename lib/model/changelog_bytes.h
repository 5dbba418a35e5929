/*
 * The changelog as bytes: where entries start and end, and the line with an entry's link.
 * These are the byte rules of the merge tools, which know nothing of YAML.
 */
#ifndef MODEL_CHANGELOG_BYTES_H
#define MODEL_CHANGELOG_BYTES_H

#include "base/source.h"
#include "base/str.h"
#include "base/vec.h"

struct changelog_block {
	uint32_t begin; /* of the `- config-keys:` line */
	uint32_t
		content_end; /* behind the last line that is not blank, its LF included */
	uint32_t end;        /* of the next block, or of the file */
};

VEC(changelog_blocks, struct changelog_block);

/* Start lines: `- config-keys:` at the start of a line that ends with LF and has no CR.
 */
void changelog_starts(struct arena *a, struct str bytes, struct offsets *ret);
/* Lines that begin so when the text is cut as Python's str.splitlines() does, which knows
 * eight more line breaks than LF and CR. */
void changelog_split_starts(struct arena *a, struct str bytes, struct offsets *ret);
/* One block for each start line. */
void changelog_find_blocks(
	struct arena *a, struct str bytes, struct changelog_blocks *ret);

/* A line that can be the first of an entry or of the blank lines before one. */
bool changelog_begins_entry(struct str line);

/* The first line of the text that begins with `  pr-link:`, without its LF. */
bool changelog_link_line(struct str text, size_t *ret_begin, size_t *ret_end);
/* The block with that line replaced; false when there is none. */
bool changelog_replace_link(
	struct arena *a, struct str block, struct str link, struct str *ret);

#endif
