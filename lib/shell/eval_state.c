/* Sets of states: copies, forks, merging. */
#include "shell/eval.h"

#include "base/arena.h"

struct state *
eval_copy(struct eval *e, struct state *s)
{
	return state_copy(e->arena, s, &e->tokens);
}

void
states_move(struct eval *e, struct states *from, struct states *to)
{
	for (size_t i = 0; i < from->n; i++)
		vec_push(e->arena, to, from->v[i]);
	from->n = 0;
}

void
eval_status(struct state *s, int status)
{
	s->status = status;
}

/* ---- conditions ----------------------------------------------------------------- */

static const struct condition *
condition_new(
	struct eval *e, const struct condition *up, const struct guard *g, bool holds)
{
	struct condition *c = NEW(e->arena, struct condition);
	*c = (struct condition){.up = up,
		.span = g->span,
		.pattern = g->pattern,
		.holds = holds,
		.decided = g->decided,
		.depth = up ? up->depth + 1 : 1,
		.reads = g->reads};
	return c;
}

struct state *
eval_fork(struct eval *e, struct state *s, const struct guard *g)
{
	struct state *other = eval_copy(e, s);
	s->assumed = condition_new(e, s->assumed, g, true);
	other->assumed = condition_new(e, other->assumed, g, false);
	e->trace->forks++;
	return other;
}

void
eval_guard(struct eval *e, struct state *s, const struct guard *g, bool holds)
{
	s->within = condition_new(e, s->within, g, holds);
}

void
eval_decide(struct eval *e, struct states *set, struct guard *g, struct states *yes,
	struct states *no)
{
	g->decided = true;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		if (s->status != STATUS_UNKNOWN) {
			vec_push(e->arena, s->status == 0 ? yes : no, s);
			continue;
		}
		g->decided = false;
		struct state *other = eval_fork(e, s, g);
		s->status = 0;
		other->status = 1;
		vec_push(e->arena, yes, s);
		vec_push(e->arena, no, other);
	}
	set->n = 0;
}

/* What two paths assumed in common. */
static const struct condition *
common(const struct condition *a, const struct condition *b)
{
	while (a != b) {
		if (!a || (b && b->depth > a->depth))
			b = b->up;
		else
			a = a->up;
	}
	return a;
}

/* ---- what still matters --------------------------------------------------------- */

/* When a function of a library returns to the script, what the script never names is for
 * the library alone: that its variables may be joined costs precision there, and nothing
 * else. */
static bool
is_live(const struct eval *e, symbol id)
{
	if (id == e->names.ifs || id == e->names.optind)
		return true;
	if (e->leaving_library)
		return session_mentions(e->scripts.v[0], id, e->root->position);
	for (size_t i = 0; i < e->scripts.n; i++)
		if (session_mentions(e->scripts.v[i], id, UINT32_MAX))
			return true;
	for (const struct call *c = e->call; c; c = c->up)
		if (c->script && session_mentions(c->script, id, c->position))
			return true;
	return false;
}

/* ---- equality of states --------------------------------------------------------- */

static bool
undo_equal(const struct undo *x, const struct undo *y)
{
	while (x != y) {
		if (!x || !y || x->is_mark != y->is_mark || x->id != y->id ||
			x->old != y->old || x->n_args != y->n_args || x->arg != y->arg)
			return false;
		x = x->up;
		y = y->up;
	}
	return true;
}

static bool
fields_equal(const struct field *x, size_t n, const struct field *y, size_t m)
{
	if (n != m)
		return false;
	for (size_t i = 0; x != y && i < n; i++)
		if (!value_equal(x[i].value, y[i].value))
			return false;
	return true;
}

static bool
traps_equal(const struct state *x, const struct state *y)
{
	for (size_t i = 0; i < TRAP_COUNT; i++) {
		const struct trap *p = x->trap[i], *q = y->trap[i];
		if (p != q && (!p || !q || !value_equal(p->text, q->text)))
			return false;
	}
	return true;
}

static bool
sinks_equal(const struct sink *x, const struct sink *y)
{
	return x == y || (x->kind == y->kind && x->depth == y->depth &&
				 (x->kind != SINK_FILE || value_equal(x->path, y->path)));
}

static bool
inputs_equal(const struct value *x, const struct value *y)
{
	return x == y || (x && y && value_equal(x, y));
}

/* Piece by piece: what was written in other pieces counts as different. */
static bool
outputs_equal(struct eval *e, const struct output *x, const struct output *y)
{
	for (; x != y; x = x->up, y = y->up) {
		e->comparisons++;
		if (!x || !y || x->hash != y->hash || !value_equal(x->text, y->text))
			return false;
	}
	return true;
}

static bool
ios_equal(struct eval *e, const struct io *x, const struct io *y)
{
	for (; x != y; x = x->up, y = y->up) {
		if (!x || !y || !sinks_equal(x->out, y->out) ||
			!sinks_equal(x->err, y->err) || !inputs_equal(x->in, y->in))
			return false;
		if (!outputs_equal(e, x->written, y->written))
			return false;
	}
	return true;
}

static bool
equally_unknown(const struct variable *x, const struct variable *y)
{
	return x && y && x->kind == VARIABLE_SCALAR && y->kind == VARIABLE_SCALAR &&
	       x->set == y->set && x->set != TRI_NO && x->exported == y->exported &&
	       x->flags == y->flags && value_equally_unknown(x->value, y->value);
}

static bool
has_elements(const struct variable *v)
{
	return v && v->elements.n;
}

static bool
slots_equal(struct eval *e, const struct slot *a, const struct slot *b, symbol id)
{
	return variable_equal(a->variable, b->variable, &e->comparisons) ||
	       equally_unknown(a->variable, b->variable) || !is_live(e, id);
}

/* Is there a difference at the variable that told two other states apart a moment ago?
 * States of one fork mostly differ in the same thing. */
static bool
differ_again(struct eval *e, const struct state *x, const struct state *y)
{
	const struct slot *a = slots_get(&x->slots, e->differs),
			  *b = slots_get(&y->slots, e->differs);
	return !(has_elements(a->variable) && has_elements(b->variable)) &&
	       !slots_equal(e, a, b, e->differs);
}

/* Long arrays last: most paths differ in something smaller. */
static bool
variables_equal(struct eval *e, const struct state *x, const struct state *y, bool long_ones)
{
	for (symbol id = 0; slots_differ(&x->slots, &y->slots, &id); id++) {
		const struct slot *a = slots_get(&x->slots, id),
				  *b = slots_get(&y->slots, id);
		if (a->function != b->function)
			return false;
		bool is_long = has_elements(a->variable) && has_elements(b->variable);
		if (is_long != long_ones || slots_equal(e, a, b, id))
			continue;
		if (!is_long) /* to look there again costs little */
			e->differs = id;
		return false;
	}
	return true;
}

/* The same pairs are compared after every statement until a file is written again. */
static bool
files_alike(struct eval *e, const struct file_change *x, const struct file_change *y)
{
	if (x == y)
		return true;
	size_t n = sizeof e->compared / sizeof *e->compared;
	struct compared_files *c =
		&e->compared[((uintptr_t)x / 16 * 31 + (uintptr_t)y / 16) % n];
	if (c->x != x || c->y != y)
		*c = (struct compared_files){x, y, files_mergeable(x, y)};
	return c->alike;
}

/* What costs least comes first. */
static bool
same_future(struct eval *e, const struct state *x, const struct state *y, bool status)
{
	if ((status && x->status != y->status) || x->options != y->options ||
		x->n_args != y->n_args || differ_again(e, x, y))
		return false;
	if (!e->leaving_library &&
		(x->last_job != y->last_job || !jobset_equal(&x->may, &y->may) ||
			!jobset_equal(&x->must, &y->must) ||
			!files_alike(e, x->files, y->files)))
		return false;
	return value_equal(x->cwd, y->cwd) && traps_equal(x, y) &&
	       fields_equal(x->arg, x->n_args, y->arg, y->n_args) &&
	       undo_equal(x->undo, y->undo) && ios_equal(e, x->io, y->io) &&
	       variables_equal(e, x, y, false) && variables_equal(e, x, y, true);
}

bool
eval_same_state(struct eval *e, const struct state *x, const struct state *y)
{
	return x->files == y->files && x->facts == y->facts && same_future(e, x, y, true);
}

/* ---- merging -------------------------------------------------------------------- */

static void
join_variables(struct eval *e, struct state *x, const struct state *y)
{
	for (symbol id = 0; slots_differ(&x->slots, &y->slots, &id); id++) {
		struct slot a = *slots_get(&x->slots, id), b = *slots_get(&y->slots, id);
		if (a.variable != b.variable)
			state_put(e->arena, x, id,
				eval_join_variables(e, a.variable, b.variable));
		if (!a.function && b.function)
			state_put_function(e->arena, x, id, b.function);
	}
}

void
eval_join_into(struct eval *e, struct state *x, const struct state *y)
{
	join_variables(e, x, y);
	if (x->status != y->status)
		x->status = STATUS_UNKNOWN;
	for (size_t i = 0; i < sizeof x->may.w / sizeof *x->may.w; i++) {
		x->may.w[i] |= y->may.w[i];
		x->must.w[i] &= y->must.w[i];
	}
	x->assumed = common(x->assumed, y->assumed);
	x->facts = facts_common(x->facts, y->facts);
	if (x->files != y->files)
		x->files = files_join(e, x->files, y->files);
	if (x->io != y->io)
		x->io = io_join(e, x->io, y->io);
	if (!value_equal(x->cwd, y->cwd))
		x->cwd = value_either(e->arena, x->cwd, y->cwd);
	x->options &= y->options;
	if (x->last_job != y->last_job)
		x->last_job = JOB_UNKNOWN;
	if (!fields_equal(x->arg, x->n_args, y->arg, y->n_args))
		eval_unknown_arguments(e, x, (struct span){0});
	for (size_t i = 0; i < TRAP_COUNT; i++)
		x->trap[i] = x->trap[i] ? x->trap[i] : y->trap[i];
}

void
eval_settle(struct eval *e, struct states *set, bool keep_status)
{
	for (size_t i = 0; i < set->n; i++) {
		size_t kept = i + 1;
		for (size_t k = i + 1; k < set->n; k++) {
			if (same_future(e, set->v[i], set->v[k], keep_status))
				eval_join_into(e, set->v[i], set->v[k]);
			else
				set->v[kept++] = set->v[k];
		}
		set->n = kept;
	}
	if (set->n <= LIMIT_SHELL_STATES)
		return;
	eval_gap(e, GAP_LIMIT, e->call->site, S("more paths than are kept apart"));
	for (size_t k = 1; k < set->n; k++)
		eval_join_into(e, set->v[0], set->v[k]);
	set->n = 1;
}
