/* The sweep matrix for people and for line-wise tools. */
#ifndef REPORT_MATRIX_H
#define REPORT_MATRIX_H

#include "matrix/matrix.h"

void report_matrix_lines(struct buf *b, const struct points *points);
void report_matrix_table(struct buf *b, const struct points *points);

#endif
