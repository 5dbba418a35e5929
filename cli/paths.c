/* Operands that name files of the repository, and a file from standard input. */
#include "paths.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool
path_inside(const char *root, const char *path, char *buf, size_t size)
{
	char *real = realpath(path, NULL);
	if (!real) {
		/* Perhaps given relative to the root, from elsewhere. */
		char joined[PATH_MAX];
		int n = snprintf(joined, sizeof joined, "%s/%s", root, path);
		real = n > 0 && (size_t)n < sizeof joined ? realpath(joined, NULL) : NULL;
	}
	size_t n = strlen(root);
	if (n == 1)
		n = 0; /* the root is "/" */
	bool inside = real && strncmp(real, root, n) == 0 && (real[n] == '/' || !real[n]);
	if (inside) {
		const char *rest = real[n] ? real + n + 1 : ".";
		inside = strlen(rest) < size;
		if (inside)
			memcpy(buf, rest, strlen(rest) + 1);
	}
	free(real);
	return inside;
}

bool
path_exists(const char *root, const char *path)
{
	char joined[PATH_MAX];
	struct stat st;
	int n = snprintf(joined, sizeof joined, "%s/%s", root, path);
	return lstat(path, &st) == 0 ||
		(n > 0 && (size_t)n < sizeof joined && lstat(joined, &st) == 0);
}

/* As path_inside(), also for a file that does not exist yet in a folder that does. */
static bool
file_inside(const char *root, const char *path, char *buf, size_t size)
{
	char folder[PATH_MAX], at[PATH_MAX];
	struct stat st;
	if (path_inside(root, path, buf, size)) {
		int m = snprintf(at, sizeof at, "%s/%s", root, buf);
		return m > 0 && (size_t)m < sizeof at && stat(at, &st) == 0 &&
			!S_ISDIR(st.st_mode);
	}
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t n = slash ? (size_t)(slash - path) + (slash == path) : 1;
	if (!*name || n >= sizeof folder)
		return false;
	memcpy(folder, slash ? path : ".", n);
	folder[n] = 0;
	if (!path_inside(root, folder, at, sizeof at))
		return false;
	int length = strcmp(at, ".") == 0 ? snprintf(buf, size, "%s", name)
					  : snprintf(buf, size, "%s/%s", at, name);
	return length > 0 && (size_t)length < size;
}

/* All of standard input; NULL after having said what is wrong. */
static char *
read_stdin(size_t *ret_n)
{
	enum { MOST = 16 * 1024 * 1024 };
	size_t n = 0, cap = 64 * 1024;
	char *p = malloc(cap);
	while (p) {
		n += fread(p + n, 1, cap - n, stdin);
		if (n < cap)
			break;
		if (cap > MOST) {
			free(p);
			trouble("standard input is larger than 16 MiB");
			return NULL;
		}
		char *more = realloc(p, cap * 2);
		if (!more)
			free(p);
		p = more;
		cap *= 2;
	}
	if (p && !ferror(stdin)) {
		*ret_n = n;
		return p;
	}
	trouble(p ? "standard input can't be read: %s" : "out of memory", strerror(errno));
	free(p);
	return NULL;
}

int
stdin_take(const char *root, const char *path, ixc_checker *checker)
{
	char inside[PATH_MAX];
	struct ixc_error err;
	struct ixc_bytes bytes;
	if (!file_inside(root, path, inside, sizeof inside))
		return trouble("'%s' would not be a file in '%s'", path, root);
	char *p = read_stdin(&bytes.n);
	if (!p)
		return EXIT_TROUBLE;
	bytes.p = p;
	ixc_status status = ixc_checker_set_file(checker, inside, bytes, &err);
	if (status == IXC_OK)
		status = ixc_checker_add_path(checker, inside, &err);
	free(p);
	return status == IXC_OK ? EXIT_CLEAN : trouble("%s", err.message);
}
