/* Which entries are new: real git repositories, the program as a process. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;
static const char *dir;

static const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent",
	"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
	"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org", NULL};

static void
command(const char *words)
{
	const char *argv[32];
	size_t n = 0;
	struct str rest = str_from(words);
	while (rest.n)
		argv[n++] = str_z(&arena, str_cut(rest, ' ', &rest));
	argv[n] = NULL;
	struct outcome o = run_program(&arena, dir, argv, env, S(""));
	if (o.code)
		fail_msg("%s: %.*s", words, STR(o.err));
}

static struct outcome
check(const char *folder)
{
	const char *v = getenv("INFXCHECK");
	const char *argv[] = {v ? v : "build/release/infxcheck", "check", "--root", folder,
		"--format", "short", "--coverage", NULL};
	return run_program(&arena, NULL, argv, env, S(""));
}

static void
append_entry(const char *link)
{
	const char *path = str_fmt(&arena, "%s/perf-changelog.yaml", dir).p;
	struct str more = str_fmt(&arena,
		"\n- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n    - \"%s\"\n"
		"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/%s\n",
		link, link);
	write_file(path, str_cat(&arena, read_file(&arena, path), more));
}

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	dir = make_folder(&arena);
	command(str_fmt(&arena, "cp -R %s/_base/. .", fixtures_folder()).p);
	command("git init -q .");
	command("git add .");
	command("git commit -q -m base");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	remove_folder(dir);
	arena_release(&arena);
	return 0;
}

static void
expect(const char *folder, int code, const char *text)
{
	struct outcome o = check(folder);
	if (o.code != code || (text && !str_contains(o.out, str_from(text))))
		fail_msg("code %d\n%.*s%.*s", o.code, STR(o.out), STR(o.err));
}

static void
test_life_of_an_entry(void **state)
{
	(void)state;
	append_entry("TBD");
	expect(dir, 1, "perf-changelog.yaml:17:62:"); /* not committed */
	command("git add .");
	expect(dir, 1, "perf-changelog.yaml:17:62:"); /* staged */
	command("git commit -q -m entry");
	expect(dir, 1, "perf-changelog.yaml:17:62:"); /* the newest commit */
	write_file(str_fmt(&arena, "%s/other", dir).p, S("x"));
	command("git add .");
	command("git commit -q -m other");
	expect(dir, 1, "perf-changelog.yaml:17:62:"); /* the newest that touches the file */
	append_entry("19");
	expect(dir, 0, NULL); /* the faulty one is history now */
	command("git commit -q -a -m next");
	expect(dir, 0, NULL);
}

static void
test_several_new_entries(void **state)
{
	(void)state;
	append_entry("TBD");
	append_entry("19");
	append_entry("TODO");
	command("git commit -q -a -m three");
	struct outcome o = check(dir);
	assert_int_equal(o.code, 1);
	assert_true(str_contains(o.out, S("perf-changelog.yaml:17:62:")));
	assert_true(str_contains(o.out, S("perf-changelog.yaml:29:62:")));
}

static void
test_shallow_clone_says_so(void **state)
{
	(void)state;
	append_entry("TBD");
	append_entry("19");
	command("git commit -q -a -m two");
	command("git clone -q --no-local --depth 1 . clone");
	const char *clone = str_fmt(&arena, "%s/clone", dir).p;
	expect(clone, 0, "only the last entry counts as new");
}

static void
test_folder_inside_a_work_tree_is_no_history(void **state)
{
	(void)state;
	command("mkdir inner");
	command(str_fmt(&arena, "cp -R %s/_base/. inner", fixtures_folder()).p);
	command("git add .");
	command("git commit -q -m inner");
	expect(str_fmt(&arena, "%s/inner", dir).p, 0, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_life_of_an_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_several_new_entries, setup, teardown),
		cmocka_unit_test_setup_teardown(test_shallow_clone_says_so, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_folder_inside_a_work_tree_is_no_history, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
