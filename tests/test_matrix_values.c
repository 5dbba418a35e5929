/* Python's values: arithmetic, decimals, JSON. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "matrix/decimal.h"
#include "matrix/expand.h"
#include "support/model.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct pyval
value(struct bench *b, const char *yaml)
{
	struct str text = str_fmt(&b->arena, "v: %s\n", yaml);
	const struct yaml_doc *doc = bench_doc(b, S("v.yaml"), text);
	return py_from(yaml_get(doc->root, S("v")));
}

/* A value as JSON, or the name of the exception. */
static const char *
shown(struct bench *b, enum py_error e, struct pyval v)
{
	struct buf out = buf_new(&b->arena, 1000);
	if (e == PY_FINE)
		pyjson_value(&out, v, PYJSON_COMPACT);
	else
		buf_addz(&out, py_error_name(e));
	return str_z(&b->arena, buf_str(&out));
}

static void
arithmetic(void **state)
{
	(void)state;
	static const struct {
		const char *x, *y, *sum, *product;
		const char *order; /* -1, 0, 1, or an exception */
		bool equal;
	} row[] = {
		{"2", "3", "5", "6", "-1", false},
		{"3", "3", "6", "9", "0", true},
		{"true", "1", "2", "1", "0", true},
		{"true", "true", "2", "1", "0", true},
		{"2.5", "2", "4.5", "5.0", "1", false},
		{"8", "8.0", "16.0", "64.0", "0", true},
		{"-0.0", "0", "0.0", "-0.0", "0", true},
		{"'a'", "'b'", "\"ab\"", "TypeError", "-1", false},
		{"'ab'", "3", "TypeError", "\"ababab\"", "TypeError", false},
		{"'ab'", "true", "TypeError", "\"ab\"", "TypeError", false},
		{"'ab'", "0", "TypeError", "\"\"", "TypeError", false},
		{"'ab'", "2.0", "TypeError", "TypeError", "TypeError", false},
		{"~", "1", "TypeError", "TypeError", "TypeError", false},
		{"~", "~", "TypeError", "TypeError", "TypeError", true},
		{"{}", "1", "TypeError", "TypeError", "TypeError", false},
		{"9223372036854775807", "1", "Unsupported", "9223372036854775807", "1",
			false},
		{"9223372036854775807", "2", "Unsupported", "Unsupported", "1", false},
		{"99999999999999999999", "1", "Unsupported", "Unsupported", "Unsupported",
			false},
		{"99999999999999999999", "99999999999999999999", "Unsupported",
			"Unsupported", "Unsupported", true},
		{"9007199254740993", "9007199254740992.0", "9007199254740992.0 ", NULL,
			"1", false},
		{"1", "1.5", "2.5", "1.5", "-1", false},
		{"-1", "-1.5", "-2.5", "1.5", "1", false},
		{"1", ".inf", "Infinity", "Infinity", "-1", false},
		{"1", "-.inf", "-Infinity", "-Infinity", "1", false},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct pyval x = value(&b, row[i].x), y = value(&b, row[i].y);
		struct pyval r = {.kind = PY_NULL};
		int order = 0;
		if (row[i].product) {
			enum py_error e = py_add(&b.arena, x, y, &r);
			assert_string_equal(shown(&b, e, r), row[i].sum);
			e = py_multiply(&b.arena, x, y, &r);
			assert_string_equal(shown(&b, e, r), row[i].product);
		}
		enum py_error e = py_compare(x, y, &order);
		assert_string_equal(shown(&b, e, py_int(order)), row[i].order);
		assert_int_equal(py_equal(x, y), row[i].equal);
		assert_int_equal(py_equal(y, x), row[i].equal);
	}
	bench_close(&b);
}

static void
texts_and_truth(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *text;
		bool truthy;
	} row[] = {
		{"true", "True", true},
		{"false", "False", false},
		{"~", "None", false},
		{"8", "8", true},
		{"0", "0", false},
		{"8.0", "8.0", true},
		{"0.0", "0.0", false},
		{"1.0e+20", "1e+20", true},
		{"0.1", "0.1", true},
		{"'x'", "x", true},
		{"''", "", false},
		{"99999999999999999999", "99999999999999999999", true},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct pyval v = value(&b, row[i].yaml);
		assert_string_equal(str_z(&b.arena, py_text(&b.arena, v)), row[i].text);
		assert_int_equal(py_truthy(v), row[i].truthy);
	}
	assert_true(py_truthy(value(&b, "[0]")));
	assert_false(py_truthy(value(&b, "{}")));
	assert_false(py_truthy(value(&b, "!!set {}")));
	bench_close(&b);
}

static void
json(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *compact, *python;
	} row[] = {
		{"[1, {a: ~, b: true}]", "[1,{\"a\":null,\"b\":true}]",
			"[1, {\"a\": null, \"b\": true}]"},
		{"{}", "{}", "{}"},
		{"[]", "[]", "[]"},
		{"\"a\\\"\\\\\\n\\r\\t\\b\\f\\x01/\"",
			"\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001/\"",
			"\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001/\""},
		{"\"\\x7f\"", "\"\x7f\"", "\"\\u007f\""},
		{"\"\\u00e9\\u2028\"", "\"\xc3\xa9\xe2\x80\xa8\"", "\"\\u00e9\\u2028\""},
		{"\"\\U0001F600\"", "\"\xf0\x9f\x98\x80\"", "\"\\ud83d\\ude00\""},
		{".inf", "Infinity", "Infinity"},
		{"-.inf", "-Infinity", "-Infinity"},
		{".nan", "NaN", "NaN"},
		{"1.0e+16", "1e+16", "1e+16"},
		{"123456789012345680.0", "1.2345678901234568e+17",
			"1.2345678901234568e+17"},
		{"0.00001", "1e-05", "1e-05"},
		{"99999999999999999999", "99999999999999999999", "99999999999999999999"},
		{"-9223372036854775808", "-9223372036854775808", "-9223372036854775808"},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct pyval v = value(&b, row[i].yaml);
		struct buf compact = buf_new(&b.arena, 1000),
			   python = buf_new(&b.arena, 1000);
		pyjson_value(&compact, v, PYJSON_COMPACT);
		pyjson_value(&python, v, PYJSON_DEFAULT);
		assert_string_equal(str_z(&b.arena, buf_str(&compact)), row[i].compact);
		assert_string_equal(str_z(&b.arena, buf_str(&python)), row[i].python);
	}
	struct buf sorted = buf_new(&b.arena, 1000);
	pyjson_value(&sorted, value(&b, "{b: 1, a: {d: 2, c: \"\\u00e9\"}, B: [x, a]}"),
		PYJSON_SORTED);
	assert_string_equal(str_z(&b.arena, buf_str(&sorted)),
		"{\"B\":[\"x\",\"a\"],\"a\":{\"c\":\"\\u00e9\",\"d\":2},\"b\":1}");
	bench_close(&b);
}

static void
rows(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct row_template t = {.n = 0};
	row_put(&t, ROW_RUNNER, py_str(S("a")));
	row_put(&t, ROW_CONC, py_int(1));
	row_put(&t, ROW_TP, py_int(2));
	struct row first = row_from(&b.arena, &t), second = first;
	row_set(&second, ROW_CONC, py_int(5));
	row_set(&second, ROW_CONC, py_int(6));
	row_set(&second, ROW_EVAL_CONC, py_int(7));
	row_set(&second, ROW_RUN_EVAL, py_bool(true));
	row_set(&second, ROW_EVAL_CONC, py_int(8));
	row_drop(&second, ROW_EVAL_ONLY);
	struct buf out = buf_new(&b.arena, 1000);
	pyjson_row(&out, &first, PYJSON_COMPACT, 0);
	pyjson_row(&out, &second, PYJSON_COMPACT, 0);
	row_drop(&second, ROW_EVAL_CONC);
	pyjson_row(&out, &second, PYJSON_COMPACT, UINT64_C(1) << ROW_TP);
	assert_string_equal(str_z(&b.arena, buf_str(&out)),
		"{\"runner\":\"a\",\"conc\":1,\"tp\":2}"
		"{\"runner\":\"a\",\"conc\":6,\"tp\":2,\"eval-conc\":8,\"run-eval\":true}"
		"{\"runner\":\"a\",\"conc\":6,\"run-eval\":true}");
	assert_null(row_get(&second, ROW_EP));
	assert_int_equal(row_get(&second, ROW_CONC)->integer, 6);
	bench_close(&b);
}

/* What JSON cannot hold. */
static void
unprintable(void **state)
{
	(void)state;
	static const struct {
		const char *yaml;
		bool can;
	} row[] = {
		{"{a: [1, 'x', {b: ~}]}", true},
		{"!!binary YQ==", false},
		{"{a: !!binary YQ==}", false},
		{"{a: [2026-01-01]}", false},
		{"{a: !!set {b}}", false},
		{"{1: a}", false},
		{"{a: !!pairs []}", true},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct row_template t = {.n = 0};
		row_put(&t, ROW_ROUTER, value(&b, row[i].yaml));
		struct row r = row_from(&b.arena, &t);
		assert_int_equal(pyjson_can(&r), row[i].can);
	}
	bench_close(&b);
}

static void
curves(void **state)
{
	(void)state;
	/* What Python finds equal, and what not. */
	static const struct {
		const char *x, *y;
		bool equal;
	} row[] = {
		{"1", "1.0", true},
		{"1", "true", true},
		{"0", "-0.0", true},
		{"1", "'1'", false},
		{"1.5", "1.5", true},
		{"1.5", "1.25", false},
		{"~", "''", false},
		{"{a: 1, b: [2]}", "{b: [2.0], a: true}", true},
		{"{a: 1}", "{a: 1, b: ~}", false},
		{"[1, 2]", "[2, 1]", false},
		{"'a'", "!!binary YQ==", false},
		{"['ab', 'c']", "['a', 'bc']", false},
		{"99999999999999999999", "99999999999999999999", true},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct str key[2];
		for (size_t k = 0; k < 2; k++) {
			struct row_template t = {.n = 0};
			struct buf scratch = buf_new(&b.arena, 1000);
			row_put(&t, ROW_TP, value(&b, k ? row[i].y : row[i].x));
			struct row r = row_from(&b.arena, &t);
			key[k] = curve_key(&scratch, &r, 0);
		}
		assert_int_equal(str_eq(key[0], key[1]), row[i].equal);
	}
	bench_close(&b);
}

static void
decimals(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t by, over, want;
	} row[] = {
		{"0.8", 10, 1, 8}, {" 0.8_0 ", 100, 1, 80}, {".5", 3, 1, 1},
		{"5.", 3, 1, 15}, {"1e-3", 5000, 1, 5}, {"2.5E+2", 1, 1, 250},
		{"-0.5", 3, 1, -1}, {"0", 5, 3, 0}, {"0.000", 999, 1, 0},
		{"1", -7, 2, -3}, {"1e-400", 999999999999999999, 1, 0}, {"1", 2, 3, 0},
		{"1", 999999999999999999, 999999999999999999, 1},
		/* 28 digits: products just below an integer are rounded to it */
		{"0.99999999999999999999999999999999", 3, 1, 3},
		{"0.33333333333333333333333333333333333333", 3, 1, 1},
		{"0.333333333333333333333333333", 3, 1, 0}, /* these 27 are kept */
	};
	static const char *const bad[] = {
		"", "x", "1e", "1e+", ".", "-", "1.2.3", "0x1", "nan", "1 2", "True"};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct decimal x;
		int64_t got = 0;
		assert_true(decimal_parse(&b.arena, str_from(row[i].text), &x));
		x = decimal_multiply(&b.arena, x, row[i].by);
		x = decimal_divide(&b.arena, x, row[i].over);
		assert_true(decimal_truncate(x, &got));
		if (got != row[i].want)
			fail_msg("%s: %lld", row[i].text, (long long)got);
	}
	struct decimal x;
	int64_t big;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_false(decimal_parse(&b.arena, str_from(bad[i]), &x));
	assert_true(decimal_parse(&b.arena, S("1e19"), &x));
	assert_false(decimal_truncate(x, &big));
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic),
		cmocka_unit_test(texts_and_truth),
		cmocka_unit_test(json),
		cmocka_unit_test(rows),
		cmocka_unit_test(unprintable),
		cmocka_unit_test(curves),
		cmocka_unit_test(decimals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
