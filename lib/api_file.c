/* Public interface: reports into files. */
#include "api.h"

#include "base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ixc_status
api_all_read(const struct tree *t, struct ixc_error *err)
{
	struct str path = tree_first_trouble(t);
	return path.n ? api_fail(err, IXC_EIO, "'%.*s': %s", STR(path),
				tree_status_text(TREE_UNREADABLE))
		      : IXC_OK;
}

struct file_call {
	struct arena arena;
	const char *path;
	char *p; /* the report */
	size_t n, cap;
};

static bool
collect(void *user, const char *bytes, size_t n)
{
	struct file_call *q = user;
	if (n == 0)
		return true; /* an empty report has no bytes to point to */
	if (n > q->cap - q->n) {
		size_t cap = q->n + n;
		char *p = realloc(q->p, cap);
		if (!p)
			return false;
		q->p = p;
		q->cap = cap;
	}
	memcpy(q->p + q->n, bytes, n);
	q->n += n;
	return true;
}

static ixc_status
trouble(const struct file_call *q, int error, struct ixc_error *err)
{
	return api_fail(
		err, IXC_EIO, "'%s' could not be written: %s", q->path, strerror(error));
}

/* Pipes, terminals and devices can't be replaced. */
static ixc_status
write_through(const struct file_call *q, struct ixc_error *err)
{
	int fd = open(q->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return trouble(q, errno, err);
	int error = 0;
	for (size_t done = 0; done < q->n && !error;) {
		ssize_t n = write(fd, q->p + done, q->n - done);
		if (n > 0)
			done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			error = n == 0 ? ENOSPC : errno;
	}
	if (close(fd) != 0 && errno != EINTR && !error)
		error = errno;
	return error ? trouble(q, error, err) : IXC_OK;
}

/* The caller named the file, so links to elsewhere are followed. */
static ixc_status
replace(void *arg, struct ixc_error *err)
{
	struct file_call *q = arg;
	char *real = realpath(q->path, NULL);
	struct str path = str_dup(&q->arena, str_from(real ? real : q->path));
	free(real);
	size_t slash = str_rfind_byte(path, '/');
	struct str folder = slash == path.n ? S(".") : str_slice(path, 0, slash + 1);
	struct str name = str_slice(path, slash == path.n ? 0 : slash + 1, path.n);
	if (!name.n)
		return trouble(q, EISDIR, err);
	struct write_result r = write_replace(&q->arena, NULL, str_z(&q->arena, folder),
		name, (struct str){q->p, q->n});
	if (r.status == WRITE_OK || r.status == WRITE_UNSYNCED)
		return IXC_OK;
	if (r.error)
		return trouble(q, r.error, err);
	return api_fail(err, IXC_EIO, "'%s' could not be written: %s", q->path,
		write_status_text(r.status));
}

ixc_status
ixc_write_file(const ixc_report *report, ixc_format format, unsigned flags,
	const char *path, struct ixc_error *err)
{
	struct file_call q = {.path = path};
	struct stat st;
	ixc_status status = ixc_write(report, format, flags, collect, &q, err);
	if (status == IXC_OK && stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		status = write_through(&q, err);
	} else if (status == IXC_OK) {
		arena_init(&q.arena, 0, NULL);
		status = api_guard(&q.arena, replace, &q, err);
		arena_release(&q.arena);
	}
	free(q.p);
	return status;
}
