/* What the files of the public interface share. */
#ifndef API_H
#define API_H

#include "base/arena.h"

#include <infxcheck.h>

struct ixc_report {
	struct arena arena;
	struct run *run;
};

/* Fills the error and returns its status. */
ixc_status api_fail(struct ixc_error *err, ixc_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Runs work(arg) with the arena's escape set: all jumps of the library end here. */
ixc_status api_guard(struct arena *a, ixc_status (*work)(void *, struct ixc_error *),
	void *arg, struct ixc_error *err);

#endif
