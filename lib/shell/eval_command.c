/* Lists, conditions and the like. */
#include "shell/eval.h"

#include "base/arena.h"
#include "shell/pattern.h"

/* ---- lists ---------------------------------------------------------------------- */

static bool
says_status(struct eval *e, const struct shell_item *item)
{
	return str_contains(span_text(e->session->sources, item->span), S("$?"));
}

/* What comes before the end of this statement is not run again, unless in a loop. */
static void
pass(struct eval *e, const struct shell_item *item)
{
	if (e->call->script && e->call->function.n == 0 && !e->loops && e->lasting)
		e->call->position = item->span.end;
}

void
eval_list(struct eval *e, const struct shell_list *list, struct states *set)
{
	for (size_t i = 0; i < list->items.n && set->n; i++) {
		const struct shell_item *item = &list->items.v[i];
		if (!eval_step(e, item->span)) {
			set->n = 0;
			return;
		}
		if (item->background)
			eval_background(e, item, set);
		else
			eval_command(e, item->command, set);
		pass(e, item);
		if (set->n > 1) {
			bool last = i + 1 == list->items.n;
			eval_settle(e, set, last || says_status(e, item + 1));
		}
	}
	if (list->items.n == 0)
		for (size_t i = 0; i < set->n; i++)
			eval_status(set->v[i], 0);
}

/* ---- if ------------------------------------------------------------------------- */

/* If all other paths ended the script, what was assumed against them needs no saying. */
struct fork_point
eval_fork_begin(const struct eval *e, const struct states *set)
{
	return (struct fork_point){
		set->n == 1 ? set->v[0]->assumed : NULL, set->n, e->escaped};
}

void
eval_fork_end(const struct eval *e, struct states *set, struct fork_point p)
{
	if (p.n == 1 && set->n == 1 && p.escaped == e->escaped)
		set->v[0]->assumed = p.assumed;
}

static void
add_reads(struct eval *e, struct origins *to, const struct origins *from)
{
	for (size_t i = 0; i < from->n; i++)
		vec_push(e->arena, to, from->v[i]);
}

/* Runs a condition: its failure is no reason to exit. */
static void
run_condition(struct eval *e, const struct shell_list *list, struct states *set,
	struct guard *g)
{
	struct collector c = eval_collect(e);
	e->quiet++;
	eval_list(e, list, set);
	e->quiet--;
	struct origins reads = eval_collected(e, c);
	add_reads(e, &g->reads, &reads);
	g->span = list->span;
}

void
eval_guarded(struct eval *e, const struct shell_list *list, struct states *set,
	const struct guard *g, bool holds)
{
	for (size_t i = 0; i < set->n; i++)
		eval_guard(e, set->v[i], g, holds);
	eval_list(e, list, set);
	for (size_t i = 0; i < set->n; i++)
		set->v[i]->within = set->v[i]->within->up;
}

void
eval_keep(struct eval *e, struct states *set, const struct shell_list *not_run,
	const struct guard *g)
{
	for (size_t i = 0; i < set->n && not_run && g->reads.n; i++)
		eval_kept(e, set->v[i], not_run, &g->reads, g->span);
}

void
eval_if(struct eval *e, const struct shell_command *c, struct states *set)
{
	const struct shell_branch *b = &c->branch;
	struct fork_point p = eval_fork_begin(e, set);
	struct guard g = {0};
	struct states done = {0};
	for (size_t i = 0; i < b->arms.n && set->n; i++) {
		struct states yes = {0}, no = {0};
		run_condition(e, b->arms.v[i].condition, set, &g);
		eval_decide(e, set, &g, &yes, &no);
		eval_keep(e, &no, b->arms.v[i].body, &g);
		eval_keep(e, &yes, b->otherwise, &g);
		eval_guarded(e, b->arms.v[i].body, &yes, &g, true);
		states_move(e, &yes, &done);
		states_move(e, &no, set);
	}
	for (size_t i = 0; i < set->n; i++)
		eval_status(set->v[i], 0);
	if (b->otherwise && set->n)
		eval_guarded(e, b->otherwise, set, &g, false);
	states_move(e, &done, set);
	eval_settle(e, set, true);
	eval_fork_end(e, set, p);
}

/* ---- && || ---------------------------------------------------------------------- */

static void
run_joined(struct eval *e, const struct shell_command *c, struct states *set,
	struct guard *g, bool last)
{
	struct collector k = eval_collect(e);
	e->quiet += !last;
	eval_command(e, c, set);
	e->quiet -= !last;
	struct origins reads = eval_collected(e, k);
	add_reads(e, &g->reads, &reads);
}

void
eval_and_or(struct eval *e, const struct shell_command *c, struct states *set)
{
	const struct shell_and_or *list = &c->and_or;
	struct fork_point p = eval_fork_begin(e, set);
	struct guard g = {.span = c->span};
	run_joined(e, list->v[0].command, set, &g, list->n == 1);
	for (size_t i = 1; i < list->n && set->n; i++) {
		struct states go = {0}, stay = {0};
		bool is_and = list->v[i].join == JOIN_AND, last = i + 1 == list->n;
		g.span.end = list->v[i - 1].command->span.end;
		eval_decide(e, set, &g, is_and ? &go : &stay, is_and ? &stay : &go);
		struct guard now = g;
		for (size_t k = 0; k < go.n; k++)
			eval_guard(e, go.v[k], &now, is_and);
		run_joined(e, list->v[i].command, &go, &g, last);
		for (size_t k = 0; k < go.n; k++)
			go.v[k]->within = go.v[k]->within->up;
		states_move(e, &go, set);
		states_move(e, &stay, set);
	}
	eval_settle(e, set, true);
	eval_fork_end(e, set, p);
}

/* ---- one command ---------------------------------------------------------------- */

static void
set_status(struct eval *e, struct states *set, struct state *s, enum tri holds)
{
	if (s->exit) {
		eval_exit(e, s, s->exit, s->exit_span);
		return;
	}
	eval_status(s, holds == TRI_UNKNOWN ? STATUS_UNKNOWN : holds == TRI_NO);
	vec_push(e->arena, set, s);
}

static void
eval_condition(struct eval *e, const struct shell_command *c, struct states *set)
{
	struct states done = {0};
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		if (c->kind == SHELL_TEST) {
			set_status(e, &done, s, eval_test(e, s, c->test));
			continue;
		}
		struct number n = eval_arith(e, s, c->arith);
		set_status(e, &done, s, n.known ? tri_of(n.value != 0) : TRI_UNKNOWN);
	}
	*set = done;
	eval_errexit(e, set, c->span);
}

static void
define(struct eval *e, const struct shell_command *c, struct states *set)
{
	struct function *f = NEW(e->arena, struct function);
	*f = (struct function){.tree = &c->function,
		.lasting = e->lasting,
		.path = e->call->path,
		.file = c->span.file};
	symbol id = session_symbol(e->session, c->function.name);
	for (size_t i = 0; i < set->n; i++) {
		const struct function *old = state_function(set->v[i], id);
		if (!old || old->tree != f->tree)
			state_put_function(e->arena, set->v[i], id, f);
		eval_status(set->v[i], 0);
	}
}

/* select and coproc: what they run may have happened or not. */
static void
skip(struct eval *e, const struct shell_command *c, struct states *set)
{
	eval_gap(e, GAP_CONSTRUCT, c->span,
		c->kind == SHELL_SELECT ? S("select is not followed")
					: S("coproc is not followed"));
	for (size_t i = 0; i < set->n; i++) {
		eval_havoc_command(
			e, set->v[i], c, S("a statement that is not followed"));
		eval_status(set->v[i], STATUS_UNKNOWN);
	}
}

static void
run_kind(struct eval *e, const struct shell_command *c, struct states *set)
{
	switch (c->kind) {
	case SHELL_SIMPLE:
		eval_simple(e, c, set);
		break;
	case SHELL_DECLARE:
		eval_declare(e, c, set);
		break;
	case SHELL_PIPELINE:
		eval_pipeline(e, c, set);
		break;
	case SHELL_AND_OR:
		eval_and_or(e, c, set);
		break;
	case SHELL_SUBSHELL:
		eval_subshell(e, c, set);
		break;
	case SHELL_GROUP:
		eval_list(e, c->list, set);
		break;
	case SHELL_IF:
		eval_if(e, c, set);
		break;
	case SHELL_WHILE:
	case SHELL_UNTIL:
	case SHELL_FOR:
	case SHELL_FOR_ARITH:
		eval_loop(e, c, set);
		break;
	case SHELL_CASE:
		eval_case(e, c, set);
		break;
	case SHELL_FUNCTION:
		define(e, c, set);
		break;
	case SHELL_TEST:
	case SHELL_ARITH:
		eval_condition(e, c, set);
		break;
	case SHELL_SELECT:
	case SHELL_COPROC:
		skip(e, c, set);
		break;
	}
}

/* A redirection that fails keeps the command from running. */
static void
redirect_all(struct eval *e, const struct shell_command *c, struct states *set,
	struct states *failed)
{
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		bool good = io_redirect(e, s, &c->redirects);
		if (s->exit) {
			eval_exit(e, s, s->exit, s->exit_span);
		} else if (good) {
			set->v[n++] = s;
		} else {
			eval_status(s, 1);
			vec_push(e->arena, failed, s);
		}
	}
	set->n = n;
}

void
eval_command(struct eval *e, const struct shell_command *c, struct states *set)
{
	bool own = c->kind == SHELL_SIMPLE || c->kind == SHELL_DECLARE ||
		   c->kind == SHELL_FUNCTION;
	bool redirected = c->redirects.n && !own;
	struct states failed = {0};
	if (!eval_enter(e, c->span)) {
		for (size_t i = 0; i < set->n; i++) {
			eval_havoc_command(
				e, set->v[i], c, S("a statement nested too deep"));
			eval_status(set->v[i], STATUS_UNKNOWN);
		}
		return;
	}
	if (redirected)
		redirect_all(e, c, set, &failed);
	run_kind(e, c, set);
	states_move(e, &failed, set);
	for (size_t i = 0; i < set->n && redirected; i++)
		io_pop(e, set->v[i]);
	eval_leave(e);
}
