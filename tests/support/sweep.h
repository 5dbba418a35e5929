/* One expansion as a line of text, for tables of tests. */
#ifndef SUPPORT_SWEEP_H
#define SUPPORT_SWEEP_H

#include "matrix/matrix.h"
#include "model.h"

/*
 * Expands the configs with the command line and shows the named fields (separated by
 * blanks) of each row: values as compact JSON, "-" when absent, rows separated by " | ".
 * An error is shown as "!id exception".
 */
const char *sweep(struct bench *b, const char *configs, const char *runners,
	const char *args, const char *fields);
struct matrix *sweep_matrix(
	struct bench *b, const char *configs, const char *runners, const char *args);
const char *sweep_show(struct bench *b, const struct points *points, const char *fields);

struct sweep_row {
	const char *configs, *args, *fields, *want;
};

/* Fails the test with both texts when they differ. */
void sweep_check(const struct sweep_row *row, size_t n, const char *runners);

#endif
