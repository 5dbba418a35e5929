/* Fixtures compiled in by tools/embed-examples.sh: fixtures/RULE/KIND/FILE. */
#ifndef REPORT_EXAMPLES_H
#define REPORT_EXAMPLES_H

#include <stddef.h>

struct example {
	const char *rule, *kind, *file;
	const char *bytes;
	size_t size;
};

extern const struct example examples[];
extern const size_t examples_count;

#endif
