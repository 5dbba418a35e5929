/* The table of builtins, and those that do little. */
#include "shell/builtin.h"

#include <stdlib.h>

/* Sorted by bytes. bash and env are here because they run further commands. */
static const struct builtin table[] = {
	{".", builtin_source},
	{":", builtin_true},
	{"[", builtin_test},
	{"alias", builtin_true},
	{"bash", builtin_bash},
	{"bg", builtin_true},
	{"bind", builtin_true},
	{"break", builtin_break},
	{"builtin", builtin_builtin},
	{"cd", builtin_cd},
	{"command", builtin_command},
	{"compgen", builtin_type},
	{"complete", builtin_true},
	{"continue", builtin_continue},
	{"dirs", builtin_type},
	{"disown", builtin_true},
	{"echo", builtin_echo},
	{"enable", builtin_true},
	{"env", builtin_env},
	{"eval", builtin_eval},
	{"exec", builtin_exec},
	{"exit", builtin_exit},
	{"false", builtin_false},
	{"fg", builtin_wait},
	{"getopts", builtin_getopts},
	{"hash", builtin_hash},
	{"jobs", builtin_jobs},
	{"kill", builtin_kill},
	{"let", builtin_let},
	{"mapfile", builtin_mapfile},
	{"popd", builtin_pushd},
	{"printf", builtin_printf},
	{"pushd", builtin_pushd},
	{"pwd", builtin_pwd},
	{"read", builtin_read},
	{"readarray", builtin_mapfile},
	{"return", builtin_return},
	{"set", builtin_set},
	{"sh", builtin_bash},
	{"shift", builtin_shift},
	{"shopt", builtin_shopt},
	{"source", builtin_source},
	{"test", builtin_test},
	{"times", builtin_type},
	{"trap", builtin_trap},
	{"true", builtin_true},
	{"type", builtin_type},
	{"ulimit", builtin_hash},
	{"umask", builtin_hash},
	{"unalias", builtin_true},
	{"unset", builtin_unset},
	{"wait", builtin_wait},
};

static int
by_name(const void *key, const void *row)
{
	return str_cmpz(*(const struct str *)key, ((const struct builtin *)row)->name);
}

const struct builtin *
builtin_find(struct str name)
{
	return bsearch(
		&name, table, sizeof table / sizeof *table, sizeof *table, by_name);
}

bool
builtin_is_internal(struct str name)
{
	return builtin_find(name) && !str_eq(name, S("bash")) && !str_eq(name, S("sh")) &&
	       !str_eq(name, S("env"));
}

struct words_left
words_of(const struct invocation *call)
{
	return (struct words_left){call->argv.v, call->argv.n, 1};
}

bool
word_known(const struct field *f, struct str *ret)
{
	return !f->loose && value_known(f->value, ret);
}

bool
next_option(struct words_left *w, struct str *ret)
{
	if (w->at >= w->n || !word_known(&w->v[w->at], ret) || ret->n < 2 ||
		ret->p[0] != '-')
		return false;
	w->at++;
	return !str_eq(*ret, S("--"));
}

struct origins
reads_of(struct eval *e, const struct field *f)
{
	struct origins r = {0};
	if (f->origin)
		vec_push(e->arena, &r, f->origin);
	return r;
}

BUILTIN(builtin_true)
{
	(void)e, (void)call, (void)more;
	eval_status(s, 0);
	return STAYS;
}

BUILTIN(builtin_false)
{
	(void)e, (void)call, (void)more;
	eval_status(s, 1);
	return STAYS;
}

/* Changes nothing that matters here, and may fail. */
BUILTIN(builtin_hash)
{
	(void)e, (void)call, (void)more;
	eval_status(s, call->argv.n > 1 ? STATUS_UNKNOWN : 0);
	return STAYS;
}

/* Prints what nobody can know. */
BUILTIN(builtin_type)
{
	(void)more;
	struct str name = S("");
	word_known(&call->argv.v[0], &name);
	io_emit(e, s,
		value_unknown(e->arena, call->span, 0,
			str_fmt(e->arena, "output of %.*s", STR(name))));
	eval_status(s, STATUS_UNKNOWN);
	return STAYS;
}

BUILTIN(builtin_test)
{
	(void)more;
	size_t n = call->argv.n - 1;
	if (n && value_is(call->argv.v[0].value, S("["))) {
		if (!value_is(call->argv.v[n].value, S("]"))) {
			eval_fault(e, s, FAULT_TEST, call->span, S("missing ]"));
			eval_status(s, 2);
			return STAYS;
		}
		n--;
	}
	enum tri t = eval_test_words(e, s, call->argv.v + 1, n, call->span);
	eval_status(s, t == TRI_UNKNOWN ? STATUS_UNKNOWN : t == TRI_NO);
	return STAYS;
}
