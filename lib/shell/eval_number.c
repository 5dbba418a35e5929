/* Arithmetic: what is expanded before it is evaluated, subscripts, and storing of
 * results. */
#include "shell/arith_run.h"

#include "base/arena.h"

const struct value *
number_value(struct eval *e, const struct number *n)
{
	if (!n->known)
		return n->text;
	return value_text(e->arena, str_fmt(e->arena, "%lld", (long long)n->value));
}

/* ---- storing -------------------------------------------------------------------- */

void
arith_store(struct arith *a, const struct shell_arith_node *to, const struct number *n)
{
	if (to->kind != ARITH_VARIABLE)
		return;
	symbol id = session_symbol(a->e->session, to->text);
	const struct value *v = number_value(a->e, n);
	struct origins reads = {0}; /* what was read is in the collector of the caller */
	for (size_t i = a->e->collect_from; i < a->e->reads.n; i++)
		vec_push(a->e->arena, &reads, a->e->reads.v[i]);
	if (!to->subscript) {
		eval_set(a->e, a->s, id, v, a->span, reads);
		return;
	}
	const struct variable *old = state_variable(a->s, id);
	enum variable_kind kind = old && old->kind == VARIABLE_ASSOCIATIVE
					  ? VARIABLE_ASSOCIATIVE
					  : VARIABLE_INDEXED;
	struct subscript at = eval_subscript(a->e, a->s, kind, to->subscript);
	struct elements list = old ? variable_elements(a->e, old) : (struct elements){0};
	struct element item = {
		.index = at.index, .key = at.key, .value = v, .span = a->span};
	if (!at.known || at.index < 0) {
		eval_havoc(
			a->e, a->s, id, a->span, S("a list changed at an unknown place"));
		return;
	}
	list = elements_set(a->e->arena, &list, kind, &item);
	eval_set_array(a->e, a->s, id, kind, list, a->span, reads);
}

/* ---- operands ------------------------------------------------------------------- */

static bool
is_word_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c == '#' || c == '@';
}

/* One number, name or nothing: then the tree that was parsed with the expansion as an
 * operand is the right one. */
static bool
is_operand(const struct value *v)
{
	struct str s;
	if (!value_known(v, &s))
		return true;
	s = str_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if (!is_word_char(s.p[i]))
			return false;
	return true;
}

static void
find_operands(struct arith *a, const struct shell_arith_node *n, bool *simple)
{
	if (!n)
		return;
	if (n->kind == ARITH_EXPANSION) {
		struct operand o = {n->part, expand_part(a->e, a->s, n->part)};
		*simple &= is_operand(o.value);
		vec_push(a->e->arena, &a->operands, o);
	}
	find_operands(a, n->a, simple);
	find_operands(a, n->b, simple);
	find_operands(a, n->c, simple);
}

static struct number
of_failure(struct arith *a)
{
	eval_status(a->s, 1);
	return arith_unknown(a);
}

static struct number
finish(struct arith *a, const struct shell_arith_node *n)
{
	if (!n)
		return of_failure(a);
	struct number r = arith_evaluate(a, n);
	if (a->failed)
		eval_status(a->s, 1);
	return r;
}

struct number
eval_arith_text(struct eval *e, struct state *s, struct str text, struct span span)
{
	struct arith a = {.e = e, .s = s, .span = span, .text = text};
	return finish(&a, shell_parse_arith(e->arena, text, span));
}

static struct number
of_word(struct arith *a, const struct shell_word *w)
{
	struct str text;
	const struct value *v = expand_one(a->e, a->s, w);
	if (!value_known(v, &text))
		return arith_unknown(a);
	return finish(a, shell_parse_arith(a->e->arena, text, a->span));
}

struct number
eval_arith(struct eval *e, struct state *s, const struct shell_arith *x)
{
	struct arith a = {.e = e, .s = s, .span = x->span};
	struct number r = {.known = true};
	if (!eval_enter(e, x->span)) {
		a.text = S("nested too deep");
		return arith_unknown(&a);
	}
	a.text = span_text(e->session->sources, x->span);
	bool simple = x->tree != NULL;
	if (simple)
		find_operands(&a, x->tree, &simple);
	if (simple)
		r = finish(&a, x->tree);
	else if (x->word)
		r = of_word(&a, x->word);
	eval_leave(e);
	return r;
}

/* ---- subscripts ----------------------------------------------------------------- */

struct subscript
eval_subscript(struct eval *e, struct state *s, enum variable_kind kind,
	const struct shell_subscript *sub)
{
	struct subscript r = {.key = S("0")};
	if (kind == VARIABLE_ASSOCIATIVE) {
		r.known = value_known(expand_one(e, s, sub->word), &r.key);
		return r;
	}
	if (!sub->arith)
		return r;
	struct number n = eval_arith(e, s, sub->arith);
	r.known = n.known;
	r.index = n.value;
	return r;
}
