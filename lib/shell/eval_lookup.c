/* What a parameter stands for: variables, positional parameters, what bash computes. */
#include "shell/expand.h"

#include "base/arena.h"

#include <stdlib.h>

static struct lookup
scalar(const struct value *v)
{
	return (struct lookup){.set = TRI_YES, .value = v};
}

static struct lookup
hole(struct eval *e, struct span span, unsigned flags, struct str why)
{
	return scalar(value_unknown(e->arena, span, flags, why));
}

static struct lookup
number(struct eval *e, uint64_t n)
{
	return scalar(
		value_text(e->arena, str_fmt(e->arena, "%llu", (unsigned long long)n)));
}

/* ---- what bash computes --------------------------------------------------------- */

static const struct {
	const char *name;
	unsigned flags;
	const char *why;
} computed[] = {
	{"BASHPID", HOLE_NATURAL, "PID of the shell"},
	{"BASH_SUBSHELL", HOLE_NATURAL, "depth of subshells"},
	{"BASH_VERSION", HOLE_WORD, "version of bash"},
	{"EPOCHREALTIME", HOLE_WORD, "the time"},
	{"EPOCHSECONDS", HOLE_NATURAL, "the time"},
	{"EUID", HOLE_NATURAL, "the user's number"},
	{"GROUPS", HOLE_NATURAL, "the user's group"},
	{"HOSTNAME", HOLE_WORD, "name of the host"},
	{"HOSTTYPE", HOLE_WORD, "type of the host"},
	{"LINENO", HOLE_NATURAL, "number of the line"},
	{"MACHTYPE", HOLE_WORD, "type of the host"},
	{"OSTYPE", HOLE_WORD, "type of the host"},
	{"PPID", HOLE_NATURAL, "PID of the parent"},
	{"RANDOM", HOLE_NATURAL, "a random number"},
	{"SECONDS", HOLE_NATURAL, "seconds since the start"},
	{"SHLVL", HOLE_NATURAL, "depth of shells"},
	{"SRANDOM", HOLE_NATURAL, "a random number"},
	{"UID", HOLE_NATURAL, "the user's number"},
	{"_", 0, "the last word of the last command"},
};

static int
by_name(const void *key, const void *row)
{
	return str_cmpz(*(const struct str *)key, *(const char *const *)row);
}

static struct fields
call_names(struct eval *e, bool functions)
{
	struct fields f = {0};
	for (const struct call *c = e->call; c; c = c->up) {
		struct str name = functions ? c->function : c->path;
		if (functions && name.n == 0)
			name = c->up ? S("source") : S("main");
		struct field one = {.value = value_text(e->arena, name)};
		vec_push(e->arena, &f, one);
	}
	return f;
}

static struct fields
arguments(struct eval *e, const struct state *s)
{
	struct fields f = {0};
	for (size_t i = 0; i < s->n_args; i++)
		vec_push(e->arena, &f, s->arg[i]);
	return f;
}

static struct lookup
positional(struct eval *e, const struct state *s, size_t n, struct span span)
{
	if (n == 0)
		return scalar(s->zero);
	size_t before = n <= s->n_args ? n - 1 : s->n_args;
	bool shifted = false;
	for (size_t i = 0; i < before; i++)
		shifted |= s->arg[i].loose;
	bool here = n <= s->n_args;
	if (shifted || (here && s->arg[n - 1].loose)) {
		struct lookup l = hole(e, span, 0, str_fmt(e->arena, "argument %zu", n));
		l.set = TRI_UNKNOWN;
		return l;
	}
	if (!here)
		return (struct lookup){.set = TRI_NO, .value = &value_empty};
	struct lookup l = scalar(s->arg[n - 1].value);
	l.origin = s->arg[n - 1].origin;
	return l;
}

static struct lookup
argument_count(struct eval *e, const struct state *s, struct span span)
{
	for (size_t i = 0; i < s->n_args; i++)
		if (s->arg[i].loose)
			return hole(e, span, HOLE_NATURAL, S("number of arguments"));
	return number(e, s->n_args);
}

static struct lookup
one_character(struct eval *e, struct state *s, char c, struct span span)
{
	switch (c) {
	case '@':
	case '*':
		return (struct lookup){.set = tri_of(s->n_args),
			.value = &value_empty,
			.is_list = true,
			.star = c == '*',
			.list = arguments(e, s)};
	case '#':
		return argument_count(e, s, span);
	case '?':
		if (s->status == STATUS_UNKNOWN)
			return hole(e, span, HOLE_NATURAL, S("status of a command"));
		return number(e, (uint64_t)s->status);
	case '$':
		return hole(e, span, HOLE_NATURAL, S("PID of the shell"));
	case '!':
		if (!s->last_job)
			return (struct lookup){.set = TRI_NO, .value = &value_empty};
		if (s->last_job == JOB_UNKNOWN)
			return hole(e, span, HOLE_NATURAL,
				S("PID of one of several commands"));
		return scalar(job_pid(e, s->last_job));
	case '-':
		return hole(e, span, HOLE_WORD, S("options of the shell"));
	default:
		return positional(e, s, (size_t)(c - '0'), span);
	}
}

static struct lookup
list_of(struct fields f)
{
	return (struct lookup){.set = tri_of(f.n),
		.value = f.n ? f.v[0].value : &value_empty,
		.is_list = true,
		.list = f};
}

bool
param_special(struct eval *e, struct state *s, struct str name, struct span span,
	struct lookup *ret)
{
	char c = name.p[0];
	int64_t n;
	if (name.n == 1 && c < 'A') {
		*ret = one_character(e, s, c, span);
		return true;
	}
	if (c >= '0' && c <= '9') {
		if (!str_to_int64(name, &n))
			n = INT32_MAX;
		*ret = positional(e, s, (size_t)n, span);
		return true;
	}
	if (str_eq(name, S("BASH_SOURCE")) || str_eq(name, S("FUNCNAME"))) {
		*ret = list_of(call_names(e, c == 'F'));
		return true;
	}
	if (str_eq(name, S("PIPESTATUS")) && s->pipe_status.n) {
		*ret = list_of(s->pipe_status);
		return true;
	}
	size_t n_rows = sizeof computed / sizeof *computed;
	size_t row_size = sizeof *computed;
	const void *row = bsearch(&name, computed, n_rows, row_size, by_name);
	if (!row)
		return false;
	size_t i = (size_t)((const char *)row - (const char *)computed) / row_size;
	*ret = hole(e, span, computed[i].flags, str_from(computed[i].why));
	return true;
}

/* ---- variables ------------------------------------------------------------------ */

static struct fields
fields_of(struct eval *e, const struct elements *list)
{
	struct fields f = {
		.v = NEW_ARRAY(e->arena, struct field, list->n), .cap = list->n};
	for (size_t i = 0; i < list->n; i++) {
		const struct element *x = elements_at(list, i);
		f.v[f.n++] = (struct field){.value = x->value,
			.origin = x->origin,
			.span = x->span,
			.loose = value_has_flag(x->value, HOLE_LIST)};
	}
	return f;
}

static void
of_list(struct eval *e, const struct variable *v, struct lookup *l)
{
	if (v->kind == VARIABLE_SCALAR) {
		struct field one = {.value = l->value, .origin = v->origin};
		l->list = (struct fields){0};
		if (l->set != TRI_NO)
			vec_push(e->arena, &l->list, one);
		return;
	}
	l->list = fields_of(e, &v->elements);
	for (size_t i = 0; i < l->list.n; i++)
		if (!l->list.v[i].origin)
			l->list.v[i].origin = v->origin;
	l->set = tri_of(l->list.n);
}

/* An element whose place is not known is one of all. */
static void
of_element(struct eval *e, struct state *s, const struct variable *v,
	const struct shell_subscript *sub, struct lookup *l)
{
	struct subscript at = eval_subscript(e, s, v->kind, sub);
	const struct element *x = NULL;
	bool unknown = !at.known;
	for (size_t i = 0; i < v->elements.n && v->kind != VARIABLE_SCALAR; i++)
		unknown |= value_has_flag(elements_at(&v->elements, i)->value, HOLE_LIST);
	if (at.index < 0 && v->kind == VARIABLE_INDEXED && v->elements.n)
		at.index += elements_at(&v->elements, v->elements.n - 1)->index + 1;
	if (!unknown && v->kind != VARIABLE_SCALAR)
		x = variable_element(v, at.index, at.key);
	if (v->kind == VARIABLE_SCALAR && !unknown && at.index == 0)
		return; /* x[0] is x */
	if (unknown) {
		*l = hole(e, sub->span, 0, S("an element of a list"));
		l->set = TRI_UNKNOWN;
	} else {
		l->set = tri_of(x);
		l->value = x ? x->value : &value_empty;
		eval_read(e, x ? x->origin : NULL);
	}
}

struct lookup
param_named(struct eval *e, struct state *s, struct str name,
	const struct shell_subscript *sub, struct span span)
{
	struct lookup l = {.set = TRI_NO, .value = &value_empty};
	symbol id = session_symbol(e->session, name);
	const struct variable *v = state_variable(s, id);
	bool all = sub && sub->kind != SUBSCRIPT_INDEX;
	if (!v && param_special(e, s, name, span, &l)) {
		if (l.is_list && sub && !all) {
			struct subscript at = eval_subscript(e, s, VARIABLE_INDEXED, sub);
			bool has = at.known && at.index >= 0 &&
				   (uint64_t)at.index < l.list.n;
			l.set = tri_of(has);
			l.value = has ? l.list.v[at.index].value : &value_empty;
		}
		l.is_list = all || (l.is_list && l.star) ||
			    (l.is_list && str_eq(name, S("@")));
		l.star |= sub && sub->kind == SUBSCRIPT_STAR;
		return l;
	}
	l.is_list = all;
	l.star = sub && sub->kind == SUBSCRIPT_STAR;
	if (!v)
		return l;
	l.variable = v;
	l.origin = v->origin;
	l.set = v->set;
	if (v->set != TRI_NO)
		l.value = variable_scalar(v);
	if (v->kind != VARIABLE_SCALAR && !sub)
		l.set = tri_of(variable_element(v, 0, S("0")));
	eval_read(e, v->origin);
	if (all)
		of_list(e, v, &l);
	else if (sub)
		of_element(e, s, v, sub, &l);
	return l;
}

/* ${!x}: the name is the value of x, perhaps with a subscript. */
static struct lookup
indirect(struct eval *e, struct state *s, const struct shell_param *p)
{
	struct lookup name = param_named(e, s, p->name, p->subscript, p->name_span);
	struct str text;
	if (name.set == TRI_NO)
		return name;
	if (!value_known(name.value, &text)) {
		struct lookup l = hole(e, p->name_span, 0,
			str_fmt(e->arena, "the variable that %.*s names", STR(p->name)));
		l.set = TRI_UNKNOWN;
		return l;
	}
	size_t open = str_find_byte(text, '[', 0);
	if (text.n == 0)
		return (struct lookup){.set = TRI_NO, .value = &value_empty};
	if (open == text.n)
		return param_named(e, s, text, NULL, p->name_span);
	struct str inside = str_slice(text, open + 1, text.n - 1);
	struct shell_arith arith = {.span = p->name_span};
	struct shell_word word = {
		.span = p->name_span, .is_static = true, .value = inside};
	struct shell_subscript sub = {
		.span = p->name_span, .word = &word, .arith = &arith};
	arith.word = &word;
	arith.tree = shell_parse_arith(e->arena, inside, p->name_span);
	if (str_eq(inside, S("@")))
		sub.kind = SUBSCRIPT_AT;
	if (str_eq(inside, S("*")))
		sub.kind = SUBSCRIPT_STAR;
	return param_named(e, s, str_slice(text, 0, open), &sub, p->name_span);
}

struct lookup
param_lookup(struct eval *e, struct state *s, const struct shell_param *p)
{
	if (p->indirect)
		return indirect(e, s, p);
	return param_named(e, s, p->name, p->subscript, p->name_span);
}
