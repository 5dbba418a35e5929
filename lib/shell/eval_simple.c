/* Simple commands: words and assignments first, then whatever the first word names. */
#include "shell/eval.h"

#include "base/arena.h"

/* States that call the same function run it together. */
struct group {
	const struct function *function;
	struct states states;
};

VEC(groups, struct group);

/* ---- before the command runs ---------------------------------------------------- */

static void
expand_assigned(struct eval *e, struct state *s, const struct shell_assigns *list,
	struct invocation *call)
{
	for (size_t i = 0; i < list->n && !s->exit; i++) {
		const struct shell_assign *a = list->v[i];
		struct shell_setting g = {.name = a->name, .set = TRI_YES};
		g.value = a->word ? expand_one(e, s, a->word) : &value_empty;
		vec_push(e->arena, &call->assigned, g);
	}
}

/* NAME=value before a command holds while it runs. */
static void
assign_for_call(struct eval *e, struct state *s, const struct invocation *call)
{
	for (size_t i = 0; i < call->assigned.n; i++) {
		const struct shell_setting *g = &call->assigned.v[i];
		symbol id = session_symbol(e->session, g->name);
		state_save(e->arena, s, id);
		eval_set(e, s, id, g->value, call->span, (struct origins){0});
		eval_export(e, s, id, TRI_YES);
	}
}

static void
only_assign(struct eval *e, struct state *s, const struct shell_command *c)
{
	for (size_t i = 0; i < c->simple.assigns.n && !s->exit; i++)
		eval_assign(e, s, c->simple.assigns.v[i]);
	eval_status(s, s->substituted == STATUS_NONE ? 0 : s->substituted);
}

static void
leave_io(struct eval *e, struct states *set, bool redirected)
{
	for (size_t i = 0; i < set->n && redirected; i++)
		io_pop(e, set->v[i]);
}

/* ---- what the first word names -------------------------------------------------- */

static bool
is_name(const struct invocation *call, struct str *ret)
{
	return call->argv.n && !call->argv.v[0].loose &&
	       value_known(call->argv.v[0].value, ret);
}

static void
add_to_group(
	struct eval *e, struct groups *groups, const struct function *f, struct state *s)
{
	for (size_t i = 0; i < groups->n; i++)
		if (groups->v[i].function->tree == f->tree) {
			vec_push(e->arena, &groups->v[i].states, s);
			return;
		}
	struct group g = {.function = f};
	vec_push(e->arena, &g.states, s);
	vec_push(e->arena, groups, g);
}

static void
run_builtin(struct eval *e, struct state *s, const struct builtin *b,
	const struct invocation *call, struct states *set)
{
	struct states more = {0};
	bool assigns = call->assigned.n != 0;
	if (assigns) {
		state_enter(e->arena, s);
		assign_for_call(e, s, call);
	}
	enum verdict v = b->run(e, s, call, &more);
	if (v == STAYS && s->exit)
		eval_exit(e, s, s->exit, s->exit_span);
	else if (v == STAYS)
		vec_push(e->arena, &more, s);
	for (size_t i = 0; i < more.n && assigns; i++)
		state_leave(e->arena, more.v[i]);
	states_move(e, &more, set);
}

/* Anything but a function of the script. */
void
run_command_word(struct eval *e, struct state *s, const struct invocation *call,
	struct states *set)
{
	struct str name;
	bool known = is_name(call, &name);
	const struct builtin *b = known ? builtin_find(name) : NULL;
	if (b) {
		run_builtin(e, s, b, call, set);
		return;
	}
	if (!known || !tool_run(e, s, call))
		launch_command(e, s, call, false);
	vec_push(e->arena, set, s);
}

static void
begin_call(struct eval *e, struct state *s, const struct invocation *call)
{
	state_enter(e->arena, s);
	s->arg = call->argv.v + 1;
	s->n_args = call->argv.n - 1;
	assign_for_call(e, s, call);
}

/* ---- one statement -------------------------------------------------------------- */

static void
run_state(struct eval *e, struct state *s, const struct shell_command *c,
	struct groups *groups, struct states *set)
{
	struct invocation call = {.command = c, .span = c->span};
	struct str name;
	s->substituted = STATUS_NONE;
	expand_words(e, s, &c->simple.words, &call.argv);
	if (call.argv.n == 0) {
		if (!s->exit && (c->simple.words.n == 0 || c->simple.assigns.n))
			only_assign(e, s, c);
	} else {
		expand_assigned(e, s, &c->simple.assigns, &call);
	}
	if (eval_exhausted(e, c->span))
		return; /* its words may not be complete */
	bool redirected = c->redirects.n && !s->exit;
	bool good = !redirected || io_redirect(e, s, &c->redirects);
	if (s->exit) {
		eval_exit(e, s, s->exit, s->exit_span);
		return;
	}
	if (!good)
		eval_status(s, 1);
	if (!good || call.argv.n == 0) {
		vec_push(e->arena, set, s);
		return;
	}
	const struct function *f =
		is_name(&call, &name)
			? state_function(s, session_symbol(e->session, name))
			: NULL;
	if (f) {
		begin_call(e, s, &call);
		add_to_group(e, groups, f, s);
	} else {
		run_command_word(e, s, &call, set);
	}
}

void
eval_simple(struct eval *e, const struct shell_command *c, struct states *set)
{
	struct states done = {0};
	struct groups groups = {0};
	for (size_t i = 0; i < set->n; i++)
		run_state(e, set->v[i], c, &groups, &done);
	set->n = 0;
	for (size_t i = 0; i < groups.n; i++) {
		eval_function_body(e, groups.v[i].function, c->span, &groups.v[i].states);
		states_move(e, &groups.v[i].states, &done);
	}
	leave_io(e, &done, c->redirects.n != 0);
	states_move(e, &done, set);
	eval_errexit(e, set, c->span);
}
