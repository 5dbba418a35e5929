/* Folder, memory and overlay trees. */
#define _GNU_SOURCE /* O_PATH */
#include "base/tree.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __linux__ && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

const char *
tree_status_text(enum tree_status s)
{
	switch (s) {
	case TREE_OK:
		return "ok";
	case TREE_ABSENT:
		return "there is no such file";
	case TREE_NOT_A_FILE:
		return "it is not a regular file";
	case TREE_OUTSIDE:
		return "it is a symbolic link that leads out of the repository";
	case TREE_UNREADABLE:
		return "it cannot be read";
	case TREE_TOO_LARGE:
		return "it is larger than 16 MiB";
	}
	return "";
}

bool
tree_exists(struct tree *t, struct arena *a, struct str path)
{
	struct arena_mark m = arena_mark(a);
	struct str bytes;
	enum tree_status s = t->read(t, a, path, &bytes);
	arena_rewind(a, m);
	return s == TREE_OK;
}

static int
by_name(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static void
sort_names(struct names *n)
{
	if (n->n)
		qsort(n->v, n->n, sizeof *n->v, by_name);
}

/* ---- what can't be had ---- */

static void
release(void *p)
{
	arena_release(p);
}

struct tree_trouble *
tree_trouble_new(struct arena *a)
{
	struct tree_trouble *x = NEW(a, struct tree_trouble);
	x->owner = a;
	arena_init(&x->own, 0, a->escape);
	arena_defer(a, release, &x->own);
	return x;
}

enum tree_status
tree_noted(struct tree *t, struct str path, enum tree_status s)
{
	struct tree_trouble *x = t->trouble;
	if (s != TREE_UNREADABLE || !x || x->paths.n == TREE_TROUBLE_MOST)
		return s;
	for (size_t i = 0; i < x->paths.n; i++)
		if (str_eq(x->paths.v[i], path))
			return s;
	x->own.escape = x->owner->escape;
	vec_push(&x->own, &x->paths, str_dup(&x->own, path));
	return s;
}

void
tree_forget_trouble(struct tree *t, struct str path)
{
	struct tree_trouble *x = t->trouble;
	size_t kept = 0;
	for (size_t i = 0; x && i < x->paths.n; i++)
		if (!str_eq(x->paths.v[i], path))
			x->paths.v[kept++] = x->paths.v[i];
	if (x)
		x->paths.n = kept;
}

struct str
tree_first_trouble(const struct tree *t)
{
	return t->trouble && t->trouble->paths.n ? t->trouble->paths.v[0] : S("");
}

/* ---- folder ---- */

struct folder {
	int fd;
	char *root; /* real path, without a final slash unless it is "/" */
	/* What is open now: an allocation that fails in between does not come back. */
	int open_fd;
	DIR *open_dir;
};

static void
close_open(struct folder *f)
{
	if (f->open_dir)
		closedir(f->open_dir);
	else if (f->open_fd >= 0)
		close(f->open_fd);
	f->open_dir = NULL;
	f->open_fd = -1;
}

static void
close_folder(void *p)
{
	struct folder *f = p;
	close_open(f);
	close(f->fd);
}

static void
free_ptr(void *p)
{
	free(p);
}

static enum tree_status
from_errno(void)
{
	switch (errno) {
	case ENOENT:
	case ENOTDIR:
		return TREE_ABSENT;
	case ELOOP:
		return TREE_OUTSIDE;
	default:
		return TREE_UNREADABLE;
	}
}

static bool
path_is_plain(struct str path)
{
	struct str rest = path;
	if (path.n == 0 || path.p[0] == '/' || memchr(path.p, 0, path.n))
		return false;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (str_eq(part, S("..")))
			return false;
	}
	return true;
}

/* The kernel's own way to stay below a folder, where it has one: -1 and EXDEV for what leaves
 * it, also for absolute links that lead back; ENOSYS and the like without it. */
static int
open_beneath(int folder, const char *path, int flags)
{
#if defined SYS_openat2 && defined RESOLVE_BENEATH
	struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH};
	int fd;
	do
		fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
	while (fd < 0 && errno == EINTR);
	return fd;
#else
	(void)folder;
	(void)path;
	(void)flags;
	errno = ENOSYS;
	return -1;
#endif
}

/* Opens inside the root only: a link may point elsewhere in the tree, never out of it. */
static enum tree_status
open_inside(struct folder *f, struct arena *a, struct str path, int flags, int *ret_fd)
{
	if (!path_is_plain(path))
		return TREE_OUTSIDE;
	char *z = str_z(a, path);
	flags |= O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	*ret_fd = open_beneath(f->fd, z, flags);
	if (*ret_fd >= 0)
		return TREE_OK;
	if (errno == ENOENT || errno == ENOTDIR)
		return TREE_ABSENT;
	int fd = openat(f->fd, z, flags);
	if (fd < 0)
		return from_errno();
	char *full = str_z(a, str_fmt(a, "%s/%s", f->root, z));
	char *real = realpath(full, NULL);
	size_t n = strlen(f->root);
	bool inside = real && strncmp(real, f->root, n) == 0 &&
		(n == 1 || real[n] == '/' || real[n] == 0);
	struct stat opened, named;
	inside = inside && fstat(fd, &opened) == 0 && stat(real, &named) == 0 &&
		opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
	free(real);
	if (!inside) {
		close(fd);
		return TREE_OUTSIDE;
	}
	*ret_fd = fd;
	return TREE_OK;
}

static enum tree_status
read_all(int fd, struct arena *a, size_t size_hint, struct str *ret)
{
	size_t cap = size_hint + 1, n = 0;
	char *p = NEW_ARRAY(a, char, cap + 1);
	for (;;) {
		if (n == cap) {
			if (cap > LIMIT_FILE_BYTES)
				return TREE_TOO_LARGE;
			char *more = NEW_ARRAY(a, char, cap * 2 + 1);
			memcpy(more, p, n);
			p = more;
			cap *= 2;
		}
		ssize_t got = read(fd, p + n, cap - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return TREE_UNREADABLE;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	if (n > LIMIT_FILE_BYTES)
		return TREE_TOO_LARGE;
	*ret = (struct str){p, n};
	return TREE_OK;
}

static enum tree_status
folder_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	struct folder *f = t->self;
	int fd;
	enum tree_status s = open_inside(f, a, path, O_RDONLY, &fd);
	if (s != TREE_OK)
		return tree_noted(t, path, s);
	struct stat st;
	f->open_fd = fd;
	if (fstat(fd, &st) != 0)
		s = TREE_UNREADABLE;
	else if (!S_ISREG(st.st_mode))
		s = TREE_NOT_A_FILE;
	else if (st.st_size > LIMIT_FILE_BYTES)
		s = TREE_TOO_LARGE;
	else
		s = read_all(fd, a, (size_t)st.st_size, ret);
	close_open(f);
	return tree_noted(t, path, s);
}

static bool
is_folder(int dir_fd, const struct dirent *e)
{
	if (e->d_type != DT_UNKNOWN)
		return e->d_type == DT_DIR;
	struct stat st;
	return fstatat(dir_fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		S_ISDIR(st.st_mode);
}

static enum tree_status
read_names(DIR *d, int fd, struct arena *a, struct names *ret)
{
	enum tree_status s = TREE_OK;
	while (s == TREE_OK) {
		errno = 0;
		struct dirent *e = readdir(d);
		if (!e)
			return errno ? TREE_UNREADABLE : s;
		struct str name = str_from(e->d_name);
		if (str_eq(name, S(".")) || str_eq(name, S("..")))
			continue;
		if (ret->n == LIMIT_FILES_IN_FOLDER)
			s = TREE_TOO_LARGE;
		else
			vec_push(a, ret, str_cat(a, name, is_folder(fd, e) ? S("/") : S("")));
	}
	return s;
}

static enum tree_status
folder_list(struct tree *t, struct arena *a, struct str path, struct names *ret)
{
	struct folder *f = t->self;
	int fd;
	struct str at = path.n ? path : S(".");
	enum tree_status s = open_inside(f, a, at, O_RDONLY | O_DIRECTORY, &fd);
	if (s != TREE_OK)
		return tree_noted(t, at, s);
	f->open_fd = fd;
	f->open_dir = fdopendir(fd);
	s = f->open_dir ? read_names(f->open_dir, fd, a, ret) : TREE_UNREADABLE;
	close_open(f);
	sort_names(ret);
	return tree_noted(t, at, s);
}

struct tree *
tree_folder(struct arena *a, const char *root)
{
	struct folder *f = NEW(a, struct folder);
	f->root = realpath(root, NULL);
	if (!f->root)
		return NULL;
	arena_defer(a, free_ptr, f->root);
	f->open_fd = -1;
	do
		f->fd = open(f->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	while (f->fd < 0 && errno == EINTR);
	if (f->fd < 0)
		return NULL;
	arena_defer(a, close_folder, f);
	struct tree *t = NEW(a, struct tree);
	*t = (struct tree){folder_read, folder_list, f, tree_trouble_new(a)};
	return t;
}

/* ---- memory ---- */

static enum tree_status
memory_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	(void)a;
	const struct str *bytes = map_get(t->self, path);
	if (!bytes)
		return TREE_ABSENT;
	*ret = *bytes;
	return TREE_OK;
}

static enum tree_status
memory_list(struct tree *t, struct arena *a, struct str folder, struct names *ret)
{
	const struct map *m = t->self;
	struct str prefix = folder.n ? str_cat(a, folder, S("/")) : S("");
	struct map seen = {0};
	for (size_t i = 0; i < m->n; i++) {
		if (!str_starts(m->entry[i].key, prefix))
			continue;
		struct str name = str_slice(m->entry[i].key, prefix.n, SIZE_MAX);
		size_t slash = str_find_byte(name, '/', 0);
		name = str_slice(name, 0, slash + 1);
		if (!map_has(&seen, name)) {
			map_put(a, &seen, name, ret);
			vec_push(a, ret, name);
		}
	}
	sort_names(ret);
	return ret->n ? TREE_OK : TREE_ABSENT;
}

struct tree *
tree_memory(struct arena *a)
{
	struct tree *t = NEW(a, struct tree);
	*t = (struct tree){memory_read, memory_list, NEW(a, struct map), NULL};
	return t;
}

void
tree_memory_put(struct arena *a, struct tree *t, struct str path, struct str bytes)
{
	struct str *copy = NEW(a, struct str);
	*copy = bytes;
	map_put(a, t->self, path, copy);
}

struct tree *
tree_memory_copy(struct arena *a, const struct tree *of)
{
	struct tree *t = tree_memory(a);
	const struct map *m = of->self;
	for (size_t i = 0; i < m->n; i++) {
		const struct str *bytes = m->entry[i].value;
		tree_memory_put(a, t, str_dup(a, m->entry[i].key), str_dup(a, *bytes));
	}
	return t;
}

/* ---- overlay ---- */

struct overlay {
	struct tree *upper, *lower;
};

static enum tree_status
overlay_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	struct overlay *o = t->self;
	enum tree_status s = o->upper->read(o->upper, a, path, ret);
	return s == TREE_ABSENT ? o->lower->read(o->lower, a, path, ret) : s;
}

static enum tree_status
overlay_list(struct tree *t, struct arena *a, struct str folder, struct names *ret)
{
	struct overlay *o = t->self;
	struct names both = {0};
	enum tree_status up = o->upper->list(o->upper, a, folder, &both);
	struct names low = {0};
	enum tree_status down = o->lower->list(o->lower, a, folder, &low);
	for (size_t i = 0; i < low.n; i++)
		vec_push(a, &both, low.v[i]);
	sort_names(&both);
	for (size_t i = 0; i < both.n; i++)
		if (!i || !str_eq(both.v[i], both.v[i - 1]))
			vec_push(a, ret, both.v[i]);
	return up == TREE_OK ? up : down;
}

struct tree *
tree_overlay(struct arena *a, struct tree *upper, struct tree *lower)
{
	struct tree *t = NEW(a, struct tree);
	struct overlay *o = NEW(a, struct overlay);
	*o = (struct overlay){upper, lower};
	*t = (struct tree){overlay_read, overlay_list, o,
		lower->trouble ? lower->trouble : upper->trouble};
	return t;
}
