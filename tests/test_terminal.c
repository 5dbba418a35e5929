/*
 * The program at a terminal and away from it: colours, and how far a long run is. Terminals
 * are pseudo-terminals.
 */
#include "support/cli.h"
#include "support/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

/* ---- a program with terminals ----------------------------------------------------- */

enum { TTY_OUT = 1, TTY_ERR = 2 };

struct channel {
	int ours, theirs;
	struct buf text;
};

static struct channel
open_channel(bool tty)
{
	struct channel c = {.text = buf_new(&arena, 1 << 22)};
	if (tty) {
		c.ours = posix_openpt(O_RDWR | O_NOCTTY);
		assert_true(c.ours >= 0);
		assert_int_equal(grantpt(c.ours) | unlockpt(c.ours), 0);
		c.theirs = open(ptsname(c.ours), O_RDWR | O_NOCTTY);
		assert_true(c.theirs >= 0);
	} else {
		int fd[2];
		assert_int_equal(pipe(fd), 0);
		c.ours = fd[0];
		c.theirs = fd[1];
	}
	return c;
}

/* False at the end: a terminal whose other side is closed gives EIO. */
static bool
take(struct channel *c)
{
	char bytes[4096];
	ssize_t n;
	do
		n = read(c->ours, bytes, sizeof bytes);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		buf_add(&c->text, (struct str){bytes, (size_t)n});
	return n > 0;
}

static void
take_all(struct channel *c)
{
	struct pollfd p[2] = {{c[0].ours, POLLIN, 0}, {c[1].ours, POLLIN, 0}};
	while (p[0].fd >= 0 || p[1].fd >= 0) {
		if (poll(p, 2, 60000) <= 0)
			fail_msg("no end");
		for (size_t i = 0; i < 2; i++)
			if (p[i].revents && !take(&c[i]))
				p[i].fd = -1;
	}
}

/* `env` NULL-terminated, with PATH. */
static struct outcome
run_at(unsigned ttys, const char *dir, const char *const *argv, char *const *env)
{
	struct channel c[2] = {open_channel(ttys & TTY_OUT), open_channel(ttys & TTY_ERR)};
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		setsid();
		dup2(c[0].theirs, 1);
		dup2(c[1].theirs, 2);
		for (size_t i = 0; i < 2; i++) {
			close(c[i].ours);
			close(c[i].theirs);
		}
		if (chdir(dir) == 0)
			execve(argv[0], (char *const *)(uintptr_t)argv, env);
		_exit(127);
	}
	close(c[0].theirs);
	close(c[1].theirs);
	take_all(c);
	int status = 0;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	close(c[0].ours);
	close(c[1].ours);
	return (struct outcome){
		.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128,
		.out = buf_str(&c[0].text),
		.err = buf_str(&c[1].text),
	};
}

/* ---- colours ------------------------------------------------------------------------ */

struct colour_row {
	const char *env[4]; /* beside PATH and TERM */
	const char *term, *option;
	bool tty, want;
};

static const struct colour_row colours[] = {
	{{0}, "xterm", NULL, true, true},
	{{0}, "xterm", NULL, false, false},
	{{0}, "dumb", NULL, true, false},
	{{0}, NULL, NULL, true, false},
	{{"NO_COLOR=1"}, "xterm", NULL, true, false},
	{{"NO_COLOR="}, "xterm", NULL, true, true},
	{{"FORCE_COLOR=1"}, "xterm", NULL, false, true},
	{{"CLICOLOR_FORCE=1"}, "xterm", NULL, false, true},
	{{"CLICOLOR_FORCE=0"}, "xterm", NULL, false, false},
	{{"FORCE_COLOR=0"}, "xterm", NULL, false, false},
	{{"NO_COLOR=1", "FORCE_COLOR=1"}, "xterm", NULL, false, false},
	{{"NO_COLOR=1"}, "xterm", "--color=always", false, true},
	{{"FORCE_COLOR=1"}, "xterm", "--color=never", true, false},
	{{0}, "dumb", "--color=always", true, true},
	{{0}, "xterm", "--color=auto", true, true},
	{{0}, "xterm", "--color=auto", false, false},
	{{"CI=true"}, "xterm", NULL, true, true},
};

static void
test_colours(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "_base");
	cli_append(&arena, dir, "perf-changelog.yaml", "\n# \033[31mred\n- config-keys: [x\n");
	for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
		const struct colour_row *r = &colours[i];
		char *env[8] = {(char *)(uintptr_t)"PATH=/usr/bin:/bin"};
		size_t n = 1;
		for (size_t k = 0; k < 4 && r->env[k]; k++)
			env[n++] = (char *)(uintptr_t)r->env[k];
		if (r->term)
			env[n++] = (char *)(uintptr_t)str_fmt(&arena, "TERM=%s", r->term).p;
		const char *argv[] = {getenv("INFXCHECK"), "check", r->option, NULL};
		struct outcome o =
			run_at(r->tty ? TTY_OUT | TTY_ERR : 0, dir, argv, env);
		assert_int_equal(o.code, 1);
		if (str_contains(o.out, S("\033[1m")) != r->want)
			fail_msg("row %zu: %.*s", i, STR(o.out));
		assert_false(str_contains(o.out, S("\033[31mred"))); /* the file's own */
		assert_int_equal(o.err.n, 0);
	}
	remove_folder(dir);
}

/* ---- how far it is ------------------------------------------------------------------ */

/* A history of so many commits, which takes a while to replay. */
static const char *
long_history(int commits)
{
	const char *dir = temp_folder(&arena);
	struct buf b = buf_new(&arena, 1 << 24);
	for (int i = 0; i < commits; i++) {
		const char *text = str_fmt(&arena, "# %d\n[]\n", i).p;
		buf_addf(&b, "commit refs/heads/main\ncommitter a <a@b> %d +0000\ndata 1\nx\n"
			     "M 100644 inline perf-changelog.yaml\ndata %zu\n%s\n",
			1700000000 + i, strlen(text), text);
	}
	temp_git(&arena, dir, "init", "-q", "-b", "main", NULL);
	const char *argv[] = {"git", "fast-import", "--quiet", NULL};
	struct outcome o = run_program(&arena, dir, argv, temp_git_env, buf_str(&b));
	assert_int_equal(o.code, 0);
	temp_git(&arena, dir, "reset", "-q", "--hard", NULL);
	return dir;
}

static double
seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
test_progress(void **state)
{
	(void)state;
	static const struct {
		unsigned ttys;
		const char *env;
		bool want;
	} rows[] = {
		{TTY_ERR, "CI=", true},
		{TTY_OUT, "A=b", false},
		{TTY_OUT | TTY_ERR, "CI=true", false},
		{TTY_OUT | TTY_ERR, "PRE_COMMIT=1", false},
	};
	const char *dir = long_history(401);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *env[] = {(char *)(uintptr_t)rows[i].env,
			(char *)(uintptr_t)"PATH=/usr/bin:/bin", (char *)(uintptr_t)"TERM=xterm",
			NULL};
		const char *argv[] = {getenv("INFXCHECK"), "replay", "--steps", "400", NULL};
		double begin = seconds();
		struct outcome o = run_at(rows[i].ttys, dir, argv, env);
		bool is_long = seconds() - begin > 1.3;
		assert_int_equal(o.code, 0);
		assert_false(str_contains(o.out, S("\r\033")) || str_contains(o.out, S(" of 400 s")));
		if (!rows[i].want)
			assert_int_equal(o.err.n, 0);
		else if (is_long && !(str_starts(o.err, S("\rinfxcheck: ")) &&
				str_contains(o.err, S(" of 400 steps")) &&
				str_ends(o.err, S("\r\033[K"))))
			fail_msg("row %zu: '%.*s'", i, STR(o.err));
		if (rows[i].want && !is_long)
			print_message("too fast to see how far it is\n");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_colours, setup, teardown),
		cmocka_unit_test_setup_teardown(test_progress, setup, teardown),
	};
	return cmocka_run_group_tests_name("terminal", tests, NULL, NULL);
}
