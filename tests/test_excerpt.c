/* Source frames: carets under tabs, wide text, control bytes, long lines. */
#include "support/support.h"

#include "base/source.h"
#include "report/excerpt.h"

#include <string.h>

struct row {
	const char *text;   /* of the source */
	const char *marked; /* its first occurrence is the primary span */
	bool ascii;
	const char *expected;
};

static const struct row rows[] = {
	{"key: value\n", "value", false,
		"  |\n"
		"1 | key: value\n"
		"  |      ^^^^^ here\n"},
	{"\tkey:\tvalue\n", "value", false,
		"  |\n"
		"1 |     key:    value\n"
		"  |             ^^^^^ here\n"},
	{"- \xE6\x96\xB0\xE5\xA2\x9E x\n", "x", false,
		"  |\n"
		"1 | - \xE6\x96\xB0\xE5\xA2\x9E x\n"
		"  |        ^ here\n"},
	{"- \xE6\x96\xB0\xE5\xA2\x9E x\n", "\xE6\x96\xB0\xE5\xA2\x9E", false,
		"  |\n"
		"1 | - \xE6\x96\xB0\xE5\xA2\x9E x\n"
		"  |   ^^^^ here\n"},
	{"- \xE6\x96\xB0 x\n", "x", true,
		"  |\n"
		"1 | - \\u{65b0} x\n"
		"  |            ^ here\n"},
	{"a \x1b[31m b\n", "b", false,
		"  |\n"
		"1 | a \\x1b[31m b\n"
		"  |            ^ here\n"},
	{"a \xFF b\n", "b", false,
		"  |\n"
		"1 | a \\xff b\n"
		"  |        ^ here\n"},
	{"e\xCC\x81tude x\n", "x", false,
		"  |\n"
		"1 | e\xCC\x81tude x\n"
		"  |       ^ here\n"},
	{"one\ntwo\n\nfour\n", "four", false,
		"  |\n"
		"4 | four\n"
		"  | ^^^^ here\n"},
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct sources t = {0};
		struct str text = str_from(rows[i].text);
		struct source *s = sources_add(&a, &t, S("f"), text);
		size_t at = str_find(text, str_from(rows[i].marked), 0);
		struct excerpt_mark m = {
			span_in(s, at, at + strlen(rows[i].marked)), S("here"), true};
		struct buf b = buf_new(&a, 1 << 16);
		excerpt_write(&b, s, &m, 1, 1, (struct excerpt_style){.ascii = rows[i].ascii});
		struct str got = buf_str(&b);
		if (!str_eqz(got, rows[i].expected))
			fail_msg("row %zu\nexpected:\n%s\ngot:\n%.*s", i, rows[i].expected,
				STR(got));
		arena_release(&a);
	}
}

/* However long the line, the mark stands under its text and the frame stays narrow. */
static void
test_long_line(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a, 0, NULL);
	for (size_t before = 0; before < 900; before += 37) {
		struct buf text = buf_new(&a, 1 << 16), b = buf_new(&a, 1 << 16);
		buf_fill(&text, 'a', before);
		buf_addz(&text, "FAULT");
		buf_fill(&text, 'z', 900 - before);
		buf_addc(&text, '\n');
		struct sources t = {0};
		struct source *s = sources_add(&a, &t, S("f"), buf_str(&text));
		struct excerpt_mark m = {span_in(s, before, before + 5), S(""), true};
		excerpt_write(&b, s, &m, 1, 1, (struct excerpt_style){0});
		struct str rest = buf_str(&b);
		str_cut(rest, '\n', &rest);
		struct str line = str_cut(rest, '\n', &rest);
		struct str marks = str_cut(rest, '\n', &rest);
		assert_true(line.n < 160);
		assert_int_equal(str_find(line, S("FAULT"), 0), str_find(marks, S("^^^^^"), 0));
	}
	arena_release(&a);
}

static void
test_several_marks(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a, 0, NULL);
	struct sources t = {0};
	struct source *s = sources_add(&a, &t, S("f"), S("a: 1\nb: 2\nc: 3\nd: 4\na: 5\n"));
	struct excerpt_mark m[] = {
		{span_in(s, 20, 21), S("this one wins"), true},
		{span_in(s, 0, 1), S("dropped"), false},
	};
	struct buf b = buf_new(&a, 1 << 16);
	excerpt_write(&b, s, m, 2, 1, (struct excerpt_style){0});
	struct str got = buf_str(&b);
	assert_string_equal(str_z(&a, got),
		"  |\n"
		"1 | a: 1\n"
		"  | - dropped\n"
		"  ...\n"
		"5 | a: 5\n"
		"  | ^ this one wins\n");
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_long_line),
		cmocka_unit_test(test_several_marks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
