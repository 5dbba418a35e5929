/* ${x#p} ${x/a/b} ${x^^} ${x:1:2} ${x@Q}: one value in, one value out. */
#include "shell/expand.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

static const struct value *
unknown(struct emitter *em, const struct shell_param *p, struct str what)
{
	struct arena *a = em->e->arena;
	return value_unknown(
		a, p->name_span, 0, str_fmt(a, "%.*s of %.*s", STR(what), STR(p->name)));
}

static const struct pattern *
pattern_of(struct emitter *em, const struct shell_word *w)
{
	bool fold = em->s->options & OPTION_NOCASEMATCH;
	const struct value *text = w ? expand_pattern(em->e, em->s, w) : &value_empty;
	return pattern_parse(em->e->arena, text, fold);
}

/* ---- # and % -------------------------------------------------------------------- */

static const struct value *
cut_known(
	struct arena *a, struct str s, const struct pattern *p, bool at_end, bool longest)
{
	size_t at = at_end ? pattern_match_back(a, s, p, longest)
			   : pattern_match_front(a, s, p, longest);
	if (at == SIZE_MAX)
		return value_text(a, s);
	return value_text(a, at_end ? str_slice(s, 0, at) : str_slice(s, at, s.n));
}

/*
 * Of a value known in part the known end is cut when the pattern is one text that must
 * lie in it, or when the shortest match does.
 */
static const struct value *
cut_partly(struct arena *a, const struct value *v, const struct pattern *p, bool at_end,
	bool longest)
{
	struct str known = at_end ? value_suffix(v) : value_prefix(v), text;
	bool is_text = pattern_is_text(p, &text);
	if (longest && !is_text)
		return NULL;
	if (is_text && text.n > known.n)
		return NULL;
	size_t at = at_end ? pattern_match_back(a, known, p, false)
			   : pattern_match_front(a, known, p, false);
	if (at == SIZE_MAX)
		return is_text ? v : NULL;
	return at_end ? value_drop(a, v, 0, known.n - at) : value_drop(a, v, at, 0);
}

static const struct value *
cut(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	struct arena *a = em->e->arena;
	const struct pattern *pattern = pattern_of(em, p->word);
	bool at_end = p->op == PARAM_CUT_SUFFIX || p->op == PARAM_CUT_SUFFIX_MAX;
	bool longest = p->op == PARAM_CUT_PREFIX_MAX || p->op == PARAM_CUT_SUFFIX_MAX;
	const struct value *r = NULL;
	struct str s;
	if (!pattern_has_hole(pattern) && value_known(v, &s))
		r = cut_known(a, s, pattern, at_end, longest);
	else if (!pattern_has_hole(pattern))
		r = cut_partly(a, v, pattern, at_end, longest);
	return r ? r : unknown(em, p, S("a part"));
}

/* ---- / -------------------------------------------------------------------------- */

static size_t
match_at(struct arena *a, struct str s, size_t at, const struct pattern *p,
	enum shell_param_op op)
{
	struct str rest = str_slice(s, at, s.n);
	if (op != PARAM_REPLACE_SUFFIX)
		return pattern_match_front(a, rest, p, true);
	return pattern_match_text(a, rest, p) ? rest.n : SIZE_MAX;
}

static const struct value *
replace_in(struct arena *a, struct str s, const struct pattern *p,
	const struct value *with, enum shell_param_op op)
{
	struct value_builder b = value_build(a);
	size_t at = 0, done = 0;
	while (at <= s.n) {
		size_t n = match_at(a, s, at, p, op);
		if (n != SIZE_MAX && (n > 0 || s.n == 0 || op == PARAM_REPLACE_PREFIX ||
					     op == PARAM_REPLACE_SUFFIX)) {
			value_add_text(&b, str_slice(s, done, at));
			value_add(&b, with);
			done = at += n;
			if (op != PARAM_REPLACE_ALL)
				break;
			continue;
		}
		if (op == PARAM_REPLACE_PREFIX)
			break;
		at++;
	}
	value_add_text(&b, str_slice(s, done, s.n));
	return value_done(&b);
}

static const struct value *
replace(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	const struct pattern *pattern = pattern_of(em, p->word);
	const struct value *with =
		p->replacement ? expand_one(em->e, em->s, p->replacement) : &value_empty;
	struct str s, text;
	if (pattern_has_hole(pattern) || !value_known(v, &s))
		return unknown(em, p, S("a changed copy"));
	bool is_empty = pattern_is_text(pattern, &text) && text.n == 0;
	if (is_empty && (p->op == PARAM_REPLACE || p->op == PARAM_REPLACE_ALL))
		return v; /* bash looks for nothing, then; unlike "*", which finds it */
	return replace_in(em->e->arena, s, pattern, with, p->op);
}

/* ---- ^ , ~ ---------------------------------------------------------------------- */

static char
other_case(char c, enum shell_param_op op)
{
	bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
	if (!letter)
		return c;
	if (op == PARAM_UPPER || op == PARAM_UPPER_ALL)
		return (char)(c & ~32);
	if (op == PARAM_LOWER || op == PARAM_LOWER_ALL)
		return (char)(c | 32);
	return (char)(c ^ 32);
}

/* Letters beyond ASCII change with the locale. */
static bool
is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

static const struct value *
change_case(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	struct arena *a = em->e->arena;
	const struct pattern *only = NULL;
	bool all = p->op == PARAM_UPPER_ALL || p->op == PARAM_LOWER_ALL ||
		   p->op == PARAM_TOGGLE_ALL;
	struct str s;
	if (p->word && p->word->parts.n)
		only = pattern_of(em, p->word);
	if (!value_known(v, &s) || (only && pattern_has_hole(only)) || !is_ascii(s))
		return unknown(em, p, S("a changed copy"));
	char *out = NEW_ARRAY(a, char, s.n);
	for (size_t i = 0; i < s.n; i++) {
		bool change =
			(all || i == 0) &&
			(!only || pattern_match_text(a, str_slice(s, i, i + 1), only));
		out[i] = change ? other_case(s.p[i], p->op) : s.p[i];
	}
	return value_text(a, (struct str){out, s.n});
}

/* ---- : -------------------------------------------------------------------------- */

/* Offsets count characters. */
static size_t
byte_offset(struct str s, int64_t characters)
{
	size_t i = 0;
	while (i < s.n && characters > 0) {
		i++;
		while (i < s.n && ((unsigned char)s.p[i] & 0xC0) == 0x80)
			i++;
		characters--;
	}
	return i;
}

static const struct value *
substring(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	struct number from = eval_arith(em->e, em->s, p->offset), count = {.known = true};
	struct str s;
	if (p->count)
		count = eval_arith(em->e, em->s, p->count);
	if (!value_known(v, &s) || !from.known || !count.known)
		return unknown(em, p, S("a part"));
	int64_t n = 0;
	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.p[i] & 0xC0) != 0x80;
	int64_t begin = from.value < 0 ? from.value + n : from.value, end = n;
	if (begin < 0 || begin > n)
		return &value_empty;
	if (p->count && count.value < 0)
		end = n + count.value;
	else if (p->count && count.value < n - begin)
		end = begin + count.value;
	if (end < begin)
		return unknown(em, p, S("a part"));
	return value_text(
		em->e->arena, str_slice(s, byte_offset(s, begin), byte_offset(s, end)));
}

/* ---- @ -------------------------------------------------------------------------- */

static const struct value *
transform(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	struct arena *a = em->e->arena;
	struct str s;
	if (!value_known(v, &s) || (p->transform != 'Q' && !is_ascii(s)))
		return unknown(em, p, S("a changed copy"));
	char *out = NEW_ARRAY(a, char, s.n);
	for (size_t i = 0; i < s.n; i++) {
		bool upper = p->transform == 'U' || (p->transform == 'u' && i == 0);
		out[i] = upper ? other_case(s.p[i], PARAM_UPPER) : s.p[i];
		if (p->transform == 'L')
			out[i] = other_case(s.p[i], PARAM_LOWER);
	}
	switch (p->transform) {
	case 'Q':
		return value_text(a, quote_with_apostrophes(a, s));
	case 'U':
	case 'u':
	case 'L':
		return value_text(a, (struct str){out, s.n});
	default:
		return unknown(em, p, S("a changed copy"));
	}
}

const struct value *
param_operate(struct emitter *em, const struct shell_param *p, const struct value *v)
{
	switch (p->op) {
	case PARAM_CUT_PREFIX:
	case PARAM_CUT_PREFIX_MAX:
	case PARAM_CUT_SUFFIX:
	case PARAM_CUT_SUFFIX_MAX:
		return cut(em, p, v);
	case PARAM_REPLACE:
	case PARAM_REPLACE_ALL:
	case PARAM_REPLACE_PREFIX:
	case PARAM_REPLACE_SUFFIX:
		return replace(em, p, v);
	case PARAM_UPPER:
	case PARAM_UPPER_ALL:
	case PARAM_LOWER:
	case PARAM_LOWER_ALL:
	case PARAM_TOGGLE:
	case PARAM_TOGGLE_ALL:
		return change_case(em, p, v);
	case PARAM_SUBSTRING:
		return substring(em, p, v);
	case PARAM_TRANSFORM:
		return transform(em, p, v);
	case PARAM_VALUE:
	case PARAM_LENGTH:
	case PARAM_KEYS:
	case PARAM_NAMES:
	case PARAM_DEFAULT:
	case PARAM_ASSIGN:
	case PARAM_ERROR:
	case PARAM_ALTERNATE:
		break;
	}
	return v;
}

/* ---- ${!prefix*} ---------------------------------------------------------------- */

static int
by_text(const void *x, const void *y)
{
	struct str p, q;
	value_known(((const struct field *)x)->value, &p);
	value_known(((const struct field *)y)->value, &q);
	return str_cmp(p, q);
}

struct fields
param_names(struct eval *e, struct state *s, struct str prefix)
{
	struct fields f = {0};
	for (symbol id = 0; id < e->session->names.n; id++) {
		const struct variable *v = state_variable(s, id);
		struct str name = session_name(e->session, id);
		if (!v || v->set == TRI_NO || !str_starts(name, prefix))
			continue;
		struct field one = {
			.value = value_text(e->arena, name), .origin = v->origin};
		vec_push(e->arena, &f, one);
	}
	if (f.n)
		qsort(f.v, f.n, sizeof *f.v, by_text);
	return f;
}
