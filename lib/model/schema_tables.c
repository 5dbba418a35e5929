/*
 * The shapes, one table an object. A row: name, type, the kinds of the object that have
 * the field (none given: all), whether it must be there, whether it may be null, its
 * value when absent, its range or choices, what is inside, and what it means.
 *
 * Types are lax unless strict: see coerce.h. `advised` and the rules whose name begins
 * with advise_ are ours; everything else is what the reference's validation does.
 */
#include "model/schema_engine.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define FIELD(text) .name = S_INIT(text)
#define REQUIRED .required = true
#define NULLABLE .nullable = true
#define ABOVE_ZERO .above = SCHEMA_BOUND(0)
#define ADVISED(n) .advised = SCHEMA_BOUND(n)

static const struct schema_field any_text = {.type = SCHEMA_STR};
static const struct schema_field any_int = {.type = SCHEMA_INT};

/* ---- parts of a search-space entry ---- */

static const char generator_ignores[] = "the sweep generator reads the hyphen form only";

static const struct schema_field router_field[] = {
	{FIELD("name"), .type = SCHEMA_STR, REQUIRED, .min_count = 1},
	{FIELD("version"), .type = SCHEMA_STR, REQUIRED, .min_count = 1,
		.not_prefix = S_INIT("image:")},
};

static const struct schema schema_router = {
	.name = "router",
	.raw = true,
	.field = router_field,
	.fields = COUNT(router_field),
};

static const struct schema_field backend_field[] = {
	{FIELD("name"), .type = SCHEMA_STR, REQUIRED, .min_count = 1},
	{FIELD("version"), .type = SCHEMA_STR, NULLABLE, .min_count = 1,
		.not_prefix = S_INIT("image:")},
};

static const struct schema schema_backend = {
	.name = "kv-offload-backend",
	.raw = true,
	.field = backend_field,
	.fields = COUNT(backend_field),
};

static const struct schema_field worker_field[] = {
	{FIELD("num-worker"), .type = SCHEMA_INT, REQUIRED, ADVISED(0),
		.about = "replicas of this worker"},
	{FIELD("tp"), .type = SCHEMA_INT, REQUIRED, ADVISED(0),
		.about = "tensor parallelism"},
	{FIELD("pp"), .type = SCHEMA_INT, .strict = true, .fallback = "1", ABOVE_ZERO,
		.about = "pipeline parallelism"},
	{FIELD("dcp-size"), .type = SCHEMA_INT, .strict = true, .fallback = "1",
		ABOVE_ZERO, .about = "decode context parallelism"},
	{FIELD("pcp-size"), .type = SCHEMA_INT, .strict = true, .fallback = "1",
		ABOVE_ZERO, .about = "prefill context parallelism"},
	{FIELD("ep"), .type = SCHEMA_INT, REQUIRED, ADVISED(0),
		.about = "expert parallelism"},
	{FIELD("dp-attn"), .type = SCHEMA_BOOL, REQUIRED,
		.about = "data-parallel attention"},
	{FIELD("hardware"), .type = SCHEMA_STR, NULLABLE, .min_count = 1},
	{FIELD("additional-settings"), .type = SCHEMA_LIST, .element = &any_text,
		NULLABLE, .fallback = "[]",
		.about = "NAME=value, exported before the launcher runs"},
};

static const struct schema_cross worker_cross[] = {
	{"dcp-divides-tp", .check = cross_dcp, .about = "tp is a multiple of dcp-size"},
	{"shell-active-setting", .check = advise_settings,
		.about = "settings are plain NAME=value"},
};

static const struct schema schema_worker = {
	.name = "worker",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.field = worker_field,
	.fields = COUNT(worker_field),
	.cross = worker_cross,
	.crosses = COUNT(worker_cross),
};

/* ---- search-space entries: SINGLE and MULTI under fixed-seq-len, AGENTIC ---- */

#define WITH_TP (SCHEMA_SINGLE | SCHEMA_AGENTIC)
#define WITH_WORKERS (SCHEMA_MULTI | SCHEMA_AGENTIC)

static const struct schema_field arm_field[] = {
	{FIELD("tp"), .type = SCHEMA_INT, .scope = SCHEMA_SINGLE, REQUIRED, ADVISED(1),
		.about = "tensor parallelism"},
	{FIELD("tp"), .type = SCHEMA_INT, .scope = SCHEMA_AGENTIC, NULLABLE, ADVISED(1),
		.about = "tensor parallelism of a single-node entry"},
	{FIELD("pp"), .type = SCHEMA_INT, .strict = true, .scope = WITH_TP,
		.fallback = "1", ABOVE_ZERO, .about = "pipeline parallelism"},
	{FIELD("dcp-size"), .type = SCHEMA_INT, .strict = true, .scope = WITH_TP,
		.fallback = "1", ABOVE_ZERO, .about = "decode context parallelism"},
	{FIELD("pcp-size"), .type = SCHEMA_INT, .strict = true, .scope = WITH_TP,
		.fallback = "1", ABOVE_ZERO, .about = "prefill context parallelism"},
	{FIELD("ep"), .type = SCHEMA_INT, .scope = WITH_TP, NULLABLE, .fallback = "1",
		ADVISED(1), .about = "expert parallelism"},
	{FIELD("dp-attn"), .type = SCHEMA_BOOL, .scope = WITH_TP, NULLABLE,
		.fallback = "false", .about = "data-parallel attention"},
	{FIELD("spec-decoding"), .type = SCHEMA_CHOICE, .fallback = "none",
		.choice = {S_INIT("mtp"), S_INIT("draft_model"), S_INIT("none")}},
	{FIELD("prefill"), .type = SCHEMA_OBJECT, .scope = SCHEMA_MULTI, REQUIRED,
		.object = &schema_worker},
	{FIELD("decode"), .type = SCHEMA_OBJECT, .scope = SCHEMA_MULTI, REQUIRED,
		.object = &schema_worker},
	{FIELD("prefill"), .type = SCHEMA_OBJECT, .scope = SCHEMA_AGENTIC, NULLABLE,
		.object = &schema_worker},
	{FIELD("decode"), .type = SCHEMA_OBJECT, .scope = SCHEMA_AGENTIC, NULLABLE,
		.object = &schema_worker},
	{FIELD("kv-offloading"), .type = SCHEMA_CHOICE, .scope = SCHEMA_AGENTIC, NULLABLE,
		.choice = {S_INIT("none"), S_INIT("dram")}},
	{FIELD("kv-offload-backend"), .type = SCHEMA_OBJECT, .scope = SCHEMA_AGENTIC,
		NULLABLE, .object = &schema_backend},
	{FIELD("router"), .type = SCHEMA_OBJECT, NULLABLE, .object = &schema_router},
	{FIELD("kv-p2p-transfer"), .type = SCHEMA_STR, .scope = WITH_WORKERS, NULLABLE,
		.min_count = 1},
	{FIELD("conc-start"), .type = SCHEMA_INT, NULLABLE,
		.about = "first concurrency; doubled up to conc-end"},
	{FIELD("conc-end"), .type = SCHEMA_INT, NULLABLE},
	{FIELD("conc-list"), .type = SCHEMA_LIST, .element = &any_int, NULLABLE,
		.about = "the concurrencies themselves, instead of a range"},
};

static const struct schema_cross arm_cross[] = {
	{"conc", .check = cross_conc,
		.about = "either conc-list or conc-start with conc-end, all above 0"},
	{"kv-offload-backend", .scope = SCHEMA_AGENTIC, .check = cross_kv_offload,
		.about = "a backend exactly when kv-offloading is dram"},
	{"dcp-divides-tp", .scope = SCHEMA_SINGLE, .check = cross_dcp,
		.about = "tp is a multiple of dcp-size"},
	{"hardware-pair", .scope = SCHEMA_MULTI, .check = cross_hardware_pair,
		.about = "hardware for both workers or for none"},
	{"agentic-topology", .scope = SCHEMA_AGENTIC, .check = cross_agentic_topology,
		.about = "tp with kv-offloading, or both workers"},
	{"conc-unused", .check = advise_conc,
		.about = "no concurrency field without effect"},
	{"spec-without-launcher", .check = advise_spec},
};

static const struct schema schema_arm = {
	.name = "search-space entry",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.field = arm_field,
	.fields = COUNT(arm_field),
	.cross = arm_cross,
	.crosses = COUNT(arm_cross),
};

static const struct schema_field an_arm = {.type = SCHEMA_OBJECT, .object = &schema_arm};

/* ---- scenarios ---- */

static const struct schema_field seq_len_field[] = {
	{FIELD("isl"), .type = SCHEMA_INT, REQUIRED, ADVISED(1), .about = "input tokens"},
	{FIELD("osl"), .type = SCHEMA_INT, REQUIRED, ADVISED(1),
		.about = "output tokens"},
	{FIELD("search-space"), .type = SCHEMA_LIST, REQUIRED, .element = &an_arm},
};

static const struct schema_cross seq_len_cross[] = {
	{"sequence-not-run", .check = advise_seq_len},
	{"empty-search-space", .check = advise_empty_space},
};

static const struct schema schema_seq_len = {
	.name = "fixed-seq-len item",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.field = seq_len_field,
	.fields = COUNT(seq_len_field),
	.cross = seq_len_cross,
	.crosses = COUNT(seq_len_cross),
};

static const struct schema_field agentic_field[] = {
	{FIELD("search-space"), .type = SCHEMA_LIST, REQUIRED, .element = &an_arm,
		.inner = SCHEMA_AGENTIC},
	{FIELD("dram-utilization"), .type = SCHEMA_FLOAT, NULLABLE, ABOVE_ZERO,
		.at_most = SCHEMA_BOUND(1),
		.about = "share of the node's DRAM for KV offloading"},
};

static const struct schema_cross agentic_cross[] = {
	{"dram-utilization", .check = cross_dram_utilization,
		.about = "dram-utilization when any entry offloads to dram"},
	{"empty-search-space", .check = advise_empty_space},
};

static const struct schema schema_agentic = {
	.name = "agentic-coding item",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.field = agentic_field,
	.fields = COUNT(agentic_field),
	.cross = agentic_cross,
	.crosses = COUNT(agentic_cross),
};

static const struct schema_field a_seq_len = {
	.type = SCHEMA_OBJECT,
	.object = &schema_seq_len,
};

static const struct schema_field an_agentic = {
	.type = SCHEMA_OBJECT,
	.object = &schema_agentic,
	.inner = SCHEMA_AGENTIC,
};

static const struct schema_field scenarios_field[] = {
	{FIELD("fixed-seq-len"), .type = SCHEMA_LIST, NULLABLE, .element = &a_seq_len},
	{FIELD("agentic-coding"), .type = SCHEMA_LIST, NULLABLE, .element = &an_agentic},
};

static const struct schema_cross scenarios_cross[] = {
	{"any-scenario", .check = cross_any_scenario,
		.about = "at least one scenario with items"},
	{"null-scenario", .check = advise_null_scenario},
};

static const struct schema schema_scenarios = {
	.name = "scenarios mapping",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.field = scenarios_field,
	.fields = COUNT(scenarios_field),
	.cross = scenarios_cross,
	.crosses = COUNT(scenarios_cross),
};

/* ---- an entry of a master config: SINGLE or MULTI ---- */

static const struct schema_field config_field[] = {
	{FIELD("image"), .type = SCHEMA_STR, REQUIRED, .about = "container image"},
	{FIELD("model"), .type = SCHEMA_STR, REQUIRED, .about = "model repository"},
	{FIELD("model-prefix"), .type = SCHEMA_STR, REQUIRED,
		.about = "first part of the recipe's name"},
	{FIELD("precision"), .type = SCHEMA_STR, REQUIRED, .about = "fp4, fp8 ..."},
	{FIELD("framework"), .type = SCHEMA_STR, REQUIRED, .about = "vllm, sglang ..."},
	{FIELD("runner"), .type = SCHEMA_STR, REQUIRED,
		.about = "a label of runners.yaml"},
	{FIELD("multinode"), .type = SCHEMA_FALSE, .scope = SCHEMA_SINGLE, REQUIRED,
		.about = "true or false"},
	{FIELD("multinode"), .type = SCHEMA_TRUE, .scope = SCHEMA_MULTI, REQUIRED,
		.about = "true or false"},
	{FIELD("disagg"), .type = SCHEMA_FALSE, .scope = SCHEMA_SINGLE,
		.fallback = "false"},
	{FIELD("disagg"), .type = SCHEMA_BOOL, .scope = SCHEMA_MULTI,
		.fallback = "false"},
	{FIELD("router"), .type = SCHEMA_OBJECT, NULLABLE, .object = &schema_router},
	{FIELD("kv-p2p-transfer"), .type = SCHEMA_STR, .scope = SCHEMA_MULTI, NULLABLE,
		.min_count = 1},
	{FIELD("scenarios"), .type = SCHEMA_OBJECT, REQUIRED,
		.object = &schema_scenarios},
};

static const struct schema_cross config_cross[] = {
	{"agentic-runner", .check = cross_agentic_runner,
		.about = "agentic-coding runs on an exact 'cluster:' label"},
	{"metadata-scope", .check = cross_metadata_scope,
		.about = "router and kv-p2p-transfer at the top or in entries, not both"},
	{"transfer-needs-multinode", .scope = SCHEMA_SINGLE,
		.check = cross_transfer_multinode,
		.about = "kv-p2p-transfer only in multi-node configs"},
	{"disagg-needs-transfer", .scope = SCHEMA_MULTI, .check = cross_disagg_transfer,
		.about = "disagg needs kv-p2p-transfer at the top or in every entry"},
	{"entry-kind", .check = advise_entry_kind},
	{"null-override", .check = advise_null_override},
	{"null-offload", .scope = SCHEMA_MULTI, .check = advise_null_offload},
	{"model-prefix", .check = advise_model_prefix},
};

const struct schema schema_config = {
	.name = "config",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.keys_crash = true,
	.field = config_field,
	.fields = COUNT(config_field),
	.cross = config_cross,
	.crosses = COUNT(config_cross),
};

/* ---- runners.yaml ---- */

static const struct schema_field hardware_field[] = {
	{FIELD("available-cpu-dram-mib"), .type = SCHEMA_INT, REQUIRED, ABOVE_ZERO,
		.about = "DRAM of a node that jobs may use"},
	{FIELD("gpus-per-node"), .type = SCHEMA_INT, REQUIRED, ABOVE_ZERO},
};

static const struct schema schema_hardware = {
	.name = "hardware record",
	.underscore_names = true,
	.underscore_effect = generator_ignores,
	.raw = true,
	.field = hardware_field,
	.fields = COUNT(hardware_field),
};

static const struct schema_field a_node = {.type = SCHEMA_STR, .strict = true};

static const struct schema_field a_label = {
	.type = SCHEMA_LIST,
	.strict = true,
	.min_count = 1,
	.element = &a_node,
};

static const struct schema_field a_hardware = {
	.type = SCHEMA_OBJECT,
	.object = &schema_hardware,
};

static const struct schema_field runners_field[] = {
	{FIELD("labels"), .type = SCHEMA_TABLE, REQUIRED, .element = &a_label,
		.about = "label to the names of its runners"},
	{FIELD("hardware"), .type = SCHEMA_TABLE, .fallback = "{}",
		.element = &a_hardware, .about = "label to the facts of its nodes"},
};

static const struct schema_cross runners_cross[] = {
	{"hardware-without-label", .check = advise_hardware_label},
	{"label-nodes", .check = advise_label_nodes},
};

const struct schema schema_runners = {
	.name = "runner file",
	.keys_crash = true,
	.field = runners_field,
	.fields = COUNT(runners_field),
	.cross = runners_cross,
	.crosses = COUNT(runners_cross),
};

/* ---- an entry of perf-changelog.yaml ---- */

static const struct schema_field a_scenario = {
	.type = SCHEMA_CHOICE,
	.choice = {S_INIT("fixed-seq-len"), S_INIT("agentic-coding")},
};

static const struct schema_field changelog_field[] = {
	{FIELD("config-keys"), .type = SCHEMA_LIST, REQUIRED, .min_count = 1,
		.element = &any_text, .about = "names or patterns of configs"},
	{FIELD("description"), .type = SCHEMA_LIST, REQUIRED, .min_count = 1,
		.element = &any_text, .about = "what changed, a string an item"},
	{FIELD("pr-link"), .type = SCHEMA_STR, REQUIRED,
		.about = "address of the pull request"},
	{FIELD("evals-only"), .type = SCHEMA_BOOL, .fallback = "false"},
	{FIELD("all-evals"), .type = SCHEMA_BOOL, .fallback = "false"},
	{FIELD("append-only"), .type = SCHEMA_BOOL, .fallback = "false"},
	{FIELD("eval-min-prefill-ep"), .type = SCHEMA_INT, NULLABLE,
		.at_least = SCHEMA_BOUND(1)},
	{FIELD("scenario-type"), .type = SCHEMA_LIST, NULLABLE, .min_count = 1,
		.element = &a_scenario},
};

static const struct schema_cross changelog_cross[] = {
	{"append-only", .check = cross_append_only,
		.about =
			"append-only excludes evals-only, all-evals, eval-min-prefill-ep"},
};

const struct schema schema_changelog_entry = {
	.name = "changelog entry",
	.underscore_names = true,
	.field = changelog_field,
	.fields = COUNT(changelog_field),
	.cross = changelog_cross,
	.crosses = COUNT(changelog_cross),
};
