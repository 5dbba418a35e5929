/*
 * The table of engines' defaults and rules.
 *
 * A row holds for the releases that its range names. The sources are the engines' own
 * trees, read at the commits named; no engine was run on a GPU for them.
 */
#include "facts/engine.h"

#include <string.h>

#define VLLM_TREE "vLLM 017e9f4448 (2026-08-17)"
#define SGLANG_TREE "SGLang v0.5.18"
#define ATOM_TREE "ATOM ffdf3bb5 (2026-08-22)"
#define TRTLLM_TREE "TensorRT-LLM 0004396720"

/* ---- memory --------------------------------------------------------------------- */

#define U_RULE \
	"refuses to start when ceil(total * utilization) is more than what is free then, " \
	"context and communicators included; equality passes"

static const struct engine_fact row[] = {
	{"vllm", "memory-test", 0, "0.9", NULL,
		{"vllm.memory-test", U_RULE,
			"V1 engine, every rank for its own device; --kv-cache-memory-bytes "
			"does not lift it",
			"request_memory() in v1/worker/utils.py, " VLLM_TREE}},
	{"vllm", "gpu-memory-utilization", 0.9, NULL, "0.20",
		{"vllm.gpu-memory-utilization.before-0.20", "0.9", "before v0.20",
			"vLLM before pull request 38284"}},
	{"vllm", "gpu-memory-utilization", 0.92, "0.21", NULL,
		{"vllm.gpu-memory-utilization", "0.92", "v0.21 and later",
			"vLLM pull request 38284 (2026-04-21)"}},
	{"sglang", "memory-use", 0, "0.5.8", NULL,
		{"sglang.mem-fraction-static",
			"weights and KV cache together get the fraction of what is free at "
			"start, the minimum over ranks; there is no test against total memory",
			"v0.5.8 to v0.5.18",
			"_profile_available_bytes(), " SGLANG_TREE}},
	{"atom", "memory-use", 0, NULL, NULL,
		{"atom.gpu-memory-utilization",
			"KV cache = min(total * utilization - peak - 2 % of total, free now); no "
			"test at start",
			ATOM_TREE, "get_num_blocks() in model_runner.py"}},
	{"atom", "gpu-memory-utilization", 0.9, NULL, NULL,
		{"atom.gpu-memory-utilization.default", "0.9", ATOM_TREE, "atom/config.py"}},
	{"trtllm", "memory-use", 0, NULL, NULL,
		{"trtllm.free-gpu-memory-fraction",
			"KV cache = fraction of what is free after weights and activation peak; "
			"no test at start",
			TRTLLM_TREE, "KvCacheCreator in _torch/pyexecutor/_util.py"}},
	{"trtllm", "free-gpu-memory-fraction", 0.9, NULL, NULL,
		{"trtllm.free-gpu-memory-fraction.default", "0.9", TRTLLM_TREE,
			"llmapi/llm_args.py"}},

	/* ---- sequences and tokens ----------------------------------------------- */

	{"vllm", "max-num-seqs", 1024, "0.20", NULL,
		{"vllm.max-num-seqs", "1024 for each data-parallel rank",
			"API server on GPUs of 70 GiB and more", VLLM_TREE}},
	{"vllm", "max-num-batched-tokens", 16384, "0.20", NULL,
		{"vllm.max-num-batched-tokens", "16384",
			"API server on GPUs of 160 GiB and more", VLLM_TREE}},
	{"vllm", "max-num-batched-tokens-80", 8192, "0.20", NULL,
		{"vllm.max-num-batched-tokens.80gb", "8192",
			"API server on GPUs of 70 to 160 GiB", VLLM_TREE}},
	{"sglang", "max-running-requests-with-speculation", 48, "0.5.12", NULL,
		{"sglang.max-running-requests.speculative", "48",
			"speculative decoding without --max-running-requests; v0.5.12 to v0.5.18",
			"server_args.py, " SGLANG_TREE}},
	{"sglang", "max-running-requests-scope", 0, "0.5.8", NULL,
		{"sglang.max-running-requests",
			"counts all data-parallel ranks together: a rank gets its share",
			"v0.5.8 to v0.5.18", SGLANG_TREE}},
	{"atom", "max-num-seqs", 512, NULL, NULL,
		{"atom.max-num-seqs", "512", ATOM_TREE, "atom/config.py"}},
	{"atom", "max-num-batched-tokens", 16384, NULL, NULL,
		{"atom.max-num-batched-tokens", "16384", ATOM_TREE, "atom/config.py"}},

	/* ---- graphs ------------------------------------------------------------- */

	{"vllm", "graph-cap", 512, "0.20", NULL,
		{"vllm.graph-cap", "512 tokens",
			"largest captured size by default on ROCm, Hopper and RTX PRO",
			VLLM_TREE}},
	{"vllm", "graph-cap-blackwell", 512, "0.20", "0.27",
		{"vllm.graph-cap.blackwell.before-0.27", "512 tokens",
			"largest captured size by default, before v0.27", VLLM_TREE}},
	{"vllm", "graph-cap-blackwell", 1024, "0.28", NULL,
		{"vllm.graph-cap.blackwell", "1024 tokens",
			"B200, B300, GB200 and GB300 from v0.28 (2026-08-07) on",
			"vLLM pull request 49390"}},
	{"vllm", "graph-sizes", 0, "0.20", NULL,
		{"vllm.graph-sizes",
			"1, 2, 4, then steps of 8 below 256 and of 16 from there, up to min(2 * "
			"max-num-seqs * (1 + drafts), cap, max-num-batched-tokens); a given "
			"maximum is cut to the grid",
			"v0.20 and later", "_set_cudagraph_sizes(), " VLLM_TREE}},
	{"vllm", "graph-rounding", 0, "0.20", NULL,
		{"vllm.graph-rounding",
			"with drafts each size is rounded up to a multiple of 1 + drafts, and "
			"dropped when it then exceeds the largest",
			"V1 runner, modes with full decode graphs; v0.20 and later",
			"adjust_cudagraph_sizes_for_spec_decode(), " VLLM_TREE}},
	{"vllm", "graph-mode", 0, "0.20", NULL,
		{"vllm.graph-mode", "FULL_AND_PIECEWISE",
			"where neither a mode nor a level of optimization is given; an attention "
			"backend that can't capture it makes the engine fall back",
			"OptimizationLevel in config/vllm.py, docs of v0.17.1"}},
	{"vllm", "model-runner", 0, "0.20", NULL,
		{"vllm.model-runner",
			"the V2 runner keeps the list as it is and captures full graphs for its "
			"sizes rounded up; it takes the next size of either kind",
			"VLLM_USE_V2_MODEL_RUNNER decides, then DSpark drafts; else from v0.25 on "
			"some architectures, DeepSeek V4 only on NVIDIA and from 2026-08-11 on",
			"use_v2_model_runner in config/vllm.py, " VLLM_TREE}},
	{"sglang", "graph-max-bs", 512, "0.5.8", NULL,
		{"sglang.cuda-graph-max-bs", "512 requests a rank",
			"GPUs of 60 GiB and more with TP of 4 or more; 256 below 160 GiB with "
			"smaller TP",
			SGLANG_TREE}},
	{"sglang", "graph-use", 0, "0.5.8", NULL,
		{"sglang.graph-use",
			"a decode batch runs as a graph when the largest batch of any "
			"data-parallel rank, in requests, is within the captured sizes",
			"v0.5.8 to v0.5.18", SGLANG_TREE}},
	{"atom", "graph-sizes", 0, NULL, "0.1.3",
		{"atom.graph-sizes.before-0.1.3",
			"1, 2, 4, 8, 16, 32, 48, 64, 128, 256 requests; a larger batch runs "
			"without a graph",
			"before v0.1.3", "ATOM v0.1.2"}},
	{"atom", "graph-sizes", 0, "0.1.3", NULL,
		{"atom.graph-sizes",
			"1, 2, 4, 8, 16, 32, 48, 64, 128, 256, 512 requests; sizes above "
			"min(max-num-seqs, max-num-batched-tokens / (1 + drafts)) are dropped, and "
			"a larger batch runs without a graph",
			"v0.1.3 and later", ATOM_TREE}},
	{"trtllm", "graph-sizes", 0, NULL, NULL,
		{"trtllm.graph-sizes",
			"counted in requests; without padding only the exact sizes listed, with "
			"padding any batch up to cuda_graph_config.max_batch_size",
			TRTLLM_TREE, "CudaGraphConfig in llmapi/llm_args.py"}},

	/* ---- parallelism -------------------------------------------------------- */

	{"vllm", "expert-parallel", 0, "0.20", NULL,
		{"vllm.expert-parallel",
			"--enable-expert-parallel takes no size: EP is TP * PCP * DP; without it "
			"the experts' weights are split over the same ranks",
			"v0.20 and later", "config/parallel.py, " VLLM_TREE}},
	{"sglang", "dp-attention", 0, "0.5.8", NULL,
		{"sglang.dp-attention",
			"--enable-dp-attention with --dp-size 1 is switched off silently; TP must "
			"divide by DP",
			"v0.5.8 to v0.5.18", "server_args.py, " SGLANG_TREE}},
	{"sglang", "expert-parallel", 0, "0.5.8", NULL,
		{"sglang.expert-parallel",
			"--ep-size is passed on; the backends deepep, mooncake, mori, flashinfer "
			"and megamoe force EP = TP",
			"v0.5.8 to v0.5.18", "server_args.py, " SGLANG_TREE}},
	{"atom", "expert-parallel", 0, NULL, NULL,
		{"atom.expert-parallel",
			"--enable-expert-parallel takes no size: EP is TP, with "
			"--enable-dp-attention TP * DP",
			ATOM_TREE, "atom/config.py"}},
	{"trtllm", "expert-parallel", 0, NULL, NULL,
		{"trtllm.expert-parallel",
			"MoE TP * MoE EP = TP; without --ep_size all of it is MoE TP",
			TRTLLM_TREE, "mapping.py"}},

	/* ---- options ------------------------------------------------------------ */

	{"vllm", "options", 0, "0.20", "0.28",
		{"vllm.options", "all options that vllm serve had on the main branch in 2026",
			"v0.20 to v0.27",
			"arg_utils.py and cli_args.py at each change, up to " VLLM_TREE}},
	{"sglang", "options", 0, "0.5.8", "0.5.19",
		{"sglang.options", "the options of its server, for each release",
			"v0.5.8 to v0.5.18", "server_args.py at each tag"}},
	{"atom", "options", 0, "0.1.2", "0.1.6",
		{"atom.options", "the options of its server, for each release and day",
			"v0.1.2 to v0.1.5, builds of the main branch up to 2026-08-22",
			"arg_utils.py at each change, up to " ATOM_TREE}},

	/* ---- option values that are refused ------------------------------------- */

	{"vllm", "moe-flydsl-mxfp4", 0, "0.20", "0.28",
		{"vllm.moe-backend.flydsl",
			"raises a ValueError at start for MXFP4 experts, which no release "
			"maps the backend to; before 2026-06-14 it is no value at all",
			"before v0.28, and main up to 2026-08-17",
			"map_mxfp4_backend() in oracle/mxfp4.py, " VLLM_TREE}},
};

enum { ROWS = sizeof row / sizeof *row };

const struct engine_fact *
engine_fact_at(size_t i)
{
	return i < ROWS ? &row[i] : NULL;
}

const struct engine_fact *
engine_fact(const char *engine, const char *what, const struct engine_version *v)
{
	const struct engine_fact *found = NULL;
	bool agree = true;
	for (size_t i = 0; i < ROWS; i++) {
		const struct engine_fact *f = &row[i];
		if (strcmp(f->engine, engine) != 0 || strcmp(f->what, what) != 0)
			continue;
		if (version_within(v, f->from, f->to))
			return f;
		if (v->known)
			continue;
		agree = agree && (!found || (found->number <= f->number &&
						    found->number >= f->number));
		found = f;
	}
	return agree ? found : NULL;
}
