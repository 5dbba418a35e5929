/* check --fix. */
#ifndef FIX_H
#define FIX_H

#include "common.h"

struct fix_wish {
	bool fix, unsafe, diff; /* one of them: files are mended */
};

/* Mends, writes the files or prints what would be written, prints what is left. Gives the
 * verdict on that; of a difference that was only printed, EXIT_FINDINGS. */
int fix_and_print(struct common *s, const struct command *c,
	const struct fix_wish *w, const ixc_checker *checker);

#endif
