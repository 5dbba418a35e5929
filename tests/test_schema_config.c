/*
 * Shapes of master config entries. Each row puts one thing into an otherwise valid
 * config; wanted are the reference's verdict and every fault, with the source text it
 * points at.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "model/master.h"
#include "support/configs.h"
#include "support/model.h"

#include <string.h>

static void
scenarios(void **state)
{
	(void)state;
	static const struct shape_row fixed[] = {
		{"{fixed-seq-len: [{isl: 1024, osl: 1024, search-space: []}]}", "accept",
			"+empty-search-space scenarios.fixed-seq-len.0.search-space `[]`"},
		{"{fixed-seq-len: [{isl: 100, osl: 1024, search-space: [{tp: 1, conc-list: [1]}]}]}",
			"accept",
			"+sequence-not-run scenarios.fixed-seq-len.0.isl `100`"},
		{"{fixed-seq-len: [{isl: -5, search-space: {}}]}", "refuse",
			"missing scenarios.fixed-seq-len.0.osl `{isl: -5, search-space: `; "
			"+senseless scenarios.fixed-seq-len.0.isl `-5`; "
			"type scenarios.fixed-seq-len.0.search-space `{}`"},
		{"{fixed-seq-len: [{isl: '1024', osl: 1024.0, search-space: []}]}",
			"accept",
			"+spelling scenarios.fixed-seq-len.0.isl `'1024'`; "
			"+spelling scenarios.fixed-seq-len.0.osl `1024.0`; "
			"+empty-search-space scenarios.fixed-seq-len.0.search-space `[]`"},
		{"{}", "refuse", "any-scenario scenarios `scenarios`"},
		{"{fixed-seq-len: [], agentic-coding: ~}", "refuse",
			"any-scenario scenarios `scenarios`; "
			"+null-scenario scenarios.agentic-coding `~`"},
		{"{fixed_seq_len: [{isl: 1024, osl: 1024, search-space: []}]}", "accept",
			"+underscore-name scenarios.fixed-seq-len `fixed_seq_len`; "
			"+empty-search-space scenarios.fixed-seq-len.0.search-space `[]`"},
		{"[]", "refuse", "type scenarios `[]`"},
		{"{fixed-seq-len: [{isl: 1024, osl: 1024, search-space: [{tp: 1, "
		 "conc-list: [1]}]}], agentic-coding: []}",
			"accept", ""},
		{"{fixed-seq-len: [{isl: 1024, osl: 1024, search-space: [{tp: 1, "
		 "conc-list: [1]}]}], agentic-coding: ~}",
			"accept", "+null-scenario scenarios.agentic-coding `~`"},
		{"{fixed-seq-len: [{isl: 1024, osl: 1024, conc: 1, search-space: []}], other: 1}",
			"refuse",
			"unknown-field scenarios.fixed-seq-len.0.conc `conc`; "
			"+empty-search-space scenarios.fixed-seq-len.0.search-space `[]`; "
			"unknown-field scenarios.other `other`"},
		{"{agentic-coding: [{search-space: []}]}", "refuse",
			"agentic-runner runner `'h'`; "
			"+empty-search-space scenarios.agentic-coding.0.search-space `[]`"},
	};
	check_shapes(HEAD("h", "false"), "  scenarios: ", fixed, COUNT(fixed));
	static const struct shape_row agentic[] = {
		{"{agentic-coding: [{search-space: [{tp: 4, kv-offloading: dram, "
		 "kv-offload-backend: {name: a}, conc-list: [1]}]}]}",
			"refuse",
			"dram-utilization scenarios.agentic-coding.0.dram-utilization "
			"`{search-space: [{tp: 4, `"},
		{"{agentic-coding: [{search-space: [{tp: 4, kv-offloading: none, "
		 "conc-list: [1]}]}]}",
			"accept", ""},
		{"{agentic-coding: [{dram-utilization: 0, search-space: [{tp: 4, "
		 "kv-offloading: none, conc-list: [1]}]}]}",
			"refuse",
			"range scenarios.agentic-coding.0.dram-utilization `0`"},
		{"{agentic-coding: [{dram-utilization: 1.01, search-space: [{tp: 4, "
		 "kv-offloading: none, conc-list: [1]}]}]}",
			"refuse",
			"range scenarios.agentic-coding.0.dram-utilization `1.01`"},
		{"{agentic-coding: [{dram-utilization: .nan, search-space: [{tp: 4, "
		 "kv-offloading: none, conc-list: [1]}]}]}",
			"refuse",
			"range scenarios.agentic-coding.0.dram-utilization `.nan`"},
		{"{agentic-coding: [{dram-utilization: 1, search-space: [{tp: 4, "
		 "kv-offloading: none, conc-list: [1]}]}]}",
			"accept", ""},
		{"{agentic-coding: [{dram-utilization: '0.5', search-space: [{tp: 4, "
		 "kv-offloading: none, conc-list: [1]}]}]}",
			"accept",
			"+spelling scenarios.agentic-coding.0.dram-utilization `'0.5'`"},
		{"{agentic-coding: [{gpus-per-node: 8, available-cpu-dram-mib: 1, duration: 1, "
		 "search-space: [{tp: 4, kv-offloading: none, conc-list: [1]}]}]}",
			"refuse",
			"unknown-field scenarios.agentic-coding.0.gpus-per-node `gpus-per-node`; "
			"unknown-field scenarios.agentic-coding.0.available-cpu-dram-mib "
			"`available-cpu-dram-mib`; "
			"unknown-field scenarios.agentic-coding.0.duration `duration`"},
	};
	check_shapes(
		HEAD("cluster:h", "false"), "  scenarios: ", agentic, COUNT(agentic));
}

#define ONE_SINGLE \
	"scenarios: {fixed-seq-len: [{isl: 1024, osl: 1024, search-space: [{tp: 1, " \
	"conc-list: [1]}]}]}"
#define ONE_MULTI(extra) \
	"scenarios: {fixed-seq-len: [{isl: 1024, osl: 1024, search-space: [{" extra PAIR \
	", conc-list: [1]}]}]}"
#define TWO_MULTI(first, second) \
	"scenarios: {fixed-seq-len: [{isl: 1024, osl: 1024, search-space: [{" first PAIR \
	", conc-list: [1]}, {" second PAIR ", conc-list: [2]}]}]}"

static void
whole_configs(void **state)
{
	(void)state;
	static const struct shape_row single[] = {
		{ONE_SINGLE, "accept", ""},
		{"disagg: false\n  router: {name: r, version: v}\n  " ONE_SINGLE,
			"accept", ""},
		{"disagg: 0\n  " ONE_SINGLE, "accept", "+spelling disagg `0`"},
		{"disagg: true\n  " ONE_SINGLE, "refuse", "type disagg `true`"},
		{"disagg: ~\n  " ONE_SINGLE, "refuse", "type disagg `~`"},
		{"kv-p2p-transfer: n\n  " ONE_SINGLE, "refuse",
			"unknown-field kv-p2p-transfer `kv-p2p-transfer`"},
		{"kv-p2p-transfer: ~\n  " ONE_SINGLE, "refuse",
			"unknown-field kv-p2p-transfer `kv-p2p-transfer`"},
		{"note: x\n  " ONE_SINGLE, "refuse", "unknown-field note `note`"},
		{"7: x\n  " ONE_SINGLE, "crash", "key  `7`"},
		{"router: {name: r, version: v}\n  scenarios: {fixed-seq-len: [{isl: 1024, "
		 "osl: 1024, search-space: [{tp: 1, conc-list: [1], router: {name: s, "
		 "version: v}}]}]}",
			"refuse", "metadata-scope router `router`"},
		{"router: {name: r, version: v}\n  scenarios: {fixed-seq-len: [{isl: 1024, "
		 "osl: 1024, search-space: [{tp: 1, conc-list: [1], router: ~}]}]}",
			"accept", "+null-override router `~`"},
		{"router: ~\n  scenarios: {fixed-seq-len: [{isl: 1024, osl: 1024, "
		 "search-space: [{tp: 1, conc-list: [1], router: {name: s, version: v}}]}]}",
			"accept", ""},
	};
	check_shapes(HEAD("h", "false"), "  ", single, COUNT(single));
	static const struct shape_row multi[] = {
		{ONE_MULTI(""), "accept", ""},
		{"kv-p2p-transfer: n\n  " ONE_MULTI(""), "accept", ""},
		{"disagg: true\n  kv-p2p-transfer: n\n  " ONE_MULTI(""), "accept", ""},
		{"disagg: false\n  kv-p2p-transfer: n\n  " ONE_MULTI(""), "accept", ""},
		{"disagg: 'yes'\n  kv-p2p-transfer: n\n  " ONE_MULTI(""), "accept",
			"+spelling disagg `'yes'`"},
		{"disagg: true\n  " ONE_MULTI(""), "refuse",
			"disagg-needs-transfer kv-p2p-transfer `true`"},
		{"disagg: true\n  kv-p2p-transfer: ~\n  " ONE_MULTI(""), "refuse",
			"disagg-needs-transfer kv-p2p-transfer `true`"},
		{"disagg: true\n  " TWO_MULTI(
			 "kv-p2p-transfer: n, ", "kv-p2p-transfer: o, "),
			"accept", ""},
		{"disagg: true\n  " TWO_MULTI("kv-p2p-transfer: n, ", ""), "refuse",
			"disagg-needs-transfer kv-p2p-transfer `true`"},
		{"disagg: true\n  scenarios: {fixed-seq-len: [{isl: 1024, osl: 1024, "
		 "search-space: []}]}",
			"refuse",
			"disagg-needs-transfer kv-p2p-transfer `true`; "
			"+empty-search-space scenarios.fixed-seq-len.0.search-space `[]`"},
		{"kv-p2p-transfer: n\n  " ONE_MULTI("kv-p2p-transfer: o, "), "refuse",
			"metadata-scope kv-p2p-transfer `kv-p2p-transfer`"},
		{"router: {name: r, version: v}\n  " ONE_MULTI(
			 "router: {name: r, version: v}, "),
			"refuse", "metadata-scope router `router`"},
		{"router: {name: r, version: v}\n  disagg: true\n  " ONE_MULTI(
			 "kv-p2p-transfer: n, "),
			"accept", ""},
		{"disagg: true\n  kv-p2p-transfer: n\n  " ONE_MULTI(
			 "kv-p2p-transfer: ~, "),
			"accept", "+null-override kv-p2p-transfer `~`"},
		{"kv-p2p-transfer: ''\n  " ONE_MULTI(""), "refuse",
			"empty kv-p2p-transfer `''`"},
	};
	static const struct shape_row agentic[] = {
		{"scenarios: {agentic-coding: [{search-space: [{" PAIR
		 ", conc-list: [1]}]}]}",
			"refuse", "agentic-runner runner `'h'`"},
	};
	check_shapes(HEAD("h", "true"), "  ", agentic, COUNT(agentic));
	static const struct shape_row bare[] = {
		{"scenarios: {agentic-coding: [{search-space: [{" PAIR
		 ", conc-list: [1]}]}]}",
			"accept", ""}, /* the label need not exist */
	};
	check_shapes(HEAD("cluster:", "true"), "  ", bare, COUNT(bare));
	check_shapes(HEAD("h", "true"), "  ", multi, COUNT(multi));
}

/* multinode chooses the model, by truthiness; then it must be the literal. */
static void
kinds(void **state)
{
	(void)state;
	static const struct {
		const char *multinode, *single,
			*multi; /* verdict with the shape of each */
	} row[] = {
		{"multinode: false", "accept", "refuse"},
		{"multinode: off", "accept", "refuse"},
		{"multinode: 0", "accept", "refuse"},
		{"multinode: 0.0", "accept", "refuse"},
		{"multinode: true", "refuse", "accept"},
		{"multinode: 1", "refuse", "accept"},
		{"multinode: 1.0", "refuse", "accept"},
		{"multinode: yes", "refuse", "accept"},
		{"multinode: 'false'", "refuse", "refuse"},
		{"multinode: 'off'", "refuse", "refuse"},
		{"multinode: 2", "refuse", "refuse"},
		{"multinode: ''", "refuse", "refuse"},
		{"multinode:", "refuse", "refuse"},
		{"framework: vllm", "refuse", "refuse"},
	};
	static const char head[] = "k:\n  image: i\n  model: m\n  model-prefix: m\n"
				   "  precision: p\n  framework: f\n  runner: r\n  ";
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		const char *shape[] = {ONE_SINGLE, ONE_MULTI("")};
		const char *want[] = {row[i].single, row[i].multi};
		for (size_t k = 0; k < 2; k++) {
			struct str text = str_fmt(&b.arena, "%s%s\n  %s\n", head,
				row[i].multinode, shape[k]);
			struct master *m = bench_master(&b, text);
			if (strcmp(bench_verdict(m->verdict), want[k]) != 0)
				fail_msg("%s: %s", row[i].multinode,
					bench_verdict(m->verdict));
		}
	}
	bench_close(&b);
}

static void
files(void **state)
{
	(void)state;
#define BODY \
	":\n  image: i\n  model: m\n  model-prefix: m\n  precision: p\n  framework: f\n" \
	"  runner: r\n  multinode: false\n  " ONE_SINGLE "\n"
	static const struct {
		const char *first, *second; /* NULL: no second file */
		const char *verdict;
		size_t configs;
		const char *refused; /* key, or NULL */
	} row[] = {
		{"a" BODY, NULL, "accept", 1, NULL},
		{"{}", NULL, "accept", 0, NULL},
		{"a" BODY "b" BODY, "c" BODY, "accept", 3, NULL},
		{"a" BODY "a" BODY, NULL, "accept", 1, NULL},
		{"a" BODY, "a" BODY, "refuse", 1, NULL},
		{"'k?'" BODY, NULL, "accept", 1, NULL},
		{"'k*'" BODY, NULL, "refuse", 1, NULL},
		{"5" BODY, NULL, "crash", 0, NULL},
		{"~" BODY, NULL, "crash", 0, NULL},
		{"'k*'" BODY "5" BODY, NULL, "refuse", 1, NULL},
		{"5" BODY "'k*'" BODY, NULL, "crash", 1, NULL},
		{"", NULL, "refuse", 0, NULL},
		{"[]", NULL, "refuse", 0, NULL},
		{"text", NULL, "refuse", 0, NULL},
		{"a: ~\n", NULL, "crash", 1, "a"},
		{"a: []\n", NULL, "crash", 1, "a"},
		{"a: 5\n", NULL, "crash", 1, "a"},
		{"a: {}\n", NULL, "refuse", 1, "a"},
		{"a" BODY "b: {}\nc: ~\n", NULL, "refuse", 3, "b"},
		{"a" BODY, "b: {1: 2}\n", "crash", 2, "b"},
		{"b: {}\n", "a" BODY, "refuse", 2, "b"},
		{"a" BODY, "b: !no\n", "refuse", 2, NULL},
		{"a" BODY "\tb:\n", NULL, "refuse", 1, NULL},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct master_source file[2] = {
			{.path = S("one.yaml")}, {.path = S("two.yaml")}};
		file[0].doc = bench_doc(&b, file[0].path, str_from(row[i].first));
		if (row[i].second)
			file[1].doc =
				bench_doc(&b, file[1].path, str_from(row[i].second));
		struct master *m = master_read(&b.arena, file, row[i].second ? 2 : 1);
		const char *refused = m->refused ? str_z(&b.arena, m->refused->key) : "-";
		if (strcmp(bench_verdict(m->verdict), row[i].verdict) != 0 ||
			m->configs.n != row[i].configs ||
			strcmp(refused, row[i].refused ? row[i].refused : "-") != 0)
			fail_msg("%s + %s: %s, %zu, %s", row[i].first,
				row[i].second ? row[i].second : "",
				bench_verdict(m->verdict), m->configs.n, refused);
	}
	struct master_source missing = {.path = S("none.yaml")};
	assert_int_equal(master_read(&b.arena, &missing, 1)->verdict, SCHEMA_REFUSED);
	bench_close(&b);
}

static void
file_faults(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct master_source file[2] = {{.path = S("one.yaml")}, {.path = S("two.yaml")}};
	file[0].doc = bench_doc(&b, file[0].path, S("a: {}\n'b*': {}\n"));
	file[1].doc = bench_doc(&b, file[1].path, S("c: {}\na: {}\n7: {}\n"));
	struct master *m = master_read(&b.arena, file, 2);
	struct str first = bench_faults(&b, &m->files.v[0].faults);
	struct str second = bench_faults(&b, &m->files.v[1].faults);
	assert_string_equal(str_z(&b.arena, first), "2:1 star-in-key ");
	assert_string_equal(str_z(&b.arena, second), "2:1 key-in-two-files ; 3:1 key ");
	assert_int_equal(m->files.v[1].faults.v[0].related.file, 1);
	bench_close(&b);
}

/* Hostile files: limits are reached, said, and not passed in silence. */
static void
limits(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct buf text = buf_new(&b.arena, 16 * 1024 * 1024);
	for (int i = 0; i < 20001; i++)
		buf_addf(&text, "k%d: {}\n", i);
	struct master *m = bench_master(&b, buf_str(&text));
	assert_int_equal(m->configs.n, 20000);
	assert_true(m->cut);
	assert_string_equal(m->files.v[0].faults.v[0].id, "limit");
	assert_int_equal(m->verdict, SCHEMA_REFUSED);
	const struct config *first = m->configs.v[0], *last = m->configs.v[19999];
	assert_int_equal(first->faults.n, 8); /* each missing field */
	assert_int_equal(last->faults.n, 1);
	assert_string_equal(last->faults.v[0].id, "limit");
	assert_true(last->faults.v[0].reference_refuses);
	text.n = 0;
	buf_addz(&text, SINGLE);
	for (int i = 0; i < 100001; i++)
		buf_addz(&text, "      - {}\n");
	m = bench_master(&b, buf_str(&text));
	assert_true(m->cut);
	assert_int_equal(m->configs.v[0]->scenarios.v[0]->arms.n, 100000);
	assert_int_equal(m->configs.v[0]->faults.n, 5001);
	assert_string_equal(m->configs.v[0]->faults.v[5000].id, "limit");
	bench_close(&b);
}

/* Typed fields, of a good config and of one with holes. */
static void
typed_fields(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct master *m = bench_master(&b,
		S("one:\n  image: i\n  model-prefix: m\n  multinode: true\n  disagg: 'yes'\n"
		  "  router: {name: r, version: v}\n  scenarios:\n    agentic-coding:\n"
		  "    - dram-utilization: 0.5\n      search-space:\n"
		  "      - {" PAIR ", conc-start: 3, conc-end: 20, kv-offloading: none}\n"
		  "    fixed-seq-len:\n    - isl: 8192\n      osl: '1024'\n      search-space:\n"
		  "      - {tp: '8', dp_attn: true, conc-list: [4, x, 2]}\n      - 5\n"
		  "two: ~\n"));
	struct config *c = master_config(m, S("one"));
	assert_non_null(c);
	assert_int_equal(c->verdict, SCHEMA_REFUSED);
	assert_true(c->multinode);
	assert_true(c->image.set && str_eqz(c->image.v, "i"));
	assert_false(c->model.set);
	assert_null(c->model.node);
	assert_true(c->disagg.set && c->disagg.v);
	assert_true(c->router->set && str_eqz(c->router->version.v, "v"));
	assert_int_equal(c->scenarios.n, 2);
	const struct scenario *fixed = c->scenarios.v[0], *agentic = c->scenarios.v[1];
	assert_int_equal(
		fixed->kind, SCENARIO_FIXED); /* first, whatever the file's order */
	assert_int_equal(fixed->osl.v, 1024);
	assert_int_equal(fixed->arms.n, 1);
	const struct arm *arm = fixed->arms.v[0];
	assert_int_equal(arm->tp.v, 8);
	assert_false(arm->dp_attn.set); /* the underscore name is not seen */
	assert_int_equal(arm->conc.n, 2);
	assert_int_equal(arm->conc.v[1].v, 2);
	assert_false(arm->prefill->set);
	assert_false(arm->prefill->tp.set);
	assert_int_equal(int_or(arm->ep, 1), 1);
	struct str path = arm_path(&b.arena, arm);
	assert_string_equal(
		str_z(&b.arena, path), "scenarios.fixed-seq-len.0.search-space.0");
	arm = agentic->arms.v[0];
	assert_int_equal(arm->prefill->tp.v, 4);
	assert_true(arm->decode->dp_attn.v);
	assert_int_equal(arm->conc.n, 4); /* 3, 6, 12, 20 */
	assert_int_equal(arm->conc.v[3].v, 20);
	assert_true(yaml_is(agentic->dram_utilization, YAML_FLOAT));
	assert_int_equal(master_config(m, S("two"))->verdict, SCHEMA_CRASHED);
	assert_int_equal(master_config(m, S("two"))->scenarios.n, 0);
	assert_null(master_config(m, S("three")));
	assert_null(master_config(NULL, S("one")));
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scenarios),
		cmocka_unit_test(whole_configs),
		cmocka_unit_test(kinds),
		cmocka_unit_test(files),
		cmocka_unit_test(file_faults),
		cmocka_unit_test(limits),
		cmocka_unit_test(typed_fields),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
