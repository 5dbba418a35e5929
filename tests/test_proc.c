/* Child processes: output, input, caps, deadlines, no zombies. */
#define _GNU_SOURCE /* usleep */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/proc.h"
#include "support/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const env[] = {"PATH=/usr/bin:/bin", "GREETING=hello", NULL};

static struct proc_result
sh(struct arena *a, const char *script, struct str input, size_t cap, unsigned ms)
{
	const char *const argv[] = {"sh", "-c", script, NULL};
	struct proc_command c = {argv, env, input, cap, cap, ms};
	return proc_run(a, &c);
}

static void
assert_no_child(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void
test_results(void **state)
{
	static const struct {
		const char *script, *input, *out, *err;
		enum proc_status status;
		int code;
	} t[] = {
		{"echo out; echo err >&2; exit 3", "", "out\n", "err\n", PROC_OK, 3},
		{"cat", "some input", "some input", "", PROC_OK, 0},
		{"cat", "", "", "", PROC_OK, 0}, /* /dev/null, not the terminal */
		{"echo $GREETING$HOME", "", "hello\n", "", PROC_OK, 0},
		{"kill -9 $$", "", "", "", PROC_KILLED, SIGKILL},
		{"exit 0", "not wanted", "", "", PROC_OK, 0},
		{"exec >&- 2>&-; sleep 0.1; exit 7", "", "", "", PROC_OK, 7},
		/* A grandchild that keeps the pipe must not keep us. */
		{"sleep 20 & echo done", "", "done\n", "", PROC_OK, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct proc_result r =
			sh(&a, t[i].script, str_from(t[i].input), 1000, 10000);
		assert_int_equal(r.status, t[i].status);
		assert_int_equal(r.code, t[i].code);
		assert_true(str_eqz(r.out, t[i].out));
		assert_true(str_eqz(r.err, t[i].err));
		assert_no_child();
		arena_release(&a);
	}
}

static void
test_much_both_ways(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	size_t n = 3 * 1000 * 1000;
	char *p = NEW_ARRAY(&a, char, n);
	for (size_t i = 0; i < n; i++)
		p[i] = (char)(i * 7 + i / 1000);
	struct proc_result r = sh(&a, "tee /dev/fd/2", (struct str){p, n}, n, 60000);
	assert_int_equal(r.status, PROC_OK);
	assert_true(str_eq(r.out, (struct str){p, n}));
	assert_true(str_eq(r.err, (struct str){p, n}));
	arena_release(&a);
}

static void
test_caps_and_deadlines(void **state)
{
	static const struct {
		const char *script;
		enum proc_status status;
	} t[] = {
		{"sleep 60", PROC_TIMEOUT},
		{"exec >&- 2>&-; sleep 60", PROC_TIMEOUT},
		{"while :; do sleep 0.01; echo x; done", PROC_TIMEOUT},
		{"trap '' TERM; sleep 60; sleep 60", PROC_TIMEOUT},
		{"yes", PROC_TOO_LARGE},
		{"yes >&2", PROC_TOO_LARGE},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct timespec from, to;
		clock_gettime(CLOCK_MONOTONIC, &from);
		struct proc_result r = sh(&a, t[i].script, (struct str){0}, 50000, 200);
		clock_gettime(CLOCK_MONOTONIC, &to);
		assert_int_equal(r.status, t[i].status);
		assert_true(to.tv_sec - from.tv_sec < 20);
		assert_true(r.out.n <= 50000 && r.err.n <= 50000);
		assert_no_child();
		arena_release(&a);
	}
}

/* What the child has started ends with it. */
static void
test_whole_group_ends(void **state)
{
	struct arena a;
	struct str bytes;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *folder = temp_folder(&a);
	const char *script =
		str_z(&a, str_fmt(&a, "(sleep 0.5; echo > %s/late) & wait", folder));
	struct proc_result r = sh(&a, script, (struct str){0}, 1000, 100);
	assert_int_equal(r.status, PROC_TIMEOUT);
	usleep(800 * 1000);
	assert_false(temp_get(&a, folder, "late", &bytes));
	arena_release(&a);
}

static void
test_not_started(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *const absent[] = {"no-such-program-here", NULL};
	struct proc_command c = {absent, env, {0}, 10, 10, 1000};
	assert_int_equal(proc_run(&a, &c).status, PROC_NOT_FOUND);
	const char *const folder[] = {"/", NULL};
	c.argv = folder;
	struct proc_result r = proc_run(&a, &c);
	assert_int_equal(r.status, PROC_NOT_STARTED);
	assert_int_equal(r.code, EACCES);
	assert_no_child();
	arena_release(&a);
}

static void
test_conversation(void **state)
{
	struct arena a;
	char back[16];
	int error;
	(void)state;
	arena_init(&a, 0, NULL);
	struct proc *p = NEW(&a, struct proc);
	proc_init(&a, p);
	const char *const argv[] = {"cat", NULL};
	for (int round = 0; round < 2; round++) {
		assert_int_equal(proc_start(p, argv, env, &error), PROC_OK);
		for (int i = 0; i < 3; i++) {
			assert_true(proc_send(p, S("ping\n"), 5000));
			assert_int_equal(proc_receive(p, back, sizeof back, 5000), 5);
			assert_memory_equal(back, "ping\n", 5);
		}
		assert_int_equal(proc_receive(p, back, sizeof back, 50), -1);
		proc_stop(p);
		assert_no_child();
	}
	const char *const gone[] = {"true", NULL};
	assert_int_equal(proc_start(p, gone, env, &error), PROC_OK);
	assert_int_equal(proc_receive(p, back, sizeof back, 5000), 0);
	/* Once the other end is closed: an error, not SIGPIPE. */
	bool sent = true;
	for (int i = 0; sent && i < 1000; i++)
		sent = proc_send(p, S("ping\n"), 5000) && usleep(1000) == 0;
	assert_false(sent);
	/* Left running: the arena ends it. */
	arena_release(&a);
	assert_no_child();
}

static void
on_alarm(int signal)
{
	(void)signal;
}

static void
test_interrupted(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	struct sigaction new = {.sa_handler = on_alarm}, old;
	sigaction(SIGALRM, &new, &old); /* without SA_RESTART */
	struct timespec ten_ms = {0, 10 * 1000 * 1000};
	struct itimerspec every = {ten_ms, ten_ms};
	timer_t timer;
	assert_int_equal(timer_create(CLOCK_MONOTONIC, NULL, &timer), 0);
	timer_settime(timer, 0, &every, NULL);
	struct proc_result r =
		sh(&a, "for i in 1 2 3 4 5; do cat; sleep 0.1; echo $i; done", S("x"),
			1000, 20000);
	timer_delete(timer);
	sigaction(SIGALRM, &old, NULL);
	assert_int_equal(r.status, PROC_OK);
	assert_true(str_eq(r.out, S("x1\n2\n3\n4\n5\n")));
	arena_release(&a);
}

/* With 0, 1 and 2 closed in this process the pipes get these numbers. */
static void
test_low_descriptors(void **state)
{
	struct arena a;
	int saved[3];
	(void)state;
	arena_init(&a, 0, NULL);
	for (int i = 0; i < 3; i++) {
		saved[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
		close(i);
	}
	struct proc_result r = sh(&a, "cat; echo err >&2", S("in"), 1000, 10000);
	for (int i = 0; i < 3; i++) {
		dup2(saved[i], i);
		close(saved[i]);
	}
	assert_int_equal(r.status, PROC_OK);
	assert_true(str_eq(r.out, S("in")));
	assert_true(str_eq(r.err, S("err\n")));
	arena_release(&a);
}

/* The arena's limit is hit while output arrives: the child must not stay. */
static void
test_escape(void **state)
{
	struct arena a;
	jmp_buf out;
	(void)state;
	arena_init(&a, 100000, &out);
	if (setjmp(out) == 0) {
		sh(&a, "yes", (struct str){0}, 10 * 1000 * 1000, 10000);
		fail();
	}
	assert_int_equal(a.fault, ARENA_NOMEM);
	arena_release(&a);
	assert_no_child();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_results),
		cmocka_unit_test(test_much_both_ways),
		cmocka_unit_test(test_caps_and_deadlines),
		cmocka_unit_test(test_whole_group_ends),
		cmocka_unit_test(test_not_started),
		cmocka_unit_test(test_conversation),
		cmocka_unit_test(test_interrupted),
		cmocka_unit_test(test_low_descriptors),
		cmocka_unit_test(test_escape),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
