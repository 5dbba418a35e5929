/* Documents of the language server: positions, edits, file URIs, framing. */
#include "support/support.h"

#include "../cli/lsp/frame.h"
#include "../cli/lsp/text.h"
#include "../cli/lsp/uri.h"

#include <stdlib.h>
#include <string.h>

/* ---- positions ------------------------------------------------------------------ */

static void
set(struct text *t, const char *bytes)
{
	assert_true(text_replace(t, 0, t->n, bytes, strlen(bytes)));
}

static void
expect_place(const struct text *t, size_t line, size_t character, const char *rest)
{
	size_t offset = text_offset(t, (struct text_position){line, character});
	assert_int_equal(t->n - offset, strlen(rest));
	assert_memory_equal(t->p + offset, rest, strlen(rest));
}

static void
expect_position(const struct text *t, const char *at, size_t line, size_t character)
{
	struct text_position p = text_position(t, t->n - strlen(at));
	assert_int_equal(p.line, line);
	assert_int_equal(p.character, character);
}

/* An emoji is two UTF-16 units and four bytes, a Chinese character one and three. */
static void
test_positions(void **state)
{
	struct text t = {0};
	(void)state;
	set(&t, "a\xf0\x9f\x98\x80"
		"b\n\xe4\xbd\xa0\xe5\xa5\xbd"
		"c\r\nd\re");
	expect_place(&t, 0, 0,
		"a\xf0\x9f\x98\x80"
		"b\n\xe4\xbd\xa0\xe5\xa5\xbd"
		"c\r\nd\re");
	expect_place(&t, 0, 3,
		"b\n\xe4\xbd\xa0\xe5\xa5\xbd"
		"c\r\nd\re");
	expect_place(&t, 0, 2,
		"\xf0\x9f\x98\x80"
		"b\n\xe4\xbd\xa0\xe5\xa5\xbd"
		"c\r\nd\re");
	expect_place(&t, 1, 2, "c\r\nd\re");
	expect_place(&t, 1, 99, "\r\nd\re"); /* behind the end of the line */
	expect_place(&t, 2, 0, "d\re");
	expect_place(&t, 3, 1, "");
	expect_place(&t, 9, 0, ""); /* behind the last line */
	expect_position(&t,
		"b\n\xe4\xbd\xa0\xe5\xa5\xbd"
		"c\r\nd\re",
		0, 3);
	expect_position(&t, "c\r\nd\re", 1, 2);
	expect_position(&t, "\nd\re", 1, 3); /* between CR and LF */
	expect_position(&t, "e", 3, 0);
	expect_position(&t, "", 3, 1);
	set(&t, "");
	expect_place(&t, 0, 5, "");
	text_free(&t);
}

static void
test_too_long(void **state)
{
	struct text t = {0};
	(void)state;
	set(&t, "abc");
	assert_false(text_replace(&t, 0, 0, "", (size_t)TEXT_BYTES_MOST + 1));
	assert_false(text_replace(&t, 3, 3, "", (size_t)TEXT_BYTES_MOST - 2));
	assert_int_equal(t.n, 3);
	text_free(&t);
}

/* ---- random edits, against a copy that is made anew each time ---------------------- */

static uint64_t seed;

static unsigned
roll(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

static const char *const pieces[] = {"a", "export X=1", "\n", "\r\n", "\r", " ",
	"\xc3\xa9", "\xe4\xbd\xa0\xe5\xa5\xbd", "\xf0\x9f\x98\x80", "- k: v\n",
	"\xf0\x9f\x91\x8d\n", ""};

/* As the protocol says it, from the beginning: the straight way. */
static size_t
slow_offset(struct str s, size_t line, size_t character)
{
	size_t at = 0;
	for (; line && at < s.n; at++) {
		bool crlf = s.p[at] == '\r' && at + 1 < s.n && s.p[at + 1] == '\n';
		if (s.p[at] == '\n' || (s.p[at] == '\r' && !crlf))
			line--;
	}
	while (character && at < s.n && s.p[at] != '\n' && s.p[at] != '\r') {
		unsigned char c = (unsigned char)s.p[at];
		size_t units = c >= 0xf0 ? 2 : 1;
		if (units > character)
			break;
		character -= units;
		at += c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
	}
	return at;
}

static void
edit_once(struct arena *a, struct text *t, struct str *copy)
{
	struct text_position from = {roll((unsigned)t->lines + 1), roll(12)};
	struct text_position to = {from.line + roll(2), roll(12)};
	size_t begin = slow_offset(*copy, from.line, from.character);
	size_t end = slow_offset(*copy, to.line, to.character);
	assert_int_equal(text_offset(t, from), begin);
	assert_int_equal(text_offset(t, to), end);
	end = end > begin ? end : begin;
	const char *piece = pieces[roll(sizeof pieces / sizeof *pieces)];
	assert_true(text_replace(t, begin, end, piece, strlen(piece)));
	*copy = str_cat(a, str_cat(a, str_slice(*copy, 0, begin), str_from(piece)),
		str_slice(*copy, end, copy->n));
	struct text_position back = text_position(t, begin);
	assert_true(text_offset(t, back) <= begin);
}

static void
test_random_edits(void **state)
{
	struct arena two[2];
	struct text t = {0};
	struct str copy = {0};
	(void)state;
	seed = 20260801;
	set(&t, "");
	arena_init(&two[0], 0, NULL);
	for (int i = 0; i < 10000; i++) {
		arena_init(&two[(i + 1) % 2], 0, NULL);
		edit_once(&two[(i + 1) % 2], &t, &copy);
		arena_release(&two[i % 2]);
		assert_int_equal(t.n, copy.n);
		assert_memory_equal(t.p, copy.p ? copy.p : "", copy.n);
	}
	arena_release(&two[0]);
	text_free(&t);
}

/* ---- URIs ------------------------------------------------------------------------ */

static void
test_uris(void **state)
{
	char path[32];
	(void)state;
	assert_true(uri_to_path("file:///a%20b/%C3%A9.sh", path, sizeof path));
	assert_string_equal(path, "/a b/\xc3\xa9.sh");
	assert_true(uri_to_path("file://localhost/x", path, sizeof path));
	assert_string_equal(path, "/x");
	assert_false(uri_to_path("untitled:1", path, sizeof path));
	assert_false(uri_to_path("file:///%zz", path, sizeof path));
	assert_false(uri_to_path("file:///%4", path, sizeof path));
	assert_false(uri_to_path("file:///a%00b", path, sizeof path));
	assert_false(uri_to_path(
		"file:///0123456789012345678901234567890", path, sizeof path));
	char *uri = uri_of_file("/a b", "c#\xc3\xa9");
	assert_string_equal(uri, "file:///a%20b/c%23%C3%A9");
	free(uri);
}

/* ---- framing --------------------------------------------------------------------- */

/* The bodies in the bytes, given in pieces of `n`; '!' where something was skipped. */
static const char *
bodies(struct arena *a, struct str bytes, size_t n)
{
	struct frames f = {0};
	struct buf b = buf_new(a, 4096);
	for (size_t at = 0; at < bytes.n; at += n) {
		struct str part = str_slice(bytes, at, at + n);
		enum frame_status status;
		const char *body;
		size_t length;
		assert_true(frames_add(&f, part.p, part.n));
		while ((status = frames_next(&f, &body, &length)) != FRAME_MORE) {
			if (status == FRAME_BAD)
				buf_addc(&b, '!');
			else
				buf_addf(&b, "(%.*s)", (int)length, body);
		}
	}
	frames_free(&f);
	return str_z(a, buf_str(&b));
}

static void
expect_bodies(const char *bytes, const char *expected)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	for (size_t n = 1; n <= strlen(bytes); n++)
		assert_string_equal(bodies(&a, str_from(bytes), n), expected);
	arena_release(&a);
}

static void
test_frames(void **state)
{
	(void)state;
	expect_bodies(
		"Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\nabc", "({})(abc)");
	expect_bodies("Content-Type: x; charset=utf-8\r\ncontent-length:0\r\n\r\n", "()");
	expect_bodies("Content-Length: 2\n\n{}", "({})");
	expect_bodies("Content-Length: 5\r\n\r\n{}", ""); /* half a message */
	expect_bodies("Content-Length: x\r\n\r\n{}Content-Length: 2\r\n\r\n{}", "!({})");
	expect_bodies("Content-Length: -1\r\n\r\nContent-Length: 2\r\n\r\n{}", "!({})");
	expect_bodies("Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"
		      "Content-Length: 1\r\n\r\nx",
		"!(x)");
	expect_bodies("\r\n\r\nabcContent-Length: 1\r\n\r\nx", "!(x)");
	expect_bodies("Content-Length: 99999999999999999999\r\n\r\n{}", "!");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_positions),
		cmocka_unit_test(test_too_long),
		cmocka_unit_test(test_random_edits),
		cmocka_unit_test(test_uris),
		cmocka_unit_test(test_frames),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
