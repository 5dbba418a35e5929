/* Files, folders and processes for the tests. */
#define _GNU_SOURCE
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char *
fixtures_folder(void)
{
	const char *v = getenv("FIXTURES");
	return v ? v : "fixtures";
}

const char *
shared_folder(const char *test)
{
	const char *v = getenv("SHARED");
	struct stat st;
	if (v && stat(v, &st) == 0)
		return v;
	print_message("skipped: %s needs the shared data, which is not here\n", test);
	return NULL;
}

bool
file_exists(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0;
}

struct str
read_file(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	if (!f)
		fail_msg("cannot open %s: %s", path, strerror(errno));
	struct buf b = buf_new(a, SIZE_MAX / 2);
	char part[65536];
	for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
		buf_add(&b, (struct str){part, n});
	fclose(f);
	return buf_str(&b);
}

void
write_file(const char *path, struct str bytes)
{
	FILE *f = fopen(path, "wb");
	if (!f)
		fail_msg("cannot write %s: %s", path, strerror(errno));
	assert_int_equal(fwrite(bytes.p ? bytes.p : "", 1, bytes.n, f), bytes.n);
	assert_int_equal(fclose(f), 0);
}

char *
make_folder(struct arena *a)
{
	const char *tmp = getenv("TMPDIR");
	struct str t = str_fmt(a, "%s/infxcheck-test-XXXXXX", tmp ? tmp : "/tmp");
	char *path = str_z(a, t);
	assert_non_null(mkdtemp(path));
	return path;
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *w)
{
	(void)st;
	(void)type;
	(void)w;
	return remove(path);
}

void
remove_folder(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Feeds the input and collects both outputs until both ends are closed. */
static void
exchange(struct arena *a, int in, int out, int err, struct str input, struct outcome *o)
{
	struct buf b[2] = {buf_new(a, SIZE_MAX / 2), buf_new(a, SIZE_MAX / 2)};
	struct pollfd p[3] = {{out, POLLIN, 0}, {err, POLLIN, 0}, {in, POLLOUT, 0}};
	size_t sent = 0;
	while (p[0].fd >= 0 || p[1].fd >= 0) {
		if (p[2].fd >= 0 && sent == input.n) {
			close(p[2].fd);
			p[2].fd = -1;
		}
		if (poll(p, 3, -1) < 0 && errno != EINTR)
			break;
		if (p[2].fd >= 0 && p[2].revents) {
			ssize_t n = write(p[2].fd, input.p + sent, input.n - sent);
			sent = n < 0 ? input.n : sent + (size_t)n;
		}
		for (int i = 0; i < 2; i++) {
			char part[65536];
			if (p[i].fd < 0 || !p[i].revents)
				continue;
			ssize_t n = read(p[i].fd, part, sizeof part);
			if (n > 0)
				buf_add(&b[i], (struct str){part, (size_t)n});
			else {
				close(p[i].fd);
				p[i].fd = -1;
			}
		}
	}
	if (p[2].fd >= 0)
		close(p[2].fd);
	o->out = str_dup(a, buf_str(&b[0]));
	o->err = str_dup(a, buf_str(&b[1]));
}

/* A program may end before it has read its input; the test then goes on. */
static void
default_sigpipe(posix_spawnattr_t *attributes)
{
	sigset_t set;
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	posix_spawnattr_init(attributes);
	posix_spawnattr_setsigdefault(attributes, &set);
	posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

struct outcome
run_program(struct arena *a, const char *folder, const char *const *argv,
	const char *const *env, struct str input)
{
	int in[2], out[2], err[2], status = 0;
	assert_int_equal(pipe2(in, O_CLOEXEC), 0);
	assert_int_equal(pipe2(out, O_CLOEXEC), 0);
	assert_int_equal(pipe2(err, O_CLOEXEC), 0);
	posix_spawn_file_actions_t fa;
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, in[0], 0);
	posix_spawn_file_actions_adddup2(&fa, out[1], 1);
	posix_spawn_file_actions_adddup2(&fa, err[1], 2);
	if (folder)
		posix_spawn_file_actions_addchdir_np(&fa, folder);
	size_t n = 0;
	while (argv[n])
		n++;
	char **copy = NEW_ARRAY(a, char *, n + 1);
	for (size_t i = 0; i < n; i++)
		copy[i] = str_z(a, str_from(argv[i]));
	size_t m = 0;
	while (env && env[m])
		m++;
	char **vars = NEW_ARRAY(a, char *, m + 1);
	for (size_t i = 0; i < m; i++)
		vars[i] = str_z(a, str_from(env[i]));
	pid_t pid;
	posix_spawnattr_t attributes;
	default_sigpipe(&attributes);
	int failed = posix_spawnp(
		&pid, argv[0], &fa, &attributes, copy, env ? vars : environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&fa);
	close(in[0]);
	close(out[1]);
	close(err[1]);
	struct outcome o = {.code = 127};
	if (failed) {
		close(in[1]);
		close(out[0]);
		close(err[0]);
		o.err = str_from(strerror(failed));
		return o;
	}
	exchange(a, in[1], out[0], err[0], input, &o);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	o.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return o;
}
