/* Rows as JSON, byte for byte as Python's json.dumps writes them. */
#ifndef MATRIX_PYJSON_H
#define MATRIX_PYJSON_H

#include "base/buf.h"
#include "matrix/row.h"

enum pyjson_style {
	PYJSON_COMPACT, /* no blanks, UTF-8 as it is */
	PYJSON_DEFAULT, /* ", " and ": ", everything beyond ASCII as \uXXXX: the
			   generator's */
	PYJSON_SORTED,  /* no blanks, keys sorted, ASCII: for hashing */
};

/* Whether every value can be written; at bytes, sets and dates Python raises a TypeError.
 */
bool pyjson_can(const struct row *r);
/* What cannot be written is null. */
void pyjson_value(struct buf *b, struct pyval v, enum pyjson_style style);
/* An object of the row's fields but those in `leave_out`, a set of 1 << field. */
void pyjson_row(
	struct buf *b, const struct row *r, enum pyjson_style style, uint64_t leave_out);
void pyjson_string(struct buf *b, struct str s, enum pyjson_style style);

#endif
