/* Numeric conditions: three-valued logic over the syntax tree. */
#include "numeric_test.h"

struct number {
	bool known;
	int64_t v;
};

static enum tri
both(enum tri x, enum tri y)
{
	if (x == TRI_NO || y == TRI_NO)
		return TRI_NO;
	return x == TRI_YES && y == TRI_YES ? TRI_YES : TRI_UNKNOWN;
}

static enum tri
any(enum tri x, enum tri y)
{
	return tri_not(both(tri_not(x), tri_not(y)));
}

/* ---- operands ------------------------------------------------------------------- */

static struct str
variable_of_part(const struct shell_part *p)
{
	if (p->kind == PART_DOUBLE && p->parts.n == 1)
		p = &p->parts.v[0];
	if (p->kind != PART_PARAM || p->param->indirect || p->param->subscript)
		return S("");
	bool plain = p->param->op == PARAM_VALUE || p->param->op == PARAM_DEFAULT;
	return plain ? p->param->name : S("");
}

struct str
numeric_variable(const struct shell_word *w)
{
	return w->parts.n == 1 ? variable_of_part(&w->parts.v[0]) : S("");
}

static struct number
number_of_name(struct str name, const struct numeric_case *k)
{
	struct number n = {0};
	n.known = name.n && k->value(k->user, name, &n.v);
	return n;
}

static struct number
number_of(const struct shell_word *w, const struct numeric_case *k)
{
	struct number n = {0};
	if (w->is_static)
		n.known = str_to_int64(w->value, &n.v);
	else
		n = number_of_name(numeric_variable(w), k);
	return n;
}

static enum tri
compare(struct str op, struct number x, struct number y)
{
	if (!x.known || !y.known)
		return TRI_UNKNOWN;
	if (str_eqz(op, "-eq") || str_eqz(op, "==") || str_eqz(op, "="))
		return tri_of(x.v == y.v);
	if (str_eqz(op, "-ne") || str_eqz(op, "!="))
		return tri_of(x.v != y.v);
	if (str_eqz(op, "-lt"))
		return tri_of(x.v < y.v);
	if (str_eqz(op, "-le"))
		return tri_of(x.v <= y.v);
	if (str_eqz(op, "-gt"))
		return tri_of(x.v > y.v);
	if (str_eqz(op, "-ge"))
		return tri_of(x.v >= y.v);
	return TRI_UNKNOWN;
}

/* ---- (( )) ---------------------------------------------------------------------- */

static struct number arithmetic(
	const struct shell_arith_node *n, const struct numeric_case *k, unsigned depth);

static struct number
truth(enum tri t)
{
	return (struct number){t != TRI_UNKNOWN, t == TRI_YES};
}

static enum tri
is_true(struct number n)
{
	return n.known ? tri_of(n.v != 0) : TRI_UNKNOWN;
}

static struct number
binary(const struct shell_arith_node *n, const struct numeric_case *k, unsigned depth)
{
	struct number x = arithmetic(n->a, k, depth), y = arithmetic(n->b, k, depth);
	struct number r = {x.known && y.known, 0};
	switch (n->op) {
	case ARITH_OP_AND:
		return truth(both(is_true(x), is_true(y)));
	case ARITH_OP_OR:
		return truth(any(is_true(x), is_true(y)));
	case ARITH_OP_LESS:
		return truth(compare(S("-lt"), x, y));
	case ARITH_OP_LESS_EQUAL:
		return truth(compare(S("-le"), x, y));
	case ARITH_OP_GREATER:
		return truth(compare(S("-gt"), x, y));
	case ARITH_OP_GREATER_EQUAL:
		return truth(compare(S("-ge"), x, y));
	case ARITH_OP_EQUAL:
		return truth(compare(S("-eq"), x, y));
	case ARITH_OP_NOT_EQUAL:
		return truth(compare(S("-ne"), x, y));
	case ARITH_OP_ADD:
		r.known = r.known && !__builtin_add_overflow(x.v, y.v, &r.v);
		return r;
	case ARITH_OP_SUB:
		r.known = r.known && !__builtin_sub_overflow(x.v, y.v, &r.v);
		return r;
	case ARITH_OP_MUL:
		r.known = r.known && !__builtin_mul_overflow(x.v, y.v, &r.v);
		return r;
	default:
		return (struct number){0};
	}
}

static struct number
arithmetic(const struct shell_arith_node *n, const struct numeric_case *k, unsigned depth)
{
	enum { DEPTH_MAX = 40 };
	if (!n || depth > DEPTH_MAX)
		return (struct number){0};
	switch (n->kind) {
	case ARITH_NUMBER:
		return (struct number){true, n->value};
	case ARITH_VARIABLE:
		return n->subscript ? (struct number){0} : number_of_name(n->text, k);
	case ARITH_EXPANSION:
		return number_of_name(variable_of_part(n->part), k);
	case ARITH_BINARY:
		return binary(n, k, depth + 1);
	case ARITH_UNARY:
		if (n->op == ARITH_OP_NOT)
			return truth(tri_not(is_true(arithmetic(n->a, k, depth + 1))));
		break;
	case ARITH_PREFIX:
	case ARITH_POSTFIX:
	case ARITH_ASSIGN:
	case ARITH_TERNARY:
	case ARITH_COMMA:
		break;
	}
	return (struct number){0};
}

/* ---- [ ] and [[ ]] -------------------------------------------------------------- */

static enum tri
bracket(const struct shell_test *t, const struct numeric_case *k, unsigned depth)
{
	enum { DEPTH_MAX = 40 };
	if (depth > DEPTH_MAX)
		return TRI_UNKNOWN;
	switch (t->kind) {
	case TEST_BINARY:
		return compare(t->op, number_of(t->left, k), number_of(t->right, k));
	case TEST_NOT:
		return tri_not(bracket(t->a, k, depth + 1));
	case TEST_AND:
		return both(bracket(t->a, k, depth + 1), bracket(t->b, k, depth + 1));
	case TEST_OR:
		return any(bracket(t->a, k, depth + 1), bracket(t->b, k, depth + 1));
	case TEST_GROUP:
		return bracket(t->a, k, depth + 1);
	case TEST_WORD:
	case TEST_UNARY:
		break;
	}
	return TRI_UNKNOWN;
}

/* `[ x op y ]` and `test x op y`, with `!` before it. */
static enum tri
single(const struct shell_simple *s, const struct numeric_case *k)
{
	size_t n = s->words.n, at = 1;
	if (n < 4 || s->assigns.n || !s->words.v[0]->is_static)
		return TRI_UNKNOWN;
	struct str name = s->words.v[0]->value;
	if (str_eqz(name, "["))
		n--; /* the closing one */
	else if (!str_eqz(name, "test"))
		return TRI_UNKNOWN;
	bool negated = s->words.v[1]->is_static && str_eqz(s->words.v[1]->value, "!");
	at += negated;
	if (n != at + 3 || !s->words.v[at + 1]->is_static)
		return TRI_UNKNOWN;
	enum tri t = compare(s->words.v[at + 1]->value, number_of(s->words.v[at], k),
		number_of(s->words.v[at + 2], k));
	return negated ? tri_not(t) : t;
}

/* ---- commands ------------------------------------------------------------------- */

static enum tri
command(const struct shell_command *c, const struct numeric_case *k, unsigned depth)
{
	enum { DEPTH_MAX = 40 };
	enum tri t = TRI_UNKNOWN;
	if (depth > DEPTH_MAX || c->redirects.n)
		return TRI_UNKNOWN;
	switch (c->kind) {
	case SHELL_SIMPLE:
		return single(&c->simple, k);
	case SHELL_TEST:
		return bracket(c->test, k, 0);
	case SHELL_ARITH:
		return is_true(arithmetic(c->arith->tree, k, 0));
	case SHELL_PIPELINE:
		if (c->pipeline.stages.n == 1)
			t = command(c->pipeline.stages.v[0].command, k, depth + 1);
		return c->pipeline.negated ? tri_not(t) : t;
	case SHELL_GROUP:
		return numeric_test(c->list, k);
	case SHELL_AND_OR:
		t = command(c->and_or.v[0].command, k, depth + 1);
		for (size_t i = 1; i < c->and_or.n; i++) {
			enum tri next = command(c->and_or.v[i].command, k, depth + 1);
			t = c->and_or.v[i].join == JOIN_AND ? both(t, next)
							    : any(t, next);
		}
		return t;
	default:
		return TRI_UNKNOWN;
	}
}

enum tri
numeric_test(const struct shell_list *condition, const struct numeric_case *k)
{
	if (condition->items.n != 1 || condition->items.v[0].background)
		return TRI_UNKNOWN;
	return command(condition->items.v[0].command, k, 0);
}
