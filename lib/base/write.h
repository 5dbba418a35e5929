/*
 * Replaces a file so that a reader, or a machine that stops, sees the old bytes or the
 * new ones: a temporary file in the same folder, fsync, rename, fsync of the folder.
 */
#ifndef BASE_WRITE_H
#define BASE_WRITE_H

#include "base/str.h"

#include <sys/stat.h>
#include <sys/types.h>

enum write_status {
	WRITE_OK = 0,
	WRITE_UNSYNCED, /* the new bytes are in place, but the folder could not be synced
			 */
	WRITE_ABSENT,   /* the folder does not exist */
	WRITE_NOT_A_FILE, /* a folder, a device */
	WRITE_OUTSIDE,    /* the path or a symbolic link leaves the root */
	WRITE_FAILED,     /* nothing was changed */
};

struct write_result {
	enum write_status status;
	int error;        /* errno of the failing call */
	const char *step; /* what failed: "write", "rename" */
};

/* The calls that can fail, so that tests can make each of them fail. */
struct write_calls {
	int (*openat)(int folder, const char *name, int flags, mode_t mode);
	int (*fstatat)(int folder, const char *name, struct stat *ret, int flags);
	ssize_t (*write)(int fd, const void *p, size_t n);
	int (*fchown)(int fd, uid_t user, gid_t group);
	int (*fchmod)(int fd, mode_t mode);
	int (*fsync)(int fd);
	int (*close)(int fd);
	int (*renameat)(int from_folder, const char *from, int to_folder, const char *to);
	int (*unlinkat)(int folder, const char *name, int flags);
};

extern const struct write_calls write_libc;

const char *write_status_text(enum write_status s);

/*
 * Puts `bytes` in place of the file at `path`, relative to `root`. Links inside the root
 * are followed, the file's mode is kept; a new file gets 0666 less the umask. `calls`
 * NULL means write_libc. On every status but WRITE_OK and WRITE_UNSYNCED the old bytes
 * stay and the temporary file is gone.
 */
struct write_result write_replace(struct arena *a, const struct write_calls *calls,
	const char *root, struct str path, struct str bytes);

#endif
