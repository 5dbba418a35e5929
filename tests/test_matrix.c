/* Expansion of fixed sequence lengths and of agentic scenarios: rows, filters, budgets.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/sweep.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char runners[] =
	"labels:\n  x1: [x1-lab_0, x1-lab_1, x1-far_0]\n  y2: [y2-lab_0, y2-far_0]\n"
	"  'cluster:z': [z_0, z_1]\n  'cluster:w': [w_0]\n  'cluster:bare': [b_0]\n"
	"hardware:\n  'cluster:z': {available-cpu-dram-mib: 2_900_000, gpus-per-node: 8}\n"
	"  'cluster:w': {available-cpu-dram-mib: 700_000, gpus-per-node: 4}\n";

#define HEAD(key, prefix, precision, engine, runner, kind) \
	key ":\n  image: reg/" prefix ":1\n  model: org/" prefix \
	    "\n  model-prefix: " prefix "\n  precision: " precision \
	    "\n  framework: " engine "\n  runner: '" runner "'\n  multinode: " kind "\n"
#define LENGTHS(isl, osl) "    - isl: " isl "\n      osl: " osl "\n      search-space:\n"
#define FIXED "  scenarios:\n    fixed-seq-len:\n"
#define AGENTIC(use) \
	"  scenarios:\n    agentic-coding:\n    - dram-utilization: " use \
	"\n      search-space:\n"
#define ARM(text) "      - {" text "}\n"
#define WORKER(text) "{num-worker: 1, ep: 1, dp-attn: false, " text "}"
#define PAIR "prefill: " WORKER("tp: 4") ", decode: " WORKER("tp: 8")

/* Two lengths, one ladder of five each. */
#define ONE \
	HEAD("alpha-fp8-x1-eng", "alpha", "fp8", "eng", "x1", "false") \
	FIXED LENGTHS("1024", "1024") ARM("tp: 8, conc-start: 4, conc-end: 64") \
		LENGTHS("8192", "1024") ARM("tp: 8, conc-start: 4, conc-end: 64")
#define SMALL(arms) \
	HEAD("small", "sm", "fp4", "eng", "x1", "false") \
	FIXED LENGTHS("1024", "1024") arms
#define TWO \
	HEAD("beta-fp4-y2-dist", "beta", "fp4", "dist", "y2", "true") \
	"  disagg: true\n  kv-p2p-transfer: rdma\n" FIXED LENGTHS("1024", "1024") ARM( \
		"conc-list: [900], prefill: {hardware: h1, num-worker: 5, tp: 4, ep: 4, " \
		"dp-attn: true, additional-settings: [A=1]}, decode: {hardware: h2, " \
		"num-worker: 1, tp: 8, ep: 8, dp-attn: false}")
#define MULTI(arms) \
	HEAD("multi", "mu", "fp4", "dist", "y2", "true") \
	FIXED LENGTHS("1024", "1024") arms

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

#define DRAM "kv-offloading: dram, kv-offload-backend: {name: pool}, "
#define AGENT(use, arms) \
	HEAD("ag", "g", "fp8", "eng", "cluster:z", "false") AGENTIC(use) arms
#define AGENTS(use, arms) \
	HEAD("ags", "g", "fp8", "dist", "cluster:z", "true") AGENTIC(use) arms

static void
agentic_rows(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [3]")),
			"full-sweep --no-evals",
			"runner tp pp dcp-size pcp-size ep dp-attn spec-decoding conc kv-offloading "
			"total-cpu-dram-gb duration exp-name scenario-type kv-offload-backend isl "
			"disagg run-eval",
			"\"cluster:z\" 8 1 1 1 1 false \"none\" 3 \"none\" 0 3600 "
			"\"g_tp8_conc3_kvnone\" \"agentic-coding\" - - - -"},
		{AGENT("0.5", ARM("tp: 4, ep: 4, spec-decoding: mtp, " DRAM
				  "conc-list: [3, 6]")),
			"full-sweep --no-evals",
			"exp-name kv-offload-backend total-cpu-dram-gb",
			"\"g_tp4_conc3_kvdram-pool_spec-mtp\" {\"name\":\"pool\"} 749 | "
			"\"g_tp4_conc6_kvdram-pool_spec-mtp\" {\"name\":\"pool\"} 749"},
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [2, 4, 8]")),
			"full-sweep --no-evals --min-conc 3 --max-conc 7", "conc", "4"},
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [2, 4, 8]")),
			"full-sweep --no-evals --max-conc 1", "conc",
			""}, /* not replaced */
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [2, 4, 8]")),
			"full-sweep --no-evals --min-conc 0 --max-tp 1", "conc",
			"2 | 4 | 8"},
		{AGENT("0.5",
			 ARM("tp: 8, kv-offloading: none, conc-start: 2, conc-end: 7")),
			"full-sweep --no-evals --step-size 3", "conc", "2 | 6 | 7"},
		{AGENT("0.5",
			 ARM("tp: 8, kv-offloading: none, conc-start: 2, conc-end: 7")),
			"test-config --config-keys ag --no-evals --conc 4 2", "conc",
			"2 | 4"},
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [1, 2]")),
			"full-sweep --no-evals --runner-node-filter z_", "conc runner",
			"1 \"z_0\" | 1 \"z_1\" | 2 \"z_0\" | 2 \"z_1\""},
		{AGENT("0.8", ARM("tp: 8, ep: 1, " DRAM "conc-list: [64]")),
			"test-config --config-keys ag --no-evals --scenario-type agentic-coding "
			"--runner-node-filter z_1",
			"runner scenario-type total-cpu-dram-gb duration",
			"\"z_1\" \"agentic-coding\" 2399 3600"},
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [1]")),
			"full-sweep --no-evals --scenario-type fixed-seq-len", "conc",
			""},
		{AGENT("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [1]")),
			"full-sweep --no-evals --seq-lens 1k1k", "conc", "1"},
		{AGENT("0.5", ARM("tp: 8, pp: 2, kv-offloading: none, conc-list: [16]")) AGENTS(
			 "0.5",
			 ARM("prefill: " WORKER("tp: 4, pp: 2, dcp-size: 2") ", decode: " WORKER(
				 "tp: 4") ", conc-list: [16]")),
			"full-sweep --no-evals --single-node", "pp prefill", "2 -"},
		{AGENT("0.5", ARM("tp: 8, pp: 2, kv-offloading: none, conc-list: [16]")) AGENTS(
			 "0.5",
			 ARM("prefill: " WORKER("tp: 4, pp: 2, dcp-size: 2") ", decode: " WORKER(
				 "tp: 4") ", conc-list: [16]")),
			"full-sweep --no-evals --multi-node", "pp prefill",
			"- {\"num-worker\":1,\"ep\":1,\"dp-attn\":false,\"tp\":4,\"pp\":2,"
			"\"dcp-size\":2,\"pcp-size\":1}"},
		/* both scenarios: fixed lengths first */
		{HEAD("k", "m", "p", "f", "cluster:z", "false") "  scenarios:\n    agentic-coding:\n    - search-space:\n" ARM(
			 "tp: 1, kv-offloading: none, conc-list: [5]") "    fixed-seq-len:\n" LENGTHS("1024",
			 "1024") ARM("tp: 1, conc-list: [6]"),
			"full-sweep --no-evals", "conc", "6 | 5"},
		/* what passes validation and then fails */
		{HEAD("k", "m", "p", "f", "cluster:z", "false") "  scenarios:\n    fixed-seq-len:\n    agentic-coding:\n    - search-space:\n" ARM(
			 "tp: 1, kv-offloading: none, conc-list: [5]"),
			"full-sweep --no-evals", "conc", "!crash TypeError"},
		{HEAD("k", "m", "p", "f", "cluster:z", "false") "  scenarios:\n    fixed-seq-len:\n    agentic-coding:\n    - search-space:\n" ARM(
			 "tp: 1, kv-offloading: none, conc-list: [5]"),
			"full-sweep --no-evals --scenario-type agentic-coding", "conc",
			"5"},
		{AGENT("0.5", ARM(PAIR ", kv-offloading: none, conc-list: [1]")),
			"full-sweep --no-evals", "conc", "!crash KeyError"},
		{AGENTS("0.5", ARM("tp: 8, kv-offloading: none, conc-list: [1]")),
			"full-sweep --no-evals", "conc", "!crash KeyError"},
		{AGENTS("0.5", ARM(PAIR ", kv-offloading: ~, conc-list: [1]")),
			"full-sweep --no-evals", "conc", "!crash TypeError"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
multi_agentic_rows(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{AGENTS("0.5",
			 ARM("prefill: {num-worker: 2, tp: 4, pp: 2, ep: 4, dp-attn: false}, "
			     "decode: {num-worker: 1, tp: 4, ep: 1, dp-attn: true}, "
			     "conc-list: [5, 9, 7]")),
			"test-config --config-keys ags --no-evals --conc 5 9 7",
			"conc exp-name kv-offloading total-cpu-dram-gb duration disagg "
			"scenario-type spec-decoding",
			"[5] \"g_p2x4ep4_d1x4dpa_conc5\" \"none\" 0 3600 false \"agentic-coding\" "
			"\"none\" | [9] \"g_p2x4ep4_d1x4dpa_conc9\" \"none\" 0 3600 false "
			"\"agentic-coding\" \"none\" | [7] \"g_p2x4ep4_d1x4dpa_conc7\" \"none\" 0 "
			"3600 false \"agentic-coding\" \"none\""},
		{AGENTS("0.5", ARM(PAIR ", " DRAM "conc-list: [5]")),
			"full-sweep --no-evals",
			"exp-name kv-offloading kv-offload-backend total-cpu-dram-gb",
			"\"g_p1x4_d1x8_conc5_kvdram-pool\" \"dram\" {\"name\":\"pool\"} 749"},
		{AGENTS("0.5", ARM(PAIR ", conc-list: [5, 6]")),
			"full-sweep --no-evals --runner-node-filter z_", "runner conc",
			"\"z_0\" [5] | \"z_0\" [6] | \"z_1\" [5] | \"z_1\" [6]"},
		{AGENTS("0.5", ARM(PAIR ", kv-offloading: none, spec-decoding: mtp, "
					"conc-list: [5]")),
			"full-sweep --no-evals", "exp-name spec-decoding",
			"\"g_p1x4_d1x8_conc5\" \"mtp\""},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
dram_budgets(void **state)
{
	(void)state;
#define ON(label, use, arm) HEAD("k", "m", "p", "f", label, "false") AGENTIC(use) ARM(arm)
#define ONS(label, use, prefill, decode) \
	HEAD("k", "m", "p", "f", label, "true") \
	AGENTIC(use) \
	ARM("prefill: " prefill ", decode: " decode ", " DRAM "conc-list: [1]")
#define GB "total-cpu-dram-gb"
	static const struct sweep_row row[] = {
		{ON("cluster:z", "0.8", "tp: 8, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "2399"}, /* capped */
		{ON("cluster:z", "1", "tp: 8, " DRAM "conc-list: [1]"), "full-sweep", GB,
			"2999"},
		{ON("cluster:z", "0.8", "tp: 4, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "1199"},
		{ON("cluster:z", "0.8", "tp: 4, dcp-size: 2, " DRAM "conc-list: [1]"),
			"full-sweep", GB, "1199"},
		{ON("cluster:z", "0.8", "tp: 4, pcp-size: 2, " DRAM "conc-list: [1]"),
			"full-sweep", GB, "2399"},
		{ON("cluster:z", "0.8", "tp: 4, pp: 2, " DRAM "conc-list: [1]"),
			"full-sweep", GB, "2399"},
		{ON("cluster:z", "0.8", "tp: 3, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "899"},
		{ON("cluster:z", "0.8", "tp: 0, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "0"},
		{ON("cluster:z", "0.8", "tp: -4, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "!row ValueError"},
		{ON("cluster:z", "0.8", "tp: 16, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "!dram ValueError"},
		{ON("cluster:z", "0.8", "tp: 8, pp: 2, " DRAM "conc-list: [1]"),
			"full-sweep", GB, "!dram ValueError"},
		{ON("cluster:z", "0.8", "tp: '4', " DRAM "conc-list: [1]"), "full-sweep",
			GB, "!crash TypeError"},
		{ON("cluster:z", "0.8", "tp: 4.0, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "!crash TypeError"},
		{ON("cluster:z", "0.8", "tp: true, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "299"},
		{ON("cluster:z", "'0.8'", "tp: 4, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "1199"},
		{ON("cluster:z", "true", "tp: 4, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "!crash InvalidOperation"},
		{ON("cluster:z", "1.0e-4", "tp: 8, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "0"},
		{ON("cluster:z", "0.0004", "tp: 8, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "1"},
		{ON("cluster:w", "0.887", "tp: 1, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "162"},
		{ON("cluster:bare", "0.8", "tp: 8, " DRAM "conc-list: [1]"), "full-sweep",
			GB, "!runner-hardware ValueError"},
		{ON("cluster:bare", "0.8", "tp: 8, kv-offloading: none, conc-list: [1]"),
			"full-sweep", GB, "0"},
		/* the budget is computed before the concurrencies are filtered */
		{ON("cluster:bare", "0.8", "tp: 8, " DRAM "conc-list: [1]"),
			"test-config --config-keys k --conc 7", GB,
			"!runner-hardware ValueError"},
		{ONS("cluster:z", "0.8", WORKER("tp: 8"), WORKER("tp: 8")), "full-sweep",
			GB, "2399"},
		{ONS("cluster:z", "0.8", WORKER("tp: 8"), WORKER("tp: 4")), "full-sweep",
			GB, "2399"}, /* decode does not count */
		{ONS("cluster:z", "0.8", WORKER("tp: 2"), WORKER("tp: 8")), "full-sweep",
			GB, "599"},
		{ONS("cluster:z", "0.8", WORKER("tp: 16"), WORKER("tp: 8")), "full-sweep",
			GB, "2399"},
		{ONS("cluster:z", "0.8", WORKER("tp: 16.0"), WORKER("tp: 8")),
			"full-sweep", GB, "2399"},
		{ONS("cluster:z", "0.8", WORKER("tp: 6"), WORKER("tp: 8")), "full-sweep",
			GB, "!dram ValueError"},
		{ONS("cluster:z", "0.8", WORKER("tp: 12"), WORKER("tp: 8")), "full-sweep",
			GB, "!dram ValueError"},
		{ONS("cluster:z", "0.8", WORKER("tp: 0"), WORKER("tp: 8")), "full-sweep",
			GB, "!crash ZeroDivisionError"},
		{ONS("cluster:z", "0.8", WORKER("tp: 2, pp: 2, pcp-size: 2"),
			 WORKER("tp: 1")),
			"full-sweep", GB, "2399"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
refusals(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{ONE, "full-sweep --step-size 1", "conc", "!usage"},
		{ONE, "full-sweep --step-size 0", "conc", "!usage"},
		{ONE, "full-sweep --min-conc 16 --max-conc 8", "conc", "!usage"},
		{ONE, "full-sweep --no-evals --min-conc 8 --max-conc 8 --seq-lens 1k1k",
			"conc", "8"},
		{ONE, "full-sweep --no-evals --all-evals", "conc", "!usage"},
		{ONE, "full-sweep --no-evals --evals-only", "conc", "!usage"},
		{ONE, "full-sweep --seq-lens 2k1k", "conc", "!usage"},
		{ONE, "full-sweep --scenario-type agentic", "conc", "!usage"},
		{ONE, "test-config", "conc", "!usage"},
		{ONE, "test-config --config-keys nothing", "conc",
			"!config-key ValueError"},
		{ONE, "test-config --config-keys al* zz*", "conc",
			"!config-key ValueError"},
		{"k: {}\n", "full-sweep", "conc", "!schema ValueError"},
		{"'k*': {}\n", "full-sweep", "conc", "!file ValueError"},
		{"[]\n", "full-sweep", "conc", "!file AssertionError"},
		/* usage comes before the files, the files before the keys */
		{"k: {}\n", "full-sweep --step-size 1", "conc", "!usage"},
		{"k: {}\n", "test-config --config-keys zz", "conc", "!schema ValueError"},
	};
	sweep_check(row, COUNT(row), runners);
	static const struct sweep_row bad_runners[] = {
		{ONE, "full-sweep", "conc", "!runners ValueError"},
		{"k: {}\n", "full-sweep", "conc", "!schema ValueError"},
	};
	sweep_check(bad_runners, COUNT(bad_runners), "labels: []\n");
}

/* What an error tells, and what is left with keep_going. */
static void
errors_and_the_rest(void **state)
{
	(void)state;
	static const char configs[] = SMALL(ARM("tp: 1, conc-list: [1]")) "bad: {}\n" ON(
		"cluster:bare", "0.8", "tp: 8, " DRAM "conc-list: [1]") TWO;
	struct bench b;
	bench_open(&b);
	struct matrix *x = sweep_matrix(&b, configs, runners, "full-sweep");
	assert_false(x->ok);
	assert_int_equal(x->points.n, 0);
	assert_string_equal(x->error.id, "schema");
	assert_true(str_eqz(x->error.config->key, "bad"));
	x = sweep_matrix(&b, configs, runners, "full-sweep --no-evals --keep-going");
	assert_false(x->ok);
	assert_string_equal(sweep_show(&b, &x->points, "runner"), "\"x1\" | \"y2\"");
	assert_int_equal(x->errors.n, 2);
	assert_string_equal(x->errors.v[1].id, "runner-hardware");
	assert_true(str_eqz(x->errors.v[1].runner, "cluster:bare"));
	struct place p = source_place(sources_get(&b.sources, x->errors.v[1].span.file),
		x->errors.v[1].span.begin);
	assert_int_equal(p.line, 28);
	x = sweep_matrix(&b, configs, runners,
		"test-config --config-keys zz small --no-evals --keep-going");
	assert_string_equal(sweep_show(&b, &x->points, "runner"), "\"x1\"");
	x = sweep_matrix(
		&b, configs, "labels: 1\n", "full-sweep --no-evals --keep-going");
	assert_int_equal(x->points.n, 2);
	bench_close(&b);
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

/* A hostile list must not make more points than the limit. */
static void
too_many_points(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct buf text = buf_new(&b.arena, 16 * 1024 * 1024);
	buf_addz(&text,
		HEAD("k", "m", "p", "f", "x1", "false") FIXED LENGTHS("1024", "1024"));
	buf_addz(&text, "      - &a {tp: 1, conc-list: [");
	for (int i = 0; i < 2000; i++)
		buf_addz(&text, "1,");
	buf_addz(&text, "]}\n");
	for (int i = 0; i < 33; i++)
		buf_addz(&text, "      - *a\n");
	const char *configs = str_z(&b.arena, buf_str(&text));
	const char *args =
		"full-sweep --no-evals --runner-node-filter x1"; /* three each */
	assert_string_equal(
		sweep(&b, configs, runners, args, "tp"), "!limit Unsupported");
	args = "full-sweep --no-evals --runner-node-filter far";
	assert_int_equal(sweep_matrix(&b, configs, runners, args)->points.n, 68000);
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
		cmocka_unit_test(agentic_rows),
		cmocka_unit_test(multi_agentic_rows),
		cmocka_unit_test(dram_budgets),
		cmocka_unit_test(refusals),
		cmocka_unit_test(errors_and_the_rest),
		cmocka_unit_test(typed_points),
		cmocka_unit_test(too_many_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
