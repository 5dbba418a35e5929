/* {a,b} and {1..4}: one word becomes several, before anything else happens to it. */
#include "shell/expand.h"

#include "base/arena.h"

enum { WORDS_MAX = 20000 };

VEC(part_list, struct shell_part);

static void
add(struct eval *e, struct shell_parts_list *list, const struct part_list *parts)
{
	struct shell_parts p = {
		NEW_ARRAY(e->arena, struct shell_part, parts->n), parts->n};
	for (size_t i = 0; i < parts->n; i++)
		p.v[i] = parts->v[i];
	vec_push(e->arena, list, p);
}

static bool
is_letter(struct str s)
{
	return s.n == 1 && (s.p[0] | 32) >= 'a' && (s.p[0] | 32) <= 'z';
}

static size_t
width_of(struct str s)
{
	bool sign = s.n && (s.p[0] == '-' || s.p[0] == '+');
	return s.n > 1u + sign && s.p[sign] == '0' ? s.n : 0;
}

static struct str
range_text(struct arena *a, int64_t v, bool letters, size_t width)
{
	char c = (char)v;
	if (letters)
		return str_dup(a, (struct str){&c, 1});
	return str_fmt(a, "%0*lld", (int)width, (long long)v);
}

static struct shell_parts_list
range_words(struct eval *e, const struct shell_braces *b, struct span span)
{
	struct shell_parts_list list = {0};
	int64_t from, to, step = 1;
	bool letters = is_letter(b->first) && is_letter(b->last);
	size_t w1 = width_of(b->first), w2 = width_of(b->last), width = w1 > w2 ? w1 : w2;
	if (letters) {
		from = b->first.p[0];
		to = b->last.p[0];
	} else if (!str_to_int64(b->first, &from) || !str_to_int64(b->last, &to)) {
		return list;
	}
	if (b->step.n && !str_to_int64(b->step, &step))
		return list;
	step = step < 0 ? -step : step ? step : 1;
	if (from > INT32_MAX || from < INT32_MIN || to > INT32_MAX || to < INT32_MIN)
		return list;
	step = from > to ? -step : step;
	for (int64_t v = from; (step > 0 ? v <= to : v >= to) && list.n < WORDS_MAX;
		v += step) {
		struct shell_part p = {.kind = PART_LITERAL, .span = span};
		struct part_list one = {0};
		p.text = range_text(e->arena, v, letters, width);
		vec_push(e->arena, &one, p);
		add(e, &list, &one);
	}
	return list;
}

static struct shell_parts_list
braces_words(struct eval *e, const struct shell_part *part)
{
	const struct shell_braces *b = part->braces;
	struct shell_parts_list list = {0};
	if (b->is_range)
		return range_words(e, b, part->span);
	for (size_t i = 0; i < b->items.n; i++) {
		struct shell_parts_list inner = brace_expand(e, b->items.v[i]->parts);
		for (size_t k = 0; k < inner.n; k++)
			vec_push(e->arena, &list, inner.v[k]);
	}
	return list;
}

static struct shell_parts_list
joined(struct eval *e, const struct shell_parts_list *heads,
	const struct shell_parts_list *tails)
{
	struct shell_parts_list list = {0};
	for (size_t i = 0; i < heads->n && list.n < WORDS_MAX; i++)
		for (size_t k = 0; k < tails->n && list.n < WORDS_MAX; k++) {
			struct part_list both = {0};
			for (size_t p = 0; p < heads->v[i].n; p++)
				vec_push(e->arena, &both, heads->v[i].v[p]);
			for (size_t p = 0; p < tails->v[k].n; p++)
				vec_push(e->arena, &both, tails->v[k].v[p]);
			add(e, &list, &both);
		}
	return list;
}

struct shell_parts_list
brace_expand(struct eval *e, struct shell_parts parts)
{
	struct shell_parts_list list = {0};
	struct part_list none = {0};
	add(e, &list, &none);
	for (size_t i = 0; i < parts.n; i++) {
		struct shell_parts_list next = {0};
		if (parts.v[i].kind == PART_BRACES)
			next = braces_words(e, &parts.v[i]);
		struct shell_parts one = {&parts.v[i], 1};
		if (next.n == 0)
			vec_push(e->arena, &next, one);
		list = joined(e, &list, &next);
	}
	if (list.n >= WORDS_MAX)
		eval_gap(e, GAP_LIMIT, parts.v[0].span, S("braces make too many words"));
	return list;
}
