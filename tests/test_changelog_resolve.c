/* Conflicts in the changelog: main stays byte for byte, the branch's entries follow. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/changelog_edit.h"
#include "support/changelog.h"

#define FINE CHANGELOG_FINE
#define THEIRS ENTRY("t", LINK("41"))
#define FLAG(value) "  evals-only: " value "\n"

struct row {
	const char *base, *branch, *main;
	enum changelog_class class;
	const char *result;
};

static const struct row rows[] = {
	/* one entry on both sides */
	{OLD, OLD "\n" ADDED, OLD "\n" THEIRS, FINE, OLD "\n" THEIRS "\n" DONE},
	{OLD, OLD "\n" ADDED, OLD, FINE, OLD "\n" DONE},
	{OLD, OLD "\n" DONE, OLD "\n" THEIRS, FINE, OLD "\n" THEIRS "\n" DONE},
	{OLD, OLD "\n" ADDED "\n" ADDED2, OLD "\n" THEIRS, FINE,
		OLD "\n" THEIRS "\n" DONE "\n" DONE2},
	/* what stands at the end of main */
	{OLD, OLD "\n" ADDED, OLD "\n", FINE, OLD "\n" DONE},
	{OLD, OLD "\n" ADDED, OLD "\n\n", FINE, OLD "\n\n" DONE},
	{OLD, OLD "\n" ADDED, OLD "  \n", FINE, OLD "  \n\n" DONE},
	{OLD, OLD "\n" ADDED, OLD "# c\n", FINE, OLD "# c\n\n" DONE},
	/* blank lines around the branch's entries are not taken along, comments are */
	{OLD, OLD "\n" ADDED "  \n", THEIRS, FINE, THEIRS "\n" DONE},
	{OLD, OLD "\n" ADDED "  # c\n", THEIRS, FINE, THEIRS "\n" DONE "  # c\n"},
	{OLD, OLD "\n" ADDED "  \n\n" ADDED2, THEIRS, FINE, THEIRS "\n" DONE "\n" DONE2},
	/* the link's line is written anew, whatever it was */
	{OLD, OLD "\n" ENTRY("n", "\"" LINK("42") "\" # c"), THEIRS, FINE,
		THEIRS "\n" DONE},
	{OLD, OLD "\n" KEYS("n") TEXT("d") "  \"pr-link\": XXX\n", THEIRS,
		CHANGELOG_LINK_LINE, NULL},
	{OLD, OLD "\n" ENTRY("n", "\n    XXX"), THEIRS, CHANGELOG_PR_LINK, NULL},
	/* what main has already is left out, old entries included */
	{OLD, OLD "\n" ADDED, OLD "\n" ENTRY("n", LINK("41")), CHANGELOG_NOTHING_TO_MERGE,
		NULL},
	{OLD, OLD "\n" ENTRY("a", "XXX"), OLD "\n" THEIRS, CHANGELOG_NOTHING_TO_MERGE,
		NULL},
	{OLD, OLD "\n" ADDED "\n" ADDED2, OLD "\n" DONE, FINE, OLD "\n" DONE "\n" DONE2},
	{OLD, OLD "\n" ADDED "\n" ADDED, THEIRS, FINE, THEIRS "\n" DONE "\n" DONE},
	{OLD, OLD "\n" KEYS("n") "  pr-link: XXX\n" TEXT("d"),
		OLD "\n" ENTRY("n", LINK("41")), CHANGELOG_NOTHING_TO_MERGE, NULL},
	/* JSON tells true from 1, 1 from 1.0, 0.0 from -0.0, false from absent */
	{OLD, OLD "\n" ADDED FLAG("1"), ENTRY("n", LINK("41")) FLAG("true"), FINE,
		ENTRY("n", LINK("41")) FLAG("true") "\n" DONE FLAG("1")},
	{OLD, OLD "\n" ADDED FLAG("1.0"), ENTRY("n", LINK("41")) FLAG("1"), FINE,
		ENTRY("n", LINK("41")) FLAG("1") "\n" DONE FLAG("1.0")},
	{OLD, OLD "\n" ADDED FLAG("-0.0"), ENTRY("n", LINK("41")) FLAG("0.0"), FINE,
		ENTRY("n", LINK("41")) FLAG("0.0") "\n" DONE FLAG("-0.0")},
	{OLD, OLD "\n" ADDED FLAG("false"), ENTRY("n", LINK("41")), FINE,
		ENTRY("n", LINK("41")) "\n" DONE FLAG("false")},
	{OLD, OLD "\n" ADDED FLAG("false"), ENTRY("n", LINK("41")) FLAG("true"), FINE,
		ENTRY("n", LINK("41")) FLAG("true") "\n" DONE FLAG("false")},
	{OLD, OLD "\n" ADDED FLAG("yes"), ENTRY("n", LINK("41")) FLAG("on"),
		CHANGELOG_NOTHING_TO_MERGE, NULL},
	{OLD, OLD "\n" ADDED "  eval-min-prefill-ep: 0x10\n",
		ENTRY("n", LINK("41")) "  eval-min-prefill-ep: 16\n",
		CHANGELOG_NOTHING_TO_MERGE, NULL},
	{OLD, OLD "\n" ADDED "  eval-min-prefill-ep: null\n",
		ENTRY("n", LINK("41")) "  eval-min-prefill-ep: ~\n",
		CHANGELOG_NOTHING_TO_MERGE, NULL},
	{OLD, OLD "\n" ENTRY("&k n", "XXX"), ENTRY("n", LINK("41")),
		CHANGELOG_NOTHING_TO_MERGE, NULL},
	{OLD, OLD "\n- config-keys: !!set {n}\n" TEXT("d") "  pr-link: XXX\n", THEIRS,
		CHANGELOG_NOT_COMPARABLE, NULL},
	{OLD, OLD "\n" ADDED, "- config-keys: !!set {n}\n" TEXT("d") "  pr-link: XXX\n",
		CHANGELOG_NOT_COMPARABLE, NULL},
	{OLD, OLD "\n" ADDED, KEYS("!!binary bg==") TEXT("d") "  pr-link: XXX\n",
		CHANGELOG_NOT_COMPARABLE, NULL},
	/* main need not extend the base */
	{OLD "\n" THEIRS, OLD "\n" THEIRS "\n" ADDED, OLD, FINE, OLD "\n" DONE},
	{OLD, OLD "\n" ADDED, "[]\n", CHANGELOG_YAML, NULL},
	/* faults of either side */
	{OLD, OLD ADDED, THEIRS, CHANGELOG_SEPARATOR, NULL},
	{OLD, OLD "\n" ENTRY("n", LINK("41")), THEIRS, CHANGELOG_PR_LINK, NULL},
	{OLD, ADDED "\n" OLD, THEIRS, CHANGELOG_HISTORY_CHANGED, NULL},
	{OLD, OLD "\n" ADDED, OLD "  pr-link: twice\n", CHANGELOG_YAML, NULL},
	{"", OLD, OLD, CHANGELOG_NO_FINAL_NEWLINE, NULL},
	{OLD, OLD, OLD "\n" THEIRS, CHANGELOG_NOTHING_TO_MERGE, NULL},
	/* corrected links */
	{ENTRY("a", "XXX"), OLD, ENTRY("a", "XXX") "\n" THEIRS, FINE, OLD "\n" THEIRS},
	{ENTRY("a", "XXX"), OLD, ENTRY("a", "XXX # c"), FINE, OLD},
	{ENTRY("a", "XXX"), OLD, OLD "\n" THEIRS, CHANGELOG_NOTHING_TO_MERGE, NULL},
	{ENTRY("a", "XXX"), OLD, ENTRY("a", LINK("2")), CHANGELOG_MAIN_CHANGED, NULL},
	{ENTRY("a", "XXX"), OLD, THEIRS, CHANGELOG_MAIN_CHANGED, NULL},
	{THEIRS "\n" ENTRY("a", "XXX"), THEIRS "\n" OLD, THEIRS, CHANGELOG_MAIN_CHANGED,
		NULL},
	{ENTRY("a", "XXX") "\n" ENTRY("b", "XXX"), OLD "\n" ENTRY("b", LINK("2")),
		OLD "\n" ENTRY("b", "XXX"), FINE, OLD "\n" ENTRY("b", LINK("2"))},
	{ENTRY("a", "XXX"), ENTRY("a", LINK("\xef\xbc\x97")), ENTRY("a", "XXX"), FINE,
		ENTRY("a", LINK("\xef\xbc\x97"))},
};

static struct changelog_edit
resolve(struct arena *a, const struct row *r, const struct changelog_pr *pr)
{
	struct sources s = {0};
	return changelog_resolve(a, &s, text_source(a, &s, str_from(r->base)),
		text_source(a, &s, str_from(r->branch)),
		text_source(a, &s, str_from(r->main)), pr);
}

static void
check_row(size_t i, const struct row *r, const struct changelog_pr *pr)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	struct changelog_edit e = resolve(&a, r, pr);
	if (e.verdict.class != r->class || (r->result && !str_eqz(e.bytes, r->result))) {
		show_text("result", e.bytes);
		fail_msg("row %zu: %s: %.*s", i, changelog_class_id(e.verdict.class),
			STR(e.verdict.text));
	}
	if (r->class == FINE)
		assert_true(e.changed);
	arena_release(&a);
}

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check_row(i, &rows[i], &pr_42);
}

/* Without a number links stay as they are, which a merge driver needs. */
static void
test_open_links(void **state)
{
	static const struct row t[] = {
		{OLD, OLD "\n" ADDED, OLD "\n" THEIRS, FINE, OLD "\n" THEIRS "\n" ADDED},
		{OLD, OLD "\n" ENTRY("n", "XXX # c"), THEIRS, FINE,
			THEIRS "\n" ENTRY("n", "XXX # c")},
		{OLD, OLD "\n" DONE "\n" ADDED2, THEIRS, FINE,
			THEIRS "\n" DONE "\n" ADDED2},
		{OLD, OLD "\n" KEYS("n") TEXT("d") "  \"pr-link\": XXX\n", THEIRS, FINE,
			THEIRS "\n" KEYS("n") TEXT("d") "  \"pr-link\": XXX\n"},
		{OLD, OLD "\n" ENTRY("n", "TBD"), THEIRS, CHANGELOG_PR_LINK, NULL},
		{OLD, OLD "\n" ADDED, OLD "\n" ENTRY("n", LINK("41")),
			CHANGELOG_NOTHING_TO_MERGE, NULL},
		{ENTRY("a", "XXX"), OLD, ENTRY("a", "XXX") "\n" THEIRS, FINE,
			OLD "\n" THEIRS},
	};
	static const struct changelog_pr open = {.links = CHANGELOG_LINKS_OPEN};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		check_row(i, &t[i], &open);
}

/* Whatever order two branches are merged in, a later one keeps what the earlier added. */
static void
test_two_branches(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	struct row first = {OLD, OLD "\n" ADDED, OLD "\n" THEIRS, FINE, NULL};
	struct changelog_edit e = resolve(&a, &first, &pr_42);
	struct row second = {OLD, OLD "\n" ADDED2, str_z(&a, e.bytes), FINE, NULL};
	e = resolve(&a, &second, &pr_42);
	assert_true(str_eqz(e.bytes, OLD "\n" THEIRS "\n" DONE "\n" DONE2));
	/* Once merged, a branch has nothing left to add. */
	struct row again = {OLD, OLD "\n" ADDED, str_z(&a, e.bytes), FINE, NULL};
	assert_int_equal(
		resolve(&a, &again, &pr_42).verdict.class, CHANGELOG_NOTHING_TO_MERGE);
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_open_links),
		cmocka_unit_test(test_two_branches),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
