/* What the YAML reader complains about: text, place, verdicts, and what it reads on. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "support/yaml_show.h"
#include "yaml/load.h"

#include <string.h>

struct complaint {
	struct str text;
	const char *problems, *node;
	enum yaml_problem_kind kind; /* of the first problem */
	bool partial;
};

#define TEXT(literal) \
	{ \
		"" literal, sizeof(literal) - 1 \
	}

static void
check(const struct complaint *t)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	struct yaml_doc *doc = show_load(&a, t->text);
	struct str problems = show_problems(&a, doc), node = show_node(&a, doc->root);
	if (!str_eqz(problems, t->problems) || !str_eqz(node, t->node))
		print_error("%.*s\ngives\n%.*s%.*s\n", STR(t->text), STR(problems),
			STR(node));
	assert_true(str_eqz(problems, t->problems));
	assert_true(str_eqz(node, t->node));
	assert_int_equal(doc->partial, t->partial);
	assert_true(doc->problems.n > 0);
	assert_int_equal(doc->problems.v[0].kind, t->kind);
	bool safe = true, strict = true;
	for (size_t i = 0; i < doc->problems.n; i++) {
		safe = safe && !doc->problems.v[i].safe_refuses;
		strict = strict && !doc->problems.v[i].strict_refuses;
	}
	assert_int_equal(doc->safe_ok, safe);
	assert_int_equal(doc->strict_ok, strict);
	arena_release(&a);
}

static void
check_all(const struct complaint *t, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check(&t[i]);
}

#define CHECK_ALL(t) check_all(t, sizeof t / sizeof *t)

static void
test_values(void **state)
{
	static const struct complaint t[] = {
		{TEXT("a: 1\nb: 2\na: 3\n"),
			"3:1-3:2 T key 'a' is given twice in this mapping (first given here 1:1)\n",
			"{\"a\": 3, \"b\": 2}", YAML_PROBLEM_DUPLICATE_KEY, false},
		{TEXT("1: x\ntrue: y\n1.0: z\n"),
			"2:1-2:5 T key 'true' equals the key '1' of the same mapping (first given here "
			"1:1)\n3:1-3:4 T key '1.0' equals the key '1' of the same mapping (first given "
			"here 1:1)\n",
			"{1: \"z\"}", YAML_PROBLEM_DUPLICATE_KEY, false},
		{TEXT("- k: {x: 1, x: 2}\n"),
			"1:13-1:14 T key 'x' is given twice in this mapping (first given here 1:7)\n",
			"[{\"k\": {\"x\": 2}}]", YAML_PROBLEM_DUPLICATE_KEY, false},
		{TEXT("[a]: 1\n{b: 1}: 2\nc: 3\n"),
			"1:1-1:4 ST a list can't be a key\n2:1-2:7 ST a map can't be a key\n",
			"{\"c\": 3}", YAML_PROBLEM_KEY, false},
		{TEXT("a: <<\nb: [=]\n"),
			"1:4-1:6 ST a plain '<<' stands for something special and can't be a value\n"
			"2:5-2:6 ST a plain '=' stands for something special and can't be a value\n",
			"{\"a\": !, \"b\": [!]}", YAML_PROBLEM_MERGE, false},
		{TEXT("a: {<<: 1}\nb: {<<: [{c: 1}, 2]}\n"),
			"1:5-1:7 T '<<' as a key is refused by the changelog tools\n"
			"1:9-1:10 ST '<<' needs a map or a list of maps, but finds: integer\n"
			"2:5-2:7 T '<<' as a key is refused by the changelog tools\n"
			"2:18-2:19 ST '<<' needs maps in its list, but finds: integer\n",
			"{\"a\": {}, \"b\": {+\"c\": 1}}", YAML_PROBLEM_STRICT_MERGE,
			false},
		{TEXT("=: 1\n"),
			"1:1-1:2 T '=' as a key is refused by the changelog tools\n",
			"{\"=\": 1}", YAML_PROBLEM_STRICT_MERGE, false},
		{TEXT("a: !foo x\nb: !!python/none ''\n"),
			"1:4-1:8 ST unknown tag '!foo'\n2:4-2:17 ST unknown tag '!!python/none'\n",
			"{\"a\": !, \"b\": !}", YAML_PROBLEM_TAG, false},
		{TEXT("a: !!int [1]\nb: !!seq x\nc: !!map []\nd: !!omap [1]\n"),
			"1:10-1:13 ST tag '!!int' stands before a list, but needs a scalar\n"
			"2:10-2:11 ST tag '!!seq' stands before a scalar, but needs a list\n"
			"3:10-3:12 S tag '!!map' stands before a list, but needs a map\n"
			"4:12-4:13 ST each item of '!!omap' has to be a map with one pair\n",
			"{\"a\": !, \"b\": !, \"c\": !, \"d\": !}", YAML_PROBLEM_TAG,
			false},
		{TEXT("a: 2026-13-01\nb: 2024-02-30\nc: 2024-01-01 25:00:00\nd: 0x_\ne: !!bool maybe\n"),
			"1:4-1:14 STC '2026-13-01' is shaped like a date, but its month does not exist\n"
			"2:4-2:14 STC '2024-02-30' is shaped like a date, but its day does not exist\n"
			"3:4-3:23 STC '2024-01-01 25:00:00' is shaped like a date, but its hour does not "
			"exist\n"
			"4:4-4:7 STC '0x_' can't be read as an integer\n"
			"5:11-5:16 STC 'maybe' is no boolean\n",
			"{\"a\": !, \"b\": !, \"c\": !, \"d\": !, \"e\": !}",
			YAML_PROBLEM_VALUE, false},
		{TEXT("a: !!int ''\nb: !!float x\nc: !!binary a\n"),
			"1:10-1:12 STC '' can't be read as an integer\n"
			"2:12-2:13 STC 'x' can't be read as a float\n"
			"3:13-3:14 ST a binary value is cut off: its base64 has the wrong length\n",
			"{\"a\": !, \"b\": !, \"c\": !}", YAML_PROBLEM_VALUE, false},
		{TEXT("a: &x 1\nb: &x 2\nc: *y\n"),
			"2:4-2:6 ST anchor 'x' is defined twice (first defined here 1:4)\n"
			"3:4-3:6 ST no anchor 'y' stands before this alias: put the value in quotes if "
			"'*' is text\n",
			"{\"a\": 1, \"b\": 2, \"c\": !}", YAML_PROBLEM_ALIAS, false},
		{TEXT("- &x [*x]\n- &y {k: *y}\n- &z {k: [*z]}\n"),
			"1:7-1:9  alias 'x' refers to a value that contains it (defined here 1:3)\n"
			"2:10-2:12 T alias 'y' refers to a value that contains it (defined here 2:3)\n"
			"3:11-3:13  alias 'z' refers to a value that contains it (defined here 3:3)\n",
			"[[!], {\"k\": !}, {\"k\": [!]}]", YAML_PROBLEM_ALIAS, false},
		{TEXT("a: \"\\ud800\"\n"),
			"1:5-1:11  this escape is half of a surrogate pair and stands for no character\n",
			"{\"a\": \"\xef\xbf\xbd\"}", YAML_PROBLEM_VALUE, false},
	};
	(void)state;
	CHECK_ALL(t);
}

static void
test_characters(void **state)
{
	static const struct complaint t[] = {
		{TEXT("a: \x01\x02 # \x03\n# \x7f\nb: \x00\n"),
			"1:4-1:5 ST character U+0001 can't stand in YAML, not even in a comment\n"
			"2:3-2:4 ST character U+007F can't stand in YAML, not even in a comment\n"
			"3:4-3:5 ST character U+0000 can't stand in YAML, not even in a comment\n",
			"{\"a\": \"\xef\xbf\xbd\xef\xbf\xbd\", \"b\": \"\xef\xbf\xbd\"}",
			YAML_PROBLEM_CHARACTER, false},
		{TEXT("a: \xc2\x9f\xc2\x85 \xc2\xa0\nb: \xef\xbf\xbe\xf0\x9f\xbf\xbe\n"),
			"1:4-1:5 ST character U+009F can't stand in YAML, not even in a comment\n"
			"2:4-2:5 ST character U+FFFE can't stand in YAML, not even in a comment\n",
			"{\"a\": \"\xef\xbf\xbd \xc2\xa0\", \"b\": \"\xef\xbf\xbd\xf0\x9f\xbf\xbe\"}",
			YAML_PROBLEM_CHARACTER, false},
		{TEXT("a: caf\xe9\nb: \xc0\x80\nc: ok\n"),
			"1:7-1:8 STC byte 0xe9 is not valid UTF-8\n"
			"2:4-2:5 STC byte 0xc0 is not valid UTF-8\n",
			"{\"a\": \"caf\xef\xbf\xbd\", \"b\": \"\xef\xbf\xbd\xef\xbf\xbd\", \"c\": \"ok\"}",
			YAML_PROBLEM_ENCODING, false},
		{TEXT("\xff\xfe"
		      "a\0"),
			"1:1-1:3 STC the file starts like UTF-16, but has to be UTF-8\n",
			"-", YAML_PROBLEM_ENCODING, true},
		{TEXT("a:\tb\nc: d\t# x\ne: [1,\t2]\nf: x\ty\ng: >\t\n  z\nh: \"\t\" #\t\n"),
			"1:3-1:4 ST tab used to separate tokens: only spaces can stand here\n"
			"2:5-2:6 ST tab used to separate tokens: only spaces can stand here\n"
			"3:7-3:8 ST tab used to separate tokens: only spaces can stand here\n"
			"4:5-4:6 ST tab used inside a plain value: only spaces can stand here\n"
			"5:5-5:6 ST tab used behind the start of a block text: only spaces can stand "
			"here\n",
			"{\"a\": \"b\", \"c\": \"d\", \"e\": [1, 2], \"f\": \"x\\ty\", \"g\": \"z\\n\", "
			"\"h\": \"\\t\"}",
			YAML_PROBLEM_TAB, false},
		{TEXT("a:\n\tb: 1\nc: 2\n"),
			"2:1-2:2 ST tab used for indentation: only spaces can stand here\n",
			"{\"a\": !, \"c\": 2}", YAML_PROBLEM_TAB, true},
		{TEXT("[\n\ta]\n"),
			"2:1-2:2 ST tab used for indentation: only spaces can stand here\n",
			"[\"a\"]", YAML_PROBLEM_TAB, false},
		{TEXT("a: [b?c]\nd: |#x\n  e\n"),
			"1:6-1:7 ST '?' in a plain value between brackets: put the value in quotes\n"
			"2:5-2:6 ST '#' directly behind '|': put a space before the comment\n",
			"{\"a\": [\"b?c\"], \"d\": \"e\\n\"}", YAML_PROBLEM_SYNTAX,
			false},
		{TEXT("%YAML 1.1#x\n---\na\n"),
			"1:10-1:11 ST '#' directly behind the version: put a space before the comment\n",
			"\"a\"", YAML_PROBLEM_SYNTAX, false},
		{TEXT("[!!str, a]\n"), "1:2-1:8 ST unknown tag '!!str,'\n", "[!, \"a\"]",
			YAML_PROBLEM_TAG, false},
		{TEXT("a: 1\n---\nb: 2\n"),
			"2:1-2:4 ST a second document starts here: the file may have one only\n",
			"{\"a\": 1}", YAML_PROBLEM_DOCUMENTS, false},
	};
	(void)state;
	CHECK_ALL(t);
}

/* Two faults give two problems, and everything else is read. */
static void
test_recovery(void **state)
{
	static const struct complaint t[] = {
		{TEXT("- k: a\n  t: \"open\n- k: b\n- k: [1, 2\n- k: c\n"),
			"2:6-2:7 ST this quote is never closed\n"
			"5:4-5:5 ST expected ',' or ']' before ':' (the list starts here 4:6)\n",
			"[!, {\"k\": \"b\"}, !, {\"k\": \"c\"}]", YAML_PROBLEM_SYNTAX,
			true},
		{TEXT("a: @x\nb: 1\nc: {d: 1\ne: 2\nf: 3\n"),
			"1:4-1:5 ST '@' can't start a value: put the value in quotes\n"
			"4:2-4:3 ST expected ',' or '}' before ':' (the map starts here 3:4)\n",
			"{\"a\": !, \"b\": 1, \"c\": !, \"e\": 2, \"f\": 3}",
			YAML_PROBLEM_SYNTAX, true},
		{TEXT("- a: 1\n<<<<<<< mine\n- b: 2\n=======\n- c: 3\n>>>>>>> other\n- d: 4\n"),
			"2:1-2:13 ST '<<<<<<< mine' is left over from a merge conflict\n"
			"4:1-4:8 ST '=======' is left over from a merge conflict\n"
			"6:1-6:14 ST '>>>>>>> other' is left over from a merge conflict\n",
			"[{\"a\": 1}, {\"b\": 2}, {\"c\": 3}, {\"d\": 4}]",
			YAML_PROBLEM_SYNTAX, true},
		{TEXT("a: 'it's'\nb: 1\n"),
			"1:8-1:10 ST 's'' follows the closing quote: inside single quotes write '' for "
			"'\n",
			"{\"a\": !, \"b\": 1}", YAML_PROBLEM_SYNTAX, true},
		{TEXT("- a\nb: 1\n- c\n"),
			"2:1-2:5 ST 'b: 1' is no item of the list it is lined up with: expected '- ' "
			"(the list starts here 1:1)\n",
			"[\"a\", \"c\"]", YAML_PROBLEM_SYNTAX, true},
		{TEXT("a: 1\nb:2\nc: 3\n"),
			"2:1-2:4 ST 'b:2' is no key: its ':' needs a space behind it\n",
			"{\"a\": 1, \"c\": 3}", YAML_PROBLEM_SYNTAX, true},
		{TEXT("a: x: y\nb: 1\n"),
			"1:5-1:6 ST ': ' makes a key where none can stand: put the text in quotes, or "
			"check the indentation\n",
			"{\"a\": !, \"b\": 1}", YAML_PROBLEM_SYNTAX, true},
		{TEXT("a: \"\\q\"\nb: \"\\U00110000\"\nc: 1\n"),
			"1:5-1:7 ST '\\q' is no escape: write two backslashes, or use single quotes\n"
			"2:7-2:8 STC this escape stands for no character: the last one is "
			"\\U0010ffff\n",
			"{\"a\": !, \"b\": !, \"c\": 1}", YAML_PROBLEM_SYNTAX, true},
		{TEXT("a: *\nb: &\nc: %x\nd: 1\n"),
			"1:4-1:5 ST a value that starts with '*' is an alias, but this is none: put it "
			"in quotes\n"
			"2:4-2:5 ST a value that starts with '&' has an anchor, but this is none: put it "
			"in quotes\n"
			"3:4-3:5 ST '%' can't start a value: put the value in quotes\n",
			"{\"a\": !, \"b\": !, \"c\": !, \"d\": 1}", YAML_PROBLEM_SYNTAX,
			true},
		{TEXT("a: &x [\nb: *x\nc: *x\n"), /* what a fault tore stays defined */
			"3:1-3:2 ST expected ',' or ']' before 'c' (the list starts here 1:7)\n",
			"{\"a\": !, \"b\": !, \"c\": !}", YAML_PROBLEM_SYNTAX, true},
		{TEXT("[a, b\n"),
			"2:1-2:1 ST expected ',' or ']' before the end (the list starts here 1:1)\n",
			"[\"a\", \"b\"]", YAML_PROBLEM_SYNTAX, true},
		{TEXT("a\nb: c\n"),
			"2:2-2:3 ST ': ' makes a key where none can stand: put the text in quotes, or "
			"check the indentation\n",
			"!", YAML_PROBLEM_SYNTAX, true},
		{TEXT("a: 1\n...\nb: 2\n"),
			"3:1-3:5 ST 'b: 2' stands behind the end of the document: check its "
			"indentation\n",
			"{\"a\": 1}", YAML_PROBLEM_SYNTAX, true},
		{TEXT("- !! x\n- !<a x\n- b\n"),
			"1:3-1:7 ST while parsing a tag: did not find expected tag URI\n"
			"2:6-2:7 ST expected '>' at the end of the tag (the tag starts here 2:3)\n",
			"[!, !, \"b\"]", YAML_PROBLEM_SYNTAX, true},
		/* a replacement in one item, a fault in the next */
		{TEXT("- {a:[1]}\n- {b:[2]\n- c\n"),
			"3:1-3:2 ST expected ',' or '}' before '-' (the map starts here 2:3)\n",
			"[{\"a\": [1]}, !, \"c\"]", YAML_PROBLEM_SYNTAX, true},
	};
	(void)state;
	CHECK_ALL(t);
}

static struct str
repeat(struct arena *a, const char *text, size_t times)
{
	struct buf b = buf_new(a, LIMIT_FILE_BYTES);
	for (size_t i = 0; i < times; i++)
		buf_addz(&b, text);
	return buf_str(&b);
}

static void
check_limit(struct arena *a, struct str text, bool refused, const char *part)
{
	const struct yaml_doc *doc = show_load(a, text);
	struct str problems = show_problems(a, doc);
	size_t limits = 0;
	for (size_t i = 0; i < doc->problems.n; i++)
		limits += doc->problems.v[i].kind == YAML_PROBLEM_LIMIT;
	if (limits != 1 || !str_contains(problems, str_from(part)))
		print_error("%s\n%.*s", part,
			(int)(problems.n < 2000 ? problems.n : 2000), problems.p);
	assert_int_equal(limits, 1);
	assert_true(str_contains(problems, str_from(part)));
	assert_false(doc->safe_ok || doc->strict_ok);
	assert_int_equal(doc->problems.v[0].safe_refuses, refused);
}

static void
test_limits(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	check_limit(&a, repeat(&a, "[", 10000), false, "nested more than 64 levels deep");
	check_limit(
		&a, repeat(&a, "- ", 10000), false, "nested more than 64 levels deep");
	check_limit(&a, repeat(&a, "1", LIMIT_DIGITS + 1), true, "more than 4300 digits");
	check_limit(&a, str_cat(&a, S("0x"), repeat(&a, "f", LIMIT_DIGITS + 1)), false,
		"more than 4300 digits");
	check_limit(&a, str_cat(&a, S("- &a x\n"), repeat(&a, "- *a\n", 200001)), false,
		"aliases bring in too many values");
	check_limit(&a, repeat(&a, "- a\n", LIMIT_YAML_NODES), false,
		"more than 400000 values");
	check_limit(&a, repeat(&a, "- [\n", 300), true, "too many syntax faults");
	check_limit(&a, repeat(&a, "- a:\tb\n", 600), true, "too many problems");
	check_limit(&a, repeat(&a, "- {a:[1]}\n", 1001), false,
		"too many places that YAML parsers read differently");
	check_limit(
		&a, repeat(&a, "\x01", 2000), true, "no text has: the rest is not read");
	arena_release(&a);
}

/* Each level names the one before ten times. */
static void
test_alias_bomb(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	struct buf b = buf_new(&a, LIMIT_FILE_BYTES);
	buf_addz(&b, "a0: &a0 x\n");
	for (int i = 1; i < 30; i++) {
		buf_addf(&b, "a%d: &a%d [", i, i);
		for (int k = 0; k < 10; k++)
			buf_addf(&b, "*a%d, ", i - 1);
		buf_addz(&b, "]\n");
	}
	check_limit(&a, buf_str(&b), false, "aliases bring in too many values");
	struct buf chain = buf_new(&a, LIMIT_FILE_BYTES);
	buf_addz(&chain, "- &a0 x\n");
	for (int i = 1; i < 70; i++)
		buf_addf(&chain, "- &a%d [*a%d]\n", i, i - 1);
	check_limit(&a, buf_str(&chain), false, "aliases nest too deep");
	arena_release(&a);
}

static bool
loads_within(size_t limit_bytes)
{
	const struct str text =
		S("a: &x [1, 0xff, 2.5]\nb: {c:[*x], a: 'it''s'}\nb: \"\\q\"\n"
		  "d: |\n  x\n? [e]\n: {<<: *x}\n");
	struct arena a;
	jmp_buf escape;
	arena_init(&a, limit_bytes, &escape);
	if (setjmp(escape) == 0) {
		assert_non_null(show_load(&a, text)->root);
		arena_release(&a);
		return true;
	}
	assert_int_equal(a.fault, ARENA_NOMEM);
	arena_release(&a);
	return false;
}

/* Memory that runs out at any point is given back, libyaml's too (the sanitizer sees it).
 */
static void
test_out_of_memory(void **state)
{
	size_t limit_bytes = 64;
	(void)state;
	while (!loads_within(limit_bytes))
		limit_bytes += 64;
	assert_in_range(limit_bytes, 4 * 1024, 1024 * 1024);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_characters),
		cmocka_unit_test(test_recovery),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_alias_bomb),
		cmocka_unit_test(test_out_of_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
