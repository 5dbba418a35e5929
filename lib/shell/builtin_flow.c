/* Builtins that change where execution goes on: exit, return, break, source, eval, exec.
 */
#include "shell/builtin.h"

#include "base/arena.h"

/* The status given as a word; without one, that of the last command. */
static void
take_status(struct state *s, const struct invocation *call)
{
	struct str text;
	int64_t n;
	if (call->argv.n < 2)
		return;
	const struct field *f = &call->argv.v[1];
	if (!word_known(f, &text))
		eval_status(s, STATUS_UNKNOWN);
	else
		eval_status(s, str_to_int64(text, &n) ? (int)(n & 255) : 2);
}

BUILTIN(builtin_exit)
{
	(void)more;
	take_status(s, call);
	eval_exit(e, s, EXIT_COMMAND, call->span);
	return GONE;
}

BUILTIN(builtin_return)
{
	(void)more;
	take_status(s, call);
	if (eval_return(e, s))
		return GONE;
	eval_status(s, 1);
	return STAYS;
}

static enum verdict
leave_loop(struct eval *e, struct state *s, const struct invocation *call, bool again)
{
	struct str text;
	int64_t levels = 1;
	eval_status(s, 0);
	if (call->argv.n > 1 && word_known(&call->argv.v[1], &text) &&
		!str_to_int64(text, &levels))
		levels = 1;
	if (levels < 1 || !eval_in_loop(e))
		return STAYS;
	eval_break(e, s, levels, again);
	return GONE;
}

BUILTIN(builtin_break)
{
	(void)more;
	return leave_loop(e, s, call, false);
}

BUILTIN(builtin_continue)
{
	(void)more;
	return leave_loop(e, s, call, true);
}

/* ---- source --------------------------------------------------------------------- */

/* What a script from outside of the tree sets is not known. It can't know the names that
 * a recipe uses, so it is taken to set up programs only. */
static void
source_foreign(struct eval *e, struct state *s, const struct invocation *call)
{
	static const char *const names[] = {
		"PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME"};
	struct str why = str_fmt(e->arena, "source %.*s",
		STR(value_shown(e->arena, call->argv.v[1].value)));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		eval_havoc(e, s, session_symbol(e->session, str_from(names[i])),
			call->span, why);
	eval_gap(e, GAP_CONSTRUCT, call->span,
		S("a script outside of the tree is sourced"));
	eval_status(s, STATUS_UNKNOWN);
}

BUILTIN(builtin_source)
{
	if (call->argv.n < 2) {
		eval_status(s, 2);
		return STAYS;
	}
	const struct value *path = call->argv.v[1].value;
	struct file_info f = file_look(e, s, path);
	struct session_script *script =
		f.path ? session_script(e->session, f.path) : NULL;
	if (f.kind == FILE_ABSENT) {
		eval_fault(e, s, FAULT_NO_FILE, call->span, value_shown(e->arena, path));
		eval_status(s, 1);
		return STAYS;
	}
	if (!script) {
		source_foreign(e, s, call);
		return STAYS;
	}
	bool arguments = call->argv.n > 2;
	if (arguments) {
		state_enter(e->arena, s);
		s->arg = call->argv.v + 2;
		s->n_args = call->argv.n - 2;
	}
	vec_push(e->arena, more, s);
	eval_script(e, script, value_shown(e->arena, path), call->span, more);
	for (size_t i = 0; i < more->n && arguments; i++)
		state_leave(e->arena, more->v[i]);
	return GONE;
}

/* ---- eval, exec, command -------------------------------------------------------- */

BUILTIN(builtin_eval)
{
	struct value_builder b = value_build(e->arena);
	for (size_t i = 1; i < call->argv.n; i++) {
		value_add_text(&b, i > 1 ? S(" ") : S(""));
		value_add(&b, call->argv.v[i].value);
	}
	const struct value *v = value_done(&b);
	struct str text;
	if (!value_known(v, &text)) {
		eval_gap(e, GAP_CONSTRUCT, call->span,
			S("eval of a text that is not known"));
		launch_command(e, s, call, false);
		return STAYS;
	}
	eval_status(s, 0);
	vec_push(e->arena, more, s);
	eval_text(e, text, call->span, more);
	return GONE;
}

static struct invocation
without_words(const struct invocation *call, size_t n)
{
	struct invocation rest = *call;
	rest.argv.v += n;
	rest.argv.n -= n;
	rest.argv.cap = rest.argv.n;
	return rest;
}

/* exec -a NAME, -c, -l */
BUILTIN(builtin_exec)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option;
	while (next_option(&w, &option))
		w.at += str_eq(option, S("-a"));
	if (w.at >= w.n) {
		if (call->command->redirects.n) {
			io_make_permanent(e, s);
			io_push(e, s, NULL, false); /* for the statement to take away */
		}
		eval_status(s, 0);
		return STAYS;
	}
	struct invocation rest = without_words(call, w.at);
	launch_command(e, s, &rest, true);
	eval_exit(e, s, EXIT_EXEC, call->span);
	return GONE;
}

static void
describe_command(struct eval *e, struct state *s, const struct invocation *call,
	const struct field *f)
{
	struct str name;
	bool known = word_known(f, &name);
	if (known && (builtin_is_internal(name) ||
			     state_function(s, session_symbol(e->session, name)))) {
		io_emit(e, s,
			value_text(e->arena, str_fmt(e->arena, "%.*s\n", STR(name))));
		eval_status(s, 0);
		return;
	}
	/* The folder with its slash; it may have none where PATH has ".". */
	const struct value *folder = value_unknown(e->arena, call->span,
		HOLE_NO_LINES | HOLE_NO_BLANKS,
		str_fmt(e->arena, "folder of %.*s", STR(known ? name : S("a command"))));
	struct value_builder b = value_build(e->arena);
	value_add(&b, folder);
	value_add(&b, f->value);
	value_add_text(&b, S("\n"));
	io_emit(e, s, value_done(&b));
	eval_status(s, STATUS_UNKNOWN);
}

BUILTIN(builtin_command)
{
	struct words_left w = words_of(call);
	struct str option;
	bool asks = false;
	while (next_option(&w, &option))
		asks |= str_eq(option, S("-v")) || str_eq(option, S("-V"));
	if (w.at >= w.n) {
		eval_status(s, 0);
		return STAYS;
	}
	if (asks) {
		describe_command(e, s, call, &w.v[w.at]);
		return STAYS;
	}
	struct invocation rest = without_words(call, w.at);
	run_command_word(e, s, &rest, more);
	return GONE;
}

BUILTIN(builtin_builtin)
{
	if (call->argv.n < 2) {
		eval_status(s, 0);
		return STAYS;
	}
	struct invocation rest = without_words(call, 1);
	run_command_word(e, s, &rest, more);
	return GONE;
}

/* ---- env ------------------------------------------------------------------------- */

static const struct value *
environment_text(struct eval *e, const struct state *s)
{
	struct value_builder b = value_build(e->arena);
	for (symbol id = 0; id < e->session->names.n; id++) {
		const struct variable *v = state_variable(s, id);
		if (!v || v->exported == TRI_NO || v->set == TRI_NO ||
			v->kind != VARIABLE_SCALAR)
			continue;
		value_add_text(&b, session_name(e->session, id));
		value_add_text(&b, S("="));
		value_add(&b, v->value);
		value_add_text(&b, S("\n"));
	}
	return value_done(&b);
}

/* Without words it prints the environment; else it is a command like others. */
BUILTIN(builtin_env)
{
	(void)more;
	if (call->argv.n > 1) {
		launch_command(e, s, call, false);
		return STAYS;
	}
	io_emit(e, s, environment_text(e, s));
	eval_status(s, 0);
	return STAYS;
}
