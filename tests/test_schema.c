/* Shapes of changelog entries, of the runner file and of the priority policy. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "model/policy.h"
#include "model/schema.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

struct row {
	const char *yaml, *verdict, *faults;
};

static enum schema_verdict
check_entry(struct bench *b, struct str yaml, bool partial, struct schema_faults *faults)
{
	const struct yaml_doc *doc = bench_doc(b, S("entry.yaml"), yaml);
	struct schema_subject subject = {
		.node = doc->root,
		.holder = span_in(doc->source, 0, 0),
		.partial = partial,
	};
	return schema_check(&b->arena, &schema_changelog_entry, 0, &subject, faults);
}

#define ENTRY(tail) "config-keys: [a]\ndescription: [d]\npr-link: l\n" tail

static const struct row entry_row[] = {
	{ENTRY(""), "accept", ""},
	{"config_keys: [a]\ndescription: [d]\npr_link: l\n", "accept", ""},
	{"config-keys: ['']\ndescription: ['', '*']\npr-link: ''\n", "accept", ""},
	{"{}", "refuse",
		"1:1 missing config-keys; 1:1 missing description; 1:1 missing pr-link"},
	{"config-keys: a\ndescription: []\npr-link: 5\n", "refuse",
		"1:14 type config-keys; 2:14 empty description; 3:10 type pr-link"},
	{"config-keys: [a, 1]\ndescription: [a: b, 2026-01-01, yes, ~, ok]\npr-link:\n",
		"refuse",
		"1:18 type config-keys.1; 2:15 type description.0; 2:21 type description.1; "
		"2:33 type description.2; 2:38 type description.3; 3:9 type pr-link"},
	{ENTRY("pr_link: x\n"), "refuse", "4:1 unknown-field pr_link"},
	{ENTRY("note: ~\n"), "refuse", "4:1 unknown-field note"},
	{ENTRY("1: ~\n"), "refuse", "4:1 key "},
	{ENTRY("evals-only: 'yes'\nall-evals: 0\nappend-only: Off\n"), "accept", ""},
	{ENTRY("evals-only: 2\nall-evals: ~\nappend-only: ' true'\n"), "refuse",
		"4:13 type evals-only; 5:12 type all-evals; 6:14 type append-only"},
	{ENTRY("append-only: true\nevals-only: true\nall-evals: yes\n"
	       "eval-min-prefill-ep: 1\n"),
		"refuse",
		"5:13 append-only evals-only; 6:12 append-only all-evals; "
		"7:22 append-only eval-min-prefill-ep"},
	{ENTRY("append-only: true\nevals-only: false\neval-min-prefill-ep:\n"), "accept",
		""},
	{ENTRY("evals-only: true\nall-evals: true\neval-min-prefill-ep: '2'\n"), "accept",
		""},
	{ENTRY("eval-min-prefill-ep: 0\n"), "refuse", "4:22 range eval-min-prefill-ep"},
	{ENTRY("eval-min-prefill-ep: 1.5\n"), "refuse", "4:22 type eval-min-prefill-ep"},
	{ENTRY("scenario-type: [fixed-seq-len, fixed-seq-len]\n"), "accept", ""},
	{ENTRY("scenario-type:\n"), "accept", ""},
	{ENTRY("scenario-type: []\n"), "refuse", "4:16 empty scenario-type"},
	{ENTRY("scenario-type: agentic-coding\n"), "refuse", "4:16 type scenario-type"},
	{ENTRY("scenario-type: [agentic_coding, 1]\n"), "refuse",
		"4:17 choice scenario-type.0; 4:33 choice scenario-type.1"},
	{"config-keys: !!set {a, b}\ndescription: !!pairs []\npr-link: !!binary YQ==\n",
		"refuse", "2:22 empty description"},
	{"[]", "refuse", "1:1 type "},
	{"just text", "refuse", "1:1 type "},
};

static const struct row runners_row[] = {
	{"labels: {}\n", "accept", ""},
	{"labels:\n  h: [n1, n2]\n  'cluster:h': [n1]\nhardware:\n  'cluster:h':\n"
	 "    available-cpu-dram-mib: 2_000_000\n    gpus-per-node: 8\n",
		"accept", ""},
	{"labels: {h: [n]}\nhardware: {}\n", "accept", ""},
	{"labels: {h: [n]}\nhardware:\n", "refuse", "2:10 type hardware"},
	{"", "crash", "1:1 type "},
	{"[]", "crash", "1:1 type "},
	{"text", "crash", "1:1 type "},
	{"{}", "refuse", "1:1 missing labels"},
	{"labels: [h]\n", "refuse", "1:9 type labels"},
	{"labels:\n  h: n\n  i: []\n  j: [1, n]\n  k: !!set {n}\n  l: [!!binary YQ==]\n",
		"refuse",
		"2:6 type labels.h; 3:6 empty labels.i; 4:7 type labels.j.0; "
		"5:12 type labels.k; 6:16 type labels.l.0"},
	{"labels: {8: [n]}\n", "refuse", "1:10 key labels"},
	{"labels: {h: [n]}\n3: 4\n", "crash", "2:1 key "},
	{"labels: {h: []}\n3: 4\n", "refuse", "1:13 empty labels.h; 2:1 key "},
	{"labels: {h: [n]}\nnodes: {}\n", "refuse", "2:1 unknown-field nodes"},
	{"labels: {h: [n]}\nhardware: {h: {gpus-per-node: 0, gpu: 1}}\n", "refuse",
		"2:12 missing hardware.h.available-cpu-dram-mib; "
		"2:31 range hardware.h.gpus-per-node; 2:34 unknown-field hardware.h.gpu"},
	{"labels: {h: [n]}\nhardware: {h: {available-cpu-dram-mib: '2_0', gpus-per-node: 8.0}}\n",
		"accept",
		"2:40 +spelling hardware.h.available-cpu-dram-mib; "
		"2:62 +spelling hardware.h.gpus-per-node"},
	{"labels: {h: [n]}\nhardware: {h: {available_cpu_dram_mib: 2, gpus_per_node: 8}}\n",
		"accept",
		"2:16 +underscore-name hardware.h.available-cpu-dram-mib; "
		"2:43 +underscore-name hardware.h.gpus-per-node"},
	{"labels: {h: [n, '', n]}\nhardware: {i: {available-cpu-dram-mib: 2, gpus-per-node: 8}}\n",
		"accept",
		"1:17 +label-nodes labels; 1:21 +label-nodes labels; "
		"2:12 +hardware-without-label hardware"},
	{"labels: {h: [n]\n", "refuse", ""},
	{"labels: {h: [n]}\nhardware: {h: !new {}}\n", "refuse", ""},
};

#define POLICY(tail) \
	"version: 1\nbase-score: 1.0\nadjustments: {}\nlabels:\n" \
	"  patchwork: {names: [p], score: 0.0}\n  skip-queue: {name: s}\n" tail

static const struct row policy_row[] = {
	{POLICY(""), "accept", ""},
	{POLICY("  checklist-complete: {names: [c], adjustment: 1}\n"), "accept", ""},
	{"version: true\n", "accept",
		"1:1 +missing base-score; 1:1 +missing adjustments; 1:1 +missing labels"},
	{"version: '1'\nbase-score: 1\nadjustments:\n  event: {push: 1}\n  evnt: {}\n"
	 "  agentic: high\n  precision: {fp4: yes}\n  multi-node: '1.5'\nlabels: []\n",
		"refuse",
		"1:10 policy-version version; 5:3 +unknown-field adjustments.evnt; "
		"6:12 +type adjustments.agentic; 7:20 +spelling adjustments.precision.fp4; "
		"8:15 +spelling adjustments.multi-node; 9:9 +type labels"},
	{"base-score: 1\nadjustments: {}\nlabels: {patchwork: {}, skip-queue: {name: 1}}\n",
		"refuse",
		"1:1 policy-version version; 3:10 +missing labels.patchwork.names; "
		"3:10 +missing labels.patchwork.score; 3:44 +type labels.skip-queue.name"},
	{"[]", "crash", "1:1 +type "},
	{"", "crash", "1:1 +type "},
};

static void
check(struct bench *b, const struct row *row, enum schema_verdict v,
	const struct schema_faults *faults)
{
	struct str got = bench_faults(b, faults);
	if (!str_eqz(got, row->faults) || strcmp(bench_verdict(v), row->verdict) != 0)
		fail_msg("%s\nwant %s %s\ngot  %s %.*s", row->yaml, row->verdict,
			row->faults, bench_verdict(v), STR(got));
}

static void
changelog_entries(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < sizeof entry_row / sizeof entry_row[0]; i++) {
		struct schema_faults faults = {0};
		struct str yaml = str_from(entry_row[i].yaml);
		enum schema_verdict v = check_entry(&b, yaml, false, &faults);
		check(&b, &entry_row[i], v, &faults);
	}
	bench_close(&b);
}

static void
runner_files(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < sizeof runners_row / sizeof runners_row[0]; i++) {
		struct runners *r = bench_runners(&b, str_from(runners_row[i].yaml));
		if (runners_row[i].faults[0] || r->verdict == SCHEMA_ACCEPTED)
			check(&b, &runners_row[i], r->verdict, &r->faults);
		else /* the reader's problem, not the schema's */
			assert_string_equal(
				bench_verdict(r->verdict), runners_row[i].verdict);
	}
	assert_int_equal(runners_read(&b.arena, NULL)->verdict, SCHEMA_REFUSED);
	bench_close(&b);
}

static void
policies(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < sizeof policy_row / sizeof policy_row[0]; i++) {
		struct policy *p = policy_read(&b.arena,
			bench_doc(&b, S("policy.yaml"), str_from(policy_row[i].yaml)));
		check(&b, &policy_row[i], p->verdict, &p->faults);
	}
	assert_int_equal(policy_read(&b.arena, NULL)->verdict, SCHEMA_REFUSED);
	bench_close(&b);
}

static void
runner_look_up(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct runners *r = bench_runners(
		&b, S("labels:\n  h: [n1, n2]\n  gone: oops\nhardware:\n  h:\n"
		      "    available-cpu-dram-mib: 12\n    gpus-per-node: '4'\n"));
	assert_int_equal(r->labels.n, 2);
	assert_true(str_eqz(runners_label(r, S("h"))->nodes.v[1].name, "n2"));
	assert_int_equal(runners_label(r, S("gone"))->nodes.n, 0);
	assert_null(runners_label(r, S("x")));
	assert_null(runners_label(NULL, S("h")));
	assert_int_equal(runners_hardware(r, S("h"))->available_cpu_dram_mib, 12);
	assert_int_equal(runners_hardware(r, S("h"))->gpus_per_node, 4);
	assert_null(runners_hardware(r, S("gone")));
	assert_true(str_eqz(
		runners_nearest(&b.arena, r, S("gonee")), "did you mean 'gone'?"));
	bench_close(&b);
}

/* Texts and help of some faults, for people. */
static void
wording(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *text, *help;
	} row[] = {
		{ENTRY("evals_onyl: true\n"),
			"unknown field 'evals_onyl' in a changelog entry",
			"did you mean 'evals-only'?"},
		{ENTRY("zzz: true\n"), "unknown field 'zzz' in a changelog entry",
			"known fields: config-keys, description, pr-link, evals-only, all-evals, "
			"append-only, eval-min-prefill-ep, scenario-type"},
		{ENTRY("scenario-type: [agentic_coding]\n"),
			"scenario-type item 1 is the string 'agentic_coding', not one of "
			"fixed-seq-len, agentic-coding",
			"did you mean 'agentic-coding'?"},
		{ENTRY("scenario-type: [x]\n"),
			"scenario-type item 1 is the string 'x', not one of fixed-seq-len, "
			"agentic-coding",
			"allowed: fixed-seq-len, agentic-coding"},
		{"config-keys: [a]\ndescription: [1.10]\npr-link: l\n",
			"description item 1 is the float 1.10, not a string",
			"quote it: \"1.10\""},
		{"config-keys: [a]\ndescription: [d]\n",
			"'pr-link' is missing in this changelog entry",
			"pr-link: address of the pull request"},
		{ENTRY("evals-only: \"\\x1b[1m\\n\"\n"),
			"evals-only is the string '\\u001b[1m\\n', not true or false",
			""},
		{ENTRY("pr_link: x\n"), "field 'pr_link' stands beside 'pr-link'", ""},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct schema_faults faults = {0};
		check_entry(&b, str_from(row[i].yaml), false, &faults);
		assert_int_equal(faults.n, 1);
		assert_string_equal(str_z(&b.arena, faults.v[0].text), row[i].text);
		assert_string_equal(str_z(&b.arena, faults.v[0].help), row[i].help);
	}
	bench_close(&b);
}

/* Parts of a file that could not be read give no "missing" faults. */
static void
partial_files(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct schema_faults faults = {0};
	check_entry(&b, S("pr-link: 1\n"), true, &faults);
	assert_int_equal(faults.n, 1);
	assert_string_equal(faults.v[0].id, "type");
	bench_close(&b);
}

/* More violations than are listed are counted, and still refuse. */
static void
many_faults(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct buf text = buf_new(&b.arena, 1024 * 1024);
	buf_addz(&text, "config-keys: [a]\npr-link: l\ndescription: [");
	for (int i = 0; i < 6000; i++)
		buf_addz(&text, "1, ");
	buf_addz(&text, "]\n");
	struct schema_faults faults = {0};
	enum schema_verdict v = check_entry(&b, buf_str(&text), false, &faults);
	assert_int_equal(v, SCHEMA_REFUSED);
	assert_int_equal(faults.n, 5001);
	assert_string_equal(faults.v[5000].id, "limit");
	assert_true(str_eqz(faults.v[5000].text,
		"1000 further violations of this changelog entry are not listed"));
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changelog_entries),
		cmocka_unit_test(runner_files),
		cmocka_unit_test(policies),
		cmocka_unit_test(runner_look_up),
		cmocka_unit_test(wording),
		cmocka_unit_test(partial_files),
		cmocka_unit_test(many_faults),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
