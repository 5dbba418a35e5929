/* {a,b} and {1..4}: one word becomes several, before anything else happens to it. */
#include "shell/expand.h"

#include "base/arena.h"

/* Parts copied on the way count, so the work is bounded too. */
enum { WORDS_MAX = 20000, PARTS_MAX = 400000 };

VEC(part_list, struct shell_part);

struct expansion {
	struct arena *arena;
	size_t parts; /* made so far */
	bool over;    /* a limit was hit: the result is good for nothing */
};

/* The parts of one word, those of x before those of y. */
static void
add(struct expansion *x, struct shell_parts_list *list, struct shell_parts head,
	struct shell_parts tail)
{
	x->parts += head.n + tail.n;
	x->over |= list->n >= WORDS_MAX || x->parts > PARTS_MAX;
	if (x->over)
		return;
	struct shell_parts p = {
		NEW_ARRAY(x->arena, struct shell_part, head.n + tail.n), head.n + tail.n};
	for (size_t i = 0; i < p.n; i++)
		p.v[i] = i < head.n ? head.v[i] : tail.v[i - head.n];
	vec_push(x->arena, list, p);
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
range_words(struct expansion *x, const struct shell_braces *b, struct span span)
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
	for (int64_t v = from; (step > 0 ? v <= to : v >= to) && !x->over; v += step) {
		struct shell_part p = {.kind = PART_LITERAL, .span = span};
		p.text = range_text(x->arena, v, letters, width);
		add(x, &list, (struct shell_parts){&p, 1}, (struct shell_parts){0});
	}
	return list;
}

static struct shell_parts_list words_of(struct expansion *x, struct shell_parts parts);

static struct shell_parts_list
braces_words(struct expansion *x, const struct shell_part *part)
{
	const struct shell_braces *b = part->braces;
	struct shell_parts_list list = {0};
	if (b->is_range)
		return range_words(x, b, part->span);
	for (size_t i = 0; i < b->items.n && !x->over; i++) {
		struct shell_parts_list inner = words_of(x, b->items.v[i]->parts);
		for (size_t k = 0; k < inner.n && !x->over; k++)
			add(x, &list, inner.v[k], (struct shell_parts){0});
	}
	return list;
}

static struct shell_parts_list
joined(struct expansion *x, const struct shell_parts_list *heads,
	const struct shell_parts_list *tails)
{
	struct shell_parts_list list = {0};
	for (size_t i = 0; i < heads->n && !x->over; i++)
		for (size_t k = 0; k < tails->n && !x->over; k++)
			add(x, &list, heads->v[i], tails->v[k]);
	return list;
}

static struct shell_parts_list
words_of(struct expansion *x, struct shell_parts parts)
{
	struct shell_parts_list list = {0};
	add(x, &list, (struct shell_parts){0}, (struct shell_parts){0});
	for (size_t i = 0; i < parts.n && !x->over; i++) {
		struct shell_parts_list next = {0};
		if (parts.v[i].kind == PART_BRACES)
			next = braces_words(x, &parts.v[i]);
		if (next.n == 0)
			vec_push(x->arena, &next, ((struct shell_parts){&parts.v[i], 1}));
		list = joined(x, &list, &next);
	}
	return list;
}

bool
brace_expand(struct eval *e, struct shell_parts parts, struct shell_parts_list *ret)
{
	struct expansion x = {.arena = e->arena};
	struct shell_parts_list list = words_of(&x, parts);
	if (!x.over)
		*ret = list;
	return !x.over;
}
