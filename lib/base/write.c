/* Atomic replacement of a file. */
#include "base/write.h"

#include "base/arena.h"
#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEMPORARY_NAMES = 100 };

static int
libc_openat(int folder, const char *name, int flags, mode_t mode)
{
	int fd;
	do
		fd = openat(folder, name, flags, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

const struct write_calls write_libc = {
	.openat = libc_openat,
	.fstatat = fstatat,
	.write = write,
	.fchown = fchown,
	.fchmod = fchmod,
	.fsync = fsync,
	.close = close,
	.renameat = renameat,
	.unlinkat = unlinkat,
};

const char *
write_status_text(enum write_status s)
{
	switch (s) {
	case WRITE_OK:
		return "written";
	case WRITE_UNSYNCED:
		return "written, but its folder could not be synced to the disk";
	case WRITE_ABSENT:
		return "its folder does not exist";
	case WRITE_NOT_A_FILE:
		return "it is not a regular file";
	case WRITE_OUTSIDE:
		return "it is, or leads by a symbolic link, out of the repository";
	case WRITE_FAILED:
		return "it could not be written and is unchanged";
	}
	return "";
}

struct job {
	const struct write_calls *calls;
	struct arena *arena;
	int folder; /* of the file; -1: not open */
	const char *name;
	bool exists;
	struct stat old;
	char *temporary; /* name of the temporary file once it exists */
	int fd;          /* the temporary file; -1: not open */
	struct write_result result;
};

static bool
fail(struct job *j, enum write_status status, const char *step)
{
	j->result = (struct write_result){status, errno, step};
	return false;
}

/* ---- where the file is ---- */

static bool
is_inside(struct str path, struct str root)
{
	return str_starts(path, root) && path.n > root.n &&
		(str_ends(root, S("/")) || path.p[root.n] == '/');
}

/* The real path of the file, which need not exist; NULL when its folder doesn't. */
static char *
real_path(struct arena *a, const char *root, struct str path, bool *ret_exists)
{
	struct str full = str_fmt(a, "%s/%.*s", root, STR(path));
	char *z = str_z(a, full);
	char *real = realpath(z, NULL);
	struct stat st;
	*ret_exists = real != NULL;
	if (real) {
		char *copy = str_z(a, str_from(real));
		free(real);
		return copy;
	}
	/* A link to nothing must not be replaced by a file. */
	if (errno != ENOENT || lstat(z, &st) == 0)
		return NULL;
	size_t slash = str_rfind_byte(full, '/');
	real = realpath(str_z(a, str_slice(full, 0, slash)), NULL);
	if (!real)
		return NULL;
	struct str name = str_slice(full, slash + 1, full.n);
	char *joined = str_z(a, str_fmt(a, "%s/%.*s", real, STR(name)));
	free(real);
	errno = ENOENT;
	return joined;
}

/* Goes down from the root part by part and never through a link: the real path has none,
 * and one that was put there meanwhile stops here. */
static bool
open_folder(struct job *j, const char *root, struct str below)
{
	j->folder =
		j->calls->openat(AT_FDCWD, root, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (j->folder < 0)
		return fail(j, WRITE_FAILED, "open the root");
	struct str rest = below;
	for (;;) {
		struct str part = str_cut(rest, '/', &rest);
		char *z = str_z(j->arena, part);
		if (!rest.p) {
			j->name = z;
			return true;
		}
		int next = j->calls->openat(
			j->folder, z, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
		if (next < 0)
			return fail(j, WRITE_FAILED, "open the folder");
		j->calls->close(j->folder);
		j->folder = next;
	}
}

static bool
locate(struct job *j, const char *root, struct str path)
{
	if (path.n == 0 || path.n > LIMIT_PATH_BYTES || path.p[0] == '/' ||
		str_ends(path, S("/")) || memchr(path.p, 0, path.n)) {
		errno = EINVAL;
		return fail(j, WRITE_OUTSIDE, "look up the path");
	}
	char *real_root = realpath(root, NULL);
	if (!real_root)
		return fail(j, WRITE_ABSENT, "look up the root");
	char *top = str_z(j->arena, str_from(real_root));
	free(real_root);
	char *real = real_path(j->arena, top, path, &j->exists);
	if (!real)
		return fail(j, errno == ELOOP ? WRITE_OUTSIDE : WRITE_ABSENT,
			"look up the file");
	size_t n = strlen(top);
	if (!is_inside(str_from(real), str_from(top))) {
		errno = EXDEV;
		return fail(j, WRITE_OUTSIDE, "look up the file");
	}
	if (top[n - 1] != '/')
		n++;
	if (!open_folder(j, top, str_from(real + n)))
		return false;
	if (!j->exists)
		return true;
	if (j->calls->fstatat(j->folder, j->name, &j->old, AT_SYMLINK_NOFOLLOW) != 0)
		return fail(j, WRITE_FAILED, "look up the file");
	if (S_ISREG(j->old.st_mode))
		return true;
	errno = 0;
	return fail(j, WRITE_NOT_A_FILE, "look up the file");
}

/* ---- the temporary file ---- */

static bool
create(struct job *j)
{
	mode_t mode = j->exists ? 0600 : 0666;
	for (unsigned i = 0; i < TEMPORARY_NAMES; i++) {
		char *name = str_z(j->arena,
			str_fmt(j->arena, ".%s.%ld-%u.tmp", j->name, (long)getpid(), i));
		j->fd = j->calls->openat(j->folder, name,
			O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
		if (j->fd >= 0) {
			j->temporary = name;
			return true;
		}
		if (errno != EEXIST && errno != EINTR)
			break;
	}
	return fail(j, WRITE_FAILED, "create a temporary file");
}

static bool
keep_mode(struct job *j)
{
	if (!j->exists)
		return true;
	/* Only a privileged user can give a file away; for others the owner stays as
	 * created. */
	if (j->old.st_uid != geteuid() || j->old.st_gid != getegid()) {
		int ignored = j->calls->fchown(j->fd, j->old.st_uid, j->old.st_gid);
		(void)ignored;
	}
	while (j->calls->fchmod(j->fd, j->old.st_mode & 07777) != 0)
		if (errno != EINTR)
			return fail(j, WRITE_FAILED, "set the mode");
	return true;
}

static bool
write_all(struct job *j, struct str bytes)
{
	while (bytes.n) {
		ssize_t n = j->calls->write(j->fd, bytes.p, bytes.n);
		if (n < 0 && errno == EINTR)
			continue;
		if (n == 0)
			errno = ENOSPC;
		if (n <= 0)
			return fail(j, WRITE_FAILED, "write");
		bytes = str_slice(bytes, (size_t)n, bytes.n);
	}
	return true;
}

static bool
sync_fd(struct job *j, int fd)
{
	while (j->calls->fsync(fd) != 0)
		if (errno != EINTR)
			return false;
	return true;
}

static bool
close_temporary(struct job *j)
{
	int fd = j->fd;
	j->fd = -1;
	/* The descriptor is gone in any case; EINTR says nothing about the bytes, which
	 * fsync has put on the disk. */
	if (j->calls->close(fd) != 0 && errno != EINTR)
		return fail(j, WRITE_FAILED, "close");
	return true;
}

static bool
put(struct job *j, struct str bytes)
{
	if (!create(j) || !write_all(j, bytes) || !keep_mode(j))
		return false;
	if (!sync_fd(j, j->fd))
		return fail(j, WRITE_FAILED, "sync the file");
	if (!close_temporary(j))
		return false;
	while (j->calls->renameat(j->folder, j->temporary, j->folder, j->name) != 0)
		if (errno != EINTR)
			return fail(j, WRITE_FAILED, "rename");
	j->temporary = NULL;
	if (!sync_fd(j, j->folder))
		return fail(j, WRITE_UNSYNCED, "sync the folder");
	return true;
}

static void
clean_up(void *p)
{
	struct job *j = p;
	if (j->fd >= 0)
		j->calls->close(j->fd);
	j->fd = -1;
	if (j->temporary)
		j->calls->unlinkat(j->folder, j->temporary, 0);
	j->temporary = NULL;
	if (j->folder >= 0)
		j->calls->close(j->folder);
	j->folder = -1;
}

struct write_result
write_replace(struct arena *a, const struct write_calls *calls, const char *root,
	struct str path, struct str bytes)
{
	struct job *j = NEW(a, struct job);
	*j = (struct job){
		.calls = calls ? calls : &write_libc,
		.arena = a,
		.folder = -1,
		.fd = -1,
		.result = {WRITE_OK, 0, ""},
	};
	arena_defer(a, clean_up, j);
	if (locate(j, root, path))
		put(j, bytes);
	clean_up(j);
	return j->result;
}
