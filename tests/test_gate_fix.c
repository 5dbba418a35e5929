/* What the gate marks with [--fix], and the command that it names, which mends just that. */
#include "support/user.h"

#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"
#define GATE "gate --base-ref main"
/* The command in the last lines of a gate's report, run with this program. */
#define TOLD "sed -n \"s/^'infxcheck \\(.*\\)' mends [0-9]* of them.*/\\1/p\""

static void
infxcheck(struct user *u, const char *words, int code, const char *text)
{
	const char *script = str_fmt(&u->arena, "'%s' %s", user_program(u), words).p;
	user_expect(u, script, code, text);
}

static void
run_told(struct user *u, const char *gate, int code, const char *text)
{
	const char *p = user_program(u);
	user_expect(u, str_fmt(&u->arena, "'%s' $('%s' %s | " TOLD ")", p, p, gate).p, code, text);
}

static const struct {
	const char *spoil, *marks;
} rows[] = {
	{"echo >> perf-changelog.yaml", "1"},
	{"truncate -s -1 perf-changelog.yaml", "1"},
	{"sed -i '$s/pr-link:/pr-lnk:/' perf-changelog.yaml", "1"},
	{"n=$(grep -n description: "
	 "perf-changelog.yaml | tail -n 1 | cut -d : -f 1) && "
	 "sed -i \"${n}s/description/descripton/\" perf-changelog.yaml", "1"},
	{"n=$(grep -n '^- config-keys' perf-changelog.yaml | tail -n 1 | cut -d : -f 1); "
	 "sed -i \"$((n - 1))d\" perf-changelog.yaml", "1"},
};

static void
test_marked_is_mended(void **state)
{
	struct user *u = *state;
	struct arena *a = &u->arena;
	const char *gate = GATE " --pr-number none";
	user_append(u, "new", "XXX");
	infxcheck(u, gate, 0, "no findings");
	user_expect(u, "cp perf-changelog.yaml good", 0, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		user_expect(u, rows[i].spoil, 0, NULL);
		user_expect(u, "! cmp -s good perf-changelog.yaml", 0, NULL);
		infxcheck(u, gate, 1, "[--fix]");
		infxcheck(u, gate, 1, str_fmt(a, "'infxcheck check --fix --base-ref main "
			"--pr-number none' mends %s of them", rows[i].marks).p);
		run_told(u, gate, 0, "no findings");
		infxcheck(u, gate, 0, "no findings");
		user_expect(u, "cmp good perf-changelog.yaml", 0, NULL);
	}
}

/* A misspelt field is one fault: not that the right one is missing, too. */
static void
test_one_error_for_a_typo(void **state)
{
	struct user *u = *state;
	static const char *const field[][2] = {{"description", "descripton"}, {"pr-link", "pr-lnk"}};
	for (size_t i = 0; i < 2; i++) {
		user_expect(u, "git checkout -q .", 0, NULL);
		user_append(u, "new", "XXX");
		user_expect(u, str_fmt(&u->arena, "n=$(grep -n %s: perf-changelog.yaml | tail -n 1 | "
			"cut -d : -f 1) && sed -i \"${n}s/%s/%s/\" perf-changelog.yaml",
			field[i][0], field[i][0], field[i][1]).p, 0, NULL);
		infxcheck(u, GATE " --pr-number none", 1, "1 error,");
		infxcheck(u, "check --base-ref main --pr-number none", 1, "1 error,");
	}
	user_expect(u, "git checkout -q . && sed -i s/framework:/framewrk:/ "
		       "configs/amd-master.yaml", 0, NULL);
	infxcheck(u, "check", 1, "1 error,");
}

/* What is said about a placeholder leads to a run that takes it, or puts the link in. */
static void
test_placeholder(void **state)
{
	struct user *u = *state;
	user_append(u, "new", LINK "XXX");
	infxcheck(u, GATE, 1, "while there is no pull request 'XXX' is right: give --pr-number "
			      "none; once there is one, --pr-number N");
	infxcheck(u, GATE " --pr-number none", 0, "no findings");
	infxcheck(u, GATE " --pr-number 7", 0, "write pr-link: " LINK "7 [--fix]");
	run_told(u, GATE " --pr-number 7", 0, "no findings");
	user_expect(u, "tail -n 1 perf-changelog.yaml", 0, "pr-link: " LINK "7\n");
	infxcheck(u, "explain pr-link-placeholder", 0,
		"'infxcheck check --fix --base-ref origin/main --pr-number N'");
}

/* An empty line too many behind an old entry: 'check --fix' leaves it alone. */
static void
test_unmarked_is_left(void **state)
{
	struct user *u = *state;
	user_expect(u, "echo >> perf-changelog.yaml", 0, NULL);
	user_append(u, "new", "XXX");
	infxcheck(u, GATE " --pr-number none", 1, "2 empty lines stand before new entry");
	user_expect(u, str_fmt(&u->arena, "! '%s' " GATE " --pr-number none | grep -e --fix",
		user_program(u)).p, 0, NULL);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, user_setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_marked_is_mended),
		TEST(test_one_error_for_a_typo),
		TEST(test_placeholder),
		TEST(test_unmarked_is_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
