/* offload-metadata-missing: a recipe with a host cache, an arm that does not say so. */
#include "srt_arm.h"

struct cache {
	const struct yaml_node *node;
	struct str what; /* empty: none found */
};

/* Connectors that keep KV in host memory; others only move it between workers. */
static bool
keeps_in_host_memory(struct str connector)
{
	static const char *const part[] = {
		"MooncakeStore", "SimpleCPUOffload", "OffloadingConnector", "LMCache"};
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (str_contains(connector, str_from(part[i])))
			return true;
	return false;
}

/* The value of each "kv_connector" in the JSON text. */
static struct str
connector_in_text(struct str json)
{
	static const char name[] = "\"kv_connector\"";
	for (size_t at = str_find(json, str_from(name), 0); at < json.n;
		at = str_find(json, str_from(name), at + 1)) {
		size_t open = str_find_byte(json, '"', at + sizeof name - 1);
		size_t close = str_find_byte(json, '"', open + 1);
		struct str value = str_slice(json, open + 1, close);
		if (keeps_in_host_memory(value))
			return value;
	}
	return (struct str){0};
}

static struct str
connector_in(const struct yaml_node *n, unsigned depth)
{
	struct str found = {0};
	if (yaml_is(n, YAML_STR))
		return connector_in_text(n->text);
	for (size_t i = 0; i < yaml_count(n) && depth < 8 && !found.n; i++) {
		if (yaml_is(n, YAML_LIST)) {
			found = connector_in(n->list.v[i], depth + 1);
		} else if (yaml_is(n, YAML_MAP)) {
			const struct yaml_pair *p = &n->pairs.v[i];
			bool named = yaml_is(p->key, YAML_STR) &&
				     str_eqz(p->key->text, "kv_connector") &&
				     yaml_is(p->value, YAML_STR);
			if (named && keeps_in_host_memory(p->value->text))
				found = p->value->text;
			else if (!yaml_is(p->value, YAML_STR))
				found = connector_in(p->value, depth + 1);
		}
	}
	return found;
}

static struct cache
find_cache(struct arena *a, const struct srt_role *role)
{
	int64_t size = 0;
	const struct yaml_node *n = srt_option(a, role->options, "kv-transfer-config");
	struct str connector = connector_in(n, 0);
	if (connector.n)
		return (struct cache){n, connector};
	n = srt_option(a, role->options, "enable-hierarchical-cache");
	if (yaml_is(n, YAML_BOOL) && n->boolean)
		return (struct cache){n, S("hierarchical cache")};
	n = yaml_get(
		srt_option(a, role->options, "kv_cache_config"), S("host_cache_size"));
	if (yaml_as_int(n, &size) && size > 0)
		return (struct cache){n, S("host_cache_size")};
	return (struct cache){0};
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	bool none = !arm->kv_offloading.set || str_eqz(arm->kv_offloading.v, "none");
	if (arm->scenario->kind != SCENARIO_AGENTIC || !none)
		return;
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	struct cache cache = {0};
	for (size_t i = 0; r && i < SRT_ROLES && !cache.node; i++)
		cache = find_cache(c->arena, &r->role[i]);
	if (!cache.node)
		return;
	struct span place = arm->kv_offloading.node ? arm->kv_offloading.node->span
						    : srt_arm_place(arm);
	struct ixc_finding *f =
		arm->kv_offloading.set
			? report(c, place,
				  "kv-offloading is none, but the recipe keeps KV cache in host "
				  "memory: %.*s",
				  STR(cache.what))
			: report(c, place,
				  "the recipe keeps KV cache in host memory (%.*s), but the arm "
				  "has no kv-offloading",
				  STR(cache.what));
	srt_arm_subject(c, f, arm, "kv-offloading");
	finding_related(f, cache.node->span, "in the recipe");
	finding_note(f,
		"results with and without a host cache are compared by this field, and "
		"only arms with it get a DRAM budget");
	finding_help(f, "write kv-offloading: dram with its kv-offload-backend, and "
			"dram-utilization in the scenario");
}

const struct ixc_rule rule_offload_metadata_missing = {
	.id = "offload-metadata-missing",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a recipe offloads KV cache to host memory, its arm denies it",
	.help = "An agentic arm says with kv-offloading whether its KV cache spills into host\n"
		"memory; results are grouped by it. A recipe does that with a store or offloading\n"
		"connector inside kv-transfer-config (MooncakeStoreConnector,\n"
		"SimpleCPUOffloadConnector, OffloadingConnector, LMCache), with\n"
		"enable-hierarchical-cache, or with a host_cache_size above 0.\n"
		"\n"
		"Connectors that only move KV between workers (NixlConnector, MooncakeConnector)\n"
		"do not count, nor does a 'mooncake_kv_store' section that no connector uses.",
	.on_arm = check_arm,
};
