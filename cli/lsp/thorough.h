/*
 * The check of the whole repository, in a thread of its own: it takes about a second, and
 * nobody waits for it. Its result counts only when no text changed since it began.
 */
#ifndef LSP_THOROUGH_H
#define LSP_THOROUGH_H

#include <infxcheck.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { THOROUGH_IDLE_MS = 400 };

struct thorough {
	bool is_ready; /* the pipe is there */
	bool is_running;
	bool is_wanted;
	uint64_t due_ms;   /* by the monotonic clock: not before */
	uint64_t changes;  /* of texts and files, so far */
	uint64_t begun_at; /* how many there were when it began */
	pthread_t thread;
	int wake[2]; /* a byte comes when it is done */
	ixc_checker *checker;
	ixc_report *report; /* NULL: it could not be done */
	struct ixc_error err;
};

uint64_t clock_ms(void);
/* Something changed: judge all of it when it has been quiet for a while. */
void thorough_want(struct thorough *t);
/* Milliseconds until it is to begin; -1: it is not wanted, or runs. */
int thorough_wait(const struct thorough *t);
/* Takes over the checker. */
void thorough_begin(struct thorough *t, ixc_checker *checker);
/* Waits for the end, and gives the report, the caller's; NULL: nothing came of it. */
ixc_report *thorough_end(struct thorough *t);
void thorough_free(struct thorough *t);

#endif
