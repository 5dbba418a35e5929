/*
 * Arithmetic on 64 bits. A number that is not known becomes a hole with the expression as
 * its text, so that a formula is shown and not nothing.
 */
#include "shell/arith_run.h"

#include "base/arena.h"

enum { NESTING_MAX = 30 };

static struct number
known(int64_t v)
{
	return (struct number){.known = true, .value = v};
}

struct number
arith_unknown(struct arith *a)
{
	struct arena *arena = a->e->arena;
	struct str text = str_slice(str_trim(a->text), 0, 100);
	return (struct number){.text = value_unknown(arena, a->span, HOLE_NUMBER,
				       str_fmt(arena, "$((%.*s))", STR(text)))};
}

/* ---- operators ------------------------------------------------------------------ */

static int64_t
wrap(uint64_t v)
{
	return v <= INT64_MAX ? (int64_t)v : -(int64_t)(UINT64_MAX - v) - 1;
}

static int64_t
power(int64_t base, int64_t exponent)
{
	uint64_t r = 1, b = (uint64_t)base;
	for (uint64_t e = (uint64_t)exponent; e; e >>= 1, b *= b)
		if (e & 1)
			r *= b;
	return wrap(r);
}

static struct number
divide(struct arith *a, enum shell_arith_op op, int64_t x, int64_t y)
{
	if (y == 0) {
		eval_fault(a->e, a->s, FAULT_DIVISION, a->span, a->text);
		a->failed = true;
		return arith_unknown(a);
	}
	if (y == -1)
		return known(op == ARITH_OP_DIV ? wrap(0 - (uint64_t)x) : 0);
	return known(op == ARITH_OP_DIV ? x / y : x % y);
}

static int64_t
shift(enum shell_arith_op op, int64_t x, int64_t y)
{
	unsigned n = (unsigned)y & 63;
	uint64_t u = (uint64_t)x;
	if (op == ARITH_OP_SHIFT_LEFT)
		return wrap(u << n);
	u >>= n;
	if (x < 0 && n)
		u |= ~(uint64_t)0 << (64 - n);
	return wrap(u);
}

static struct number
combine(struct arith *a, enum shell_arith_op op, int64_t x, int64_t y)
{
	uint64_t u = (uint64_t)x, v = (uint64_t)y;
	switch (op) {
	case ARITH_OP_ADD:
		return known(wrap(u + v));
	case ARITH_OP_SUB:
		return known(wrap(u - v));
	case ARITH_OP_MUL:
		return known(wrap(u * v));
	case ARITH_OP_DIV:
	case ARITH_OP_MOD:
		return divide(a, op, x, y);
	case ARITH_OP_POWER:
		a->failed |= y < 0;
		return y < 0 ? arith_unknown(a) : known(power(x, y));
	case ARITH_OP_SHIFT_LEFT:
	case ARITH_OP_SHIFT_RIGHT:
		return known(shift(op, x, y));
	case ARITH_OP_LESS:
		return known(x < y);
	case ARITH_OP_LESS_EQUAL:
		return known(x <= y);
	case ARITH_OP_GREATER:
		return known(x > y);
	case ARITH_OP_GREATER_EQUAL:
		return known(x >= y);
	case ARITH_OP_EQUAL:
		return known(x == y);
	case ARITH_OP_NOT_EQUAL:
		return known(x != y);
	case ARITH_OP_BIT_AND:
		return known(wrap(u & v));
	case ARITH_OP_BIT_XOR:
		return known(wrap(u ^ v));
	case ARITH_OP_BIT_OR:
		return known(wrap(u | v));
	case ARITH_OP_NONE:
		return known(y);
	case ARITH_OP_AND:
	case ARITH_OP_OR:
	case ARITH_OP_NOT:
	case ARITH_OP_COMPLEMENT:
	case ARITH_OP_INCREMENT:
	case ARITH_OP_DECREMENT:
		break;
	}
	return arith_unknown(a);
}

/* ---- operands ------------------------------------------------------------------- */

static bool
bad_octal(struct str s)
{
	if (s.n < 2 || s.p[0] != '0' || !str_all_digits(s))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] > '7')
			return true;
	return false;
}

/* The value of a variable is an expression again. */
static struct number
of_text(struct arith *a, struct str text)
{
	int64_t v;
	text = str_trim(text);
	bool plain = str_to_int64(text, &v) && (text.n == 1 || text.p[0] != '0');
	if (text.n == 0)
		return known(0);
	if (plain && text.p[0] != '+' &&
		!(text.p[0] == '-' && text.n > 1 && text.p[1] == '0'))
		return known(v);
	if (bad_octal(text)) {
		eval_fault(a->e, a->s, FAULT_OCTAL, a->span, text);
		a->failed = true;
		return arith_unknown(a);
	}
	const struct shell_arith_node *n = shell_parse_arith(a->e->arena, text, a->span);
	if (!n || a->depth > NESTING_MAX) {
		a->failed = true;
		return arith_unknown(a);
	}
	a->depth++;
	struct number r = arith_evaluate(a, n);
	a->depth--;
	return r;
}

struct number
arith_of_value(struct arith *a, const struct value *v)
{
	struct str text;
	if (value_known(v, &text))
		return of_text(a, text);
	const struct hole *h = value_lone_hole(v);
	if (h && h->flags & HOLE_FILLED)
		return (struct number){.text = v};
	return arith_unknown(a);
}

static struct number
of_variable(struct arith *a, const struct shell_arith_node *n)
{
	struct lookup l = param_named(a->e, a->s, n->text, n->subscript, a->span);
	eval_read(a->e, l.origin);
	if (l.set == TRI_NO && a->s->options & OPTION_NOUNSET) {
		eval_fault(a->e, a->s, FAULT_UNBOUND, a->span, n->text);
		a->s->exit = EXIT_UNBOUND;
		a->s->exit_span = a->span;
		return arith_unknown(a);
	}
	if (l.set == TRI_UNKNOWN)
		return arith_unknown(a);
	return arith_of_value(a, l.value);
}

static struct number
of_expansion(struct arith *a, const struct shell_arith_node *n)
{
	for (size_t i = 0; i < a->operands.n; i++)
		if (a->operands.v[i].part == n->part)
			return arith_of_value(a, a->operands.v[i].value);
	return arith_unknown(a);
}

/* ---- assignment ----------------------------------------------------------------- */

static struct number
step(struct arith *a, const struct shell_arith_node *n)
{
	struct number old = arith_evaluate(a, n->a), new = arith_unknown(a);
	if (old.known)
		new = combine(
			a, ARITH_OP_ADD, old.value, n->op == ARITH_OP_INCREMENT ? 1 : -1);
	arith_store(a, n->a, &new);
	return n->kind == ARITH_PREFIX ? new : old;
}

static struct number
assign(struct arith *a, const struct shell_arith_node *n)
{
	struct number right = arith_evaluate(a, n->b), r = right;
	if (n->op != ARITH_OP_NONE) {
		struct number left = arith_evaluate(a, n->a);
		r = left.known && right.known ? combine(a, n->op, left.value, right.value)
					      : arith_unknown(a);
	}
	arith_store(a, n->a, &r);
	return r;
}

/* ---- expressions ---------------------------------------------------------------- */

/* An operand that is evaluated only perhaps must not leave a known effect. */
static struct number
evaluate_perhaps(struct arith *a, const struct shell_arith_node *n)
{
	struct state *copy = eval_copy(a->e, a->s);
	struct number r = arith_evaluate(a, n);
	eval_join_into(a->e, a->s, copy);
	return r;
}

static struct number
logical(struct arith *a, const struct shell_arith_node *n)
{
	bool is_and = n->op == ARITH_OP_AND;
	struct number x = arith_evaluate(a, n->a);
	if (x.known && (x.value != 0) != is_and)
		return known(!is_and);
	struct number y = x.known ? arith_evaluate(a, n->b) : evaluate_perhaps(a, n->b);
	if (y.known && (y.value != 0) != is_and)
		return known(!is_and);
	return x.known && y.known ? known(is_and) : arith_unknown(a);
}

static struct number
ternary(struct arith *a, const struct shell_arith_node *n)
{
	struct number test = arith_evaluate(a, n->a);
	if (test.known)
		return arith_evaluate(a, test.value ? n->b : n->c);
	struct number x = evaluate_perhaps(a, n->b), y = evaluate_perhaps(a, n->c);
	if (x.known && y.known && x.value == y.value)
		return x;
	return (struct number){.text = value_either(a->e->arena, number_value(a->e, &x),
				       number_value(a->e, &y))};
}

static struct number
unary(struct arith *a, const struct shell_arith_node *n)
{
	struct number x = arith_evaluate(a, n->a);
	if (!x.known)
		return arith_unknown(a);
	switch (n->op) {
	case ARITH_OP_SUB:
		return known(wrap(0 - (uint64_t)x.value));
	case ARITH_OP_NOT:
		return known(!x.value);
	case ARITH_OP_COMPLEMENT:
		return known(~x.value);
	default:
		return x;
	}
}

static struct number
binary(struct arith *a, const struct shell_arith_node *n)
{
	if (n->op == ARITH_OP_AND || n->op == ARITH_OP_OR)
		return logical(a, n);
	struct number x = arith_evaluate(a, n->a), y = arith_evaluate(a, n->b);
	if (!x.known || !y.known)
		return arith_unknown(a);
	return combine(a, n->op, x.value, y.value);
}

struct number
arith_evaluate(struct arith *a, const struct shell_arith_node *n)
{
	if (a->failed || a->s->exit)
		return arith_unknown(a);
	switch (n->kind) {
	case ARITH_NUMBER:
		return known(n->value);
	case ARITH_VARIABLE:
		return of_variable(a, n);
	case ARITH_EXPANSION:
		return of_expansion(a, n);
	case ARITH_UNARY:
		return unary(a, n);
	case ARITH_PREFIX:
	case ARITH_POSTFIX:
		return step(a, n);
	case ARITH_BINARY:
		return binary(a, n);
	case ARITH_ASSIGN:
		return assign(a, n);
	case ARITH_TERNARY:
		return ternary(a, n);
	case ARITH_COMMA:
		arith_evaluate(a, n->a);
		return arith_evaluate(a, n->b);
	}
	return arith_unknown(a);
}
