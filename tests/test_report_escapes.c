/* Escaping in each format of a report, and the hashes of lines. */
#include "support/support.h"

#include "base/utf8.h"
#include "report/github.h"
#include "report/line_hash.h"
#include "report/markdown.h"
#include "report/sarif.h"
#include "report/xml.h"

#include <string.h>

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

typedef void add_fn(struct buf *b, struct str s);

static struct str
written(add_fn *add, struct str s)
{
	struct buf b = buf_new(&arena, 1 << 20);
	add(&b, s);
	return buf_str(&b);
}

struct row {
	struct str in;
	const char *out;
};

static void
check_rows(add_fn *add, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str got = written(add, rows[i].in);
		if (!str_eqz(got, rows[i].out))
			fail_msg("row %zu: '%.*s' gave '%.*s', not '%s'", i,
				STR(rows[i].in), STR(got), rows[i].out);
	}
}

#define CHECK(add, rows) check_rows(add, rows, sizeof(rows) / sizeof *(rows))

static void
test_github_message(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{S_INIT(""), ""},
		{S_INIT("a b"), "a b"},
		{S_INIT("100%"), "100%25"},
		{S_INIT("%0A"), "%250A"},
		{S_INIT("%25"), "%2525"},
		{S_INIT("a\r\nb"), "a%0D%0Ab"},
		{S_INIT("a: b, c"), "a: b, c"},
		{S_INIT("\n::error::x"), "%0A::error::x"},
	};
	CHECK(github_add_message, rows);
}

static void
test_github_property(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{S_INIT("configs/a.yaml"), "configs/a.yaml"},
		{S_INIT("a,line=1::x"), "a%2Cline=1%3A%3Ax"},
		{S_INIT("50%: a\n"), "50%25%3A a%0A"},
		{S_INIT("%2C"), "%252C"},
		{S_INIT("a\rb"), "a%0Db"},
	};
	CHECK(github_add_property, rows);
}

/* ---- what the runner does with it ----------------------------------------------- */

static void
replace_all(char *s, const char *from, char to)
{
	size_t n = strlen(from);
	for (char *at = s; (at = strstr(at, from)) != NULL; at++) {
		*at = to;
		memmove(at + 1, at + n, strlen(at + n) + 1);
	}
}

static void
undo(char *s, bool property)
{
	replace_all(s, "%0D", '\r');
	replace_all(s, "%0A", '\n');
	if (property) {
		replace_all(s, "%3A", ':');
		replace_all(s, "%2C", ',');
	}
	replace_all(s, "%25", '%');
}

/* "::error file=F,title=T::M": false when it is not seen as one annotation. */
static bool
decode(char *line, char **file, char **title, char **message)
{
	char *end = strncmp(line, "::", 2) == 0 ? strstr(line + 2, "::") : NULL;
	if (!end || strncmp(line + 2, "error ", 6) != 0 || strpbrk(line, "\r\n"))
		return false;
	*end = 0;
	*message = end + 2;
	char *comma = strchr(line, ',');
	if (!comma || strncmp(line + 8, "file=", 5) != 0 ||
		strncmp(comma + 1, "title=", 6) != 0 || strchr(comma + 1, ','))
		return false;
	*comma = 0;
	*file = line + 13;
	*title = comma + 7;
	undo(*file, true);
	undo(*title, true);
	undo(*message, false);
	return true;
}

static uint64_t
next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

static struct str
random_text(uint64_t *x)
{
	static const char *const part[] = {"%", ",", ":", "::", ";", "]", "\r", "\n", "=",
		"a", "%0A", "%25", "%3A", "##[error]", " ", "\xC3\xA9"};
	struct buf b = buf_new(&arena, 4096);
	for (size_t n = next_random(x) % 12; n; n--)
		buf_addz(&b, part[next_random(x) % (sizeof part / sizeof *part)]);
	return buf_str(&b);
}

static void
test_runner_reads_what_was_meant(void **state)
{
	(void)state;
	uint64_t x = 88172645463325252u;
	for (int i = 0; i < 10000; i++) {
		struct arena_mark mark = arena_mark(&arena);
		struct str file = random_text(&x), title = random_text(&x);
		struct str message = random_text(&x);
		struct buf b = buf_new(&arena, 1 << 20);
		buf_addz(&b, "::error file=");
		github_add_property(&b, file);
		buf_addz(&b, ",title=");
		github_add_property(&b, title);
		buf_addz(&b, "::");
		github_add_message(&b, message);
		char *f, *t, *m, *line = str_z(&arena, buf_str(&b));
		assert_true(decode(line, &f, &t, &m));
		assert_string_equal(f, str_z(&arena, file));
		assert_string_equal(t, str_z(&arena, title));
		assert_string_equal(m, str_z(&arena, message));
		arena_rewind(&arena, mark);
	}
}

/* ---- the others ----------------------------------------------------------------- */

static void
test_xml(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{S_INIT("a < b && c > \"d\" 'e'"),
			"a &lt; b &amp;&amp; c &gt; &quot;d&quot; &apos;e&apos;"},
		{S_INIT("a\tb\nc\rd"), "a&#9;b&#10;c&#13;d"},
		{S_INIT("\0\x01\x1b[31m"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD[31m"},
		{S_INIT("]]>"), "]]&gt;"},
		{S_INIT("\xEF\xBF\xBE\xEF\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD"},
		{S_INIT("\xFF\xC3\xA9\xF0\x9F\x98\x80"),
			"\xEF\xBF\xBD\xC3\xA9\xF0\x9F\x98\x80"},
		{S_INIT("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
	};
	CHECK(xml_add, rows);
}

static void
test_markdown(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{S_INIT("a | b"), "a &#124; b"},
		{S_INIT("<img src=x>&amp;"), "&lt;img src=x&gt;&amp;amp;"},
		{S_INIT("[x](y)"), "&#91;x&#93;&#40;y&#41;"},
		{S_INIT("a\nb"), "a&#92;x0ab"},
		{S_INIT("@team #12 a: 4 b:4"), "@<!-- -->team #<!-- -->12 a: 4 b:4"},
		{S_INIT("http://x :tada:"), "http:<!-- -->//x :<!-- -->tada:"},
		{S_INIT("WWW.x www.y a.b"), "WWW&#46;x www&#46;y a.b"},
		{S_INIT("`*_~{}!\\$"),
			"&#96;&#42;&#95;&#126;&#123;&#125;&#33;&#92;&#36;"},
	};
	CHECK(markdown_add, rows);
}

static void
add_uri(struct buf *b, struct str s)
{
	buf_add(b, sarif_uri(b->arena, s));
}

static void
add_link(struct buf *b, struct str s)
{
	sarif_add_link(b, s, 7);
}

static void
test_sarif(void **state)
{
	(void)state;
	static const struct row text[] = {
		{S_INIT("see [hbm.mi355x.total]"), "see [hbm.mi355x.total]"},
		{S_INIT("a [x](1) b"), "a \\[x](1) b"},
		{S_INIT("[a] [b](c) [d]"), "\\[a] \\[b](c) [d]"},
		{S_INIT("${{ x }} {0}"), "${{ x }} {0}"},
	};
	static const struct row uri[] = {
		{S_INIT("a/b_c-1.~yaml"), "a/b_c-1.~yaml"},
		{S_INIT("a b%:?#[]"), "a%20b%25%3A%3F%23%5B%5D"},
		{S_INIT("\xC3\xA9\xFF"), "%C3%A9%FF"},
	};
	static const struct row link[] = {
		{S_INIT("the handler"), "[the handler](7)"},
		{S_INIT("a[0] \\"), "[a\\[0\\] \\\\](7)"},
	};
	CHECK(sarif_add_text, text);
	CHECK(add_uri, uri);
	CHECK(add_link, link);
}

/* As GitHub's own code has them. */
static void
test_line_hashes(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{S_INIT(""), "c129715d7a2bc9a3:1"},
		{S_INIT("- config-keys:\n    - a-b-c\n  description:\n    - \"Add a\"\n"
			"  pr-link: XXX\n"),
			"765ee63fd03a884c:1 e605f7260e57a088:1 8bb05f21e08dfc59:1 "
			"64299a878aae345d:1 4ef8e0c024be0758:1 c129715d7a2bc9a3:1"},
		{S_INIT("\xC3\xA9 = 1\n\xF0\x9F\x98\x80 = 2\n"),
			"b18b770074e7ed4e:1 4e2fb8283f5f4b05:1 c129715d7a2bc9a3:1"},
		{S_INIT("\xEF\xBB\xBF"
			"a\n"),
			"25afd31b599dedcd:1 c129715d7a2bc9a3:1"},
		{S_INIT("a\xFF"
			"b\n"),
			"9f7bd17d959811b9:1 c129715d7a2bc9a3:1"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line_hashes h = line_hashes(&arena, rows[i].in);
		struct buf b = buf_new(&arena, 4096);
		for (uint32_t k = 1; k <= h.n; k++) {
			buf_addz(&b, k > 1 ? " " : "");
			buf_add(&b, line_hash_text(&arena, &h, k));
		}
		assert_string_equal(str_z(&arena, buf_str(&b)), rows[i].out);
	}
	/* More than a window of equal lines: the early ones see nothing else. */
	struct buf same = buf_new(&arena, 4096);
	for (int i = 0; i < 120; i++)
		buf_addz(&same, "x\r\n");
	struct line_hashes h = line_hashes(&arena, buf_str(&same));
	assert_int_equal(h.n, 121);
	assert_true(h.hash[0] == h.hash[70] && h.hash[0] != h.hash[71]);
	assert_int_equal(h.nth[70], 71);
	assert_int_equal(line_hash_text(&arena, &h, 122).n, 0);
	assert_int_equal(line_hash_text(&arena, &h, 0).n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_github_message),
		cmocka_unit_test(test_github_property),
		cmocka_unit_test(test_runner_reads_what_was_meant),
		cmocka_unit_test(test_xml),
		cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_sarif),
		cmocka_unit_test(test_line_hashes),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
