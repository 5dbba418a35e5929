/* The base layer: strings, UTF-8, places, maps, buffers, trees, arena. */
#include "support/support.h"

#include "base/map.h"
#include "base/source.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void
test_int64(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
	} rows[] = {
		{"0", true, 0},
		{"-0", true, 0},
		{"+7", true, 7},
		{"9223372036854775807", true, INT64_MAX},
		{"9223372036854775808", false, 0},
		{"-9223372036854775808", true, INT64_MIN},
		{"-9223372036854775809", false, 0},
		{"", false, 0},
		{"-", false, 0},
		{"1 ", false, 0},
		{"0x1", false, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t v = 0;
		assert_int_equal(str_to_int64(str_from(rows[i].text), &v), rows[i].ok);
		assert_int_equal(v, rows[i].value);
	}
}

static void
test_find(void **state)
{
	(void)state;
	struct str s = S("abcabc");
	assert_int_equal(str_find(s, S("bc"), 0), 1);
	assert_int_equal(str_find(s, S("bc"), 2), 4);
	assert_int_equal(str_find(s, S("bc"), 5), 6);
	assert_int_equal(str_find(s, S("x"), 0), 6);
	assert_int_equal(str_rfind_byte(s, 'b'), 4);
	assert_true(str_contains(s, S("")));
	assert_true(str_contains(S(""), S("")));
	assert_false(str_contains(s, S("abcabcd")));
}

static void
test_utf8(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t n;
		uint32_t cp;
	} rows[] = {
		{"a", 1, 'a'},
		{"\xC3\xA9", 2, 0xE9},
		{"\xE6\x96\xB0", 3, 0x65B0},
		{"\xF0\x9F\x98\x80", 4, 0x1F600},
		{"\xC0\x80", 0, 0},         /* overlong */
		{"\xE0\x80\x80", 0, 0},     /* overlong */
		{"\xED\xA0\x80", 0, 0},     /* surrogate */
		{"\xF4\x90\x80\x80", 0, 0}, /* above U+10FFFF */
		{"\xE6\x96", 0, 0},         /* cut off */
		{"\x80", 0, 0},
		{"\xFF", 0, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint32_t cp = 0;
		size_t n = utf8_decode(str_from(rows[i].bytes), 0, &cp);
		assert_int_equal(n, rows[i].n);
		if (n) {
			assert_int_equal(cp, rows[i].cp);
			struct buf b = buf_new(&arena, 16);
			utf8_encode(&b, cp);
			assert_true(str_eqz(buf_str(&b), rows[i].bytes));
		}
	}
	assert_int_equal(utf8_first_bad(S("ab\xFF")), 2);
	assert_int_equal(utf8_length(S("a\xE6\x96\xB0\xFF")), 3);
	assert_int_equal(utf8_width(0x65B0), 2);
	assert_int_equal(utf8_width(0x301), 0);
	assert_true(utf8_is_unsafe(0x1B));
	assert_true(utf8_is_unsafe(0x202E));
	assert_false(utf8_is_unsafe(0xE9));
}

static void
test_places(void **state)
{
	(void)state;
	struct sources t = {0};
	struct source *s =
		sources_add(&arena, &t, S("f"), S("ab\n\xE6\x96\xB0x\xF0\x9F\x98\x80y\n\nlast"));
	static const struct {
		uint32_t offset, line, column, utf16;
	} rows[] = {
		{0, 1, 1, 1},
		{2, 1, 3, 3},
		{3, 2, 1, 1},
		{6, 2, 2, 2},
		{7, 2, 3, 3},
		{11, 2, 4, 5},
		{12, 2, 5, 6},
		{13, 3, 1, 1},
		{14, 4, 1, 1},
		{18, 4, 5, 5},
		{99, 4, 5, 5}, /* clamped */
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct place p = source_place(s, rows[i].offset);
		assert_int_equal(p.line, rows[i].line);
		assert_int_equal(p.column, rows[i].column);
		assert_int_equal(source_utf16_column(s, rows[i].offset), rows[i].utf16);
	}
	assert_true(str_eqz(source_line(s, 4), "last"));
	assert_true(str_eqz(source_line(s, 3), ""));
	assert_int_equal(source_line(s, 5).n, 0);
	assert_true(str_eqz(span_text(&t, (struct span){1, 0, 2}), "ab"));
	assert_null(sources_get(&t, 0));
	assert_null(sources_get(&t, 2));
}

static void
test_map_keeps_order(void **state)
{
	(void)state;
	struct map m = {0};
	char name[16];
	for (int i = 0; i < 500; i++) {
		snprintf(name, sizeof name, "k%d", i);
		map_put(&arena, &m, str_dup(&arena, str_from(name)), &m);
	}
	map_put(&arena, &m, S("k7"), NULL);
	assert_int_equal(m.n, 500);
	assert_true(str_eqz(m.entry[7].key, "k7"));
	assert_true(map_has(&m, S("k7")));
	assert_null(map_get(&m, S("k7")));
	assert_ptr_equal(map_get(&m, S("k499")), &m);
	assert_false(map_has(&m, S("k500")));
}

static void
test_buffer_has_a_cap(void **state)
{
	(void)state;
	struct buf b = buf_new(&arena, 10);
	buf_addz(&b, "12345678");
	buf_addf(&b, "%d", 123);
	assert_true(b.overflow);
	assert_int_equal(b.n, 8);
	buf_addc(&b, 'x'); /* nothing more once something is missing */
	assert_int_equal(b.n, 8);
}

static void
count_up(void *p)
{
	++*(int *)p;
}

static void
test_arena_limit_and_marks(void **state)
{
	(void)state;
	struct arena a;
	jmp_buf escape;
	int cleaned = 0;
	arena_init(&a, 100000, &escape);
	if (setjmp(escape) == 0) {
		arena_defer(&a, count_up, &cleaned);
		struct arena_mark m = arena_mark(&a);
		for (int i = 0; i < 100; i++) {
			NEW_ARRAY(&a, char, 90000);
			arena_defer(&a, count_up, &cleaned);
			arena_rewind(&a, m);
		}
		assert_int_equal(cleaned, 100);
		NEW_ARRAY(&a, char, 200000);
		fail_msg("the limit did not hold");
	}
	assert_int_equal(a.fault, ARENA_NOMEM);
	arena_release(&a);
	assert_int_equal(cleaned, 101);
}

static void
test_arena_overflowing_size(void **state)
{
	(void)state;
	struct arena a;
	jmp_buf escape;
	arena_init(&a, 0, &escape);
	if (setjmp(escape) == 0) {
		arena_alloc(&a, SIZE_MAX / 2, 4);
		fail_msg("an impossible size was handed out");
	}
	assert_int_equal(a.fault, ARENA_NOMEM);
	arena_release(&a);
}

static void
test_folder_tree(void **state)
{
	(void)state;
	struct str bytes;
	char *dir = make_folder(&arena);
	const char *root = str_fmt(&arena, "%s/root", dir).p;
	assert_int_equal(mkdir(root, 0755), 0);
	assert_int_equal(mkdir(str_fmt(&arena, "%s/d", root).p, 0755), 0);
	write_file(str_fmt(&arena, "%s/d/b", root).p, S("inside"));
	write_file(str_fmt(&arena, "%s/secret", dir).p, S("outside"));
	assert_int_equal(symlink("d/b", str_fmt(&arena, "%s/in", root).p), 0);
	assert_int_equal(symlink("../secret", str_fmt(&arena, "%s/out", root).p), 0);
	assert_int_equal(symlink("loop", str_fmt(&arena, "%s/loop", root).p), 0);
	assert_int_equal(mkfifo(str_fmt(&arena, "%s/fifo", root).p, 0644), 0);
	struct tree *t = tree_folder(&arena, root);
	assert_non_null(t);
	static const struct {
		const char *path;
		enum tree_status status;
	} rows[] = {
		{"d/b", TREE_OK},
		{"in", TREE_OK},
		{"out", TREE_OUTSIDE},
		{"loop", TREE_OUTSIDE},
		{"../secret", TREE_OUTSIDE},
		{"d/../../secret", TREE_OUTSIDE},
		{"/etc/passwd", TREE_OUTSIDE},
		{"d", TREE_NOT_A_FILE},
		{"fifo", TREE_NOT_A_FILE},
		{"none", TREE_ABSENT},
		{"d/b/c", TREE_ABSENT},
		{"", TREE_OUTSIDE},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (t->read(t, &arena, str_from(rows[i].path), &bytes) != rows[i].status)
			fail_msg("%s", rows[i].path);
	struct names names = {0};
	assert_int_equal(t->list(t, &arena, S(""), &names), TREE_OK);
	assert_int_equal(names.n, 5);
	assert_true(str_eqz(names.v[0], "d/"));
	assert_int_equal(t->list(t, &arena, S("none"), &names), TREE_ABSENT);
	assert_null(tree_folder(&arena, str_fmt(&arena, "%s/none", dir).p));
	remove_folder(dir);
}

static void
test_memory_and_overlay(void **state)
{
	(void)state;
	struct tree *low = tree_memory(&arena), *up = tree_memory(&arena);
	tree_memory_put(&arena, low, S("c/x"), S("low"));
	tree_memory_put(&arena, low, S("c/y"), S("low"));
	tree_memory_put(&arena, up, S("c/x"), S("up"));
	tree_memory_put(&arena, up, S("c/d/z"), S("up"));
	struct tree *t = tree_overlay(&arena, up, low);
	struct str bytes;
	assert_int_equal(t->read(t, &arena, S("c/x"), &bytes), TREE_OK);
	assert_true(str_eqz(bytes, "up"));
	assert_int_equal(t->read(t, &arena, S("c/y"), &bytes), TREE_OK);
	assert_true(str_eqz(bytes, "low"));
	assert_true(tree_exists(t, &arena, S("c/d/z")));
	struct names n = {0};
	assert_int_equal(t->list(t, &arena, S("c"), &n), TREE_OK);
	assert_int_equal(n.n, 3);
	assert_true(str_eqz(n.v[0], "d/"));
	assert_true(str_eqz(n.v[2], "y"));
}

static struct str
read_from(struct arena *a, struct tree *t, const char *path)
{
	struct str bytes = {0};
	assert_int_equal(t->read(t, a, str_from(path), &bytes), TREE_OK);
	return bytes;
}

/* A file is another one only when it was forgotten; of folders the names stay. */
static void
test_tree_cache(void **state)
{
	struct arena a;
	struct names names = {0};
	(void)state;
	arena_init(&a, 0, NULL);
	struct tree *memory = tree_memory(&a), *cache = tree_cache(&a, memory);
	tree_memory_put(&a, memory, S("d/x"), S("1"));
	assert_true(str_eqz(read_from(&a, cache, "d/x"), "1"));
	tree_memory_put(&a, memory, S("d/x"), S("2"));
	assert_true(str_eqz(read_from(&a, cache, "d/x"), "1"));
	tree_cache_forget(cache, S("d/x"));
	tree_cache_forget(cache, S("d/never"));
	assert_true(str_eqz(read_from(&a, cache, "d/x"), "2"));
	assert_int_equal(cache->list(cache, &a, S("d"), &names), TREE_OK);
	tree_memory_put(&a, memory, S("d/y"), S("3"));
	assert_int_equal(cache->list(cache, &a, S("d"), &names), TREE_OK);
	assert_int_equal(names.n, 2);
	assert_false(tree_exists(cache, &a, S("d/z")));
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_int64, setup, teardown),
		cmocka_unit_test_setup_teardown(test_find, setup, teardown),
		cmocka_unit_test_setup_teardown(test_utf8, setup, teardown),
		cmocka_unit_test_setup_teardown(test_places, setup, teardown),
		cmocka_unit_test_setup_teardown(test_map_keeps_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_buffer_has_a_cap, setup, teardown),
		cmocka_unit_test(test_arena_limit_and_marks),
		cmocka_unit_test(test_arena_overflowing_size),
		cmocka_unit_test_setup_teardown(test_folder_tree, setup, teardown),
		cmocka_unit_test_setup_teardown(test_memory_and_overlay, setup, teardown),
		cmocka_unit_test(test_tree_cache),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
