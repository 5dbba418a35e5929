/* Values that a text gives to a name. */
#include "model/description_words.h"

#include <math.h>

/* ---- numbers -------------------------------------------------------------------- */

static double
unit_of(char c, bool binary)
{
	if (c == 'k' || c == 'K')
		return binary ? 1024 : 1000;
	if (c == 'm' || c == 'M')
		return binary ? 1024 * 1024 : 1000 * 1000;
	return 0;
}

/* Digits, perhaps with a point; the number of bytes. */
static size_t
read_number(struct str s, double *ret)
{
	size_t i = s.n && s.p[0] == '-', from = i;
	double v = 0, scale = 1;
	for (; i < s.n && is_digit(s.p[i]) && i - from < 15; i++)
		v = v * 10 + (s.p[i] - '0');
	if (i == from)
		return 0;
	if (i + 1 < s.n && s.p[i] == '.' && is_digit(s.p[i + 1]))
		for (i++; i < s.n && is_digit(s.p[i]) && i - from < 24; i++)
			v += (s.p[i] - '0') * (scale /= 10);
	*ret = from ? -v : v;
	return i;
}

static bool
number_in(struct str s, bool binary, double *ret)
{
	size_t n = read_number(s, ret);
	if (n == 0)
		return false;
	if (n + 1 == s.n && unit_of(s.p[n], binary) > 0) {
		*ret *= unit_of(s.p[n], binary);
		return true;
	}
	return n == s.n;
}

bool
claim_number(struct str value, double *ret)
{
	return number_in(value, true, ret);
}

bool
claim_has_number(const struct claim *c)
{
	double v;
	return claim_number(c->value, &v);
}

static bool
same_number(double x, double y)
{
	return fabs(x - y) <= 1e-9 * (fabs(x) + fabs(y));
}

static struct str
boolean(struct str s)
{
	static const char *const yes[] = {"true", "True", "on", "yes", "1"};
	static const char *const no[] = {"false", "False", "off", "no", "0"};
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
		if (str_eqz(s, yes[i]))
			return S("1");
		if (str_eqz(s, no[i]))
			return S("0");
	}
	return s;
}

bool
claim_value_is(const struct claim *c, struct str actual)
{
	double x, y;
	if (str_eq(boolean(c->value), boolean(actual)))
		return true;
	for (int binary = 0; binary < 2; binary++)
		if (number_in(c->value, binary, &x) &&
			(number_in(actual, true, &y) && same_number(x, y)))
			return true;
	return number_in(c->value, false, &x) && number_in(actual, false, &y) &&
	       same_number(x, y);
}

/* ---- values --------------------------------------------------------------------- */

static bool
is_number(const struct word *x)
{
	double v;
	return x->mark == MARK_NONE && claim_number(x->s, &v);
}

/* A number that stands for itself: no range, no factor, no part of a larger one. */
static bool
is_literal(const struct words *w, size_t i)
{
	const struct word *x = word_at(w, i), *next = word_at(w, i + 1);
	const struct word *behind = word_at(w, i + 2);
	if (!is_number(x))
		return false;
	if (next->mark == MARK_RANGE || next->mark == MARK_COMPARE ||
		next->mark == MARK_SLASH)
		return false;
	if (next->mark == MARK_COMMA && next->glued && behind->glued && is_number(behind))
		return false; /* 1,048,576 or a list */
	if (next->mark == MARK_OTHER && next->begin < next->end)
		return str_eqz(next->s, "|") || str_eqz(next->s, "+") ||
		       str_eqz(next->s, "}");
	if (next->sense == SENSE_TO && is_number(behind))
		return false;
	return next->sense != SENSE_THROUGH && !str_eqz(next->s, "x") &&
	       !str_eqz(next->s, "percent");
}

/* Values in text: only such as can't be a word of the sentence. */
static bool
is_plain_text(struct str s)
{
	bool telling = false, letters = false;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		if (!is_alnum(c) && c != '_' && c != '-' && c != '.')
			return false;
		letters = letters || is_lower(c) || is_upper(c);
		telling = telling || is_digit(c) || c == '_' || (i && is_upper(c));
	}
	return s.n > 1 && telling && letters;
}

static bool
read_arrow(const struct words *w, struct value_read *v)
{
	if (word_at(w, v->next)->mark != MARK_ARROW)
		return true;
	v->old = v->value;
	v->value = (struct str){0};
	if (!is_literal(w, v->next + 1))
		return false;
	v->value = word_at(w, v->next + 1)->s;
	v->next += 2;
	return true;
}

/* Behind "=" or ":"; `text`: words count too. */
static bool
read_given(const struct words *w, size_t i, bool text, struct value_read *v)
{
	const struct word *x = word_at(w, i);
	if (x->mark == MARK_QUOTE)
		x = word_at(w, ++i);
	if (x->mark != MARK_NONE || x->han)
		return false;
	bool arrow = is_number(x) && word_at(w, i + 1)->mark == MARK_ARROW;
	const struct word *next = word_at(w, i + 1);
	bool cut = next->glued &&
		   (next->mark == MARK_OTHER || next->mark == MARK_LIST_OPEN ||
			   next->mark == MARK_EQUALS || next->mark == MARK_SLASH ||
			   next->mark == MARK_COLON);
	if (is_number(x) ? !arrow && !is_literal(w, i) : !text || cut || x->s.p[0] == '-')
		return false;
	v->value = x->s;
	v->next = i + 1;
	return read_arrow(w, v);
}

static bool
may_stand_between(const struct words *w, size_t i)
{
	static const char *const ways[] = {"drops", "dropped", "raised", "lowered",
		"reduced", "increased", "bumped", "changed", "goes", "set", "moves",
		"moved"};
	const struct word *x = word_at(w, i), *next = word_at(w, i + 1);
	if (x->mark != MARK_NONE)
		return false;
	if (x->sense == SENSE_IS)
		return true;
	if (x->han && x->sense == SENSE_NONE) /* 的值为 */
		return x->s.n <= 6 && next->han && next->sense != SENSE_NONE;
	for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
		if (str_eqz(x->s, ways[k]))
			return true;
	return x->han && (x->sense == SENSE_SETS);
}

/* "from 1 to 2", "to 2", "is 2", "stays at 2", "drops from 1 to 2", "(2)". */
static bool
read_wording(const struct words *w, size_t i, struct value_read *v)
{
	size_t between = 0;
	if (word_at(w, i)->mark == MARK_OPEN && is_literal(w, i + 1) &&
		word_at(w, i + 2)->mark == MARK_CLOSE) {
		v->value = word_at(w, i + 1)->s;
		v->next = i + 3;
		return true;
	}
	for (; between < 3 && may_stand_between(w, i); between++)
		i++;
	if (word_at(w, i)->sense == SENSE_FROM) {
		if (!is_number(word_at(w, i + 1)))
			return false;
		v->old = word_at(w, i + 1)->s;
		i += 2;
		if (word_at(w, i)->sense != SENSE_TO)
			return false;
	}
	if (word_at(w, i)->sense == SENSE_TO)
		i++;
	if (word_at(w, i)->mark == MARK_QUOTE)
		i++;
	if (!is_number(word_at(w, i)))
		return false;
	bool arrow = word_at(w, i + 1)->mark == MARK_ARROW;
	if (!arrow && !is_literal(w, i))
		return false;
	v->value = word_at(w, i)->s;
	v->next = i + 1;
	return read_arrow(w, v);
}

/* Of a flag the word that follows, when it can't be one of the sentence. */
static bool
read_text_value(const struct words *w, size_t i, struct value_read *v)
{
	const struct word *x = word_at(w, i), *next = word_at(w, i + 1);
	if (x->mark == MARK_QUOTE)
		return false;
	if (x->mark != MARK_NONE || x->han || x->sense != SENSE_NONE ||
		!is_plain_text(x->s) ||
		(next->glued && next->mark != MARK_COMMA && next->mark != MARK_CLOSE &&
			next->mark != MARK_QUOTE && next->mark != MARK_SEMICOLON &&
			next->mark != MARK_STOP))
		return false;
	v->value = x->s;
	v->next = i + 1;
	return true;
}

bool
read_value(const struct words *w, size_t i, enum claim_kind kind, struct value_read *v)
{
	const struct word *x = word_at(w, i);
	*v = (struct value_read){.next = i};
	if (x->mark == MARK_EQUALS)
		return read_given(w, i + 1, true, v);
	if (x->mark == MARK_COLON)
		return kind != CLAIM_FLAG && x->glued &&
		       read_given(w, i + 1, kind == CLAIM_VARIABLE, v);
	if (x->mark == MARK_QUOTE && x->glued) { /* the end of `name` */
		x = word_at(w, ++i);
		if (x->glued && (x->mark == MARK_EQUALS || x->mark == MARK_COLON))
			return read_given(w, i + 1, true, v);
	}
	if (read_wording(w, i, v))
		return true;
	*v = (struct value_read){.next = i};
	return kind == CLAIM_FLAG && read_text_value(w, i, v);
}
