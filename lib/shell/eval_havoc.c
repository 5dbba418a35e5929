/*
 * What a piece of script that was not run, or not run exactly, may have assigned: those
 * variables become unknown. The names come from the syntax tree alone.
 */
#include "shell/eval.h"

#include "base/arena.h"
#include "shell/walk.h"

enum { NESTING_MAX = 8 };

/* What a name stood for when it was looked up; NULL: no function. */
struct looked_up {
	symbol id;
	const struct shell_function *tree;
};

VEC(lookups, struct looked_up);

struct finder {
	struct eval *e;
	struct lookups *lookups; /* functions that the answer depends on; may be NULL */
	const struct state *s; /* for functions that are called; may be NULL */
	struct symbols names;
	struct symbols locals; /* of the function looked at */
	unsigned depth;
	bool fleeting; /* some of those functions end with the evaluation */
};

static bool
has(const struct symbols *list, symbol id)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i] == id)
			return true;
	return false;
}

static void
add_symbol(struct finder *f, struct symbols *list, symbol id)
{
	if (!has(list, id))
		vec_push(f->e->arena, list, id);
}

static void
add(struct finder *f, struct str name)
{
	add_symbol(f, &f->names, session_symbol(f->e->session, name));
}

static bool
is_name(struct str s)
{
	return s.n && (((s.p[0] | 32) >= 'a' && (s.p[0] | 32) <= 'z') || s.p[0] == '_');
}

static struct str
word_text(const struct shell_word *w)
{
	return w->is_static ? w->value : (struct str){0};
}

/* Builtins that assign to the names among their words. */
static bool
assigns_words(struct str name)
{
	static const char *const names[] = {"read", "mapfile", "readarray", "unset",
		"printf", "getopts", "let", "wait"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(name, names[i]))
			return true;
	return false;
}

static void
add_words(struct finder *f, const struct shell_words *words)
{
	struct str name = word_text(words->v[0]);
	for (size_t i = 1; i < words->n; i++) {
		struct str w = word_text(words->v[i]);
		size_t end = 0;
		while (end < w.n && w.p[end] != '[' && w.p[end] != '=' && w.p[end] != '+')
			end++;
		if (is_name(w))
			add(f, str_slice(w, 0, end));
	}
	if (str_eq(name, S("read")))
		add(f, S("REPLY"));
	if (str_eq(name, S("getopts"))) {
		add(f, S("OPTARG"));
		add(f, S("OPTIND"));
	}
	if (str_eq(name, S("mapfile")) || str_eq(name, S("readarray")))
		add(f, S("MAPFILE"));
}

static void find_in(struct walk *w, const struct shell_command *c);
static void find_arith(struct walk *w, const struct shell_arith_node *n);
static void find_param(struct walk *w, const struct shell_param *p);

static struct walk
walk_for(struct finder *f)
{
	return (struct walk){.command = find_in,
		.arith = find_arith,
		.param = find_param,
		.skip_subshells = true,
		.skip_functions = true,
		.user = f};
}

static void
find_call(struct finder *f, struct str name)
{
	if (!f->s || f->depth >= NESTING_MAX)
		return;
	symbol id = session_symbol(f->e->session, name);
	const struct function *g = state_function(f->s, id);
	if (f->lookups)
		vec_push(f->e->arena, f->lookups,
			((struct looked_up){id, g ? g->tree : NULL}));
	if (!g)
		return;
	f->fleeting |= !g->lasting;
	struct finder inner = {
		.e = f->e, .s = f->s, .lookups = f->lookups, .depth = f->depth + 1};
	struct walk w = walk_for(&inner);
	walk_command(&w, g->tree->body);
	f->fleeting |= inner.fleeting;
	for (size_t i = 0; i < inner.names.n; i++)
		if (!has(&inner.locals, inner.names.v[i]))
			add_symbol(f, &f->names, inner.names.v[i]);
}

static void
add_declared(struct finder *f, const struct shell_simple *s)
{
	bool local = s->words.n && str_eq(word_text(s->words.v[0]), S("local"));
	for (size_t i = 0; i < s->declared.n; i++) {
		const struct shell_assign *a = s->declared.v[i].assign;
		struct str name = a ? a->name : word_text(s->declared.v[i].word);
		if (!is_name(name))
			continue;
		add(f, name);
		if (local && f->depth)
			add_symbol(f, &f->locals, session_symbol(f->e->session, name));
	}
}

static void
find_in(struct walk *w, const struct shell_command *c)
{
	struct finder *f = w->user;
	if (c->kind == SHELL_FOR || c->kind == SHELL_SELECT)
		add(f, c->each.name);
	if (c->kind != SHELL_SIMPLE && c->kind != SHELL_DECLARE)
		return;
	const struct shell_simple *s = &c->simple;
	for (size_t i = 0; i < s->assigns.n && s->words.n == 0; i++)
		add(f, s->assigns.v[i]->name);
	add_declared(f, s);
	if (s->words.n && assigns_words(word_text(s->words.v[0])))
		add_words(f, &s->words);
	else if (s->words.n)
		find_call(f, word_text(s->words.v[0]));
}

static void
find_arith(struct walk *w, const struct shell_arith_node *n)
{
	bool assigns = n->kind == ARITH_ASSIGN || n->kind == ARITH_PREFIX ||
		       n->kind == ARITH_POSTFIX;
	if (assigns && n->a->kind == ARITH_VARIABLE)
		add(w->user, n->a->text);
}

static void
find_param(struct walk *w, const struct shell_param *p)
{
	if (p->op == PARAM_ASSIGN && is_name(p->name))
		add(w->user, p->name);
}

/* ---- what was found before ------------------------------------------------------ */

/* Names that a piece of a script assigns, as long as these functions are what they were. */
struct assigned {
	const struct assigned *other; /* of the same piece, with other functions */
	struct symbols names;
	struct lookups lookups;
};

static bool
still_holds(const struct assigned *r, const struct state *s)
{
	for (size_t i = 0; i < r->lookups.n; i++) {
		const struct function *g = state_function(s, r->lookups.v[i].id);
		if ((g ? g->tree : NULL) != r->lookups.v[i].tree)
			return false;
	}
	return true;
}

static struct assigned *
assigned_keep(struct arena *a, const struct finder *f)
{
	struct assigned *r = NEW(a, struct assigned);
	for (size_t i = 0; i < f->names.n; i++)
		vec_push(a, &r->names, f->names.v[i]);
	for (size_t i = 0; f->lookups && i < f->lookups->n; i++)
		vec_push(a, &r->lookups, f->lookups->v[i]);
	return r;
}

/* The state tells which functions are called; NULL: names that the piece assigns itself,
 * not in functions. The list or the command; the other is NULL. */
static const struct symbols *
assigned_by(struct eval *e, const struct state *s, const struct shell_list *list,
	const struct shell_command *c)
{
	struct {
		const void *piece;
		uintptr_t with_calls;
	} const id = {list ? (const void *)list : c, s != NULL};
	struct str key = {(const char *)&id, sizeof id};
	struct assigned *first = e->lasting ? map_get(&e->session->assigned, key) : NULL;
	for (const struct assigned *r = first; r; r = r->other)
		if (!s || still_holds(r, s))
			return &r->names;
	struct lookups lookups = {0};
	struct finder f = {.e = e, .s = s, .lookups = &lookups};
	struct walk w = walk_for(&f);
	if (list)
		walk_list(&w, list);
	else
		walk_command(&w, c);
	bool keep = e->lasting && !f.fleeting;
	struct arena *keeper = keep ? e->session->arena : e->arena;
	struct assigned *r = assigned_keep(keeper, &f);
	r->other = first;
	if (keep)
		map_put(keeper, &e->session->assigned, str_dup(keeper, key), r);
	return &r->names;
}

/* ---- kept values ---------------------------------------------------------------- */

void
eval_kept(struct eval *e, struct state *s, const struct shell_list *list,
	const struct origins *reads, struct span span)
{
	const struct symbols *names = assigned_by(e, NULL, list, NULL);
	for (size_t i = 0; i < names->n; i++) {
		const struct variable *old = state_variable(s, names->v[i]);
		if (!old || !old->origin)
			continue;
		struct variable *v = NEW(e->arena, struct variable);
		struct origins from = {0};
		*v = *old;
		vec_push(e->arena, &from, old->origin);
		for (size_t k = 0; k < reads->n; k++)
			vec_push(e->arena, &from, reads->v[k]);
		v->origin = eval_origin(e, s, ORIGIN_KEPT, old->origin->name, span, from);
		state_put(e->arena, s, names->v[i], v);
	}
}

/* ---- unknown values ------------------------------------------------------------- */

static struct elements
unknown_rest(struct eval *e, struct span span, struct str why)
{
	const struct element rest = {.key = S("0"),
		.value = value_unknown(e->arena, span, HOLE_LIST,
			str_fmt(e->arena, "what %.*s changed", STR(why)))};
	return elements_add(e->arena, &(struct elements){0}, &rest);
}

void
eval_havoc(struct eval *e, struct state *s, symbol id, struct span span, struct str why)
{
	const struct variable *old = state_variable(s, id);
	struct variable *v = NEW(e->arena, struct variable);
	struct origins reads = {0};
	if (old)
		*v = *old;
	if (old && old->origin)
		vec_push(e->arena, &reads, old->origin);
	v->set = old && old->set == TRI_YES ? TRI_YES : TRI_UNKNOWN;
	v->flags &= ~(unsigned)VARIABLE_GIVEN;
	if (v->kind != VARIABLE_SCALAR)
		v->elements = unknown_rest(e, span, why);
	else
		v->value = value_unknown(e->arena, span, 0,
			str_fmt(e->arena, "%.*s after %.*s",
				STR(session_name(e->session, id)), STR(why)));
	v->origin = eval_origin(
		e, s, ORIGIN_ASSIGN, session_name(e->session, id), span, reads);
	state_put(e->arena, s, id, v);
}

static void
havoc_names(struct eval *e, struct state *s, const struct symbols *names,
	struct span span, struct str why)
{
	for (size_t i = 0; i < names->n; i++)
		eval_havoc(e, s, names->v[i], span, why);
}

void
eval_havoc_list(
	struct eval *e, struct state *s, const struct shell_list *list, struct str why)
{
	havoc_names(e, s, assigned_by(e, s, list, NULL), list->span, why);
}

void
eval_havoc_command(
	struct eval *e, struct state *s, const struct shell_command *c, struct str why)
{
	havoc_names(e, s, assigned_by(e, s, NULL, c), c->span, why);
}

void
eval_havoc_arith(
	struct eval *e, struct state *s, const struct shell_arith *a, struct str why)
{
	struct finder f = {.e = e, .s = s};
	struct walk w = walk_for(&f);
	walk_arith(&w, a);
	havoc_names(e, s, &f.names, a->span, why);
}
