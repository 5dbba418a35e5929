/* What the new changelog entries will run, for the end of a gate's report. */
#ifndef REPORT_GATE_TABLE_H
#define REPORT_GATE_TABLE_H

#include "base/buf.h"
#include "check/run.h"

/* Nothing without a base, or without new entries. */
void report_gate_table(struct buf *b, const struct run *run);

#endif
