/* The git layer where something is wrong: no git, no repository, a shallow or hostile
 * one. */
#define _GNU_SOURCE /* setenv */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/limits.h"
#include "support/repo.h"
#include "support/temp.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
test_no_repository(void **state)
{
	struct fix *f = *state;
	temp_put(&f->a, f->top, "plain/x", S(""));
	assert_null(open_at(f, temp_path(&f->a, f->top, "plain")));
	assert_int_equal(f->e.status, GIT_NOT_A_REPOSITORY);
	assert_true(str_contains(f->e.text, S("plain")));
	assert_null(open_at(f, temp_path(&f->a, f->top, "none")));
	assert_int_equal(f->e.status, GIT_FAILED);
	assert_true(str_contains(f->e.text, S("No such file")));
	/* A repository without a commit is one, but has no HEAD. */
	struct git *g = must_open(f);
	struct git_commit c;
	assert_false(git_resolve(g, &f->a, S("HEAD"), &c, &f->e));
	assert_int_equal(f->e.status, GIT_BAD_REF);
	/* git belongs to another user. */
	const char *const other[] = {
		"PATH=/usr/bin:/bin", "HOME=/nonexistent", "SUDO_UID=12345", NULL};
	struct git_options o = {.folder = f->w, .environment = other};
	if (geteuid() != 0 || chown(f->w, 12345, 12345) != 0)
		return;
	const char *dot_git = temp_path(&f->a, f->w, ".git");
	assert_int_equal(chown(dot_git, 12345, 12345), 0);
	o.environment = temp_git_env;
	assert_null(git_open(&f->a, &o, &f->e));
	assert_int_equal(f->e.status, GIT_UNSAFE);
	assert_true(str_contains(f->e.hint, S("safe.directory")));
}

/* posix_spawnp looks in this process's PATH. */
static void
test_no_git(void **state)
{
	struct fix *f = *state;
	struct str path = str_from(getenv("PATH"));
	char *saved = str_z(&f->a, path);
	setenv("PATH", "/nonexistent", 1);
	struct git *g = open_at(f, f->w);
	setenv("PATH", saved, 1);
	assert_null(g);
	assert_int_equal(f->e.status, GIT_MISSING);
	assert_true(f->e.hint.n > 0);
}

static void
test_shallow(void **state)
{
	struct fix *f = *state;
	repo_commit(f, "first");
	struct str first = temp_git(&f->a, f->w, "rev-parse", "HEAD", NULL);
	temp_put(&f->a, f->w, "log.yaml", S("one\ntwo\n"));
	repo_commit(f, "second");
	const char *url = str_z(&f->a, str_fmt(&f->a, "file://%s", f->w));
	temp_git(&f->a, f->top, "clone", "-q", "--depth=1", url, "shallow", NULL);
	const char *shallow = temp_path(&f->a, f->top, "shallow");
	struct git *g = open_at(f, shallow);
	assert_non_null(g);
	struct git_commit head = must_resolve(f, g, "HEAD"), c;
	/* The cut does not look like the first commit. */
	assert_true(str_eq(head.parent, first));
	assert_true(git_newest_touching(g, &f->a, &head, S("log.yaml"), &c, &f->e));
	assert_true(str_eq(c.parent, first));
	static const struct {
		const char *rev, *hint; /* NULL: the id of the first commit */
	} t[] = {
		{NULL, NULL},
		{"HEAD~1", "git fetch --unshallow"},
		{"origin/release",
			"git fetch --depth=1 origin "
			"+refs/heads/release:refs/remotes/origin/release"},
		{"v1.0", "git fetch --depth=1 origin v1.0"},
		{"a; rm -rf b", "git fetch --unshallow"},
	};
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct str rev = t[i].rev ? str_from(t[i].rev) : first;
		struct str hint = t[i].hint
			? str_from(t[i].hint)
			: str_fmt(&f->a, "git fetch --depth=1 origin %.*s", STR(first));
		assert_false(git_resolve(g, &f->a, rev, &c, &f->e));
		assert_int_equal(f->e.status, GIT_SHALLOW);
		assert_true(str_eq(f->e.hint, hint));
	}
	/* What the first hint says works, without opening the repository again. */
	temp_git(&f->a, shallow, "fetch", "-q", "--depth=1", "origin",
		str_z(&f->a, first), NULL);
	struct git *again = open_at(f, shallow);
	assert_true(git_resolve(again, &f->a, first, &c, &f->e));
}

/* Every way that a repository's own files could make git run something, as far as known.
 */
static void
test_hostile_repository(void **state)
{
	struct fix *f = *state;
	struct str got;
	const char *flag = temp_path(&f->a, f->top, "ran");
	struct str script = str_fmt(&f->a, "#!/bin/sh\ntouch %s\nexit 1\n", flag);
	temp_put(&f->a, f->top, "evil", script);
	const char *evil = temp_path(&f->a, f->top, "evil");
	assert_int_equal(chmod(evil, 0755), 0);
	temp_put(&f->a, f->w, ".gitattributes", S("*.yaml diff=e filter=e merge=e\n"));
	temp_put(&f->a, f->w, "blob-only.yaml", S("left out\n"));
	repo_commit(f, "a");
	temp_put(&f->a, f->w, "log.yaml", S("one\ntwo\n"));
	repo_commit(f, "b");
	const char *url = str_z(&f->a, str_fmt(&f->a, "file://%s", f->w));
	temp_git(&f->a, f->w, "config", "uploadpack.allowFilter", "true", NULL);
	temp_git(&f->a, f->top, "clone", "-q", "--no-checkout", "--filter=blob:none", url,
		"partial", NULL);
	const char *partial = temp_path(&f->a, f->top, "partial");
	const char *const keys[] = {"core.fsmonitor", "core.pager", "pager.diff",
		"pager.rev-list", "pager.ls-files", "diff.external", "diff.e.command",
		"diff.e.textconv", "filter.e.clean", "filter.e.smudge",
		"filter.e.process", "core.sshCommand", "core.gitProxy", "gpg.program",
		"core.editor", "core.alternateRefsCommand", "core.askPass",
		"credential.helper", "remote.origin.uploadpack", "remote.origin.vcs",
		"uploadpack.packObjectsHook", "alias.rev-parse", "alias.cat-file",
		"alias.diff", "merge.e.driver", "trace2.normalTarget", "sequence.editor",
		"interactive.diffFilter"};
	const char *const hooks[] = {"post-index-change", "fsmonitor-watchman",
		"pre-commit", "reference-transaction", "post-checkout"};
	const char *const both[] = {f->w, partial};
	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
			temp_git(&f->a, both[i], "config", keys[k], evil, NULL);
		temp_git(&f->a, both[i], "config", "log.showSignature", "true", NULL);
		temp_git(&f->a, both[i], "config", "protocol.allow", "always", NULL);
		temp_git(&f->a, both[i], "config", "protocol.ext.allow", "always", NULL);
		for (size_t h = 0; h < sizeof hooks / sizeof *hooks; h++) {
			const char *path =
				str_z(&f->a, str_fmt(&f->a, ".git/hooks/%s", hooks[h]));
			temp_put(&f->a, both[i], path, script);
			assert_int_equal(chmod(temp_path(&f->a, both[i], path), 0755), 0);
		}
	}
	/* The lazy fetch of a partial clone, both by transport helper and by uploadpack.
	 */
	temp_git(&f->a, partial, "config", "--unset", "remote.origin.vcs", NULL);
	temp_git(&f->a, partial, "config", "remote.origin.url",
		str_z(&f->a, str_fmt(&f->a, "ext::%s", evil)), NULL);
	unlink(flag); /* setting this up may have run some of it */
	for (size_t i = 0; i < 3; i++) {
		if (i == 2)
			temp_git(
				&f->a, partial, "config", "remote.origin.url", url, NULL);
		unlink(flag);
		struct git *g = open_at(f, i ? partial : f->w);
		assert_non_null(g);
		struct git_commit head = must_resolve(f, g, "HEAD"), c;
		struct git_commit first = must_resolve(f, g, "HEAD~1");
		struct git_entries entries = {0};
		assert_true(git_index(g, &f->a, S(""), &entries, &f->e));
		assert_true(
			git_newest_touching(g, &f->a, &head, S("log.yaml"), &c, &f->e));
		assert_true(git_merge_base(g, &f->a, &first, &head, &c, &f->e));
		assert_true(git_toplevel(g, &f->a, &got, &f->e));
		bool read = git_file(g, &f->a, &head, S("blob-only.yaml"), &got, &f->e);
		assert_int_equal(read, i == 0);
		if (!read)
			assert_int_equal(f->e.status, GIT_NOT_FETCHED);
		bool diffed =
			git_diff(g, &f->a, &first, &head, S("log.yaml"), &got, &f->e);
		assert_int_equal(diffed, i == 0);
		assert_false(git_file(g, &f->a, &head, S("none"), &got, &f->e));
		assert_int_equal(f->e.status, GIT_ABSENT);
		assert_int_equal(access(flag, F_OK), -1);
	}
	/* The trap itself works: without the hardening something runs. */
	temp_git_code(&f->a, f->w, "diff", "HEAD~1", "HEAD", NULL);
	assert_int_equal(access(flag, F_OK), 0);
}

/* Variables of the caller that would redirect git are not passed on; those of a hook are.
 */
static void
test_environment(void **state)
{
	struct fix *f = *state;
	struct str got;
	repo_commit(f, "a");
	temp_put(&f->a, f->w, "log.yaml", S("in another index\n"));
	const char *index = temp_path(&f->a, f->top, "index");
	const char *const with_index[] = {temp_git_env[0], temp_git_env[1],
		temp_git_env[3], str_z(&f->a, str_fmt(&f->a, "GIT_INDEX_FILE=%s", index)),
		"GIT_TRACE=/nonexistent/x", "GIT_EXTERNAL_DIFF=false",
		"GIT_SSH_COMMAND=false", "GIT_NAMESPACE=x",
		"GIT_CONFIG_PARAMETERS='core.bare=true'", NULL};
	temp_git(&f->a, f->w, "read-tree",
		str_z(&f->a, str_fmt(&f->a, "--index-output=%s", index)), "HEAD", NULL);
	struct git_options o = {.folder = f->w, .environment = with_index};
	temp_git(&f->a, f->w, "rm", "-q", "--cached", "log.yaml", NULL);
	struct git *g = git_open(&f->a, &o, &f->e);
	assert_non_null(g);
	assert_true(git_stage(g, &f->a, 0, S("log.yaml"), &got, &f->e));
	assert_true(str_eqz(got, "one\n"));
	assert_false(git_stage(must_open(f), &f->a, 0, S("log.yaml"), &got, &f->e));
}

static void
test_too_large(void **state)
{
	struct fix *f = *state;
	size_t n = LIMIT_FILE_BYTES + 1;
	char *p = NEW_ARRAY(&f->a, char, n);
	temp_put(&f->a, f->w, "large", (struct str){p, n});
	temp_put(&f->a, f->w, "allowed", (struct str){p, n - 1});
	repo_commit(f, "large");
	struct git *g = must_open(f);
	struct git_commit head = must_resolve(f, g, "HEAD");
	struct str got;
	for (int i = 0; i < 2; i++) {
		assert_false(git_file(g, &f->a, &head, S("large"), &got, &f->e));
		assert_int_equal(f->e.status, GIT_TOO_LARGE);
		assert_file(f, g, "HEAD", "log.yaml", "one\n");
	}
	assert_true(git_file(g, &f->a, &head, S("allowed"), &got, &f->e));
	assert_int_equal(got.n, n - 1);
}

/* An allocation that escapes in the middle of an answer leaves a session that still
 * works. */
static void
test_escape_in_an_answer(void **state)
{
	struct fix *f = *state;
	char text[50000];
	memset(text, 'x', sizeof text);
	temp_put(&f->a, f->w, "some", (struct str){text, sizeof text});
	repo_commit(f, "a");
	struct git *g = must_open(f);
	struct git_commit head = must_resolve(f, g, "HEAD");
	struct arena small;
	jmp_buf out;
	struct str got;
	arena_init(&small, 10000, &out);
	if (setjmp(out) == 0) {
		git_file(g, &small, &head, S("some"), &got, &f->e);
		fail();
	}
	arena_release(&small);
	assert_file(f, g, "HEAD", "log.yaml", "one\n");
	assert_true(git_file(g, &f->a, &head, S("some"), &got, &f->e));
	assert_int_equal(got.n, sizeof text);
}

static void
test_sha256_repository(void **state)
{
	struct fix *f = *state;
	temp_put(&f->a, f->top, "s/log.yaml", S("long ids\n"));
	const char *s = temp_path(&f->a, f->top, "s");
	temp_git(&f->a, s, "init", "-q", "--object-format=sha256", NULL);
	temp_put(&f->a, f->top, "s/d/e", S("x"));
	temp_git(&f->a, s, "add", "-A", NULL);
	temp_git(&f->a, s, "commit", "-q", "-m", "a", NULL);
	struct git *g = open_at(f, s);
	assert_non_null(g);
	struct git_commit head = must_resolve(f, g, "HEAD");
	assert_int_equal(head.oid.n, 64);
	assert_file(f, g, "HEAD", "log.yaml", "long ids\n");
	assert_true(str_eqz(repo_listing(f, tree_git(g, &head), ""), "ok d/ log.yaml"));
}

int
main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, repo_setup, repo_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_no_repository),
		TEST(test_no_git),
		TEST(test_shallow),
		TEST(test_hostile_repository),
		TEST(test_environment),
		TEST(test_too_large),
		TEST(test_escape_in_an_answer),
		TEST(test_sha256_repository),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
