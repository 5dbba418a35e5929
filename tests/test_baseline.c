/* Baselines, with the program as a process. */
#include "support/cli.h"

static struct arena arena;
static const char *w; /* a repository with one warning, image-tag-mutable */

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	w = cli_copy(&arena, "_base");
	cli_lay(&arena, w, "image-tag-mutable/bad");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	remove_folder(w);
	arena_release(&arena);
	return 0;
}

static struct str
file(const char *name)
{
	return read_file(&arena, str_fmt(&arena, "%s/%s", w, name).p);
}

static void
put(const char *name, struct str bytes)
{
	write_file(str_fmt(&arena, "%s/%s", w, name).p, bytes);
}

static void
expect(const char *words, int code, const char *has, const char *lacks)
{
	struct outcome o = cli_run(&arena, w, words);
	if (o.code != code || (has && !str_contains(o.out, str_from(has))) ||
		(lacks && str_contains(o.out, str_from(lacks))))
		fail_msg("'%s': code %d\n%.*s%.*s", words, o.code, STR(o.out), STR(o.err));
}

static void
expect_error(const char *words, const char *has)
{
	struct outcome o = cli_run(&arena, w, words);
	if (o.code != 2 || !str_contains(o.err, str_from(has)))
		fail_msg("'%s': code %d\n%.*s%.*s", words, o.code, STR(o.out), STR(o.err));
}

#define NVIDIA "configs/nvidia-master.yaml"
#define CREATE "baseline --create known.json"
#define CHECK "check --baseline known.json"

/* A second config with the image, of the same or another name in the subject. */
static void
add_config(const char *key, const char *image)
{
	cli_append(&arena, w, NVIDIA,
		str_fmt(&arena,
			"%s:\n  image: %s\n  model: example/Ling2-FP8\n  model-prefix: ling2\n"
			"  runner: b200\n  precision: fp8\n  framework: sglang\n"
			"  multinode: false\n  scenarios:\n    fixed-seq-len:\n"
			"      - isl: 8192\n        osl: 1024\n        search-space:\n"
			"          - { tp: 8, ep: 8, dp-attn: true, conc-list: [16] }\n",
			key, image)
			.p);
}

static void
test_life(void **state)
{
	(void)state;
	expect(CREATE, 0, "known.json was written\n", NULL);
	assert_true(str_eqz(file("known.json"),
		"{\n  \"version\": 1,\n  \"findings\": [\n"
		"    {\"path\": \"" NVIDIA "\", \"rule\": \"image-tag-mutable\", "
		"\"subject\": \"ling2-fp8-b200-sglang: lmsysorg/sglang:nightly\", \"count\": 1}\n"
		"  ]\n}\n"));
	expect(CREATE, 0, "known.json has nothing to change\n", NULL);
	expect(CHECK, 0, "1 suppressed, 1 of them by the baseline", "[image-tag-mutable]");
	expect(CHECK " --show-suppressed", 0, "allowed by known.json:4:5 (baseline)", NULL);
	expect(CHECK " --show-suppressed --format json", 0, "\"by\": \"baseline\"", NULL);
	/* Another place is the same finding. */
	struct buf b = buf_new(&arena, 1 << 20);
	for (size_t i = 0; i < 100; i++)
		buf_addz(&b, "# a line\n");
	buf_add(&b, file(NVIDIA));
	put(NVIDIA, buf_str(&b));
	expect(CHECK, 0, "1 suppressed", "[image-tag-mutable]");
	/* A new one is shown alone. */
	add_config("ling2-fp8-b200-sglang-mtp", "lmsysorg/sglang:latest");
	expect(CHECK, 1, "sglang:latest", "sglang:nightly");
	/* Mended: pruning takes the entry out and nothing in. */
	put(NVIDIA, read_file(&arena, cli_fixture(&arena, "_base/" NVIDIA)));
	add_config("ling2-fp8-b200-sglang-mtp", "lmsysorg/sglang:latest");
	expect(CHECK, 1, "known.json:4:5: note: this entry can go", NULL);
	expect("baseline --prune known.json --diff", 0, "-    {\"path\"", "+    {");
	expect("baseline --prune known.json", 0, "known.json was pruned\n", NULL);
	assert_true(str_eqz(file("known.json"), "{\n  \"version\": 1,\n  \"findings\": []\n}\n"));
	expect("baseline --prune known.json", 0, "nothing to change", NULL);
	expect(CHECK, 1, "[image-tag-mutable]", "baseline-stale");
}

/* More of a kind than there were: nobody can tell which is new. */
static void
test_counts(void **state)
{
	(void)state;
	put("known.json", S("{\"version\": 1, \"findings\": [{\"path\": \"perf-changelog.yaml\", "
			    "\"rule\": \"config-key-unknown\", \"subject\": \"none\", "
			    "\"count\": 1}]}\n"));
	put(NVIDIA, read_file(&arena, cli_fixture(&arena, "_base/" NVIDIA)));
	cli_append(&arena, w, "perf-changelog.yaml",
		"\n- pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/13\n"
		"  description:\n    - \"One\"\n  config-keys:\n    - none\n");
	expect(CHECK " --rule config-key-unknown --format short", 0, NULL,
		"config-key-unknown");
	cli_append(&arena, w, "perf-changelog.yaml", "    - none\n");
	expect(CHECK " --rule config-key-unknown", 1,
		"the baseline has 1 of this kind, now there are 2", NULL);
	expect(CHECK " --rule config-key-unknown --format short", 1,
		"perf-changelog.yaml:17:7: error", NULL);
	expect(CHECK " --rule config-key-unknown --format short", 1,
		"perf-changelog.yaml:18:7: error", NULL);
}

static void
test_limits(void **state)
{
	(void)state;
	cli_append(&arena, w, "perf-changelog.yaml",
		"\n- config-keys:\n    - ling2-fp8-b200-sglang\n  description:\n    - \"One\"\n"
		"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/x\n");
	expect(CREATE, 0, "1 finding of locked rules can't be in it", NULL);
	expect(CHECK, 1, "[pr-link-", "[image-tag-mutable]");
	/* Not every finding was looked for: nothing is told of entries. */
	put(NVIDIA, read_file(&arena, cli_fixture(&arena, "_base/" NVIDIA)));
	expect(CHECK " configs", 0, "no findings", NULL);
	expect(CHECK " --rule stale-comment --rule baseline-stale", 0, "no findings", NULL);
	expect_error("baseline", "give one of --create and --prune");
	expect_error("baseline --create a --prune b", "give one of --create and --prune");
	expect_error("baseline --prune none.json", "cannot open 'none.json'");
	expect_error("baseline --create none/known.json", "cannot open the folder 'none'");
	expect_error("check --baseline none.json", "cannot open 'none.json'");
	put("known.json", S("{\"version\": 1, \"findings\": [1]}\n"));
	expect(CHECK, 1, "[baseline-schema]", NULL);
	expect_error("baseline --prune known.json", "'known.json' has faults");
	assert_true(str_eqz(file("known.json"), "{\"version\": 1, \"findings\": [1]}\n"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_life, setup, teardown),
		cmocka_unit_test_setup_teardown(test_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
