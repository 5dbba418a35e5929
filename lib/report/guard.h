/*
 * Documents that may be printed into a log of GitHub Actions.
 *
 * The runner looks for "##[name]" anywhere in a line. A document can't be put between
 * stop-commands, but the characters can be written in another way, which reads the same.
 */
#ifndef REPORT_GUARD_H
#define REPORT_GUARD_H

#include "base/buf.h"

/* `instead` of each first '#' of "##[": an escape of the document's language. */
struct str guard_document(struct arena *a, struct str text, const char *instead);

#endif
