/* Did-you-mean. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/suggest.h"

#include <string.h>

static void
distances(void **state)
{
	(void)state;
	static const struct {
		const char *x, *y;
		unsigned distance;
	} row[] = {
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"tp", "tp", 0},
		{"tp", "pt", 1},
		{"image", "iamge", 1},
		{"image", "imag", 1},
		{"image", "immage", 1},
		{"image", "imbge", 1},
		{"dp_attn", "dp-attn", 0},
		{"DP-ATTN", "dp_attn", 0},
		{"ca", "abc", 3}, /* restricted: no edits inside a swap */
		{"kitten", "sitting", 3},
		{"conc-start", "conc-end", 5},
	};
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct str x = str_from(row[i].x), y = str_from(row[i].y);
		assert_int_equal(suggest_distance(x, y), row[i].distance);
		assert_int_equal(suggest_distance(y, x), row[i].distance);
	}
}

static void
ranking(void **state)
{
	(void)state;
	static const struct {
		const char *word;
		const char *names[5];
		const char *text;
	} row[] = {
		{"imgae", {"model", "image", "runner"}, "did you mean 'image'?"},
		{"dpattn", {"dp-attn", "ep"}, "did you mean 'dp-attn'?"},
		{"tp", {"ep", "pp"}, ""}, /* half of the word would be wrong */
		{"tpp", {"ep", "pp", "tp"}, "did you mean 'pp' or 'tp'?"},
		{"tpp", {"tp", "pp", "ep"}, "did you mean 'pp' or 'tp'?"},
		{"fooba", {"foobaz", "foobar", "foobax", "foobar"},
			"did you mean 'foobar' or 'foobax'?"},
		{"conc_lst", {"conc-list", "conc-last"},
			"did you mean 'conc-last' or 'conc-list'?"},
		{"conc_list", {"conc-list", "conc-last"}, "did you mean 'conc-list'?"},
		{"", {"x"}, ""},
		{"abcdef", {NULL}, ""},
	};
	struct arena a;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct str names[5];
		size_t n = 0;
		while (n < 5 && row[i].names[n]) {
			names[n] = str_from(row[i].names[n]);
			n++;
		}
		struct str text = suggest_among(&a, str_from(row[i].word), names, n);
		assert_string_equal(str_z(&a, text), row[i].text);
	}
	arena_release(&a);
}

static void
long_words_are_not_compared(void **state)
{
	(void)state;
	char word[SUGGEST_MAX_BYTES + 1];
	memset(word, 'a', sizeof word);
	struct str longer = {word, sizeof word}, fits = {word, sizeof word - 1};
	assert_int_equal(suggest_distance(longer, fits), SUGGEST_MAX_BYTES + 1);
	assert_int_equal(suggest_distance(fits, fits), 0);
	struct suggestions s = {0};
	suggest_offer(&s, longer, fits);
	suggest_offer(&s, fits, longer);
	assert_int_equal(s.n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances),
		cmocka_unit_test(ranking),
		cmocka_unit_test(long_words_are_not_compared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
