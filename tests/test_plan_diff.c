/* What a change does to launches: a repository, then other files laid over it. */
#include "support/support.h"
#include "support/temp.h"

#include <stdlib.h>

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
copy_over(const char *folder, const char *name)
{
	const char *from = str_fmt(&arena, "%s/_plan/%s/.", fixtures_folder(), name).p;
	const char *argv[] = {"cp", "-R", from, folder, NULL};
	assert_int_equal(run_program(&arena, NULL, argv, temp_git_env, S("")).code, 0);
}

/* fixtures/_plan/tree, committed. */
static const char *
new_repository(void)
{
	const char *folder = temp_folder(&arena);
	copy_over(folder, "tree");
	temp_git(&arena, folder, "init", "-q", "-b", "main", NULL);
	temp_git(&arena, folder, "add", ".", NULL);
	temp_git(&arena, folder, "commit", "-q", "-m", "1", NULL);
	return folder;
}

static struct outcome
run(const char *folder, const char *words)
{
	const char *v = getenv("INFXCHECK");
	char *program = realpath(v ? v : "build/release/infxcheck", NULL);
	const char *argv[32] = {program};
	size_t n = 1;
	assert_non_null(program);
	for (struct str rest = str_from(words); rest.n;) {
		struct str w = str_cut(rest, ' ', &rest);
		assert_true(n < 31);
		argv[n++] = str_z(&arena, w);
	}
	struct outcome o = run_program(&arena, folder, argv, temp_git_env, S(""));
	free(program);
	return o;
}

/* A file of the repository, with one text in place of another. */
static void
edit(const char *folder, const char *file, const char *old, const char *new)
{
	struct str text = {0};
	assert_true(temp_get(&arena, folder, file, &text));
	size_t at = str_find(text, str_from(old), 0);
	assert_true(at < text.n);
	temp_put(&arena, folder, file,
		str_fmt(&arena, "%.*s%s%.*s", STR(str_slice(text, 0, at)), new,
			STR(str_slice(text, at + str_from(old).n, text.n))));
}

static void
expect(const char *folder, const char *name, const char *words)
{
	const char *path = str_fmt(&arena, "%s/_plan/%s", fixtures_folder(), name).p;
	struct outcome o = run(folder, words);
	assert_int_equal(o.code, 1);
	if (getenv("BLESS"))
		write_file(path, o.out);
	else if (!str_eq(o.out, read_file(&arena, path)))
		fail_msg("%s differs:\n%.*s%.*s", name, STR(o.out), STR(o.err));
}

static void
test_changes(void **state)
{
	(void)state;
	const char *folder = new_repository();
	copy_over(folder, "changed");
	expect(folder, "diff.txt", "plan --diff HEAD");
	expect(folder, "diff.json", "plan --diff main --format json");
}

static void
test_the_same(void **state)
{
	(void)state;
	const char *folder = new_repository();
	struct outcome o = run(folder, "plan --diff HEAD");
	assert_int_equal(o.code, 0);
	copy_over(folder, "same");
	o = run(folder, "plan --diff HEAD");
	if (o.code || !str_contains(o.out, S("points launch what they launch at HEAD\n")))
		fail_msg("%.*s%.*s", STR(o.out), STR(o.err));
}

/* One edit, and a line that the difference must have. */
static const struct {
	const char *file, *old, *new, *words, *line;
} edits[] = {
	{"benchmarks/benchmark_lib.sh", "--max-concurrency", "--concurrency",
		"plan --diff HEAD", "  + --concurrency 16"},
	{"runners/launch_b200-dgxc.sh", "PORT=8888", "PORT=9999",
		"plan --diff HEAD --config-key ling2-fp8-b200-trt", "  + --port=9999"},
	{"runners/launch_b200-dgxc.sh", "ALL,PORT=8888", "ALL,PORT=8888,NCCL_DEBUG=INFO",
		"plan --diff HEAD", NULL},
	{"benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_sglang.sh",
		"PYTHONNOUSERSITE=1 python3", "python3", "plan --diff HEAD --conc 64",
		"  - PYTHONNOUSERSITE=1"},
	{"benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_sglang.sh",
		"> /workspace/server.log 2>&1 &", "> /workspace/server.log 2>&1",
		"plan --diff HEAD --config-key ling2-fp8-b200-sglang",
		"  ~ runs in the foreground now"},
	{"benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_sglang.sh",
		"if [[ \"$GPU_NAME\" == *B200* ]]", "if true",
		"plan --diff HEAD --config-key ling2-fp8-b200-sglang",
		"  ~ in any case now"},
	{"configs/runners.yaml", "    - b200-nb_0\n", "",
		"plan --diff HEAD --config-key ling2-fp8-b200-trt",
		"  - no point any more"},
	{"configs/amd-master.yaml", "tp: 4, kv-offloading", "tp: 2, kv-offloading",
		"plan --diff HEAD",
		"  + a new point; it runs benchmarks/single_node/agentic"},
	{"benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_sglang.sh", "--tp \"$TP\"",
		"--tp 4",
		"plan --diff HEAD --recipe "
		"benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_sglang.sh "
		"--env-file given.env",
		"  + --tp 4"},
};

static void
test_edits(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		const char *folder = new_repository();
		temp_put(&arena, folder, "given.env",
			S("MODEL=m\nTP=8\nCONC=4\nISL=1\nOSL=1\nPORT=1\nEP_SIZE=1\n"));
		edit(folder, edits[i].file, edits[i].old, edits[i].new);
		struct outcome o = run(folder, edits[i].words);
		bool good = edits[i].line
				    ? o.code == 1 &&
					      str_contains(o.out, str_from(edits[i].line))
				    : o.code == 0;
		if (!good)
			fail_msg("edit %zu: code %d\n%.*s%.*s", i, o.code, STR(o.out),
				STR(o.err));
	}
}

static void
test_misuse(void **state)
{
	(void)state;
	static const struct {
		const char *words, *err;
	} rows[] = {
		{"plan --diff nonsense", "nonsense"},
		{"plan --diff HEAD --config-key ling2-fp8-b200-sglng",
			"did you mean 'ling2-fp8-b200-sglang'?"},
		{"plan --diff HEAD --recipe x.sh", "there is no recipe 'x.sh'"},
		{"plan --diff HEAD --conc 77", "no point has concurrency 77"},
		{"plan --diff HEAD --why port", "does not go with --diff"},
		{"plan --diff HEAD --root configs", "give the top of the repository"},
		{"plan --diff --output=x", "--output=x"},
	};
	const char *folder = new_repository();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct outcome o = run(folder, rows[i].words);
		if (o.code != 2 || o.out.n || !str_contains(o.err, str_from(rows[i].err)))
			fail_msg("'%s': code %d\n%.*s%.*s", rows[i].words, o.code,
				STR(o.out), STR(o.err));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_the_same),
		cmocka_unit_test(test_edits),
		cmocka_unit_test(test_misuse),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
