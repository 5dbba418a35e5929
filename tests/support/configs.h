/* Pieces of master configs for the tests of shapes: one thing is put into a config that
 * is otherwise valid, and the verdict and all faults are compared. */
#ifndef SUPPORT_CONFIGS_H
#define SUPPORT_CONFIGS_H

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define HEAD(runner, kind) \
	"k:\n  image: reg/img:1\n  model: org/m\n  model-prefix: m\n  precision: fp8\n" \
	"  framework: vllm\n  runner: '" runner "'\n  multinode: " kind "\n"
#define FIXED \
	"  scenarios:\n    fixed-seq-len:\n    - isl: 8192\n      osl: 1024\n      search-space:\n"
#define AGENTIC(head) "  scenarios:\n    agentic-coding:\n    - " head "search-space:\n"
#define SINGLE HEAD("h", "false") FIXED
#define MULTI HEAD("h", "true") FIXED
#define SINGLE_AGENTIC HEAD("cluster:h", "false") AGENTIC("dram-utilization: 0.5\n      ")
#define MULTI_AGENTIC HEAD("cluster:h", "true") AGENTIC("dram-utilization: 0.5\n      ")
#define WORKER "{num-worker: 1, tp: 4, ep: 4, dp-attn: true}"
#define PAIR "prefill: " WORKER ", decode: " WORKER

#define ARM "scenarios.fixed-seq-len.0.search-space.0"
#define AARM "scenarios.agentic-coding.0.search-space.0"

struct shape_row {
	const char *text; /* what is put in */
	const char *verdict;
	const char *faults; /* as bench_fault_texts() shows them */
};

/* Checks the config made of `config`, `before` and each row's text. */
void check_shapes(
	const char *config, const char *before, const struct shape_row *row, size_t n);

#endif
