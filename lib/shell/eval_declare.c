/* export, local, declare, typeset, readonly. */
#include "shell/eval.h"

#include "base/arena.h"

#include <string.h>

struct declaration {
	bool local, global, print, functions, unset_export;
	bool export, readonly, integer, array, associative, lower, upper, reference;
};

static void
read_option(struct declaration *d, char c, bool on)
{
	switch (c) {
	case 'x':
		d->export = on;
		d->unset_export = !on;
		break;
	case 'r':
		d->readonly = on;
		break;
	case 'i':
		d->integer = on;
		break;
	case 'a':
		d->array = on;
		break;
	case 'A':
		d->associative = on;
		break;
	case 'l':
		d->lower = on;
		break;
	case 'u':
		d->upper = on;
		break;
	case 'g':
		d->global = on;
		break;
	case 'n': /* of export: no longer exported */
		d->unset_export = d->export;
		d->reference = !d->export;
		break;
	case 'p':
		d->print = true;
		break;
	case 'f':
	case 'F':
		d->functions = true;
		break;
	default:
		break;
	}
}

static struct declaration
declaration_of(const struct eval *e, struct str name)
{
	struct declaration d = {0};
	bool in_function = false;
	for (const struct call *c = e->call; c; c = c->up)
		in_function |= c->function.n != 0;
	d.export = str_eq(name, S("export"));
	d.readonly = str_eq(name, S("readonly"));
	d.local = str_eq(name, S("local")) || (in_function && !d.export && !d.readonly);
	return d;
}

static unsigned
flags_of(const struct declaration *d)
{
	return (d->readonly ? VARIABLE_READONLY : 0u) |
	       (d->integer ? VARIABLE_INTEGER : 0u) | (d->lower ? VARIABLE_LOWER : 0u) |
	       (d->upper ? VARIABLE_UPPER : 0u);
}

/* Makes the variable ready for the value: hidden from the caller, with its type. */
static void
prepare(struct eval *e, struct state *s, const struct declaration *d, symbol id)
{
	bool hides = d->local && !d->global;
	const struct variable *old = state_variable(s, id);
	if (hides)
		state_save(e->arena, s, id);
	struct variable *v = NEW(e->arena, struct variable);
	if (old && !hides)
		*v = *old;
	if (hides && old)
		v->exported = old->exported;
	if (d->array && v->kind == VARIABLE_SCALAR)
		v->kind = VARIABLE_INDEXED;
	if (d->associative)
		v->kind = VARIABLE_ASSOCIATIVE;
	v->flags |= flags_of(d) & ~(unsigned)VARIABLE_READONLY;
	if (d->export || d->unset_export)
		v->exported = tri_of(!d->unset_export);
	state_put(e->arena, s, id, v);
}

static void
seal(struct eval *e, struct state *s, const struct declaration *d, symbol id)
{
	const struct variable *old = state_variable(s, id);
	if (!d->readonly || !old)
		return;
	struct variable *v = NEW(e->arena, struct variable);
	*v = *old;
	v->flags |= VARIABLE_READONLY;
	state_put(e->arena, s, id, v);
}

/* `local x=$x` reads the caller's x, so the value comes before the new variable. */
static void
declare_assign(struct eval *e, struct state *s, const struct declaration *d,
	const struct shell_assign *a)
{
	symbol id = session_symbol(e->session, a->name);
	if (a->is_array || a->subscript || a->append) {
		prepare(e, s, d, id);
		eval_assign(e, s, a);
	} else {
		struct collector c = eval_collect(e);
		const struct value *v =
			a->word ? expand_one(e, s, a->word) : &value_empty;
		struct origins reads = eval_collected(e, c);
		if (s->exit)
			return;
		prepare(e, s, d, id);
		eval_set(e, s, id, v, a->span, reads);
	}
	seal(e, s, d, id);
}

static bool
is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
		bool digit = c >= '0' && c <= '9';
		if (!letter && c != '_' && !(digit && i))
			return false;
	}
	return s.n > 0;
}

static void
declare_text(struct eval *e, struct state *s, const struct declaration *d,
	const struct field *f)
{
	struct str text = value_prefix(f->value);
	size_t equal = str_find_byte(text, '=', 0);
	struct str name = str_slice(text, 0, equal);
	if (!is_name(name) || (equal == text.n && f->value->n > 1)) {
		eval_gap(
			e, GAP_CONSTRUCT, f->span, S("a declaration of an unknown name"));
		return;
	}
	symbol id = session_symbol(e->session, name);
	prepare(e, s, d, id);
	if (equal < text.n) {
		struct origins reads = {0};
		if (f->origin)
			vec_push(e->arena, &reads, f->origin);
		eval_set(e, s, id, value_drop(e->arena, f->value, equal + 1, 0), f->span,
			reads);
	}
	seal(e, s, d, id);
}

static void
declare_word(struct eval *e, struct state *s, struct declaration *d,
	const struct shell_word *w, bool *names)
{
	struct fields f = {0};
	struct str text;
	expand_word(e, s, w, &f);
	for (size_t i = 0; i < f.n && !s->exit; i++) {
		bool option = !*names && value_known(f.v[i].value, &text) && text.n > 1 &&
			      (text.p[0] == '-' || text.p[0] == '+');
		if (option) {
			for (size_t k = 1; k < text.n; k++)
				read_option(d, text.p[k], text.p[0] == '-');
			continue;
		}
		*names = true;
		if (!d->functions && !d->print)
			declare_text(e, s, d, &f.v[i]);
	}
}

static void
declare_all(struct eval *e, struct state *s, const struct shell_command *c)
{
	const struct shell_simple *simple = &c->simple;
	struct declaration d = declaration_of(e, simple->words.v[0]->value);
	bool names = false;
	for (size_t i = 0; i < simple->declared.n && !s->exit; i++) {
		const struct shell_declared *x = &simple->declared.v[i];
		if (x->word) {
			declare_word(e, s, &d, x->word, &names);
		} else {
			names = true;
			declare_assign(e, s, &d, x->assign);
		}
	}
	if (d.reference)
		eval_gap(e, GAP_CONSTRUCT, c->span, S("a reference to a variable"));
	if (!names || d.print)
		io_emit(e, s,
			value_unknown(e->arena, c->span, 0, S("list of variables")));
}

void
eval_declare(struct eval *e, const struct shell_command *c, struct states *set)
{
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		bool redirected = c->redirects.n && io_redirect(e, s, &c->redirects);
		declare_all(e, s, c);
		if (redirected)
			io_pop(e, s);
		if (s->exit) {
			eval_exit(e, s, s->exit, s->exit_span);
			continue;
		}
		eval_status(s, 0);
		set->v[n++] = s;
	}
	set->n = n;
}
