/* Where the time of a run goes. */
#include "check/stages.h"

#include <time.h>

static uint64_t
now(void)
{
	struct timespec t = {0};
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void
stages_begin(struct stages *s)
{
	if (s)
		s->since = now();
}

void
stages_end(struct stages *s, const char *name)
{
	if (!s || s->n == STAGES)
		return;
	uint64_t t = now();
	s->v[s->n].name = name;
	s->v[s->n++].ns = t - s->since;
	s->since = t;
}
