/* infxcheck install-hook as a user of plain git meets it. */
#include "support/user.h"

#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"

static void
infxcheck(struct user *u, const char *words, int code, const char *text)
{
	const char *script = str_fmt(&u->arena, "'%s' %s", user_program(u), words).p;
	user_expect(u, script, code, text);
}

static void
test_bad_commit_is_blocked(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, ".git/hooks/pre-commit");
	user_append(u, "new", "TBD");
	user_expect(u, "git commit -a -m bad", 1, "ends in 'TBD'");
	user_expect(u, "git log --oneline | wc -l", 0, "1");
	user_expect(u, "git commit -a -m bad 2>&1 | tail -n 1", 0, "nothing was committed");
	user_expect(u, "git commit -q --no-verify -a -m bad", 0, NULL);
	user_expect(u, "git log --oneline | wc -l", 0, "2");
}

/* The first of the commands that the hook names in its last line. */
#define TOLD "sed -n \"s/^infxcheck: nothing was committed. '\\([^']*\\)'.*/\\1/p\""

/* What the hook says does what it says, and takes a placeholder as the hook does. */
static void
test_mended_as_told(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_append(u, "new", LINK "XXX");
	user_expect(u, "printf '\n\n' >> perf-changelog.yaml && git add .", 0, NULL);
	user_expect(u, "git commit -m bad", 1, "[--fix]");
	user_expect(u, "git commit -m bad", 1, "then 'git add -u' and commit again;");
	user_expect(u, "eval \"$(git commit -m bad 2>&1 | " TOLD ")\"", 0, "no findings");
	user_expect(u, "git commit -m bad", 1, "on disk it is different: perf-changelog.yaml\n");
	user_expect(u, "git add -u && git commit -m good", 0, NULL);
	user_expect(u, "git log --oneline | wc -l", 0, "2");
}

static void
test_first_commit_is_mended_as_told(void **state)
{
	struct user *u = *state;
	user_expect(u, "rm -rf .git && git init -q -b main .", 0, NULL);
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "sed -i 's/^  framework:/  framewrk:/;s/^    framework:/    framewrk:/' "
		       "configs/amd-master.yaml && git add . && ! git diff --cached --quiet",
		0, NULL);
	user_expect(u, "git commit -m bad", 1, "[--fix]");
	user_expect(u, "eval \"$(git commit -m bad 2>&1 | " TOLD ")\"", 0, "no findings");
	user_expect(u, "git add -u && git commit -m good", 0, NULL);
}

/* Where nothing can be mended, nothing is said of mending; nor of a difference, without. */
static void
test_nothing_to_mend(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_append(u, "new", "TBD");
	user_expect(u, "git add . && ! git commit -m bad > out 2>&1 && cat out", 0, "'TBD'");
	user_expect(u, "! grep -e --fix -e 'on disk' out", 0, NULL);
}

static void
test_good_commit_passes_silently(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_append(u, "new", "XXX");
	user_expect(u, "git add . && test -z \"$(git commit -q -m entry 2>&1)\"", 0, NULL);
	user_expect(u, "test -z \"$(git status --porcelain)\"", 0, NULL);
}

/* What is staged counts, in all ways in which git makes a commit. */
static void
test_staged_is_what_counts(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "git checkout -q -b feature", 0, NULL);
	user_append(u, "new", "TBD");
	user_expect(u, "echo x > note && git add note && git commit -q -m note", 0, NULL);
	user_expect(u, "git commit -q -m bad perf-changelog.yaml", 1, "'TBD'");
	user_expect(u, "git add . && git checkout-index -f -a && git commit -q -m bad", 1, "'TBD'");
	user_expect(u, "sed -i s/TBD/XXX/ perf-changelog.yaml && git commit -q -m bad", 1,
		"'TBD'");
	user_expect(u, "git commit -q -a -m good", 0, NULL);
}

static void
test_edited_history_is_blocked(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "sed -i s/First/Some/ perf-changelog.yaml && git commit -a -m edit", 1,
		"[changelog-history-edited]");
}

static void
test_deletion_is_seen(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "git rm -q configs/runners.yaml && git commit -q -m gone", 1,
		"configs/runners.yaml");
}

/* A change and its entry may be two commits; that they match is asked at the end. */
static void
test_entry_and_change_in_two_commits(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "git checkout -q -b feature", 0, NULL);
	user_expect(u,
		"sed -i 's/:v[0-9.]*$/:v0.1.0/' configs/amd-master.yaml && "
		"! git diff --quiet && git commit -q -a -m change",
		0, NULL);
	infxcheck(u, "gate --base-ref main --pr-number none", 1, "[change-without-entry]");
}

static void
test_unborn_branch(void **state)
{
	struct user *u = *state;
	user_expect(u, "rm -rf .git && git init -q -b main .", 0, NULL);
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "git add . && git commit -q -m first", 0, NULL);
}

/* Main's own entries are no findings of the branch that merges them. */
static void
test_merge_of_main(void **state)
{
	struct user *u = *state;
	user_expect(u, "git checkout -q -b feature", 0, NULL);
	user_append(u, "branch", LINK "13");
	user_expect(u, "git commit -q -a -m feature && git checkout -q main", 0, NULL);
	user_append(u, "main", "TBD");
	user_expect(u, "git commit -q -a -m main && git checkout -q feature", 0, NULL);
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "git merge -q main", 1, NULL);
	infxcheck(u, "resolve-conflict --pr-number 13", 0, NULL);
	user_expect(u, "git add . && git commit -q --no-edit", 0, NULL);
	infxcheck(u, "check --base-ref HEAD~2", 1, "'TBD'"); /* which the merge has */
}

static void
test_other_hook_is_kept(void **state)
{
	struct user *u = *state;
	user_expect(u,
		"printf '#!/bin/sh\\necho other hook; test ! -e stop\\n' > .git/hooks/pre-commit && "
		"chmod +x .git/hooks/pre-commit && cp .git/hooks/pre-commit saved",
		0, NULL);
	infxcheck(u, "install-hook", 0, "the other hook is kept");
	infxcheck(u, "install-hook", 0, NULL); /* twice is once */
	user_append(u, "new", "TBD");
	user_expect(u, "git commit -a -m bad", 1, "other hook");
	user_expect(u, "git commit -a -m bad", 1, "'TBD'");
	user_expect(u, "sed -i s/TBD/XXX/ perf-changelog.yaml && touch stop && git commit -a -m x",
		1, NULL);
	user_expect(u, "rm stop && git commit -q -a -m x", 0, "other hook");
	infxcheck(u, "install-hook --uninstall", 0, NULL);
	infxcheck(u, "install-hook --uninstall", 0, NULL);
	user_expect(u, "cmp saved .git/hooks/pre-commit && test -x .git/hooks/pre-commit && "
		       "! ls .git/hooks | grep before", 0, NULL);
}

static void
test_two_other_hooks_are_refused(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "cd .git/hooks && echo a > pre-commit.before-infxcheck && "
		       "echo b > pre-commit", 0, NULL);
	infxcheck(u, "install-hook", 2, "in the way");
	user_expect(u, "cat .git/hooks/pre-commit", 0, "b");
}

static void
test_configured_hooks_path(void **state)
{
	struct user *u = *state;
	user_expect(u, "git config core.hooksPath .githooks", 0, NULL);
	infxcheck(u, "install-hook", 0, "/.githooks/pre-commit");
	user_append(u, "new", "TBD");
	user_expect(u, "git commit -q -a -m bad", 1, "'TBD'");
	user_expect(u, "! ls .git/hooks/pre-commit", 0, NULL);
	infxcheck(u, "install-hook --uninstall", 0, "without infxcheck");
	user_expect(u, "! ls .githooks/pre-commit", 0, NULL);
}

static void
test_work_tree_and_subfolder(void **state)
{
	struct user *u = *state;
	user_expect(u, "git worktree add -q -b other wt", 0, NULL);
	infxcheck(u, "install-hook --root wt/configs", 0, "/.git/hooks/pre-commit");
	user_expect(u, "cd wt/configs && echo ' : [' >> runners.yaml && git commit -q -a -m bad",
		1, "[yaml-syntax]");
	user_expect(u, "cd configs && echo ' : [' >> runners.yaml && git commit -q -a -m bad", 1,
		"[yaml-syntax]");
}

static void
test_shared_with_other_repositories(void **state)
{
	struct user *u = *state;
	user_expect(u, "git config core.hooksPath \"$PWD/hooks\"", 0, NULL);
	infxcheck(u, "install-hook", 0, NULL);
	user_expect(u, "git init -q else && cd else && git config core.hooksPath ../hooks && "
		       "echo x > y && git add . && git commit -q -m y", 0, NULL);
}

static void
test_program_that_is_gone(void **state)
{
	struct user *u = *state;
	user_expect(u, str_fmt(&u->arena, "mkdir \"it's\" && cp '%s' \"it's/tool\" && "
				"\"it's/tool\" install-hook", user_program(u)).p, 0, NULL);
	user_append(u, "new", "XXX");
	user_expect(u, "git commit -q -m ok perf-changelog.yaml", 0, NULL);
	user_append(u, "newer", "XXX");
	user_expect(u, "rm -r \"it's\" && git commit -q -a -m x", 1, "install-hook' again");
}

static void
test_trouble(void **state)
{
	struct user *u = *state;
	infxcheck(u, "install-hook now", 2, "takes no operand");
	user_expect(u, "rm -rf .git", 0, NULL);
	infxcheck(u, "install-hook", 2, NULL);
	user_expect(u, "git init -q --bare b.git", 0, NULL);
	infxcheck(u, "install-hook --root b.git", 2, "bare repository");
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, user_setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_bad_commit_is_blocked),
		TEST(test_mended_as_told),
		TEST(test_first_commit_is_mended_as_told),
		TEST(test_nothing_to_mend),
		TEST(test_good_commit_passes_silently),
		TEST(test_staged_is_what_counts),
		TEST(test_edited_history_is_blocked),
		TEST(test_deletion_is_seen),
		TEST(test_entry_and_change_in_two_commits),
		TEST(test_unborn_branch),
		TEST(test_merge_of_main),
		TEST(test_other_hook_is_kept),
		TEST(test_two_other_hooks_are_refused),
		TEST(test_configured_hooks_path),
		TEST(test_work_tree_and_subfolder),
		TEST(test_shared_with_other_repositories),
		TEST(test_program_that_is_gone),
		TEST(test_trouble),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
