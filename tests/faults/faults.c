/* Calls that fail on demand. */
#define _GNU_SOURCE /* syscall, struct dirent */
#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Wrapped functions have no argument of ours, so this is the file's only state. */
static struct {
	bool on;
	enum fault_call call;
	size_t nth, times;
	int error;
	size_t seen[FAULTS];
	long live;
} plan;

const char *
fault_name(enum fault_call call)
{
	static const char *const names[] = {
#define CALL(name, text) text,
		FAULT_CALLS(CALL)
#undef CALL
	};
	return names[call];
}

void
faults_arm(enum fault_call call, size_t nth, int error, size_t times)
{
	memset(plan.seen, 0, sizeof plan.seen);
	plan.call = call;
	plan.nth = nth;
	plan.error = error;
	plan.times = times;
	plan.on = true;
}

void
faults_count(void)
{
	faults_arm(FAULT_ALLOC, SIZE_MAX, 0, 0);
}

size_t
faults_seen(enum fault_call call)
{
	return plan.seen[call];
}

void
faults_end(void)
{
	plan.on = false;
}

long
faults_live(void)
{
#if FAULT_SANITIZED
	return 0;
#else
	return plan.live;
#endif
}

static bool
is_hit(enum fault_call call)
{
	if (!plan.on)
		return false;
	size_t i = plan.seen[call]++;
	return call == plan.call && i >= plan.nth && i - plan.nth < plan.times;
}

static bool
fails(enum fault_call call)
{
	if (!is_hit(call))
		return false;
	errno = plan.error;
	return true;
}

/* ---- allocations ---- */

/* What the program exports comes before the C library's, for all libraries. */
#pragma GCC visibility push(default)

#if FAULT_SANITIZED
#define ALLOC(name) __wrap_##name
#define REAL(name) __real_##name
#else
#define ALLOC(name) name
#define REAL(name) __libc_##name
#endif

void *REAL(malloc)(size_t n);
void *REAL(calloc)(size_t n, size_t size);
void *REAL(realloc)(void *p, size_t n);
void *ALLOC(malloc)(size_t n);
void *ALLOC(calloc)(size_t n, size_t size);
void *ALLOC(realloc)(void *p, size_t n);

void *
ALLOC(malloc)(size_t n)
{
	if (is_hit(FAULT_ALLOC)) {
		errno = ENOMEM;
		return NULL;
	}
	void *p = REAL(malloc)(n);
	plan.live += p != NULL;
	return p;
}

void *
ALLOC(calloc)(size_t n, size_t size)
{
	if (is_hit(FAULT_ALLOC)) {
		errno = ENOMEM;
		return NULL;
	}
	void *p = REAL(calloc)(n, size);
	plan.live += p != NULL;
	return p;
}

void *
ALLOC(realloc)(void *old, size_t n)
{
	if (is_hit(FAULT_ALLOC)) {
		errno = ENOMEM;
		return NULL;
	}
	void *p = REAL(realloc)(old, n);
	plan.live += !old && p;
	return p;
}

#if FAULT_SANITIZED
char *__wrap_strdup(const char *s);

char *
__wrap_strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = ALLOC(malloc)(n);
	return p ? memcpy(p, s, n) : NULL;
}
#else
void REAL(free)(void *p);

void
free(void *p)
{
	plan.live -= p != NULL;
	REAL(free)(p);
}
#endif

#pragma GCC visibility pop

/* ---- files ---- */

/* WRAP(type, name, (parameters), (arguments), call, failed): what fails gives `failed`. */
#define WRAP(type, name, parameters, arguments, call, failed) \
	type __real_##name parameters; \
	type __wrap_##name parameters; \
	type __wrap_##name parameters \
	{ \
		return fails(FAULT_##call) ? failed : __real_##name arguments; \
	}

/* A failing close gives the descriptor back all the same, as the kernel does. */
#define WRAP_CLOSE(name, type) \
	int __real_##name(type x); \
	int __wrap_##name(type x); \
	int __wrap_##name(type x) \
	{ \
		bool bad = fails(FAULT_CLOSE); \
		int error = errno, r = __real_##name(x); \
		if (bad) \
			errno = error; \
		return bad ? -1 : r; \
	}

WRAP_CLOSE(close, int)
WRAP_CLOSE(closedir, DIR *)
WRAP(int, fstat, (int fd, struct stat *st), (fd, st), STAT, -1)
WRAP(int, stat, (const char *path, struct stat *st), (path, st), STAT, -1)
WRAP(int, lstat, (const char *path, struct stat *st), (path, st), STAT, -1)
WRAP(int, fstatat, (int dir, const char *path, struct stat *st, int flags),
	(dir, path, st, flags), STAT, -1)
WRAP(DIR *, fdopendir, (int fd), (fd), OPENDIR, NULL)
WRAP(struct dirent *, readdir, (DIR *d), (d), READDIR, NULL)
WRAP(char *, realpath, (const char *path, char *to), (path, to), REALPATH, NULL)
WRAP(int, poll, (struct pollfd *v, nfds_t n, int ms), (v, n, ms), POLL, -1)
WRAP(int, pipe2, (int *fd, int flags), (fd, flags), PIPE, -1)
WRAP(int, socketpair, (int domain, int type, int protocol, int *fd),
	(domain, type, protocol, fd), PIPE, -1)
WRAP(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options), WAIT, -1)
WRAP(int, posix_spawnp,
	(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
		const posix_spawnattr_t *attr, char *const *argv, char *const *env),
	(pid, file, actions, attr, argv, env), SPAWN, plan.error)
WRAP(int, fsync, (int fd), (fd), SYNC, -1)
WRAP(int, rename, (const char *from, const char *to), (from, to), RENAME, -1)
WRAP(int, renameat, (int d, const char *from, int e, const char *to), (d, from, e, to), RENAME,
	-1)
WRAP(int, unlink, (const char *path), (path), UNLINK, -1)
WRAP(int, unlinkat, (int d, const char *path, int flags), (d, path, flags), UNLINK, -1)

/* These may also do less than they were asked for. */
#define WRAP_BYTES(name, pointer, call) \
	ssize_t __real_##name(int fd, pointer p, size_t n); \
	ssize_t __wrap_##name(int fd, pointer p, size_t n); \
	ssize_t __wrap_##name(int fd, pointer p, size_t n) \
	{ \
		if (!fails(FAULT_##call)) \
			return __real_##name(fd, p, n); \
		return plan.error == FAULT_SHORT ? __real_##name(fd, p, n ? 1 : 0) : -1; \
	}

WRAP_BYTES(read, void *, READ)
WRAP_BYTES(write, const void *, WRITE)

ssize_t __real_send(int fd, const void *p, size_t n, int flags);
ssize_t __wrap_send(int fd, const void *p, size_t n, int flags);

ssize_t
__wrap_send(int fd, const void *p, size_t n, int flags)
{
	if (!fails(FAULT_SEND))
		return __real_send(fd, p, n, flags);
	return plan.error == FAULT_SHORT ? __real_send(fd, p, n ? 1 : 0, flags) : -1;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);

int
__wrap_open(const char *path, int flags, ...)
{
	va_list ap;
	va_start(ap, flags);
	int mode = flags & O_CREAT ? va_arg(ap, int) : 0;
	va_end(ap);
	return fails(FAULT_OPEN) ? -1 : __real_open(path, flags, mode);
}

int __real_openat(int dir, const char *path, int flags, ...);
int __wrap_openat(int dir, const char *path, int flags, ...);

int
__wrap_openat(int dir, const char *path, int flags, ...)
{
	va_list ap;
	va_start(ap, flags);
	int mode = flags & O_CREAT ? va_arg(ap, int) : 0;
	va_end(ap);
	return fails(FAULT_OPEN) ? -1 : __real_openat(dir, path, flags, mode);
}

/* openat2, which has no function. */
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

long
__wrap_syscall(long number, ...)
{
	va_list ap;
	va_start(ap, number);
	int dir = va_arg(ap, int);
	const char *path = va_arg(ap, const char *);
	void *how = va_arg(ap, void *);
	size_t size = va_arg(ap, size_t);
	va_end(ap);
	return fails(FAULT_OPEN) ? -1 : __real_syscall(number, dir, path, how, size);
}
