/* YAML values and places: what PyYAML's safe_load gives, and where it stands. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "support/yaml_show.h"
#include "yaml/load.h"

#include <string.h>

struct shown {
	const char *text, *want;
};

static void
check_shown(const struct shown *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct yaml_doc *doc = show_load(&a, str_from(t[i].text));
		struct str got = show_node(&a, doc->root);
		if (!str_eqz(got, t[i].want) || doc->problems.n)
			print_error("%s\ngives %.*s\n%.*s", t[i].text, STR(got),
				STR(show_problems(&a, doc)));
		assert_true(str_eqz(got, t[i].want));
		assert_int_equal(doc->problems.n, 0);
		assert_true(doc->safe_ok && doc->strict_ok && !doc->partial);
		arena_release(&a);
	}
}

#define CHECK_SHOWN(t) check_shown(t, sizeof t / sizeof *t)

static void
test_typing(void **state)
{
	static const struct shown t[] = {
		/* booleans: three casings of six words */
		{"[yes, Yes, YES, on, On, ON, true, True, TRUE]",
			"[true, true, true, true, true, true, true, true, true]"},
		{"[no, No, NO, off, Off, OFF, false, False, FALSE]",
			"[false, false, false, false, false, false, false, false, false]"},
		{"[y, n, Y, N, yEs, tRUE]",
			"[\"y\", \"n\", \"Y\", \"N\", \"yEs\", \"tRUE\"]"},
		/* null */
		{"[~, null, Null, NULL, nULL, None, none]",
			"[null, null, null, null, \"nULL\", \"None\", \"none\"]"},
		{"a:", "{\"a\": null}"},
		/* integers */
		{"[2_063_837, 1_, 1__0, 010, 0777, -017, 0_]",
			"[2063837, 1, 10, 8, 511, -15, 0]"},
		{"[00, -0, +0, +12, -12]", "[0, 0, 0, 12, -12]"},
		{"[0x1F, -0x1_f, 0b101, +0b_1]", "[31, -31, 5, 1]"},
		{"[1:30, 4:08, 190:20:30, -1:30]", "[90, 248, 685230, -90]"},
		{"[08, 09, 0o17, 0B1, 0X1f, _1]",
			"[\"08\", \"09\", \"0o17\", \"0B1\", \"0X1f\", \"_1\"]"},
		{"[1:60, 0:1, 012:34]", "[\"1:60\", \"0:1\", \"012:34\"]"},
		{"[123456789012345678901234567890, 0xffffffffffffffffffff]",
			"[123456789012345678901234567890, 1208925819614629174706175]"},
		/* floats */
		{"[1., 0.80, 1.10, 685_230.15, .5, 1.e+3, 1.5e-3]",
			"[1.0, 0.8, 1.1, 685230.15, 0.5, 1000.0, 0.0015]"},
		{"[1:30.5, -1:30.5, 1:30.]", "[90.5, -90.5, 90.0]"},
		{"[.inf, -.Inf, +.INF, .nan, .NaN]", "[inf, -inf, inf, nan, nan]"},
		{"[1e3, 1e-1, 1.5e3, -.5, +.5, ., inf, NaN, .iNF]",
			"[\"1e3\", \"1e-1\", \"1.5e3\", \"-.5\", \"+.5\", \".\", \"inf\", \"NaN\", "
			"\".iNF\"]"},
		/* dates */
		{"[2024-01-31, 2024-1-31, 2001-12-14t21:59:43.10-05:00]",
			"[@2024-01-31, \"2024-1-31\", @2001-12-14t21:59:43.10-05:00]"},
		{"[2001-1-4 1:59:43 Z, 2001-01-04T1:5:43]",
			"[@2001-1-4 1:59:43 Z, \"2001-01-04T1:5:43\"]"},
		/* quoted and block scalars are strings */
		{"['1', \"yes\", '']", "[\"1\", \"yes\", \"\"]"},
		{"- |\n  8\n- >-\n  a\n  b\n", "[\"8\\n\", \"a b\"]"},
		/* explicit tags */
		{"[!!str 8, !!int \"8\", !!float 8, !!null x, !!bool YeS, ! 8, ! ]",
			"[\"8\", 8, 8.0, null, true, 8, null]"},
		{"[!!int 0o17, !!float 1e3, !!float inf]", "[15, 1000.0, inf]"},
		{"!!binary aGVsbG8=", "b\"hello\""},
		{"!!set {a, b}", "{\"a\", \"b\"}"},
		{"!!omap [a: 1, b: 2]", "<{\"a\": 1}, {\"b\": 2}>"},
		{"!<tag:yaml.org,2002:int> '7'", "7"},
		{"%TAG !e! tag:yaml.org,2002:\n---\n!e!int '7'", "7"},
		{"[<<x, =x, x=, '<<', '=']", "[\"<<x\", \"=x\", \"x=\", \"<<\", \"=\"]"},
	};
	(void)state;
	CHECK_SHOWN(t);
}

/* Where libyaml alone would stop or read something else. */
static void
test_reads_as_pyyaml(void **state)
{
	static const struct shown t[] = {
		{"{a:,b:[1],c:{d:}}", "{\"a\": null, \"b\": [1], \"c\": {\"d\": null}}"},
		{"- x\n- [a:]\n- y\n", "[\"x\", [{\"a\": null}], \"y\"]"},
		{"[?]", "[{null: null}]"},
		{"[? :a, b]", "[{null: \"a\"}, \"b\"]"},
		{"a: |\n  \tx\n  y\nb: >\n  \tx\n  y\n",
			"{\"a\": \"\\tx\\ny\\n\", \"b\": \"\\tx\\ny\\n\"}"},
		{"%YAML 1.3\n%FOO bar\n---\na", "\"a\""},
		{"a: 1\n\xef\xbb\xbf"
		 "b: 2\n",
			"{\"a\": 1, \"\xef\xbb\xbf"
			"b\": 2}"},
		{"\xef\xbb\xbf"
		 "a: 1\n",
			"{\"a\": 1}"},
		{"a: 1\r\nb: 'x\r\n  y'\r\n", "{\"a\": 1, \"b\": \"x y\"}"},
		{"a: 1\rb: 2\r", "{\"a\": 1, \"b\": 2}"},
		{"", "null"},
		{"# a comment\n\n", "null"},
		{"---\n...\n", "null"},
	};
	(void)state;
	CHECK_SHOWN(t);
}

static void
test_aliases(void **state)
{
	static const struct shown t[] = {
		{"a: &x [1, {b: 2}]\nc: *x\n",
			"{\"a\": [1, {\"b\": 2}], \"c\": [1, {\"b\": 2}]}"},
		{"[&k a, {*k : 1}]", "[\"a\", {\"a\": 1}]"},
		{"- &x\n- *x\n", "[null, null]"},
	};
	struct arena a;
	(void)state;
	CHECK_SHOWN(t);
	arena_init(&a, 0, NULL);
	struct yaml_doc *doc = show_load(&a, S("a: &x [1]\nb: *x\n"));
	const struct yaml_node *made = yaml_get(doc->root, S("a"));
	const struct yaml_node *used = yaml_get(doc->root, S("b"));
	assert_ptr_equal(yaml_target(used), made);
	assert_int_equal(used->span.begin, 13);
	assert_int_equal(used->span.end, 15);
	assert_true(yaml_equal(made, used));
	arena_release(&a);
}

/* Merge keys are refused by the strict loader, so their documents have problems. */
static void
test_merge_keys(void **state)
{
	static const struct shown t[] = {
		{"- &a {x: 1, y: 2}\n- {y: 3, <<: *a, z: 4}\n",
			"[{\"x\": 1, \"y\": 2}, {+\"x\": 1, \"y\": 3, \"z\": 4}]"},
		{"- &a {x: 1}\n- &b {x: 2, y: 2}\n- {<<: [*a, *b]}\n",
			"[{\"x\": 1}, {\"x\": 2, \"y\": 2}, {+\"x\": 1, +\"y\": 2}]"},
		{"{<<: {<<: {a: 1}, b: 2}, c: 3}", "{+\"a\": 1, +\"b\": 2, \"c\": 3}"},
		{"{<<: !foo {a: 1}}", "{+\"a\": 1}"},
		{"{=: 1}", "{\"=\": 1}"},
		{"!!str {=: x}", "\"x\""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct yaml_doc *doc = show_load(&a, str_from(t[i].text));
		struct str got = show_node(&a, doc->root);
		if (!str_eqz(got, t[i].want))
			print_error("%s\ngives %.*s\n", t[i].text, STR(got));
		assert_true(str_eqz(got, t[i].want));
		assert_true(doc->safe_ok);
		arena_release(&a);
	}
}

/* Visits nodes as they stand in the text, but not through aliases. */
static void
list_spans(const struct yaml_doc *doc, const struct yaml_node *n, char *out, size_t size)
{
	struct str s = str_slice(doc->source->bytes, n->span.begin, n->span.end);
	assert_true(strlen(out) + s.n + 2 < size);
	strncat(out, s.n ? s.p : "", s.n);
	strcat(out, "|");
	if (yaml_target(n))
		return;
	for (size_t i = 0; (n->kind == YAML_LIST) && i < n->list.n; i++)
		list_spans(doc, n->list.v[i], out, size);
	for (size_t i = 0; (n->kind == YAML_MAP) && i < n->pairs.n; i++) {
		list_spans(doc, n->pairs.v[i].key, out, size);
		list_spans(doc, n->pairs.v[i].value, out, size);
	}
}

static void
test_spans(void **state)
{
	static const struct shown t[] = {
		{"a: b  # c\n", "a: b|a|b|"},
		{"- 'x' \n- \"y\"\n", "'x' \n- \"y\"|'x'|\"y\"|"},
		{"a: |\n  x\n  y\n\n\nb: c\n",
			"a: |\n  x\n  y\n\n\nb: c|a||\n  x\n  y|b|c|"},
		{"a: >+ # c\n  x \n\n", "a: >+ # c\n  x |a|>+ # c\n  x |"},
		{"a: !!str &k  b\nc: *k\n", "a: !!str &k  b\nc: *k|a|b|c|*k|"},
		{"a: b\n  c\n", "a: b\n  c|a|b\n  c|"},
		{"a: [ b, {c: d} ]\n", "a: [ b, {c: d} ]|a|[ b, {c: d} ]|b|{c: d}|c|d|"},
		{"a: [b: c, d]\n", "a: [b: c, d]|a|[b: c, d]|b: c|b|c|d|"},
		{"a:   # c\n- b\n", "a:   # c\n- b|a|b|b|"},
		{"caf\xc3\xa9: \xf0\x9f\x98\x80 # \xc3\xa9\nx: y\n",
			"caf\xc3\xa9: \xf0\x9f\x98\x80 # \xc3\xa9\nx: y|caf\xc3\xa9|\xf0\x9f\x98\x80|x|y|"},
		{"\xef\xbb\xbf"
		 "a: \xc3\xa9\n",
			"a: \xc3\xa9|a|\xc3\xa9|"},
		{"a: \xe2\x80\xa8 b\n", "a: \xe2\x80\xa8 b|a|b|"},
		{"? x\n: y\n", "x\n: y|x|y|"},
		{"{a:[b]}", "{a:[b]}|a|[b]|b|"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct arena a;
		char got[512] = "";
		arena_init(&a, 0, NULL);
		struct yaml_doc *doc = show_load(&a, str_from(t[i].text));
		list_spans(doc, doc->root, got, sizeof got);
		assert_string_equal(got, t[i].want);
		arena_release(&a);
	}
}

/* A value that is not written stands right behind its colon or dash. */
static void
test_empty_spans(void **state)
{
	static const struct {
		const char *text;
		uint32_t at;
	} t[] = {
		{"a:", 2},
		{"a:   # c\nb: 1\n", 2},
		{"{a: , b: 1}", 3},
		{"{a}", 2},
		{"? a\n? b\n", 3},
		{"a: !!null\n", 9},
		{"a: &x\n", 5},
	};
	struct arena a;
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		arena_init(&a, 0, NULL);
		struct yaml_doc *doc = show_load(&a, str_from(t[i].text));
		const struct yaml_node *n = yaml_get(doc->root, S("a"));
		assert_true(yaml_is(n, YAML_NULL));
		assert_int_equal(n->span.begin, t[i].at);
		assert_int_equal(n->span.end, t[i].at);
		arena_release(&a);
	}
}

static void
test_accessors(void **state)
{
	struct arena a;
	int64_t number = 7;
	struct str text = S("-");
	(void)state;
	arena_init(&a, 0, NULL);
	const struct yaml_node *n =
		show_load(&a, S("a: 1\nb: x\nc: [1, 2]\nd: 99999999999999999999\n"))
			->root;
	assert_true(yaml_as_int(yaml_get(n, S("a")), &number) && number == 1);
	assert_false(yaml_as_int(yaml_get(n, S("d")), &number));
	assert_false(yaml_as_int(yaml_get(n, S("b")), &number));
	assert_true(yaml_as_str(yaml_get(n, S("b")), &text) && str_eqz(text, "x"));
	assert_int_equal(yaml_count(n), 4);
	assert_int_equal(yaml_count(yaml_get(n, S("c"))), 2);
	assert_null(yaml_item(yaml_get(n, S("c")), 2));
	assert_null(yaml_get(yaml_get(n, S("zz")), S("a")));
	assert_null(yaml_get_pair(NULL, S("a")));
	assert_int_equal(yaml_count(NULL), 0);
	assert_false(yaml_as_str(NULL, &text));
	assert_false(yaml_truthy(NULL));
	assert_string_equal(yaml_kind_name(YAML_PAIRS), "list of pairs");
	arena_release(&a);
}

static void
test_equal_and_truthy(void **state)
{
	static const struct {
		const char *text; /* a list of two values */
		bool equal, first_truthy;
	} t[] = {
		{"[1, 1.0]", true, true},
		{"[1, true]", true, true},
		{"[0.0, false]", true, false},
		{"[-0.0, 0]", true, false},
		{"[1, '1']", false, true},
		{"[0x10, 16]", true, true},
		{"[1.0e+30, 1000000000000000019884624838656]", true, true},
		{"[1.0e+30, 1000000000000000000000000000000]", false, true},
		{"[.nan, .nan]", false, true},
		{"[.inf, .INF]", true, true},
		{"[null, ~]", true, false},
		{"['', null]", false, false},
		{"[[], {}]", false, false},
		{"[{a: 1, b: 2}, {b: 2, a: true}]", true, true},
		{"[{a: 1}, {a: 1, b: 2}]", false, true},
		{"[[1, 2], [2, 1]]", false, true},
		{"[2024-01-01 10:00:00 Z, 2024-01-01T12:00:00+2]", true, true},
		{"[2024-01-01 00:00:00, 2024-01-01]", false, true},
		{"[2024-01-01 00:00:00, 2024-01-01 00:00:00 Z]", false, true},
		{"[!!binary aGk=, !!binary 'aGk=']", true, true},
		{"[!!set {a, b}, !!set {b, a}]", true, true},
		{"[!!omap [a: 1], [a: 1]]", false, true},
	};
	struct arena a;
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		arena_init(&a, 0, NULL);
		const struct yaml_node *n = show_load(&a, str_from(t[i].text))->root;
		bool equal = yaml_equal(yaml_item(n, 0), yaml_item(n, 1));
		if (equal != t[i].equal)
			print_error("%s\n", t[i].text);
		assert_int_equal(equal, t[i].equal);
		assert_int_equal(yaml_truthy(yaml_item(n, 0)), t[i].first_truthy);
		arena_release(&a);
	}
}

/* Maps from 16 pairs on have an index; it must say the same. */
static void
test_large_map(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	struct str text = S("");
	for (int i = 0; i < 100; i++)
		text = str_cat(&a, text, str_fmt(&a, "k%d: %d\n%d: x\n", i, i, i));
	struct yaml_doc *doc =
		show_load(&a, str_cat(&a, text, S("k7: again\n8.0: again\n")));
	assert_int_equal(yaml_count(doc->root), 200);
	assert_non_null(doc->root->index);
	assert_true(str_eqz(show_node(&a, yaml_get(doc->root, S("k7"))), "\"again\""));
	assert_true(str_eqz(show_node(&a, yaml_get(doc->root, S("k99"))), "99"));
	assert_null(yaml_get(doc->root, S("k100")));
	assert_int_equal(doc->problems.n, 2);
	assert_true(yaml_equal(doc->root, doc->root));
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_typing),
		cmocka_unit_test(test_reads_as_pyyaml),
		cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_merge_keys),
		cmocka_unit_test(test_spans),
		cmocka_unit_test(test_empty_spans),
		cmocka_unit_test(test_accessors),
		cmocka_unit_test(test_equal_and_truthy),
		cmocka_unit_test(test_large_map),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
