/* Builtins that change options and arguments: set, shopt, shift, getopts, unset, let. */
#include "shell/builtin.h"

#include "base/arena.h"

struct option_row {
	const char *name;
	char letter;
	unsigned bit;
};

static const struct option_row set_options[] = {
	{"allexport", 'a', OPTION_ALLEXPORT},
	{"errexit", 'e', OPTION_ERREXIT},
	{"noexec", 'n', OPTION_NOEXEC},
	{"noglob", 'f', OPTION_NOGLOB},
	{"nounset", 'u', OPTION_NOUNSET},
	{"pipefail", 0, OPTION_PIPEFAIL},
	{"xtrace", 'x', OPTION_XTRACE},
};

static const struct option_row shopt_options[] = {
	{"dotglob", 0, OPTION_DOTGLOB},
	{"failglob", 0, OPTION_FAILGLOB},
	{"inherit_errexit", 0, OPTION_INHERIT_ERREXIT},
	{"lastpipe", 0, OPTION_LASTPIPE},
	{"nocasematch", 0, OPTION_NOCASEMATCH},
	{"nullglob", 0, OPTION_NULLGLOB},
};

static void
switch_option(struct state *s, unsigned bit, bool on)
{
	if (on)
		s->options |= bit;
	else
		s->options &= ~bit;
}

static bool
switch_named(struct state *s, const struct option_row *rows, size_t n, struct str name,
	bool on)
{
	for (size_t i = 0; i < n; i++) {
		if (!str_eqz(name, rows[i].name))
			continue;
		switch_option(s, rows[i].bit, on);
		return true;
	}
	return false;
}

enum { N_SET = sizeof set_options / sizeof *set_options };
enum { N_SHOPT = sizeof shopt_options / sizeof *shopt_options };

static void
switch_letter(struct state *s, char letter, bool on)
{
	for (size_t i = 0; i < N_SET; i++)
		if (set_options[i].letter == letter)
			switch_option(s, set_options[i].bit, on);
}

BUILTIN(builtin_set)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str text, name;
	bool arguments = false;
	eval_status(s, 0);
	if (w.at >= w.n)
		io_emit(e, s,
			value_unknown(e->arena, call->span, 0, S("list of variables")));
	while (w.at < w.n && !arguments) {
		bool known = word_known(&w.v[w.at], &text);
		if (!known || text.n < 2 || (text.p[0] != '-' && text.p[0] != '+'))
			break;
		w.at++;
		arguments = str_eq(text, S("--"));
		for (size_t i = 1; i < text.n && !arguments; i++) {
			if (text.p[i] == 'o' && w.at < w.n &&
				word_known(&w.v[w.at++], &name))
				switch_named(
					s, set_options, N_SET, name, text.p[0] == '-');
			else
				switch_letter(s, text.p[i], text.p[0] == '-');
		}
	}
	if (arguments || w.at < w.n) {
		s->arg = w.v + w.at;
		s->n_args = w.n - w.at;
	}
	return STAYS;
}

BUILTIN(builtin_shopt)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option, name;
	bool on = true, asks = false, of_set = false;
	while (next_option(&w, &option)) {
		on &= str_find_byte(option, 'u', 0) == option.n;
		asks |= str_find_byte(option, 'q', 0) < option.n;
		of_set |= str_find_byte(option, 'o', 0) < option.n;
	}
	eval_status(s, asks || w.at >= w.n ? STATUS_UNKNOWN : 0);
	for (; w.at < w.n && !asks; w.at++) {
		if (!word_known(&w.v[w.at], &name))
			continue;
		if (of_set)
			switch_named(s, set_options, N_SET, name, on);
		else
			switch_named(s, shopt_options, N_SHOPT, name, on);
	}
	(void)e;
	return STAYS;
}

void
eval_unknown_arguments(struct eval *e, struct state *s, struct span span)
{
	struct field *f = NEW(e->arena, struct field);
	f->value = value_unknown(e->arena, span, HOLE_LIST, S("arguments"));
	f->loose = true;
	s->arg = f;
	s->n_args = 1;
}

BUILTIN(builtin_shift)
{
	(void)more;
	struct str text;
	int64_t n = 1;
	bool known = call->argv.n < 2 || (word_known(&call->argv.v[1], &text) &&
						 str_to_int64(text, &n) && n >= 0);
	bool loose = false;
	for (size_t i = 0; i < s->n_args && i <= (uint64_t)n; i++)
		loose |= s->arg[i].loose;
	if (!known || loose) {
		eval_unknown_arguments(e, s, call->span);
		eval_status(s, STATUS_UNKNOWN);
		return STAYS;
	}
	if ((uint64_t)n > s->n_args) {
		eval_status(s, 1);
		return STAYS;
	}
	s->arg += n;
	s->n_args -= (size_t)n;
	eval_status(s, 0);
	return STAYS;
}

/* ---- unset ---------------------------------------------------------------------- */

static void
unset_element(struct eval *e, struct state *s, struct str name, struct str inside,
	struct span span)
{
	symbol id = session_symbol(e->session, name);
	const struct variable *v = state_variable(s, id);
	if (!v || v->kind == VARIABLE_SCALAR)
		return;
	struct number n = {.known = true};
	if (v->kind == VARIABLE_INDEXED)
		n = eval_arith_text(e, s, inside, span);
	const struct element *x = n.known ? variable_element(v, n.value, inside) : NULL;
	if (!n.known)
		eval_havoc(e, s, id, span, S("unset of an element"));
	else if (x)
		eval_set_array(e, s, id, v->kind,
			elements_remove(e->arena, &v->elements, x), span,
			(struct origins){0});
}

/* A name that is not known: any variable whose name can be that may be gone. */
static void
unset_unknown(struct eval *e, struct state *s, const struct field *f)
{
	eval_gap(e, GAP_CONSTRUCT, f->span, S("unset of a name that is not known"));
	for (symbol id = 0; id < e->session->names.n; id++) {
		const struct variable *old = state_variable(s, id);
		struct str name = session_name(e->session, id);
		if (!old || old->set == TRI_NO ||
			!str_starts(name, value_prefix(f->value)) ||
			!str_ends(name, value_suffix(f->value)))
			continue;
		struct variable *v = NEW(e->arena, struct variable);
		*v = *old;
		v->set = TRI_UNKNOWN;
		state_put(e->arena, s, id, v);
	}
}

BUILTIN(builtin_unset)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option, text;
	bool functions = false;
	while (next_option(&w, &option))
		functions |= str_eq(option, S("-f"));
	eval_status(s, 0);
	for (; w.at < w.n; w.at++) {
		if (!word_known(&w.v[w.at], &text)) {
			unset_unknown(e, s, &w.v[w.at]);
			continue;
		}
		size_t open = str_find_byte(text, '[', 0);
		symbol id = session_symbol(e->session, str_slice(text, 0, open));
		if (open < text.n)
			unset_element(e, s, str_slice(text, 0, open),
				str_slice(text, open + 1, text.n - 1), call->span);
		else if (functions || !state_variable(s, id))
			state_put_function(e->arena, s, id, NULL);
		else
			eval_unset(e, s, id);
	}
	return STAYS;
}

/* ---- let, getopts --------------------------------------------------------------- */

BUILTIN(builtin_let)
{
	(void)more;
	struct str text;
	eval_status(s, 1);
	for (size_t i = 1; i < call->argv.n; i++) {
		if (!word_known(&call->argv.v[i], &text)) {
			eval_status(s, STATUS_UNKNOWN);
			continue;
		}
		struct collector c = eval_collect(e);
		struct number n = eval_arith_text(e, s, text, call->span);
		eval_collected(e, c);
		eval_status(s, n.known ? n.value == 0 : STATUS_UNKNOWN);
	}
	return STAYS;
}

/* Options come in an order that is hard to follow here: the name takes any value. */
BUILTIN(builtin_getopts)
{
	(void)more;
	struct str name;
	eval_gap(e, GAP_CONSTRUCT, call->span, S("getopts is not followed"));
	if (call->argv.n > 2 && word_known(&call->argv.v[2], &name))
		eval_havoc(
			e, s, session_symbol(e->session, name), call->span, S("getopts"));
	eval_havoc(e, s, e->names.optarg, call->span, S("getopts"));
	eval_havoc(e, s, e->names.optind, call->span, S("getopts"));
	eval_status(s, STATUS_UNKNOWN);
	return STAYS;
}
