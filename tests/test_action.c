/*
 * The shell steps of action.yml in real repositories, with the environment that GitHub sets.
 * What GitHub's runner makes of them is not tested here.
 */
#include "support/user.h"
#include "support/yaml_show.h"

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

/* ---- the files that GitHub and pre-commit read -------------------------------------- */

static struct yaml_doc *
must_load(struct user *u, struct str text)
{
	struct yaml_doc *doc = show_load(&u->arena, text);
	if (!doc->safe_ok)
		fail_msg("no YAML: %.*s\n%.*s", STR(show_problems(&u->arena, doc)), STR(text));
	return doc;
}

static struct str
project_file(struct user *u, const char *path)
{
	return read_file(&u->arena, str_fmt(&u->arena, "%s/../%s", fixtures_folder(), path).p);
}

/* The indented block of a page that begins so, without its indent. */
static struct str
block(struct user *u, struct str page, const char *first)
{
	struct buf b = buf_new(&u->arena, 65536);
	size_t at = str_find(page, str_fmt(&u->arena, "\n    %s\n", first), 0);
	assert_true(at < page.n);
	struct str rest = str_slice(page, at + 1, page.n);
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		if (line.n && !str_starts(line, S("    ")))
			break;
		buf_add(&b, str_slice(line, line.n ? 4 : 0, line.n));
		buf_addc(&b, '\n');
	}
	return buf_str(&b);
}

/* What a step hands over is what the script takes. */
static size_t
check_environment(struct str script, const struct yaml_node *env)
{
	for (size_t i = 0; env && i < env->pairs.n; i++) {
		struct str name;
		assert_true(yaml_as_str(env->pairs.v[i].key, &name));
		if (!str_contains(script, name))
			fail_msg("nothing takes %.*s", STR(name));
	}
	return env ? env->pairs.n : 0;
}

/* Nothing of an event or an input is part of a script. */
static void
test_files_are_yaml(void **state)
{
	struct user *u = *state;
	const struct yaml_doc *action = must_load(u, project_file(u, "action.yml"));
	const struct yaml_node *steps = yaml_get(yaml_get(action->root, S("runs")), S("steps"));
	struct str program = project_file(u, "tools/action.sh");
	size_t scripts = 0, names = 0;
	assert_true(yaml_is(steps, YAML_LIST) && steps->list.n > 3);
	for (size_t i = 0; i < steps->list.n; i++) {
		struct str script;
		if (!yaml_as_str(yaml_get(steps->list.v[i], S("run")), &script))
			continue;
		assert_false(str_contains(script, S("${{")));
		names += check_environment(
			program, yaml_get(steps->list.v[i], S("env")));
		scripts++;
	}
	assert_int_equal(scripts, 3);
	assert_int_equal(names, 6);
	must_load(u, project_file(u, ".pre-commit-hooks.yaml"));
	struct str page = project_file(u, "docs/ci.md");
	const struct yaml_node *workflow = must_load(u, block(u, page, "name: infxcheck"))->root;
	assert_non_null(yaml_get(yaml_get(workflow, S("jobs")), S("gate")));
	assert_non_null(yaml_get(must_load(u, block(u, page, "repos:"))->root, S("repos")));
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, user_setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_files_are_yaml),
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
