/* The git layer on real repositories: revisions, files, trees, the index, places. */
#define _GNU_SOURCE /* symlink */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/repo.h"
#include "support/temp.h"

#include <unistd.h>

static void
test_revisions(void **state)
{
	struct fix *f = *state;
	repo_commit(f, "first");
	temp_put(&f->a, f->w, "log.yaml", S("one\ntwo\n"));
	repo_commit(f, "second");
	temp_git(&f->a, f->w, "tag", "-a", "-m", "t", "v1", NULL);
	temp_git(&f->a, f->w, "branch", "side", "HEAD~1", NULL);
	struct git *g = must_open(f);
	struct str head = temp_git(&f->a, f->w, "rev-parse", "HEAD", NULL);
	struct str first = temp_git(&f->a, f->w, "rev-parse", "HEAD~1", NULL);
	static const char *const spellings[] = {"HEAD", "main", "v1", "refs/heads/main",
		"HEAD^0", "v1^{commit}", "@", "side@{0}"};
	for (size_t i = 0; i + 1 < sizeof spellings / sizeof *spellings; i++) {
		struct git_commit c = must_resolve(f, g, spellings[i]);
		assert_true(str_eq(c.oid, head));
		assert_true(str_eq(c.parent, first));
	}
	struct git_commit c = must_resolve(f, g, "side");
	assert_true(str_eq(c.oid, first));
	assert_int_equal(c.parent.n, 0);
	assert_file(f, g, "HEAD", "log.yaml", "one\ntwo\n");
	assert_file(f, g, "side", "log.yaml", "one\n");
	assert_file(f, g, str_z(&f->a, str_slice(head, 0, 10)), "log.yaml", "one\ntwo\n");
}

static void
test_bad_revisions(void **state)
{
	struct fix *f = *state;
	repo_commit(f, "first");
	struct git *g = must_open(f);
	static const struct {
		struct str rev;
		const char *word; /* in the message */
	} t[] = {
		{S_INIT("no-such"), "no-such"},
		{S_INIT("origin/main"), "origin/main"},
		{S_INIT(""), "empty"},
		{S_INIT("HEAD\nHEAD"), "line break"},
		{S_INIT("HEAD\0x"), "line break"},
		{S_INIT("HEAD\r"), "line break"},
		{S_INIT("HEAD:log.yaml"), "blob"},
		{S_INIT("HEAD^{tree}"), "tree"},
		{S_INIT("--all"), "--all"},
		{S_INIT("--output=x"), "--output"},
		{S_INIT("-h"), "-h"},
		{S_INIT("0123456789012345678901234567890123456789"), "0123"},
		{S_INIT("HEAD missing"), "HEAD missing"},
		{S_INIT("HEAD~5"), "HEAD~5"},
		{S_INIT("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391 blob 0"), "e69de"},
	};
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct git_commit c = {0};
		f->e = (struct git_error){0};
		assert_false(git_resolve(g, &f->a, t[i].rev, &c, &f->e));
		assert_int_equal(f->e.status, GIT_BAD_REF);
		if (!str_contains(f->e.text, str_from(t[i].word)))
			print_error("%.*s\n", STR(f->e.text));
		assert_true(str_contains(f->e.text, str_from(t[i].word)));
		assert_int_equal(c.oid.n, 0);
	}
	/* The session still answers. */
	assert_file(f, g, "HEAD", "log.yaml", "one\n");
}

static void
test_files(void **state)
{
	struct fix *f = *state;
	char big[100000];
	for (size_t i = 0; i < sizeof big; i++)
		big[i] = (char)(i * 31 + i / 7);
	temp_put(&f->a, f->w, "a/b/deep file.txt", S("with a blank\n"));
	temp_put(&f->a, f->w, "a/empty", S(""));
	temp_put(&f->a, f->w, "a/missing", S("its name is a word of git's answer\n"));
	temp_put(&f->a, f->w, "bin", (struct str){big, sizeof big});
	temp_put(&f->a, f->w, "we\xc3\xafrd \"q\" * [x]", S("w"));
	assert_int_equal(symlink("b/deep file.txt", temp_path(&f->a, f->w, "a/link")), 0);
	assert_int_equal(symlink("a/b", temp_path(&f->a, f->w, "folder")), 0);
	assert_int_equal(symlink("../outside", temp_path(&f->a, f->w, "out")), 0);
	assert_int_equal(symlink("/etc/hostname", temp_path(&f->a, f->w, "root")), 0);
	assert_int_equal(symlink("nothing", temp_path(&f->a, f->w, "broken")), 0);
	assert_int_equal(symlink("loop", temp_path(&f->a, f->w, "loop")), 0);
	repo_commit(f, "files");
	struct git *g = must_open(f);
	assert_file(f, g, "HEAD", "a/b/deep file.txt", "with a blank\n");
	assert_file(f, g, "HEAD", "a/empty", "");
	assert_file(f, g, "HEAD", "a/missing", "its name is a word of git's answer\n");
	assert_file(f, g, "HEAD", "a/link", "with a blank\n");
	assert_file(f, g, "HEAD", "folder/deep file.txt", "with a blank\n");
	assert_file(f, g, "HEAD", "we\xc3\xafrd \"q\" * [x]", "w");
	struct git_commit head = must_resolve(f, g, "HEAD");
	struct str got;
	assert_true(git_file(g, &f->a, &head, S("bin"), &got, &f->e));
	assert_true(str_eq(got, (struct str){big, sizeof big}));
	static const struct {
		struct str path;
		enum git_status status;
		enum tree_status tree;
	} t[] = {
		{S_INIT("none"), GIT_ABSENT, TREE_ABSENT},
		{S_INIT("a/none"), GIT_ABSENT, TREE_ABSENT},
		{S_INIT("log.yaml/x"), GIT_ABSENT, TREE_ABSENT},
		{S_INIT("broken"), GIT_ABSENT, TREE_ABSENT},
		{S_INIT("loop"), GIT_ABSENT, TREE_ABSENT},
		{S_INIT("a"), GIT_NOT_A_FILE, TREE_NOT_A_FILE},
		{S_INIT("folder"), GIT_NOT_A_FILE, TREE_NOT_A_FILE},
		{S_INIT("out"), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT("root"), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT("../w/log.yaml"), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT("/etc/hostname"), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT("./log.yaml"), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT(""), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT("log.yaml\0x"), GIT_OUTSIDE, TREE_OUTSIDE},
		{S_INIT("log.yaml\nHEAD"), GIT_FAILED, TREE_UNREADABLE},
	};
	struct tree *at_head = tree_git(g, &head), *index = tree_git_index(g, &f->e);
	assert_non_null(index);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		assert_false(git_file(g, &f->a, &head, t[i].path, &got, &f->e));
		assert_int_equal(f->e.status, t[i].status);
		assert_int_equal(
			at_head->read(at_head, &f->a, t[i].path, &got), t[i].tree);
		/* In the index a folder is not an object; all else is alike. */
		enum tree_status s = index->read(index, &f->a, t[i].path, &got);
		if (t[i].tree == TREE_NOT_A_FILE || t[i].tree == TREE_UNREADABLE)
			assert_int_equal(s, TREE_ABSENT);
		else
			assert_int_equal(s, t[i].tree);
	}
	assert_file(f, g, "HEAD", "log.yaml", "one\n");
}

static void
test_trees(void **state)
{
	struct fix *f = *state;
	temp_put(&f->a, f->w, "d/x", S("x"));
	temp_put(&f->a, f->w, "d.txt", S("sorts between"));
	temp_put(&f->a, f->w, "d/e/y", S("y"));
	temp_put(&f->a, f->w, "d0", S("0"));
	assert_int_equal(symlink("d", temp_path(&f->a, f->w, "link")), 0);
	assert_int_equal(symlink("..", temp_path(&f->a, f->w, "up")), 0);
	repo_commit(f, "tree");
	struct git *g = must_open(f);
	struct git_commit head = must_resolve(f, g, "HEAD");
	struct tree *trees[] = {
		tree_git(g, &head), tree_git_index(g, &f->e), tree_folder(&f->a, f->w)};
	for (size_t i = 0; i < 3; i++) {
		struct tree *t = trees[i];
		assert_non_null(t);
		assert_true(str_eqz(repo_listing(f, t, "d"), "ok e/ x"));
		assert_true(str_eqz(repo_listing(f, t, "d/e"), "ok y"));
		assert_true(str_eqz(repo_listing(f, t, "link"), "ok e/ x"));
		assert_true(str_eqz(repo_listing(f, t, "nope"), "there is no such file"));
		assert_true(str_eqz(repo_listing(f, t, "d0"), "there is no such file"));
		assert_true(str_starts(
			repo_listing(f, t, "up"), S("it is a symbolic link that")));
		assert_true(str_starts(
			repo_listing(f, t, "../w"), S("it is a symbolic link that")));
		assert_true(tree_exists(t, &f->a, S("d/e/y")));
		assert_false(tree_exists(t, &f->a, S("d/e/z")));
	}
	for (size_t i = 0; i < 2; i++)
		assert_true(str_eqz(repo_listing(f, trees[i], ""),
			"ok d.txt d/ d0 link log.yaml up"));
}

static void
test_staged_and_conflict(void **state)
{
	struct fix *f = *state;
	struct str got;
	repo_commit(f, "base");
	temp_git(&f->a, f->w, "branch", "side", NULL);
	temp_put(&f->a, f->w, "log.yaml", S("one\nours\n"));
	repo_commit(f, "ours");
	temp_put(&f->a, f->w, "log.yaml", S("one\nstaged\n"));
	temp_git(&f->a, f->w, "add", "log.yaml", NULL);
	temp_put(&f->a, f->w, "log.yaml", S("one\nnot staged\n"));
	struct git *g = must_open(f);
	assert_true(git_stage(g, &f->a, 0, S("log.yaml"), &got, &f->e));
	assert_true(str_eqz(got, "one\nstaged\n"));
	struct tree *t = tree_git_index(g, &f->e);
	assert_int_equal(t->read(t, &f->a, S("log.yaml"), &got), TREE_OK);
	assert_true(str_eqz(got, "one\nstaged\n"));
	assert_false(git_stage(g, &f->a, 1, S("log.yaml"), &got, &f->e));
	assert_int_equal(f->e.status, GIT_ABSENT);
	assert_false(git_stage(g, &f->a, 0, S("other"), &got, &f->e));
	assert_int_equal(f->e.status, GIT_ABSENT);
	temp_git(&f->a, f->w, "reset", "-q", "--hard", NULL);
	temp_git(&f->a, f->w, "checkout", "-q", "side", NULL);
	temp_put(&f->a, f->w, "log.yaml", S("one\ntheirs\n"));
	repo_commit(f, "theirs");
	assert_int_equal(temp_git_code(&f->a, f->w, "merge", "-q", "main", NULL), 1);
	static const char *const sides[] = {
		NULL, "one\n", "one\ntheirs\n", "one\nours\n"};
	for (unsigned stage = 1; stage <= 3; stage++) {
		assert_true(git_stage(g, &f->a, stage, S("log.yaml"), &got, &f->e));
		assert_true(str_eqz(got, sides[stage]));
	}
	assert_false(git_stage(g, &f->a, 0, S("log.yaml"), &got, &f->e));
	assert_false(git_stage(g, &f->a, 2, S("../x"), &got, &f->e));
	assert_int_equal(f->e.status, GIT_OUTSIDE);
}

static void
test_newest_and_merge_base(void **state)
{
	struct fix *f = *state;
	struct git_commit c, head;
	repo_commit(f, "root");
	struct str root = temp_git(&f->a, f->w, "rev-parse", "HEAD", NULL);
	temp_put(&f->a, f->w, "log.yaml", S("one\ntwo\n"));
	repo_commit(f, "touches");
	struct str touches = temp_git(&f->a, f->w, "rev-parse", "HEAD", NULL);
	temp_put(&f->a, f->w, "other", S("x"));
	repo_commit(f, "does not");
	struct git *g = must_open(f);
	head = must_resolve(f, g, "HEAD");
	assert_true(git_newest_touching(g, &f->a, &head, S("log.yaml"), &c, &f->e));
	assert_true(str_eq(c.oid, touches));
	assert_true(str_eq(c.parent, root));
	struct git_commit at_root = must_resolve(f, g, "HEAD~2");
	assert_true(git_newest_touching(g, &f->a, &at_root, S("log.yaml"), &c, &f->e));
	assert_int_equal(c.parent.n, 0);
	assert_false(git_newest_touching(g, &f->a, &head, S("never"), &c, &f->e));
	assert_int_equal(f->e.status, GIT_ABSENT);
	/* A glob is a name here. */
	assert_false(git_newest_touching(g, &f->a, &head, S("*.yaml"), &c, &f->e));
	assert_false(git_newest_touching(g, &f->a, &head, S("../x"), &c, &f->e));
	assert_int_equal(f->e.status, GIT_OUTSIDE);
	temp_git(&f->a, f->w, "checkout", "-q", "-b", "side", "HEAD~1", NULL);
	repo_commit(f, "on the side");
	struct git_commit side = must_resolve(f, g, "side");
	assert_true(git_merge_base(g, &f->a, &head, &side, &c, &f->e));
	assert_true(str_eq(c.oid, touches));
	temp_git(&f->a, f->w, "checkout", "-q", "--orphan", "alone", NULL);
	repo_commit(f, "no history");
	struct git_commit alone = must_resolve(f, g, "alone");
	assert_false(git_merge_base(g, &f->a, &head, &alone, &c, &f->e));
	assert_int_equal(f->e.status, GIT_BAD_REF);
}

static void
test_diff(void **state)
{
	struct fix *f = *state;
	struct str out;
	repo_commit(f, "a");
	temp_put(&f->a, f->w, "log.yaml", S("two\n"));
	repo_commit(f, "b");
	/* Settings that would change or hide the text, or run something. */
	static const char *const config[][2] = {
		{"color.ui", "always"},
		{"diff.algorithm", "patience"},
		{"diff.external", "false"},
		{"diff.mnemonicPrefix", "true"},
		{"core.attributesFile", "/dev/null"},
	};
	for (size_t i = 0; i < sizeof config / sizeof *config; i++)
		temp_git(&f->a, f->w, "config", config[i][0], config[i][1], NULL);
	struct git *g = must_open(f);
	struct git_commit from = must_resolve(f, g, "HEAD~1"),
			  to = must_resolve(f, g, "HEAD");
	assert_true(git_diff(g, &f->a, &from, &to, S("log.yaml"), &out, &f->e));
	assert_true(str_ends(out, S("@@ -1 +1 @@\n-one\n+two\n")));
	assert_true(git_diff(g, &f->a, &from, &to, S("none"), &out, &f->e));
	assert_int_equal(out.n, 0);
}

static void
test_places(void **state)
{
	struct fix *f = *state;
	struct str got;
	temp_put(&f->a, f->w, "sub/folder/x", S("x"));
	repo_commit(f, "a");
	temp_git(&f->a, f->w, "worktree", "add", "-q", "-b", "other", "../linked", NULL);
	temp_git(&f->a, f->top, "clone", "-q", "--bare", "w", "bare.git", NULL);
	/* From below the top, from a linked work tree, from a bare repository, from .git.
	 */
	static const char *const folders[] = {
		"w", "w/sub/folder", "linked", "linked/sub", "bare.git", "w/.git"};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		struct git *g = open_at(f, temp_path(&f->a, f->top, folders[i]));
		assert_non_null(g);
		assert_file(f, g, "HEAD", "log.yaml", "one\n");
		struct git_commit head = must_resolve(f, g, "HEAD"), c;
		assert_true(
			git_newest_touching(g, &f->a, &head, S("log.yaml"), &c, &f->e));
		assert_true(git_diff(g, &f->a, &head, &head, S("log.yaml"), &got, &f->e));
		if (i < 4) {
			assert_true(git_stage(g, &f->a, 0, S("log.yaml"), &got, &f->e));
			assert_true(str_eqz(got, "one\n"));
		}
	}
	struct git *sub = open_at(f, temp_path(&f->a, f->w, "sub"));
	static const struct {
		const char *path, *want;
	} t[] = {
		{"folder/x", "sub/folder/x"},
		{"../log.yaml", "log.yaml"},
		{"./folder/../y", "sub/y"},
		{"x", "sub/x"},
		{"../../w/log.yaml", NULL},
		{"..", NULL},
		{"../..", NULL},
		{"", NULL},
		{"/etc/hostname", NULL},
	};
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		bool ok = git_path(sub, &f->a, str_from(t[i].path), &got, &f->e);
		assert_int_equal(ok, t[i].want != NULL);
		if (ok)
			assert_true(str_eqz(got, t[i].want));
		else
			assert_int_equal(f->e.status, GIT_OUTSIDE);
	}
	struct str top;
	assert_true(git_toplevel(sub, &f->a, &top, &f->e));
	assert_true(str_ends(top, S("/w")));
	struct str inside = str_cat(&f->a, top, S("/log.yaml"));
	assert_true(git_path(sub, &f->a, inside, &got, &f->e));
	assert_true(str_eqz(got, "log.yaml"));
	assert_false(git_path(sub, &f->a, str_cat(&f->a, top, S("-not/x")), &got, &f->e));
	struct git *bare = open_at(f, temp_path(&f->a, f->top, "bare.git"));
	assert_false(git_toplevel(bare, &f->a, &top, &f->e));
	assert_int_equal(f->e.status, GIT_NO_WORK_TREE);
}

int
main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, repo_setup, repo_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_revisions),
		TEST(test_bad_revisions),
		TEST(test_files),
		TEST(test_trees),
		TEST(test_staged_and_conflict),
		TEST(test_newest_and_merge_base),
		TEST(test_diff),
		TEST(test_places),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
