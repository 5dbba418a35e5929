/* How far a long run is, for somebody who waits at a terminal. */
#include "progress.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SILENT_MS = 1000, EVERY_MS = 100 };

static uint64_t
now(void)
{
	struct timespec t = {0};
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

static bool
is_watched(void)
{
	static const char *const robots[] = {"CI", "GITHUB_ACTIONS", "GITLAB_CI", "PRE_COMMIT"};
	const char *term = getenv("TERM");
	for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
		const char *v = getenv(robots[i]);
		if (v && *v && strcmp(v, "false") != 0 && strcmp(v, "0") != 0)
			return false;
	}
	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

void
progress_begin(struct progress *p, const char *what, bool quiet)
{
	*p = (struct progress){.what = what, .on = !quiet && is_watched(), .since = now()};
}

void
progress_step(void *user, size_t done, size_t of)
{
	struct progress *p = user;
	uint64_t t = p->on ? now() : 0;
	if (!p->on || t - p->since < SILENT_MS || t - p->last < EVERY_MS)
		return;
	fprintf(stderr, "\r%s: %zu of %zu %s\033[K", program_name, done, of, p->what);
	fflush(stderr);
	p->last = t;
	p->shown = true;
}

void
progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->on = p->shown = false;
}
