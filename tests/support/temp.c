/* Temporary folders and git commands for tests. */
#define _GNU_SOURCE /* nftw */
#include "temp.h"

#include "base/arena.h"
#include "base/proc.h"
#include "base/vec.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_BYTES = 64 * 1024 * 1024, DEADLINE_MS = 60000 };

VEC(words, const char *);

const char *const temp_git_env[] = {
	"PATH=/usr/local/bin:/usr/bin:/bin",
	"HOME=/nonexistent",
	"LC_ALL=C",
	"GIT_CONFIG_NOSYSTEM=1",
	"GIT_CONFIG_GLOBAL=/dev/null",
	"GIT_AUTHOR_NAME=A",
	"GIT_AUTHOR_EMAIL=a@example.org",
	"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z",
	"GIT_COMMITTER_NAME=C",
	"GIT_COMMITTER_EMAIL=c@example.org",
	"GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
	NULL,
};

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static void
remove_folder(void *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *
temp_folder(struct arena *a)
{
	const char *parent = getenv("TMPDIR");
	char *path = str_z(a, str_fmt(a, "%s/ixc-XXXXXX", parent ? parent : "/tmp"));
	assert_non_null(mkdtemp(path));
	arena_defer(a, remove_folder, path);
	return path;
}

const char *
temp_path(struct arena *a, const char *folder, const char *path)
{
	return str_z(a, str_fmt(a, "%s/%s", folder, path));
}

void
temp_put(struct arena *a, const char *folder, const char *path, struct str bytes)
{
	char *full = str_z(a, str_fmt(a, "%s/%s", folder, path));
	for (char *p = full + strlen(folder) + 1; (p = strchr(p, '/')); p++) {
		*p = 0;
		if (mkdir(full, 0777) != 0)
			assert_int_equal(errno, EEXIST);
		*p = '/';
	}
	FILE *f = fopen(full, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes.p, 1, bytes.n, f), bytes.n);
	assert_int_equal(fclose(f), 0);
}

bool
temp_get(struct arena *a, const char *folder, const char *path, struct str *ret)
{
	FILE *f = fopen(temp_path(a, folder, path), "rb");
	if (!f)
		return false;
	struct stat st;
	assert_int_equal(fstat(fileno(f), &st), 0);
	size_t n = (size_t)st.st_size;
	char *p = NEW_ARRAY(a, char, n + 1);
	assert_int_equal(fread(p, 1, n, f), n);
	fclose(f);
	*ret = (struct str){p, n};
	return true;
}

static struct proc_result
run(struct arena *a, const char *folder, va_list ap)
{
	static const char *const first[] = {"git", "-c", "init.defaultBranch=main", "-c",
		"protocol.file.allow=always", "-C"};
	struct words argv = {0};
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		vec_push(a, &argv, first[i]);
	vec_push(a, &argv, folder);
	for (const char *s; (s = va_arg(ap, const char *));)
		vec_push(a, &argv, s);
	vec_push(a, &argv, NULL);
	struct proc_command c = {
		.argv = argv.v,
		.env = temp_git_env,
		.max_out_bytes = OUTPUT_BYTES,
		.max_err_bytes = OUTPUT_BYTES,
		.deadline_ms = DEADLINE_MS,
	};
	return proc_run(a, &c);
}

struct str
temp_git(struct arena *a, const char *folder, ...)
{
	va_list ap;
	va_start(ap, folder);
	struct proc_result r = run(a, folder, ap);
	va_end(ap);
	if (r.status != PROC_OK || r.code != 0)
		print_error("git: %s, code %d: %.*s\n", proc_status_text(r.status),
			r.code, STR(r.err));
	assert_int_equal(r.status, PROC_OK);
	assert_int_equal(r.code, 0);
	return str_ends(r.out, S("\n")) ? str_slice(r.out, 0, r.out.n - 1) : r.out;
}

int
temp_git_code(struct arena *a, const char *folder, ...)
{
	va_list ap;
	va_start(ap, folder);
	struct proc_result r = run(a, folder, ap);
	va_end(ap);
	assert_int_equal(r.status, PROC_OK);
	return r.code;
}
