/* Relations between fields that the reference checks. */
#include "model/schema_engine.h"

#include "base/arena.h"
#include "model/coerce.h"

static const struct yaml_node *
get(const struct yaml_node *map, const char *name)
{
	const struct yaml_pair *pair = schema_get(map, str_from(name));
	return pair ? pair->value : NULL;
}

static bool
is_set(const struct yaml_node *n)
{
	return n && n->kind != YAML_NULL;
}

static void
relate(struct schema_fault *fault, const struct yaml_node *n, const char *label)
{
	if (!n)
		return;
	fault->related = n->span;
	fault->related_text = str_from(label);
}

static void
add_arms(struct arena *a, const struct yaml_node *scenarios, const char *name,
	struct yaml_items *arms)
{
	const struct yaml_node *items = get(scenarios, name);
	for (size_t i = 0; i < yaml_count(items); i++) {
		const struct yaml_node *space = get(yaml_item(items, i), "search-space");
		for (size_t k = 0; k < yaml_count(space); k++)
			if (yaml_is(yaml_item(space, k), YAML_MAP))
				vec_push(a, arms, yaml_item(space, k));
	}
}

struct yaml_items
schema_arms(const struct schema_object *config, const char *which)
{
	static const char *const scenario[] = {"fixed-seq-len", "agentic-coding"};
	struct yaml_items arms = {0};
	const struct yaml_node *scenarios = get(config->node, "scenarios");
	for (size_t i = 0; i < 2; i++)
		if (!which || str_eqz(str_from(which), scenario[i]))
			add_arms(config->run->arena, scenarios, scenario[i], &arms);
	return arms;
}

void
cross_append_only(struct schema_object *o, const char *id)
{
	static const char *const flag[] = {"evals-only", "all-evals"};
	const struct schema_value *append = schema_value(o, "append-only");
	const struct schema_value *least = schema_value(o, "eval-min-prefill-ep");
	if (!schema_has(append) || !append->boolean)
		return;
	for (size_t i = 0; i < 2; i++) {
		const struct schema_value *v = schema_value(o, flag[i]);
		if (schema_has(v) && v->boolean)
			relate(schema_refuse(o, id, schema_place(o, v), flag[i],
				       "'%s' cannot be combined with 'append-only'",
				       flag[i]),
				append->node, "append-only");
	}
	if (schema_has(least))
		relate(schema_refuse(o, id, schema_place(o, least), "eval-min-prefill-ep",
			       "'eval-min-prefill-ep' cannot be combined with 'append-only'"),
			append->node, "append-only");
}

static void
check_range(struct schema_object *o, const char *id, const struct schema_value *start,
	const struct schema_value *end)
{
	if (int_sign(&start->integer) <= 0)
		schema_refuse(o, id, schema_place(o, start), "conc-start",
			"conc-start is %.*s, not above 0", STR(start->integer.decimal));
	if (int_sign(&end->integer) <= 0)
		schema_refuse(o, id, schema_place(o, end), "conc-end",
			"conc-end is %.*s, not above 0", STR(end->integer.decimal));
	if (int_compare(&start->integer, &end->integer) > 0)
		relate(schema_refuse(o, id, schema_place(o, start), "conc-start",
			       "conc-start %.*s is above conc-end %.*s",
			       STR(start->integer.decimal), STR(end->integer.decimal)),
			end->node, "conc-end");
}

static void
check_conc_items(struct schema_object *o, const char *id, const struct schema_value *list)
{
	struct yaml_items items = {0};
	bool pairs;
	coerce_list(o->run->arena, list->node, &items, &pairs);
	for (size_t i = 0; i < items.n; i++) {
		struct yaml_int conc;
		if (coerce_int(o->run->arena, items.v[i], &conc) && int_sign(&conc) <= 0)
			schema_refuse(o, id, items.v[i]->span, "conc-list",
				"conc-list item %zu is %.*s, not above 0", i + 1,
				STR(conc.decimal));
	}
}

static void
no_concurrency(struct schema_object *o, const char *id, const struct schema_value *start,
	const struct schema_value *end, const struct schema_value *list)
{
	const char *text =
		"no concurrencies: neither 'conc-list' nor 'conc-start' with 'conc-end'";
	struct span span = o->holder;
	if (schema_has(start) || schema_has(end)) {
		bool has_start = schema_has(start);
		span = schema_place(o, has_start ? start : end);
		text = has_start ? "'conc-start' stands without 'conc-end'"
				 : "'conc-end' stands without 'conc-start'";
	} else if (list->pair) {
		span = schema_place(o, list);
		text = "'conc-list' is empty";
	}
	schema_refuse(o, id, span, NULL, "%s", text);
}

void
cross_conc(struct schema_object *o, const char *id)
{
	const struct schema_value *start = schema_value(o, "conc-start");
	const struct schema_value *end = schema_value(o, "conc-end");
	const struct schema_value *list = schema_value(o, "conc-list");
	bool has_range = schema_has(start) && schema_has(end);
	bool has_list = schema_has(list) && yaml_count(list->node) > 0;
	bool no_range = schema_unset(o, start) || schema_unset(o, end);
	bool no_list = schema_unset(o, list) || (schema_has(list) && !has_list);
	if (has_range && has_list)
		relate(schema_refuse(o, id, schema_place(o, list), "conc-list",
			       "'conc-list' stands beside 'conc-start' and 'conc-end'"),
			start->node, "the range");
	else if (no_range && no_list && start->state != SCHEMA_WRONG &&
		 end->state != SCHEMA_WRONG)
		no_concurrency(o, id, start, end, list);
	if (has_range)
		check_range(o, id, start, end);
	if (has_list)
		check_conc_items(o, id, list);
}

void
cross_dcp(struct schema_object *o, const char *id)
{
	const struct schema_value *tp = schema_value(o, "tp");
	const struct schema_value *dcp = schema_value(o, "dcp-size");
	if (!schema_has(tp) || !schema_has(dcp) ||
		int_divides(&dcp->integer, &tp->integer))
		return;
	relate(schema_refuse(o, id, schema_place(o, dcp), "dcp-size",
		       "tp %.*s is not divisible by dcp-size %.*s",
		       STR(tp->integer.decimal), STR(dcp->integer.decimal)),
		tp->node, "tp");
}

void
cross_hardware_pair(struct schema_object *o, const char *id)
{
	const struct schema_value *prefill = schema_value(o, "prefill");
	const struct schema_value *decode = schema_value(o, "decode");
	if (!schema_has(prefill) || !schema_has(decode) || o->run->partial)
		return;
	const struct yaml_node *p = get(prefill->node, "hardware");
	const struct yaml_node *d = get(decode->node, "hardware");
	if (is_set(p) == is_set(d))
		return;
	const char *lacking = is_set(p) ? "decode" : "prefill";
	const struct schema_value *other = is_set(p) ? decode : prefill;
	relate(schema_refuse(o, id, other->pair->key->span, lacking,
		       "'%s' has no hardware, the other worker has", lacking),
		is_set(p) ? p : d, "hardware here");
}

void
cross_kv_offload(struct schema_object *o, const char *id)
{
	const struct schema_value *mode = schema_value(o, "kv-offloading");
	const struct schema_value *backend = schema_value(o, "kv-offload-backend");
	bool none = schema_has(mode) && str_eqz(mode->text, "none");
	if (schema_has(backend) && (none || schema_unset(o, mode))) {
		struct schema_fault *fault = schema_refuse(o, id,
			backend->pair->key->span, "kv-offload-backend",
			"'kv-offload-backend' is set, but %s",
			none ? "kv-offloading is 'none'" : "'kv-offloading' is not");
		relate(fault, mode->node, "kv-offloading");
	}
	if (schema_has(mode) && !none && schema_unset(o, backend))
		schema_refuse(o, id, schema_place(o, mode), "kv-offload-backend",
			"kv-offloading is '%.*s', but 'kv-offload-backend' is missing",
			STR(mode->text));
}

/* Fields that belong to a worker when there are workers. */
static void
refuse_top_level_parallelism(struct schema_object *o, const char *id)
{
	static const char *const field[] = {"pp", "dcp-size", "pcp-size"};
	for (size_t i = 0; i < 3; i++) {
		const struct schema_value *v = schema_value(o, field[i]);
		if (v->pair)
			schema_refuse(o, id, v->pair->key->span, field[i],
				"'%s' stands beside 'prefill' and 'decode'", field[i])
				->help = S("set it inside the workers");
	}
}

void
cross_agentic_topology(struct schema_object *o, const char *id)
{
	const struct schema_value *tp = schema_value(o, "tp");
	const struct schema_value *prefill = schema_value(o, "prefill");
	const struct schema_value *decode = schema_value(o, "decode");
	const struct schema_value *mode = schema_value(o, "kv-offloading");
	bool any = schema_has(prefill) || schema_has(decode);
	if (schema_has(tp) && any)
		relate(schema_refuse(o, id, schema_place(o, tp), "tp",
			       "'tp' stands beside '%s'",
			       schema_has(prefill) ? "prefill" : "decode"),
			(schema_has(prefill) ? prefill : decode)->pair->key,
			"the worker");
	else if (schema_unset(o, tp) && schema_unset(o, prefill) &&
		 schema_unset(o, decode))
		schema_refuse(o, id, o->holder, NULL,
			"neither 'tp' nor 'prefill' and 'decode' are given");
	else if (schema_unset(o, tp) && schema_unset(o, decode) && schema_has(prefill))
		schema_refuse(o, id, prefill->pair->key->span, "decode",
			"'prefill' stands without 'decode'");
	else if (schema_unset(o, tp) && schema_unset(o, prefill) && schema_has(decode))
		schema_refuse(o, id, decode->pair->key->span, "prefill",
			"'decode' stands without 'prefill'");
	if (schema_has(tp) && schema_unset(o, mode))
		schema_refuse(o, id, o->holder, "kv-offloading",
			"'kv-offloading' is missing beside 'tp'")
			->help = S("write none or dram");
	if (schema_has(tp))
		cross_dcp(o, "dcp-divides-tp");
	if (schema_has(prefill) && schema_has(decode)) {
		refuse_top_level_parallelism(o, id);
		cross_hardware_pair(o, "hardware-pair");
	}
}

void
cross_dram_utilization(struct schema_object *o, const char *id)
{
	const struct schema_value *space = schema_value(o, "search-space");
	if (!schema_unset(o, schema_value(o, "dram-utilization")))
		return;
	for (size_t i = 0; i < yaml_count(space->node); i++) {
		const struct yaml_node *mode =
			get(yaml_item(space->node, i), "kv-offloading");
		if (!yaml_is(mode, YAML_STR) || !str_eqz(mode->text, "dram"))
			continue;
		relate(schema_refuse(o, id, o->holder, "dram-utilization",
			       "'dram-utilization' is missing, but kv-offloading is 'dram'"),
			mode, "offloads to DRAM");
		return;
	}
}

void
cross_any_scenario(struct schema_object *o, const char *id)
{
	const struct schema_value *fixed = schema_value(o, "fixed-seq-len");
	const struct schema_value *agentic = schema_value(o, "agentic-coding");
	bool no_fixed = schema_unset(o, fixed) ||
			(schema_has(fixed) && yaml_count(fixed->node) == 0);
	bool no_agentic = schema_unset(o, agentic) ||
			  (schema_has(agentic) && yaml_count(agentic->node) == 0);
	if (no_fixed && no_agentic)
		schema_refuse(o, id, o->holder, NULL,
			"no scenario: 'fixed-seq-len' and 'agentic-coding' are absent or empty");
}

void
cross_agentic_runner(struct schema_object *o, const char *id)
{
	const struct schema_value *runner = schema_value(o, "runner");
	const struct yaml_node *items = get(get(o->node, "scenarios"), "agentic-coding");
	if (!schema_has(runner) || yaml_count(items) == 0 ||
		str_starts(runner->text, S("cluster:")))
		return;
	relate(schema_refuse(o, id, schema_place(o, runner), "runner",
		       "runner is %.*s, but agentic-coding needs a 'cluster:' label",
		       STR(schema_quote(o->run->arena, runner->text))),
		yaml_item(items, 0), "agentic scenario");
}

void
cross_metadata_scope(struct schema_object *o, const char *id)
{
	static const char *const field[] = {"router", "kv-p2p-transfer"};
	struct yaml_items arms = schema_arms(o, NULL);
	for (size_t f = 0; f < 2; f++) {
		const struct schema_value *top = schema_value(o, field[f]);
		const struct yaml_node *first = NULL;
		size_t n = 0;
		for (size_t i = 0; i < arms.n && top->pair && top->state != SCHEMA_NULL;
			i++) {
			const struct yaml_node *inner = get(arms.v[i], field[f]);
			if (!is_set(inner))
				continue;
			first = first ? first : inner;
			n++;
		}
		if (n)
			relate(schema_refuse(o, id, top->pair->key->span, field[f],
				       "'%s' is declared at the top and in %zu search-space %s",
				       field[f], n, n == 1 ? "entry" : "entries"),
				first, "declared here too");
	}
}

void
cross_transfer_multinode(struct schema_object *o, const char *id)
{
	struct yaml_items arms = schema_arms(o, "agentic-coding");
	for (size_t i = 0; i < arms.n; i++) {
		const struct yaml_node *transfer = get(arms.v[i], "kv-p2p-transfer");
		if (is_set(transfer))
			schema_refuse(o, id, transfer->span, "kv-p2p-transfer",
				"'kv-p2p-transfer' in a single-node config");
	}
}

void
cross_disagg_transfer(struct schema_object *o, const char *id)
{
	const struct schema_value *disagg = schema_value(o, "disagg");
	if (!schema_has(disagg) || !disagg->boolean ||
		!schema_unset(o, schema_value(o, "kv-p2p-transfer")))
		return;
	struct yaml_items arms = schema_arms(o, NULL);
	const struct yaml_node *first = NULL;
	size_t lacking = 0;
	for (size_t i = 0; i < arms.n; i++) {
		if (is_set(get(arms.v[i], "kv-p2p-transfer")))
			continue;
		first = first ? first : arms.v[i];
		lacking++;
	}
	if (arms.n && !lacking)
		return;
	struct schema_fault *fault = schema_refuse(o, id, schema_place(o, disagg),
		"kv-p2p-transfer",
		"disagg is true, but 'kv-p2p-transfer' is missing at the top and in %zu of %zu "
		"search-space entries",
		lacking, arms.n);
	if (first) {
		fault->related = schema_first(first);
		fault->related_text = S("an entry without it");
	}
}
