/*
 * Source lines as they can be shown, with marks under spans.
 *
 * Tabs become spaces up to the next multiple of four, control and other unsafe code points
 * and bytes that are not UTF-8 are escaped, wide characters count two columns; the marks
 * stand under the right cells all the same. Lines longer than a limit are cut around the
 * span, so that a 2,000 character description does not hide the fault.
 */
#ifndef REPORT_EXCERPT_H
#define REPORT_EXCERPT_H

#include "base/buf.h"
#include "base/source.h"

struct excerpt_mark {
	struct span span;
	struct str label;
	bool primary;
};

struct excerpt_style {
	bool colour, ascii;
};

/* Text for a terminal: unsafe code points escaped, with ascii everything above 0x7F too. */
void escape_text(struct buf *b, struct str s, bool ascii);

/* Frame of one source: each marked line once, in order, with its marks below it. Marks must
 * all be of that source. `gutter` is the width of the line numbers. */
void excerpt_write(struct buf *b, const struct source *s, const struct excerpt_mark *marks,
	size_t n, unsigned gutter, struct excerpt_style style);

#endif
