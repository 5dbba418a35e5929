/* `check --fix` as it is used: real files, a real git repository, exit codes. */
#include "support/cli.h"
#include "support/temp.h"

#include <sys/stat.h>
#include <unistd.h>

static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

#define LOG "perf-changelog.yaml"
#define AMD "configs/amd-master.yaml"
#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"
#define ENTRY(key, text, link)                                                           \
	"- config-keys:\n    - " key "\n  description:\n    - " text "\n  pr-link: " link "\n"
#define KEY "ling2-fp8-mi355x-vllm"

/* A repository with a commit, and a changelog that goes on with the text. */
static const char *
repository(const char *text)
{
	const char *dir = cli_copy(&arena, "_base");
	temp_git(&arena, dir, "init", "-q", NULL);
	temp_git(&arena, dir, "add", "-A", NULL);
	temp_git(&arena, dir, "commit", "-qm", "base", NULL);
	cli_append(&arena, dir, LOG, text);
	return dir;
}

static struct outcome
run(const char *dir, const char *words)
{
	return cli_run(&arena, dir, words);
}

static struct str
file(const char *dir, const char *path)
{
	return read_file(&arena, temp_path(&arena, dir, path));
}

static void
expect(struct outcome o, int code, const char *err)
{
	if (o.code != code || !str_contains(o.err, str_from(err)))
		fail_msg("%d, not %d with '%s'\n%.*s%.*s", o.code, code, err, STR(o.out),
			STR(o.err));
}

static void
misspell(const char *dir)
{
	struct str s = file(dir, AMD);
	size_t at = str_find(s, S("framework"), 0);
	write_file(temp_path(&arena, dir, AMD),
		str_fmt(&arena, "%.*sframwork%.*s", STR(str_slice(s, 0, at)),
			STR(str_slice(s, at + 9, s.n))));
}

static void
test_write(void **state)
{
	(void)state;
	const char *dir = repository(ENTRY(KEY, "d  ", "TBD") "\n\n");
	struct str amd = file(dir, AMD), log = file(dir, LOG);
	misspell(dir);
	assert_int_equal(chmod(temp_path(&arena, dir, LOG), 0640), 0);
	struct outcome o = run(dir, "check --fix --diff --pr-number 7");
	expect(o, 1, "would fix 5 of 5 findings");
	assert_true(str_eq(file(dir, LOG), log));
	write_file(temp_path(&arena, dir, "patch"), o.out);
	o = run(dir, "check --fix --pr-number 7");
	expect(o, 0, "fixed 5 of 5 findings");
	assert_true(str_contains(o.out, S("no findings")));
	assert_true(str_eq(file(dir, AMD), amd));
	assert_true(str_ends(file(dir, LOG), S("\n\n" ENTRY(KEY, "d", LINK "7"))));
	struct stat st;
	assert_int_equal(stat(temp_path(&arena, dir, LOG), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	struct str fixed = file(dir, LOG);
	o = run(dir, "check --fix --pr-number 7");
	expect(o, 0, "fixed 0 of 0 findings");
	assert_true(str_eq(file(dir, LOG), fixed));
	assert_int_equal(run(dir, "check --fix --diff --pr-number 7").code, 0);

	/* What --diff printed does the same. */
	write_file(temp_path(&arena, dir, LOG), log);
	misspell(dir);
	temp_git(&arena, dir, "apply", "patch", NULL);
	assert_true(str_eq(file(dir, LOG), fixed));
	assert_true(str_eq(file(dir, AMD), amd));
	remove_folder(dir);
}

/* What is left decides; what only a guess would mend is announced. */
static void
test_left(void **state)
{
	(void)state;
	const char *dir = repository("\n" ENTRY("ling2-fp8-mi355x-vlm", "d  ", LINK "7"));
	struct str log = file(dir, LOG);
	struct outcome o = run(dir, "check");
	assert_true(str_contains(o.out, S(" [--fix]\n")));
	assert_true(str_contains(o.out, S(" [--unsafe-fix]\n")));
	assert_true(str_contains(
		o.out, S("'infxcheck check --fix' mends 1 of them, --unsafe-fix 1 more\n")));
	o = run(dir, "check --fix");
	assert_true(str_contains(o.out, S("1 error, 0 warnings")));
	assert_false(str_contains(o.out, S("mends")));
	write_file(temp_path(&arena, dir, LOG), log);
	o = run(dir, "check --fix --format short");
	expect(o, 1, "fixed 1 of 2 findings; --unsafe-fix has fixes for 1 more");
	assert_true(str_contains(o.out, S("[config-key-unknown]")));
	assert_false(str_contains(o.out, S("[changelog-separator]")));
	o = run(dir, "check --unsafe-fix --quiet");
	expect(o, 0, "");
	assert_int_equal(o.err.n, 0);
	assert_true(str_ends(file(dir, LOG), S("\n" ENTRY(KEY, "d", LINK "7"))));

	write_file(temp_path(&arena, dir, LOG), log);
	expect(run(dir, "check --fix --rule config-key-unknown"), 1, "fixed 0 of 1 finding;");
	expect(run(dir, "check --fix configs"), 0, "fixed 0 of 0 findings");
	assert_true(str_eq(file(dir, LOG), log));
	o = run(dir, "check --unsafe-fix --diff --format json=out.json");
	expect(o, 1, "would fix 2 of 2");
	assert_true(str_starts(o.out, S("--- a/" LOG "\n+++ b/" LOG "\n@@ ")));
	assert_true(str_contains(file(dir, "out.json"), S("\"findings\": []")));
	o = run(dir, "check --fix --fail-on never --format json");
	expect(o, 0, "fixed 1 of 2");
	assert_true(str_starts(o.out, S("{")));
	remove_folder(dir);
}

/* Merged entries stay as they are, also where the base is older than the merge. */
static void
test_merged(void **state)
{
	(void)state;
	const char *dir = repository("\n" ENTRY(KEY, "d  ", LINK "7"));
	temp_git(&arena, dir, "commit", "-qam", "entry", NULL);
	struct str log = file(dir, LOG);
	expect(run(dir, "check --fix --diff"), 1, "would fix 1 of 1 finding");
	temp_git(&arena, dir, "update-ref", "refs/remotes/origin/main", "HEAD", NULL);
	expect(run(dir, "check --fix"), 1, "it would change the changelog's history");
	expect(run(dir, "check --fix --base-ref HEAD~"), 1, "history");
	assert_true(str_eq(file(dir, LOG), log));
	cli_append(&arena, dir, LOG, ENTRY(KEY, "e  ", "XXX"));
	expect(run(dir, "check --fix --base-ref HEAD --pr-number 8 --fail-on error"), 0,
		"fixed 3 of");
	assert_true(str_eq(file(dir, LOG),
		str_cat(&arena, log, S("\n" ENTRY(KEY, "e", LINK "8")))));
	remove_folder(dir);
}

/* A file that can't be replaced stays whole; a link to elsewhere is not followed. */
static void
test_trouble(void **state)
{
	(void)state;
	const char *dir = repository("\n" ENTRY(KEY, "d  ", LINK "7"));
	const char *path = temp_path(&arena, dir, LOG), *out = temp_folder(&arena);
	struct str log = file(dir, LOG);
	temp_put(&arena, out, "log", log);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink(temp_path(&arena, out, "log"), path), 0);
	assert_int_not_equal(run(dir, "check --fix").code, 0);
	assert_true(str_eq(file(out, "log"), log));
	assert_int_equal(unlink(path), 0);
	write_file(path, log);
	if (geteuid() != 0) {
		assert_int_equal(chmod(dir, 0555), 0);
		expect(run(dir, "check --fix"), 2, "was not changed");
		assert_int_equal(chmod(dir, 0755), 0);
		assert_true(str_eq(file(dir, LOG), log));
	}
	remove_folder(dir);
}

static void
test_usage(void **state)
{
	(void)state;
	const char *dir = repository("\n" ENTRY(KEY, "d  ", LINK "7"));
	struct str log = file(dir, LOG);
	static const struct {
		const char *words, *err;
	} rows[] = {
		{"--fix --staged", "only the files on disk can be mended"},
		{"--fix --head-ref HEAD", "only the files on disk can be mended"},
		{"--fix --stdin-filename " LOG, "standard input can't be mended"},
		{"--fix --diff --format json", "--diff takes standard output"},
		{"--unsafe-fixes", "did you mean '--unsafe-fix'?"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect(run(dir, str_fmt(&arena, "check %s", rows[i].words).p), 2, rows[i].err);
	struct outcome o = cli_run_input(&arena, dir, "check --diff --stdin-filename " LOG " -",
		str_cat(&arena, log, S("\n")));
	expect(o, 1, "would fix 2 of 2");
	assert_true(str_contains(o.out, S("\n-    - d  \n+    - d\n")));
	assert_true(str_eq(file(dir, LOG), log));
	remove_folder(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_write, setup, teardown),
		cmocka_unit_test_setup_teardown(test_left, setup, teardown),
		cmocka_unit_test_setup_teardown(test_merged, setup, teardown),
		cmocka_unit_test_setup_teardown(test_trouble, setup, teardown),
		cmocka_unit_test_setup_teardown(test_usage, setup, teardown),
	};
	return cmocka_run_group_tests_name("fix_cli", tests, NULL, NULL);
}
