/* Pieces of master configs and a runner file for the tests of expansion. */
#ifndef SUPPORT_SWEEP_CONFIGS_H
#define SUPPORT_SWEEP_CONFIGS_H

#define RUNNERS \
	"labels:\n  x1: [x1-lab_0, x1-lab_1, x1-far_0]\n  y2: [y2-lab_0, y2-far_0]\n" \
	"  'cluster:z': [z_0, z_1]\n  'cluster:w': [w_0]\n  'cluster:bare': [b_0]\n" \
	"hardware:\n  'cluster:z': {available-cpu-dram-mib: 2_900_000, gpus-per-node: 8}\n" \
	"  'cluster:w': {available-cpu-dram-mib: 700_000, gpus-per-node: 4}\n"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

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
#define DRAM "kv-offloading: dram, kv-offload-backend: {name: pool}, "
#define AGENT(use, arms) \
	HEAD("ag", "g", "fp8", "eng", "cluster:z", "false") AGENTIC(use) arms
#define AGENTS(use, arms) \
	HEAD("ags", "g", "fp8", "dist", "cluster:z", "true") AGENTIC(use) arms
#define ON(label, use, arm) HEAD("k", "m", "p", "f", label, "false") AGENTIC(use) ARM(arm)
#define ONS(label, use, prefill, decode) \
	HEAD("k", "m", "p", "f", label, "true") \
	AGENTIC(use) \
	ARM("prefill: " prefill ", decode: " decode ", " DRAM "conc-list: [1]")

#endif
