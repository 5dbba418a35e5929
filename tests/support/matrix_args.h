/* The command line of the reference's generator, as far as the vectors use it. */
#ifndef SUPPORT_MATRIX_ARGS_H
#define SUPPORT_MATRIX_ARGS_H

#include "matrix/matrix.h"

/* Options whose files are left aside: --config-files and --runner-config are skipped.
 * False when an option is unknown or a number is none. */
bool matrix_args(
	struct arena *a, const struct str *argv, size_t n, struct matrix_options *ret);
/* The same from one line, arguments separated by blanks. */
bool matrix_args_line(struct arena *a, const char *line, struct matrix_options *ret);

#endif
