/* Where the time of a run goes, by the monotonic clock. */
#ifndef CHECK_STAGES_H
#define CHECK_STAGES_H

#include <stddef.h>
#include <stdint.h>

enum { STAGES = 8 };

struct stages {
	struct {
		const char *name;
		uint64_t ns;
	} v[STAGES];
	size_t n;
	uint64_t since; /* the end of the stage before */
};

/* Any may be called with NULL. */
void stages_begin(struct stages *s);
/* What was done since the last call was this. */
void stages_end(struct stages *s, const char *name);

#endif
