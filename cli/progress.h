/* How far a long run is, for somebody who waits at a terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
	const char *what; /* "steps" */
	bool on, shown;
	uint64_t since, last; /* milliseconds */
};

/* On only where standard error is a terminal that somebody looks at: not in CI, and not in
 * pre-commit, which shows a terminal to its hooks and keeps what they print. */
void progress_begin(struct progress *p, const char *what, bool quiet);
/* The signature that the library calls; user is the struct progress. Silent for a second. */
void progress_step(void *user, size_t done, size_t of);
/* Takes the line away. */
void progress_end(struct progress *p);

#endif
