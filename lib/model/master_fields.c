/* From the nodes of a config to typed fields. */
#include "model/master_fields.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/coerce.h"

static struct text_field
text(const struct yaml_node *map, struct str name)
{
	struct text_field f = {.node = yaml_get(map, name)};
	f.set = coerce_str(f.node, &f.v);
	return f;
}

static struct int_field
integer_of(struct arena *a, const struct yaml_node *n)
{
	struct int_field f = {.node = n};
	struct yaml_int i;
	f.set = coerce_int(a, n, &i) && i.fits;
	if (f.set)
		f.v = i.value;
	return f;
}

static struct int_field
integer(struct arena *a, const struct yaml_node *map, struct str name)
{
	return integer_of(a, yaml_get(map, name));
}

static struct bool_field
truth(const struct yaml_node *map, struct str name)
{
	struct bool_field f = {.node = yaml_get(map, name)};
	f.set = coerce_bool(f.node, &f.v);
	return f;
}

static const struct component *
component(struct arena *a, const struct yaml_node *map, struct str name)
{
	static const struct component absent;
	const struct yaml_node *n = yaml_get(map, name);
	if (!n)
		return &absent;
	struct component *c = NEW(a, struct component);
	c->node = n;
	c->set = yaml_is(n, YAML_MAP);
	c->name = text(n, S("name"));
	c->version = text(n, S("version"));
	return c;
}

static const struct worker *
worker(struct arena *a, const struct yaml_node *map, struct str name)
{
	static const struct worker absent;
	const struct yaml_node *n = yaml_get(map, name);
	if (!n)
		return &absent;
	struct worker *w = NEW(a, struct worker);
	w->node = n;
	w->set = yaml_is(n, YAML_MAP);
	w->num_worker = integer(a, n, S("num-worker"));
	w->tp = integer(a, n, S("tp"));
	w->pp = integer(a, n, S("pp"));
	w->dcp_size = integer(a, n, S("dcp-size"));
	w->pcp_size = integer(a, n, S("pcp-size"));
	w->ep = integer(a, n, S("ep"));
	w->dp_attn = truth(n, S("dp-attn"));
	w->hardware = text(n, S("hardware"));
	w->settings = yaml_get(n, S("additional-settings"));
	return w;
}

/* start, doubled, and in any case end. */
static void
read_ladder(struct arena *a, struct arm *arm)
{
	int64_t end = arm->conc_end.v;
	if (!arm->conc_start.set || !arm->conc_end.set || arm->conc_start.v <= 0)
		return;
	for (int64_t c = arm->conc_start.v; c <= end;) {
		struct int_field f = {.set = true, .v = c, .node = arm->conc_start.node};
		vec_push(a, &arm->conc, f);
		if (c == end)
			break;
		c = c > end / 2 ? end : c * 2;
	}
}

static void
read_conc(struct arena *a, struct arm *arm)
{
	const struct yaml_node *list = yaml_get(arm->node, S("conc-list"));
	struct yaml_items items = {0};
	bool pairs;
	arm->conc_start = integer(a, arm->node, S("conc-start"));
	arm->conc_end = integer(a, arm->node, S("conc-end"));
	arm->has_conc_list = list != NULL;
	coerce_list(a, list, &items, &pairs);
	for (size_t i = 0; i < items.n && i < LIMIT_CONCS; i++) {
		struct int_field f = integer_of(a, items.v[i]);
		if (f.set)
			vec_push(a, &arm->conc_list, f);
	}
	if (items.n)
		arm->conc = arm->conc_list;
	else
		read_ladder(a, arm);
}

static struct arm *
read_arm(struct arena *a, struct scenario *s, const struct yaml_node *n)
{
	struct arm *arm = NEW(a, struct arm);
	arm->config = s->config;
	arm->scenario = s;
	arm->node = n;
	arm->span = n->span;
	arm->tp = integer(a, n, S("tp"));
	arm->pp = integer(a, n, S("pp"));
	arm->dcp_size = integer(a, n, S("dcp-size"));
	arm->pcp_size = integer(a, n, S("pcp-size"));
	arm->ep = integer(a, n, S("ep"));
	arm->dp_attn = truth(n, S("dp-attn"));
	arm->spec_decoding = text(n, S("spec-decoding"));
	arm->kv_offloading = text(n, S("kv-offloading"));
	arm->kv_p2p_transfer = text(n, S("kv-p2p-transfer"));
	arm->prefill = worker(a, n, S("prefill"));
	arm->decode = worker(a, n, S("decode"));
	arm->router = component(a, n, S("router"));
	arm->kv_offload_backend = component(a, n, S("kv-offload-backend"));
	read_conc(a, arm);
	return arm;
}

static bool
read_scenario(struct arena *a, struct config *c, enum scenario_kind kind,
	const struct yaml_node *n, size_t index, size_t *arms_left)
{
	struct scenario *s = NEW(a, struct scenario);
	s->config = c;
	s->kind = kind;
	s->index = index;
	s->node = n;
	s->isl = integer(a, n, S("isl"));
	s->osl = integer(a, n, S("osl"));
	s->dram_utilization = yaml_get(n, S("dram-utilization"));
	vec_push(a, &c->scenarios, s);
	const struct yaml_node *space = yaml_get(n, S("search-space"));
	for (size_t i = 0; yaml_is(space, YAML_LIST) && i < space->list.n; i++) {
		if (!yaml_is(space->list.v[i], YAML_MAP))
			continue;
		if (*arms_left == 0)
			return false;
		--*arms_left;
		struct arm *arm = read_arm(a, s, space->list.v[i]);
		arm->index = i;
		vec_push(a, &s->arms, arm);
	}
	return true;
}

static bool
read_scenarios(struct arena *a, struct config *c, size_t *arms_left)
{
	static const struct {
		const char *name;
		enum scenario_kind kind;
	} list[] = {
		{"fixed-seq-len", SCENARIO_FIXED},
		{"agentic-coding", SCENARIO_AGENTIC},
	};
	const struct yaml_node *scenarios = yaml_get(c->node, S("scenarios"));
	for (size_t k = 0; k < 2; k++) {
		const struct yaml_node *items =
			yaml_get(scenarios, str_from(list[k].name));
		for (size_t i = 0; yaml_is(items, YAML_LIST) && i < items->list.n; i++)
			if (yaml_is(items->list.v[i], YAML_MAP) &&
				!read_scenario(a, c, list[k].kind, items->list.v[i], i,
					arms_left))
				return false;
	}
	return true;
}

bool
master_read_fields(struct arena *a, struct config *c, size_t *arms_left)
{
	c->image = text(c->node, S("image"));
	c->model = text(c->node, S("model"));
	c->model_prefix = text(c->node, S("model-prefix"));
	c->precision = text(c->node, S("precision"));
	c->framework = text(c->node, S("framework"));
	c->runner = text(c->node, S("runner"));
	c->disagg = truth(c->node, S("disagg"));
	c->router = component(a, c->node, S("router"));
	c->kv_p2p_transfer = text(c->node, S("kv-p2p-transfer"));
	return read_scenarios(a, c, arms_left);
}
