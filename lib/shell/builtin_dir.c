/* The working directory: cd, pwd. */
#include "shell/builtin.h"

static void
go_to(struct eval *e, struct state *s, const struct value *path, struct span span)
{
	const struct value *old = s->cwd;
	s->cwd = file_absolute(e, s, path);
	struct str text;
	if (value_known(s->cwd, &text))
		s->cwd = value_text(e->arena, session_normal_path(e->arena, text));
	eval_set(e, s, e->names.oldpwd, old, span, (struct origins){0});
	eval_set(e, s, e->names.pwd, s->cwd, span, (struct origins){0});
}

static const struct value *
named(const struct state *s, symbol id)
{
	const struct variable *v = state_variable(s, id);
	return v && v->set != TRI_NO ? variable_scalar(v) : NULL;
}

/* A folder that nobody knows of is taken to be there: a recipe that goes on in the wrong
 * one is no recipe. */
BUILTIN(builtin_cd)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option;
	while (next_option(&w, &option))
		;
	const struct value *path = w.at < w.n ? w.v[w.at].value : named(s, e->names.home);
	if (path && value_is(path, S("-")))
		path = named(s, e->names.oldpwd);
	if (!path || value_is_empty(path) == TRI_YES) {
		eval_status(s, path ? 0 : 1);
		return STAYS;
	}
	enum tri there = file_question(e, s, 'd', path);
	if (there == TRI_NO) {
		eval_status(s, 1);
		return STAYS;
	}
	go_to(e, s, path, call->span);
	eval_status(s, there == TRI_YES ? 0 : STATUS_UNKNOWN);
	return STAYS;
}

BUILTIN(builtin_pushd)
{
	(void)more;
	if (call->argv.n > 1)
		go_to(e, s, call->argv.v[1].value, call->span);
	else
		go_to(e, s,
			value_unknown(e->arena, call->span, HOLE_WORD,
				S("a folder of the stack")),
			call->span);
	eval_status(s, STATUS_UNKNOWN);
	return STAYS;
}

BUILTIN(builtin_pwd)
{
	(void)more;
	(void)call;
	io_emit(e, s, value_concat(e->arena, s->cwd, value_text(e->arena, S("\n"))));
	eval_status(s, 0);
	return STAYS;
}
