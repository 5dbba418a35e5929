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
		TEST(test_unmarked_is_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
