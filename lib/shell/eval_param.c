/* ${...}: what is done with a parameter before it becomes part of a word. */
#include "shell/expand.h"

#include "base/arena.h"

static const struct value *
described(struct emitter *em, const struct shell_part *part, unsigned flags)
{
	struct eval *e = em->e;
	struct str text = span_text(e->session->sources, part->span);
	return value_unknown(
		e->arena, part->span, flags, str_slice(str_dup(e->arena, text), 0, 80));
}

/* ---- not set -------------------------------------------------------------------- */

static void
die(struct emitter *em, const struct shell_part *part, struct str name)
{
	eval_fault(em->e, em->s, FAULT_UNBOUND, part->span, name);
	em->s->exit = EXIT_UNBOUND;
	em->s->exit_span = part->span;
	em->s->status = 1;
}

/* Under set -u. Lists may be empty. */
static bool
dies_unset(struct emitter *em, const struct shell_part *part, const struct lookup *l)
{
	if (l->set != TRI_NO || l->is_list || !(em->s->options & OPTION_NOUNSET))
		return false;
	die(em, part, part->param->name);
	return true;
}

/* Whether ${x-word} uses x. */
static enum tri
is_usable(const struct shell_param *p, const struct lookup *l)
{
	if (l->set == TRI_NO || !p->colon)
		return l->set;
	if (l->is_list && l->list.n != 1)
		return tri_of(l->list.n);
	const struct value *v = l->is_list ? l->list.v[0].value : l->value;
	enum tri filled = tri_not(value_is_empty(v));
	return filled == TRI_NO ? TRI_NO : l->set == TRI_YES ? filled : TRI_UNKNOWN;
}

static void
emit_lookup(struct emitter *em, const struct lookup *l, bool quoted)
{
	if (l->is_list)
		emit_list(em, &l->list, quoted, l->star);
	else
		emit_value(em, l->value, quoted);
}

static const struct value *
value_of(struct emitter *em, const struct lookup *l)
{
	if (!l->is_list)
		return l->value;
	struct value_builder b = value_build(em->e->arena);
	for (size_t i = 0; i < l->list.n; i++) {
		value_add_text(&b, i ? S(" ") : S(""));
		value_add(&b, l->list.v[i].value);
	}
	return value_done(&b);
}

/* The contents of x where only those that are not empty count: an empty choice goes. */
static const struct value *
without_empty(struct emitter *em, const struct value *v)
{
	if (v->n != 1 || v->v[0].kind != PIECE_CHOICE)
		return v;
	const struct value *r = NULL;
	for (size_t i = 0; i < v->v[0].choice.n; i++) {
		const struct value *x = v->v[0].choice.v[i];
		if (value_is_empty(x) != TRI_YES)
			r = r ? value_either(em->e->arena, r, x) : x;
	}
	return r ? r : v;
}

static void
emit_operand(struct emitter *em, const struct shell_param *p, bool quoted)
{
	em->begun |= quoted;
	em->operand++;
	emit_word(em, p->word, quoted);
	em->operand--;
}

static void
emit_default(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	const struct shell_param *p = part->param;
	enum tri usable = is_usable(p, l);
	if (usable == TRI_YES) {
		emit_lookup(em, l, quoted);
	} else if (usable == TRI_NO) {
		emit_operand(em, p, quoted);
	} else {
		const struct value *other =
			p->word ? expand_one(em->e, em->s, p->word) : &value_empty;
		const struct value *x = value_of(em, l);
		x = p->colon ? without_empty(em, x) : x;
		emit_value(em, value_either(em->e->arena, x, other), quoted);
	}
}

static void
emit_alternate(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	const struct shell_param *p = part->param;
	enum tri usable = is_usable(p, l);
	if (usable == TRI_YES) {
		emit_operand(em, p, quoted);
	} else if (usable == TRI_UNKNOWN) {
		const struct value *x =
			p->word ? expand_one(em->e, em->s, p->word) : &value_empty;
		emit_value(em, value_either(em->e->arena, x, &value_empty), quoted);
	} else {
		em->begun |= quoted && em->mode == EXPAND_FIELDS;
	}
}

static void
emit_assigning(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	const struct shell_param *p = part->param;
	struct eval *e = em->e;
	enum tri usable = is_usable(p, l);
	if (usable == TRI_YES || p->subscript || p->indirect) {
		emit_default(em, part, l, quoted);
		return;
	}
	struct collector c = eval_collect(e);
	const struct value *v = p->word ? expand_one(e, em->s, p->word) : &value_empty;
	if (usable == TRI_UNKNOWN)
		v = value_either(e->arena, without_empty(em, l->value), v);
	struct origins reads = eval_collected(e, c);
	symbol id = session_symbol(e->session, p->name);
	eval_set(e, em->s, id, v, part->span, reads);
	eval_read(e, state_variable(em->s, id)->origin);
	emit_value(em, v, quoted);
}

static void
emit_or_die(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	enum tri usable = is_usable(part->param, l);
	if (usable == TRI_NO) {
		die(em, part, part->param->name);
		return;
	}
	if (usable == TRI_UNKNOWN)
		trace_exit(em->e, em->s, true, part->span);
	emit_lookup(em, l, quoted);
}

/* ---- lengths and parts ---------------------------------------------------------- */

static const struct value *
length_of(struct emitter *em, const struct shell_part *part, const struct value *v)
{
	struct str s;
	if (!value_known(v, &s))
		return described(em, part, HOLE_NATURAL);
	size_t n = 0;
	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.p[i] & 0xC0) != 0x80;
	return value_text(em->e->arena, str_fmt(em->e->arena, "%zu", n));
}

static void
emit_length(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	const struct value *v;
	if (!l->is_list) {
		emit_value(em, length_of(em, part, l->value), quoted);
		return;
	}
	bool loose = false;
	for (size_t i = 0; i < l->list.n; i++)
		loose |= l->list.v[i].loose;
	v = loose ? described(em, part, HOLE_NATURAL)
		  : value_text(em->e->arena, str_fmt(em->e->arena, "%zu", l->list.n));
	emit_value(em, v, quoted);
}

static struct fields
keys_of(struct eval *e, const struct lookup *l)
{
	struct fields f = {0};
	const struct variable *v = l->variable;
	for (size_t i = 0; i < l->list.n; i++) {
		struct str key = str_fmt(e->arena, "%zu", i);
		const struct element *x = v && v->kind != VARIABLE_SCALAR
						  ? elements_at(&v->elements, i)
						  : NULL;
		if (x && v->kind == VARIABLE_ASSOCIATIVE)
			key = x->key;
		else if (x)
			key = str_fmt(e->arena, "%lld", (long long)x->index);
		struct field one = {.value = value_text(e->arena, key),
			.origin = l->origin,
			.loose = l->list.v[i].loose};
		if (one.loose)
			one.value = value_unknown(e->arena, (struct span){0},
				HOLE_LIST | HOLE_NO_BLANKS, S("keys of a list"));
		vec_push(e->arena, &f, one);
	}
	return f;
}

/* ${a[@]:1:2}; ${@:0} begins with $0. */
static void
emit_slice(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	const struct shell_param *p = part->param;
	struct eval *e = em->e;
	struct number from = eval_arith(e, em->s, p->offset), count = {.known = true};
	struct fields all = l->list, f = {0};
	if (str_eq(p->name, S("@")) || str_eq(p->name, S("*"))) {
		struct field zero = {.value = em->s->zero};
		all = (struct fields){0};
		vec_push(e->arena, &all, zero);
		for (size_t i = 0; i < l->list.n; i++)
			vec_push(e->arena, &all, l->list.v[i]);
	}
	int64_t n = (int64_t)all.n, end = n;
	if (p->count)
		count = eval_arith(e, em->s, p->count);
	bool known = from.known && count.known;
	int64_t begin = from.value < 0 ? from.value + n : from.value;
	if (p->count && count.known)
		end = count.value < n - begin ? begin + count.value : n;
	for (int64_t i = 0; i < n; i++)
		known &= !all.v[i].loose || i >= end;
	if (!known || begin < 0) {
		struct field rest = {
			.value = described(em, part, HOLE_LIST), .loose = true};
		vec_push(e->arena, &f, rest);
	}
	for (int64_t i = begin; known && begin >= 0 && i < end; i++)
		vec_push(e->arena, &f, all.v[i]);
	emit_list(em, &f, quoted, l->star);
}

/* ---- all ------------------------------------------------------------------------ */

static const struct value *
operate_on_cases(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	struct values cases = {0};
	if (!value_cases(em->e->arena, v, VALUE_CHOICES_MAX, &cases) || cases.n == 1)
		return param_operate(em, p, v);
	const struct value *r = param_operate(em, p, cases.v[0]);
	for (size_t i = 1; i < cases.n; i++)
		r = value_either(em->e->arena, r, param_operate(em, p, cases.v[i]));
	return r;
}

static void
emit_operated(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	const struct shell_param *p = part->param;
	if (!l->is_list) {
		emit_value(em, operate_on_cases(em, p, l->value), quoted);
		return;
	}
	struct fields f = {0};
	for (size_t i = 0; i < l->list.n; i++) {
		struct field one = l->list.v[i];
		one.value = one.loose ? described(em, part, HOLE_LIST)
				      : operate_on_cases(em, p, one.value);
		vec_push(em->e->arena, &f, one);
	}
	emit_list(em, &f, quoted, l->star);
}

static void
emit_plain(struct emitter *em, const struct shell_part *part, const struct lookup *l,
	bool quoted)
{
	if (dies_unset(em, part, l))
		return;
	if (l->set == TRI_UNKNOWN && !l->is_list && l->variable)
		emit_value(
			em, value_either(em->e->arena, l->value, &value_empty), quoted);
	else
		emit_lookup(em, l, quoted);
}

void
emit_param(struct emitter *em, const struct shell_part *part, bool quoted)
{
	const struct shell_param *p = part->param;
	struct fields names;
	if (p->op == PARAM_NAMES) {
		names = param_names(em->e, em->s, p->name);
		emit_list(em, &names, quoted, p->transform == '*');
		return;
	}
	struct lookup l = param_lookup(em->e, em->s, p);
	eval_read(em->e, l.origin);
	switch (p->op) {
	case PARAM_VALUE:
		emit_plain(em, part, &l, quoted);
		break;
	case PARAM_LENGTH:
		if (!dies_unset(em, part, &l))
			emit_length(em, part, &l, quoted);
		break;
	case PARAM_KEYS:
		names = keys_of(em->e, &l);
		emit_list(em, &names, quoted, l.star);
		break;
	case PARAM_DEFAULT:
		emit_default(em, part, &l, quoted);
		break;
	case PARAM_ASSIGN:
		emit_assigning(em, part, &l, quoted);
		break;
	case PARAM_ERROR:
		emit_or_die(em, part, &l, quoted);
		break;
	case PARAM_ALTERNATE:
		emit_alternate(em, part, &l, quoted);
		break;
	default:
		if (p->op == PARAM_SUBSTRING && l.is_list)
			emit_slice(em, part, &l, quoted);
		else if (!dies_unset(em, part, &l))
			emit_operated(em, part, &l, quoted);
		break;
	}
}
