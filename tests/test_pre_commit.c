/*
 * .pre-commit-hooks.yaml with the real pre-commit, in real repositories. The program is the
 * one under test, so that nothing is built; `make hook-build` is about the building.
 */
#include "support/user.h"

#include <stdio.h>
#include <stdlib.h>

#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"

static const char *
with_env(struct user *u, const char *line)
{
	return str_fmt(&u->arena,
		"export PRE_COMMIT_HOME='%s/.git/cache' HOME='%s/.git' INFXCHECK='%s'; %s",
		u->dir, u->dir, user_program(u), line)
		.p;
}

static void
run(struct user *u, const char *line, int code, const char *text)
{
	user_expect(u, with_env(u, line), code, text);
}

/* The hooks as a repository of their own, and a repository that uses them. */
static int
setup(void **state)
{
	user_setup(state);
	struct user *u = *state;
	run(u,
		str_fmt(&u->arena,
			"mkdir .git/hooks-repo && cd .git/hooks-repo && cp -R '%s/../tools' "
			"'%s/../.pre-commit-hooks.yaml' . && git init -q -b main . && git add . "
			"&& git commit -q -m hooks && git rev-parse HEAD > ../rev",
			fixtures_folder(), fixtures_folder())
			.p,
		0, NULL);
	return 0;
}

/* The user's configuration: this hook with these arguments. */
static void
configure(struct user *u, const char *id, const char *args)
{
	run(u,
		str_fmt(&u->arena,
			"printf 'repos:\\n- repo: %%s/.git/hooks-repo\\n  rev: %%s\\n  hooks:\\n"
			"  - id: %s\\n    args: [%s]\\n' \"$PWD\" \"$(cat .git/rev)\" > "
			".pre-commit-config.yaml && git add . && git commit -q -m hook && "
			"git checkout -q -b feature",
			id, args)
			.p,
		0, NULL);
}

static void
test_commit(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck", "");
	run(u, "pre-commit install", 0, NULL);
	user_append(u, "new", "TBD");
	run(u, "git commit -a -m bad", 1, "ends in 'TBD'");
	run(u, "git log --oneline main.. | wc -l", 0, "0");
	run(u, "sed -i s/TBD/XXX/ perf-changelog.yaml && git commit -a -m good", 0, "Passed");
	run(u, "git log --oneline main.. | wc -l", 0, "1");
	run(u, "git rm -q configs/runners.yaml && git commit -q -m gone", 1,
		"configs/runners.yaml");
}

/* pre-commit puts aside what is not staged. */
static void
test_staged_is_what_counts(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck", "");
	run(u, "pre-commit install", 0, NULL);
	user_append(u, "new", "TBD");
	run(u, "echo x > note && git add note && git commit -q -m note", 0, "Passed");
	run(u, "grep -q TBD perf-changelog.yaml", 0, NULL);
	run(u, "git commit -q -m bad perf-changelog.yaml", 1, "'TBD'");
}

static void
test_arguments(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck", "--pr-number=13, --base-ref, HEAD");
	user_append(u, "new", LINK "14");
	run(u, "git add . && pre-commit run", 1, "[pr-link-wrong-number]");
	run(u, "git commit -q -m x && pre-commit run --all-files", 0, "Passed"); /* HEAD has it */
}

static void
test_ranges(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck", "");
	user_append(u, "new", "TBD");
	run(u, "git commit -q -a -m bad && git revert --no-edit HEAD", 0, NULL);
	run(u, "pre-commit run --all-files", 0, "Passed");
	run(u, "pre-commit run --from-ref HEAD~2 --to-ref HEAD~1", 1, "'TBD'");
	run(u, "pre-commit run --from-ref HEAD~1 --to-ref HEAD~1", 0, "Passed");
}

/* The whole branch counts, with the match of changes and entries. */
static void
test_gate_before_a_push(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck-gate", "");
	run(u, "git init -q --bare .git/far.git && git remote add origin .git/far.git && "
	       "git push -q origin main && pre-commit install -t pre-push",
		0, NULL);
	run(u, "sed -i 's/:v[0-9.]*$/:v0.1.0/' configs/amd-master.yaml && git commit -q -a -m c",
		0, NULL);
	run(u, "git push -q origin feature", 1, "[change-without-entry]");
	user_append(u, "new image", "XXX");
	run(u, "git commit -q -a -m entry && git push -q origin feature", 0, NULL);
	run(u, "echo x > note && git add note && git commit -q -m note && git push -q origin "
	       "feature", 0, NULL);
	user_append(u, "again", "TBD");
	run(u, "git commit -q -a -m bad && git push -q origin feature", 1, "'TBD'");
}

static void
test_beside_a_plain_hook(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck", "");
	run(u, str_fmt(&u->arena, "'%s' install-hook && pre-commit install",
		       user_program(u)).p, 0, NULL);
	user_append(u, "new", "TBD");
	run(u, "git commit -a -m bad 2>&1 | grep -c 'error: pr-link'", 0, "2"); /* both ran */
	run(u, str_fmt(&u->arena, "'%s' install-hook --uninstall", user_program(u)).p, 0, NULL);
	run(u, "git commit -a -m bad 2>&1 | grep -c 'error: pr-link'", 0, "1");
}

static void
test_missing_tools_are_named(void **state)
{
	struct user *u = *state;
	configure(u, "infxcheck", "");
	run(u, "mkdir .git/bin && for t in sh git dirname make gcc nproc; do "
	       "ln -s \"$(command -v $t)\" .git/bin/$t; done; ln -s gcc .git/bin/cc; "
	       "unset INFXCHECK; PATH=$PWD/.git/bin; sh .git/hooks-repo/tools/pre-commit commit",
		2, "there is no pkg-config");
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_commit),
		TEST(test_staged_is_what_counts),
		TEST(test_arguments),
		TEST(test_ranges),
		TEST(test_gate_before_a_push),
		TEST(test_beside_a_plain_hook),
		TEST(test_missing_tools_are_named),
	};
	if (system("command -v pre-commit >/dev/null") != 0) {
		puts("skipped: test_pre_commit needs pre-commit");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
