/*
 * Each format of one report, made by hand so that it has all that a finding can have,
 * against fixtures/reports/. BLESS=1 rewrites these.
 */
#include "support/support.h"

#include "base/utf8.h"
#include "check/rule.h"
#include "check/run.h"
#include "check/trees.h"
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>
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

static struct run *
new_run(void)
{
	struct run *run = NEW(&arena, struct run);
	run->sources = NEW(&arena, struct sources);
	findings_init(&run->findings, &arena, run->sources);
	return run;
}

static struct span
at(const struct source *s, const char *text)
{
	size_t begin = str_find(s->bytes, str_from(text), 0);
	assert_true(begin < s->bytes.n);
	return span_in(s, begin, begin + strlen(text));
}

static struct ixc_finding *
add(struct run *run, const char *rule, ixc_severity severity, struct span span,
	const char *headline)
{
	const struct ixc_rule *r = rules_at(rules_index(str_from(rule)));
	assert_non_null(r);
	return findings_add(&run->findings, r, severity, span, str_from(headline));
}

struct texts {
	struct source *config, *changelog, *base, *profile;
};

static struct texts
add_texts(struct run *run)
{
	struct sources *t = run->sources;
	struct texts x = {
		.config = sources_add(&arena, t, S("configs/a b,c.yaml"),
			S("one: \xF0\x9F\x98\x80 ep # ::error::x\ntwo:\n  - 2\n  - 3\n")),
		.changelog = sources_add(&arena, t, S("perf-changelog.yaml"),
			S("- pr-link: XXX\n- pr-link: XXX\n")),
		.base = sources_add(&arena, t, S("origin/main:perf-changelog.yaml"),
			S("\n\n- pr-link: 7\n")),
		.profile = sources_add(&arena, t, S("/srv/hbm.yaml"), S("nodes: []\n")),
	};
	x.base->of = x.changelog->path;
	return x;
}

static struct run *
sample(void)
{
	struct run *run = new_run();
	struct texts x = add_texts(run);
	struct ixc_finding *f = add(run, "dep-ep-size", IXC_ERROR, at(x.config, "ep"),
		"ep is <4> & \"8\" | [both](1) of 100%");
	finding_related(f, at(x.config, "two"), "the [other] one");
	finding_related(f, at(x.base, "7"), "as it was");
	finding_note(f, "first: a, b\n::error::x ##[error]y [hbm.total]");
	finding_help(f, "write ep: 8 @team #12");
	finding_arm(f, S("key-a 0"), 3);
	finding_arm(f, S("key-b 1"), 3);
	finding_fix(f, true, at(x.config, "ep"), S("EP"), "Write EP");
	vec_push(&arena, &f->fix.edits,
		((struct edit){span_in(x.changelog, 0, 0), S("# \xC3\xA9\n")}));
	vec_push(&arena, &f->fix.edits, ((struct edit){at(x.config, "two:\n"), S("")}));
	add(run, "hbm-over-free", IXC_WARNING, at(x.config, "- 2\n  - 3"),
		"over two lines");
	for (uint32_t i = 0; i < 2; i++)
		add(run, "pr-link-placeholder", IXC_ERROR,
			span_in(x.changelog, i * 15 + 11, i * 15 + 14), "it is XXX");
	add(run, "changelog-history-edited", IXC_NOTE, at(x.base, "pr-link"),
		"it is gone");
	add(run, "hbm-profile-stale", IXC_NOTE, at(x.profile, "[]"), "it is old");
	findings_gap(
		&run->findings, S("hbm-over-free"), S("key-c"), S("image not known"));
	findings_gap(
		&run->findings, S("hbm-over-free"), S("key-c"), S("image not known"));
	return run;
}

/* ---- against the files ---------------------------------------------------------- */

typedef void report_fn(struct buf *b, const struct run *run);

static struct str
written(report_fn *fn, const struct run *run)
{
	struct buf b = buf_new(&arena, 1 << 24);
	fn(&b, run);
	assert_false(b.overflow);
	return buf_str(&b);
}

/* The rules stand aside, since each new one would change the file: a finding's index must
 * point to its rule. */
static struct str
without_rules(struct str text)
{
	json_error_t e;
	json_t *o = json_loadb(text.p, text.n, JSON_REJECT_DUPLICATES, &e), *result;
	assert_non_null(o);
	json_t *run = json_array_get(json_object_get(o, "runs"), 0);
	json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
	json_t *rules = json_object_get(driver, "rules");
	assert_int_equal(json_array_size(rules), rules_count());
	size_t i;
	json_array_foreach(json_object_get(run, "results"), i, result)
	{
		size_t k =
			(size_t)json_integer_value(json_object_get(result, "ruleIndex"));
		json_t *rule = json_array_get(rules, k);
		assert_string_equal(json_string_value(json_object_get(rule, "id")),
			json_string_value(json_object_get(result, "ruleId")));
		json_object_del(result, "ruleIndex");
	}
	json_array_clear(rules);
	json_object_del(driver, "semanticVersion");
	char *dump = json_dumps(o, JSON_INDENT(2));
	struct str ret = str_fmt(&arena, "%s\n", dump);
	free(dump);
	json_decref(o);
	return ret;
}

struct format_row {
	const char *file;
	report_fn *fn;
};

static const struct format_row rows[] = {
	{"sample.github", report_github},
	{"sample.sarif", report_sarif},
	{"sample.gitlab.json", report_gitlab},
	{"sample.checkstyle.xml", report_checkstyle},
	{"sample.junit.xml", report_junit},
	{"sample.md", report_markdown},
	{"sample.statistics", report_statistics},
	{"sample.agent", report_agent},
	{"sample.counts", report_counts},
};

static void
test_formats(void **state)
{
	(void)state;
	struct run *run = sample();
	findings_sort(&run->findings);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct str got = written(rows[i].fn, run);
		assert_true(str_eq(got, written(rows[i].fn, run)));
		if (rows[i].fn == report_sarif)
			got = without_rules(got);
		const char *path =
			str_fmt(&arena, "%s/reports/%s", fixtures_folder(), rows[i].file)
				.p;
		if (getenv("BLESS"))
			write_file(path, got);
		else if (!str_eq(got, read_file(&arena, path)))
			fail_msg("%s\ngot:\n%.*s", path, STR(got));
	}
}

static void
test_empty(void **state)
{
	(void)state;
	struct run *run = new_run();
	assert_int_equal(written(report_github, run).n, 0);
	assert_true(str_eqz(written(report_gitlab, run), "[]\n"));
	assert_true(str_contains(written(report_checkstyle, run), S("</checkstyle>")));
	assert_true(str_contains(written(report_junit, run), S("tests=\"0\"")));
	assert_true(str_contains(written(report_markdown, run), S("no findings")));
	assert_true(str_contains(written(report_sarif, run), S("\"results\": []")));
}

/* ---- limits --------------------------------------------------------------------- */

static struct run *
many(size_t errors, size_t warnings, const char *headline)
{
	struct run *run = new_run();
	struct buf text = buf_new(&arena, 1 << 24);
	for (size_t i = 0; i < errors + warnings; i++)
		buf_addz(&text, "x\n");
	const struct source *s =
		sources_add(&arena, run->sources, S("a.yaml"), buf_str(&text));
	/* Warnings stand before errors. */
	for (size_t i = 0; i < errors + warnings; i++)
		add(run, "dep-ep-size", i < warnings ? IXC_WARNING : IXC_ERROR,
			span_in(s, i * 2, i * 2 + 1), headline);
	findings_sort(&run->findings);
	return run;
}

static size_t
occurrences(struct str text, const char *needle)
{
	size_t n = 0;
	for (size_t i = 0; (i = str_find(text, str_from(needle), i)) < text.n; i++)
		n++;
	return n;
}

static void
test_annotation_limits(void **state)
{
	(void)state;
	struct str ten = written(report_github, many(10, 0, "h"));
	assert_int_equal(occurrences(ten, "::error file="), 10);
	assert_int_equal(occurrences(ten, " more "), 0);
	struct run *run = many(25, 12, "h");
	struct str got = written(report_github, run);
	assert_int_equal(occurrences(got, "::error file="), 9);
	assert_int_equal(occurrences(got, "::error "), 10);
	assert_true(str_contains(got, S("::error title=infxcheck::16 more errors ")));
	assert_int_equal(occurrences(got, "::warning file="), 9);
	assert_true(str_contains(got, S("::3 more warnings ")));
	assert_true(str_find(got, S("::warning"), 0) > str_find(got, S("16 more"), 0));
	assert_int_equal(occurrences(written(report_markdown, run), "| error |"), 25);
}

/* 4096 UTF-16 units, and no half character. */
static void
test_long_message(void **state)
{
	(void)state;
	struct buf b = buf_new(&arena, 1 << 20);
	buf_addc(&b, 'x');
	for (int i = 0; i < 3000; i++)
		buf_addz(&b, "\xF0\x9F\x98\x80");
	struct str got = written(report_github, many(1, 0, str_z(&arena, buf_str(&b))));
	assert_int_equal(occurrences(got, "\xF0\x9F\x98\x80"), (4096 - 3 - 1) / 2);
	assert_true(str_ends(got, S("\xF0\x9F\x98\x80...\n")));
}

static void
test_summary_limit(void **state)
{
	(void)state;
	struct buf b = buf_new(&arena, 1 << 20);
	buf_fill(&b, '*', 1000);
	struct str got =
		written(report_markdown, many(400, 0, str_z(&arena, buf_str(&b))));
	size_t shown = occurrences(got, "| error |");
	assert_true(got.n < 1024 * 1024 && got.n > 800 * 1024);
	assert_true(str_contains(
		got, str_fmt(&arena, "\n%zu more findings do not fit", 400 - shown)));
}

static void
test_more_than_github_keeps(void **state)
{
	(void)state;
	struct str got = written(report_sarif, many(2, 5000, "h"));
	assert_true(
		str_contains(got, S("5002 results, errors first; GitHub keeps 5000")));
	size_t results = str_find(got, S("\"results\""), 0);
	assert_true(str_find(got, S("\"level\": \"error\""), results) <
		    str_find(got, S("\"level\": \"warning\""), results));
	assert_false(str_contains(
		written(report_sarif, many(1, 4999, "h")), S("GitHub keeps")));
}

/* With a base every result says so; without one none does. */
static void
test_baseline_state(void **state)
{
	(void)state;
	struct run *run = many(2, 0, "h");
	assert_int_equal(occurrences(written(report_sarif, run), "baselineState"), 0);
	run->trees = NEW(&arena, struct trees);
	run->findings.list.v[0]->status = FINDING_NEW;
	run->findings.list.v[1]->status = FINDING_UNCHANGED;
	struct str got = written(report_sarif, run);
	assert_int_equal(occurrences(got, "\"baselineState\": \"new\""), 1);
	assert_int_equal(occurrences(got, "\"baselineState\": \"unchanged\""), 1);
}

/* The headline has the room first, and no character is cut. */
static void
test_agent_lines(void **state)
{
	(void)state;
	struct run *run = new_run();
	struct buf path = buf_new(&arena, 4096), text = buf_new(&arena, 4096);
	for (int i = 0; i < 60; i++) {
		buf_addz(&path, "deep/");
		buf_addz(&text, "\xE2\x82\xAC");
	}
	const char *name[] = {"x.yaml", str_z(&arena, buf_str(&path))};
	for (size_t i = 0; i < 2; i++) {
		const struct source *s =
			sources_add(&arena, run->sources, str_from(name[i]), S("a: 1\n"));
		struct ixc_finding *f = add(run, "dep-ep-size", IXC_ERROR, at(s, "1"),
			str_z(&arena, buf_str(&text)));
		finding_related(f, at(s, "a"), "here");
		finding_fix(f, true, at(s, "1"), S("2"), "Write 2");
		finding_help(f, "write 2");
	}
	struct str rest = written(report_agent, run);
	for (size_t i = 0; i < 2; i++) {
		struct str line = str_cut(rest, '\n', &rest);
		assert_true(line.n < 200 && line.n > 190);
		assert_true(str_ends(line, S("... fix=--fix")));
		for (size_t k = 0, n; k < line.n; k += n) {
			uint32_t cp;
			n = utf8_decode(line, k, &cp);
			assert_true(n > 0);
		}
	}
	assert_int_equal(rest.n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_agent_lines),
		cmocka_unit_test(test_annotation_limits),
		cmocka_unit_test(test_long_message),
		cmocka_unit_test(test_summary_limit),
		cmocka_unit_test(test_more_than_github_keeps),
		cmocka_unit_test(test_baseline_state),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
