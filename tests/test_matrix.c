/* Expansion: rows of fixed sequence lengths, filters, refusals, limits. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/sweep.h"
#include "support/sweep_configs.h"

static const char runners[] = RUNNERS;

static void
single_rows(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{ONE, "full-sweep --no-evals", "isl conc",
			"1024 4 | 1024 8 | 1024 16 | 1024 32 | 1024 64 | "
			"8192 4 | 8192 8 | 8192 16 | 8192 32 | 8192 64"},
		{ONE, "test-config --config-keys alpha-fp8-x1-eng --no-evals --conc 4",
			"image model model-prefix precision framework runner isl osl tp pp "
			"dcp-size pcp-size conc max-model-len ep dp-attn spec-decoding exp-name "
			"disagg run-eval router",
			"\"reg/alpha:1\" \"org/alpha\" \"alpha\" \"fp8\" \"eng\" \"x1\" 1024 1024 "
			"8 1 1 1 4 2304 1 false \"none\" \"alpha_1k1k\" false false - | "
			"\"reg/alpha:1\" \"org/alpha\" \"alpha\" \"fp8\" \"eng\" \"x1\" 8192 1024 "
			"8 1 1 1 4 9472 1 false \"none\" \"alpha_8k1k\" false false -"},
		{SMALL(ARM(
			 "tp: 8, pp: 2, dcp-size: 2, pcp-size: 4, ep: 4, dp-attn: true, "
			 "spec-decoding: mtp, conc-list: [3]")),
			"full-sweep --no-evals",
			"tp pp dcp-size pcp-size ep dp-attn spec-decoding conc",
			"8 2 2 4 4 true \"mtp\" 3"},
		{SMALL(ARM("tp: 8, ep: ~, dp-attn: ~, conc-list: [9, 1, 9]")),
			"test-config --config-keys small --no-evals", "ep dp-attn conc",
			"1 false 9 | 1 false 1 | 1 false 9"},
		/* ladders */
		{SMALL(ARM("tp: 1, conc-start: 5, conc-end: 16")),
			"full-sweep --no-evals", "conc", "5 | 10 | 16"},
		{SMALL(ARM("tp: 1, conc-start: 1, conc-end: 7")), "full-sweep --no-evals",
			"conc", "1 | 2 | 4 | 7"},
		{SMALL(ARM("tp: 1, conc-start: 3, conc-end: 3")), "full-sweep --no-evals",
			"conc", "3"},
		{SMALL(ARM("tp: 1, conc-start: 5, conc-end: 64")),
			"full-sweep --no-evals --step-size 3", "conc",
			"5 | 15 | 45 | 64"},
		{ONE, "full-sweep --no-evals --seq-lens 1k1k --step-size 4", "conc",
			"4 | 16 | 64"},
		{SMALL(ARM("tp: 1, conc-start: 1, conc-end: 9223372036854775807")),
			"full-sweep --no-evals --step-size 3037000500", "conc",
			"1 | 3037000500 | 9223372036854775807"},
		/* lengths without a name */
		{HEAD("k", "m", "p", "f", "x1", "false") FIXED LENGTHS("2048", "512")
				ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals", "exp-name max-model-len",
			"\"m_2048_512\" 2816"},
		/* a component in the entry, at the top, taken away */
		{HEAD("k", "m", "p", "f", "x1",
			 "false") "  router: {name: r, version: v}\n" FIXED
				LENGTHS("1024", "1024") ARM("tp: 1, conc-list: [1]")
					ARM("tp: 2, conc-list: [1], router: ~"),
			"full-sweep --no-evals", "tp router",
			"1 {\"name\":\"r\",\"version\":\"v\"} | 2 -"},
		{SMALL(ARM("tp: 1, conc-list: [1], router: {version: v, name: r}")),
			"full-sweep --no-evals", "router",
			"{\"version\":\"v\",\"name\":\"r\"}"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
values_as_written(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{SMALL(ARM(
			 "tp: '8', ep: 2.0, dp-attn: 'yes', conc-list: [true, '4', 2.0]")),
			"full-sweep --no-evals", "tp ep dp-attn conc",
			"\"8\" 2.0 \"yes\" true | \"8\" 2.0 \"yes\" \"4\" | \"8\" 2.0 \"yes\" 2.0"},
		{SMALL(ARM("tp: 08, dp-attn: 1, conc-start: true, conc-end: 4")),
			"full-sweep --no-evals", "tp dp-attn conc",
			"\"08\" 1 true | \"08\" 1 2 | \"08\" 1 4"},
		{SMALL(ARM("tp: 1, conc-start: 1.0, conc-end: 5")),
			"full-sweep --no-evals", "conc", "1.0 | 2.0 | 4.0 | 5"},
		{SMALL(ARM(
			 "tp: 1, dp_attn: true, spec_decoding: mtp, pcp_size: 2, conc-list: [1]")),
			"full-sweep --no-evals", "dp-attn spec-decoding pcp-size",
			"false \"none\" 1"},
		{SMALL(ARM("tp: 1, conc-start: '4', conc-end: '4'")),
			"full-sweep --no-evals", "conc", "\"4\""},
		{SMALL(ARM("tp: 1, conc-start: '4', conc-end: '8'")),
			"full-sweep --no-evals", "conc", "!limit Unsupported"},
		{SMALL(ARM("tp: 1, conc-start: '2', conc-end: '21'")),
			"full-sweep --no-evals", "conc", "\"2\" | \"21\""},
		{SMALL(ARM("tp: 1, conc-start: '9', conc-end: '10'")),
			"full-sweep --no-evals", "conc", ""},
		{SMALL(ARM("tp: 1, conc-start: '4', conc-end: 8")),
			"full-sweep --no-evals", "conc", "!crash TypeError"},
		{SMALL(ARM("tp: 1, conc_list: [4]")), "full-sweep --no-evals", "conc",
			"!crash KeyError"},
		{SMALL(ARM("tp: 1, conc-list: [], conc-start: 4, conc-end: 8")),
			"full-sweep --no-evals", "conc", "4 | 8"},
		{SMALL(ARM("tp: 1, conc-list: [], conc-start: 4, conc-end: 8")),
			"test-config --config-keys * --no-evals", "conc", ""},
		{SMALL(ARM("tp: 1, conc-list: ~, conc-start: 4, conc-end: 8")),
			"test-config --config-keys * --no-evals", "conc",
			"!crash TypeError"},
		{MULTI(ARM(PAIR ", conc-list: [], conc-start: 4, conc-end: 8")),
			"test-config --config-keys * --no-evals", "conc", "[]"},
		{MULTI(ARM(PAIR ", conc-list: ~, conc-start: 4, conc-end: 8")),
			"test-config --config-keys * --no-evals", "conc",
			"!row ValueError"},
		{HEAD("k", "m", "p", "f", "x1", "false") FIXED LENGTHS("'1024'", "1024")
				ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals", "conc", "!crash TypeError"},
		{HEAD("k", "m", "p", "f", "x1", "false") FIXED LENGTHS("'1024'", "1024")
				ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals --seq-lens 1k1k", "conc", ""},
		{HEAD("k", "m", "p", "f", "x1", "false") FIXED LENGTHS("1024.0", "1024")
				ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals", "isl max-model-len exp-name",
			"1024.0 2304.0 \"m_1k1k\""},
		{HEAD("k", "m", "p", "!!binary YQ==", "x1", "false") FIXED LENGTHS(
			 "1024", "1024") ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals", "conc", "!crash TypeError"},
		{HEAD("k", "m", "p", "!!binary YQ==", "x1", "false") FIXED LENGTHS(
			 "1024", "1024") ARM("tp: 1, conc-list: [1]"),
			"full-sweep --evals-only", "conc",
			""}, /* nothing left to print */
		{HEAD("k", "m", "p", "f", "x1", "false") "  disagg: 0\n" FIXED LENGTHS(
			 "1024", "1024") ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals", "disagg", "0"},
		{MULTI(ARM("prefill: " WORKER("tp: 4, dcp_size: 2") ", decode: " WORKER(
			 "tp: 8") ", conc-list: [1]")),
			"full-sweep --no-evals", "conc", "!row ValueError"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
single_filters(void **state)
{
	(void)state;
#define TPS \
	SMALL(ARM("tp: 4, conc-start: 4, conc-end: 64") \
			ARM("tp: 8, ep: 8, conc-start: 4, conc-end: 64"))
#define LIST SMALL(ARM("tp: 8, conc-list: [4, 16, 64]"))
	static const struct sweep_row row[] = {
		{ONE, "full-sweep --no-evals --max-conc 1 --seq-lens 1k1k", "conc", "1"},
		{ONE, "full-sweep --no-evals --max-conc 16 --seq-lens 1k1k", "conc",
			"4 | 8 | 16"},
		{ONE, "full-sweep --no-evals --max-conc 20 --seq-lens 1k1k", "conc",
			"4 | 8 | 16 | 20"},
		{ONE, "full-sweep --no-evals --max-conc 0", "conc", ""},
		{ONE, "full-sweep --no-evals --max-conc -7", "conc", ""},
		{ONE, "full-sweep --no-evals --min-conc 10 --seq-lens 1k1k", "conc",
			"10 | 20 | 40 | 64"},
		{ONE, "full-sweep --no-evals --min-conc 65", "conc", ""},
		{ONE, "full-sweep --no-evals --min-conc 0", "conc", ""},
		{ONE, "full-sweep --no-evals --seq-lens 1k1k --min-conc 6 --max-conc 6",
			"conc", "6"},
		{LIST, "full-sweep --no-evals", "conc", "4 | 16 | 64"},
		{LIST, "full-sweep --no-evals --min-conc 8 --max-conc 32", "conc", "16"},
		{LIST, "full-sweep --no-evals --max-conc 2", "conc", "2"},
		{LIST, "full-sweep --no-evals --max-conc 0", "conc", ""},
		{LIST, "full-sweep --no-evals --min-conc 100", "conc", ""},
		{TPS, "full-sweep --no-evals --max-tp 4 --max-conc 4", "tp conc", "4 4"},
		{TPS, "full-sweep --no-evals --max-tp 2", "tp", ""},
		{TPS, "full-sweep --no-evals --max-tp 0", "tp", ""},
		{TPS, "full-sweep --no-evals --max-tp -1", "tp", ""},
		{TPS, "full-sweep --no-evals --max-ep 2 --max-conc 4", "tp ep",
			"4 1 | 8 2"},
		{TPS, "full-sweep --no-evals --max-ep 16 --max-conc 4", "tp ep",
			"4 1 | 8 8"},
		{TPS, "full-sweep --no-evals --max-ep 0", "tp", ""},
		{TPS, "full-sweep --no-evals --max-ep -3", "tp", ""},
		{SMALL(ARM("tp: 8, ep: 8, conc-start: 90, conc-end: 180")
				 ARM("tp: 2, ep: 8, conc-start: 90, conc-end: 180")),
			"full-sweep --no-evals --max-tp 2 --max-ep 1 --max-conc 1",
			"tp ep conc", "2 1 1"},
		{LIST, "test-config --config-keys small --no-evals --conc 64 4 5", "conc",
			"4 | 64"},
		{LIST, "test-config --config-keys small --no-evals --conc 5", "conc", ""},
		{SMALL(ARM("tp: '8', conc-list: [4]")),
			"full-sweep --no-evals --max-tp 8", "tp", "!crash TypeError"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
config_filters(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{ONE TWO, "full-sweep --no-evals --max-conc 4 --seq-lens 1k1k",
			"runner prefill",
			"\"x1\" - | \"y2\" {\"hardware\":\"h1\",\"num-worker\":5,\"tp\":4,\"ep\":4,"
			"\"dp-attn\":true,\"additional-settings\":[\"A=1\"],\"pp\":1,"
			"\"dcp-size\":1,\"pcp-size\":1}"},
		{ONE TWO, "full-sweep --no-evals --single-node --max-conc 4",
			"runner isl", "\"x1\" 1024 | \"x1\" 8192"},
		{ONE TWO, "full-sweep --no-evals --multi-node", "runner", "\"y2\""},
		{ONE TWO,
			"full-sweep --no-evals --single-node --multi-node --seq-lens 8k1k "
			"--max-conc 4",
			"runner", "\"x1\""},
		{TWO, "full-sweep --no-evals --single-node", "runner", ""},
		{ONE TWO, "full-sweep --no-evals --model-prefix bet", "runner", "\"y2\""},
		{ONE TWO, "full-sweep --no-evals --model-prefix other be", "runner",
			"\"y2\""},
		{ONE TWO, "full-sweep --no-evals --model-prefix eta", "runner", ""},
		{ONE TWO, "full-sweep --no-evals --precision fp4", "precision",
			"\"fp4\""},
		{ONE TWO, "full-sweep --no-evals --precision fp", "precision", ""},
		{ONE TWO, "full-sweep --no-evals --framework dist other", "framework",
			"\"dist\""},
		{ONE TWO, "full-sweep --no-evals --framework none", "framework", ""},
		{ONE TWO, "full-sweep --no-evals --runner-type y2", "runner", "\"y2\""},
		{ONE TWO, "full-sweep --no-evals --runner-type cluster:w", "runner", ""},
		{ONE TWO, "full-sweep --no-evals --runner-type y2 zz", "runner",
			"!runner-type ValueError"},
		/* nodes */
		{ONE, "full-sweep --no-evals --max-conc 4 --seq-lens 1k1k --runner-node-filter lab",
			"runner conc", "\"x1-lab_0\" 4 | \"x1-lab_1\" 4"},
		{ONE, "full-sweep --no-evals --max-conc 8 --seq-lens 1k1k --runner-node-filter lab",
			"runner conc",
			"\"x1-lab_0\" 4 | \"x1-lab_1\" 4 | \"x1-lab_0\" 8 | \"x1-lab_1\" 8"},
		{ONE, "full-sweep --no-evals --runner-type x1 --runner-node-filter zz",
			"runner", ""},
		{ONE, "full-sweep --no-evals --runner-node-filter x1 --max-conc 4 --seq-lens 8k1k",
			"runner", "\"x1-lab_0\" | \"x1-lab_1\" | \"x1-far_0\""},
		{ONE,
			"test-config --config-keys * --no-evals --conc 4 --seq-lens 8k1k "
			"--runner-node-filter x1",
			"runner", "\"x1\" | \"x1-lab_0\" | \"x1-lab_1\" | \"x1-far_0\""},
		{TWO, "full-sweep --no-evals --runner-node-filter far", "runner",
			"\"y2-far_0\""},
		{TWO,
			"test-config --config-keys beta-fp4-y2-dist --no-evals "
			"--runner-node-filter y2-lab_0",
			"runner", "\"y2-lab_0\""},
		{TWO,
			"test-config --config-keys beta-fp4-y2-dist --no-evals "
			"--runner-node-filter x1-lab_0",
			"runner", ""},
		/* scenario kinds */
		{ONE, "full-sweep --no-evals --scenario-type agentic-coding", "conc", ""},
		{ONE, "full-sweep --no-evals --scenario-type fixed-seq-len --max-conc 1",
			"conc", "1 | 1"},
		/* a runner that is no label is not looked at */
		{HEAD("k", "m", "p", "f", "nowhere", "false") FIXED LENGTHS(
			 "1024", "1024") ARM("tp: 1, conc-list: [1]"),
			"full-sweep --no-evals", "runner", "\"nowhere\""},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
multi_rows(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{TWO, "full-sweep --no-evals",
			"isl osl spec-decoding conc max-model-len exp-name disagg run-eval "
			"kv-p2p-transfer",
			"1024 1024 \"none\" [900] 2304 \"beta_1k1k\" true false \"rdma\""},
		{MULTI(ARM(
			 "prefill: " WORKER("tp: 4, pp: 2, pcp-size: 2, dcp-size: 2") ", decode: " WORKER(
				 "tp: 8, dcp-size: 4") ", conc-list: [1]")),
			"test-config --config-keys multi --no-evals", "prefill decode",
			"{\"num-worker\":1,\"ep\":1,\"dp-attn\":false,\"tp\":4,\"pp\":2,"
			"\"pcp-size\":2,\"dcp-size\":2} {\"num-worker\":1,\"ep\":1,"
			"\"dp-attn\":false,\"tp\":8,\"dcp-size\":4,\"pp\":1,\"pcp-size\":1}"},
		{MULTI(ARM(PAIR ", conc-start: 1, conc-end: 8")), "full-sweep --no-evals",
			"conc", "[1,2,4,8]"},
		{MULTI(ARM(PAIR ", conc-start: 1, conc-end: 8")),
			"full-sweep --no-evals --step-size 3", "conc", "[1,3,8]"},
		{MULTI(ARM(PAIR ", conc-start: 1, conc-end: 8")),
			"test-config --config-keys multi --no-evals --conc 8 1", "conc",
			"[1,8]"},
		{MULTI(ARM(PAIR ", conc-list: [90, 180, 360]")),
			"full-sweep --no-evals --max-conc 1", "conc", "[1]"},
		{MULTI(ARM(PAIR ", conc-list: [90, 180, 360]")),
			"full-sweep --no-evals --max-conc 200", "conc", "[90,180]"},
		{MULTI(ARM(PAIR ", conc-list: [90, 180, 360]")),
			"full-sweep --no-evals --max-conc 0", "conc", ""},
		{MULTI(ARM(PAIR ", conc-list: [90, 180, 360]")),
			"full-sweep --no-evals --max-conc -100", "conc", ""},
		{MULTI(ARM(PAIR ", conc-list: [90, 180, 360]")),
			"full-sweep --no-evals --min-conc 100", "conc", "[180,360]"},
		{MULTI(ARM(PAIR ", conc-list: [90]")),
			"full-sweep --no-evals --min-conc 100", "conc", ""},
		{MULTI(ARM(PAIR ", conc-list: [90]")),
			"full-sweep --no-evals --min-conc 0", "conc", ""},
		{MULTI(ARM(PAIR ", conc-list: [1]")),
			"full-sweep --no-evals --max-tp 1 --max-ep 1", "conc",
			"[1]"}, /* single-node only */
		{HEAD("k", "m", "p", "f", "y2",
			 "true") "  disagg: true\n  kv-p2p-transfer: t\n" FIXED
				LENGTHS("1024", "1024")
					ARM(PAIR ", conc-list: [1], kv-p2p-transfer: ~"),
			"full-sweep --no-evals", "conc", "!row ValueError"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
typed_points(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct matrix *x = sweep_matrix(&b,
		SMALL(ARM("tp: '8', ep: 2, dp-attn: true, conc-list: [4]")) TWO AGENT(
			"0.5", ARM("tp: 8, " DRAM
				   "conc-list: [3], router: {name: r, version: v}")),
		runners, "full-sweep --no-evals");
	assert_true(x->ok);
	assert_int_equal(x->points.n, 3);
	const struct point *p = x->points.v[0];
	assert_int_equal(p->kind, SCENARIO_FIXED);
	assert_false(p->multinode);
	assert_int_equal(p->tp, 8); /* what the text counts as */
	assert_int_equal(p->ep, 2);
	assert_int_equal(p->pp, 1);
	assert_true(p->dp_attn);
	assert_int_equal(p->isl, 1024);
	assert_int_equal(p->max_model_len, 2304);
	assert_int_equal(p->conc, 4);
	assert_true(str_eqz(p->exp_name, "sm_1k1k"));
	assert_true(str_eqz(p->config->key, "small"));
	assert_null(p->router);
	struct str item = span_text(&b.sources, p->arm->span);
	assert_string_equal(
		str_z(&b.arena, item), "{tp: '8', ep: 2, dp-attn: true, conc-list: [4]}");
	p = x->points.v[1];
	assert_true(p->multinode);
	assert_true(p->disagg);
	assert_int_equal(p->concs.n, 1);
	assert_int_equal(p->conc, 900);
	assert_int_equal(p->arm->prefill->num_worker.v, 5);
	assert_true(str_eqz(p->kv_p2p_transfer, "rdma"));
	assert_int_equal(p->tp, 0);
	p = x->points.v[2];
	assert_int_equal(p->kind, SCENARIO_AGENTIC);
	assert_int_equal(p->total_cpu_dram_gb, 1499);
	assert_int_equal(p->duration, 3600);
	assert_true(str_eqz(p->kv_offloading, "dram"));
	assert_true(str_eqz(p->kv_offload_backend->name.v, "pool"));
	assert_true(str_eqz(p->router->version.v, "v"));
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_rows),
		cmocka_unit_test(values_as_written),
		cmocka_unit_test(single_filters),
		cmocka_unit_test(config_filters),
		cmocka_unit_test(multi_rows),
		cmocka_unit_test(typed_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
