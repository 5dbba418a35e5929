/* The program as a process: output, exit code, misuse, hostile trees. */
#include "support/cli.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
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

static struct outcome
run_env(const char *const *env, const char *folder, const char *words)
{
	return cli_run_env(&arena, env, folder, words);
}

static struct outcome
run(const char *folder, const char *words)
{
	return cli_run(&arena, folder, words);
}

static const char *
fixture(const char *path)
{
	return cli_fixture(&arena, path);
}

static const char *
new_repository(void)
{
	return cli_copy(&arena, "_base");
}

static void
append(const char *folder, const char *file, const char *text)
{
	cli_append(&arena, folder, file, text);
}

static const char faulty_entry[] = "\n"
				   "- config-keys:\n"
				   "    - ling2-fp8-mi355x-vllm\n"
				   "  description:\n"
				   "    - \"Update the image\"\n"
				   "  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/TBD\n";

struct usage_row {
	const char *words;
	int code;
	const char *out, *err; /* must occur, when not NULL */
};

static void
test_usage(void **state)
{
	(void)state;
	static const struct usage_row rows[] = {
		{"", 2, NULL, "Commands:"},
		{"--version", 0, "infxcheck ", NULL},
		{"--help", 0, "Commands:", NULL},
		{"help", 0, "Commands:", NULL},
		{"help gate", 0, "usage: infxcheck gate ", NULL},
		{"help gat", 2, NULL, "did you mean 'gate'?"},
		{"chekc", 2, NULL, "did you mean 'check'?"},
		{"zzzzzzzz", 2, NULL, "there is no command 'zzzzzzzz'"},
		{"check --help", 0, "--all-entries", NULL},
		{"rules --help", 0, "usage: infxcheck rules", NULL},
		{"explain --help", 0, "usage: infxcheck explain", NULL},
		{"check --fromat json", 2, NULL, "did you mean '--format'?"},
		{"check --format", 2, NULL, "needs a value"},
		{"check --format xml", 2, NULL, "'xml' is not a format"},
		{"check --fail-on bad", 2, NULL, "'bad' is not a severity"},
		{"check --all-entries=1", 2, NULL, "takes no value"},
		{"check -z", 2, NULL, "there is no option '-z'"},
		{"check --rule pr-link-placeholdr", 2, NULL, "did you mean 'pr-link-placeholder'?"},
		{"check --ignore nonsense-xyz", 2, NULL, "there is no rule 'nonsense-xyz'"},
		{"check --pr-number 0", 2, NULL, "not a pull request number"},
		{"check --pr-number 12x", 2, NULL, "not a pull request number"},
		{"check --color sometimes", 2, NULL, "auto, always, never"},
		{"check --today 2026-02-30", 2, NULL, "is not a day"},
		{"check --hbm-profile /none/hbm.yaml", 2, NULL, "cannot open '/none/hbm.yaml'"},
		{"check --hbm-profile /", 2, NULL, "'/'"},
		{"explain", 2, NULL, "which rule?"},
		{"explain pr-link-plceholder", 2, NULL, "did you mean 'pr-link-placeholder'?"},
		{"explain pr-link-placeholder", 0, "Fires on", NULL},
		{"rules", 0, "pr-link-placeholder", NULL},
		{"rules extra", 2, NULL, "takes no operand"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct outcome o = run(fixture("_base"), rows[i].words);
		bool good = o.code == rows[i].code &&
			(!rows[i].out || str_contains(o.out, str_from(rows[i].out))) &&
			(!rows[i].err || str_contains(o.err, str_from(rows[i].err)));
		if (!good)
			fail_msg("'%s': code %d\n%.*s%.*s", rows[i].words, o.code, STR(o.out),
				STR(o.err));
	}
}

static void
test_exit_codes_in_every_format(void **state)
{
	(void)state;
	const char *dir = new_repository();
	static const char *const formats[] = {"text", "short", "json", "jsonl"};
	for (size_t i = 0; i < 4; i++) {
		const char *words = str_fmt(&arena, "check --format %s", formats[i]).p;
		assert_int_equal(run(dir, words).code, 0);
	}
	append(dir, "perf-changelog.yaml", faulty_entry);
	for (size_t i = 0; i < 4; i++) {
		const char *words = str_fmt(&arena, "check --format %s", formats[i]).p;
		assert_int_equal(run(dir, words).code, 1);
		words = str_fmt(&arena, "check --fail-on never --format %s", formats[i]).p;
		assert_int_equal(run(dir, words).code, 0);
		words = str_fmt(&arena, "check --root %s/none --format %s", dir, formats[i]).p;
		assert_int_equal(run(dir, words).code, 2);
	}
	remove_folder(dir);
}

static void
test_threshold_selection_and_paths(void **state)
{
	(void)state;
	const char *dir = new_repository();
	append(dir, "perf-changelog.yaml", faulty_entry);
	static const struct {
		const char *words;
		int code;
	} rows[] = {
		{"check", 1},
		{"check --fail-on error", 1},
		{"check --fail-on note", 1},
		{"check --rule pr-link-placeholder", 1},
		{"check --rule pr-link-form", 0},
		{"check --ignore pr-link-placeholder", 0},
		{"check --ignore pr-link-placeholder --rule pr-link-placeholder", 0},
		{"check perf-changelog.yaml", 1},
		{"check ./perf-changelog.yaml configs", 1},
		{"check configs", 0},
		{"check configs/runners.yaml", 0},
		{"check .", 1},
		{"check none.yaml", 2},
		{"check /etc/passwd", 2},
		{"check -- --odd", 2},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct outcome o = run(dir, rows[i].words);
		if (o.code != rows[i].code)
			fail_msg("'%s': code %d\n%.*s%.*s", rows[i].words, o.code, STR(o.out),
				STR(o.err));
	}
	/* From a folder inside, and with the repository as operand from outside. */
	assert_int_equal(run(str_fmt(&arena, "%s/configs", dir).p, "check").code, 1);
	assert_int_equal(run("/", str_fmt(&arena, "check %s", dir).p).code, 1);
	assert_int_equal(run("/", "check").code, 2);
	assert_true(str_contains(run(dir, "check /none").err, S("'/none' does not exist")));
	assert_true(str_contains(run("/", "check /none").err, S("'/none' does not exist")));
	assert_true(str_contains(run(dir, "check /").err, S("'/' is not in the repository")));
	remove_folder(dir);
}

/* N warnings are let through, N + 1 are not; an error never is. */
static void
test_max_warnings(void **state)
{
	(void)state;
	const char *dir = new_repository();
	cli_lay(&arena, dir, "image-tag-mutable/bad");
	append(dir, "perf-changelog.yaml", "# infxcheck: allow image-tag-mutable -- none\n");
	uint64_t n = 0;
	struct str counts = run(dir, "check --format counts").out;
	counts = str_slice(counts, str_find(counts, S("warnings="), 0) + 9, counts.n);
	for (size_t i = 0; i < counts.n && counts.p[i] != '\n'; i++)
		n = n * 10 + (uint64_t)(counts.p[i] - '0');
	assert_true(n > 1);
	for (uint64_t most = 0; most <= n + 1; most++) {
		struct outcome o = run(dir,
			str_fmt(&arena, "check --max-warnings %llu", (unsigned long long)most).p);
		assert_int_equal(o.code, most < n);
	}
	assert_int_equal(run(dir, "check --max-warnings 9 --fail-on error").code, 2);
	assert_int_equal(run(dir, "check --max-warnings -1").code, 2);
	append(dir, "perf-changelog.yaml", faulty_entry);
	assert_int_equal(run(dir, "check --max-warnings 9").code, 1);
	remove_folder(dir);
}

static void
test_short_form(void **state)
{
	(void)state;
	const char *dir = new_repository();
	append(dir, "perf-changelog.yaml", faulty_entry);
	struct outcome o = run(dir, "check --format short");
	assert_string_equal(str_z(&arena, o.out),
		"perf-changelog.yaml:17:62: error: pr-link of entry 3 ends in 'TBD', which is not "
		"a pull request number [pr-link-placeholder]\n");
	remove_folder(dir);
}

static void
test_colour(void **state)
{
	(void)state;
	const char *dir = new_repository();
	append(dir, "perf-changelog.yaml", faulty_entry);
	static const char *const no_color[] = {
		"PATH=/usr/bin:/bin", "NO_COLOR=1", "CLICOLOR_FORCE=1", NULL};
	static const char *const forced[] = {"PATH=/usr/bin:/bin", "CLICOLOR_FORCE=1", NULL};
	struct str esc = S("\033[");
	assert_false(str_contains(run(dir, "check").out, esc)); /* a pipe */
	assert_true(str_contains(run(dir, "check --color always").out, esc));
	assert_true(str_contains(run_env(forced, dir, "check").out, esc));
	assert_false(str_contains(run_env(no_color, dir, "check").out, esc));
	assert_false(str_contains(run_env(forced, dir, "check --color never").out, esc));
	remove_folder(dir);
}

static void
test_ascii_locale(void **state)
{
	(void)state;
	const char *dir = new_repository();
	append(dir, "perf-changelog.yaml",
		"\n- config-keys:\n    - \xE6\x96\xB0\n  description:\n    - x\n"
		"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/13\n");
	static const char *const c_locale[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
	struct outcome o = run_env(c_locale, dir, "check");
	for (size_t i = 0; i < o.out.n; i++)
		assert_true((unsigned char)o.out.p[i] < 0x80);
	assert_true(str_contains(o.out, S("\\u{65b0}")));
	assert_true(str_contains(run(dir, "check").out, S("\xE6\x96\xB0")));
	remove_folder(dir);
}

static json_t *
parse(struct str text)
{
	json_error_t e;
	json_t *o = json_loadb(text.p, text.n, JSON_REJECT_DUPLICATES, &e);
	if (!o)
		fail_msg("%s at %d", e.text, e.position);
	return o;
}

static void
test_json(void **state)
{
	(void)state;
	const char *dir = new_repository();
	append(dir, "perf-changelog.yaml", faulty_entry);
	json_t *o = parse(run(dir, "check --format json").out);
	assert_int_equal(json_integer_value(json_object_get(o, "version")), 1);
	json_t *f = json_array_get(json_object_get(o, "findings"), 0), *p;
	assert_string_equal(json_string_value(json_object_get(f, "rule")), "pr-link-placeholder");
	assert_string_equal(json_string_value(json_object_get(f, "severity")), "error");
	p = json_object_get(f, "place");
	assert_string_equal(json_string_value(json_object_get(p, "path")), "perf-changelog.yaml");
	assert_int_equal(json_integer_value(json_object_get(p, "line")), 17);
	assert_int_equal(json_integer_value(json_object_get(p, "column")), 62);
	assert_int_equal(json_integer_value(json_object_get(p, "end_column")), 65);
	size_t begin = (size_t)json_integer_value(json_object_get(p, "begin"));
	struct str text = read_file(&arena, str_fmt(&arena, "%s/perf-changelog.yaml", dir).p);
	assert_true(str_eqz(str_slice(text, begin, begin + 3), "TBD"));
	json_decref(o);
	/* With the number known there is an edit that makes it right. */
	o = parse(run(dir, "check --pr-number 13 --format json").out);
	f = json_array_get(json_object_get(o, "findings"), 0);
	p = json_array_get(json_object_get(json_object_get(f, "fix"), "edits"), 0);
	assert_string_equal(json_string_value(json_object_get(p, "replacement")),
		"https://github.com/SemiAnalysisAI/InferenceX/pull/13");
	json_decref(o);
	remove_folder(dir);
}

static void
test_json_lines(void **state)
{
	(void)state;
	const char *dir = new_repository();
	append(dir, "perf-changelog.yaml", faulty_entry);
	struct str rest = run(dir, "check --format jsonl").out;
	json_t *first = parse(str_cut(rest, '\n', &rest));
	assert_string_equal(json_string_value(json_object_get(first, "type")), "finding");
	json_decref(first);
	json_t *last = NULL;
	while (rest.n) {
		json_decref(last);
		last = parse(str_cut(rest, '\n', &rest));
	}
	assert_string_equal(json_string_value(json_object_get(last, "type")), "summary");
	assert_int_equal(json_integer_value(json_object_get(last, "error")), 1);
	json_decref(last);
	remove_folder(dir);
}

static void
test_rules_json(void **state)
{
	(void)state;
	json_t *o = parse(run("/", "rules --format json").out), *list, *row;
	list = json_object_get(o, "rules");
	assert_true(json_array_size(list) > 10);
	size_t i;
	json_array_foreach(list, i, row)
	{
		assert_non_null(json_string_value(json_object_get(row, "id")));
		assert_non_null(json_string_value(json_object_get(row, "help")));
	}
	json_decref(o);
}

static void
test_full_disk(void **state)
{
	(void)state;
	if (!file_exists("/dev/full")) {
		print_message("skipped: no /dev/full\n");
		return;
	}
	const char *argv[] = {"bash", "-c", "exec \"$0\" \"$@\" > /dev/full", cli_program(), "check",
		"--root", fixture("_base"), NULL};
	struct outcome o = run_program(&arena, NULL, argv, cli_plain, S(""));
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("could not be written")));
}

/* Each must give a finding or a usage error, never a crash or a hang. */
static void
test_hostile_files(void **state)
{
	(void)state;
	struct buf laughs = buf_new(&arena, 1 << 20), deep = buf_new(&arena, 1 << 20);
	buf_addz(&laughs, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
	for (int i = 1; i < 12; i++)
		buf_addf(&laughs, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n",
			i, i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	buf_fill(&deep, '[', 10000);
	struct buf noise = buf_new(&arena, 1 << 20);
	uint64_t x = 88172645463325252u;
	for (int i = 0; i < 200000; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		buf_addc(&noise, (char)(x >> 33));
	}
	struct buf large = buf_new(&arena, 1 << 23);
	while (large.n < 5u << 20)
		buf_addf(&large, "- config-keys:\n    - k%zu\n  description:\n    - \"d\"\n"
				 "  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/%zu\n\n",
			large.n, large.n);
	const struct {
		const char *what;
		struct str bytes;
		int code;
	} rows[] = {
		{"billion laughs", buf_str(&laughs), 1},
		{"nested brackets", buf_str(&deep), 1},
		{"random bytes", buf_str(&noise), 1},
		{"5 MB of entries", buf_str(&large), 1},
		{"empty", S(""), 1},
		{"NUL", {"- a\0b\n", 6}, 1},
		{"BOM", S("\xEF\xBB\xBF- a\n"), 1},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *dir = new_repository();
		write_file(str_fmt(&arena, "%s/perf-changelog.yaml", dir).p, rows[i].bytes);
		struct outcome o = run(dir, "check");
		if (o.code != rows[i].code)
			fail_msg("%s: code %d\n%.*s%.*s", rows[i].what, o.code, STR(o.out),
				STR(o.err));
		write_file(str_fmt(&arena, "%s/configs/amd-master.yaml", dir).p, rows[i].bytes);
		assert_int_equal(run(dir, "check").code, 1);
		remove_folder(dir);
	}
}

static void
test_odd_files(void **state)
{
	(void)state;
	const char *dir = new_repository();
	const char *file = str_fmt(&arena, "%s/perf-changelog.yaml", dir).p;
	assert_int_equal(unlink(file), 0);
	assert_true(str_contains(run(dir, "check").out, S("there is no such file")));
	assert_int_equal(mkdir(file, 0755), 0);
	assert_true(str_contains(run(dir, "check").out, S("not a regular file")));
	assert_int_equal(rmdir(file), 0);
	assert_int_equal(mkfifo(file, 0644), 0);
	assert_true(str_contains(run(dir, "check").out, S("not a regular file")));
	assert_int_equal(unlink(file), 0);
	assert_int_equal(symlink("/etc/passwd", file), 0);
	struct outcome o = run(dir, "check");
	assert_true(str_contains(o.out, S("leads out of the repository")));
	assert_false(str_contains(o.out, S("root:")));
	assert_int_equal(unlink(file), 0);
	write_file(file, S("- x\n"));
	assert_int_equal(chmod(file, 0), 0);
	if (access(file, R_OK) != 0)
		assert_true(str_contains(run(dir, "check").out, S("cannot be read")));
	else
		print_message("skipped: running as root, which reads everything\n");
	assert_int_equal(chmod(file, 0600), 0);
	remove_folder(dir);
}

/* Outside of the tree, through a symbolic link, and in place of configs/hbm.yaml. */
static void
test_hbm_profile(void **state)
{
	(void)state;
	const char *dir = new_repository(), *other = make_folder(&arena);
	const char *inside = str_fmt(&arena, "%s/configs/hbm.yaml", dir).p;
	const char *outside = str_fmt(&arena, "%s/node.yaml", other).p;
	const char *link = str_fmt(&arena, "%s/link.yaml", other).p;
	write_file(inside, S("version: 2\nmeasurements: []\n"));
	write_file(outside, S("version: 1\nmeasurements:\n"
			      "  - {gpu: mi355x, total-gib: 287.984, free-gib: 256.0,\n"
			      "     date: 2026-01-01, method: hip}\n"));
	assert_int_equal(symlink(outside, link), 0);
	struct outcome o = run(dir, "check --format short");
	assert_int_equal(o.code, 1);
	assert_true(str_contains(o.out, S("configs/hbm.yaml:1:10: error")));
	const char *words = str_fmt(&arena,
		"check --format short --today 2026-03-01 --hbm-profile %s", link).p;
	o = run(dir, words);
	assert_string_equal(str_z(&arena, o.out), "");
	assert_int_equal(o.code, 0);
	words = str_fmt(&arena, "check --format short --today 2026-04-02 --hbm-profile %s",
		outside).p;
	o = run(dir, words);
	assert_int_equal(o.code, 1);
	assert_string_equal(str_z(&arena, o.out),
		str_fmt(&arena,
			"%s:4:12: warning: measurement 1 (mi355x) is 91 days old "
			"[hbm-profile-stale]\n",
			outside).p);
	/* The program has a clock: the measurement is old by any that works. */
	words = str_fmt(&arena, "check --hbm-profile %s", outside).p;
	assert_int_equal(run(dir, words).code, 1);
	remove_folder(dir);
	remove_folder(other);
}

static void
test_same_bytes_every_time(void **state)
{
	(void)state;
	const char *one = new_repository(), *two = new_repository();
	append(one, "perf-changelog.yaml", faulty_entry);
	append(two, "perf-changelog.yaml", faulty_entry);
	struct str first = run(one, "check --format json").out;
	assert_true(str_eq(first, run(one, "check --format json").out));
	assert_true(str_eq(first, run(two, "check --format json").out));
	remove_folder(one);
	remove_folder(two);
}

/* The main job of the demo: the founding fault that these rules can see. */
static void
test_demo(void **state)
{
	(void)state;
	struct outcome o = run("/", str_fmt(&arena, "check --root %s", fixture("demo")).p);
	assert_int_equal(o.code, 1);
	assert_true(str_contains(o.out, S("pr-link of entry 3 ends in 'PENDING'")));
	/* What the changelog claims of recipes is compared for its sake alone, too. */
	o = run("/", str_fmt(&arena, "check --root %s perf-changelog.yaml", fixture("demo")).p);
	assert_true(str_contains(o.out, S("its recipe passes 8192")));
	assert_false(str_contains(o.out, S("[exit-trap-overwritten]")));
}

/* A search-space item a line, its columns under their heads, concurrencies side by side. */
static void
test_matrix_table(void **state)
{
	(void)state;
	struct outcome o = run(fixture("demo"), "matrix full-sweep --format table");
	assert_int_equal(o.code, 0);
	struct str rest, head = str_cut(o.out, '\n', &rest);
	struct str first = str_cut(rest, '\n', &rest), second = str_cut(rest, '\n', &rest);
	assert_true(str_starts(head, S("config key")));
	assert_true(str_starts(first, S("ling2-fp4-mi355x-vllm-agentic-mtp ")));
	size_t runner = str_find(head, S("runner"), 0);
	assert_true(str_starts(str_slice(first, runner, first.n), S("cluster:mi355x-amds ")));
	size_t conc = str_find(head, S("conc"), 10);
	assert_true(str_starts(str_slice(first, conc, first.n), S("4 16 32 ")));
	assert_true(str_starts(str_slice(second, conc, second.n), S("64 ")));
}

/* Who reads the report went away: no more is written, and nothing is said of it. */
static void
test_closed_pipe(void **state)
{
	(void)state;
	const char *argv[] = {"bash", "-c",
		"\"$0\" check --root \"$1\" --format json | head -c 1; "
		"echo \" ${PIPESTATUS[0]}\"; "
		"(trap '' PIPE; \"$0\" check --root \"$1\" --format json; echo $? >&2) | true",
		cli_program(), fixture("demo"), NULL};
	struct outcome o = run_program(&arena, NULL, argv, cli_plain, S(""));
	bool by_signal = str_eqz(o.out, "{ 141\n"), by_code = str_eqz(o.out, "{ 2\n"),
	     all_taken = str_eqz(o.out, "{ 1\n");
	assert_true(by_signal || by_code || all_taken);
	assert_true(str_contains(o.err, S("2\n")) || str_eqz(o.err, "1\n"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_usage, setup, teardown),
		cmocka_unit_test_setup_teardown(test_exit_codes_in_every_format, setup, teardown),
		cmocka_unit_test_setup_teardown(test_threshold_selection_and_paths, setup, teardown),
		cmocka_unit_test_setup_teardown(test_max_warnings, setup, teardown),
		cmocka_unit_test_setup_teardown(test_short_form, setup, teardown),
		cmocka_unit_test_setup_teardown(test_colour, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ascii_locale, setup, teardown),
		cmocka_unit_test_setup_teardown(test_json, setup, teardown),
		cmocka_unit_test_setup_teardown(test_json_lines, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rules_json, setup, teardown),
		cmocka_unit_test_setup_teardown(test_full_disk, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hostile_files, setup, teardown),
		cmocka_unit_test_setup_teardown(test_odd_files, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hbm_profile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_same_bytes_every_time, setup, teardown),
		cmocka_unit_test_setup_teardown(test_demo, setup, teardown),
		cmocka_unit_test_setup_teardown(test_matrix_table, setup, teardown),
		cmocka_unit_test_setup_teardown(test_closed_pipe, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
