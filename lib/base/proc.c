/* Child processes by posix_spawn. */
#define _GNU_SOURCE /* pipe2, SOCK_CLOEXEC */
#include "base/proc.h"

#include "base/arena.h"
#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A grandchild may hold the pipes open after the child is gone: look that often. */
enum { LOOK_MS = 50, CHUNK_BYTES = 32 * 1024 };

const char *
proc_status_text(enum proc_status s)
{
	switch (s) {
	case PROC_OK:
		return "it ended";
	case PROC_NOT_FOUND:
		return "it is not installed, or not in PATH";
	case PROC_NOT_STARTED:
		return "it could not be started";
	case PROC_KILLED:
		return "it was ended by a signal";
	case PROC_TIMEOUT:
		return "it took too long";
	case PROC_TOO_LARGE:
		return "it printed more than is accepted";
	case PROC_BROKEN:
		return "the connection to it broke";
	}
	return "";
}

static int64_t
now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Above 2, so that no end is overwritten when the others are put on 0, 1 and 2. */
static bool
lift(int *fd)
{
	if (*fd > STDERR_FILENO)
		return true;
	int up = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (up < 0)
		return false;
	close(*fd);
	*fd = up;
	return true;
}

static bool
open_pipe(int *ret_ours, int *ret_theirs)
{
	int fd[2];
	if (pipe2(fd, O_CLOEXEC) != 0)
		return false;
	*ret_ours = fd[0];
	*ret_theirs = fd[1];
	return lift(ret_ours) && lift(ret_theirs);
}

static bool
open_input(int *ret_ours, int *ret_theirs)
{
	int fd[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) != 0)
		return false;
	*ret_ours = fd[0];
	*ret_theirs = fd[1];
	return lift(ret_ours) && lift(ret_theirs);
}

/* theirs[i] becomes descriptor i of the child; -1: /dev/null. */
static int
spawn(pid_t *ret_pid, const int theirs[3], const char *const *argv,
	const char *const *env)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int e = posix_spawn_file_actions_init(&actions);
	if (e)
		return e;
	e = posix_spawnattr_init(&attr);
	if (e) {
		posix_spawn_file_actions_destroy(&actions);
		return e;
	}
	for (int i = 0; i < 3 && !e; i++)
		e = theirs[i] >= 0
			? posix_spawn_file_actions_adddup2(&actions, theirs[i], i)
			: posix_spawn_file_actions_addopen(
				  &actions, i, "/dev/null", O_RDWR, 0);
	sigset_t none, defaults;
	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGCHLD);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr,
		POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
	/* POSIX declares both arrays without const, though neither is written to. */
	union {
		const char *const *from;
		char *const *to;
	} v = {argv}, w = {env};
	if (!e)
		e = posix_spawnp(ret_pid, argv[0], &actions, &attr, v.to, w.to);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return e;
}

static enum proc_status
start(struct proc *p, const char *const *argv, const char *const *env, bool has_in,
	bool has_err, int *ret_errno)
{
	int theirs[3] = {-1, -1, -1};
	*ret_errno = 0;
	bool ok = (!has_in || open_input(&p->in, &theirs[0])) &&
		open_pipe(&p->out, &theirs[1]) &&
		(!has_err || open_pipe(&p->err, &theirs[2]));
	if (ok)
		*ret_errno = spawn(&p->pid, theirs, argv, env);
	else
		*ret_errno = errno;
	for (int i = 0; i < 3; i++)
		close_fd(&theirs[i]);
	if (*ret_errno == 0)
		return PROC_OK;
	p->pid = 0;
	proc_stop(p);
	return *ret_errno == ENOENT ? PROC_NOT_FOUND : PROC_NOT_STARTED;
}

void
proc_stop(struct proc *p)
{
	close_fd(&p->in);
	close_fd(&p->out);
	close_fd(&p->err);
	if (p->pid <= 0)
		return;
	kill(-p->pid, SIGKILL);
	kill(p->pid, SIGKILL); /* in case its group was not made yet */
	while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
		;
	p->pid = 0;
}

static void
stop_ptr(void *p)
{
	proc_stop(p);
}

void
proc_init(struct arena *a, struct proc *p)
{
	*p = (struct proc){.in = -1, .out = -1, .err = -1};
	arena_defer(a, stop_ptr, p);
}

enum proc_status
proc_start(
	struct proc *p, const char *const *argv, const char *const *env, int *ret_errno)
{
	return start(p, argv, env, true, false, ret_errno);
}

static int
wait_left(int64_t until)
{
	int64_t left = until - now_ms();
	return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

/* True when the descriptor is ready, in error or at its end. */
static bool
wait_for(int fd, short events, int64_t until)
{
	for (;;) {
		struct pollfd one = {.fd = fd, .events = events};
		int n = poll(&one, 1, wait_left(until));
		if (n > 0)
			return true;
		if (n == 0 || errno != EINTR)
			return false;
	}
}

bool
proc_send(struct proc *p, struct str bytes, unsigned deadline_ms)
{
	int64_t until = now_ms() + deadline_ms;
	while (bytes.n) {
		ssize_t n = send(p->in, bytes.p, bytes.n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n >= 0)
			bytes = str_slice(bytes, (size_t)n, bytes.n);
		else if (errno == EAGAIN) {
			if (!wait_for(p->in, POLLOUT, until))
				return false;
		} else if (errno != EINTR)
			return false;
	}
	return true;
}

ssize_t
proc_receive(struct proc *p, char *to, size_t n, unsigned deadline_ms)
{
	int64_t until = now_ms() + deadline_ms;
	for (;;) {
		if (!wait_for(p->out, POLLIN, until))
			return -1;
		ssize_t got = read(p->out, to, n);
		if (got >= 0 || errno != EINTR)
			return got;
	}
}

/* ---- running to the end ---- */

struct run {
	struct proc *p;
	struct str input; /* still to send */
	struct buf out, err;
	enum proc_status status;
	bool exited;
	int wait_status;
};

static void
look_for_exit(struct run *r)
{
	if (r->exited)
		return;
	pid_t got = waitpid(r->p->pid, &r->wait_status, WNOHANG);
	if (got == 0 || (got < 0 && errno == EINTR))
		return;
	r->exited = true;
	/* Its number may be given to another process from here on. */
	r->p->pid = 0;
	if (got < 0)
		r->status =
			PROC_BROKEN; /* the host ignores SIGCHLD, or reaps everything */
}

static void
feed(struct run *r)
{
	ssize_t n = send(r->p->in, r->input.p, r->input.n, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (n >= 0)
		r->input = str_slice(r->input, (size_t)n, r->input.n);
	else if (errno != EAGAIN && errno != EINTR)
		r->input =
			(struct str){0}; /* it does not want the rest: its own affair */
	if (r->input.n == 0)
		close_fd(&r->p->in);
}

static void
drain(struct run *r, int *fd, struct buf *to)
{
	char chunk[CHUNK_BYTES];
	ssize_t n = read(*fd, chunk, sizeof chunk);
	if (n > 0)
		buf_add(to, (struct str){chunk, (size_t)n});
	else if (n == 0)
		close_fd(fd);
	else if (errno != EINTR)
		r->status = PROC_BROKEN;
	if (to->overflow)
		r->status = PROC_TOO_LARGE;
}

/* One round of poll; false when nothing moved. */
static bool
step(struct run *r, int timeout_ms)
{
	struct proc *p = r->p;
	struct pollfd fds[3] = {
		{.fd = p->in, .events = POLLOUT},
		{.fd = p->out, .events = POLLIN},
		{.fd = p->err, .events = POLLIN},
	};
	int n = poll(fds, 3, timeout_ms);
	if (n < 0 && errno != EINTR)
		r->status = PROC_BROKEN;
	if (n <= 0)
		return false;
	if (fds[0].revents)
		feed(r);
	if (fds[1].revents)
		drain(r, &p->out, &r->out);
	if (fds[2].revents && r->status == PROC_OK)
		drain(r, &p->err, &r->err);
	return true;
}

static void
run_until(struct run *r, int64_t until)
{
	struct proc *p = r->p;
	while (r->status == PROC_OK && (!r->exited || p->out >= 0 || p->err >= 0)) {
		int left = wait_left(until);
		if (left == 0) {
			r->status = PROC_TIMEOUT;
			return;
		}
		bool piped = p->in >= 0 || p->out >= 0 || p->err >= 0;
		int slice = piped ? LOOK_MS : 1; /* nothing to read: it is about to end */
		bool moved = step(r, left < slice ? left : slice);
		if (moved && (p->out >= 0 || p->err >= 0))
			continue;
		if (!moved && r->exited)
			return; /* gone, and what it left in the pipes is read */
		look_for_exit(r);
	}
}

struct proc_result
proc_run(struct arena *a, const struct proc_command *c)
{
	struct proc_result ret = {0};
	struct proc *p = NEW(a, struct proc);
	proc_init(a, p);
	ret.status = start(p, c->argv, c->env, c->input.n > 0, true, &ret.code);
	if (ret.status != PROC_OK)
		return ret;
	struct run r = {
		.p = p,
		.input = c->input,
		.out = buf_new(a, c->max_out_bytes),
		.err = buf_new(a, c->max_err_bytes),
	};
	run_until(&r, now_ms() + c->deadline_ms);
	proc_stop(p);
	ret.status = r.status;
	ret.out = buf_str(&r.out);
	ret.err = buf_str(&r.err);
	if (r.status == PROC_OK && WIFSIGNALED(r.wait_status)) {
		ret.status = PROC_KILLED;
		ret.code = WTERMSIG(r.wait_status);
	} else if (r.status == PROC_OK) {
		ret.code = WEXITSTATUS(r.wait_status);
	}
	return ret;
}
