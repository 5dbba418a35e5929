/* The strict rules and the final links on small texts: every class, every row that the
 * reference was asked about. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/changelog_bytes.h"
#include "model/changelog_edit.h"
#include "support/changelog.h"

#define FINE CHANGELOG_FINE

/* ---- reading one text ---- */

static const struct {
	struct str text;
	enum changelog_class class;
	size_t entries;
} texts[] = {
	{S_INIT("[]\n"), FINE, 0},
	{S_INIT(OLD), FINE, 1},
	{S_INIT(OLD "\n" ADDED), FINE, 2},
	{S_INIT(OLD "\n\n  \n"), FINE, 1},
	{S_INIT("# c\n" OLD "# c\n"), FINE, 1},
	{S_INIT("---\n" OLD "...\n"), FINE, 1},
	{S_INIT("- config-keys: [a]\n" TEXT("d") "  pr-link: x\n"), FINE, 1},
	{S_INIT("- config-keys: # c\n    - a\n" TEXT("d") "  pr-link: x\n"), FINE, 1},
	{S_INIT(ENTRY("a", "\"\"")), FINE, 1},
	{S_INIT(ENTRY("dsr1*", "x")), FINE, 1},
	{S_INIT(OLD "  evals-only: \"yes\"\n"), FINE, 1},
	{S_INIT(OLD "  eval-min-prefill-ep: true\n"), FINE, 1},
	{S_INIT(KEYS("a") TEXT("d") "  pr_link: x\n"), FINE, 1},
	/* in the order in which they are looked for */
	{S_INIT(""), CHANGELOG_NO_FINAL_NEWLINE, 0},
	{S_INIT("a\r\t"), CHANGELOG_NO_FINAL_NEWLINE, 0},
	{S_INIT("\t\r\n"), CHANGELOG_CR, 0},
	{S_INIT("\0\t\n"), CHANGELOG_TAB, 0},
	{S_INIT("\xff\0\n"), CHANGELOG_NUL, 0},
	{S_INIT("\xff{\n"), CHANGELOG_UTF8, 0},
	{S_INIT("\xed\xa0\x80\n"), CHANGELOG_UTF8, 0},
	{S_INIT("# \xc0\xaf\n"), CHANGELOG_UTF8, 0},
	{S_INIT("{\n"), CHANGELOG_YAML, 0},
	{S_INIT("# \x7f\n"), CHANGELOG_YAML, 0},
	{S_INIT(OLD "---\n"), CHANGELOG_YAML, 0},
	{S_INIT(OLD "  pr-link: twice\n"), CHANGELOG_YAML, 0},
	{S_INIT(OLD "  foo: {1: 1, true: 2}\n"), CHANGELOG_YAML, 0},
	{S_INIT(KEYS("a") TEXT("d") "  <<: {pr-link: x}\n"), CHANGELOG_YAML, 0},
	{S_INIT(ENTRY("a", "!foo x")), CHANGELOG_YAML, 0},
	{S_INIT(ENTRY("*a", "x")), CHANGELOG_YAML, 0},
	{S_INIT(KEYS("a") TEXT("2026-13-01") "  pr-link: x\n"), CHANGELOG_YAML, 0},
	{S_INIT("\n"), CHANGELOG_ROOT, 0},
	{S_INIT("# only a comment\n"), CHANGELOG_ROOT, 0},
	{S_INIT("config-keys: [a]\n"), CHANGELOG_ROOT, 0},
	{S_INIT("\xef\xbb\xbf" OLD), CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT("-  config-keys: [a]\n   description: [d]\n   pr-link: x\n"),
		CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT("- config-keys : [a]\n" TEXT("d") "  pr-link: x\n"),
		CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT("- \"config-keys\": [a]\n" TEXT("d") "  pr-link: x\n"),
		CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT("- {config-keys: [a], description: [d], pr-link: x}\n"),
		CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT(KEYS("a") TEXT("\"x\xe2\x80\xa8- config-keys: y\"") "  pr-link: x\n"),
		CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT(KEYS("a") TEXT("\"x\xc2\x85- config-keys: y\"") "  pr-link: x\n"),
		CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT("- just text\n"), CHANGELOG_ENTRY_COUNT, 0},
	{S_INIT("- config-keys: &a [*a]\n" TEXT("d") "  pr-link: x\n"), CHANGELOG_SCHEMA,
		0},
	{S_INIT(KEYS("a") TEXT("yes") "  pr-link: x\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(KEYS("a") TEXT("foo: bar") "  pr-link: x\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(KEYS("a") TEXT("2026-01-01") "  pr-link: x\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(KEYS("a") TEXT("d")), CHANGELOG_SCHEMA, 0},
	{S_INIT(ENTRY("a", "")), CHANGELOG_SCHEMA, 0},
	{S_INIT(ENTRY("a", "12")), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  unknown: 1\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  pr_link: x\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  evals-only: 2\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  evals-only: null\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  eval-min-prefill-ep: 0\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  append-only: true\n  all-evals: true\n"), CHANGELOG_SCHEMA, 0},
	{S_INIT(OLD "  scenario-type: agentic-coding\n"), CHANGELOG_SCHEMA, 0},
};

static void
test_parse(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct arena a;
		struct sources s = {0};
		struct changelog_parsed p;
		struct changelog_verdict v = {0};
		arena_init(&a, 0, NULL);
		bool ok = changelog_parse(
			&a, text_source(&a, &s, texts[i].text), NULL, &p, &v);
		if (v.class != texts[i].class) {
			show_text(changelog_class_id(v.class), texts[i].text);
			fail_msg("row %zu: want %s", i,
				changelog_class_id(texts[i].class));
		}
		assert_int_equal(ok, texts[i].class == FINE);
		if (ok)
			assert_int_equal(p.log->entries.n, texts[i].entries);
		else
			assert_true(v.text.n > 0 && v.span.file == 1);
		arena_release(&a);
	}
}

/* Of each entry the keys that a later one names. */
static void
test_later_entries(void **state)
{
	(void)state;
	static const char log[] = ENTRY("a-1", LINK("1")) ENTRY("'b-*'", LINK("2"))
		ENTRY("a-1", LINK("3")) ENTRY("b-2", LINK("4")) ENTRY("'*-1'", LINK("5"));
	static const struct {
		size_t entry;
		const char *key;
		bool later;
	} row[] = {
		{1, "a-1", true},
		{1, "b-2", true},
		{1, "b-3", true},
		{1, "c-3", false},
		{2, "b-3", false},
		{2, "b-2", true},
		{3, "a-1", true},
		{4, "b-2", false},
		{4, "b-1", true},
		{5, "a-1", false},
	};
	struct arena a;
	struct sources s = {0};
	arena_init(&a, 0, NULL);
	const struct yaml_doc *doc = yaml_load(&a, text_source(&a, &s, str_from(log)));
	const struct changelog *c = changelog_read(&a, doc);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct changelog_entry *e = c->entries.v[row[i].entry - 1];
		if (changelog_names_later(e, str_from(row[i].key)) != row[i].later)
			fail_msg("%zu %s", row[i].entry, row[i].key);
	}
	arena_release(&a);
}

/* ---- what changed, and final links for pull request 42 ---- */

struct row {
	const char *base, *head;
	enum changelog_class class;
	const char *result; /* of canonicalize; NULL: head, or refused */
	enum changelog_class on_main;
};

static const struct row rows[] = {
	/* one new entry: what stands before it */
	{OLD, OLD "\n" ADDED, FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" DONE, FINE, NULL, FINE},
	{OLD, OLD ADDED, CHANGELOG_SEPARATOR, NULL, CHANGELOG_PR_LINK},
	{OLD, OLD "\n\n" ADDED, CHANGELOG_SEPARATOR, NULL, CHANGELOG_PR_LINK},
	{OLD, OLD "  \n" ADDED, CHANGELOG_SEPARATOR, NULL, CHANGELOG_PR_LINK},
	{OLD, OLD "\n  \n" DONE, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD, OLD "# c\n" DONE, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD, OLD "\n# c\n\n" DONE, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD "\n", OLD "\n" ADDED, FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD "\n", OLD "\n\n" DONE, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD "\n\n", OLD "\n\n" DONE, FINE, NULL, FINE},
	{OLD "\n  \n", OLD "\n  \n\n" DONE, FINE, NULL, FINE},
	{OLD "\n  \n", OLD "\n  \n" DONE, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	/* between two */
	{OLD, OLD "\n" ADDED "\n" ADDED2, FINE, OLD "\n" DONE "\n" DONE2,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" DONE DONE2, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD, OLD "\n" DONE "\n\n" DONE2, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD, OLD "\n" DONE "  \n" DONE2, CHANGELOG_SEPARATOR, NULL, CHANGELOG_SEPARATOR},
	{OLD, OLD "\n" DONE "\n  \n" DONE2, CHANGELOG_SEPARATOR, NULL,
		CHANGELOG_SEPARATOR},
	{OLD, OLD "\n" ADDED "  \n\n" ADDED2, FINE, OLD "\n" DONE "  \n\n" DONE2,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ADDED "# c\n\n" ADDED2, FINE, OLD "\n" DONE "# c\n\n" DONE2,
		CHANGELOG_PR_LINK},
	/* behind the last one */
	{OLD, OLD "\n" DONE "\n", CHANGELOG_TRAILING_BLANK, NULL,
		CHANGELOG_TRAILING_BLANK},
	{OLD, OLD "\n" DONE "\n\n", CHANGELOG_TRAILING_BLANK, NULL,
		CHANGELOG_TRAILING_BLANK},
	{OLD, OLD "\n" DONE "  \n\n", CHANGELOG_TRAILING_BLANK, NULL,
		CHANGELOG_TRAILING_BLANK},
	{OLD, OLD "\n" DONE "# c\n\n", CHANGELOG_TRAILING_BLANK, NULL,
		CHANGELOG_TRAILING_BLANK},
	{OLD, OLD "\n" ADDED "  \n", FINE, OLD "\n" DONE "  \n", CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ADDED "# c\n", FINE, OLD "\n" DONE "# c\n", CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ADDED "\n# c\n", FINE, OLD "\n" DONE "\n# c\n", CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ADDED "  # c\n", FINE, OLD "\n" DONE "  # c\n", CHANGELOG_PR_LINK},
	/* how the link is written: the whole line is written anew */
	{OLD, OLD "\n" ENTRY("n", "\"XXX\""), FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "'XXX'"), FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "XXX  "), FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "XXX # c"), FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "&a XXX"), FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "!!str XXX"), FINE, OLD "\n" DONE, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "\"" LINK("42") "\""), FINE, NULL, FINE},
	{OLD, OLD "\n" ENTRY("n", LINK("42") " # c"), FINE, NULL, FINE},
	{OLD, OLD "\n" ENTRY("n", "\n    XXX"), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", ">-\n    XXX"), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "|\n    XXX"), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" KEYS("n") TEXT("d") "  \"pr-link\": XXX\n", CHANGELOG_LINK_LINE,
		NULL, CHANGELOG_PR_LINK},
	{OLD,
		OLD "\n" KEYS("n")
			TEXT("\"x\n  pr-link: y\"") "  pr-link: " LINK("42") "\n",
		FINE, NULL, FINE},
	{OLD, OLD "\n" KEYS("n") TEXT("'x\n  pr-link: y'") "  pr-link: XXX\n",
		CHANGELOG_YAML, NULL, CHANGELOG_PR_LINK},
	/* links that are refused */
	{OLD, OLD "\n" ENTRY("n", "TBD"), CHANGELOG_PR_LINK, NULL, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "xxx"), CHANGELOG_PR_LINK, NULL, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "\"\""), CHANGELOG_PR_LINK, NULL, CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", LINK("042")), CHANGELOG_PR_LINK, NULL, FINE},
	{OLD, OLD "\n" ENTRY("n", LINK("42/")), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", LINK("42#x")), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", LINK("41")), CHANGELOG_PR_LINK, NULL, FINE},
	{OLD, OLD "\n" ENTRY("n", LINK("\xef\xbc\x97")), CHANGELOG_PR_LINK, NULL, FINE},
	{OLD, OLD "\n" ENTRY("n", "\"" LINK("42") "\\n\""), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	{OLD, OLD "\n" ENTRY("n", "!!binary WFhY"), CHANGELOG_PR_LINK, NULL,
		CHANGELOG_PR_LINK},
	/* corrected links */
	{ENTRY("a", "XXX"), ENTRY("a", LINK("7")), FINE, NULL, FINE},
	{ENTRY("a", "XXX"), ENTRY("a", "\"" LINK("7") "\""), FINE, NULL, FINE},
	{ENTRY("a", "XXX"), ENTRY("a", LINK("7") "  # c"), FINE, NULL, FINE},
	{ENTRY("a", "https://github.com/o/r/pull/1"), OLD, FINE, NULL, FINE},
	{OLD, ENTRY("a", LINK("2")), FINE, NULL, FINE},
	{ENTRY("a", "XXX"), ENTRY("a", LINK("\xef\xbc\x97")), FINE, NULL, FINE},
	{ENTRY("a", "XXX") "\n" OLD, ENTRY("a", LINK("7")) "\n" ENTRY("a", LINK("8")),
		FINE, NULL, FINE},
	{ENTRY("a", "XXX"), ENTRY("a", "TBD"), CHANGELOG_CORRECTION_LINK, NULL,
		CHANGELOG_CORRECTION_LINK},
	{ENTRY("a", "XXX"), OLD "\n" DONE, CHANGELOG_MIXED, NULL, CHANGELOG_MIXED},
	{ENTRY("a", "\n    XXX"), ENTRY("a", "\n    " LINK("7")), CHANGELOG_HISTORY_BYTES,
		NULL, CHANGELOG_HISTORY_BYTES},
	{ENTRY("a", "XXX"), ENTRY("a", LINK("7")) "\n", CHANGELOG_HISTORY_BYTES, NULL,
		CHANGELOG_HISTORY_BYTES},
	{ENTRY("a", "XXX"), KEYS("a") TEXT("d ") "  pr-link: " LINK("7") "\n",
		CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{ENTRY("a", "XXX"), KEYS("a") TEXT("d") "  pr-link : " LINK("7") "\n",
		CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{ENTRY("a", "XXX") "\n" ENTRY("c", LINK("3")),
		ENTRY("a", LINK("7")) "\n" ENTRY("c", "\"" LINK("3") "\""),
		CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{ENTRY("a", "!!binary eA=="), ENTRY("a", "\"b'x'\""), CHANGELOG_REFORMATTED, NULL,
		CHANGELOG_REFORMATTED},
	/* the old text */
	{OLD, OLD, FINE, NULL, FINE},
	{OLD, ENTRY("b", LINK("1")), CHANGELOG_HISTORY_CHANGED, NULL,
		CHANGELOG_HISTORY_CHANGED},
	{OLD, DONE "\n" OLD, CHANGELOG_HISTORY_CHANGED, NULL, CHANGELOG_HISTORY_CHANGED},
	{OLD "\n" DONE, OLD, CHANGELOG_ENTRIES_DELETED, NULL, CHANGELOG_ENTRIES_DELETED},
	{OLD, OLD "\n", CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{OLD "\n", OLD, CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{OLD, KEYS("a") "  pr-link: " LINK("1") "\n" TEXT("d"), CHANGELOG_HISTORY_BYTES,
		NULL, CHANGELOG_HISTORY_BYTES},
	{OLD, ENTRY("a", "\"" LINK("1") "\""), CHANGELOG_HISTORY_BYTES, NULL,
		CHANGELOG_HISTORY_BYTES},
	{OLD "  \n" DONE, OLD "\n" DONE "\n" DONE2, CHANGELOG_HISTORY_BYTES, NULL,
		CHANGELOG_HISTORY_BYTES},
	{OLD "  evals-only: true\n", OLD "  evals-only: 1\n", CHANGELOG_HISTORY_BYTES,
		NULL, CHANGELOG_HISTORY_BYTES},
	{OLD "  evals-only: true\n", OLD "  evals-only: 1\n\n" DONE,
		CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{"[]\n", "[]\n" DONE, CHANGELOG_YAML, NULL, CHANGELOG_YAML},
	{"[]\n", DONE, CHANGELOG_HISTORY_BYTES, NULL, CHANGELOG_HISTORY_BYTES},
	{"\n", "\n" DONE, CHANGELOG_ROOT, NULL, CHANGELOG_ROOT},
	/* entries that lines do not show */
	{OLD, OLD "\n- config-keys:\xe2\x80\xa8    - b\n" TEXT("d") "  pr-link: XXX\n",
		FINE,
		OLD "\n- config-keys:\xe2\x80\xa8    - b\n" TEXT("d") "  pr-link: " LINK(
			"42") "\n",
		CHANGELOG_PR_LINK},
};

static void
test_change(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct arena a;
		struct sources s = {0};
		arena_init(&a, 0, NULL);
		const struct source *base = text_source(&a, &s, str_from(r->base));
		const struct source *head = text_source(&a, &s, str_from(r->head));
		struct changelog_edit e =
			changelog_canonicalize(&a, &s, base, head, &pr_42);
		struct changelog_verdict v = changelog_verify(&a, base, head, &on_main);
		const char *want = r->result ? r->result : r->head;
		bool same = e.verdict.class == r->class && v.class == r->on_main;
		if (same && r->class == FINE)
			same = str_eqz(e.bytes, want) && e.changed == (r->result != NULL);
		if (!same) {
			show_text("head", head->bytes);
			show_text("result", e.bytes);
			fail_msg("row %zu: %s (%s), on main %s (%s)", i,
				changelog_class_id(e.verdict.class),
				changelog_class_id(r->class), changelog_class_id(v.class),
				changelog_class_id(r->on_main));
		}
		arena_release(&a);
	}
}

/* A second run changes nothing, and the result is fine on main. */
static void
test_canonicalize_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a;
		struct sources s = {0};
		arena_init(&a, 0, NULL);
		const struct source *base = text_source(&a, &s, str_from(rows[i].base));
		const struct source *head = text_source(&a, &s, str_from(rows[i].head));
		struct changelog_edit e =
			changelog_canonicalize(&a, &s, base, head, &pr_42);
		if (e.verdict.class == FINE) {
			const struct source *once = text_source(&a, &s, e.bytes);
			struct changelog_edit f =
				changelog_canonicalize(&a, &s, base, once, &pr_42);
			assert_int_equal(f.verdict.class, FINE);
			assert_false(f.changed);
			assert_true(str_eq(f.bytes, e.bytes));
			assert_int_equal(
				changelog_verify(&a, base, once, &on_main).class, FINE);
		}
		arena_release(&a);
	}
}

static void
test_other_numbers_and_repositories(void **state)
{
	static const struct {
		int64_t number;
		const char *repository, *head;
		enum changelog_class class;
		const char *result;
	} t[] = {
		{-1, "", OLD "\n" ADDED, FINE, OLD "\n" ENTRY("n", LINK("-1"))},
		{0, "", OLD "\n" ADDED, FINE, OLD "\n" ENTRY("n", LINK("0"))},
		{7, "SemiAnalysisAI/InferenceX", OLD "\n" ADDED, FINE,
			OLD "\n" ENTRY("n", LINK("7"))},
		/* The rules have the repository's name in them. */
		{42, "o/r", OLD "\n" ADDED, CHANGELOG_PR_LINK, NULL},
		{42, "o/r", OLD "\n" DONE, CHANGELOG_PR_LINK, NULL},
		{42, "o/r", ENTRY("a", LINK("9")), FINE, ENTRY("a", LINK("9"))},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct arena a;
		struct sources s = {0};
		arena_init(&a, 0, NULL);
		struct changelog_pr pr = {
			CHANGELOG_LINKS_PR, t[i].number, str_from(t[i].repository)};
		struct changelog_edit e =
			changelog_canonicalize(&a, &s, text_source(&a, &s, S(OLD)),
				text_source(&a, &s, str_from(t[i].head)), &pr);
		assert_int_equal(e.verdict.class, t[i].class);
		if (t[i].result)
			assert_true(str_eqz(e.bytes, t[i].result));
		arena_release(&a);
	}
}

static void
test_links(void **state)
{
	static const struct {
		const char *link;
		bool is_canonical;
	} t[] = {
		{LINK("1"), true},
		{LINK("0012345678901234567890"), true},
		{LINK("\xd9\xa1\xd9\xa2"), true}, /* Arabic-Indic digits */
		{LINK("\xf0\x9d\x9f\x98"), true}, /* mathematical double-struck 0 */
		{LINK("\xf0\x9d\x9f\xbf"), true}, /* the last of them */
		{LINK("\xc2\xb2"), false},     /* superscript two is no decimal digit */
		{LINK("\xe2\x85\xa0"), false}, /* nor is a Roman numeral */
		{LINK(""), false},
		{LINK("1 "), false},
		{LINK("x1"), false},
		{" " LINK("1"), false},
		{"http://github.com/SemiAnalysisAI/InferenceX/pull/1", false},
		{"https://github.com/semianalysisai/InferenceX/pull/1", false},
		{LINK("-1"), false},
		{LINK("1\n"), false},
		{LINK("\xff"), false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		assert_int_equal(changelog_link_is_canonical(str_from(t[i].link)),
			t[i].is_canonical);
	assert_true(changelog_link_is_placeholder(S("XXX")));
	assert_true(changelog_link_is_placeholder(S(LINK("XXX"))));
	assert_false(changelog_link_is_placeholder(S("XXXX")));
}

static void
test_blocks(void **state)
{
	struct arena a;
	struct changelog_blocks b = {0};
	struct str text = S("# c\n" OLD "  # in it\n \n\n" ADDED "  \n");
	(void)state;
	arena_init(&a, 0, NULL);
	changelog_find_blocks(&a, text, &b);
	assert_int_equal(b.n, 2);
	assert_true(str_eq(
		str_slice(text, b.v[0].begin, b.v[0].content_end), S(OLD "  # in it\n")));
	assert_int_equal(b.v[0].end, b.v[1].begin);
	assert_true(str_eq(str_slice(text, b.v[1].begin, b.v[1].content_end), S(ADDED)));
	assert_int_equal(b.v[1].end, text.n);
	/* Such a line is none of a start's for the byte rules. */
	struct offsets starts = {0};
	changelog_starts(
		&a, S("- config-keys:\r\n- config-keys: x\n- config-keys:"), &starts);
	assert_int_equal(starts.n, 1);
	assert_int_equal(starts.v[0], 16);
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_later_entries),
		cmocka_unit_test(test_change),
		cmocka_unit_test(test_canonicalize_again),
		cmocka_unit_test(test_other_numbers_and_repositories),
		cmocka_unit_test(test_links),
		cmocka_unit_test(test_blocks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
