/* Matching of config keys. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "model/keys.h"
#include "support/model.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
patterns(void **state)
{
	(void)state;
	static const struct {
		const char *pattern, *key;
		bool star, file; /* the two matchers */
	} row[] = {
		{"abc", "abc", true, true},
		{"abc", "abcd", false, false},
		{"", "", true, true},
		{"*", "", true, true},
		{"*", "abc", true, true},
		{"a*", "abc", true, true},
		{"*c", "abc", true, true},
		{"a*c", "abc", true, true},
		{"a*d", "abc", false, false},
		{"*b*", "abc", true, true},
		{"a**c", "abc", true, true},
		{"abc*", "abc", true, true},
		{"a*b*c", "aXbXbXc", true, true},
		{"a*bc", "abbc", true, true},
		{"*ab", "aab", true, true},
		{"a?c", "abc", false, true},
		{"a?c", "a?c", true, true},
		{"a?", "a", false, false},
		{"?", "\xc3\xa9", false, true},
		{"a[bc]d", "abd", false, true},
		{"a[bc]d", "a[bc]d", true, false},
		{"a[!b]d", "acd", false, true},
		{"a[!b]d", "abd", false, false},
		{"a[^b]d", "a^d", false, true},
		{"a[b-d]e", "ace", false, true},
		{"a[d-b]e", "ace", false, false},
		{"a[!d-b]e", "ace", false, true},
		{"a[]]b", "a]b", false, true},
		{"a[]-]b", "a-b", false, true},
		{"a[-x]b", "a-b", false, true},
		{"a[x-]b", "a-b", false, true},
		{"a[b", "a[b", true, true},
		{"a[!]b", "a[!]b", true, true},
		{"[\xc3\xa0-\xc3\xbf]", "\xc3\xa9", false, true},
		{"A*", "abc", false, false},
		{"a.c", "abc", false, false},
		{"a*c", "a\nc", false, true},
		{"a\nc*", "a\nc", true, true},
		{"*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaa", false, false},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct str pattern = str_from(row[i].pattern), key = str_from(row[i].key);
		if (keys_star_match(pattern, key) != row[i].star ||
			keys_fnmatch(pattern, key) != row[i].file)
			fail_msg("%s on %s", row[i].pattern, row[i].key);
	}
}

static const char keys[] = "red-fp4-a-one: {}\nred-fp8-b-one: {}\nred-fp8-c-two: {}\n"
			   "'blue?-fp4-a-six': {}\nblue-fp8-a-one: {}\n";

static const char *
chosen(struct bench *b, const struct master *m, const char *const *written, bool entry)
{
	struct selection s = keys_selection(&b->arena, m);
	struct buf out = buf_new(&b->arena, 1000);
	for (size_t i = 0; written[i]; i++) {
		struct str key = str_from(written[i]);
		bool any = entry ? keys_of_entry(&b->arena, &s, key)
				 : keys_of_command(&b->arena, &s, key);
		if (!any)
			buf_addf(&out, "!%s ", written[i]);
	}
	for (size_t i = 0; i < s.list.n; i++)
		buf_addf(&out, "%.*s ", STR(s.list.v[i]->key));
	return str_z(&b->arena, str_trim(buf_str(&out)));
}

static void
selections(void **state)
{
	(void)state;
	static const struct {
		const char *written[4];
		const char *entry, *command;
	} row[] = {
		{{"red-fp8-c-two", "red-fp4-a-one"}, "red-fp8-c-two red-fp4-a-one",
			"red-fp8-c-two red-fp4-a-one"},
		{{"*-one"}, "red-fp4-a-one red-fp8-b-one blue-fp8-a-one",
			"red-fp4-a-one red-fp8-b-one blue-fp8-a-one"},
		{{"red*"}, "red-fp4-a-one red-fp8-b-one red-fp8-c-two",
			"red-fp4-a-one red-fp8-b-one red-fp8-c-two"},
		{{"?ed-fp8-b-one"}, "!?ed-fp8-b-one", "red-fp8-b-one"},
		{{"*-none"}, "!*-none", "!*-none"},
		{{"red"}, "!red", "!red"},
		{{""}, "!", "!"},
		{{"red-fp4-a-one "}, "!red-fp4-a-one", "!red-fp4-a-one"},
		{{"blue-fp8-a-one", "red-fp8*"},
			"blue-fp8-a-one red-fp8-b-one red-fp8-c-two",
			"blue-fp8-a-one red-fp8-b-one red-fp8-c-two"},
		{{"red*", "*-one"},
			"red-fp4-a-one red-fp8-b-one red-fp8-c-two blue-fp8-a-one",
			"red-fp4-a-one red-fp8-b-one red-fp8-c-two blue-fp8-a-one"},
		{{"red-fp4-a-one", "red-fp4-a-one"}, "red-fp4-a-one", "red-fp4-a-one"},
		/* a key that itself holds a `?` is a pattern on the command line */
		{{"blue?-fp4-a-six"}, "blue?-fp4-a-six", "blue?-fp4-a-six"},
		{{"[rb]ed-fp4*"}, "![rb]ed-fp4*", "red-fp4-a-one"},
	};
	struct bench b;
	bench_open(&b);
	struct master *m = bench_master(&b, str_from(keys));
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_string_equal(chosen(&b, m, row[i].written, true), row[i].entry);
		assert_string_equal(chosen(&b, m, row[i].written, false), row[i].command);
	}
	assert_string_equal(
		str_z(&b.arena, keys_nearest(&b.arena, m, S("red_fp8_b_oen"))),
		"did you mean 'red-fp8-b-one'?");
	assert_int_equal(keys_nearest(&b.arena, m, S("violet")).n, 0);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns),
		cmocka_unit_test(selections),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
