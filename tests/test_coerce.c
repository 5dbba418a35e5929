/* What counts as a number, a truth value or a text. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/coerce.h"
#include "support/model.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The value of `v: ...`. */
static const struct yaml_node *
value(struct bench *b, const char *yaml)
{
	struct str text = str_fmt(&b->arena, "v: %s\n", yaml);
	const struct yaml_doc *doc = bench_doc(b, S("v.yaml"), text);
	const struct yaml_node *n = yaml_get(doc->root, S("v"));
	assert_non_null(n);
	return n;
}

static void
integers(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *want; /* NULL: refused */
		bool strict;
	} row[] = {
		{"7", "7", true},
		{"-7", "-7", true},
		{"017", "15", true},
		{"1_2", "12", true},
		{"123456789012345678901234567890", "123456789012345678901234567890",
			true},
		{"true", "1", false},
		{"off", "0", false},
		{"7.0", "7", false},
		{"-0.0", "0", false},
		{"1.e+2", "100", false},
		{"7.5", NULL, false},
		{".inf", NULL, false},
		{".nan", NULL, false},
		{"9223372036854775807.0", NULL, false},
		{"9.0e+18", "9000000000000000000", false},
		{"'7'", "7", false},
		{"' 7 '", "7", false},
		{"'+7'", "7", false},
		{"'07'", "7", false},
		{"'1_2'", "12", false},
		{"'7.00'", "7", false},
		{"'1_2.0'", "12", false},
		{"\"7\\n\"", "7", false},
		{"\"\\u00a07\"", "7", false},
		{"\"\\u20287\\u3000\"", "7", false},
		{"'-007'", "-7", false},
		{"'-0'", "0", false},
		{"'-9223372036854775808'", "-9223372036854775808", false},
		{"09", "9", false},
		/* leading zeros are dropped before anything else is looked at */
		{"'0__7'", "7", false},
		{"'0-7'", "-7", false},
		{"'+0_-7'", "-7", false},
		{"'0-_7'", "-7", false},
		{"'0-0'", "0", false},
		{"'0__0'", "0", false},
		{"'-0_7'", "-7", false},
		{"'0-7.0'", "-7", false},
		{"'-0-7'", NULL, false},
		{"'0-07'", NULL, false},
		{"'0--7'", NULL, false},
		{"'0_'", NULL, false},
		{"'0_.0'", NULL, false},
		{"'-_7'", NULL, false},
		{"'+-7'", NULL, false},
		{"'0-'", NULL, false},
		{"'0-.0'", NULL, false},
		{"''", NULL, false},
		{"'7.'", NULL, false},
		{"'.0'", NULL, false},
		{"'7.5'", NULL, false},
		{"'1e1'", NULL, false},
		{"'0x7'", NULL, false},
		{"'_7'", NULL, false},
		{"'7_'", NULL, false},
		{"'7__1'", NULL, false},
		{"'7.0_0'", NULL, false},
		{"'- 7'", NULL, false},
		{"'--7'", NULL, false},
		{"'+_7'", NULL, false},
		{"'7.0.0'", NULL, false},
		{"\"\\uff17\"", NULL, false},
		{"\"\\u200b7\"", NULL, false},
		{"'-.0'", NULL, false},
		{"~", NULL, false},
		{"[7]", NULL, false},
		{"{}", NULL, false},
		{"2026-01-02", NULL, false},
		{"!!set {7}", NULL, false},
		{"!!binary Nw==", "7", false},
		{"!!binary /w==", NULL, false},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct yaml_int n = {0};
		const struct yaml_node *v = value(&b, row[i].yaml);
		bool ok = coerce_int(&b.arena, v, &n);
		if (ok != (row[i].want != NULL) ||
			(ok && !str_eqz(n.decimal, row[i].want)))
			fail_msg("%s: %s %.*s", row[i].yaml,
				ok ? "accepted as" : "refused", STR(n.decimal));
		int64_t fits;
		assert_int_equal(ok && str_to_int64(n.decimal, &fits), ok && n.fits);
		assert_int_equal(coerce_strict_int(v, &n), row[i].strict);
	}
	struct yaml_int n;
	assert_false(coerce_int(&b.arena, NULL, &n));
	bench_close(&b);
}

static void
too_many_digits(void **state)
{
	(void)state;
	struct bench b;
	struct yaml_int n;
	bench_open(&b);
	char digits[4305];
	memset(digits, '1', sizeof digits);
	digits[0] = digits[4301] = '\'';
	digits[4302] = '\0';
	assert_true(coerce_int(&b.arena, value(&b, digits), &n));
	assert_false(n.fits);
	digits[4301] = '1';
	digits[4302] = '\'';
	digits[4303] = '\0';
	assert_false(coerce_int(&b.arena, value(&b, digits), &n));
	bench_close(&b);
}

static void
truth_values(void **state)
{
	(void)state;
	static const struct {
		const char *yaml;
		int want;              /* -1: refused */
		int is_false, is_true; /* for the literals */
	} row[] = {
		{"true", 1, 0, 1},
		{"No", 0, 1, 0},
		{"1", 1, 0, 1},
		{"0", 0, 1, 0},
		{"1.0", 1, 0, 1},
		{"0.0", 0, 1, 0},
		{"-0.0", 0, 1, 0},
		{"2", -1, 0, 0},
		{"-1", -1, 0, 0},
		{"0.5", -1, 0, 0},
		{"'yes'", 1, 0, 0},
		{"'TrUe'", 1, 0, 0},
		{"'t'", 1, 0, 0},
		{"'Y'", 1, 0, 0},
		{"'on'", 1, 0, 0},
		{"'1'", 1, 0, 0},
		{"'f'", 0, 0, 0},
		{"'N'", 0, 0, 0},
		{"'oFF'", 0, 0, 0},
		{"'0'", 0, 0, 0},
		{"'false'", 0, 0, 0},
		{"'no'", 0, 0, 0},
		{"' true'", -1, 0, 0},
		{"''", -1, 0, 0},
		{"'truth'", -1, 0, 0},
		{"~", -1, 0, 0},
		{"[]", -1, 0, 0},
		{"!!binary eWVz", 1, 0, 0},
		{"99999999999999999999", -1, 0, 0},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		bool got = false;
		const struct yaml_node *v = value(&b, row[i].yaml);
		bool ok = coerce_bool(v, &got);
		if (ok != (row[i].want >= 0) || (ok && got != (row[i].want == 1)))
			fail_msg("%s: %d %d", row[i].yaml, ok, got);
		assert_int_equal(coerce_false(v), row[i].is_false);
		assert_int_equal(coerce_true(v), row[i].is_true);
	}
	bench_close(&b);
}

static void
texts(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *want;
	} row[] = {
		{"a", "a"},
		{"''", ""},
		{"' '", " "},
		{"1.2.3", "1.2.3"},
		{"'1.0'", "1.0"},
		{"!!binary YQ==", "a"},
		{"!!binary /w==", NULL},
		{"1.0", NULL},
		{"1", NULL},
		{"yes", NULL},
		{"~", NULL},
		{"2026-01-02", NULL},
		{"[a]", NULL},
		{"{a: b}", NULL},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct str got = {0};
		bool ok = coerce_str(value(&b, row[i].yaml), &got);
		if (ok != (row[i].want != NULL) || (ok && !str_eqz(got, row[i].want)))
			fail_msg("%s: %d %.*s", row[i].yaml, ok, STR(got));
	}
	bench_close(&b);
}

static void
reals(void **state)
{
	(void)state;
	static const struct {
		const char *yaml;
		bool ok;
		double want;
	} row[] = {
		{"0.25", true, 0.25},
		{"1", true, 1},
		{"true", true, 1},
		{"'0.25'", true, 0.25},
		{"' 0.25 '", true, 0.25},
		{"'+.5'", true, 0.5},
		{"'5.'", true, 5},
		{"'25e-2'", true, 0.25},
		{"'2.5E+1'", true, 25},
		{"'0.2_5'", true, 0.25},
		{"'1_e2'", true, 100},
		{"'1_.5'", true, 1.5},
		{"'i_nf'", true, HUGE_VAL},
		{"'-Infinity'", true, -HUGE_VAL},
		{"'1e400'", true, HUGE_VAL},
		{"!!binary MC4yNQ==", true, 0.25},
		{"' 0.2_5'", false, 0},
		{"'_1'", false, 0},
		{"'1_'", false, 0},
		{"'1__0'", false, 0},
		{"'.'", false, 0},
		{"''", false, 0},
		{"'1e'", false, 0},
		{"'1e+'", false, 0},
		{"'0x1'", false, 0},
		{"'1:30'", false, 0},
		{"~", false, 0},
		{"[1]", false, 0},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		double got = 0;
		bool ok = coerce_float(&b.arena, value(&b, row[i].yaml), &got);
		if (ok != row[i].ok ||
			(ok && !(got >= row[i].want && got <= row[i].want)))
			fail_msg("%s: %d %g", row[i].yaml, ok, got);
	}
	double nan;
	assert_true(coerce_float(&b.arena, value(&b, "'NaN'"), &nan) && isnan(nan));
	bench_close(&b);
}

static void
lists(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct yaml_items items;
	bool pairs;
	assert_true(coerce_list(&b.arena, value(&b, "[1, 2]"), &items, &pairs));
	assert_int_equal(items.n, 2);
	assert_false(pairs);
	assert_true(coerce_list(&b.arena, value(&b, "!!set {1, 2, 3}"), &items, &pairs));
	assert_int_equal(items.n, 3);
	assert_true(yaml_is(items.v[2], YAML_INT));
	assert_true(coerce_list(&b.arena, value(&b, "!!omap [a: 1]"), &items, &pairs));
	assert_true(pairs);
	static const char *const refused[] = {"{a: 1}", "x", "1", "~"};
	for (size_t i = 0; i < COUNT(refused); i++)
		assert_false(
			coerce_list(&b.arena, value(&b, refused[i]), &items, &pairs));
	assert_false(coerce_list(&b.arena, NULL, &items, &pairs));
	bench_close(&b);
}

static void
arithmetic(void **state)
{
	(void)state;
	static const struct {
		const char *x, *y;
		int order;
		bool divides; /* y divides x */
	} row[] = {
		{"8", "2", 1, true}, {"8", "3", 1, false}, {"0", "5", -1, true},
		{"-8", "4", -1, true}, {"-7", "2", -1, false}, {"2", "8", -1, false},
		{"100000000000000000000", "10", 1, true},
		{"100000000000000000001", "10", 1, false},
		{"-100000000000000000000", "9223372036854775807", -1, false},
		{"10", "100000000000000000000", -1, false},
		{"100000000000000000000", "100000000000000000000", 0, true},
		{"18446744073709551614", "9223372036854775807", 1, true},
		{"200000000000000000000", "100000000000000000000", 1,
			false}, /* beyond us */
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct yaml_int x, y;
		assert_true(coerce_int(&b.arena, value(&b, row[i].x), &x));
		assert_true(coerce_int(&b.arena, value(&b, row[i].y), &y));
		assert_int_equal(int_compare(&x, &y), row[i].order);
		assert_int_equal(int_compare(&y, &x), -row[i].order);
		assert_int_equal(int_divides(&y, &x), row[i].divides);
	}
	struct yaml_int least = int_from(&b.arena, INT64_MIN);
	assert_true(str_eqz(least.decimal, "-9223372036854775808"));
	assert_int_equal(int_sign(&least), -1);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),
		cmocka_unit_test(too_many_digits),
		cmocka_unit_test(truth_values),
		cmocka_unit_test(texts),
		cmocka_unit_test(reals),
		cmocka_unit_test(lists),
		cmocka_unit_test(arithmetic),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
