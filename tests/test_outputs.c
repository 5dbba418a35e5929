/* Several outputs in one run: where they go, exit codes, what else is printed. */
#include "support/cli.h"
#include "support/temp.h"

#include <stdio.h>
#include <string.h>
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

static const char *const formats[] = {"text", "short", "json", "jsonl", "github", "sarif",
	"gitlab", "checkstyle", "junit", "markdown", "agent", "counts"};

enum { FORMATS = sizeof formats / sizeof *formats };

static const char entry[] =
	"\n- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n"
	"    - \"Update the image\"\n"
	"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/";

/* A repository with a commit, and a new entry with this link that is not committed. */
static const char *
repository(const char *link)
{
	const char *dir = cli_copy(&arena, "_base");
	temp_git(&arena, dir, "init", "-q", NULL);
	temp_git(&arena, dir, "add", "-A", NULL);
	temp_git(&arena, dir, "commit", "-qm", "base", NULL);
	if (link)
		cli_append(&arena, dir, "perf-changelog.yaml",
			str_fmt(&arena, "%s%s\n", entry, link).p);
	return dir;
}

static struct outcome run(const char *dir, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static struct outcome
run(const char *dir, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	struct str words = str_vfmt(&arena, format, ap);
	va_end(ap);
	return cli_run(&arena, dir, str_z(&arena, words));
}

/* The same in every format, on standard output and in a file. */
static void
test_exit_codes(void **state)
{
	(void)state;
	const char *clean = repository(NULL), *faulty = repository("TBD");
	const char *warned = repository("13"); /* an entry that nothing changes for */
	const struct {
		const char *dir, *words;
		int code;
	} rows[] = {
		{clean, "check", 0},
		{clean, "gate --base-ref HEAD", 0},
		{faulty, "check", 1},
		{faulty, "check --fail-on never", 0},
		{faulty, "gate --base-ref HEAD", 1},
		{warned, "gate --base-ref HEAD --pr-number 13", 1},
		{warned, "gate --base-ref HEAD --pr-number 13 --fail-on error", 0},
		{faulty, "check --no-such", 2},
		{faulty, "check --root /none", 2},
		{faulty, "check none.yaml", 2},
		{faulty, "gate --base-ref none", 2},
		{faulty, "check --base-ref none", 2},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (size_t k = 0; k < FORMATS; k++) {
			struct outcome o = run(
				rows[i].dir, "%s --format %s", rows[i].words, formats[k]);
			if (o.code != rows[i].code)
				fail_msg("%s --format %s: %d\n%.*s", rows[i].words,
					formats[k], o.code, STR(o.err));
			o = run(rows[i].dir, "%s --format %s=out", rows[i].words,
				formats[k]);
			if (o.code != rows[i].code || o.out.n)
				fail_msg("%s --format %s=out: %d\n%.*s%.*s", rows[i].words,
					formats[k], o.code, STR(o.out), STR(o.err));
		}
	}
	for (size_t k = 0; k < FORMATS; k++)
		assert_int_equal(
			run(faulty, "check --format %s=/dev/full", formats[k]).code, 2);
	remove_folder(clean);
	remove_folder(faulty);
	remove_folder(warned);
}

static void
test_usage(void **state)
{
	(void)state;
	const char *dir = repository("TBD");
	static const struct {
		const char *words, *err; /* NULL: accepted */
	} rows[] = {
		{"--format srif", "did you mean 'sarif'?"},
		{"--format sarif=", "which file?"},
		{"--format =x", "is not a format"},
		{"--format json --format sarif", "can't both go to standard output"},
		{"--format text --format text", "can't both go to standard output"},
		{"--format text --format json=-", "can't both go to standard output"},
		{"--format json=a --format sarif=a", "two formats into the file 'a'"},
		{"--format json=none/a", "'none/a' could not be written"},
		{"--format json=.", "'.' could not be written"},
		{"--format text --format github --format json=a", NULL},
		{"--format=sarif=a=b", NULL},
		{"--quiet --verbose", "give one of --quiet and --verbose"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct outcome o = run(dir, "check %s", rows[i].words);
		if (o.code != (rows[i].err ? 2 : 1) ||
			(rows[i].err && !str_contains(o.err, str_from(rows[i].err))))
			fail_msg("%s: %d\n%.*s", rows[i].words, o.code, STR(o.err));
	}
	struct str ignored;
	assert_true(temp_get(&arena, dir, "a=b", &ignored));
	remove_folder(dir);
}

/* In a file is what would have been printed; an old file is replaced as a whole. */
static void
test_files(void **state)
{
	(void)state;
	const char *dir = repository("TBD"), *other = make_folder(&arena);
	struct buf words = buf_new(&arena, 4096);
	temp_put(&arena, other, "sarif", S("what was there before"));
	temp_put(&arena, other, "elsewhere", S("old"));
	assert_int_equal(chmod(temp_path(&arena, other, "sarif"), 0640), 0);
	assert_int_equal(symlink("elsewhere", temp_path(&arena, other, "json")), 0);
	for (size_t k = 0; k < FORMATS; k++)
		buf_addf(&words, " --format %s=%s/%s", formats[k], other, formats[k]);
	buf_addz(&words, " --today 2026-01-01");
	struct outcome o = run(dir, "check%.*s", STR(buf_str(&words)));
	assert_int_equal(o.code, 1);
	assert_int_equal(o.out.n, 0);
	for (size_t k = 0; k < FORMATS; k++) {
		struct str got;
		assert_true(temp_get(&arena, other, formats[k], &got));
		struct outcome plain =
			run(dir, "check --today 2026-01-01 --format %s", formats[k]);
		if (!str_eq(got, plain.out))
			fail_msg("%s differs", formats[k]);
	}
	struct stat st;
	assert_int_equal(stat(temp_path(&arena, other, "sarif"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(lstat(temp_path(&arena, other, "json"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	/* A file that can't be written keeps no other from being so. */
	o = run(dir, "check --format json=/none/a --format sarif=%s/late", other);
	assert_int_equal(o.code, 2);
	assert_true(file_exists(temp_path(&arena, other, "late")));
	remove_folder(dir);
	remove_folder(other);
}

/* ---- what else is printed ------------------------------------------------------- */

static void
test_quiet_and_verbose(void **state)
{
	(void)state;
	const char *clean = repository(NULL), *faulty = repository("TBD");
	assert_int_equal(run(clean, "check --quiet").out.n, 0);
	assert_int_equal(run(clean, "check -q").code, 0);
	struct str quiet = run(faulty, "check -q").out, plain = run(faulty, "check").out;
	assert_true(str_starts(plain, quiet));
	assert_true(str_contains(quiet, S("[pr-link-placeholder]")));
	assert_false(str_contains(quiet, S("1 error")));
	assert_true(str_contains(plain, S("1 error")));
	struct outcome o = run(faulty, "check -v --format json=a --base-ref HEAD");
	assert_true(str_contains(o.err, S("against HEAD")));
	assert_true(str_contains(o.err, S("wrote json to a")));
	assert_true(str_contains(
		run(faulty, "check -v").out, S("no base revision was given")));
	remove_folder(clean);
	remove_folder(faulty);
}

static void
test_statistics_and_timings(void **state)
{
	(void)state;
	const char *dir = repository("TBD");
	struct str counts = S("findings by rule:\n      1  pr-link-placeholder\n");
	struct outcome o = run(dir, "check --statistics");
	assert_true(str_ends(o.out, counts));
	assert_int_equal(o.err.n, 0);
	o = run(dir, "check --statistics --format json");
	assert_true(str_contains(o.err, counts)); /* a document stays one */
	assert_false(str_contains(o.out, S("findings by rule")));
	static const char *const commands[] = {"check", "gate --base-ref HEAD"};
	for (size_t i = 0; i < 2; i++) {
		o = run(dir, "%s --timings", commands[i]);
		assert_false(str_contains(o.out, S("timings")));
		assert_true(str_contains(o.err, S("  recipes\n")));
		/* The stages add up. */
		double sum = 0, total = 0;
		struct str rest = o.err;
		for (str_cut(rest, '\n', &rest); rest.n;) {
			double v;
			char name[32];
			struct str line = str_cut(rest, '\n', &rest);
			assert_int_equal(
				sscanf(str_z(&arena, line), "%lf s %31s", &v, name), 2);
			if (strcmp(name, "total") == 0)
				total = v;
			else
				sum += v;
		}
		assert_true(total > sum - 0.01 && total < sum + 0.01);
	}
	remove_folder(dir);
}

/* ---- a log of GitHub Actions ---------------------------------------------------- */

/* As the runner reads a log: commands of `stopped` text do not count. Gives how many
 * annotations it found, and fails on any other command. */
static size_t
annotations(struct str log)
{
	struct str stop = S("::stop-commands::"), word = {0};
	size_t n = 0;
	while (log.n) {
		struct str line = str_trim(str_cut(log, '\n', &log));
		if (word.n) {
			if (str_eq(line, str_fmt(&arena, "::%.*s::", STR(word))))
				word = (struct str){0};
		} else if (str_starts(line, stop)) {
			word = str_slice(line, stop.n, line.n);
			assert_true(word.n >= 32);
		} else if (str_starts(line, S("::error ")) ||
			   str_starts(line, S("::warning ")) ||
			   str_starts(line, S("::notice "))) {
			n++;
		} else if (str_starts(line, S("::")) || str_contains(line, S("##["))) {
			fail_msg("a command: %.*s", STR(line));
		}
	}
	assert_int_equal(word.n, 0);
	return n;
}

static void
test_checked_text_gives_no_commands(void **state)
{
	(void)state;
	const char *dir = repository(NULL);
	cli_append(&arena, dir, "perf-changelog.yaml",
		"\n- config-keys:\n    - \"##[set-env name=PATH]x\"\n    - |\n"
		"      a\n      ::error::no\n"
		"  description:\n    - \"##[add-mask]e\"\n  pr-link: \"::set-output name=a::b\"\n");
	static const char *const on_github[] = {
		"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "GITHUB_ACTIONS=true", NULL};
	struct outcome o = run(dir, "check --format text --format github --statistics");
	assert_true(str_contains(o.out, S("##[set-env")));
	assert_true(annotations(o.out) > 1);
	assert_true(annotations(run(dir, "check --format github").out) > 1);
	o = cli_run_env(&arena, on_github, dir, "check");
	assert_true(str_starts(o.out, S("::stop-commands::")));
	assert_int_equal(annotations(o.out), 0);
	o = cli_run_env(&arena, on_github, dir, "check --format agent");
	assert_true(str_starts(o.out, S("::stop-commands::")));
	assert_int_equal(annotations(o.out), 0);
	o = cli_run_env(&arena, on_github, dir, "check --format short");
	assert_int_equal(annotations(o.out), 0);
	/* A document can't stand between such lines; its texts are written in another way. */
	static const char *const documents[] = {
		"json", "jsonl", "sarif", "gitlab", "checkstyle", "junit"};
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
		o = cli_run_env(&arena, on_github, dir,
			str_fmt(&arena, "check --format %s", documents[i]).p);
		assert_true(str_contains(o.out, S("#[set-env")));
		assert_false(str_contains(o.out, S("##[")));
		assert_int_equal(annotations(o.out), 0);
	}
	/* Another word each time, and none where nobody reads commands. */
	assert_false(str_eq(
		o.out, cli_run_env(&arena, on_github, dir, "check --format short").out));
	assert_false(str_contains(run(dir, "check").out, S("stop-commands")));
	remove_folder(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exit_codes),
		cmocka_unit_test(test_usage),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_quiet_and_verbose),
		cmocka_unit_test(test_statistics_and_timings),
		cmocka_unit_test(test_checked_text_gives_no_commands),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
