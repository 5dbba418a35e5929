/*
 * Shapes of search-space entries. Each row puts one entry into an otherwise valid config;
 * wanted are the reference's verdict and every fault, with the source text it points at.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/configs.h"

static void
single_entries(void **state)
{
	(void)state;
	static const struct shape_row row[] = {
		/* concurrencies */
		{"{tp: 8, conc-start: 2, conc-end: 32}", "accept", ""},
		{"{tp: 8, conc-start: 32, conc-end: 32}", "accept", ""},
		{"{tp: 8, conc-list: [2, 12, 6]}", "accept", ""},
		{"{tp: 8, conc-list: [2], conc-start: 2, conc-end: 4}", "refuse",
			"conc " ARM ".conc-list `[2]`"},
		{"{tp: 8}", "refuse", "conc " ARM " `{tp: 8}`"},
		{"{tp: 8, conc-list: []}", "refuse", "conc " ARM " `[]`"},
		{"{tp: 8, conc-start: 2}", "refuse", "conc " ARM " `2`"},
		{"{tp: 8, conc-end: 2}", "refuse", "conc " ARM " `2`"},
		{"{tp: 8, conc-start: 2, conc-end: ~}", "refuse", "conc " ARM " `2`"},
		{"{tp: 8, conc-start: 40, conc-end: 4}", "refuse",
			"conc " ARM ".conc-start `40`"},
		{"{tp: 8, conc-start: 0, conc-end: 4}", "refuse",
			"conc " ARM ".conc-start `0`"},
		{"{tp: 8, conc-start: -3, conc-end: 4}", "refuse",
			"conc " ARM ".conc-start `-3`"},
		{"{tp: 8, conc-start: 2, conc-end: 0}", "refuse",
			"conc " ARM ".conc-start `2`; conc " ARM ".conc-end `0`"},
		{"{tp: 8, conc-list: [2, 0, -1]}", "refuse",
			"conc " ARM ".conc-list `0`; conc " ARM ".conc-list `-1`"},
		{"{tp: 8, conc-list: [2, x]}", "refuse", "type " ARM ".conc-list.1 `x`"},
		{"{tp: 8, conc-list: 5}", "refuse", "type " ARM ".conc-list `5`"},
		{"{tp: 8, conc-start: x, conc-end: 4}", "refuse",
			"type " ARM ".conc-start `x`"},
		{"{tp: 8, conc-list: [4, 2, 4]}", "accept",
			"+conc-repeated " ARM ".conc-list `4`"},
		{"{tp: 8, conc-list: [4], conc-start: 2}", "accept",
			"+conc-unused " ARM " `conc-start`"},
		{"{tp: 8, conc-list: [], conc-start: 2, conc-end: 4}", "accept",
			"+conc-unused " ARM ".conc-list `conc-list`"},
		{"{tp: 8, conc-list: ~, conc-start: 2, conc-end: 4}", "accept",
			"+conc-unused " ARM ".conc-list `conc-list`"},
		{"{tp: 8, conc-start: '2', conc-end: '4'}", "accept",
			"+spelling " ARM ".conc-start `'2'`; +spelling " ARM
			".conc-end `'4'`"},
		/* parallelism */
		{"{tp: 8, pp: 2, dcp-size: 2, pcp-size: 4, ep: 8, dp-attn: yes, conc-list: [2]}",
			"accept", ""},
		{"{tp: 8, ep: ~, dp-attn: ~, conc-list: [2]}", "accept", ""},
		{"{tp: 8, pp: 0, conc-list: [2]}", "refuse", "range " ARM ".pp `0`"},
		{"{tp: 8, dcp-size: -1, conc-list: [2]}", "refuse",
			"range " ARM ".dcp-size `-1`"},
		{"{tp: 8, pp: '1', pcp-size: 1.0, dcp-size: true, conc-list: [2]}",
			"refuse",
			"type " ARM ".pp `'1'`; type " ARM ".pcp-size `1.0`; "
			"type " ARM ".dcp-size `true`"},
		{"{tp: 8, pp: ~, conc-list: [2]}", "refuse", "type " ARM ".pp `~`"},
		{"{tp: 8, dcp-size: 3, conc-list: [2]}", "refuse",
			"dcp-divides-tp " ARM ".dcp-size `3`"},
		{"{tp: 4, dcp-size: 8, conc-list: [2]}", "refuse",
			"dcp-divides-tp " ARM ".dcp-size `8`"},
		{"{tp: 0, dcp-size: 8, conc-list: [2]}", "accept",
			"+senseless " ARM ".tp `0`"},
		{"{conc-list: [2]}", "refuse", "missing " ARM ".tp `{conc-list: [2]}`"},
		{"{tp: ~, conc-list: [2]}", "refuse", "type " ARM ".tp `~`"},
		{"{tp: '8', ep: 2.0, dp-attn: 'no', conc-list: [2]}", "accept",
			"+spelling " ARM ".tp `'8'`; +spelling " ARM ".ep `2.0`; "
			"+spelling " ARM ".dp-attn `'no'`"},
		{"{tp: 08, conc-list: [2]}", "accept", "+spelling " ARM ".tp `08`"},
		{"{tp: 99999999999999999999, conc-list: [2]}", "accept",
			"+senseless " ARM ".tp `99999999999999999999`"},
		/* words */
		{"{tp: 8, spec-decoding: mtp, conc-list: [2]}", "accept", ""},
		{"{tp: 8, spec-decoding: none, conc-list: [2]}", "accept", ""},
		{"{tp: 8, spec-decoding: draft_model, conc-list: [2]}", "accept",
			"+spec-without-launcher " ARM ".spec-decoding `draft_model`"},
		{"{tp: 8, spec-decoding: MTP, conc-list: [2]}", "refuse",
			"choice " ARM ".spec-decoding `MTP`"},
		{"{tp: 8, spec-decoding: ~, conc-list: [2]}", "refuse",
			"choice " ARM ".spec-decoding `~`"},
		/* names */
		{"{tp: 8, duration: 5, conc-list: [2]}", "refuse",
			"unknown-field " ARM ".duration `duration`"},
		{"{tp: 8, kv-p2p-transfer: ~, conc-list: [2]}", "refuse",
			"unknown-field " ARM ".kv-p2p-transfer `kv-p2p-transfer`"},
		{"{tp: 8, kv-offloading: none, conc-list: [2]}", "refuse",
			"unknown-field " ARM ".kv-offloading `kv-offloading`"},
		{"{tp: 8, dp_attn: true, conc_list: [2]}", "accept",
			"+underscore-name " ARM ".dp-attn `dp_attn`; "
			"+underscore-name " ARM ".conc-list `conc_list`"},
		{"{tp: 8, dp_attn: true, dp-attn: true, conc-list: [2]}", "refuse",
			"unknown-field " ARM ".dp_attn `dp_attn`"},
		{"{tp: 8, 5: 1, conc-list: [2]}", "refuse", "key " ARM " `5`"},
		{"{tp: 8, router: {name: r, version: 0.1.2}, conc-list: [2]}", "accept",
			""},
		{"8", "refuse", "type " ARM " `8`"},
		{"~", "refuse", "type " ARM " `~`"},
	};
	check_shapes(SINGLE, "      - ", row, COUNT(row));
}

static void
multi_entries(void **state)
{
	(void)state;
	static const struct shape_row row[] = {
		{"{" PAIR ", conc-list: [2]}", "accept", ""},
		{"{" PAIR ", conc-start: 2, conc-end: 9, spec-decoding: mtp}", "accept",
			""},
		{"{" PAIR "}", "refuse", "conc " ARM " `{prefill: {num-worker: 1`"},
		{"{decode: " WORKER ", conc-list: [2]}", "refuse",
			"missing " ARM ".prefill `{decode: {num-worker: 1,`"},
		{"{prefill: " WORKER ", decode: ~, conc-list: [2]}", "refuse",
			"type " ARM ".decode `~`"},
		{"{" PAIR ", tp: 8, conc-list: [2]}", "refuse",
			"unknown-field " ARM ".tp `tp`"},
		{"{" PAIR ", kv-p2p-transfer: '', conc-list: [2]}", "refuse",
			"empty " ARM ".kv-p2p-transfer `''`"},
		{"{" PAIR ", kv-p2p-transfer: {name: n}, conc-list: [2]}", "refuse",
			"type " ARM ".kv-p2p-transfer `{name: n}`"},
		/* workers */
		{"{prefill: {num-worker: 0, tp: 4, ep: 1, dp-attn: no, pp: 2, dcp-size: 2, "
		 "pcp-size: 2, additional-settings: [A=1, B_2=x/y.z]}, decode: " WORKER
		 ", conc-list: [2]}",
			"accept", ""},
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, additional-settings: ~}, "
		 "decode: " WORKER ", conc-list: [2]}",
			"accept", ""},
		{"{prefill: {tp: 4}, decode: " WORKER ", conc-list: [2]}", "refuse",
			"missing " ARM ".prefill.num-worker `prefill`; "
			"missing " ARM ".prefill.ep `prefill`; "
			"missing " ARM ".prefill.dp-attn `prefill`"},
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, pp: 0, dcp-size: 0, "
		 "pcp-size: 0}, decode: " WORKER ", conc-list: [2]}",
			"refuse",
			"range " ARM ".prefill.pp `0`; range " ARM
			".prefill.dcp-size `0`; "
			"range " ARM ".prefill.pcp-size `0`"},
		{"{prefill: {num-worker: 1, tp: 4, ep: ~, dp-attn: ~, pp: 0, batch-size: 1}, "
		 "decode: " WORKER ", conc-list: [2]}",
			"refuse",
			"type " ARM ".prefill.ep `~`; type " ARM ".prefill.dp-attn `~`; "
			"range " ARM ".prefill.pp `0`; "
			"unknown-field " ARM ".prefill.batch-size `batch-size`"},
		{"{prefill: {num-worker: 1, tp: 4, dcp-size: 3, ep: 1, dp-attn: no}, decode: " WORKER
		 ", conc-list: [2]}",
			"refuse", "dcp-divides-tp " ARM ".prefill.dcp-size `3`"},
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, "
		 "additional-settings: [A=$(x), B, 'C=a b', 4]}, decode: " WORKER
		 ", conc-list: [2]}",
			"refuse", "type " ARM ".prefill.additional-settings.3 `4`"},
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, "
		 "additional-settings: [A=$(x), B, 'C=a b', '4=4']}, decode: " WORKER
		 ", conc-list: [2]}",
			"accept",
			"+shell-active-setting " ARM
			".prefill.additional-settings `A=$(x)`; "
			"+shell-active-setting " ARM ".prefill.additional-settings `B`; "
			"+shell-active-setting " ARM
			".prefill.additional-settings `'C=a b'`; "
			"+shell-active-setting " ARM
			".prefill.additional-settings `'4=4'`"},
		{"{prefill: {num-worker: -1, tp: 4, ep: 1, dp-attn: 1, num_worker: 2}, decode: " WORKER
		 ", conc-list: [2]}",
			"refuse",
			"+senseless " ARM ".prefill.num-worker `-1`; "
			"+spelling " ARM ".prefill.dp-attn `1`; "
			"unknown-field " ARM ".prefill.num_worker `num_worker`"},
		/* hardware */
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, hardware: a}, "
		 "decode: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, hardware: b}, conc-list: [2]}",
			"accept", ""},
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, hardware: a}, decode: " WORKER
		 ", conc-list: [2]}",
			"refuse", "hardware-pair " ARM ".decode `decode`"},
		{"{prefill: " WORKER
		 ", decode: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, "
		 "hardware: a}, conc-list: [2]}",
			"refuse", "hardware-pair " ARM ".prefill `prefill`"},
		{"{prefill: " WORKER
		 ", decode: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, "
		 "hardware: ''}, conc-list: [2]}",
			"refuse", "empty " ARM ".decode.hardware `''`"},
	};
	check_shapes(MULTI, "      - ", row, COUNT(row));
}

static void
components(void **state)
{
	(void)state;
	static const struct shape_row row[] = {
		{"{tp: 8, conc-list: [2], router: {name: r}}", "refuse",
			"missing " ARM ".router.version `router`"},
		{"{tp: 8, conc-list: [2], router: {version: a}}", "refuse",
			"missing " ARM ".router.name `router`"},
		{"{tp: 8, conc-list: [2], router: {name: r, version: a, mode: b}}",
			"refuse", "unknown-field " ARM ".router.mode `mode`"},
		{"{tp: 8, conc-list: [2], router: {name: '', version: a}}", "refuse",
			"empty " ARM ".router.name `''`"},
		{"{tp: 8, conc-list: [2], router: {name: r, version: ''}}", "refuse",
			"empty " ARM ".router.version `''`"},
		{"{tp: 8, conc-list: [2], router: {name: r, version: 'image:i:1'}}",
			"refuse", "prefix " ARM ".router.version `'image:i:1'`"},
		{"{tp: 8, conc-list: [2], router: {name: r, version: ' image:i'}}",
			"accept", ""},
		{"{tp: 8, conc-list: [2], router: {name: r, version: 1.10}}", "refuse",
			"type " ARM ".router.version `1.10`"},
		{"{tp: 8, conc-list: [2], router: {name: r, version: ~}}", "refuse",
			"type " ARM ".router.version `~`"},
		{"{tp: 8, conc-list: [2], router: {name: r, version: 2026-01-01}}",
			"refuse", "type " ARM ".router.version `2026-01-01`"},
		{"{tp: 8, conc-list: [2], router: [r]}", "refuse",
			"type " ARM ".router `[r]`"},
		{"{tp: 8, conc-list: [2], router: ~}", "accept", ""},
	};
	check_shapes(SINGLE, "      - ", row, COUNT(row));
}

static void
agentic_entries(void **state)
{
	(void)state;
	static const struct shape_row row[] = {
		{"{tp: 8, kv-offloading: none, conc-list: [2]}", "accept", ""},
		{"{tp: 8, kv-offloading: dram, kv-offload-backend: {name: any}, conc-list: [2]}",
			"accept", ""},
		{"{tp: 8, kv-offloading: dram, kv-offload-backend: {name: a, version: 0.1.2}, "
		 "router: {name: r, version: v}, conc-start: 2, conc-end: 4}",
			"accept", ""},
		{"{tp: 8, kv-offloading: dram, kv-offload-backend: {name: a, version: ~}, "
		 "conc-list: [2]}",
			"accept", ""},
		{"{tp: 8, kv-offloading: dram, kv-offload-backend: {name: a, mode: b}, "
		 "conc-list: [2]}",
			"refuse",
			"unknown-field " AARM ".kv-offload-backend.mode `mode`"},
		{"{tp: 8, kv-offloading: dram, kv-offload-backend: {name: a, version: 'image:b'}, "
		 "conc-list: [2]}",
			"refuse",
			"prefix " AARM ".kv-offload-backend.version `'image:b'`"},
		{"{tp: 8, kv-offloading: none, kv-offload-backend: {name: a}, conc-list: [2]}",
			"refuse",
			"kv-offload-backend " AARM
			".kv-offload-backend `kv-offload-backend`"},
		{"{tp: 8, kv-offloading: dram, conc-list: [2]}", "refuse",
			"kv-offload-backend " AARM ".kv-offload-backend `dram`"},
		{"{tp: 8, kv-offloading: dram, kv-offload-backend: ~, conc-list: [2]}",
			"refuse",
			"kv-offload-backend " AARM ".kv-offload-backend `dram`"},
		{"{tp: 8, conc-list: [2]}", "refuse",
			"agentic-topology " AARM
			".kv-offloading `{tp: 8, conc-list: [2]}`"},
		{"{tp: 8, kv-offloading: ~, conc-list: [2]}", "refuse",
			"agentic-topology " AARM
			".kv-offloading `{tp: 8, kv-offloading: ~`"},
		{"{tp: 8, kv-offloading: disk, conc-list: [2]}", "refuse",
			"choice " AARM ".kv-offloading `disk`"},
		{"{tp: 8, kv-offloading: none, dcp-size: 5, conc-list: [2]}", "refuse",
			"dcp-divides-tp " AARM ".dcp-size `5`"},
		{"{tp: 8, kv-offloading: none, total-cpu-dram-gb: 9, conc-list: [2]}",
			"refuse",
			"unknown-field " AARM ".total-cpu-dram-gb `total-cpu-dram-gb`"},
		{"{tp: 8, kv-offloading: none, trace-source: t, conc-list: [2]}",
			"refuse", "unknown-field " AARM ".trace-source `trace-source`"},
		{"{tp: 8, kv-offloading: none, kv-p2p-transfer: n, conc-list: [2]}",
			"refuse", "transfer-needs-multinode kv-p2p-transfer `n`"},
		{"{tp: 8, kv-offloading: none, decode: " WORKER ", conc-list: [2]}",
			"refuse", "agentic-topology " AARM ".tp `8`"},
		{"{kv-offloading: none, conc-list: [2]}", "refuse",
			"agentic-topology " AARM " `{kv-offloading: none, co`"},
		{"{prefill: " WORKER ", conc-list: [2]}", "refuse",
			"agentic-topology " AARM ".decode `prefill`"},
		{"{decode: " WORKER ", conc-list: [2]}", "refuse",
			"agentic-topology " AARM ".prefill `decode`"},
		{"{kv-offloading: none, " PAIR ", conc-list: [2]}", "accept",
			"+entry-kind scenarios `prefill`"},
		{"{tp: 8, kv-offloading: none, conc-list: [], conc-start: 2, conc-end: 4}",
			"accept", ""},
	};
	check_shapes(SINGLE_AGENTIC, "      - ", row, COUNT(row));
	static const struct shape_row multi_row[] = {
		{"{" PAIR ", conc-list: [2]}", "accept", ""},
		{"{" PAIR
		 ", kv-offloading: dram, kv-offload-backend: {name: a}, conc-list: [2]}",
			"accept", ""},
		{"{" PAIR ", ep: 8, dp-attn: true, conc-list: [2]}", "accept", ""},
		{"{" PAIR ", pp: 1, dcp-size: 1, pcp-size: 1, conc-list: [2]}", "refuse",
			"agentic-topology " AARM ".pp `pp`; "
			"agentic-topology " AARM ".dcp-size `dcp-size`; "
			"agentic-topology " AARM ".pcp-size `pcp-size`"},
		{"{" PAIR ", kv-offload-backend: {name: a}, conc-list: [2]}", "refuse",
			"kv-offload-backend " AARM
			".kv-offload-backend `kv-offload-backend`"},
		{"{" PAIR ", kv-offloading: ~, conc-list: [2]}", "accept",
			"+null-offload scenarios `~`"},
		{"{" PAIR ", kv-offloading: ~, kv-p2p-transfer: n, conc-list: [2]}",
			"accept", "+null-offload scenarios `~`"},
		{"{tp: 8, kv-offloading: none, conc-list: [2]}", "accept",
			"+entry-kind scenarios `tp`"},
		{"{prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: no, hardware: a}, decode: " WORKER
		 ", conc-list: [2]}",
			"refuse", "hardware-pair " AARM ".decode `decode`"},
	};
	check_shapes(MULTI_AGENTIC, "      - ", multi_row, COUNT(multi_row));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_entries),
		cmocka_unit_test(multi_entries),
		cmocka_unit_test(components),
		cmocka_unit_test(agentic_entries),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
