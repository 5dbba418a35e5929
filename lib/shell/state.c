/* Variables and functions of a shell, copied when written. */
#include "shell/state.h"

#include "base/arena.h"

#include <string.h>

struct state *
state_new(struct arena *a, uint64_t *tokens)
{
	struct state *s = NEW(a, struct state);
	s->slots.token = ++*tokens;
	s->zero = s->cwd = &value_empty;
	return s;
}

struct state *
state_copy(struct arena *a, struct state *s, uint64_t *tokens)
{
	struct state *t = NEW(a, struct state);
	*t = *s;
	t->slots = slots_copy(a, &s->slots, tokens);
	return t;
}

const struct variable *
state_variable(const struct state *s, symbol id)
{
	return slots_get(&s->slots, id)->variable;
}

const struct function *
state_function(const struct state *s, symbol id)
{
	return slots_get(&s->slots, id)->function;
}

void
state_put(struct arena *a, struct state *s, symbol id, const struct variable *v)
{
	if (state_variable(s, id) != v)
		slots_write(a, &s->slots, id)->variable = v;
}

void
state_put_function(struct arena *a, struct state *s, symbol id, const struct function *f)
{
	if (state_function(s, id) == f)
		return;
	slots_write(a, &s->slots, id)->function = f;
	s->functions++;
}

/* ---- scopes --------------------------------------------------------------------- */

void
state_enter(struct arena *a, struct state *s)
{
	struct undo *u = NEW(a, struct undo);
	*u = (struct undo){
		.up = s->undo, .is_mark = true, .arg = s->arg, .n_args = s->n_args};
	s->undo = u;
}

void
state_save(struct arena *a, struct state *s, symbol id)
{
	for (const struct undo *u = s->undo; u && !u->is_mark; u = u->up)
		if (u->id == id)
			return;
	struct undo *u = NEW(a, struct undo);
	*u = (struct undo){.up = s->undo, .id = id, .old = state_variable(s, id)};
	s->undo = u;
}

void
state_leave(struct arena *a, struct state *s)
{
	const struct undo *u = s->undo;
	for (; u && !u->is_mark; u = u->up)
		state_put(a, s, u->id, u->old);
	if (!u)
		return;
	s->arg = u->arg;
	s->n_args = u->n_args;
	s->undo = u->up;
}

/* ---- arrays --------------------------------------------------------------------- */

const struct element *
elements_at(const struct elements *e, size_t i)
{
	return &e->store->v[i];
}

static struct elements
elements_copy(struct arena *a, const struct elements *e, size_t room)
{
	struct element_store *store = NEW(a, struct element_store);
	store->cap = e->n + room;
	store->v = NEW_ARRAY(a, struct element, store->cap);
	if (e->n)
		memcpy(store->v, e->store->v, e->n * sizeof *store->v);
	store->used = e->n;
	return (struct elements){store, e->n};
}

struct elements
elements_add(struct arena *a, const struct elements *e, const struct element *item)
{
	struct elements r = *e;
	if (!r.store || r.store->used != r.n || r.store->used == r.store->cap)
		r = elements_copy(a, e, e->n < 4 ? 4 : e->n);
	r.store->v[r.store->used++] = *item;
	r.n++;
	return r;
}

static bool
same_place(enum variable_kind kind, const struct element *x, const struct element *y)
{
	return kind == VARIABLE_ASSOCIATIVE ? str_eq(x->key, y->key)
					    : x->index == y->index;
}

struct elements
elements_set(struct arena *a, const struct elements *e, enum variable_kind kind,
	const struct element *item)
{
	size_t at = 0;
	if (kind == VARIABLE_INDEXED && e->n && e->store->v[e->n - 1].index < item->index)
		return elements_add(a, e, item);
	while (at < e->n && !same_place(kind, &e->store->v[at], item) &&
		(kind == VARIABLE_ASSOCIATIVE || e->store->v[at].index < item->index))
		at++;
	if (at == e->n)
		return elements_add(a, e, item);
	struct elements r = elements_copy(a, e, 4);
	if (!same_place(kind, &r.store->v[at], item)) {
		memmove(&r.store->v[at + 1], &r.store->v[at],
			(r.n - at) * sizeof *r.store->v);
		r.n = ++r.store->used;
	}
	r.store->v[at] = *item;
	return r;
}

struct elements
elements_remove(struct arena *a, const struct elements *e, const struct element *item)
{
	struct elements r = elements_copy(a, e, 0);
	size_t at = (size_t)(item - e->store->v);
	memmove(&r.store->v[at], &r.store->v[at + 1],
		(r.n - at - 1) * sizeof *r.store->v);
	r.n = --r.store->used;
	return r;
}

const struct value *
variable_scalar(const struct variable *v)
{
	if (v->kind == VARIABLE_SCALAR)
		return v->value ? v->value : &value_empty;
	const struct element *first = variable_element(v, 0, S("0"));
	return first ? first->value : &value_empty;
}

const struct element *
variable_element(const struct variable *v, int64_t index, struct str key)
{
	const struct element wanted = {.index = index, .key = key};
	size_t guess = index >= 0 && (uint64_t)index < v->elements.n ? (size_t)index : 0;
	if (guess < v->elements.n &&
		same_place(v->kind, elements_at(&v->elements, guess), &wanted))
		return elements_at(&v->elements, guess);
	for (size_t i = 0; i < v->elements.n; i++)
		if (same_place(v->kind, elements_at(&v->elements, i), &wanted))
			return elements_at(&v->elements, i);
	return NULL;
}

static bool
elements_equal(const struct elements *x, const struct elements *y, size_t *looked_at)
{
	if (x->n != y->n)
		return false;
	if (x->store == y->store)
		return true;
	for (size_t i = 0; i < x->n; i++) {
		++*looked_at;
		const struct element *p = elements_at(x, i), *q = elements_at(y, i);
		if (p->index != q->index || !str_eq(p->key, q->key) ||
			!value_equal(p->value, q->value))
			return false;
	}
	return true;
}

bool
variable_equal(const struct variable *x, const struct variable *y, size_t *looked_at)
{
	if (x == y)
		return true;
	if (!x || !y || x->kind != y->kind || x->set != y->set ||
		x->exported != y->exported || x->flags != y->flags)
		return false;
	if (x->kind != VARIABLE_SCALAR)
		return elements_equal(&x->elements, &y->elements, looked_at);
	return x->set == TRI_NO || value_equal(x->value, y->value);
}

/* ---- jobs ----------------------------------------------------------------------- */

bool
jobset_has(const struct jobset *j, unsigned job)
{
	return j->w[job / 64] >> (job % 64) & 1;
}

void
jobset_put(struct jobset *j, unsigned job, bool on)
{
	uint64_t bit = (uint64_t)1 << (job % 64);
	if (on)
		j->w[job / 64] |= bit;
	else
		j->w[job / 64] &= ~bit;
}

bool
jobset_is_empty(const struct jobset *j)
{
	return !(j->w[0] | j->w[1] | j->w[2] | j->w[3]);
}

bool
jobset_equal(const struct jobset *x, const struct jobset *y)
{
	return !memcmp(x, y, sizeof *x);
}

struct jobset
jobset_without(struct jobset j, struct jobset others)
{
	for (size_t i = 0; i < sizeof j.w / sizeof *j.w; i++)
		j.w[i] &= ~others.w[i];
	return j;
}
