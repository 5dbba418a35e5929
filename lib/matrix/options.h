/* Checks before anything is expanded; lib/matrix only. */
#ifndef MATRIX_OPTIONS_H
#define MATRIX_OPTIONS_H

#include "matrix/expand.h"

/* The command line: what the reference refuses with exit status 2. */
bool options_check(struct expansion *x);
/* The files: what it refuses while loading. */
bool options_files(struct expansion *x, const struct master *m);
bool options_scenario(const struct matrix_options *o, struct str name);
/* "8k1k" to 8192 and 1024. */
bool options_seq_len(struct str name, int64_t *ret_isl, int64_t *ret_osl);
/* 8192 and 1024 to "8k1k", others to "8192_512". */
struct str options_seq_name(struct arena *a, struct pyval isl, struct pyval osl);

#endif
