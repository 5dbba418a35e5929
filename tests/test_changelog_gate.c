/* All faults of a change, where they are, and who stops at them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/limits.h"
#include "model/changelog_edit.h"
#include "model/changelog_gate.h"
#include "support/changelog.h"

#define BLANK "  \n"

/* One line a fault: where, class, and F: the merge tools stop here first, M: they refuse
 * it, J: the job on the pull request stops. A class of "fine" is a note or for the job
 * only. */
static struct str
render(struct arena *a, const struct changelog_gate *g, const struct source *base)
{
	struct buf b = buf_new(a, 1 << 20);
	for (size_t i = 0; i < g->faults.n; i++) {
		const struct changelog_fault *f = &g->faults.v[i];
		bool in_base = f->span.file == base->id;
		struct place p =
			source_place(in_base ? base : g->head->source, f->span.begin);
		buf_addf(&b, "%s %u:%u %s", in_base ? "base" : "head", p.line, p.column,
			changelog_class_id(f->class));
		if (f->merge_aborts || f->pr_job_stops)
			buf_addf(&b, " %s%s%s", f->is_first ? "F" : "",
				f->merge_aborts ? "M" : "", f->pr_job_stops ? "J" : "");
		buf_addc(&b, '\n');
	}
	return buf_str(&b);
}

struct row {
	const char *name;
	struct str base, head;
	const struct changelog_pr *pr;
	const char *want;
};

static const struct row rows[] = {
	{"the same text", S_INIT(OLD), S_INIT(OLD), &pr_42, ""},
	{"one new entry", S_INIT(OLD), S_INIT(OLD "\n" ADDED), &pr_42,
		"head 11:12 fine\n"},
	{"with its final link", S_INIT(OLD), S_INIT(OLD "\n" DONE), &pr_42, ""},
	{"a placeholder on main", S_INIT(OLD), S_INIT(OLD "\n" ADDED), &on_main,
		"head 11:12 pr-link FM\n"},
	{"another number, two empty lines, an empty line at the end", S_INIT(OLD),
		S_INIT(OLD "\n\n" ENTRY("n", LINK("41")) "\n"), &pr_42,
		"head 6:1 separator M\n"
		"head 12:12 pr-link FM\n"
		"head 13:1 trailing-blank-line M\n"},
	{"no empty line; one too many between two", S_INIT(OLD),
		S_INIT(OLD ADDED "\n\n" ADDED2), &pr_42,
		"head 6:1 separator FM\n"
		"head 10:12 fine\n"
		"head 11:1 separator M\n"
		"head 17:12 fine\n"},
	{"blanks for an empty line", S_INIT(OLD), S_INIT(OLD BLANK DONE BLANK DONE2),
		&pr_42,
		"head 6:1 separator FM\n"
		"head 12:1 separator M\n"},
	{"a comment before the entry", S_INIT(OLD), S_INIT(OLD "\n# c\n\n" DONE), &pr_42,
		"head 6:1 separator FM\n"},
	{"put first", S_INIT(OLD), S_INIT(ADDED "\n" OLD), &pr_42,
		"head 1:1 history-changed FM\n"
		"head 5:12 fine\n"},
	{"put between", S_INIT(OLD "\n" DONE), S_INIT(OLD "\n" ADDED2 "\n" DONE), &pr_42,
		"head 7:1 history-changed FM\n"
		"head 11:12 fine\n"},
	{"the last entry is gone", S_INIT(OLD "\n" DONE), S_INIT(OLD), &pr_42,
		"base 7:1 entries-deleted FMJ\n"},
	{"a middle entry is gone", S_INIT(OLD "\n" DONE2 "\n" DONE),
		S_INIT(OLD "\n" DONE), &pr_42, "base 7:1 entries-deleted FMJ\n"},
	{"gone, and another added", S_INIT(OLD "\n" DONE),
		S_INIT(OLD "\n" ENTRY("x", "XXX")), &pr_42,
		"head 8:1 history-changed FMJ\n"
		"head 11:1 history-changed MJ\n"},
	{"text changed, and an entry added", S_INIT(OLD),
		S_INIT(KEYS("a") TEXT("e") "  pr-link: " LINK("1") "\n\n" DONE), &pr_42,
		"head 4:1 history-changed FMJ\n"},
	{"a line put into an old entry", S_INIT(OLD),
		S_INIT(KEYS("a") TEXT("d") "    - e\n  pr-link: " LINK("1") "\n\n" DONE),
		&pr_42,
		"head 5:1 history-changed FM\n"
		"head 8:1 fine J\n"},
	{"an old entry rewritten", S_INIT(OLD),
		S_INIT(KEYS("a") "  pr-link: XXX\n" TEXT("new text")), &pr_42,
		"head 3:1 history-changed FM\n"
		"head 5:1 history-changed MJ\n"},
	{"blanks of a separator gone", S_INIT(OLD BLANK DONE2),
		S_INIT(OLD "\n" DONE2 "\n" DONE), &pr_42, "head 6:1 history-bytes FM\n"},
	{"an empty line gone", S_INIT(OLD "\n\n" DONE2), S_INIT(OLD "\n" DONE2 "\n" DONE),
		&pr_42, "base 7:1 history-bytes FM\n"},
	{"an empty line put in", S_INIT(OLD "\n" DONE2), S_INIT(OLD "\n\n" DONE2), &pr_42,
		"head 1:1 fine J\n"
		"head 7:1 history-bytes FM\n"},
	{"only an empty line behind", S_INIT(OLD), S_INIT(OLD "\n"), &pr_42,
		"head 1:1 fine J\n"
		"head 6:1 history-bytes FM\n"},
	{"only a comment behind", S_INIT(OLD), S_INIT(OLD "# c\n"), &pr_42,
		"head 1:1 fine J\n"
		"head 6:1 history-bytes FM\n"},
	{"blanks of a link line gone", S_INIT(ENTRY("a", LINK("1") "  ")),
		S_INIT(OLD "\n" DONE), &pr_42, "head 5:1 history-bytes FMJ\n"},
	{"a link in quotes", S_INIT(OLD), S_INIT(ENTRY("a", "\"" LINK("1") "\"")), &pr_42,
		"head 5:1 history-bytes FMJ\n"},
	{"a comment put in", S_INIT(OLD),
		S_INIT(KEYS("a") "  # c\n" TEXT("d") "  pr-link: " LINK("1") "\n"),
		&pr_42,
		"head 1:1 fine J\n"
		"head 3:1 history-bytes FM\n"},
	{"a link corrected", S_INIT(ENTRY("a", "XXX")), S_INIT(OLD), &pr_42,
		"head 5:1 fine J\n"},
	{"two, one of them wrong", S_INIT(ENTRY("a", "XXX") "\n" ENTRY("b", "XXX")),
		S_INIT(OLD "\n" ENTRY("b", "TBD")), &pr_42,
		"head 5:1 fine J\n"
		"head 11:1 pr-link-correction FMJ\n"},
	{"corrected, and an entry added", S_INIT(ENTRY("a", "XXX")),
		S_INIT(OLD "\n" DONE), &pr_42, "head 5:1 mixed-corrections FMJ\n"},
	{"corrected, and a line behind", S_INIT(ENTRY("a", "XXX")), S_INIT(OLD "\n"),
		&pr_42,
		"head 5:1 fine J\n"
		"head 6:1 history-bytes FM\n"},
	{"a link taken out", S_INIT(OLD), S_INIT(KEYS("a") TEXT("d") "\n" DONE), &pr_42,
		"base 5:1 history-changed MJ\n"
		"head 1:1 schema FM\n"},
	{"no final newline", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("d") "  pr-link: XXX"), &pr_42,
		"head 11:12 fine\n"
		"head 11:15 no-final-newline FMJ\n"},
	{"carriage returns in what is new", S_INIT(OLD),
		S_INIT(OLD
			"\n- config-keys:\r\n    - n\r\n" TEXT("d") "  pr-link: XXX\r\n"),
		&pr_42,
		"head 7:15 cr FM\n"
		"head 11:12 fine\n"
		"head 11:15 cr M\n"},
	{"all lines with carriage returns",
		S_INIT(KEYS("a") "  description: [d]\n  pr-link: x\n"),
		S_INIT("- config-keys:\r\n    - a\r\n  description: [d]\r\n  pr-link: x\r\n"),
		&pr_42,
		"head 1:1 history-bytes MJ\n"
		"head 1:15 cr FM\n"},
	{"a tab in quotes", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("\"a\tb\"") "  pr-link: XXX\n"), &pr_42,
		"head 10:9 tab FM\n"
		"head 11:12 fine\n"},
	{"a tab after a colon", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("d") "  pr-link:\tXXX\n"), &pr_42,
		"head 11:11 tab FMJ\n"
		"head 11:12 fine\n"},
	{"a NUL byte", S_INIT(OLD), S_INIT(OLD "\n# \0\n" DONE), &pr_42,
		"head 6:1 separator M\n"
		"head 7:3 nul FMJ\n"},
	{"not UTF-8", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("caf\xe9") "  pr-link: XXX\n"), &pr_42,
		"head 10:10 utf8 FMJ\n"
		"head 11:12 fine\n"},
	{"a field twice", S_INIT(OLD),
		S_INIT(OLD "\n" DONE "  pr-link: " LINK("42") "\n"), &pr_42,
		"head 12:3 yaml FM\n"},
	{"a merge key", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("d") "  <<: {pr-link: XXX}\n"), &pr_42,
		"head 11:3 yaml FM\n"
		"head 11:17 fine\n"},
	{"not YAML", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("*n") TEXT("d") "  pr-link: XXX\n"), &pr_42,
		"head 8:7 yaml FMJ\n"
		"head 11:12 fine\n"},
	{"several fields wrong", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("yes") "  pr-link: 12\n  unknown: 1\n"),
		&pr_42,
		"head 10:7 schema FMJ\n"
		"head 11:12 schema MJ\n"
		"head 12:3 schema MJ\n"},
	{"fields missing", S_INIT(OLD), S_INIT(OLD "\n" KEYS("n") "\n" DONE), &pr_42,
		"head 7:1 schema FMJ\n"
		"head 7:1 schema MJ\n"},
	{"another key first", S_INIT(OLD),
		S_INIT(OLD "\n- description: [d]\n  config-keys: [n]\n  pr-link: XXX\n"),
		&pr_42,
		"head 7:1 entry-count FM\n"
		"head 9:12 fine\n"},
	{"underscores", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("d") "  pr_link: XXX\n"), &pr_42,
		"head 11:3 pr-link FM\n"},
	{"text that looks like an entry", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT(
			"\"x\xe2\x80\xa8- config-keys: y\"") "  pr-link: XXX\n"),
		&pr_42,
		"head 10:10 entry-count FM\n"
		"head 11:12 fine\n"},
	{"not in a list", S_INIT(OLD), S_INIT("config-keys: [n]\n"), &pr_42,
		"base 1:1 entries-deleted MJ\n"
		"head 1:1 root FMJ\n"},
	{"the base is faulty", S_INIT(OLD "  pr-link: twice\n"),
		S_INIT(OLD "  pr-link: twice\n\n" ADDED), &pr_42,
		"base 6:3 yaml FM\n"
		"head 12:12 fine\n"},
	{"and what is new, too", S_INIT(OLD "\t# c\n"),
		S_INIT(OLD "\t# c\n\n" ADDED "\t# c\n"), &pr_42,
		"base 6:1 tab FM\n"
		"head 13:1 tab MJ\n"},
	{"append-only beside others", S_INIT(OLD),
		S_INIT(OLD "\n" DONE "  append-only: true\n\n" DONE2), &pr_42,
		"head 7:1 fine J\n"},
	{"the link on the next line", S_INIT(OLD),
		S_INIT(OLD "\n" ENTRY("n", "\n    XXX")), &pr_42,
		"head 12:5 pr-link FM\n"},
	{"the link's key in quotes", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("d") "  \"pr-link\": XXX\n"), &pr_42,
		"head 11:14 link-line FM\n"},
	{"a line like the link's, which breaks", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n") TEXT("'x\n  pr-link: y'") "  pr-link: XXX\n"),
		&pr_42, "head 11:1 yaml FM\n"},
	{"a line like the link's, which would be taken", S_INIT(OLD),
		S_INIT(OLD "\n" KEYS("n")
				TEXT("'x\n  pr-link: y\n    z'") "  pr-link: XXX\n"),
		&pr_42, "head 11:1 fine\n"},
	{"a line behind that counts as deleted", S_INIT(OLD),
		S_INIT(OLD "\n" ENTRY("n", "XXX\r- x")), &pr_42,
		"head 11:12 fine\n"
		"head 11:15 cr FMJ\n"
		"head 11:18 entry-count M\n"
		"head 11:18 schema M\n"},
};

static void
test_rows(void **state)
{
	(void)state;
	bool same = true;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct arena a;
		struct sources s = {0};
		arena_init(&a, 0, NULL);
		const struct source *base = text_source(&a, &s, r->base);
		const struct source *head = text_source(&a, &s, r->head);
		struct changelog_gate *g = changelog_gate(
			&a, &s, base, yaml_load(&a, head), r->pr, (struct str){0});
		struct str got = render(&a, g, base);
		if (!str_eqz(got, r->want)) {
			same = false;
			print_error("%s:\n%.*s", r->name, STR(got));
			for (size_t k = 0; k < g->faults.n; k++)
				print_error("  %.*s\n", STR(g->faults.v[k].text));
		}
		arena_release(&a);
	}
	assert_true(same);
}

/* True of every change: what the faults say agrees with the verdict and with the job. */
static void
test_faults_agree(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a;
		struct sources s = {0};
		arena_init(&a, 0, NULL);
		const struct source *base = text_source(&a, &s, rows[i].base);
		const struct source *head = text_source(&a, &s, rows[i].head);
		struct changelog_gate *g = changelog_gate(
			&a, &s, base, yaml_load(&a, head), rows[i].pr, (struct str){0});
		struct changelog_verdict v = changelog_verify(&a, base, head, rows[i].pr);
		if (rows[i].pr->links == CHANGELOG_LINKS_PR)
			v = changelog_canonicalize(&a, &s, base, head, rows[i].pr)
				    .verdict;
		assert_int_equal(g->verdict.class, v.class);
		size_t first = 0, aborts = 0, stops = 0;
		for (size_t k = 0; k < g->faults.n; k++) {
			const struct changelog_fault *f = &g->faults.v[k];
			const struct source *at = f->span.file == base->id ? base : head;
			first += f->is_first;
			aborts += f->merge_aborts;
			stops += f->pr_job_stops;
			assert_true(f->text.n > 0);
			assert_int_equal(f->span.file, at->id);
			assert_true(f->span.begin <= f->span.end &&
				f->span.end <= at->bytes.n);
			if (f->is_first)
				assert_int_equal(f->class, v.class);
		}
		assert_int_equal(first, v.class != CHANGELOG_FINE);
		assert_int_equal(aborts > 0, v.class != CHANGELOG_FINE);
		if (!str_eq(base->bytes, head->bytes))
			assert_int_equal(stops > 0, g->pr_view->stops.n > 0);
		arena_release(&a);
	}
}

/* ---- the job on the pull request ---- */

static const struct {
	struct str base, head, diff; /* no diff: the own one */
	int stop;                    /* enum changelog_stop_kind of the first, or -1 */
	const char *added;
} views[] = {
	{S_INIT(OLD), S_INIT(OLD "\n" ADDED), {0}, -1, "\n" ADDED},
	/* what is shown to the job decides, not the texts */
	{S_INIT(OLD), S_INIT(OLD "\n" ADDED), S_INIT("@@ -5,0 +6 @@\n+- x\n"),
		CHANGELOG_STOP_SCHEMA, "- x\n"},
	{S_INIT(OLD), S_INIT(OLD "\n" ADDED), S_INIT(""), CHANGELOG_STOP_NO_ADDITIONS,
		""},
	{S_INIT(OLD), S_INIT(OLD "x"), {0}, CHANGELOG_STOP_FINAL_NEWLINE, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("-x\n"), CHANGELOG_STOP_DELETION, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("-  \xc2\xa0\n"), CHANGELOG_STOP_NO_ADDITIONS,
		NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("--- x\n"), CHANGELOG_STOP_NO_ADDITIONS, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("-- x\n"), CHANGELOG_STOP_DELETION, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+++ x\n"), CHANGELOG_STOP_NO_ADDITIONS, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT(" a\r- b\n"), CHANGELOG_STOP_DELETION, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+[]\n"), CHANGELOG_STOP_NO_ENTRIES, "[]\n"},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+a: b\n"), CHANGELOG_STOP_SCHEMA, "a: b\n"},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+a\n"), CHANGELOG_STOP_SCHEMA, "a\n"},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+{\n"), CHANGELOG_STOP_YAML, "{\n"},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+\xff\n"), CHANGELOG_STOP_ENCODING, NULL},
	{S_INIT(OLD), S_INIT(OLD), S_INIT("+a\rb\r\n+c\r\n"), CHANGELOG_STOP_SCHEMA,
		"a\nc\n"},
	/* NUL near the start makes git show nothing */
	{S_INIT(OLD), S_INIT(OLD "\n# \0\n" ADDED), {0}, CHANGELOG_STOP_NO_ADDITIONS, ""},
	/* all these pass, though the merge tools refuse them */
	{S_INIT(OLD), S_INIT(ADDED "\n" OLD), {0}, -1, NULL},
	{S_INIT(OLD), S_INIT(OLD ADDED), {0}, -1, ADDED},
	{S_INIT(OLD BLANK DONE), S_INIT(OLD "\n" DONE "\n" ADDED), {0}, -1, NULL},
	{S_INIT(OLD), S_INIT(OLD "\n" ENTRY("n", "TBD") "  pr-link: x\n"), {0}, -1, NULL},
	{S_INIT(OLD),
		S_INIT(OLD "\n  - {config-keys: [n], description: [d], pr_link: x}\n"),
		{0}, -1, NULL},
	/* and this does not, though they accept it */
	{S_INIT(ENTRY("a", "XXX")), S_INIT(OLD), {0}, CHANGELOG_STOP_DELETION, NULL},
};

static void
test_pr_view(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
		struct arena a;
		struct sources s = {0};
		arena_init(&a, 0, NULL);
		struct changelog_pr_view *v =
			changelog_pr_view(&a, text_source(&a, &s, views[i].base),
				text_source(&a, &s, views[i].head), views[i].diff);
		int stop = v->stops.n ? (int)v->stops.v[0].kind : -1;
		if (stop != views[i].stop)
			fail_msg("row %zu: stop %d", i, stop);
		const char *want = views[i].added;
		/* The lines are joined, so the last one has no line feed. */
		if (want)
			assert_true(str_eq(
				str_cat(&a, v->added, v->added_line.n ? S("\n") : S("")),
				str_from(want)));
		arena_release(&a);
	}
}

static void
test_limit(void **state)
{
	struct arena a;
	struct sources s = {0};
	(void)state;
	arena_init(&a, 0, NULL);
	struct buf b = buf_new(&a, LIMIT_FILE_BYTES);
	buf_addz(&b, OLD);
	for (int i = 0; i < LIMIT_CHANGELOG_FAULTS + 100; i++)
		buf_addz(&b, DONE); /* no empty line before any of them */
	const struct source *head = text_source(&a, &s, buf_str(&b));
	struct changelog_gate *g = changelog_gate(&a, &s, text_source(&a, &s, S(OLD)),
		yaml_load(&a, head), &pr_42, (struct str){0});
	assert_int_equal(g->verdict.class, CHANGELOG_SEPARATOR);
	assert_int_equal(g->faults.n, LIMIT_CHANGELOG_FAULTS + 1);
	assert_true(g->faults.v[0].is_first);
	assert_true(str_contains(g->faults.v[g->faults.n - 1].text, S("not listed")));
	arena_release(&a);
}

static void
test_needs_git(void **state)
{
	static const struct {
		const char *base, *head;
		bool needs;
	} t[] = {
		{OLD, OLD, false},
		{OLD, OLD "\n" ADDED, false},
		{"a\n", "a\nb", false},
		{"a", "a\nb\n", true},
		{"a\nb\n", "a\nc\n", true},
		{"x\nb\n", "x\nb\nc\nb\n", true}, /* could begin one line earlier */
		{"b\n", "b\nc\nb\n", true},
		{"", "b\n", true},
		{OLD, "x\n" OLD, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		assert_int_equal(changelog_needs_git_diff(
					 str_from(t[i].base), str_from(t[i].head)),
			t[i].needs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_faults_agree),
		cmocka_unit_test(test_pr_view),
		cmocka_unit_test(test_needs_git),
		cmocka_unit_test(test_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
