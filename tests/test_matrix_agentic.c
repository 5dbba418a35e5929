/* Expansion of agentic scenarios, and the DRAM budget. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/sweep.h"
#include "support/sweep_configs.h"

static const char runners[] = RUNNERS;

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agentic_rows),
		cmocka_unit_test(multi_agentic_rows),
		cmocka_unit_test(dram_budgets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
