/*
 * The shell steps of action.yml in real repositories, with the environment that GitHub sets.
 * What GitHub's runner makes of them is not tested here.
 */
#include "support/user.h"

#include <stdlib.h>

#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"

/* The gate of a fresh runner; `env` are assignments in front of it. */
static void
gate(struct user *u, const char *env, const char *status, const char *text)
{
	const char *line = str_fmt(&u->arena,
		"rm -rf .git/run && mkdir .git/run && export GITHUB_WORKSPACE=\"$PWD\" "
		"RUNNER_TEMP=\"$PWD/.git/run\" GITHUB_ACTIONS=true INFXCHECK='%s' "
		"GITHUB_OUTPUT=\"$PWD/.git/run/out\" GITHUB_STEP_SUMMARY=\"$PWD/.git/run/sum\" && "
		"cd / && %s bash '%s/../tools/action.sh' gate",
		user_program(u), env, fixtures_folder())
				   .p;
	user_expect(u, line, 0, text);
	user_expect(u, str_fmt(&u->arena, "grep -x status=%s .git/run/out", status).p, 0, NULL);
}

/* HEAD becomes the merge commit of pull request 13, whose branch has the link. */
static const char *
pull_request(struct user *u, const char *link)
{
	user_expect(u, "git checkout -q -b feature", 0, NULL);
	user_append(u, "new", link);
	user_expect(u,
		"git commit -q -a -m entry && git checkout -q main && echo x > note && "
		"git add note && git commit -q -m more && "
		"git checkout -q --detach && git merge -q --no-ff --no-edit feature",
		0, NULL);
	struct str sha = user_try(u, "git rev-parse HEAD").out;
	return str_fmt(&u->arena,
		"GITHUB_REF=refs/pull/13/merge GITHUB_SHA=%.*s INPUT_PR_NUMBER=13",
		STR(str_trim(sha)))
		.p;
}

static void
test_clean_pull_request(void **state)
{
	struct user *u = *state;
	gate(u, pull_request(u, LINK "13"), "0", "no findings");
	user_expect(u, "test -s .git/run/sum && grep -q '\"version\": *\"2.1.0\"' "
		       ".git/run/infxcheck.sarif", 0, NULL);
	user_expect(u, "grep -x \"sarif=$PWD/.git/run/infxcheck.sarif\" .git/run/out", 0, NULL);
}

static void
test_faulty_pull_request(void **state)
{
	struct user *u = *state;
	const char *env = pull_request(u, LINK "TBD");
	gate(u, env, "1", "\n::error file=perf-changelog.yaml,line=17,");
	gate(u, env, "1", "::stop-commands::");
	user_expect(u, "grep -x errors=1 .git/run/out && grep -x warnings=0 .git/run/out", 0,
		NULL);
	user_expect(u, "grep -q pr-link-placeholder .git/run/sum && "
		       "grep -q pr-link-placeholder .git/run/infxcheck.sarif", 0, NULL);
	gate(u, str_fmt(&u->arena, "INPUT_FAIL_ON=never %s", env).p, "0", "'TBD'");
	gate(u, str_fmt(&u->arena, "INPUT_BASE=HEAD %s", env).p, "0", "no findings");
}

/* With `ref:` HEAD is the branch, here with main merged into it: its parents mislead. */
static void
test_checkout_of_the_branch(void **state)
{
	struct user *u = *state;
	pull_request(u, LINK "14");
	user_expect(u, "git checkout -q feature && git merge -q --no-edit main && "
		       "echo x >> note && git commit -q -a -m x && git merge -q --no-ff "
		       "--no-edit main", 0, NULL);
	gate(u, "EVENT_BASE=$(git -C $GITHUB_WORKSPACE rev-parse main) INPUT_PR_NUMBER=13 "
		"GITHUB_REF=refs/pull/13/merge GITHUB_SHA=0123456789012345678901234567890123456789",
		"1", "[pr-link-wrong-number]");
}

/* What main got after the branch left it is no edit of history. */
static void
test_branch_that_is_behind(void **state)
{
	struct user *u = *state;
	user_expect(u, "git branch feature", 0, NULL);
	user_append(u, "main", LINK "12");
	user_expect(u, "git commit -q -a -m main && git checkout -q feature", 0, NULL);
	user_append(u, "branch", LINK "13");
	user_expect(u, "git commit -q -a -m branch", 0, NULL);
	gate(u, "EVENT_BASE=$(git -C $GITHUB_WORKSPACE rev-parse main) INPUT_PR_NUMBER=13", "0",
		"no findings");
}

static void
test_shallow_checkout(void **state)
{
	struct user *u = *state;
	const char *env = pull_request(u, LINK "TBD");
	user_expect(u, "git branch pr && git clone -q --no-local --depth 1 -b pr . shallow", 0,
		NULL);
	gate(u, str_fmt(&u->arena, "INPUT_PATH=shallow %s "
			"EVENT_BASE=$(git -C $GITHUB_WORKSPACE rev-parse main)", env).p,
		"1", "'TBD'"); /* the base is fetched */
	user_expect(u, "rm -rf shallow && git clone -q --no-local --depth 1 -b pr . shallow && "
		       "git -C shallow remote remove origin", 0, NULL);
	gate(u, str_fmt(&u->arena, "INPUT_PATH=shallow %s "
			"EVENT_BASE=$(git -C $GITHUB_WORKSPACE rev-parse main)", env).p,
		"2", "fetch-depth: 0");
	user_expect(u, "! grep sarif .git/run/out", 0, NULL);
}

static void
test_trouble_is_no_finding(void **state)
{
	struct user *u = *state;
	gate(u, "", "2", "::error title=infxcheck could not run::no base");
	gate(u, "EVENT_BASE=0000000000000000000000000000000000000000", "2", "a new branch");
	gate(u, "INPUT_BASE=HEAD INPUT_FAIL_ON=never-mind", "2", "exit status 2");
	gate(u, "INPUT_BASE=HEAD INPUT_PR_NUMBER=x", "2", "exit status 2");
	gate(u, "INPUT_BASE=--all", "2", "not in this checkout");
}

/* Inputs are data, whatever they hold. */
static void
test_hostile_inputs(void **state)
{
	struct user *u = *state;
	const char *names[] = {"INPUT_BASE", "INPUT_PR_NUMBER", "INPUT_FAIL_ON", "EVENT_BASE"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		gate(u, str_fmt(&u->arena,
				"cd \"$GITHUB_WORKSPACE\"; INPUT_BASE=%s %s='$(touch hit)`touch hit`;"
				" touch hit' ",
				i == 3 ? "" : "HEAD", names[i]).p, "2", NULL);
	user_expect(u, "! ls hit", 0, NULL);
	user_expect(u,
		str_fmt(&u->arena,
			"grep 'run:' '%s/../action.yml' | grep -v '^ *run: bash "
			"\"[$]GITHUB_ACTION_PATH/tools/action.sh\" [a-z]*$'",
			fixtures_folder())
			.p,
		1, NULL);
}

static void
test_verdict(void **state)
{
	struct user *u = *state;
	const char *script = str_fmt(
		&u->arena, "bash '%s/../tools/action.sh' verdict", fixtures_folder()).p;
	user_expect(u, str_fmt(&u->arena, "STATUS=0 %s", script).p, 0, NULL);
	user_expect(u, str_fmt(&u->arena, "STATUS=1 %s", script).p, 1, "findings");
	user_expect(u, str_fmt(&u->arena, "STATUS= %s", script).p, 2, "could not run");
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, user_setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_clean_pull_request),
		TEST(test_faulty_pull_request),
		TEST(test_checkout_of_the_branch),
		TEST(test_branch_that_is_behind),
		TEST(test_shallow_checkout),
		TEST(test_trouble_is_no_finding),
		TEST(test_hostile_inputs),
		TEST(test_verdict),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
