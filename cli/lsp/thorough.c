/* The whole repository, judged in the background. */
#include "thorough.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

uint64_t
clock_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void
thorough_want(struct thorough *t)
{
	t->changes++;
	t->is_wanted = true;
	t->due_ms = clock_ms() + THOROUGH_IDLE_MS;
}

int
thorough_wait(const struct thorough *t)
{
	if (!t->is_wanted || t->is_running)
		return -1;
	uint64_t now = clock_ms();
	return now >= t->due_ms ? 0 : (int)(t->due_ms - now);
}

static void *
judge(void *arg)
{
	struct thorough *t = arg;
	ssize_t done;
	t->report = NULL;
	ixc_check(t->checker, &t->report, &t->err);
	do
		done = write(t->wake[1], "", 1);
	while (done < 0);
	return NULL;
}

static bool
make_pipe(struct thorough *t)
{
	if (t->is_ready)
		return true;
	if (pipe(t->wake) != 0)
		return false;
	for (int i = 0; i < 2; i++)
		fcntl(t->wake[i], F_SETFD, FD_CLOEXEC);
	t->is_ready = true;
	return true;
}

void
thorough_begin(struct thorough *t, ixc_checker *checker)
{
	t->is_wanted = false;
	t->begun_at = t->changes;
	t->checker = checker;
	t->is_running = make_pipe(t) && pthread_create(&t->thread, NULL, judge, t) == 0;
	if (!t->is_running) {
		ixc_checker_free(checker);
		t->checker = NULL;
	}
}

ixc_report *
thorough_end(struct thorough *t)
{
	char byte;
	if (read(t->wake[0], &byte, 1) != 1)
		return NULL;
	pthread_join(t->thread, NULL);
	t->is_running = false;
	ixc_checker_free(t->checker);
	t->checker = NULL;
	ixc_report *report = t->report;
	t->report = NULL;
	return report;
}

void
thorough_free(struct thorough *t)
{
	if (!t->is_ready)
		return;
	close(t->wake[0]);
	close(t->wake[1]);
	t->is_ready = false;
}
