/* Expansion: refusals, what is left beside them, limits. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/sweep.h"
#include "support/sweep_configs.h"

static const char runners[] = RUNNERS;

static void
refusals(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{ONE, "full-sweep --step-size 1", "conc", "!usage"},
		{ONE, "full-sweep --step-size 0", "conc", "!usage"},
		{ONE, "full-sweep --min-conc 16 --max-conc 8", "conc", "!usage"},
		{ONE, "full-sweep --no-evals --min-conc 8 --max-conc 8 --seq-lens 1k1k",
			"conc", "8"},
		{ONE, "full-sweep --no-evals --all-evals", "conc", "!usage"},
		{ONE, "full-sweep --no-evals --evals-only", "conc", "!usage"},
		{ONE, "full-sweep --seq-lens 2k1k", "conc", "!usage"},
		{ONE, "full-sweep --scenario-type agentic", "conc", "!usage"},
		{ONE, "test-config", "conc", "!usage"},
		{ONE, "test-config --config-keys nothing", "conc",
			"!config-key ValueError"},
		{ONE, "test-config --config-keys al* zz*", "conc",
			"!config-key ValueError"},
		{"k: {}\n", "full-sweep", "conc", "!schema ValueError"},
		{"'k*': {}\n", "full-sweep", "conc", "!file ValueError"},
		{"[]\n", "full-sweep", "conc", "!file AssertionError"},
		/* usage comes before the files, the files before the keys */
		{"k: {}\n", "full-sweep --step-size 1", "conc", "!usage"},
		{"k: {}\n", "test-config --config-keys zz", "conc", "!schema ValueError"},
	};
	sweep_check(row, COUNT(row), runners);
	static const struct sweep_row bad_runners[] = {
		{ONE, "full-sweep", "conc", "!runners ValueError"},
		{"k: {}\n", "full-sweep", "conc", "!schema ValueError"},
	};
	sweep_check(bad_runners, COUNT(bad_runners), "labels: []\n");
}

/* What an error tells, and what is left with keep_going. */
static void
errors_and_the_rest(void **state)
{
	(void)state;
	static const char configs[] = SMALL(ARM("tp: 1, conc-list: [1]")) "bad: {}\n" ON(
		"cluster:bare", "0.8", "tp: 8, " DRAM "conc-list: [1]") TWO;
	struct bench b;
	bench_open(&b);
	struct matrix *x = sweep_matrix(&b, configs, runners, "full-sweep");
	assert_false(x->ok);
	assert_int_equal(x->points.n, 0);
	assert_string_equal(x->error.id, "schema");
	assert_true(str_eqz(x->error.config->key, "bad"));
	x = sweep_matrix(&b, configs, runners, "full-sweep --no-evals --keep-going");
	assert_false(x->ok);
	assert_string_equal(sweep_show(&b, &x->points, "runner"), "\"x1\" | \"y2\"");
	assert_int_equal(x->errors.n, 2);
	assert_string_equal(x->errors.v[1].id, "runner-hardware");
	assert_true(str_eqz(x->errors.v[1].runner, "cluster:bare"));
	struct place p = source_place(sources_get(&b.sources, x->errors.v[1].span.file),
		x->errors.v[1].span.begin);
	assert_int_equal(p.line, 28);
	x = sweep_matrix(&b, configs, runners,
		"test-config --config-keys zz small --no-evals --keep-going");
	assert_string_equal(sweep_show(&b, &x->points, "runner"), "\"x1\"");
	x = sweep_matrix(
		&b, configs, "labels: 1\n", "full-sweep --no-evals --keep-going");
	assert_int_equal(x->points.n, 2);
	bench_close(&b);
}

/* A hostile list must not make more points than the limit. */
static void
too_many_points(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct buf text = buf_new(&b.arena, 16 * 1024 * 1024);
	buf_addz(&text,
		HEAD("k", "m", "p", "f", "x1", "false") FIXED LENGTHS("1024", "1024"));
	buf_addz(&text, "      - &a {tp: 1, conc-list: [");
	for (int i = 0; i < 2000; i++)
		buf_addz(&text, "1,");
	buf_addz(&text, "]}\n");
	for (int i = 0; i < 33; i++)
		buf_addz(&text, "      - *a\n");
	const char *configs = str_z(&b.arena, buf_str(&text));
	const char *args =
		"full-sweep --no-evals --runner-node-filter x1"; /* three each */
	assert_string_equal(
		sweep(&b, configs, runners, args, "tp"), "!limit Unsupported");
	args = "full-sweep --no-evals --runner-node-filter far";
	assert_int_equal(sweep_matrix(&b, configs, runners, args)->points.n, 68000);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refusals),
		cmocka_unit_test(errors_and_the_rest),
		cmocka_unit_test(too_many_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
