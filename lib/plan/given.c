/* The fields of the configs behind the variables of plan/environment.c. */
#include "plan/given.h"

#include "base/arena.h"

static const struct {
	const char *name, *field;
} fields[] = {
	{"TP", "tp"},
	{"PP_SIZE", "pp"},
	{"EP_SIZE", "ep"},
	{"DCP_SIZE", "dcp-size"},
	{"PCP_SIZE", "pcp-size"},
	{"DP_ATTENTION", "dp-attn"},
	{"SPEC_DECODING", "spec-decoding"},
	{"KV_OFFLOADING", "kv-offloading"},
	{"KV_OFFLOAD_BACKEND", "kv-offload-backend"},
	{"KV_OFFLOAD_BACKEND_METADATA", "kv-offload-backend"},
	{"KV_P2P_TRANSFER", "kv-p2p-transfer"},
	{"ROUTER_METADATA", "router"},
	{"TOTAL_CPU_DRAM_GB", "dram-utilization"},
	{"CONC", "conc-list"},
	{"CONC", "conc-start"},
	{"ISL", "isl"},
	{"OSL", "osl"},
	{"DURATION", "duration"},
	{"MODEL", "model"},
	{"MODEL_PREFIX", "model-prefix"},
	{"IMAGE", "image"},
	{"FRAMEWORK", "framework"},
	{"PRECISION", "precision"},
	{"DISAGG", "disagg"},
	{"RUNNER_TYPE", "runner"},
};

/* Of a list of concurrencies, the point's item. */
static const struct yaml_node *
item_of(const struct yaml_node *node, int64_t conc)
{
	for (size_t i = 0; i < yaml_count(node); i++) {
		int64_t n;
		const struct yaml_node *item = yaml_item(node, i);
		if (yaml_as_int(item, &n) && n == conc)
			return item;
	}
	return node;
}

/* The innermost that has the field: arm, scenario, config. */
static const struct yaml_node *
field_of(const struct launch_case *c, const char *field)
{
	const struct yaml_node *const levels[] = {
		c->arm->node,
		c->arm->scenario ? c->arm->scenario->node : NULL,
		c->config->node,
	};
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
		const struct yaml_node *n =
			levels[i] ? yaml_get(levels[i], str_from(field)) : NULL;
		if (n)
			return str_eqz(S("conc-list"), field)
				? item_of(n, c->point->conc)
				: n;
	}
	return NULL;
}

static bool
is_from_point(struct arena *a, const struct launch_case *c, struct str name,
	const struct value *value)
{
	struct shell_settings list = route_environment(a, c->route, c->point);
	size_t i = environment_find(&list, name);
	return i < list.n && list.v[i].set == TRI_YES && value &&
	       value_equal(list.v[i].value, value);
}

bool
given_by(struct arena *a, const struct launch_case *c, struct str name,
	const struct value *value, struct given *ret)
{
	if (!c->config || !c->route || !is_from_point(a, c, name, value))
		return false;
	*ret = (struct given){0};
	if (environment_find(&c->route->changed, name) < c->route->changed.n) {
		ret->launcher = c->route->machine->launcher;
		return true;
	}
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const struct yaml_node *n = NULL;
		if (str_eqz(name, fields[i].name))
			n = field_of(c, fields[i].field);
		if (!n)
			continue;
		ret->field = fields[i].field;
		ret->span = n->span;
		return true;
	}
	return false;
}
