/*
 * What the options of the engines mean: one table per program, and meanings that are the
 * same for all of them. The tables know spellings and types, nothing of values.
 */
#ifndef PLAN_OPTIONS_H
#define PLAN_OPTIONS_H

#include "plan/launch.h"

/*
 * MEANING(name, text): the text is for people. Units and scope (a rank's or all ranks',
 * tokens or requests) are the engine's own.
 */
#define OPTION_MEANINGS(MEANING) \
	MEANING(OTHER, "other option") \
	MEANING(MODEL, "model") \
	MEANING(SERVED_MODEL_NAME, "served model name") \
	MEANING(TOKENIZER, "tokenizer") \
	MEANING(HOST, "host") \
	MEANING(PORT, "port") \
	MEANING(CONFIG_FILE, "configuration file") \
	MEANING(TENSOR_PARALLEL_SIZE, "tensor-parallel size") \
	MEANING(DATA_PARALLEL_SIZE, "data-parallel size") \
	MEANING(PIPELINE_PARALLEL_SIZE, "pipeline-parallel size") \
	MEANING(EXPERT_PARALLEL, "expert parallelism") \
	MEANING(DECODE_CONTEXT_PARALLEL_SIZE, "decode-context-parallel size") \
	MEANING(PREFILL_CONTEXT_PARALLEL_SIZE, "prefill-context-parallel size") \
	MEANING(DP_ATTENTION, "data-parallel attention") \
	MEANING(EXPERT_LOAD_BALANCING, "expert load balancing") \
	MEANING(REDUNDANT_EXPERTS, "redundant experts") \
	MEANING(MEMORY_FRACTION, "GPU memory fraction") \
	MEANING(KV_CACHE_BYTES, "size of the KV cache") \
	MEANING(MAX_SEQUENCES, "sequence cap") \
	MEANING(MAX_BATCHED_TOKENS, "tokens per step") \
	MEANING(MAX_MODEL_LEN, "context length") \
	MEANING(MAX_TOTAL_TOKENS, "tokens in the KV cache") \
	MEANING(CHUNKED_PREFILL_SIZE, "prefill chunk") \
	MEANING(CHUNKED_PREFILL, "chunked prefill") \
	MEANING(BLOCK_SIZE, "KV block size") \
	MEANING(PREFIX_CACHING, "prefix caching") \
	MEANING(NO_PREFIX_CACHING, "no prefix caching") \
	MEANING(GRAPH_SIZES, "graph sizes") \
	MEANING(GRAPH_MAX, "largest graph") \
	MEANING(GRAPH_MODE, "graph mode") \
	MEANING(GRAPH_PADDING, "graph padding") \
	MEANING(NO_GRAPHS, "no graphs") \
	MEANING(NO_GRAPH_PADDING, "no graph padding") \
	MEANING(OPTIMIZATION_LEVEL, "optimization level") \
	MEANING(PERFORMANCE_MODE, "performance mode") \
	MEANING(COMPILATION_CONFIG, "compilation configuration") \
	MEANING(COMPILATION_MODE, "compilation mode") \
	MEANING(ATTENTION_CONFIG, "attention configuration") \
	MEANING(SPECULATIVE_CONFIG, "speculative configuration") \
	MEANING(SPECULATIVE_METHOD, "speculative method") \
	MEANING(DRAFT_TOKENS, "draft tokens") \
	MEANING(VERIFY_TOKENS, "tokens verified at once") \
	MEANING(DRAFT_STEPS, "draft steps") \
	MEANING(DRAFT_TOPK, "draft branches") \
	MEANING(DRAFT_MODEL, "draft model") \
	MEANING(ACCEPTANCE_LENGTH, "synthetic acceptance length") \
	MEANING(ACCEPTANCE_RATE, "synthetic acceptance rate") \
	MEANING(ACCEPTANCE_METHOD, "acceptance method") \
	MEANING(KV_TRANSFER_CONFIG, "KV transfer configuration") \
	MEANING(KV_CONNECTOR, "KV connector") \
	MEANING(KV_OFFLOAD_SIZE, "size of the host's KV pool") \
	MEANING(KV_OFFLOAD_RATIO, "host's KV pool over the GPU's") \
	MEANING(KV_OFFLOAD, "KV offloading") \
	MEANING(CPU_OFFLOAD_SIZE, "weights kept on the host") \
	MEANING(KV_CACHE_DTYPE, "type of the KV cache") \
	MEANING(DTYPE, "type of the model") \
	MEANING(QUANTIZATION, "quantization") \
	MEANING(MOE_BACKEND, "MoE backend") \
	MEANING(ALL2ALL_BACKEND, "all-to-all backend") \
	MEANING(ATTENTION_BACKEND, "attention backend") \
	MEANING(GEMM_BACKEND, "GEMM backend") \
	MEANING(CHAT_TEMPLATE, "chat template") \
	MEANING(MODEL_OVERRIDES, "overrides of the model's configuration") \
	MEANING(TRUST_REMOTE_CODE, "trust in the model's code") \
	MEANING(REASONING_PARSER, "reasoning parser") \
	MEANING(TOOL_CALL_PARSER, "tool call parser") \
	MEANING(NODES, "nodes") \
	MEANING(BACKEND, "backend") \
	MEANING(POLICY, "routing policy") \
	MEANING(WORKER_URLS, "servers behind the router")

enum option_meaning {
#define MEANING(name, text) OPTION_##name,
	OPTION_MEANINGS(MEANING)
#undef MEANING
		OPTION_MEANING_COUNT
};

enum option_type {
	TYPE_FLAG, /* takes no value */
	TYPE_BOOL, /* takes true or false */
	TYPE_INT,
	TYPE_SIZE, /* an integer, perhaps as 16k or 1M */
	TYPE_REAL,
	TYPE_TEXT,
	TYPE_JSON,
	TYPE_LITERAL, /* a Python list in one word */
};

enum option_arity {
	TAKES_ONE,
	TAKES_MANY, /* one or more */
	TAKES_ONE_OR_NONE,
	TAKES_ANY_NUMBER, /* as many, or none */
	TAKES_EACH_TIME,  /* one; each time it is given adds one */
};

#define OPTION_NAMES_MAX 4

struct option_spec {
	const char *name[OPTION_NAMES_MAX]; /* as written, with its dashes */
	enum option_meaning meaning;
	enum option_type type;
	enum option_arity arity; /* of a flag: not used */
};

/* Lines of the files of options that no rule asks for by meaning. */
#define FLAG_OPTION(...) {{__VA_ARGS__}, OPTION_OTHER, TYPE_FLAG, TAKES_ONE},
#define VALUE_OPTION(type, arity, ...) \
	{{__VA_ARGS__}, OPTION_OTHER, TYPE_##type, TAKES_##arity},

/* A setting inside of a structured value: of a JSON option or of a configuration file. */
struct option_inner {
	enum option_meaning within;
	const char *path; /* keys with dots between */
	enum option_meaning meaning;
};

enum option_traits {
	TRAIT_DASHES = 1 << 0,      /* `_` and `-` are the same in names */
	TRAIT_DOTTED = 1 << 1,      /* --option.key value */
	TRAIT_NEGATES = 1 << 2,     /* --no-flag */
	TRAIT_PREFIXES = 1 << 3,    /* an unambiguous beginning of a name will do */
	TRAIT_TAKES_ANY = 1 << 4,   /* what follows an option is its value in any case */
	TRAIT_MODEL_FIRST = 1 << 5, /* the first free word is the model */
	TRAIT_FILE_WINS = 1 << 6,   /* the configuration file over the command line */
};

struct option_table {
	const struct option_spec *spec;
	size_t n;
	const struct option_inner *inner;
	size_t n_inner;
	unsigned traits;
	const char *skip[2]; /* words that may stand before the options */
	/* What is not in here is no option in any of the versions for which the engine's fact
	 * "options" holds (facts/engine.h); which of them have it, facts/option.h tells. */
	bool complete;
};

extern const struct option_table options_vllm, options_sglang, options_atom,
	options_trtllm, options_router, options_lmcache, options_mooncake;

/* NULL: nothing is known about this kind of command. */
const struct option_table *options_of(const struct plan_command *c);
const char *option_meaning_text(enum option_meaning m);
/* "memory-fraction": stable, for programs. */
struct str option_meaning_name(struct arena *a, enum option_meaning m);

#endif
