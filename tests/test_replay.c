/* Two trees through git, as a user has them: check and gate with a base, replay. */
#include "support/cli.h"

#include <jansson.h>

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

static void
git(const char *dir, const char *const *words)
{
	static const char *const env[] = {"PATH=/usr/bin:/bin", "HOME=/nonexistent",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", NULL};
	const char *argv[16] = {"git", "-C", dir};
	size_t n = 3;
	for (; *words; words++)
		argv[n++] = *words;
	struct outcome o = run_program(&arena, NULL, argv, env, S(""));
	if (o.code != 0)
		print_error("%.*s\n", STR(o.err));
	assert_int_equal(o.code, 0);
}

static void
commit(const char *dir)
{
	git(dir, (const char *const[]){"add", "-A", NULL});
	git(dir, (const char *const[]){"commit", "-q", "-m", "step", NULL});
}

static void
replace(const char *dir, const char *file, const char *from, const char *to)
{
	const char *path = str_fmt(&arena, "%s/%s", dir, file).p;
	struct str s = read_file(&arena, path), old = str_from(from);
	size_t at = str_find(s, old, 0);
	assert_true(at < s.n);
	struct str head = str_slice(s, 0, at), tail = str_slice(s, at + old.n, s.n);
	write_file(path, str_cat(&arena, str_cat(&arena, head, str_from(to)), tail));
}

static const char *
new_repository(void)
{
	const char *dir = cli_copy(&arena, "_base");
	cli_lay(&arena, dir, "_recipes");
	git(dir, (const char *const[]){"init", "-q", "-b", "main", NULL});
	commit(dir);
	return dir;
}

#define CONFIG "configs/nvidia-master.yaml"
#define RECIPE "benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_vllm.sh"

static const char entry[] = "\n"
			    "- config-keys:\n"
			    "    - ling2-fp8-b200-vllm\n"
			    "  description:\n"
			    "    - \"Update the image\"\n"
			    "  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/42\n";

static void
test_new_fixed_unchanged(void **state)
{
	(void)state;
	const char *dir = new_repository();
	replace(dir, CONFIG, "vllm-openai:v0.25.0", "vllm-openai:latest");
	replace(dir, CONFIG, "release:1.3.0rc18", "release:latest");
	commit(dir);
	struct outcome o = cli_run(&arena, dir, "check --base-ref HEAD");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("no findings\nagainst HEAD: 0 fixed")));
	o = cli_run(&arena, dir, "check --base-ref HEAD --show all");
	assert_int_equal(o.code, 0); /* what was there before fails nothing */
	assert_true(str_contains(o.out, S("[image-tag-mutable] (unchanged)")));
	assert_true(str_contains(o.out, S("0 fixed, 2 unchanged")));
	replace(dir, CONFIG, "vllm-openai:latest", "vllm-openai:v0.25.1");
	cli_append(&arena, dir, "perf-changelog.yaml", entry);
	o = cli_run(&arena, dir, "gate --base-ref HEAD --show new,fixed --pr-number 42");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("fixed:\n" CONFIG ":2:10: warning:")));
	assert_true(str_contains(o.out, S("against HEAD: 1 fixed")));
	assert_true(str_contains(o.out, S("new entries:\n  entry 2, line 7\n    ling2-fp8-b200-vllm ")));
	assert_true(str_contains(o.out, S(" 8 jobs; changed: image\n")));
	o = cli_run(&arena, dir, "check --base-ref HEAD --show fixed --format json");
	json_t *root = json_loadb(o.out.p, o.out.n, 0, NULL);
	json_t *list = json_object_get(root, "findings");
	assert_int_equal(json_array_size(list), 1);
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(list, 0), "status")), "fixed");
	json_decref(root);
	remove_folder(dir);
}

/* Lines that only moved are no change, and a new finding elsewhere names its cause. */
static void
test_moved_and_caused(void **state)
{
	(void)state;
	const char *dir = new_repository();
	replace(dir, CONFIG, "vllm-openai:v0.25.0", "vllm-openai:latest");
	commit(dir);
	replace(dir, CONFIG, "ling2-fp8-b200-vllm:", "# A comment\n# of two lines.\n"
						    "ling2-fp8-b200-vllm:");
	assert_int_equal(cli_run(&arena, dir, "check --base-ref HEAD").code, 0);
	replace(dir, RECIPE, "--max-num-seqs 512", "--max-num-seqs 256");
	struct outcome o = cli_run(&arena, dir, "check --base-ref HEAD");
	assert_int_equal(o.code, 1);
	assert_true(str_contains(o.out, S(RECIPE ":20:1: error: the runs of ling2-fp8-b200-vllm")));
	replace(dir, RECIPE, "--max-num-seqs 256", "--max-num-seqs 512");
	replace(dir, CONFIG, "vllm-openai:latest", "vllm-openai:v0.26.0");
	o = cli_run(&arena, dir, "check --base-ref HEAD");
	assert_true(str_contains(o.out, S("changed here")));
	remove_folder(dir);
}

/* A recipe deleted: the change is named, no line that has nothing to do with it; nor is
 * the recipe of other hardware what was meant. */
static void
test_recipe_deleted(void **state)
{
	(void)state;
	const char *dir = new_repository();
	const char *other = "benchmarks/single_node/fixed_seq_len/ling2_fp8_b300_vllm.sh";
	replace(dir, CONFIG, "vllm-openai:v0.25.0", "vllm-openai:v0.25.1");
	git(dir, (const char *const[]){"mv", RECIPE, other, NULL});
	struct outcome o = cli_run(&arena, dir, "check --base-ref HEAD");
	assert_int_equal(o.code, 1);
	assert_true(str_contains(o.out, S("[recipe-file-missing]")));
	assert_true(str_contains(o.out, S("note: this change deletes '" RECIPE "'")));
	assert_true(str_contains(o.out, S("keep the file")));
	assert_false(str_contains(o.out, S("did you mean 'ling2_fp8_b300")));
	o = cli_run(&arena, dir, "check");
	assert_true(str_contains(o.out, S("[recipe-file-missing]")));
	assert_false(str_contains(o.out, S("did you mean 'ling2_fp8_b300")));
	remove_folder(dir);
}

/* The same answer from a work tree, a bare repository and a clone of depth 2. */
static void
test_same_everywhere(void **state)
{
	(void)state;
	const char *dir = new_repository(), *other = make_folder(&arena);
	replace(dir, CONFIG, "vllm-openai:v0.25.0", "vllm-openai:v0.25.1");
	commit(dir);
	const char *words = "check --base-ref HEAD~1 --head-ref HEAD --format short";
	struct str want = cli_run(&arena, dir, words).out;
	assert_true(str_contains(want, S("[change-without-entry]")));
	const char *bare = str_fmt(&arena, "%s/bare", other).p;
	const char *shallow = str_fmt(&arena, "%s/shallow", other).p;
	git(dir, (const char *const[]){"clone", "-q", "--bare", dir, bare, NULL});
	const char *url = str_fmt(&arena, "file://%s", dir).p;
	git(dir, (const char *const[]){"clone", "-q", "--depth", "2", url, shallow, NULL});
	assert_true(str_eq(cli_run(&arena, shallow, words).out, want));
	struct outcome o =
		cli_run(&arena, dir, str_fmt(&arena, "%s --root %s", words, bare).p);
	assert_true(str_eq(o.out, want));
	remove_folder(dir);
	remove_folder(other);
}

static void
test_replay(void **state)
{
	(void)state;
	const char *dir = new_repository();
	replace(dir, CONFIG, "vllm-openai:v0.25.0", "vllm-openai:latest");
	commit(dir);
	replace(dir, CONFIG, "vllm-openai:latest", "vllm-openai:v0.25.1");
	cli_append(&arena, dir, "perf-changelog.yaml", entry);
	commit(dir);
	replace(dir, RECIPE, "--max-num-seqs 512", "--max-num-seqs 256");
	commit(dir);
	struct outcome o = cli_run(&arena, dir, "replay");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("[image-tag-mutable] fixed by ")));
	assert_true(str_contains(o.out, S("3 steps, 3 findings\n")));
	assert_true(str_contains(o.out, S("     2 change-without-entry ")));
	o = cli_run(&arena, dir, "replay --since HEAD~1 --json");
	json_t *root = json_loadb(o.out.p, o.out.n, 0, NULL);
	assert_int_equal(json_integer_value(json_object_get(root, "steps")), 1);
	assert_int_equal(json_array_size(json_object_get(root, "findings")), 1);
	json_decref(root);
	assert_int_equal(cli_run(&arena, dir, "replay --since nowhere").code, 2);
	assert_int_equal(cli_run(&arena, dir, "replay --steps x").code, 2);
	remove_folder(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_new_fixed_unchanged, setup, teardown),
		cmocka_unit_test_setup_teardown(test_moved_and_caused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_recipe_deleted, setup, teardown),
		cmocka_unit_test_setup_teardown(test_same_everywhere, setup, teardown),
		cmocka_unit_test_setup_teardown(test_replay, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
