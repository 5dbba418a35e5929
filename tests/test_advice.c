/* What findings say beyond the line that fixtures compare: where to look, what was meant. */
#include "support/cli.h"

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

static struct str
report_of(const char *fixture, bool of_recipes)
{
	const char *dir = cli_copy(&arena, "_base");
	if (of_recipes)
		cli_lay(&arena, dir, "_recipes");
	cli_lay(&arena, dir, fixture);
	struct outcome o = cli_run(&arena, dir, "check");
	assert_int_equal(o.code, 1);
	remove_folder(dir);
	return o.out;
}

/* Also when a launcher's name begins like the label. */
static void
test_label_misspelt(void **state)
{
	(void)state;
	struct str out = report_of("runner-label-unknown/bad-letter-left-out", false);
	assert_true(str_contains(out, S("help: did you mean 'cluster:mi355x-amds'?")));
	assert_false(str_contains(out, S("add the label")));
	out = report_of("runner-label-unknown/bad-no-label-for-dram", false);
	assert_true(str_contains(out, S("help: add the label")));
}

/* The other words of the list have nothing to do with it. */
static void
test_variable_misspelt(void **state)
{
	(void)state;
	struct str out = report_of("option-without-value/bad-misspelt-variable", true);
	assert_true(str_contains(out, S("note: MAX_NUM_SEQ is not set here\n")));
	assert_true(str_contains(out, S("help: did you mean 'MAX_NUM_SEQS'?")));
	assert_false(str_contains(out, S("is set here")));
}

/* Set to nothing, on purpose or not: no other name was meant. */
static void
test_variable_empty(void **state)
{
	(void)state;
	struct str out = report_of("option-without-value/bad-empty-text", true);
	assert_true(str_contains(out, S(" is empty here\n")));
	assert_true(str_contains(out, S(", or leave --max-num-seqs out")));
	assert_false(str_contains(out, S("did you mean")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_label_misspelt, setup, teardown),
		cmocka_unit_test_setup_teardown(test_variable_misspelt, setup, teardown),
		cmocka_unit_test_setup_teardown(test_variable_empty, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
