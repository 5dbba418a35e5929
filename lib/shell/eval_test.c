/* [[ ]]: yes, no, or not known. */
#include "shell/regex.h"
#include "shell/eval_test.h"

#include "base/arena.h"

#include <string.h>

/* ---- [[ ]] ---------------------------------------------------------------------- */

static void
set_matches(struct eval *e, struct state *s, struct str text, const struct regex_match *m,
	bool sure, struct span span)
{
	struct elements list = {0};
	for (size_t i = 0; i < m->n; i++) {
		struct element item = {.index = (int64_t)i};
		item.value =
			m->group[i].begin == SIZE_MAX
				? &value_empty
				: value_text(e->arena, str_slice(text, m->group[i].begin,
							       m->group[i].end));
		if (!sure)
			item.value = value_unknown(e->arena, span, 0,
				S("what a regular expression matched"));
		list = elements_add(e->arena, &list, &item);
	}
	eval_set_array(e, s, e->names.rematch, VARIABLE_INDEXED, list, span,
		(struct origins){0});
}

static enum tri
test_regex(struct eval *e, struct state *s, const struct value *subject,
	const struct value *expression, struct span span)
{
	struct str text, source;
	struct regex_match m = {.n = 10};
	if (!value_known(expression, &source))
		return TRI_UNKNOWN;
	if (!value_known(subject, &text)) {
		const struct hole *h = value_lone_hole(subject);
		set_matches(e, s, S(""), &m, false, span);
		bool number = h && h->flags & HOLE_DIGITS;
		return number && regex_takes_naturals(source) ? TRI_YES : TRI_UNKNOWN;
	}
	struct regex *r = regex_compile(
		e->arena, source, REGEX_EXTENDED, s->options & OPTION_NOCASEMATCH);
	if (!r) {
		eval_gap(e, GAP_CONSTRUCT, span,
			S("a regular expression is not understood"));
		set_matches(e, s, S(""), &m, false, span);
		return TRI_UNKNOWN;
	}
	enum tri t = regex_find(r, text, 0, &m);
	if (t == TRI_YES)
		set_matches(e, s, text, &m, !regex_is_ambiguous(r) || m.n == 1, span);
	return t;
}

static enum tri
test_arith(struct eval *e, struct state *s, enum comparison c, const struct shell_test *t)
{
	const struct value *x = expand_one(e, s, t->left),
			   *y = expand_one(e, s, t->right);
	struct str p, q;
	bool bad = false;
	struct number n, m;
	if (value_known(x, &p)) {
		n = eval_arith_text(e, s, p, t->span);
		x = number_value(e, &n);
	}
	if (value_known(y, &q)) {
		m = eval_arith_text(e, s, q, t->span);
		y = number_value(e, &m);
	}
	return compare_numbers(e, s, c, x, y, t->span, &bad);
}

static enum tri
test_binary(struct eval *e, struct state *s, const struct shell_test *t)
{
	enum comparison c = comparison_of(t->op);
	if (c != NO_COMPARISON)
		return test_arith(e, s, c, t);
	const struct value *x = expand_one(e, s, t->left);
	if (str_eq(t->op, S("=~")))
		return test_regex(e, s, x, expand_regex(e, s, t->right), t->span);
	if (str_eq(t->op, S("==")) || str_eq(t->op, S("=")) || str_eq(t->op, S("!="))) {
		const struct pattern *p = pattern_parse(e->arena,
			expand_pattern(e, s, t->right), s->options & OPTION_NOCASEMATCH);
		enum tri r = pattern_match(e->arena, x, p);
		return t->op.p[0] == '!' ? tri_not(r) : r;
	}
	const struct value *y = expand_one(e, s, t->right);
	if (str_eq(t->op, S("<")) || str_eq(t->op, S(">")))
		return compare_texts(x, y, t->op.p[0] == '<');
	return TRI_UNKNOWN; /* -nt -ot -ef */
}

/* The right side of && and || is evaluated only when the left one does not decide. */
static enum tri
test_both(struct eval *e, struct state *s, const struct shell_test *t)
{
	bool is_and = t->kind == TEST_AND;
	enum tri a = eval_test(e, s, t->a);
	if (s->exit || a == (is_and ? TRI_NO : TRI_YES))
		return a;
	enum tri b = eval_test(e, s, t->b);
	return is_and ? tri_and(a, b) : tri_or(a, b);
}

enum tri
eval_test(struct eval *e, struct state *s, const struct shell_test *t)
{
	switch (t->kind) {
	case TEST_WORD:
		return tri_not(value_is_empty(expand_one(e, s, t->left)));
	case TEST_UNARY:
		return eval_test_unary(e, s, t->op.p[1], expand_one(e, s, t->left));
	case TEST_BINARY:
		return test_binary(e, s, t);
	case TEST_NOT:
		return tri_not(eval_test(e, s, t->a));
	case TEST_AND:
	case TEST_OR:
		return test_both(e, s, t);
	case TEST_GROUP:
		return eval_test(e, s, t->a);
	}
	return TRI_UNKNOWN;
}
