/*
 * Loops. They run round by round while it is known whether there is another one. When two
 * rounds went different ways on different paths, everything that the body assigns becomes
 * unknown, the body runs once more, and that stands for all rounds that are left.
 */
#include "shell/eval.h"

#include "base/arena.h"

enum { FORKED_ROUNDS = 2 };

struct loop {
	const struct shell_command *command;
	const struct shell_list *body;
	struct guard guard;
	struct frame frame;
	size_t context;
	uint32_t round;
	unsigned forked;
	struct states before; /* some round, to be compared with the next */
};

static void
loop_begin(struct eval *e, struct loop *l, const struct states *set)
{
	l->frame.kind = FRAME_LOOP;
	eval_push_frame(e, &l->frame, set);
	l->context = e->context;
	e->loops++;
}

/* What left by break goes on behind the loop. */
static void
loop_end(struct eval *e, struct loop *l, struct states *set)
{
	e->loops--;
	e->context = l->context;
	eval_pop_frame(e, &l->frame);
	for (size_t i = 0; i < l->frame.left.n; i++)
		eval_status(l->frame.left.v[i], 0);
	states_move(e, &l->frame.left, set);
	eval_settle(e, set, true);
}

static void
run_body(struct eval *e, struct loop *l, struct states *set, bool wide)
{
	size_t before = set->n + l->frame.left.n;
	size_t outer = e->context;
	e->context = eval_context(e, l->command, wide ? UINT32_MAX : l->round);
	eval_guarded(e, l->body, set, &l->guard, true);
	e->context = outer;
	states_move(e, &l->frame.again, set);
	eval_settle(e, set, true);
	eval_settle(e, &l->frame.left, false);
	l->forked += set->n && set->n + l->frame.left.n > before;
	l->round++;
}

static bool
goes_on(struct eval *e, const struct loop *l)
{
	if (l->round >= LIMIT_SHELL_LOOP_ROUNDS)
		eval_gap(e, GAP_LIMIT, l->command->span, S("a loop has too many rounds"));
	return l->round < LIMIT_SHELL_LOOP_ROUNDS && l->forked < FORKED_ROUNDS &&
	       !e->trace->incomplete;
}

static void
havoc_body(struct eval *e, struct loop *l, struct states *set)
{
	for (size_t i = 0; i < set->n; i++)
		eval_havoc_list(e, set->v[i], l->body, S("a loop"));
}

/* ---- for ------------------------------------------------------------------------ */

static void
give_item(struct eval *e, struct loop *l, struct state *s, const struct value *v,
	struct origin *origin)
{
	const struct shell_each *each = &l->command->each;
	struct origins reads = {0};
	if (origin)
		vec_push(e->arena, &reads, origin);
	eval_set(e, s, session_symbol(e->session, each->name), v, each->name_span, reads);
}

/* The rounds from one on, taken together. */
static void
for_rest(struct eval *e, struct loop *l, const struct fields *items, size_t from,
	struct states *set)
{
	struct states none = {0};
	const struct value *v = NULL;
	bool loose = false;
	for (size_t i = from; i < items->n; i++) {
		loose |= items->v[i].loose;
		v = v ? value_either(e->arena, v, items->v[i].value) : items->v[i].value;
	}
	if (loose || !v)
		v = value_unknown(e->arena, l->command->each.name_span, 0,
			str_fmt(e->arena, "%.*s in a loop", STR(l->command->each.name)));
	for (size_t i = 0; i < set->n && loose; i++)
		vec_push(e->arena, &none, eval_copy(e, set->v[i]));
	havoc_body(e, l, set);
	for (size_t i = 0; i < set->n; i++)
		give_item(e, l, set->v[i], v, NULL);
	run_body(e, l, set, true);
	states_move(e, &none, set);
}

static void
run_for(struct eval *e, const struct shell_command *c, const struct fields *items,
	struct states *set)
{
	struct loop l = {.command = c, .body = c->each.body};
	bool loose = false;
	l.guard.span = span_join(c->span, c->each.name_span);
	l.guard.decided = true;
	loop_begin(e, &l, set);
	for (size_t i = 0; i < items->n; i++)
		loose |= items->v[i].loose;
	if (items->n == 0)
		for (size_t i = 0; i < set->n; i++)
			eval_status(set->v[i], 0);
	for (size_t i = 0; i < items->n && set->n; i++) {
		if (loose || !goes_on(e, &l)) {
			for_rest(e, &l, items, i, set);
			break;
		}
		for (size_t k = 0; k < set->n; k++)
			give_item(
				e, &l, set->v[k], items->v[i].value, items->v[i].origin);
		run_body(e, &l, set, false);
	}
	loop_end(e, &l, set);
}

static struct fields
for_items(struct eval *e, const struct shell_each *each, struct state *s)
{
	struct fields f = {0};
	if (each->has_in)
		expand_words(e, s, &each->words, &f);
	for (size_t i = 0; !each->has_in && i < s->n_args; i++)
		vec_push(e->arena, &f, s->arg[i]);
	return f;
}

static bool
same_items(const struct fields *x, const struct fields *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->v[i].loose != y->v[i].loose ||
			!value_equal(x->v[i].value, y->v[i].value))
			return false;
	return true;
}

/* States with the same items go through the loop together. */
static void
eval_for(struct eval *e, const struct shell_command *c, struct states *set)
{
	struct states done = {0};
	VEC(, struct fields) items = {0};
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		struct fields f = for_items(e, &c->each, s);
		if (s->exit) {
			eval_exit(e, s, s->exit, s->exit_span);
			continue;
		}
		vec_push(e->arena, &items, f);
		set->v[n++] = s;
	}
	set->n = n;
	for (size_t i = 0; i < n; i++) {
		struct states group = {0};
		for (size_t k = i; k < n && set->v[i]; k++) {
			if (!set->v[k] || !same_items(&items.v[i], &items.v[k]))
				continue;
			vec_push(e->arena, &group, set->v[k]);
			if (k != i)
				set->v[k] = NULL;
		}
		if (group.n)
			run_for(e, c, &items.v[i], &group);
		states_move(e, &group, &done);
	}
	set->n = 0;
	states_move(e, &done, set);
}

/* ---- while, until, for (( )) ---------------------------------------------------- */

/* An empty condition holds. */
static void
arith_status(struct eval *e, const struct shell_arith *a, struct states *set)
{
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		bool empty = a->word->parts.n == 0 ||
			     (a->word->is_static && str_is_blank(a->word->value));
		struct number r = {.known = true, .value = 1};
		if (!empty)
			r = eval_arith(e, s, a);
		eval_status(s, r.known ? r.value == 0 : STATUS_UNKNOWN);
		if (s->exit)
			eval_exit(e, s, s->exit, s->exit_span);
		else
			set->v[n++] = s;
	}
	set->n = n;
}

/* True when some paths leave the loop here and others do not, and nobody knows which. */
static bool
run_condition(struct eval *e, struct loop *l, struct states *set, struct states *leave)
{
	const struct shell_command *c = l->command;
	struct states yes = {0};
	uint32_t forks = e->trace->forks;
	size_t n = leave->n;
	bool until = c->kind == SHELL_UNTIL;
	struct collector k = eval_collect(e);
	e->quiet++;
	if (c->kind == SHELL_FOR_ARITH)
		arith_status(e, c->for_arith.condition, set);
	else
		eval_list(e, c->loop.condition, set);
	e->quiet--;
	l->guard.reads = eval_collected(e, k);
	eval_decide(e, set, &l->guard, until ? leave : &yes, until ? &yes : leave);
	states_move(e, &yes, set);
	return e->trace->forks != forks && set->n && leave->n > n;
}

static void
run_step(struct eval *e, const struct shell_command *c, struct states *set)
{
	if (c->kind == SHELL_FOR_ARITH)
		arith_status(e, c->for_arith.step, set);
}

static void
havoc_loop(struct eval *e, struct loop *l, struct states *set)
{
	havoc_body(e, l, set);
	const struct shell_command *c = l->command;
	for (size_t i = 0; i < set->n; i++) {
		if (c->kind == SHELL_FOR_ARITH)
			eval_havoc_arith(e, set->v[i], c->for_arith.step, S("a loop"));
		else
			eval_havoc_list(e, set->v[i], c->loop.condition, S("a loop"));
	}
}

/* All rounds that are left. A condition that is known to hold is left by break only. */
static void
while_rest(struct eval *e, struct loop *l, struct states *set, struct states *leave)
{
	havoc_loop(e, l, set);
	bool endless = !run_condition(e, l, set, leave);
	run_body(e, l, set, true);
	run_step(e, l->command, set);
	if (!endless)
		states_move(e, set, leave);
	set->n = 0;
}

/* A round that changes nothing is followed by others like it: they bring nothing new, and
 * paths that did not leave yet never will. Looked at after rounds 1, 2, 4 ..., as most
 * loops count something. */
static bool
is_stuck(struct eval *e, struct loop *l, const struct states *set)
{
	bool is_stuck = l->before.n == set->n;
	for (size_t i = 0; i < set->n && is_stuck; i++)
		is_stuck = eval_same_state(e, l->before.v[i], set->v[i]);
	l->before.n = 0;
	for (size_t i = 0; i < set->n && (l->round & (l->round - 1)) == 0; i++)
		vec_push(e->arena, &l->before, eval_copy(e, set->v[i]));
	return is_stuck;
}

static void
eval_while(struct eval *e, const struct shell_command *c, struct states *set)
{
	bool arith = c->kind == SHELL_FOR_ARITH;
	struct loop l = {.command = c, .body = arith ? c->for_arith.body : c->loop.body};
	struct states leave = {0};
	l.guard.span = arith ? c->for_arith.condition->span : c->loop.condition->span;
	if (arith)
		arith_status(e, c->for_arith.init, set);
	loop_begin(e, &l, set);
	while (set->n && goes_on(e, &l)) {
		l.forked += run_condition(e, &l, set, &leave);
		eval_settle(e, &leave, false);
		if (!set->n)
			break;
		run_body(e, &l, set, false);
		run_step(e, c, set);
		if (!set->n || !is_stuck(e, &l, set))
			continue;
		if (!leave.n && !l.frame.left.n)
			eval_gap(e, GAP_LIMIT, c->span, S("a loop never ends"));
		set->n = 0;
	}
	if (set->n && !e->trace->incomplete)
		while_rest(e, &l, set, &leave);
	for (size_t i = 0; i < leave.n; i++)
		eval_status(leave.v[i], 0);
	states_move(e, &leave, set);
	loop_end(e, &l, set);
}

void
eval_loop(struct eval *e, const struct shell_command *c, struct states *set)
{
	struct fork_point p = eval_fork_begin(e, set);
	if (c->kind == SHELL_FOR)
		eval_for(e, c, set);
	else
		eval_while(e, c, set);
	eval_fork_end(e, set, p);
}
