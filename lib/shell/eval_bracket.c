/* [ ] and test: conditions made of words. */
#include "shell/eval_test.h"

#include <string.h>

struct words {
	struct eval *e;
	struct state *s;
	const struct field *v;
	size_t n, at;
	struct span span;
	bool bad;
};

static bool
word_is(const struct words *w, size_t i, struct str text)
{
	return i < w->n && value_is(w->v[i].value, text);
}

static bool
is_unary(const struct words *w, size_t i)
{
	struct str s;
	return i < w->n && value_known(w->v[i].value, &s) && s.n == 2 && s.p[0] == '-' &&
	       strchr("abcdefghknoprstuvwxzGLNOS", s.p[1]);
}

static bool
is_binary(const struct words *w, size_t i)
{
	static const char *const names[] = {
		"=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"};
	struct str s;
	if (i >= w->n || !value_known(w->v[i].value, &s))
		return false;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (str_eqz(s, names[k]))
			return true;
	return comparison_of(s) != NO_COMPARISON;
}

static enum tri
words_binary(struct words *w)
{
	const struct value *x = w->v[w->at].value, *y = w->v[w->at + 2].value;
	struct str op;
	value_known(w->v[w->at + 1].value, &op);
	w->at += 3;
	enum comparison c = comparison_of(op);
	if (c != NO_COMPARISON)
		return compare_numbers(w->e, w->s, c, x, y, w->span, &w->bad);
	if (op.p[0] == '=')
		return equal_texts(w->e, x, y);
	if (op.p[0] == '!')
		return tri_not(equal_texts(w->e, x, y));
	if (op.p[0] == '<' || op.p[0] == '>')
		return compare_texts(x, y, op.p[0] == '<');
	return TRI_UNKNOWN;
}

static enum tri words_or(struct words *w);

static enum tri
words_group(struct words *w)
{
	enum tri t = TRI_UNKNOWN;
	w->at++;
	if (eval_enter(w->e, w->span)) {
		t = words_or(w);
		eval_leave(w->e);
	}
	w->bad |= !word_is(w, w->at, S(")"));
	w->at++;
	return t;
}

static enum tri
words_term(struct words *w)
{
	if (w->at >= w->n) {
		w->bad = true;
		return TRI_NO;
	}
	if (w->at + 2 < w->n && is_binary(w, w->at + 1))
		return words_binary(w);
	if (word_is(w, w->at, S("(")))
		return words_group(w);
	if (is_unary(w, w->at) && w->at + 1 < w->n) {
		struct str op;
		value_known(w->v[w->at].value, &op);
		w->at += 2;
		return eval_test_unary(w->e, w->s, op.p[1], w->v[w->at - 1].value);
	}
	return tri_not(value_is_empty(w->v[w->at++].value));
}

static enum tri
words_primary(struct words *w)
{
	bool negated = false;
	for (; word_is(w, w->at, S("!")) && !is_binary(w, w->at + 1); w->at++)
		negated = !negated;
	enum tri t = words_term(w);
	return negated ? tri_not(t) : t;
}

static enum tri
words_and(struct words *w)
{
	enum tri t = words_primary(w);
	while (word_is(w, w->at, S("-a"))) {
		w->at++;
		t = tri_and(t, words_primary(w));
	}
	return t;
}

static enum tri
words_or(struct words *w)
{
	enum tri t = words_and(w);
	while (word_is(w, w->at, S("-o"))) {
		w->at++;
		t = tri_or(t, words_and(w));
	}
	return t;
}

enum tri
eval_test_words(struct eval *e, struct state *s, const struct field *v, size_t n,
	struct span span)
{
	struct words w = {.e = e, .s = s, .v = v, .n = n, .span = span};
	for (size_t i = 0; i < n; i++)
		if (v[i].loose)
			return TRI_UNKNOWN;
	if (n == 0)
		return TRI_NO;
	if (n == 1)
		return tri_not(value_is_empty(v[0].value));
	enum tri t = words_or(&w);
	if (w.at < n && !w.bad)
		eval_fault(e, s, FAULT_TEST, span, S("too many arguments"));
	return w.bad || w.at < n ? TRI_NO : t;
}
