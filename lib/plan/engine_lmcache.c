/* Options of LMCache's server. */
#include "plan/options.h"

static const struct option_spec specs[] = {
	{{"--host"}, OPTION_HOST, TYPE_TEXT, TAKES_ONE},
	{{"--port"}, OPTION_PORT, TYPE_INT, TAKES_ONE},
	{{"--l1-size-gb"}, OPTION_KV_OFFLOAD_SIZE, TYPE_REAL, TAKES_ONE},
	{{"--chunk-size"}, OPTION_BLOCK_SIZE, TYPE_INT, TAKES_ONE},
	{{"--http-host"}, OPTION_OTHER, TYPE_TEXT, TAKES_ONE},
	{{"--eviction-policy"}, OPTION_OTHER, TYPE_TEXT, TAKES_ONE},
	{{"--supported-transfer-mode"}, OPTION_OTHER, TYPE_TEXT, TAKES_ONE},
	{{"--http-port"}, OPTION_OTHER, TYPE_INT, TAKES_ONE},
	{{"--max-workers"}, OPTION_OTHER, TYPE_INT, TAKES_ONE},
	{{"--l1-read-ttl-seconds"}, OPTION_OTHER, TYPE_INT, TAKES_ONE},
	{{"--l1-init-size-gb"}, OPTION_OTHER, TYPE_REAL, TAKES_ONE},
};

const struct option_table options_lmcache = {
	.spec = specs,
	.n = sizeof specs / sizeof *specs,
	.traits = TRAIT_PREFIXES,
};
