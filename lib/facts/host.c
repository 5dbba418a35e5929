/* Host pools, as the engines' sources size them. */
#include "facts/host.h"

#include <string.h>

#define GB 1e9
#define GIB 1073741824.0
#define VLLM_TREE "vLLM 017e9f4448 (2026-08-17)"
#define SGLANG_TREE "SGLang v0.5.16"

static const struct host_pool_facts row[] = {
	{"vllm", "kv-offloading-size", GIB, HOST_EACH_ENGINE,
		{"vllm.kv-offloading-size",
			"GiB, summed over the tensor-parallel ranks; each data-parallel rank "
			"has its own",
			"native backend", "config/vllm.py, " VLLM_TREE}},
	{"vllm", "cpu_bytes_to_use", 1, HOST_EACH_ENGINE,
		{"vllm.cpu-bytes-to-use",
			"bytes, divided by the ranks of the engine; each data-parallel rank has "
			"its own",
			"SimpleCPUOffloadConnector, OffloadingConnector",
			"simple_cpu_offload_connector.py, kv_offload/cpu/spec.py, " VLLM_TREE}},
	{"vllm", "cpu_bytes_to_use_per_rank", 1, HOST_EACH_RANK,
		{"vllm.cpu-bytes-to-use-per-rank", "bytes for each rank",
			"SimpleCPUOffloadConnector",
			"simple_cpu_offload_connector.py, " VLLM_TREE}},
	{"vllm", "global_segment_size", GIB, HOST_EACH_RANK,
		{"vllm.mooncake-segment", "for each rank; \"GB\" is 2^30 bytes",
			"MooncakeStoreConnector in embedded mode",
			"mooncake/store/worker.py, " VLLM_TREE}},
	{"sglang", "hicache-size", GB, HOST_EACH_RANK,
		{"sglang.hicache-size",
			"GB of 10^9 bytes for each rank and for each of its pools; 0: "
			"--hicache-ratio counts",
			"v0.5.8 to v0.5.18", "memory_pool_host.py, " SGLANG_TREE}},
	{"sglang", "global_segment_size", GIB, HOST_IN_ALL,
		{"sglang.mooncake-segment",
			"each tensor-parallel rank gives its part of it; \"gb\" is 2^30 bytes",
			"Mooncake as storage backend of HiCache",
			"mooncake_store.py and its README, " SGLANG_TREE}},
	{"lmcache", "LMCACHE_MAX_LOCAL_CPU_SIZE", GIB, HOST_EACH_RANK,
		{"lmcache.max-local-cpu-size", "GiB for each rank",
			"LMCache inside of the engine's workers",
			"LMCache local_cpu_backend; ATOM kv_transfer/offload/README.md"}},
	{"lmcache", "l1-size-gb", GIB, HOST_IN_ALL,
		{"lmcache.l1-size-gb", "GiB for each server", "lmcache server",
			"LMCache v1/distributed/config.py"}},
	{"trtllm", "host_cache_size", 1, HOST_EACH_RANK,
		{"trtllm.host-cache-size", "bytes for each rank", "TensorRT-LLM 1.3",
			"the KV cache manager of each rank makes its own secondary pool"}},
};

const struct host_pool_facts *
host_pool_facts_at(size_t i)
{
	return i < sizeof row / sizeof *row ? &row[i] : NULL;
}

const struct host_pool_facts *
host_pool_facts(const char *engine, const char *setting)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (!strcmp(row[i].engine, engine) && !strcmp(row[i].setting, setting))
			return &row[i];
	return NULL;
}
