/* Launch plans: what the program prints, and words as a shell reads them. */
#include "support/support.h"

#include "report/plan_show.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;
static const char *const plain[] = {
	"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm", NULL};

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

static const char *
program(void)
{
	const char *v = getenv("INFXCHECK");
	return v ? v : "build/release/infxcheck";
}

/* In fixtures/_plan; `words` are split at blanks. */
static struct outcome
run(struct str words)
{
	const char *argv[32] = {realpath(program(), NULL)};
	const char *folder = str_fmt(&arena, "%s/_plan", fixtures_folder()).p;
	size_t n = 1;
	assert_non_null(argv[0]);
	for (struct str rest = words; rest.n;) {
		struct str w = str_cut(rest, ' ', &rest);
		assert_true(n < 31);
		if (w.n)
			argv[n++] = str_z(&arena, w);
	}
	struct outcome o = run_program(&arena, folder, argv, plain, S(""));
	free((void *)(uintptr_t)argv[0]);
	return o;
}

/* ---- output --------------------------------------------------------------------- */

static size_t
first_difference(struct str x, struct str y)
{
	size_t i = 0, line = 1;
	while (i < x.n && i < y.n && x.p[i] == y.p[i])
		line += x.p[i++] == '\n';
	return line;
}

static void
check_expectation(struct str name)
{
	const char *path =
		str_fmt(&arena, "%s/_plan/%.*s", fixtures_folder(), STR(name)).p;
	struct str expected, whole = read_file(&arena, path);
	struct str first = str_cut(whole, '\n', &expected);
	assert_true(str_starts(first, S("# ")));
	struct outcome o = run(str_slice(first, 2, first.n));
	assert_int_equal(o.code, 0);
	if (getenv("BLESS"))
		write_file(path, str_fmt(&arena, "%.*s\n%.*s", STR(first), STR(o.out)));
	else if (!str_eq(o.out, expected))
		fail_msg("%.*s: differs from line %zu on:\n%.*s", STR(name),
			first_difference(o.out, expected) + 1, STR(o.out));
}

static void
test_expectations(void **state)
{
	(void)state;
	struct names list = {0};
	struct tree *t =
		tree_folder(&arena, str_fmt(&arena, "%s/_plan", fixtures_folder()).p);
	size_t n = 0;
	assert_non_null(t);
	assert_int_equal(t->list(t, &arena, S(""), &list), TREE_OK);
	for (size_t i = 0; i < list.n; i++) {
		if (!str_ends(list.v[i], S(".expect")))
			continue;
		check_expectation(list.v[i]);
		n++;
	}
	assert_true(n > 10);
}

static const struct {
	const char *words, *err;
} misuse[] = {
	{"plan --root tree", "give --config-key, --recipe or --diff"},
	{"plan --root tree --config-key ling2-fp8-b200-sglng",
		"did you mean 'ling2-fp8-b200-sglang'?"},
	{"plan --root tree --config-key nonsense", "there is no config key 'nonsense'"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --conc 3",
		"no point has concurrency 3; there are 16, 64"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --conc 3x",
		"'3x' is not a number"},
	{"plan --root tree --recipe ling2_fp8_b200_sglan.sh",
		"did you mean "
		"'benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_sglang.sh'?"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --why mem-fracton-static",
		"did you mean 'mem-fraction-static'?"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --why mem-fraction",
		"did you mean 'mem-fraction-static'?"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --why nonsense --format json",
		"has an option or variable 'nonsense'"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --why=", "needs the name"},
	{"plan --root tree --recipe runners/launch_b200-nb.sh", "give an environment"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --set TP",
		"'TP' is not of the form NAME=VALUE"},
	{"plan --root tree --recipe runners/launch_b200-nb.sh --env-file README",
		"line 1 of the environment"},
	{"plan --root tree --recipe x --env-file none", "cannot open 'none'"},
	{"plan --root tree --config-key ling2-fp8-b200-sglang --env-file sglang.env",
		"--env-file needs --recipe"},
	{"plan --root tree --recipe benchmarks/benchmark_lib.sh --conc 4 "
	 "--env-file sglang.env",
		"give no key and no concurrency"},
	{"plan --root tree --config-key k --format short", "not a format (text, json)"},
	{"plan --root none --config-key k", "cannot open the folder 'none'"},
	{"plan --root . --config-key k", "there is no config key 'k'"},
	{"plan ling2-fp8-b200-sglang", "is given with --config-key"},
};

static void
test_misuse(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof misuse / sizeof *misuse; i++) {
		struct outcome o = run(str_from(misuse[i].words));
		if (o.code != 2 || o.out.n ||
			!str_contains(o.err, str_from(misuse[i].err)))
			fail_msg("'%s': code %d\n%.*s%.*s", misuse[i].words, o.code,
				STR(o.out), STR(o.err));
	}
}

/* Where the locale has no UTF-8 a bar is of ASCII. */
static void
test_ascii_bar(void **state)
{
	(void)state;
	static const char *const c_locale[] = {
		"PATH=/usr/bin:/bin", "LC_ALL=C", "TERM=xterm", NULL};
	char *exe = realpath(program(), NULL);
	const char *folder = str_fmt(&arena, "%s/_plan", fixtures_folder()).p;
	const char *argv[] = {exe, "plan", "--root", "tree", "--config-key",
		"ling2-fp4-mi355x-vllm-agentic", "--conc", "4", "--hbm-profile",
		"hbm.yaml", NULL};
	struct outcome o = run_program(&arena, folder, argv, c_locale, S(""));
	assert_int_equal(o.code, 0);
	for (size_t i = 0; i < o.out.n; i++)
		assert_true((unsigned char)o.out.p[i] < 0x80);
	assert_true(str_contains(o.out, S("per GPU      "
					  "#########################################!------\n")));
	assert_true(str_contains(o.out, S("# 247.66 asked (! 3.41 more than is free)")));
	free(exe);
}

/* ---- words ---------------------------------------------------------------------- */

/* bash reads `printf '%s' WORD`. */
static struct outcome
read_by_bash(const struct value *v, bool loose, bool ascii)
{
	struct buf b = buf_new(&arena, 1 << 20);
	buf_addz(&b, "printf '%s' ");
	plan_show_word(&b, v, loose, ascii);
	buf_addz(&b, "\necho behind");
	const char *argv[] = {"bash", "-c", str_z(&arena, buf_str(&b)), NULL};
	return run_program(&arena, NULL, argv, plain, S(""));
}

static void
test_known_words(void **state)
{
	(void)state;
	static const char *const words[] = {"", "plain", "a b", "it's", "''", "\\",
		"$HOME", "`id`", "~", "#", "a#b", "{\"a\": [1, 2]}", "*", "a\nb", "a\tb",
		"-n", "!x", "\x1b[31m", "\xc3\xa9", "\xe2\x80\xae", "\xff\xfe'", "$'x'",
		"&;|<>()", "=x", "a=b c"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct str text = str_from(words[i]);
		const struct value *v = value_text(&arena, text);
		for (int ascii = 0; ascii < 2; ascii++) {
			struct outcome o = read_by_bash(v, false, ascii);
			struct str expected = str_fmt(&arena, "%.*sbehind\n", STR(text));
			if (!str_eq(o.out, expected))
				fail_msg("word %zu: %.*s%.*s", i, STR(o.out), STR(o.err));
		}
	}
}

static void
test_unknown_words(void **state)
{
	(void)state;
	static const char *const reasons[] = {"value of HOME", "output of awk {print $2}",
		"\"quoted\" `x` \\ } it's", "two\nlines", ""};
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		struct str why = str_from(reasons[i]);
		const struct value *v =
			value_concat(&arena, value_text(&arena, S("a b/")),
				value_unknown(&arena, (struct span){0}, 0, why));
		for (int loose = 0; loose < 2; loose++) {
			struct outcome o = read_by_bash(v, loose, false);
			char *shown = str_z(&arena, why), *newline = strchr(shown, '\n');
			if (newline)
				memcpy(newline, " ", 1);
			if (o.code == 0 || o.out.n ||
				!str_contains(o.err, S("UNKNOWN")) ||
				!str_contains(o.err, str_from(newline ? "two" : shown)))
				fail_msg("reason %zu: code %d, %.*s%.*s", i, o.code,
					STR(o.out), STR(o.err));
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expectations),
		cmocka_unit_test(test_misuse),
		cmocka_unit_test(test_ascii_bar),
		cmocka_unit_test(test_known_words),
		cmocka_unit_test(test_unknown_words),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
