/*
 * What the reference's validation accepts and its generator, launchers or workflows then
 * ignore or die of. Each case was seen to happen with the reference.
 */
#include "model/schema_engine.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"
#include "model/coerce.h"

#include <string.h>

/* By the hyphen name only: what the generator sees. */
static const struct yaml_pair *
seen(const struct yaml_node *map, const char *name)
{
	return yaml_get_pair(map, str_from(name));
}

static bool
is_null(const struct yaml_pair *pair)
{
	return pair && yaml_is(pair->value, YAML_NULL);
}

static bool
is_set(const struct yaml_pair *pair)
{
	return pair && !yaml_is(pair->value, YAML_NULL);
}

static struct span
null_place(const struct yaml_pair *pair)
{
	return pair->value->span.begin < pair->value->span.end ? pair->value->span
							       : pair->key->span;
}

static void
advise_duplicates(struct schema_object *o, const struct schema_value *list)
{
	struct map first = {0};
	struct yaml_items items = {0};
	bool pairs;
	coerce_list(o->run->arena, list->node, &items, &pairs);
	if (items.n > LIMIT_CONCS)
		schema_advise(o, "conc-many", SCHEMA_WARNING, schema_place(o, list),
			"conc-list", "%zu concurrencies: only the first %d are looked at",
			items.n, LIMIT_CONCS);
	for (size_t i = 0; i < items.n && i < LIMIT_CONCS; i++) {
		struct yaml_int conc;
		if (!coerce_int(o->run->arena, items.v[i], &conc))
			continue;
		struct yaml_node *before = map_get(&first, conc.decimal);
		if (!before) {
			map_put(o->run->arena, &first, conc.decimal, items.v[i]);
			continue;
		}
		struct schema_fault *fault = schema_advise(o, "conc-repeated",
			SCHEMA_WARNING, items.v[i]->span, "conc-list",
			"concurrency %.*s is listed twice", STR(conc.decimal));
		fault->related = before->span;
		fault->related_text = S("first here");
	}
}

void
advise_conc(struct schema_object *o, const char *id)
{
	const struct schema_value *start = schema_value(o, "conc-start");
	const struct schema_value *end = schema_value(o, "conc-end");
	const struct schema_value *list = schema_value(o, "conc-list");
	bool has_list = schema_has(list) && yaml_count(list->node) > 0;
	if (list->pair && !has_list && schema_has(start) && schema_has(end) &&
		o->scope != SCHEMA_AGENTIC)
		schema_advise(o, id, SCHEMA_ERROR, list->pair->key->span, "conc-list",
			"'conc-list' is empty, so 'test-config' does not use the range beside it")
			->help = S("delete 'conc-list'");
	if (!has_list)
		return;
	advise_duplicates(o, list);
	const struct schema_value *left = schema_has(start) ? start : end;
	if (schema_has(start) != schema_has(end))
		schema_advise(o, id, SCHEMA_WARNING, left->pair->key->span, NULL,
			"'%.*s' has no effect beside 'conc-list'",
			STR(left->pair->key->text));
}

void
advise_spec(struct schema_object *o, const char *id)
{
	const struct schema_value *spec = schema_value(o, "spec-decoding");
	if (schema_has(spec) && str_eqz(spec->text, "draft_model"))
		schema_advise(o, id, SCHEMA_WARNING, schema_place(o, spec),
			"spec-decoding",
			"spec-decoding 'draft_model' has no launcher that supports it");
}

void
advise_seq_len(struct schema_object *o, const char *id)
{
	const struct schema_value *isl = schema_value(o, "isl");
	const struct schema_value *osl = schema_value(o, "osl");
	if (!schema_has(isl) || !schema_has(osl) || !isl->integer.fits ||
		!osl->integer.fits)
		return;
	if (osl->integer.value == 1024 &&
		(isl->integer.value == 1024 || isl->integer.value == 8192))
		return;
	schema_advise(o, id, SCHEMA_WARNING, schema_place(o, isl), "isl",
		"sequence lengths %.*s/%.*s are generated, but no workflow job runs them",
		STR(isl->integer.decimal), STR(osl->integer.decimal))
		->help = S("1024/1024 and 8192/1024 are run");
}

void
advise_empty_space(struct schema_object *o, const char *id)
{
	const struct schema_value *space = schema_value(o, "search-space");
	if (schema_has(space) && yaml_count(space->node) == 0)
		schema_advise(o, id, SCHEMA_WARNING, schema_place(o, space),
			"search-space", "'search-space' is empty, so nothing runs");
}

void
advise_null_scenario(struct schema_object *o, const char *id)
{
	static const char *const field[] = {"fixed-seq-len", "agentic-coding"};
	for (size_t i = 0; i < 2; i++) {
		const struct yaml_pair *pair = seen(o->node, field[i]);
		if (is_null(pair))
			schema_advise(o, id, SCHEMA_ERROR, null_place(pair), field[i],
				"'%s' is empty: the sweep generator dies of it", field[i])
				->help = S("delete the key");
	}
}

void
advise_entry_kind(struct schema_object *o, const char *id)
{
	struct yaml_items arms = schema_arms(o, "agentic-coding");
	bool multi = o->scope == SCHEMA_MULTI;
	for (size_t i = 0; i < arms.n; i++) {
		const struct yaml_pair *tp = schema_get(arms.v[i], S("tp"));
		const struct yaml_pair *prefill = schema_get(arms.v[i], S("prefill"));
		const struct yaml_pair *decode = schema_get(arms.v[i], S("decode"));
		bool has_workers = is_set(prefill) && is_set(decode);
		const struct yaml_pair *odd = multi ? tp : prefill;
		/* An entry that is neither one nor the other is refused anyway. */
		if (multi ? !is_set(tp) || is_set(prefill) : !has_workers || is_set(tp))
			continue;
		schema_advise(o, id, SCHEMA_ERROR, odd->key->span, "scenarios",
			"an agentic-coding entry with '%s' in a %s config: the sweep generator "
			"dies of it",
			multi ? "tp" : "prefill", multi ? "multi-node" : "single-node");
	}
}

void
advise_null_override(struct schema_object *o, const char *id)
{
	static const char *const field[] = {"router", "kv-p2p-transfer"};
	const struct schema_value *disagg = schema_value(o, "disagg");
	struct yaml_items arms = schema_arms(o, NULL);
	for (size_t f = 0; f < 2; f++) {
		const struct yaml_pair *top = seen(o->node, field[f]);
		for (size_t i = 0; i < arms.n && is_set(top); i++) {
			const struct yaml_pair *inner = seen(arms.v[i], field[f]);
			if (!is_null(inner))
				continue;
			bool refused = f == 1 && schema_has(disagg) && disagg->boolean;
			struct schema_fault *fault = schema_advise(o, id,
				refused ? SCHEMA_ERROR : SCHEMA_WARNING,
				null_place(inner), field[f],
				"the empty '%s' takes away the one at the top%s",
				field[f], refused ? ", which disagg needs" : "");
			fault->related = top->key->span;
			fault->related_text = S("the one at the top");
		}
	}
}

void
advise_null_offload(struct schema_object *o, const char *id)
{
	struct yaml_items arms = schema_arms(o, "agentic-coding");
	for (size_t i = 0; i < arms.n; i++) {
		const struct yaml_pair *mode = seen(arms.v[i], "kv-offloading");
		if (is_null(mode))
			schema_advise(o, id, SCHEMA_ERROR, null_place(mode), "scenarios",
				"'kv-offloading' is empty: the sweep generator dies of it")
				->help = S("write none or dram, or delete the key");
	}
}

void
advise_model_prefix(struct schema_object *o, const char *id)
{
	const struct schema_value *prefix = schema_value(o, "model-prefix");
	if (!schema_has(prefix) || !str_contains(prefix->text, S("_")))
		return;
	schema_advise(o, id, SCHEMA_WARNING, schema_place(o, prefix), "model-prefix",
		"model-prefix %.*s contains '_': launchers cut the name of the recipe at the "
		"first '_'",
		STR(schema_quote(o->run->arena, prefix->text)));
}

static bool
is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool letter =
			(c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
		if (!letter && !(i > 0 && c >= '0' && c <= '9'))
			return false;
	}
	return s.n > 0;
}

static bool
is_shell_active(struct str s)
{
	static const char active[] = " \t\n\r;&|<>()$`\"'\\*?~#!{}";
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '\0' || strchr(active, s.p[i]))
			return true;
	return false;
}

/* Settings are pasted unquoted into an `export` command. */
void
advise_settings(struct schema_object *o, const char *id)
{
	const struct schema_value *list = schema_value(o, "additional-settings");
	for (size_t i = 0; schema_has(list) && i < yaml_count(list->node); i++) {
		const struct yaml_node *item = yaml_item(list->node, i);
		struct str text, value;
		if (!coerce_str(item, &text))
			continue;
		bool named = is_name(str_cut(text, '=', &value)) && value.p;
		if (named && !is_shell_active(value))
			continue;
		struct str shown = schema_quote(o->run->arena, text);
		if (!named)
			schema_advise(o, id, SCHEMA_ERROR, item->span,
				"additional-settings",
				"%.*s is not of the form NAME=value", STR(shown));
		else
			schema_advise(o, id, SCHEMA_ERROR, item->span,
				"additional-settings",
				"%.*s holds a character that the shell acts on: settings are "
				"exported unquoted",
				STR(shown));
	}
}

void
advise_hardware_label(struct schema_object *o, const char *id)
{
	const struct schema_value *labels = schema_value(o, "labels");
	const struct schema_value *hardware = schema_value(o, "hardware");
	if (!schema_has(labels) || !schema_has(hardware) || o->run->partial)
		return;
	for (size_t i = 0; i < yaml_count(hardware->node); i++) {
		const struct yaml_node *key = hardware->node->pairs.v[i].key;
		if (yaml_is(key, YAML_STR) && !yaml_get_pair(labels->node, key->text))
			schema_advise(o, id, SCHEMA_WARNING, key->span, "hardware",
				"hardware %.*s is no label",
				STR(schema_quote(o->run->arena, key->text)));
	}
}

static void
advise_nodes(struct schema_object *o, const char *id, const struct yaml_pair *label)
{
	struct map first = {0};
	for (size_t i = 0; i < yaml_count(label->value); i++) {
		struct yaml_node *node = yaml_item(label->value, i);
		if (!yaml_is(node, YAML_STR))
			continue;
		const struct yaml_node *before = map_get(&first, node->text);
		map_put(o->run->arena, &first, node->text, node);
		if (node->text.n == 0)
			schema_advise(o, id, SCHEMA_ERROR, node->span, "labels",
				"a runner of this label has an empty name");
		else if (before)
			schema_advise(o, id, SCHEMA_WARNING, node->span, "labels",
				"runner %.*s is listed twice under this label",
				STR(schema_quote(o->run->arena, node->text)));
	}
}

void
advise_label_nodes(struct schema_object *o, const char *id)
{
	const struct schema_value *labels = schema_value(o, "labels");
	for (size_t i = 0; schema_has(labels) && i < yaml_count(labels->node); i++)
		advise_nodes(o, id, &labels->node->pairs.v[i]);
}
