/* Line differences: shortest, well placed, and a patch that gives back the new text. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diff.h"

#include <string.h>

static struct str
unified(struct arena *a, const char *old, const char *new)
{
	struct diff d;
	diff_lines(a, str_from(old), str_from(new), &d);
	return diff_unified(a, &d, S("a"), S("b"));
}

static void
test_texts(void **state)
{
	static const struct {
		const char *old, *new, *want;
	} t[] = {
		{"", "", ""},
		{"a\n", "a\n", ""},
		{"", "a\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n"},
		{"a\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n"},
		{"a", "a\n",
			"--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"1\n2\n3\n4\n5\n", "1\n2\n3\n4\nx\n5\n",
			"--- a\n+++ b\n@@ -2,4 +2,5 @@\n 2\n 3\n 4\n+x\n 5\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\nx\n3\n4\n5\n6\n7\n8\ny\n",
			"--- a\n+++ b\n@@ -1,9 +1,9 @@\n 1\n-2\n+x\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n"
			"+y\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
			"--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n"
			" 7\n 8\n-9\n+y\n"},
		/* Placed as late as possible: what is appended is at the end. */
		{"x\nl\n", "x\nl\n\nx\nl\n",
			"--- a\n+++ b\n@@ -1,2 +1,5 @@\n x\n l\n+\n+x\n+l\n"},
		{"q\nx\nl\n", "p\nx\nl\n\nx\nl\n",
			"--- a\n+++ b\n@@ -1,3 +1,6 @@\n-q\n+p\n x\n l\n+\n+x\n+l\n"},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct str got = unified(&a, t[i].old, t[i].new);
		if (!str_eqz(got, t[i].want))
			print_error("%zu:\n%.*s", i, STR(got));
		assert_true(str_eqz(got, t[i].want));
	}
	arena_release(&a);
}

static void
test_ambiguous(void **state)
{
	static const struct {
		const char *old, *new;
		bool want;
	} t[] = {
		{"a\nb\n", "a\nb\nc\n", false},
		{"a\nb\n", "a\nb\nc\nb\n", true},
		{"a\nb\n", "a\nx\nb\n", false},
		{"a\n\nb\n", "a\n\n\nb\n", true},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct diff d;
		diff_lines(&a, str_from(t[i].old), str_from(t[i].new), &d);
		assert_int_equal(d.ambiguous, t[i].want);
	}
	arena_release(&a);
}

static uint64_t
next(uint64_t *seed)
{
	uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static struct str
random_text(struct arena *a, uint64_t *seed, size_t lines, unsigned letters)
{
	struct buf b = buf_new(a, 1 << 20);
	for (size_t i = 0; i < lines; i++)
		buf_addf(&b, "%c\n", (int)('a' + next(seed) % letters));
	if (next(seed) % 4 == 0 && b.n)
		b.n--; /* no final newline */
	return buf_str(&b);
}

/* Length of the longest common subsequence, by the table. */
static size_t
common(struct arena *a, const struct diff *d)
{
	size_t w = d->new.n + 1;
	size_t *t = NEW_ARRAY(a, size_t, (d->old.n + 1) * w);
	for (size_t x = 1; x <= d->old.n; x++)
		for (size_t y = 1; y <= d->new.n; y++) {
			size_t up = t[(x - 1) * w + y], left = t[x * w + y - 1];
			t[x * w + y] = up > left ? up : left;
			if (str_eq(d->old.v[x - 1], d->new.v[y - 1]))
				t[x * w + y] = t[(x - 1) * w + y - 1] + 1;
		}
	return t[d->old.n * w + d->new.n];
}

static void
test_random(void **state)
{
	uint64_t seed = 42;
	(void)state;
	for (unsigned round = 0; round < 3000; round++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct str old = random_text(&a, &seed, next(&seed) % 30, 2 + round % 5);
		struct str new = random_text(&a, &seed, next(&seed) % 30, 2 + round % 5);
		struct diff d;
		diff_lines(&a, old, new, &d);
		struct buf made = buf_new(&a, 1 << 20);
		size_t x = 0, y = 0, kept = 0;
		for (size_t i = 0; i <= d.hunks.n; i++) {
			bool last = i == d.hunks.n;
			size_t to = last ? d.old.n : d.hunks.v[i].old_begin;
			assert_true(to >= x);
			for (; x < to; x++, y++, kept++) {
				assert_true(str_eq(d.old.v[x], d.new.v[y]));
				buf_add(&made, d.old.v[x]);
			}
			if (last)
				break;
			assert_int_equal(d.hunks.v[i].new_begin, y);
			for (x = d.hunks.v[i].old_end; y < d.hunks.v[i].new_end; y++)
				buf_add(&made, d.new.v[y]);
		}
		assert_true(str_eq(buf_str(&made), new));
		assert_int_equal(kept, common(&a, &d));
		arena_release(&a);
	}
}

static void
test_limit(void **state)
{
	struct arena a;
	uint64_t seed = 7;
	(void)state;
	arena_init(&a, 0, NULL);
	struct diff d;
	struct str old = random_text(&a, &seed, 4000, 26),
		   new = random_text(&a, &seed, 4000, 26);
	diff_lines(&a, str_cat(&a, S("0\n"), old), str_cat(&a, S("0\n"), new), &d);
	assert_true(d.coarse);
	assert_int_equal(d.hunks.n, 1);
	assert_int_equal(d.hunks.v[0].old_begin, 1);
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_ambiguous),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
