/* The commands that list: recipes, fact. */
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

static struct outcome
recipes(const char *words)
{
	return cli_run(&arena, "/",
		str_fmt(&arena, "recipes --root %s %s", cli_fixture(&arena, "demo"), words).p);
}

#define RECIPE "benchmarks/single_node/agentic/ling2_fp4_mi355x_vllm_mtp.sh"
#define KEY "ling2-fp4-mi355x-vllm-agentic-mtp"

static void
test_recipes_both_ways(void **state)
{
	(void)state;
	struct outcome o = recipes("");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out,
		S(KEY "\n  " RECIPE "\n"
		      "      2 arms, concurrency 4-64, by runners/launch_mi355x-amds.sh\n")));
	assert_true(str_contains(o.out, S(RECIPE "\n  " KEY " (2 arms, concurrency 4-64)\n")));
	assert_false(str_contains(o.out, S("nothing reaches")));
	o = recipes(RECIPE);
	assert_true(str_contains(o.out, S(KEY)));
	assert_false(str_contains(o.out, S("b300")));
}

static void
test_recipes_json(void **state)
{
	(void)state;
	struct outcome o = recipes("--format json " KEY);
	assert_int_equal(o.code, 0);
	json_t *root = json_loadb(o.out.p, o.out.n, 0, NULL);
	json_t *ways = json_object_get(root, "ways"), *way = json_array_get(ways, 0);
	assert_int_equal(json_array_size(ways), 1);
	assert_string_equal(json_string_value(json_object_get(way, "recipe")), RECIPE);
	assert_int_equal(json_array_size(json_object_get(way, "arms")), 2);
	assert_true(json_is_true(json_object_get(root, "complete")));
	json_decref(root);
}

/* A recipe that is gone, and one that nobody asks for. */
static void
test_recipes_missing_and_unreached(void **state)
{
	(void)state;
	const char *dir = cli_copy(&arena, "demo");
	const char *from = str_fmt(&arena, "%s/" RECIPE, dir).p;
	const char *to = str_fmt(&arena, "%s/benchmarks/single_node/agentic/"
					 "ling2_fp4_mi355x_vlm_mtp.sh", dir).p;
	assert_int_equal(rename(from, to), 0);
	struct outcome o = cli_run(&arena, dir, "recipes");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("missing: " RECIPE)));
	assert_true(str_contains(o.out, S("tried " RECIPE)));
	assert_true(str_contains(o.out,
		S("recipes that nothing reaches\n\n"
		  "  benchmarks/single_node/agentic/ling2_fp4_mi355x_vlm_mtp.sh\n")));
	remove_folder(dir);
}

static void
test_recipes_misuse(void **state)
{
	(void)state;
	struct outcome o = recipes(KEY "x");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("did you mean '" KEY "'?")));
	assert_int_equal(recipes("--format yaml").code, 2);
	const char *dir = cli_copy(&arena, "_base");
	o = cli_run(&arena, dir, "recipes");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("there are no launchers")));
	remove_folder(dir);
}

static void
test_fact(void **state)
{
	(void)state;
	struct outcome o = cli_run(&arena, "/", "fact");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("hbm.mi355x.total")));
	o = cli_run(&arena, "/", "fact hbm.mi355x.total");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("source: ")));
	o = cli_run(&arena, "/", "fact hbm.mi355x.totl");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("did you mean 'hbm.mi355x.total'?")));
}

/* docs/rules.md is what the rules say: `make docs` writes it. */
static void
test_rule_pages(void **state)
{
	(void)state;
	struct outcome o = cli_run(&arena, "/", "rules --format markdown");
	assert_int_equal(o.code, 0);
	struct str page = read_file(&arena, cli_fixture(&arena, "../docs/rules.md"));
	if (!str_eq(o.out, page))
		print_error("docs/rules.md is out of date: make docs\n");
	assert_true(str_eq(o.out, page));
}

/* What make install puts in place: readable by the shells, and with every command in it. */
static void
test_completion_and_man(void **state)
{
	(void)state;
	struct outcome o = cli_run(&arena, "/", "completion bash");
	assert_int_equal(o.code, 0);
	const char *argv[] = {"bash", "-n", NULL};
	assert_int_equal(run_program(&arena, "/", argv, cli_plain, o.out).code, 0);
	assert_true(str_contains(o.out, S("\tcheck)\n\t\twords='--help --root ")));
	assert_true(str_contains(cli_run(&arena, "/", "completion zsh").out, S("'*--rule=[")));
	assert_true(str_contains(cli_run(&arena, "/", "completion fish").out,
		S("'__fish_seen_subcommand_from gate' -l base-ref")));
	assert_int_equal(cli_run(&arena, "/", "completion tcsh").code, 2);
	o = cli_run(&arena, "/", "man");
	assert_true(str_contains(o.out, S(".SS \"infxcheck replay\"")));
	assert_true(str_contains(o.out, S("\\fB\\-\\-base\\-ref\\fR \\fIREV\\fR")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_recipes_both_ways, setup, teardown),
		cmocka_unit_test_setup_teardown(test_recipes_json, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_recipes_missing_and_unreached, setup, teardown),
		cmocka_unit_test_setup_teardown(test_recipes_misuse, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fact, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rule_pages, setup, teardown),
		cmocka_unit_test_setup_teardown(test_completion_and_man, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
