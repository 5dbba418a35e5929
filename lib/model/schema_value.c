/* One value against the row of its field. */
#include "model/schema_engine.h"

#include "base/arena.h"
#include "base/suggest.h"
#include "model/coerce.h"

/* A fault of one value, whose frame is given. */
static struct schema_fault *
wrong(const struct schema_object *o, const char *id, const struct yaml_node *n,
	const struct schema_frame *frame, struct str text)
{
	struct schema_fault *fault = schema_add_fault(o->run);
	*fault = (struct schema_fault){
		.id = id,
		.reference_refuses = true,
		.span = n ? n->span : o->holder,
		.path = schema_path(o->run->arena, frame),
		.text = text,
	};
	return fault;
}

static struct schema_fault *
advised(const struct schema_object *o, const char *id, const struct yaml_node *n,
	const struct schema_frame *frame, struct str text)
{
	struct schema_fault *fault = wrong(o, id, n, frame, text);
	fault->reference_refuses = false;
	fault->stricter = true;
	return fault;
}

/* "tp is 'x', not an integer" */
static bool
wrong_type(struct schema_object *o, const struct schema_field *f,
	const struct yaml_node *n, const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	if (yaml_is(n, YAML_BAD) || schema_only_count(o->run))
		return false;
	struct schema_fault *fault = wrong(o, "type", n, frame,
		str_fmt(a, "%.*s is %.*s, not %s", STR(schema_leaf(a, frame)),
			STR(schema_show(a, n)), schema_type_name(f)));
	if (f->type == SCHEMA_STR && n && n->text.n && !yaml_is(n, YAML_STR))
		fault->help = str_fmt(a, "quote it: \"%.*s\"", STR(schema_clip(n->text)));
	return false;
}

/* The value is accepted as something else than it is written as, and used as written. */
static void
advise_spelling(struct schema_object *o, const struct schema_field *f,
	const struct yaml_node *n, const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	static const enum yaml_kind proper[] = {
		[SCHEMA_INT] = YAML_INT,
		[SCHEMA_BOOL] = YAML_BOOL,
		[SCHEMA_STR] = YAML_STR,
		[SCHEMA_FLOAT] = YAML_FLOAT,
		[SCHEMA_CHOICE] = YAML_STR,
		[SCHEMA_FALSE] = YAML_BOOL,
		[SCHEMA_TRUE] = YAML_BOOL,
		[SCHEMA_OBJECT] = YAML_MAP,
		[SCHEMA_LIST] = YAML_LIST,
		[SCHEMA_TABLE] = YAML_MAP,
		[SCHEMA_LOOSE] = YAML_NULL,
	};
	if (!o->schema->raw || n->kind == proper[f->type] || f->type == SCHEMA_LOOSE)
		return;
	if (f->type == SCHEMA_FLOAT && n->kind == YAML_INT)
		return;
	struct schema_fault *fault = advised(o, "spelling", n, frame,
		str_fmt(a,
			"%.*s is %.*s: validation takes it for %s, but the sweep generator "
			"uses it as written",
			STR(schema_leaf(a, frame)), STR(schema_show(a, n)),
			schema_type_name(f)));
	fault->help = str_from(schema_spelling_help(f));
	if (f->type == SCHEMA_FALSE || f->type == SCHEMA_TRUE ||
		(f->type == SCHEMA_FLOAT && n->kind == YAML_STR))
		fault->severity = SCHEMA_WARNING;
}

static bool
below(const struct yaml_int *i, struct schema_bound bound)
{
	return bound.set && (i->fits ? i->value < bound.value : int_sign(i) < 0);
}

static bool
check_int(struct schema_object *o, const struct schema_field *f, struct schema_value *v,
	const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	bool ok = f->strict ? coerce_strict_int(v->node, &v->integer)
			    : coerce_int(a, v->node, &v->integer);
	if (!ok) {
		wrong_type(o, f, v->node, frame);
		return false;
	}
	struct schema_bound least = f->at_least;
	if (f->above.set)
		least = (struct schema_bound){true, f->above.value + 1};
	if (below(&v->integer, least)) {
		wrong(o, "range", v->node, frame,
			str_fmt(a, "%.*s is %.*s, below %lld", STR(schema_leaf(a, frame)),
				STR(schema_clip(v->integer.decimal)),
				(long long)least.value));
		return false;
	}
	advise_spelling(o, f, v->node, frame);
	if (below(&v->integer, f->advised))
		advised(o, "senseless", v->node, frame,
			str_fmt(a, "%.*s is %.*s, below %lld", STR(schema_leaf(a, frame)),
				STR(schema_clip(v->integer.decimal)),
				(long long)f->advised.value));
	else if (o->schema->raw && !v->integer.fits)
		advised(o, "senseless", v->node, frame,
			str_fmt(a, "%.*s is beyond 64 bits", STR(schema_leaf(a, frame))));
	return true;
}

static bool
check_float(struct schema_object *o, const struct schema_field *f, struct schema_value *v,
	const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	double x;
	if (!coerce_float(a, v->node, &x))
		return wrong_type(o, f, v->node, frame);
	bool low = (f->above.set && !(x > (double)f->above.value)) ||
		(f->at_least.set && !(x >= (double)f->at_least.value));
	bool high = f->at_most.set && !(x <= (double)f->at_most.value);
	if (low || high) {
		wrong(o, "range", v->node, frame,
			str_fmt(a, "%.*s is %.*s, not %s %lld and at most %lld",
				STR(schema_leaf(a, frame)), STR(schema_show(a, v->node)),
				f->above.set ? "above" : "at least",
				(long long)(f->above.set ? f->above : f->at_least).value,
				(long long)f->at_most.value));
		return false;
	}
	advise_spelling(o, f, v->node, frame);
	return true;
}

static bool
check_str(struct schema_object *o, const struct schema_field *f, struct schema_value *v,
	const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	if ((f->strict && !yaml_is(v->node, YAML_STR)) || !coerce_str(v->node, &v->text))
		return wrong_type(o, f, v->node, frame);
	struct str leaf = schema_leaf(a, frame);
	if (v->text.n < f->min_count) { /* a minimum of 1: characters and bytes agree */
		wrong(o, "empty", v->node, frame,
			str_fmt(a, "%.*s is an empty text", STR(leaf)));
		return false;
	}
	if (f->not_prefix.n && str_starts(v->text, f->not_prefix)) {
		wrong(o, "prefix", v->node, frame,
			str_fmt(a, "%.*s is %.*s, an image reference", STR(leaf),
				STR(schema_quote(a, v->text))))
			->help = S("give a release, a package version or a commit");
		return false;
	}
	advise_spelling(o, f, v->node, frame);
	return true;
}

static bool
check_choice(struct schema_object *o, const struct schema_field *f,
	struct schema_value *v, const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	size_t n = 0;
	while (f->choice[n].n)
		n++;
	struct str written = yaml_is(v->node, YAML_STR) ? v->node->text : (struct str){0};
	for (size_t i = 0; i < n; i++) {
		if (yaml_is(v->node, YAML_STR) && str_eq(written, f->choice[i])) {
			v->text = written;
			return true;
		}
	}
	if (yaml_is(v->node, YAML_BAD))
		return false;
	struct str leaf = schema_leaf(a, frame), list = schema_join(a, f->choice, n);
	struct schema_fault *fault = wrong(o, "choice", v->node, frame,
		str_fmt(a, "%.*s is %.*s, not one of %.*s", STR(leaf),
			STR(schema_show(a, v->node)), STR(list)));
	struct suggestions s = {0};
	for (size_t i = 0; i < n; i++)
		suggest_offer(&s, written, f->choice[i]);
	fault->help = s.n ? suggest_text(a, &s) : str_fmt(a, "allowed: %.*s", STR(list));
	if (suggest_is_certain(&s) && !yaml_target(v->node))
		fault->instead = s.name[0];
	return false;
}

static bool
check_literal(struct schema_object *o, const struct schema_field *f,
	struct schema_value *v, const struct schema_frame *frame)
{
	v->boolean = f->type == SCHEMA_TRUE;
	bool ok = v->boolean ? coerce_true(v->node) : coerce_false(v->node);
	if (!ok)
		return wrong_type(o, f, v->node, frame);
	advise_spelling(o, f, v->node, frame);
	return true;
}

static bool
check_bool(struct schema_object *o, const struct schema_field *f, struct schema_value *v,
	const struct schema_frame *frame)
{
	if (!coerce_bool(v->node, &v->boolean))
		return wrong_type(o, f, v->node, frame);
	advise_spelling(o, f, v->node, frame);
	return true;
}

static bool
check_list(struct schema_object *o, const struct schema_field *f, struct schema_value *v,
	const struct schema_frame *frame)
{
	struct yaml_items items;
	bool pairs;
	if ((f->strict && !yaml_is(v->node, YAML_LIST)) ||
		!coerce_list(o->run->arena, v->node, &items, &pairs))
		return wrong_type(o, f, v->node, frame);
	if (pairs && items.n)
		return wrong_type(o, f, v->node, frame);
	if (items.n < f->min_count) {
		wrong(o, "empty", v->node, frame,
			str_fmt(o->run->arena, "%.*s is an empty list",
				STR(schema_leaf(o->run->arena, frame))));
		return false;
	}
	advise_spelling(o, f, v->node, frame);
	bool ok = true;
	for (size_t i = 0; i < items.n; i++) {
		struct schema_frame inner = {.up = frame, .index = i, .is_item = true};
		struct schema_value item = {.node = items.v[i]};
		ok &= schema_check_value(o, f->element, &item, &inner);
	}
	return ok;
}

static bool
check_table(struct schema_object *o, const struct schema_field *f, struct schema_value *v,
	const struct schema_frame *frame)
{
	struct arena *a = o->run->arena;
	bool ok = true;
	if (!yaml_is(v->node, YAML_MAP))
		return wrong_type(o, f, v->node, frame);
	for (size_t i = 0; i < v->node->pairs.n; i++) {
		const struct yaml_pair *pair = &v->node->pairs.v[i];
		struct str key;
		if (!coerce_str(pair->key, &key)) {
			if (!yaml_is(pair->key, YAML_BAD))
				wrong(o, "key", pair->key, frame,
					str_fmt(a, "a key of %.*s is %.*s, not a text",
						STR(schema_leaf(a, frame)),
						STR(schema_show(a, pair->key))));
			ok = false;
			continue;
		}
		struct schema_frame inner = {.up = frame, .name = key};
		struct schema_value item = {.pair = pair, .node = pair->value};
		ok &= schema_check_value(o, f->element, &item, &inner);
	}
	return ok;
}

static bool
check_nested(struct schema_object *o, const struct schema_field *f,
	struct schema_value *v, const struct schema_frame *frame)
{
	if (!yaml_is(v->node, YAML_MAP))
		return wrong_type(o, f, v->node, frame);
	size_t before = o->run->faults->n, dropped = o->run->dropped;
	struct span holder =
		v->pair && v->pair->key ? v->pair->key->span : schema_first(v->node);
	schema_check_object(o->run, f->object, f->inner ? f->inner : o->scope, v->node,
		holder, frame);
	return o->run->dropped == dropped &&
	       schema_faults_verdict(o->run->faults, before) == SCHEMA_ACCEPTED;
}

static bool
check_anything(struct schema_object *o, const struct schema_field *f,
	struct schema_value *v, const struct schema_frame *frame)
{
	(void)o, (void)f, (void)v, (void)frame;
	return true;
}

bool
schema_check_value(struct schema_object *o, const struct schema_field *f,
	struct schema_value *v, const struct schema_frame *frame)
{
	static bool (*const by_type[])(struct schema_object *,
		const struct schema_field *, struct schema_value *,
		const struct schema_frame *) = {
		[SCHEMA_INT] = check_int,
		[SCHEMA_BOOL] = check_bool,
		[SCHEMA_STR] = check_str,
		[SCHEMA_FLOAT] = check_float,
		[SCHEMA_CHOICE] = check_choice,
		[SCHEMA_FALSE] = check_literal,
		[SCHEMA_TRUE] = check_literal,
		[SCHEMA_OBJECT] = check_nested,
		[SCHEMA_LIST] = check_list,
		[SCHEMA_TABLE] = check_table,
		[SCHEMA_LOOSE] = check_anything,
	};
	v->state = SCHEMA_NULL;
	if (f->nullable && yaml_is(v->node, YAML_NULL))
		return true;
	bool ok = by_type[f->type](o, f, v, frame);
	v->state = ok && !yaml_is(v->node, YAML_BAD) ? SCHEMA_GOOD : SCHEMA_WRONG;
	return ok;
}
