/* Variables: where values come from, assignment, joins, and what may have been assigned.
 */
#include "shell/eval.h"

#include "base/arena.h"

#include <string.h>

/* ---- what was read -------------------------------------------------------------- */

/* Reads made from now on are of interest to the caller, who ends this with
 * eval_collected(). Collectors nest: the outer one sees the reads of the inner. */
struct collector
eval_collect(struct eval *e)
{
	struct collector c = {e->collect_from, e->collecting};
	e->collect_from = e->reads.n;
	e->collecting = true;
	return c;
}

struct origins
eval_collected(struct eval *e, struct collector c)
{
	size_t n = e->reads.n - e->collect_from;
	struct origins r = {0};
	if (n) {
		r.v = NEW_ARRAY(e->arena, struct origin *, n);
		memcpy(r.v, e->reads.v + e->collect_from, n * sizeof *r.v);
		r.n = r.cap = n;
	}
	if (!c.collecting)
		e->reads.n = e->collect_from;
	e->collect_from = c.from;
	e->collecting = c.collecting;
	return r;
}

static void
mark_read(struct origin *o)
{
	while (o && !o->was_read) {
		o->was_read = true;
		bool wraps = o->kind == ORIGIN_KEPT || o->kind == ORIGIN_JOIN;
		for (size_t i = 1; wraps && o->kind == ORIGIN_JOIN && i < o->reads.n; i++)
			o->reads.v[i]->was_read = true;
		o = wraps && o->reads.n ? o->reads.v[0] : NULL;
	}
}

void
eval_read(struct eval *e, struct origin *o)
{
	if (!o)
		return;
	if (!e->rehearsing)
		mark_read(o);
	if (!e->collecting)
		return;
	for (size_t i = e->reads.n; i > e->collect_from && i + 32 > e->reads.n; i--)
		if (e->reads.v[i - 1] == o)
			return;
	vec_push(e->arena, &e->reads, o);
}

struct origin *
eval_origin(struct eval *e, const struct state *s, enum origin_kind kind, struct str name,
	struct span span, struct origins reads)
{
	struct origin *o = NEW(e->arena, struct origin);
	*o = (struct origin){.kind = kind,
		.name = name,
		.span = span,
		.reads = reads,
		.within = s ? s->within : NULL};
	return o;
}

/* ---- setting -------------------------------------------------------------------- */

static void
note_assignment(struct eval *e, const struct variable *v, symbol id, struct span span)
{
	if (span.file != e->trace->script_file || e->rehearsing)
		return;
	struct shell_assignment *a = NEW(e->arena, struct shell_assignment);
	*a = (struct shell_assignment){id, span, v->origin};
	vec_push(e->arena, &e->trace->assignments, a);
}

static struct variable *
renewed(struct eval *e, struct state *s, symbol id)
{
	struct variable *v = NEW(e->arena, struct variable);
	const struct variable *old = state_variable(s, id);
	if (old)
		*v = *old;
	v->flags &= ~(unsigned)VARIABLE_GIVEN;
	if (s->options & OPTION_ALLEXPORT)
		v->exported = TRI_YES;
	return v;
}

static const struct value *
with_case(struct eval *e, const struct value *value, unsigned flags)
{
	struct str s;
	if (!(flags & (VARIABLE_LOWER | VARIABLE_UPPER)) || !value_known(value, &s))
		return value;
	char *p = NEW_ARRAY(e->arena, char, s.n);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
		bool upper = flags & VARIABLE_UPPER;
		p[i] = letter ? (char)(upper ? c & ~32 : c | 32) : c;
	}
	return value_text(e->arena, (struct str){p, s.n});
}

static const struct value *
with_flags(struct eval *e, struct state *s, const struct value *value, unsigned flags,
	struct span span)
{
	struct str text;
	if (flags & VARIABLE_INTEGER && value_known(value, &text)) {
		struct number n = eval_arith_text(e, s, text, span);
		return number_value(e, &n);
	}
	return with_case(e, value, flags);
}

void
eval_set(struct eval *e, struct state *s, symbol id, const struct value *value,
	struct span span, struct origins reads)
{
	struct variable *v = renewed(e, s, id);
	if (v->flags & VARIABLE_READONLY) {
		eval_status(s, 1);
		return;
	}
	if (v->flags)
		value = with_flags(e, s, value, v->flags, span);
	v->set = TRI_YES;
	v->origin = eval_origin(
		e, s, ORIGIN_ASSIGN, session_name(e->session, id), span, reads);
	if (v->kind == VARIABLE_SCALAR) {
		v->value = value;
	} else {
		const struct element item = {
			.key = S("0"), .value = value, .origin = v->origin, .span = span};
		v->elements = elements_set(e->arena, &v->elements, v->kind, &item);
	}
	note_assignment(e, v, id, span);
	state_put(e->arena, s, id, v);
	job_received(e, id, value, span);
}

void
eval_set_array(struct eval *e, struct state *s, symbol id, enum variable_kind kind,
	struct elements elements, struct span span, struct origins reads)
{
	struct variable *v = renewed(e, s, id);
	if (v->flags & VARIABLE_READONLY) {
		eval_status(s, 1);
		return;
	}
	v->kind = kind;
	v->set = TRI_YES;
	v->value = NULL;
	v->elements = elements;
	v->origin = eval_origin(
		e, s, ORIGIN_ASSIGN, session_name(e->session, id), span, reads);
	note_assignment(e, v, id, span);
	state_put(e->arena, s, id, v);
	if (elements.n)
		job_received(e, id, elements_at(&elements, elements.n - 1)->value, span);
}

void
eval_unset(struct eval *e, struct state *s, symbol id)
{
	const struct variable *old = state_variable(s, id);
	if (old && old->flags & VARIABLE_READONLY)
		eval_status(s, 1);
	else
		state_put(e->arena, s, id, NULL);
}

void
eval_export(struct eval *e, struct state *s, symbol id, enum tri exported)
{
	struct variable *v = NEW(e->arena, struct variable);
	const struct variable *old = state_variable(s, id);
	if (old)
		*v = *old;
	v->exported = exported;
	state_put(e->arena, s, id, v);
}

/* ---- joins ---------------------------------------------------------------------- */

static struct elements
join_elements(struct eval *e, const struct variable *v, const struct variable *w)
{
	struct elements r = {0};
	bool same = v->elements.n == w->elements.n;
	for (size_t i = 0; same && i < v->elements.n; i++) {
		const struct element *p = elements_at(&v->elements, i);
		const struct element *q = elements_at(&w->elements, i);
		struct element item = *p;
		same = p->index == q->index && str_eq(p->key, q->key);
		item.value = value_either(e->arena, p->value, q->value);
		r = elements_add(e->arena, &r, &item);
	}
	if (same)
		return r;
	struct buf why = buf_new(e->arena, 400);
	buf_addz(&why, "one of two lists");
	const struct element all = {.key = S("0"),
		.value = value_unknown(
			e->arena, (struct span){0}, HOLE_LIST, buf_str(&why))};
	return elements_add(e->arena, &(struct elements){0}, &all);
}

static enum tri
join_tri(enum tri a, enum tri b)
{
	return a == b ? a : TRI_UNKNOWN;
}

const struct variable *
eval_join_variables(struct eval *e, const struct variable *v, const struct variable *w)
{
	static const struct variable unset = {.set = TRI_NO, .exported = TRI_NO};
	if (variable_equal(v, w, &e->comparisons))
		return v;
	v = v ? v : &unset;
	w = w ? w : &unset;
	const struct variable *has = v->set == TRI_NO ? w : v;
	struct variable *r = NEW(e->arena, struct variable);
	*r = *has;
	r->set = join_tri(v->set, w->set);
	r->exported = join_tri(v->exported, w->exported);
	if (v->set != TRI_NO && w->set != TRI_NO && v->kind == w->kind) {
		if (v->kind == VARIABLE_SCALAR)
			r->value = value_either(e->arena, v->value, w->value);
		else
			r->elements = join_elements(e, v, w);
	} else if (v->set != TRI_NO && w->set != TRI_NO) {
		r->kind = VARIABLE_SCALAR;
		r->value = value_unknown(
			e->arena, (struct span){0}, HOLE_LIST, S("a list or a string"));
	}
	struct origins both = {0};
	if (v->origin)
		vec_push(e->arena, &both, v->origin);
	if (w->origin && w->origin != v->origin)
		vec_push(e->arena, &both, w->origin);
	struct str name = has->origin ? has->origin->name : (struct str){0};
	struct span span = has->origin ? has->origin->span : (struct span){0};
	r->origin = eval_origin(e, NULL, ORIGIN_JOIN, name, span, both);
	return r;
}

/* ---- assignments ---------------------------------------------------------------- */

struct elements
variable_elements(struct eval *e, const struct variable *v)
{
	if (v->kind != VARIABLE_SCALAR || v->set == TRI_NO)
		return v->elements;
	const struct element item = {
		.key = S("0"), .value = v->value, .origin = v->origin};
	return elements_add(e->arena, &(struct elements){0}, &item);
}

static int64_t
next_index(const struct elements *list)
{
	return list->n ? elements_at(list, list->n - 1)->index + 1 : 0;
}

static void
add_fields(struct eval *e, struct elements *list, const struct fields *f, int64_t *next)
{
	for (size_t i = 0; i < f->n; i++) {
		struct element item = {.index = (*next)++,
			.value = f->v[i].value,
			.origin = f->v[i].origin,
			.span = f->v[i].span};
		*list = elements_set(e->arena, list, VARIABLE_INDEXED, &item);
	}
}

/* [key]=word. An index that is not known leaves a list of which nothing is known. */
static void
add_keyed(struct eval *e, struct state *s, struct elements *list, enum variable_kind kind,
	const struct shell_element *from, int64_t *next)
{
	struct subscript at = eval_subscript(e, s, kind, from->key);
	struct collector c = eval_collect(e);
	const struct value *value = expand_one(e, s, from->word);
	struct origins reads = eval_collected(e, c);
	if (!at.known) {
		*list = (struct elements){0};
		value = value_unknown(e->arena, from->span, HOLE_LIST,
			S("a list with an element at an unknown place"));
	}
	struct element item = {
		.index = at.index, .key = at.key, .value = value, .span = from->span};
	if (reads.n)
		item.origin = eval_origin(e, s, ORIGIN_WORD, S(""), from->span, reads);
	const struct variable list_now = {.kind = kind, .elements = *list};
	const struct element *old = variable_element(&list_now, at.index, at.key);
	if (from->append && old)
		item.value = value_concat(e->arena, old->value, value);
	*list = elements_set(e->arena, list, kind, &item);
	*next = at.index + 1;
}

static void
assign_array(struct eval *e, struct state *s, const struct shell_assign *a, symbol id)
{
	const struct variable *old = state_variable(s, id);
	enum variable_kind kind = old && old->kind == VARIABLE_ASSOCIATIVE
					  ? VARIABLE_ASSOCIATIVE
					  : VARIABLE_INDEXED;
	struct collector c = eval_collect(e);
	struct elements list = {0};
	if (a->append && old && old->set != TRI_NO) {
		eval_read(e, old->origin);
		list = variable_elements(e, old);
	}
	int64_t next = next_index(&list);
	for (size_t i = 0; i < a->elements.n; i++) {
		const struct shell_element *from = a->elements.v[i];
		struct fields f = {0};
		if (from->key) {
			add_keyed(e, s, &list, kind, from, &next);
			continue;
		}
		expand_word(e, s, from->word, &f);
		add_fields(e, &list, &f, &next);
	}
	struct origins reads = eval_collected(e, c);
	eval_set_array(e, s, id, kind, list, a->span, reads);
}

static void
assign_element(struct eval *e, struct state *s, const struct shell_assign *a, symbol id,
	const struct value *value, struct origins reads)
{
	const struct variable *old = state_variable(s, id);
	struct elements list = old ? variable_elements(e, old) : (struct elements){0};
	enum variable_kind kind = old && old->kind == VARIABLE_ASSOCIATIVE
					  ? VARIABLE_ASSOCIATIVE
					  : VARIABLE_INDEXED;
	struct subscript at = eval_subscript(e, s, kind, a->subscript);
	struct element item = {.index = at.index, .key = at.key, .value = value};
	item.span = a->span;
	item.origin =
		reads.n ? eval_origin(e, s, ORIGIN_WORD, S(""), a->span, reads) : NULL;
	if (at.known && at.index < 0 && kind == VARIABLE_INDEXED)
		item.index = at.index += next_index(&list);
	if (!at.known || at.index < 0) {
		list = (struct elements){0};
		item.index = 0;
		item.value = value_unknown(e->arena, a->span, HOLE_LIST,
			S("a list with an element at an unknown place"));
	}
	const struct variable now = {.kind = kind, .elements = list};
	const struct element *before = variable_element(&now, item.index, item.key);
	if (a->append && before)
		item.value = value_concat(e->arena, before->value, value);
	list = elements_set(e->arena, &list, kind, &item);
	eval_set_array(e, s, id, kind, list, a->span, reads);
}

static const struct value *
appended(struct eval *e, struct state *s, const struct variable *old,
	const struct value *value, struct span span)
{
	struct str x, y;
	if (!(old->flags & VARIABLE_INTEGER))
		return value_concat(e->arena, variable_scalar(old), value);
	if (!value_known(variable_scalar(old), &x) || !value_known(value, &y))
		return value_unknown(e->arena, span, HOLE_NUMBER, S("a sum"));
	struct number n = eval_arith_text(
		e, s, str_fmt(e->arena, "(%.*s)+(%.*s)", STR(x), STR(y)), span);
	return number_value(e, &n);
}

void
eval_assign(struct eval *e, struct state *s, const struct shell_assign *a)
{
	symbol id = session_symbol(e->session, a->name);
	if (a->is_array) {
		assign_array(e, s, a, id);
		return;
	}
	struct collector c = eval_collect(e);
	const struct value *value = a->word ? expand_one(e, s, a->word) : &value_empty;
	const struct variable *old = state_variable(s, id);
	if (a->append && old && old->set != TRI_NO) {
		eval_read(e, old->origin);
		if (!a->subscript)
			value = appended(e, s, old, value, a->span);
	}
	struct origins reads = eval_collected(e, c);
	if (s->exit)
		return;
	if (a->subscript) {
		assign_element(e, s, a, id, value, reads);
		return;
	}
	if (old && old->kind == VARIABLE_INDEXED && old->elements.n > 1 && !a->append)
		eval_fault(e, s, FAULT_ARRAY_SCALAR, a->span, a->name);
	eval_set(e, s, id, value, a->span, reads);
}
