/* Conditions of one and two operands, shared by [[ ]] and [ ]. */
#include "shell/eval_test.h"

#include "base/arena.h"

enum tri
tri_and(enum tri a, enum tri b)
{
	if (a == TRI_NO || b == TRI_NO)
		return TRI_NO;
	return a == TRI_YES && b == TRI_YES ? TRI_YES : TRI_UNKNOWN;
}

enum tri
tri_or(enum tri a, enum tri b)
{
	return tri_not(tri_and(tri_not(a), tri_not(b)));
}

/* ---- operators of one operand --------------------------------------------------- */

static enum tri
is_set(struct eval *e, struct state *s, const struct value *v)
{
	struct str name;
	if (!value_known(v, &name) || name.n == 0)
		return TRI_UNKNOWN;
	size_t open = str_find_byte(name, '[', 0);
	const struct variable *x =
		state_variable(s, session_symbol(e->session, str_slice(name, 0, open)));
	if (x)
		eval_read(e, x->origin);
	if (!x)
		return TRI_NO;
	if (open < name.n)
		return x->elements.n ? TRI_UNKNOWN : TRI_NO;
	if (x->kind != VARIABLE_SCALAR)
		return tri_of(variable_element(x, 0, S("0")));
	return x->set;
}

static enum tri
is_option(const struct state *s, const struct value *v)
{
	static const struct {
		const char *name;
		unsigned bit;
	} rows[] = {{"errexit", OPTION_ERREXIT}, {"nounset", OPTION_NOUNSET},
		{"noglob", OPTION_NOGLOB}, {"pipefail", OPTION_PIPEFAIL},
		{"xtrace", OPTION_XTRACE}, {"allexport", OPTION_ALLEXPORT}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (value_is(v, str_from(rows[i].name)))
			return tri_of(s->options & rows[i].bit);
	return TRI_UNKNOWN;
}

enum tri
eval_test_unary(struct eval *e, struct state *s, char op, const struct value *v)
{
	switch (op) {
	case 'n':
		return tri_not(value_is_empty(v));
	case 'z':
		return value_is_empty(v);
	case 'v':
		return is_set(e, s, v);
	case 'o':
		return is_option(s, v);
	case 't':
		return TRI_UNKNOWN;
	default:
		return file_question(e, s, op, v);
	}
}

/* ---- comparison ----------------------------------------------------------------- */

enum comparison
comparison_of(struct str op)
{
	static const char *const names[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(op, names[i]))
			return (enum comparison)i;
	return NO_COMPARISON;
}

static bool
compare(enum comparison c, int64_t x, int64_t y)
{
	switch (c) {
	case EQ:
		return x == y;
	case NE:
		return x != y;
	case LT:
		return x < y;
	case LE:
		return x <= y;
	case GT:
		return x > y;
	case GE:
		return x >= y;
	case NO_COMPARISON:
		break;
	}
	return false;
}

/* What a value says of a number although the number is not known. */
static enum tri
compare_hole(enum comparison c, const struct value *v, int64_t y)
{
	const struct hole *h = value_lone_hole(v);
	if (!h || !(h->flags & HOLE_DIGITS))
		return TRI_UNKNOWN;
	/* It is 0 or more. */
	if (y < 0)
		return tri_of(c == NE || c == GT || c == GE);
	if (y == 0 && c == GE)
		return TRI_YES;
	if (y == 0 && c == LT)
		return TRI_NO;
	return TRI_UNKNOWN;
}

static enum tri
compare_pair(struct eval *e, const struct state *s, enum comparison c,
	const struct value *x, const struct value *y, struct span span, bool *bad)
{
	struct str p, q;
	int64_t n = 0, m = 0;
	bool x_known = value_known(x, &p), y_known = value_known(y, &q);
	if ((x_known && !str_to_int64(str_trim(p), &n)) ||
		(y_known && !str_to_int64(str_trim(q), &m))) {
		bool first = x_known && !str_to_int64(str_trim(p), &n);
		eval_fault(e, s, FAULT_NOT_INTEGER, span, first ? p : q);
		*bad = true;
		return TRI_NO;
	}
	if (x_known && y_known)
		return tri_of(compare(c, n, m));
	return y_known ? compare_hole(c, x, m) : TRI_UNKNOWN;
}

enum tri
compare_numbers(struct eval *e, const struct state *s, enum comparison c,
	const struct value *x, const struct value *y, struct span span, bool *bad)
{
	struct values p = {0}, q = {0};
	if (!value_cases(e->arena, x, VALUE_CHOICES_MAX, &p) ||
		!value_cases(e->arena, y, VALUE_CHOICES_MAX, &q))
		return TRI_UNKNOWN;
	enum tri t = compare_pair(e, s, c, p.v[0], q.v[0], span, bad);
	for (size_t i = 0; i < p.n; i++)
		for (size_t k = 0; k < q.n; k++)
			if (compare_pair(e, s, c, p.v[i], q.v[k], span, bad) != t)
				return TRI_UNKNOWN;
	return t;
}

enum tri
compare_texts(const struct value *x, const struct value *y, bool less)
{
	struct str p, q;
	if (!value_known(x, &p) || !value_known(y, &q))
		return TRI_UNKNOWN;
	int r = str_cmp(p, q);
	return tri_of(less ? r < 0 : r > 0);
}

/* Equal holes do not make equal strings. */
enum tri
equal_texts(struct eval *e, const struct value *x, const struct value *y)
{
	struct value_builder b = value_build(e->arena);
	for (size_t i = 0; i < y->n; i++) {
		if (y->v[i].kind == PIECE_TEXT)
			pattern_quote(&b, y->v[i].text);
		else
			value_add_pieces(&b, &y->v[i], 1);
	}
	return pattern_match(e->arena, x, pattern_parse(e->arena, value_done(&b), false));
}
