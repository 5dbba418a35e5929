/* Options of Mooncake's master. */
#include "plan/options.h"

static const struct option_spec specs[] = {
	{{"--port", "-port"}, OPTION_PORT, TYPE_INT, TAKES_ONE},
	{{"--eviction_high_watermark_ratio", "-eviction_high_watermark_ratio"},
		OPTION_OTHER, TYPE_REAL, TAKES_ONE},
	{{"--eviction_ratio", "-eviction_ratio"}, OPTION_OTHER, TYPE_REAL, TAKES_ONE},
	{{"--default_kv_lease_ttl", "-default_kv_lease_ttl"}, OPTION_OTHER, TYPE_INT,
		TAKES_ONE},
	{{"--metrics_port", "-metrics_port"}, OPTION_OTHER, TYPE_INT, TAKES_ONE},
	{{"--http_metadata_server_port"}, OPTION_OTHER, TYPE_INT, TAKES_ONE},
	{{"--rpc_address"}, OPTION_HOST, TYPE_TEXT, TAKES_ONE},
	{{"--rpc_port"}, OPTION_PORT, TYPE_INT, TAKES_ONE},
};

const struct option_table options_mooncake = {
	.spec = specs,
	.n = sizeof specs / sizeof *specs,
	.traits = TRAIT_TAKES_ANY,
};
