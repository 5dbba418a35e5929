/* The engine: an object against its table, all fields first, then the relations. */
#include "model/schema_engine.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/suggest.h"
#include "model/coerce.h"

#include <string.h>

#define MAX_NAMES (2 * SCHEMA_MAX_FIELDS)

static bool
in_scope(enum schema_scope of, enum schema_scope scope)
{
	return of == 0 || (of & scope) != 0;
}

/* The same name but for '_' in place of '-'. */
static bool
is_underscore_form(struct str written, struct str name)
{
	if (written.n != name.n || memchr(name.p, '-', name.n) == NULL)
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (written.p[i] != (name.p[i] == '-' ? '_' : name.p[i]))
			return false;
	return true;
}

const struct yaml_pair *
schema_get(const struct yaml_node *map, struct str name)
{
	const struct yaml_pair *pair = yaml_get_pair(map, name);
	if (pair || !yaml_is(map, YAML_MAP))
		return pair;
	for (size_t i = 0; i < map->pairs.n; i++)
		if (yaml_is(map->pairs.v[i].key, YAML_STR) &&
			is_underscore_form(map->pairs.v[i].key->text, name))
			return &map->pairs.v[i];
	return NULL;
}

/* The fields of this kind of object, for suggestions. */
static size_t
known_names(const struct schema_object *o, struct str names[MAX_NAMES])
{
	size_t n = 0;
	for (size_t i = 0; i < o->schema->fields && n < MAX_NAMES; i++)
		if (in_scope(o->schema->field[i].scope, o->scope))
			names[n++] = o->schema->field[i].name;
	return n;
}

static const char *
scope_name(enum schema_scope scope)
{
	if (scope == SCHEMA_SINGLE)
		return "single-node";
	return scope == SCHEMA_MULTI ? "multi-node" : "agentic-coding";
}

static void
suggest_field(const struct schema_object *o, const struct yaml_pair *pair,
	const struct str *names, size_t n, struct schema_fault *fault)
{
	struct arena *a = o->run->arena;
	struct suggestions s = {0};
	for (size_t i = 0; i < n; i++)
		suggest_offer(&s, pair->key->text, names[i]);
	fault->help = s.n ? suggest_text(a, &s)
			  : str_fmt(a, "known fields: %.*s", STR(schema_join(a, names, n)));
	if (!suggest_is_certain(&s) || pair->merged || yaml_get_pair(o->node, s.name[0]))
		return;
	fault->instead = s.name[0];
	fault->instead_is_safe = !o->schema->ours;
}

/* What was surely meant is not missing, too. */
static void
mark_misspelt(struct schema_object *o, const struct schema_fault *fault)
{
	for (size_t k = 0; fault->instead_is_safe && k < o->schema->fields; k++)
		if (str_eq(o->schema->field[k].name, fault->instead))
			o->value[k].misspelt = true;
}

static void
unknown_field(struct schema_object *o, const struct yaml_pair *pair)
{
	struct arena *a = o->run->arena;
	const struct yaml_node *key = pair->key;
	struct str names[MAX_NAMES];
	if (schema_only_count(o->run))
		return;
	size_t n = known_names(o, names);
	struct schema_fault *fault =
		schema_fault_at(o, "unknown-field", key->span, key->text,
			str_fmt(a, "unknown field %.*s in a %s",
				STR(schema_quote(a, key->text)), o->schema->name));
	fault->reference_refuses = true;
	suggest_field(o, pair, names, n, fault);
	for (size_t i = 0; i < o->schema->fields; i++) {
		const struct schema_field *f = &o->schema->field[i];
		if (!str_eq(f->name, key->text))
			continue;
		fault->text = str_fmt(a, "field '%.*s' does not belong in a %s %s",
			STR(f->name), scope_name(o->scope), o->schema->name);
		fault->instead = (struct str){0};
	}
	mark_misspelt(o, fault);
}

static void
bad_key(const struct schema_object *o, const struct yaml_node *key)
{
	struct arena *a = o->run->arena;
	if (yaml_is(key, YAML_BAD))
		return;
	struct schema_fault *fault =
		schema_fault_at(o, "key", key ? key->span : o->holder, (struct str){0},
			str_fmt(a, "a field name is %.*s, not a string",
				STR(schema_show(a, key))));
	fault->reference_refuses = true;
	fault->reference_crashes = o->schema->keys_crash;
}

/* Both spellings: the reference takes the hyphen form and calls the other one unknown. */
static void
second_spelling(const struct schema_object *o, const struct yaml_pair *snake,
	const struct yaml_pair *kebab)
{
	struct str written = snake->key->text;
	struct schema_fault *fault =
		schema_fault_at(o, "unknown-field", snake->key->span, written,
			str_fmt(o->run->arena, "field '%.*s' stands beside '%.*s'",
				STR(written), STR(kebab->key->text)));
	fault->reference_refuses = true;
	fault->related = kebab->key->span;
	fault->related_text = S("the other spelling");
}

static void
underscore_spelling(const struct schema_object *o, const struct schema_field *f,
	const struct yaml_pair *pair)
{
	if (!o->schema->underscore_effect)
		return;
	struct arena *a = o->run->arena;
	struct schema_fault *fault =
		schema_fault_at(o, "underscore-name", pair->key->span, f->name,
			str_fmt(a, "'%.*s' passes validation, but %s",
				STR(pair->key->text), o->schema->underscore_effect));
	fault->stricter = true;
	fault->help = str_fmt(a, "write '%.*s'", STR(f->name));
	if (!pair->merged)
		fault->instead = f->name;
}

/* Finds the row of every key; keys without one are faults. */
static void
match_fields(struct schema_object *o)
{
	const struct yaml_pair *snake[SCHEMA_MAX_FIELDS] = {0};
	const struct schema *s = o->schema;
	for (size_t i = 0; i < o->node->pairs.n; i++) {
		const struct yaml_pair *pair = &o->node->pairs.v[i];
		if (!yaml_is(pair->key, YAML_STR)) {
			bad_key(o, pair->key);
			continue;
		}
		bool found = false;
		for (size_t k = 0; k < s->fields && !found; k++) {
			const struct schema_field *f = &s->field[k];
			if (!in_scope(f->scope, o->scope))
				continue;
			found = true;
			if (str_eq(pair->key->text, f->name))
				o->value[k].pair = pair;
			else if (s->underscore_names &&
				 is_underscore_form(pair->key->text, f->name))
				snake[k] = pair;
			else
				found = false;
		}
		if (!found)
			unknown_field(o, pair);
	}
	for (size_t k = 0; k < s->fields; k++) {
		if (!snake[k])
			continue;
		if (o->value[k].pair) {
			second_spelling(o, snake[k], o->value[k].pair);
			continue;
		}
		underscore_spelling(o, &s->field[k], snake[k]);
		o->value[k].pair = snake[k];
	}
}

static void
check_field(struct schema_object *o, size_t k)
{
	const struct schema_field *f = &o->schema->field[k];
	struct schema_value *v = &o->value[k];
	struct schema_frame frame = {.up = o->frame, .name = f->name};
	if (v->pair) {
		v->node = v->pair->value;
		schema_check_value(o, f, v, &frame);
		return;
	}
	if (!f->required || o->run->partial)
		return;
	v->state = SCHEMA_WRONG;
	if (schema_only_count(o->run))
		return;
	struct schema_fault *fault = schema_fault_at(o, "missing", o->holder, f->name,
		str_fmt(o->run->arena, "'%.*s' is missing in this %s", STR(f->name),
			o->schema->name));
	fault->reference_refuses = true;
	fault->implied = v->misspelt;
	if (f->about)
		fault->help = str_fmt(o->run->arena, "%.*s: %s", STR(f->name), f->about);
}

void
schema_check_object(struct schema_run *run, const struct schema *schema,
	enum schema_scope scope, const struct yaml_node *node, struct span holder,
	const struct schema_frame *frame)
{
	struct schema_object o;
	MUST(run->arena, schema->fields <= SCHEMA_MAX_FIELDS);
	o.run = run;
	o.schema = schema;
	o.scope = scope;
	o.node = node;
	o.holder = holder;
	o.frame = frame;
	memset(o.value, 0,
		schema->fields * sizeof *o.value); /* not all of a large array */
	match_fields(&o);
	for (size_t k = 0; k < schema->fields; k++)
		if (in_scope(schema->field[k].scope, scope))
			check_field(&o, k);
	for (size_t i = 0; i < schema->crosses; i++)
		if (in_scope(schema->cross[i].scope, scope))
			schema->cross[i].check(&o, schema->cross[i].id);
}

const struct schema_value *
schema_value(const struct schema_object *o, const char *field)
{
	static const struct schema_value none = {.state = SCHEMA_ABSENT};
	for (size_t k = 0; k < o->schema->fields; k++)
		if (in_scope(o->schema->field[k].scope, o->scope) &&
			str_eqz(o->schema->field[k].name, field))
			return &o->value[k];
	return &none;
}

bool
schema_has(const struct schema_value *v)
{
	return v->state == SCHEMA_GOOD;
}

bool
schema_unset(const struct schema_object *o, const struct schema_value *v)
{
	return v->state == SCHEMA_NULL || (v->state == SCHEMA_ABSENT && !o->run->partial);
}

struct span
schema_place(const struct schema_object *o, const struct schema_value *v)
{
	if (v->node && v->node->span.file)
		return v->node->span;
	return v->pair ? v->pair->key->span : o->holder;
}

/* Faults of a table that is ours are not the reference's. Those of its cross rules, which
 * name their rule, are left as they are. */
static void
make_ours(struct schema_faults *faults)
{
	static const char *const table_fault[] = {"type", "range", "empty", "prefix",
		"choice", "key", "unknown-field", "missing"};
	for (size_t i = 0; i < faults->n; i++) {
		struct schema_fault *f = &faults->v[i];
		for (size_t k = 0; k < sizeof table_fault / sizeof table_fault[0]; k++) {
			if (!str_eqz(str_from(f->id), table_fault[k]))
				continue;
			f->stricter = true;
			f->reference_refuses = f->reference_crashes = false;
			if (str_eqz(str_from(f->id), "unknown-field"))
				f->severity = SCHEMA_WARNING;
		}
	}
}

/* One fault that stands for those beyond the limit. */
static struct schema_fault
left_out(const struct schema_run *run, const struct schema *schema, struct span holder)
{
	bool refuses = run->dropped_refuses && !schema->ours;
	return (struct schema_fault){
		.id = "limit",
		.span = holder,
		.reference_refuses = refuses,
		.reference_crashes = run->dropped_crashes,
		.stricter = !refuses,
		.text = str_fmt(run->arena,
			"%zu further violations of this %s are not listed", run->dropped,
			schema->name),
	};
}

static void
check_root(struct schema_run *run, const struct schema *schema, enum schema_scope scope,
	const struct schema_subject *subject)
{
	const struct yaml_node *n = subject->node;
	if (yaml_is(n, YAML_BAD))
		return;
	if (yaml_is(n, YAML_MAP)) {
		schema_check_object(run, schema, scope, n, subject->holder, NULL);
		return;
	}
	struct schema_fault *fault = schema_add_fault(run);
	fault->id = "type";
	fault->reference_refuses = true;
	fault->span = n ? n->span : subject->holder;
	fault->text = str_fmt(run->arena, "this %s is %.*s, not a mapping", schema->name,
		STR(schema_show(run->arena, n)));
}

enum schema_verdict
schema_check(struct arena *a, const struct schema *schema, enum schema_scope scope,
	const struct schema_subject *subject, struct schema_faults *faults)
{
	struct schema_faults found = {0};
	struct schema_run run = {
		.arena = a,
		.faults = &found,
		.most = subject->most ? subject->most : LIMIT_SCHEMA_FAULTS,
		.partial = subject->partial,
	};
	check_root(&run, schema, scope, subject);
	schema_settle(&run);
	if (schema->ours)
		make_ours(&found);
	schema_faults_sort(a, &found);
	if (run.dropped)
		vec_push(a, &found, left_out(&run, schema, subject->holder));
	for (size_t i = 0; i < found.n; i++)
		vec_push(a, faults, found.v[i]);
	return schema_faults_verdict(&found, 0);
}
