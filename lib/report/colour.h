/* Terminal colours of the text report, and nothing when colour is off. */
#ifndef REPORT_COLOUR_H
#define REPORT_COLOUR_H

#include "base/buf.h"

enum colour {
	COLOUR_ERROR,
	COLOUR_WARNING,
	COLOUR_NOTE,
	COLOUR_BOLD,
	COLOUR_GUTTER,
	COLOUR_PRIMARY,
	COLOUR_RELATED,
	COLOUR_DIM,
	COLOUR_HELP,
};

static inline void
colour_add(struct buf *b, bool on, enum colour c, struct str text)
{
	static const char *const code[] = {
		[COLOUR_ERROR] = "1;31",
		[COLOUR_WARNING] = "1;33",
		[COLOUR_NOTE] = "1;36",
		[COLOUR_BOLD] = "1",
		[COLOUR_GUTTER] = "34",
		[COLOUR_PRIMARY] = "1;31",
		[COLOUR_RELATED] = "34",
		[COLOUR_DIM] = "2",
		[COLOUR_HELP] = "32",
	};
	if (on)
		buf_addf(b, "\033[%sm", code[c]);
	buf_add(b, text);
	if (on)
		buf_addz(b, "\033[0m");
}

#endif
