/*
 * gate, canonicalize, resolve-conflict, merge-driver as a user runs them: real repositories,
 * the program as a process.
 */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"

static struct arena arena;
static const char *dir;

static const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent",
	"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
	"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_EDITOR=true", NULL};

static struct outcome
run_words(const char *first, const char *words)
{
	const char *argv[40];
	size_t n = 0;
	if (first)
		argv[n++] = first;
	struct str rest = str_from(words);
	while (rest.n)
		argv[n++] = str_z(&arena, str_cut(rest, ' ', &rest));
	argv[n] = NULL;
	return run_program(&arena, dir, argv, env, S(""));
}

static void
command(const char *words)
{
	struct outcome o = run_words(NULL, words);
	if (o.code)
		fail_msg("%s: %.*s%.*s", words, STR(o.out), STR(o.err));
}

static const char *
program(void)
{
	const char *v = getenv("INFXCHECK");
	char *real = realpath(v ? v : "build/release/infxcheck", NULL);
	assert_non_null(real);
	const char *copy = str_z(&arena, str_from(real));
	free(real);
	return copy;
}

static struct outcome
infxcheck(const char *words)
{
	return run_words(program(), words);
}

static void
expect(const char *words, int code, const char *text)
{
	struct outcome o = infxcheck(words);
	bool said = !text || str_contains(o.out, str_from(text)) ||
		str_contains(o.err, str_from(text));
	if (o.code != code || !said)
		fail_msg("%s: code %d\n%.*s%.*s", words, o.code, STR(o.out), STR(o.err));
}

static const char *
file(const char *name)
{
	return str_fmt(&arena, "%s/%s", dir, name).p;
}

static struct str
changelog(void)
{
	return read_file(&arena, file("perf-changelog.yaml"));
}

static struct str
entry(const char *text, const char *link)
{
	return str_fmt(&arena,
		"- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n    - \"Re-run: %s\"\n"
		"  pr-link: %s\n",
		text, link);
}

static void
append(const char *text, const char *link)
{
	struct str more = str_cat(&arena, S("\n"), entry(text, link));
	write_file(file("perf-changelog.yaml"), str_cat(&arena, changelog(), more));
}

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	dir = make_folder(&arena);
	command(str_fmt(&arena, "cp -R %s/_base/. .", fixtures_folder()).p);
	command("git init -q -b main .");
	command("git add .");
	command("git commit -q -m base");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	remove_folder(dir);
	arena_release(&arena);
	return 0;
}

/* ---- gate ---- */

static void
test_gate_heads(void **state)
{
	(void)state;
	append("new", LINK "TBD");
	expect("gate --base-ref HEAD", 1, "perf-changelog.yaml:17:62: error");
	expect("gate --base-ref HEAD --worktree --pr-number 13", 1, "ends in 'TBD'");
	expect("gate --base-ref HEAD --staged", 0, NULL);
	command("git add .");
	expect("gate --base-ref HEAD --staged", 1, "ends in 'TBD'");
	command("git commit -q -m entry");
	expect("gate --base-ref HEAD", 0, NULL);
	expect("gate --base-ref HEAD~1 --head-ref HEAD", 1, "ends in 'TBD'");
	expect("gate --base-ref HEAD --head-ref HEAD~1", 1, "[changelog-history-edited]");
}

static void
test_gate_placeholder_needs_the_number(void **state)
{
	(void)state;
	append("new", "XXX");
	expect("gate --base-ref HEAD", 1, "[pr-link-placeholder]");
	expect("gate --base-ref HEAD --pr-number 13", 0,
		"note: the merge step will write pull request 13");
	expect("gate --base-ref HEAD --pr-number 13 --fail-on note", 1, NULL);
	expect("gate --base-ref HEAD --pr-number none --fail-on note", 0, NULL);
	expect("check --base-ref HEAD --pr-number none --fail-on note", 0, NULL);
	append("another", "TBD");
	expect("gate --base-ref HEAD --pr-number none", 1, "ends in 'TBD'");
	expect("check --base-ref HEAD --pr-number none", 1, "ends in 'TBD'");
	expect("canonicalize --base-ref HEAD --pr-number none", 2, "not a pull request number");
}

static void
test_gate_tells_every_fault(void **state)
{
	(void)state;
	struct str text = changelog();
	struct buf b = buf_new(&arena, 1 << 20);
	size_t at = str_find(text, S("First numbers"), 0);
	buf_add(&b, str_slice(text, 0, at));
	buf_addz(&b, "Some numbers");
	buf_add(&b, str_slice(text, at + 13, text.n));
	buf_add(&b, entry("no empty line before", LINK "14"));
	buf_addz(&b, "\n");
	buf_add(&b, entry("tab\there", "XXX"));
	buf_addz(&b, "\n");
	write_file(file("perf-changelog.yaml"), buf_str(&b));
	struct outcome o = infxcheck("gate --base-ref HEAD --pr-number 13 --format short");
	static const char *const lines[] = {
		"perf-changelog.yaml:4:1: error: the text of old entry 1 was changed",
		"[changelog-separator]",
		"names pull request 14, this is 13 [pr-link-wrong-number]",
		"[changelog-bytes]",
	};
	assert_int_equal(o.code, 1);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (!str_contains(o.out, str_from(lines[i])))
			fail_msg("missing: %s\n%.*s", lines[i], STR(o.out));
}

static void
test_gate_usage_and_trouble(void **state)
{
	(void)state;
	expect("gate", 2, "such as '--base-ref origin/main'");
	expect("gate --base-ref none", 2, "there is no commit 'none'");
	expect("gate --base-ref --all", 2, NULL);
	expect("gate --base-ref HEAD --staged --worktree", 2, "give one of");
	expect("gate --base-ref HEAD --repo nonsense", 2, "OWNER/NAME");
	expect("gate --base-ref HEAD --changelog-file none.yaml", 2, "none.yaml");
	command("git clone -q . clone");
	remove_folder(file("clone/.git"));
	expect("gate --base-ref HEAD --root configs", 2, NULL);
}

static void
test_gate_shallow_clone_names_the_cure(void **state)
{
	(void)state;
	append("new", LINK "13");
	command("git commit -q -a -m entry");
	command("git clone -q --no-local --depth 1 . clone");
	expect("gate --root clone --base-ref HEAD~1", 2, "git fetch");
}

/* ---- canonicalize ---- */

static void
test_canonicalize(void **state)
{
	(void)state;
	struct str before = changelog();
	append("new", "XXX  # to be filled in");
	append("another", LINK "XXX");
	struct str open = changelog();
	assert_int_equal(chmod(file("perf-changelog.yaml"), 0640), 0);
	expect("canonicalize --base-ref HEAD --pr-number 13 --check", 1, NULL);
	expect("canonicalize --base-ref HEAD --pr-number 13 --diff", 0, "+  pr-link: " LINK "13");
	assert_true(str_eq(changelog(), open));
	expect("canonicalize --base-ref HEAD --pr-number 13", 0, "ready to merge");
	struct str want = str_fmt(&arena, "%.*s\n%.*s\n%.*s", STR(before),
		STR(entry("new", LINK "13")), STR(entry("another", LINK "13")));
	assert_true(str_eq(changelog(), want));
	struct stat st;
	assert_int_equal(stat(file("perf-changelog.yaml"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	expect("canonicalize --base-ref HEAD --pr-number 13", 0, "already");
	expect("canonicalize --base-ref HEAD --pr-number 13 --check", 0, NULL);
	assert_true(str_eq(changelog(), want));
	assert_int_equal(run_words(NULL, "git status --porcelain").out.n,
		strlen(" M perf-changelog.yaml\n"));
}

static void
test_canonicalize_refuses(void **state)
{
	(void)state;
	static const char *const links[] = {"TBD", LINK "14", LINK "013", LINK "13/files"};
	struct str before = changelog();
	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		write_file(file("perf-changelog.yaml"), before);
		append("new", links[i]);
		struct str open = changelog();
		expect("canonicalize --base-ref HEAD --pr-number 13", 1, "left as it is");
		assert_true(str_eq(changelog(), open));
	}
	expect("canonicalize --base-ref HEAD", 2, "--pr-number is needed");
	expect("canonicalize --pr-number 13", 2, "--base-ref is needed");
}

static void
test_canonicalize_keeps_links_inside(void **state)
{
	(void)state;
	append("new", "XXX");
	command("mv perf-changelog.yaml real.yaml");
	assert_int_equal(symlink("real.yaml", file("perf-changelog.yaml")), 0);
	expect("canonicalize --base-ref HEAD --pr-number 13", 0, "ready to merge");
	struct stat st;
	assert_int_equal(lstat(file("perf-changelog.yaml"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_true(str_contains(read_file(&arena, file("real.yaml")), S(LINK "13")));
}

static void
test_canonicalize_refuses_a_link_outside(void **state)
{
	(void)state;
	append("new", "XXX");
	char *outside = make_folder(&arena);
	const char *target = str_fmt(&arena, "%s/victim", outside).p;
	write_file(target, changelog());
	struct str victim = read_file(&arena, target);
	assert_int_equal(unlink(file("perf-changelog.yaml")), 0);
	assert_int_equal(symlink(target, file("perf-changelog.yaml")), 0);
	expect("canonicalize --base-ref HEAD --pr-number 13", 2, "leads out of the repository");
	assert_true(str_eq(read_file(&arena, target), victim));
	remove_folder(outside);
}

/* ---- conflicts ---- */

/* Branch `feature` and main both append; main's link is final, the branch's `link`. */
static struct str
diverge(const char *link)
{
	struct str base = changelog();
	command("git checkout -q -b feature");
	append("from the branch", link);
	command("git commit -q -a -m feature");
	command("git checkout -q main");
	append("from main", LINK "12345");
	command("git commit -q -a -m main");
	command("git checkout -q feature");
	return str_fmt(&arena, "%.*s\n%.*s", STR(base), STR(entry("from main", LINK "12345")));
}

static void
test_resolve_conflict(void **state)
{
	(void)state;
	struct str main = diverge("XXX");
	assert_int_equal(run_words(NULL, "git merge -q main").code, 1);
	assert_true(str_contains(changelog(), S("<<<<<<<")));
	expect("resolve-conflict", 2, "--pr-number is needed");
	expect("resolve-conflict --pr-number 13", 0, "ready to merge");
	struct str want = str_fmt(&arena, "%.*s\n%.*s", STR(main),
		STR(entry("from the branch", LINK "13")));
	assert_true(str_eq(changelog(), want));
	command("git add .");
	command("git commit -q --no-edit");
	expect("gate --base-ref main --pr-number 13", 0, "no findings");
}

static void
test_resolve_refuses_edited_history(void **state)
{
	(void)state;
	diverge("XXX");
	struct str text = changelog();
	size_t at = str_find(text, S("First"), 0);
	write_file(file("perf-changelog.yaml"),
		str_fmt(&arena, "%.*sOther%.*s", (int)at, text.p,
			STR(str_slice(text, at + 5, text.n))));
	command("git commit -q -a -m edited");
	assert_int_equal(run_words(NULL, "git merge -q main").code, 1);
	struct str marked = changelog();
	expect("resolve-conflict --pr-number 13", 1, "left as it is");
	assert_true(str_eq(changelog(), marked));
	command("git merge --abort");
	expect("resolve-conflict --pr-number 13", 2, NULL); /* no conflict */
}

static void
test_driver_merges(void **state)
{
	(void)state;
	struct str main = diverge(LINK "13");
	expect("install-merge-driver", 0, "git merge and git rebase");
	command("git add .gitattributes");
	command("git commit -q -m attributes");
	command("git merge -q --no-edit main");
	struct str want = str_fmt(&arena, "%.*s\n%.*s", STR(main),
		STR(entry("from the branch", LINK "13")));
	assert_true(str_eq(changelog(), want));
}

static void
test_driver_rebases(void **state)
{
	(void)state;
	struct str main = diverge("XXX");
	expect("install-merge-driver", 0, NULL);
	command("git rebase -q main");
	struct str want = str_fmt(
		&arena, "%.*s\n%.*s", STR(main), STR(entry("from the branch", "XXX")));
	assert_true(str_eq(changelog(), want));
}

static void
test_driver_on_main(void **state)
{
	(void)state;
	struct str main = diverge(LINK "13");
	expect("install-merge-driver", 0, NULL);
	command("git checkout -q main");
	command("git merge -q --no-edit feature");
	struct str want = str_fmt(&arena, "%.*s\n%.*s", STR(main),
		STR(entry("from the branch", LINK "13")));
	assert_true(str_eq(changelog(), want));
}

/* Without a ref that says which side is main the reference's roles hold. */
static void
test_driver_without_a_main(void **state)
{
	(void)state;
	struct str main = diverge(LINK "13");
	expect("install-merge-driver", 0, NULL);
	command("git branch -q -m main trunk");
	command("git merge -q --no-edit trunk");
	struct str want = str_fmt(&arena, "%.*s\n%.*s", STR(main),
		STR(entry("from the branch", LINK "13")));
	assert_true(str_eq(changelog(), want));
}

static void
test_driver_leaves_what_is_not_safe(void **state)
{
	(void)state;
	diverge(LINK "13");
	expect("install-merge-driver", 0, NULL);
	struct str text = changelog();
	size_t at = str_find(text, S("First"), 0);
	write_file(file("perf-changelog.yaml"),
		str_fmt(&arena, "%.*sOther%.*s", (int)at, text.p,
			STR(str_slice(text, at + 5, text.n))));
	command("git commit -q -a -m edited");
	assert_int_equal(run_words(NULL, "git merge -q main").code, 1);
	assert_true(str_contains(changelog(), S("<<<<<<<")));
	assert_true(str_contains(run_words(NULL, "git ls-files -u").out, S("perf-changelog")));
}

static void
test_driver_installation(void **state)
{
	(void)state;
	write_file(file(".gitattributes"), S("*.sh text eol=lf"));
	expect("install-merge-driver", 0, NULL);
	expect("install-merge-driver", 0, NULL); /* twice is once */
	struct str a = read_file(&arena, file(".gitattributes"));
	assert_string_equal(str_z(&arena, a),
		"*.sh text eol=lf\nperf-changelog.yaml merge=infxcheck\n");
	assert_true(str_contains(
		run_words(NULL, "git config merge.infxcheck.driver").out, S("merge-driver %O")));
	expect("install-merge-driver --uninstall", 0, NULL);
	expect("install-merge-driver --uninstall", 0, NULL);
	assert_string_equal(str_z(&arena, read_file(&arena, file(".gitattributes"))),
		"*.sh text eol=lf\n");
	assert_int_equal(run_words(NULL, "git config merge.infxcheck.driver").code, 1);
	assert_int_equal(unlink(file(".gitattributes")), 0);
	expect("install-merge-driver", 0, NULL);
	expect("install-merge-driver --uninstall", 0, NULL);
	assert_false(file_exists(file(".gitattributes")));
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_gate_heads),
		TEST(test_gate_placeholder_needs_the_number),
		TEST(test_gate_tells_every_fault),
		TEST(test_gate_usage_and_trouble),
		TEST(test_gate_shallow_clone_names_the_cure),
		TEST(test_canonicalize),
		TEST(test_canonicalize_refuses),
		TEST(test_canonicalize_keeps_links_inside),
		TEST(test_canonicalize_refuses_a_link_outside),
		TEST(test_resolve_conflict),
		TEST(test_resolve_refuses_edited_history),
		TEST(test_driver_merges),
		TEST(test_driver_rebases),
		TEST(test_driver_on_main),
		TEST(test_driver_without_a_main),
		TEST(test_driver_leaves_what_is_not_safe),
		TEST(test_driver_installation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
