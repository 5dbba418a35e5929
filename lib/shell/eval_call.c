/* Functions, sourced scripts and text that was computed. */
#include "shell/eval.h"

#include "base/arena.h"

enum { CALLS_MAX = 60, SAME_CALLS_MAX = 40, UNDECIDED_CALLS_MAX = 1 };

/* ---- functions ------------------------------------------------------------------ */

/* Recursion is followed as long as everything is decided; else nobody knows where it
 * ends. */
static bool
is_too_deep(const struct eval *e, const struct function *f)
{
	unsigned same = 0, all = 0;
	bool undecided = false;
	for (const struct call *c = e->call; c; c = c->up, all++) {
		same += c->tree == f->tree;
		undecided |= c->tree == f->tree && c->forks != e->trace->forks;
	}
	return all >= CALLS_MAX || same >= SAME_CALLS_MAX ||
	       (undecided && same >= UNDECIDED_CALLS_MAX);
}

/* Not run: whatever it assigns may have changed. */
static void
skip_call(struct eval *e, const struct function *f, struct span site, struct state *s)
{
	struct str why = str_fmt(
		e->arena, "function %.*s, which calls itself", STR(f->tree->name));
	bool lasting = e->lasting;
	e->lasting = f->lasting;
	eval_havoc_command(e, s, f->tree->body, why);
	e->lasting = lasting;
	eval_status(s, STATUS_UNKNOWN);
	io_emit(e, s, value_unknown(e->arena, site, 0, why));
	state_leave(e->arena, s);
}

static bool
is_of_script(const struct eval *e, const struct call *c)
{
	return c->tree ? c->file == e->trace->script_file : c == e->root;
}

void
eval_function_body(
	struct eval *e, const struct function *f, struct span site, struct states *set)
{
	if (is_too_deep(e, f) || !eval_enter(e, site)) {
		if (e->trace->forks == e->call->forks)
			eval_gap(e, GAP_LIMIT, site,
				S("functions call each other too deep"));
		for (size_t i = 0; i < set->n; i++)
			skip_call(e, f, site, set->v[i]);
		return;
	}
	struct frame frame = {.kind = FRAME_FUNCTION};
	struct call call = {.up = e->call,
		.path = f->path,
		.function = f->tree->name,
		.site = site,
		.tree = f->tree,
		.file = f->file,
		.forks = e->trace->forks};
	bool lasting = e->lasting;
	size_t context = e->context;
	eval_push_frame(e, &frame, set);
	e->context = eval_context(e, f->tree, site.begin);
	e->call = &call;
	e->lasting = f->lasting;
	eval_command(e, f->tree->body, set);
	e->lasting = lasting;
	e->call = e->call->up;
	e->context = context;
	eval_pop_frame(e, &frame);
	states_move(e, &frame.left, set);
	for (size_t i = 0; i < set->n; i++)
		state_leave(e->arena, set->v[i]);
	e->leaving_library = f->file != e->trace->script_file && is_of_script(e, e->call);
	eval_settle(e, set, true);
	e->leaving_library = false;
	eval_leave(e);
}

/* ---- scripts -------------------------------------------------------------------- */

void
eval_script(struct eval *e, struct session_script *script, struct str path,
	struct span site, struct states *set)
{
	unsigned same = 0;
	for (const struct call *c = e->call; c; c = c->up)
		same += c->script == script;
	if (same > 2 || !eval_enter(e, site)) {
		eval_gap(e, GAP_LIMIT, site, S("a script sources itself"));
		for (size_t i = 0; i < set->n; i++)
			eval_status(set->v[i], STATUS_UNKNOWN);
		return;
	}
	struct frame frame = {.kind = FRAME_SOURCE};
	struct call call = {.up = e->call, .path = path, .site = site, .script = script};
	bool lasting = e->lasting;
	size_t context = e->context;
	eval_use_script(e, script);
	eval_push_frame(e, &frame, set);
	e->context = eval_context(e, script, site.begin);
	e->call = &call;
	e->lasting = true;
	eval_list(e, script->tree->list, set);
	e->lasting = lasting;
	e->call = e->call->up;
	e->context = context;
	eval_pop_frame(e, &frame);
	states_move(e, &frame.left, set);
	eval_settle(e, set, true);
	eval_leave(e);
}

void
eval_text(struct eval *e, struct str text, struct span origin, struct states *set)
{
	if (!eval_enter(e, origin)) {
		for (size_t i = 0; i < set->n; i++)
			eval_status(set->v[i], STATUS_UNKNOWN);
		return;
	}
	struct shell_script *script = shell_parse_text(e->arena, text, origin);
	for (size_t i = 0; i < script->gaps.n; i++)
		eval_gap(e, script->gaps.v[i].kind, origin, script->gaps.v[i].reason);
	if (script->errors.n)
		eval_gap(e, GAP_CONSTRUCT, origin, S("a text that is run can't be read"));
	bool lasting = e->lasting;
	e->lasting = false;
	eval_list(e, script->list, set);
	e->lasting = lasting;
	eval_leave(e);
}

/* ---- another shell -------------------------------------------------------------- */

/* What a child process starts with: exported variables, no functions, no options. */
void
eval_become_child(struct eval *e, struct state *s)
{
	for (symbol id = 0; id < e->session->names.n; id++) {
		const struct variable *v = state_variable(s, id);
		state_put_function(e->arena, s, id, NULL);
		if (v && v->exported == TRI_NO && id != e->names.ifs &&
			id != e->names.optind)
			state_put(e->arena, s, id, NULL);
	}
	s->options = 0;
	s->undo = NULL;
	s->last_job = 0;
	for (size_t i = 0; i < TRAP_COUNT; i++)
		s->trap[i] = NULL;
}
