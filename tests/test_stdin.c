/* `check --stdin-filename`: one file from standard input, the rest from the tree. */
#include "support/cli.h"
#include "support/temp.h"

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
#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"
#define ENTRY(key, link)                                                                 \
	"\n- config-keys:\n    - " key "\n  description:\n    - \"d\"\n  pr-link: " LINK link "\n"

static struct str
with_entry(const char *dir, const char *entry)
{
	return str_cat(&arena, read_file(&arena, temp_path(&arena, dir, LOG)),
		str_from(entry));
}

/* The same bytes give the same report, from a file or not. */
static void
test_same_as_file(void **state)
{
	(void)state;
	static const char *const over[] = {
		"changelog-separator/bad", "config-schema/bad", "pr-link-form/bad"};
	static const char *const file[] = {LOG, "configs/amd-master.yaml", LOG};
	for (size_t i = 0; i < 3; i++) {
		const char *faulty = cli_copy(&arena, "_base"), *base = cli_copy(&arena, "_base");
		cli_lay(&arena, faulty, over[i]);
		struct str bytes = read_file(&arena, temp_path(&arena, faulty, file[i]));
		struct outcome want = cli_run(&arena, faulty,
			str_fmt(&arena, "check --format json %s", file[i]).p);
		struct outcome got = cli_run_input(&arena, base,
			str_fmt(&arena, "check --format json --stdin-filename %s -", file[i]).p,
			bytes);
		assert_int_equal(want.code, 1);
		assert_int_equal(got.code, 1);
		assert_string_equal(want.out.p, got.out.p);
		remove_folder(faulty);
		remove_folder(base);
	}
}

/* ... and so do the index, whatever is on disk, and a commit. */
static void
test_same_from_git(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "_base");
	struct str clean = read_file(&arena, temp_path(&arena, dir, LOG));
	struct str faulty = with_entry(dir, ENTRY("no-such-config", "TBD"));
	temp_git(&arena, dir, "init", "-q", "-b", "master", NULL);
	temp_git(&arena, dir, "add", "-A", NULL);
	temp_git(&arena, dir, "commit", "-qm", "base", NULL);
	temp_git(&arena, dir, "tag", "base", NULL);
#define CHECK "check --format json --base-ref base"
	struct outcome all[5];
	all[0] = cli_run_input(&arena, dir, CHECK " --stdin-filename " LOG " -", faulty);
	write_file(temp_path(&arena, dir, LOG), faulty);
	all[1] = cli_run(&arena, dir, CHECK);
	temp_git(&arena, dir, "add", "-A", NULL);
	write_file(temp_path(&arena, dir, LOG), clean);
	all[2] = cli_run(&arena, dir, CHECK " --staged");
	assert_int_equal(cli_run(&arena, dir, CHECK).code, 0); /* on disk it is mended */
	temp_git(&arena, dir, "commit", "-qm", "faulty", NULL);
	all[3] = cli_run(&arena, dir, CHECK " --head-ref HEAD");
	temp_git(&arena, dir, "checkout", "-qf", "--detach", "base", NULL);
	all[4] = cli_run(&arena, dir, CHECK " --head-ref master");
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(all[i].code, 1);
		assert_true(str_contains(all[i].out, S("pr-link-placeholder")));
		assert_string_equal(all[0].out.p, all[i].out.p);
	}
#undef CHECK
	remove_folder(dir);
}

/* What is on disk does not count, and other files' findings are not shown. */
static void
test_unsaved(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "_base");
	struct str clean = read_file(&arena, temp_path(&arena, dir, LOG));
	struct str faulty = with_entry(dir, ENTRY("no-such-config", "7"));
	const char *check = "check --format short --stdin-filename " LOG;
	struct outcome o = cli_run_input(&arena, dir, check, faulty);
	assert_int_equal(o.code, 1);
	assert_true(str_contains(o.out, S("[config-key-unknown]")));
	assert_int_equal(cli_run_input(&arena, dir, check, clean).code, 0);
	write_file(temp_path(&arena, dir, LOG), faulty);
	assert_int_equal(cli_run_input(&arena, dir, check, clean).code, 0);
	o = cli_run_input(&arena, dir,
		"check --format short --stdin-filename configs/runners.yaml", S("x: ["));
	assert_int_equal(o.code, 1);
	assert_false(str_contains(o.out, S(LOG)));
	assert_int_equal(str_cmp(read_file(&arena, temp_path(&arena, dir, LOG)), faulty), 0);
	remove_folder(dir);
}

/* New entries are told from those of git by the bytes that came in. */
static void
test_new_entries(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "_base");
	temp_git(&arena, dir, "init", "-q", NULL);
	temp_git(&arena, dir, "add", "-A", NULL);
	temp_git(&arena, dir, "commit", "-qm", "base", NULL);
	struct str two = with_entry(dir, ENTRY("one-gone", "7") ENTRY("two-gone", "7"));
	static const char *const more[] = {"", " --base-ref HEAD",
		" --staged --base-ref HEAD"};
	for (size_t i = 0; i < 3; i++) {
		struct outcome o = cli_run_input(&arena, dir,
			str_fmt(&arena, "check --format short --stdin-filename " LOG "%s", more[i]).p,
			two);
		assert_int_equal(o.code, 1);
		assert_true(str_contains(o.out, S("'one-gone' is not")));
		assert_true(str_contains(o.out, S("'two-gone' is not")));
	}
	remove_folder(dir);
}

/* A file that is not there yet; names given from a folder below, and from outside. */
static void
test_names(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "_base");
	struct str script = S("vllm serve x \\ \n  --port 1\n");
	const char *path = "benchmarks/single_node/new_fp8_mi355x.sh";
	const char *below = temp_path(&arena, dir, "benchmarks/single_node");
	temp_put(&arena, dir, "benchmarks/single_node/x.sh", S("true\n"));
	struct outcome o = cli_run_input(&arena, dir,
		str_fmt(&arena, "check --format short --stdin-filename %s", path).p, script);
	assert_true(str_contains(o.out, S("[broken-line-continuation]")));
	assert_false(file_exists(temp_path(&arena, dir, path)));
	struct outcome same = cli_run_input(&arena, below,
		"check --format short --stdin-filename new_fp8_mi355x.sh -", script);
	assert_string_equal(o.out.p, same.out.p);
	same = cli_run_input(&arena, NULL,
		str_fmt(&arena, "check --format short --root %s --stdin-filename %s", dir, path).p,
		script);
	assert_string_equal(o.out.p, same.out.p);
	remove_folder(dir);
}

static void
test_usage(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "_base");
	static const struct {
		const char *words, *err;
	} rows[] = {
		{"-", "--stdin-filename says which file '-' is"},
		{"configs --stdin-filename " LOG, "no other file is checked ('configs')"},
		{"--stdin-filename ../x", "would not be a file in"},
		{"--stdin-filename configs", "would not be a file in"},
		{"--stdin-filename none/x", "would not be a file in"},
		{"--stdin-filename configs/", "would not be a file in"},
		{"--stdin-filename", "needs a value"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct outcome o = cli_run_input(&arena, dir,
			str_fmt(&arena, "check %s", rows[i].words).p, S("x"));
		if (o.code != 2 || !str_contains(o.err, str_from(rows[i].err)))
			fail_msg("%s: %d\n%.*s", rows[i].words, o.code, STR(o.err));
	}
	size_t n = 16 * 1024 * 1024 + 1;
	char *big = NEW_ARRAY(&arena, char, n);
	struct outcome o = cli_run_input(
		&arena, dir, "check --stdin-filename " LOG, (struct str){big, n});
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("larger than 16 MiB")));
	remove_folder(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_same_as_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_same_from_git, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unsaved, setup, teardown),
		cmocka_unit_test_setup_teardown(test_new_entries, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_usage, setup, teardown),
	};
	return cmocka_run_group_tests_name("stdin", tests, NULL, NULL);
}
