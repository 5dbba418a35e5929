/* Environment, files and ends of launched commands. */
#include "plan/surroundings.h"

#include "base/arena.h"
#include "plan/environment.h"

#include <stdlib.h>
#include <string.h>

/* ---- environment ---------------------------------------------------------------- */

/* Set by every shell, and of no interest to a server. */
static bool
is_shells_own(struct str name)
{
	static const char *const names[] = {"OLDPWD", "PWD", "SHLVL", "_"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(name, names[i]))
			return true;
	return false;
}

/* One that may have been unset meanwhile is not changed by it. */
static bool
is_as_given(const struct launch_plan *p, struct str name, const struct variable *v,
	const struct value *value)
{
	size_t i = environment_find(&p->environment, name);
	if (i == p->environment.n)
		return false;
	const struct shell_setting *g = &p->environment.v[i];
	return g->set != TRI_NO && v->exported != TRI_NO && value_equal(g->value, value);
}

static int
by_name(const void *x, const void *y)
{
	return str_cmp(((const struct shell_setting *)x)->name,
		((const struct shell_setting *)y)->name);
}

struct shell_settings
command_environment(
	struct arena *a, const struct launch_plan *p, const struct plan_command *c)
{
	struct shell_settings list = {0};
	const struct shell_launch *l = c->launch;
	for (symbol id = 0; slots_next(&l->slots, &id); id++) {
		const struct variable *v = slots_get(&l->slots, id)->variable;
		if (v->set == TRI_NO || v->exported == TRI_NO ||
			v->kind != VARIABLE_SCALAR)
			continue;
		struct str name = session_name(p->trace->session, id);
		const struct value *value = variable_scalar(v);
		if (!value || is_shells_own(name) || is_as_given(p, name, v, value))
			continue;
		struct shell_setting g = {name, value, v->set};
		if (v->exported == TRI_UNKNOWN)
			g.set = TRI_UNKNOWN;
		vec_push(a, &list, g);
	}
	for (size_t i = 0; i < l->assigned.n; i++)
		environment_put(a, &list, l->assigned.v[i].name, l->assigned.v[i].value);
	if (list.n)
		qsort(list.v, list.n, sizeof *list.v, by_name);
	return list;
}

static int
by_text(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

struct names
command_removed(
	struct arena *a, const struct launch_plan *p, const struct plan_command *c)
{
	struct names list = {0};
	for (size_t i = 0; i < p->environment.n; i++) {
		const struct shell_setting *g = &p->environment.v[i];
		symbol id = session_symbol(p->trace->session, g->name);
		const struct variable *v = launch_variable(c->launch, id);
		bool gone = !v || v->set == TRI_NO || v->exported == TRI_NO;
		if (g->set == TRI_YES && gone && !is_shells_own(g->name))
			vec_push(a, &list, g->name);
	}
	if (list.n)
		qsort(list.v, list.n, sizeof *list.v, by_text);
	return list;
}

/* ---- files ---------------------------------------------------------------------- */

/* What commands print into a file is of no interest. */
static bool
has_text(const struct value *v)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		if (p->kind == PIECE_TEXT)
			return true;
		for (size_t k = 0; p->kind == PIECE_CHOICE && k < p->choice.n; k++)
			if (has_text(p->choice.v[k]))
				return true;
	}
	return false;
}

static void
add_file(struct arena *a, struct command_files *list, const struct shell_launch *l,
	const struct value *path, const char *from)
{
	for (size_t i = 0; i < list->n; i++)
		if (value_equal(list->v[i].path, path))
			return;
	const struct value *text = path->n ? launch_file(a, l, path) : NULL;
	struct command_file f = {path, text, from};
	if (text && has_text(text))
		vec_push(a, list, f);
}

/* Behind "--option=" or "--option" and a word of its own. */
static const struct value *
path_in(struct arena *a, const struct value *word)
{
	struct str front = value_prefix(word);
	size_t equals = str_find_byte(front, '=', 0);
	if (front.n && front.p[0] == '-')
		return equals < front.n ? value_drop(a, word, equals + 1, 0)
					: &value_empty;
	return word;
}

struct command_files
command_files(struct arena *a, const struct launch_plan *p, const struct plan_command *c)
{
	struct command_files list = {0};
	const struct shell_launch *l = c->launch;
	if (!l->files)
		return list;
	for (size_t i = 1; i < l->argv.n; i++)
		add_file(a, &list, l, path_in(a, l->argv.v[i].value), NULL);
	struct shell_settings environment = command_environment(a, p, c);
	for (size_t i = 0; i < environment.n; i++)
		add_file(a, &list, l, environment.v[i].value,
			str_z(a, environment.v[i].name));
	return list;
}

/* ---- ends ----------------------------------------------------------------------- */

bool
command_end(const struct launch_plan *p, const struct plan_command *c,
	struct command_end *ret)
{
	unsigned job = c->launch->job;
	if (!job)
		return false;
	memset(ret, 0, sizeof *ret);
	for (size_t i = 0; i < p->trace->exits.n; i++) {
		const struct shell_exit *x = p->trace->exits.v[i];
		if (!jobset_has(&x->running, job))
			continue;
		ret->exits++;
		if (!jobset_has(&x->left, job)) {
			ret->handler = x->trap;
			continue;
		}
		ret->left++;
		ret->untrapped += x->trap == NULL;
		ret->first_left = ret->first_left ? ret->first_left : x;
		ret->other = x->trap ? x->trap : ret->other;
	}
	return true;
}
