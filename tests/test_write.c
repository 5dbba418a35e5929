/* Atomic replacement: every call is made to fail in every way, and the file is old or
 * new. */
#define _GNU_SOURCE /* symlink */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/write.h"
#include "support/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- calls that fail on demand ---- */

enum call {
	OPENAT,
	FSTATAT,
	WRITE,
	FCHOWN,
	FCHMOD,
	FSYNC,
	CLOSE,
	RENAMEAT,
	UNLINKAT,
	CALLS
};

/* The functions have no argument of ours, so this is the file's only state. */
static struct {
	enum call call;
	int nth;          /* the one to fail, from 0; -1: none */
	int error;        /* 0: a short write of one byte */
	int times;        /* how many in a row fail */
	const char *swap; /* folder to be replaced by a link to "victim" before the file's
			     folder is opened */
	int seen[CALLS];
} plan;

static bool
fails(enum call c)
{
	int i = plan.seen[c]++;
	if (c != plan.call || plan.nth < 0 || i < plan.nth || i >= plan.nth + plan.times)
		return false;
	errno = plan.error;
	return true;
}

static int
my_openat(int folder, const char *name, int flags, mode_t mode)
{
	if (plan.swap && strcmp(name, "d") == 0) {
		assert_int_equal(renameat(folder, "d", folder, "moved"), 0);
		assert_int_equal(symlinkat(plan.swap, folder, "d"), 0);
		plan.swap = NULL;
	}
	return fails(OPENAT) ? -1 : openat(folder, name, flags, mode);
}

static int
my_fstatat(int folder, const char *name, struct stat *ret, int flags)
{
	return fails(FSTATAT) ? -1 : fstatat(folder, name, ret, flags);
}

static ssize_t
my_write(int fd, const void *p, size_t n)
{
	if (!fails(WRITE))
		return write(fd, p, n);
	return plan.error ? -1 : write(fd, p, 1);
}

static int
my_fchown(int fd, uid_t user, gid_t group)
{
	return fails(FCHOWN) ? -1 : fchown(fd, user, group);
}

static int
my_fchmod(int fd, mode_t mode)
{
	return fails(FCHMOD) ? -1 : fchmod(fd, mode);
}

static int
my_fsync(int fd)
{
	return fails(FSYNC) ? -1 : fsync(fd);
}

static int
my_close(int fd)
{
	bool bad = fails(CLOSE);
	int error = errno;
	int r = close(fd); /* a failing close releases the descriptor all the same */
	errno = bad ? error : errno;
	return bad ? -1 : r;
}

static int
my_renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	return fails(RENAMEAT) ? -1 : renameat(from_folder, from, to_folder, to);
}

static int
my_unlinkat(int folder, const char *name, int flags)
{
	return fails(UNLINKAT) ? -1 : unlinkat(folder, name, flags);
}

static const struct write_calls calls = {my_openat, my_fstatat, my_write, my_fchown,
	my_fchmod, my_fsync, my_close, my_renameat, my_unlinkat};

/* ---- helpers ---- */

static size_t
count_files(const char *folder)
{
	DIR *d = opendir(folder);
	size_t n = 0;
	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static mode_t
mode_of(struct arena *a, const char *folder, const char *path)
{
	struct stat st;
	assert_int_equal(lstat(temp_path(a, folder, path), &st), 0);
	return st.st_mode & 07777;
}

static size_t
open_descriptors(void)
{
	return count_files("/proc/self/fd");
}

static void
assert_content(struct arena *a, const char *folder, const char *path, const char *want)
{
	struct str got;
	assert_true(temp_get(a, folder, path, &got));
	assert_true(str_eqz(got, want));
}

/* ---- tests ---- */

static void
test_replaces_and_keeps_mode(void **state)
{
	static const mode_t modes[] = {0644, 0600, 0755, 0444, 0640};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *root = temp_folder(&a);
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		temp_put(&a, root, "d/f", S("old\n"));
		assert_int_equal(chmod(temp_path(&a, root, "d/f"), modes[i]), 0);
		struct write_result r =
			write_replace(&a, NULL, root, S("d/f"), S("new\n"));
		assert_int_equal(r.status, WRITE_OK);
		assert_content(&a, root, "d/f", "new\n");
		assert_int_equal(mode_of(&a, root, "d/f"), modes[i]);
		assert_int_equal(count_files(temp_path(&a, root, "d")), 1);
	}
	assert_int_equal(write_replace(&a, NULL, root, S("d/f"), S("")).status, WRITE_OK);
	assert_content(&a, root, "d/f", "");
	mode_t mask = umask(027);
	assert_int_equal(
		write_replace(&a, NULL, root, S("d/new"), S("n")).status, WRITE_OK);
	umask(mask);
	assert_content(&a, root, "d/new", "n");
	assert_int_equal(mode_of(&a, root, "d/new"), 0640);
	arena_release(&a);
}

static void
test_places(void **state)
{
	static const struct {
		const char *path;
		enum write_status status;
	} t[] = {
		{"in", WRITE_OK},       /* a link to d/f */
		{"linked/f", WRITE_OK}, /* a linked folder inside */
		{"d/../d/f", WRITE_OK},
		{"out", WRITE_OUTSIDE},    /* a link to a file outside */
		{"away/f", WRITE_OUTSIDE}, /* a linked folder outside */
		{"away/new", WRITE_OUTSIDE},
		{"../victim/f", WRITE_OUTSIDE},
		{"../root-not/f", WRITE_OUTSIDE}, /* its name begins with the root's */
		{"/etc/hostname", WRITE_OUTSIDE},
		{"", WRITE_OUTSIDE},
		{".", WRITE_OUTSIDE},
		{"d/", WRITE_OUTSIDE},
		{"loop", WRITE_OUTSIDE},
		{"broken", WRITE_ABSENT}, /* a link to nothing */
		{"no/such", WRITE_ABSENT},
		{"d", WRITE_NOT_A_FILE},
		{"fifo", WRITE_NOT_A_FILE},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *top = temp_folder(&a);
	temp_put(&a, top, "victim/f", S("victim"));
	temp_put(&a, top, "root-not/f", S("victim"));
	temp_put(&a, top, "root/d/f", S("old"));
	const char *root = temp_path(&a, top, "root");
	const char *linked = temp_path(&a, root, "linked"),
		   *away = temp_path(&a, root, "away");
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		temp_put(&a, root, "d/f", S("old"));
		if (i == 0) {
			assert_int_equal(symlink("d/f", temp_path(&a, root, "in")), 0);
			assert_int_equal(symlink("d", linked), 0);
			assert_int_equal(symlink("../victim", away), 0);
			assert_int_equal(
				symlink("../victim/f", temp_path(&a, root, "out")), 0);
			assert_int_equal(symlink("loop", temp_path(&a, root, "loop")), 0);
			assert_int_equal(
				symlink("none", temp_path(&a, root, "broken")), 0);
			assert_int_equal(mkfifo(temp_path(&a, root, "fifo"), 0600), 0);
		}
		struct write_result r =
			write_replace(&a, NULL, root, str_from(t[i].path), S("new"));
		assert_int_equal(r.status, t[i].status);
		assert_content(&a, root, "d/f", r.status == WRITE_OK ? "new" : "old");
		assert_content(&a, top, "victim/f", "victim");
		assert_content(&a, top, "root-not/f", "victim");
		assert_int_equal(count_files(temp_path(&a, root, "d")), 1);
		assert_int_equal(count_files(temp_path(&a, top, "victim")), 1);
	}
	struct stat st;
	assert_int_equal(lstat(temp_path(&a, root, "in"), &st), 0);
	assert_true(S_ISLNK(st.st_mode)); /* the link stays a link */
	arena_release(&a);
}

/* Fails the nth use of each call until there is no nth use. */
static void
fail_everywhere(enum call call, int error, int times)
{
	for (int nth = 0;; nth++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		const char *root = temp_folder(&a);
		temp_put(&a, root, "d/f", S("old bytes"));
		assert_int_equal(chmod(temp_path(&a, root, "d/f"), 0640), 0);
		size_t descriptors = open_descriptors();
		memset(&plan, 0, sizeof plan);
		plan.call = call;
		plan.nth = nth;
		plan.error = error;
		plan.times = times;
		struct write_result r =
			write_replace(&a, &calls, root, S("d/f"), S("the new bytes"));
		bool is_new = r.status == WRITE_OK || r.status == WRITE_UNSYNCED;
		assert_content(&a, root, "d/f", is_new ? "the new bytes" : "old bytes");
		assert_int_equal(mode_of(&a, root, "d/f"), 0640);
		if (call != UNLINKAT)
			assert_int_equal(count_files(temp_path(&a, root, "d")), 1);
		if (!is_new) {
			assert_int_equal(r.status, WRITE_FAILED);
			assert_int_equal(r.error, error);
		}
		assert_int_equal(open_descriptors(), descriptors);
		bool hit = plan.seen[call] > nth;
		/* What is repeated until it works, and what may be left out. */
		if (hit && (error == EINTR || error == 0 || call == FCHOWN))
			assert_true(is_new || call == OPENAT || call == FSTATAT);
		else if (hit && call != CLOSE)
			assert_int_not_equal(r.status, WRITE_OK);
		arena_release(&a);
		if (!hit)
			return;
	}
}

static void
test_every_call_fails(void **state)
{
	static const int errors[] = {ENOSPC, EIO, EACCES, EINTR, EDQUOT, EROFS};
	(void)state;
	for (enum call c = 0; c < CALLS; c++)
		for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
			for (int times = 1; times <= 3; times++)
				fail_everywhere(c, errors[i], times);
	fail_everywhere(WRITE, 0, 1); /* short writes */
	fail_everywhere(WRITE, 0, 12);
}

/* A close that fails before the rename means that the bytes may not be there. */
static void
test_close_of_the_new_file(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *root = temp_folder(&a);
	temp_put(&a, root, "f", S("old"));
	memset(&plan, 0, sizeof plan);
	plan.call = CLOSE;
	plan.nth = 0; /* the root's descriptor is still in use as the file's folder */
	plan.error = EIO;
	plan.times = 1;
	struct write_result r = write_replace(&a, &calls, root, S("f"), S("new"));
	assert_int_equal(r.status, WRITE_FAILED);
	assert_string_equal(r.step, "close");
	assert_content(&a, root, "f", "old");
	arena_release(&a);
}

/* The bytes are on the disk before the name points to them. */
static void
test_sync_before_rename(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *root = temp_folder(&a);
	temp_put(&a, root, "f", S("old"));
	memset(&plan, 0, sizeof plan);
	plan.call = FSYNC;
	plan.error = EIO;
	plan.times = 1;
	struct write_result r = write_replace(&a, &calls, root, S("f"), S("new"));
	assert_int_equal(r.status, WRITE_FAILED);
	assert_content(&a, root, "f", "old");
	plan.nth = 1; /* the folder */
	memset(plan.seen, 0, sizeof plan.seen);
	r = write_replace(&a, &calls, root, S("f"), S("new"));
	assert_int_equal(r.status, WRITE_UNSYNCED);
	assert_content(&a, root, "f", "new");
	arena_release(&a);
}

/* A folder on the way that becomes a link after it was looked at leads nowhere. */
static void
test_swapped_folder(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *top = temp_folder(&a);
	temp_put(&a, top, "victim/f", S("victim"));
	temp_put(&a, top, "root/d/f", S("old"));
	memset(&plan, 0, sizeof plan);
	plan.nth = -1;
	plan.swap = "../victim";
	struct write_result r =
		write_replace(&a, &calls, temp_path(&a, top, "root"), S("d/f"), S("new"));
	assert_int_equal(r.status, WRITE_FAILED);
	assert_content(&a, top, "victim/f", "victim");
	assert_content(&a, top, "root/moved/f", "old");
	arena_release(&a);
}

static void
test_full_and_forbidden(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	const char *root = temp_folder(&a);
	temp_put(&a, root, "d/f", S("old"));
	/* Names of earlier runs that were killed do not get in the way. */
	for (int i = 0; i < 5; i++)
		temp_put(&a, root,
			str_z(&a, str_fmt(&a, "d/.f.%ld-%d.tmp", (long)getpid(), i)),
			S("x"));
	assert_int_equal(
		write_replace(&a, NULL, root, S("d/f"), S("new")).status, WRITE_OK);
	assert_content(&a, root, "d/f", "new");
	if (geteuid() != 0) {
		const char *d = temp_path(&a, root, "d");
		assert_int_equal(chmod(d, 0555), 0);
		struct write_result r =
			write_replace(&a, NULL, root, S("d/f"), S("newer"));
		assert_int_equal(chmod(d, 0755), 0);
		assert_int_equal(r.status, WRITE_FAILED);
		assert_int_equal(r.error, EACCES);
		assert_content(&a, root, "d/f", "new");
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_replaces_and_keeps_mode),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_every_call_fails),
		cmocka_unit_test(test_close_of_the_new_file),
		cmocka_unit_test(test_sync_before_rename),
		cmocka_unit_test(test_swapped_folder),
		cmocka_unit_test(test_full_and_forbidden),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
