/*
 * Brace expansions: {a,b} and {1..4}.
 *
 * While a word is read it is not known whether a `{` begins one. The brace and its commas
 * are pushed as literals and remembered; the closing brace folds the parts between, and
 * what is never closed stays literal. The odd cases follow bash: a `}` without a comma or
 * ".." before it closes nothing unless another brace is open around it.
 */
#include "shell/scan.h"

static void
push_char(struct shell_reader *r)
{
	size_t begin = r->in.pos++;
	struct shell_part *part = shell_part_push(r, PART_LITERAL, begin, false);
	part->text = str_slice(r->in.text, begin, begin + 1);
}

void
shell_brace_open(struct shell_reader *r, size_t first_mark, size_t word_begin)
{
	size_t begin = r->in.pos;
	const struct shell_brace_mark *outer =
		r->marks.n > first_mark ? &r->marks.v[r->marks.n - 1] : NULL;
	bool is_plain = begin == word_begin && shell_char_after(r, 1) == '}';
	push_char(r);
	if (is_plain || !shell_deeper(r))
		return;
	struct shell_brace_mark mark = {
		.part = r->parts.n - 1,
		.begin = begin,
		.item = r->in.pos,
		.first_comma = r->commas.n,
		.checked = r->parts.n,
		.is_at_start = outer ? outer->is_at_start && outer->item == begin
				     : begin == word_begin,
	};
	vec_push(r->arena, &r->marks, mark);
}

void
shell_brace_comma(struct shell_reader *r)
{
	struct shell_brace_comma comma = {.part = r->parts.n, .begin = r->in.pos};
	push_char(r);
	vec_push(r->arena, &r->commas, comma);
	r->marks.v[r->marks.n - 1].item = r->in.pos;
}

void
shell_brace_forget(struct shell_reader *r, size_t first_mark)
{
	if (r->marks.n <= first_mark)
		return;
	r->commas.n = r->marks.v[first_mark].first_comma;
	for (; r->marks.n > first_mark; r->marks.n--)
		shell_shallower(r);
}

static bool
has_dots(struct shell_reader *r, struct shell_brace_mark *mark)
{
	for (; mark->checked < r->parts.n; mark->checked++) {
		const struct shell_part *part = &r->parts.v[mark->checked];
		if (part->kind == PART_LITERAL &&
			str_find(part->text, S(".."), 0) + 2 < part->text.n)
			return true;
	}
	return false;
}

static bool
is_letter(struct str s)
{
	return s.n == 1 && shell_is_name(s.p[0]) && s.p[0] != '_' &&
	       !shell_is_digit(s.p[0]);
}

static bool
is_integer(struct str s)
{
	int64_t value;
	return str_to_int64(s, &value);
}

static struct str
cut_dots(struct str s, struct str *ret_rest)
{
	size_t at = str_find(s, S(".."), 0);
	*ret_rest = str_slice(s, at + 2, s.n);
	return str_slice(s, 0, at);
}

/* {first..last} and {first..last..step} */
static struct shell_braces *
range(struct shell_reader *r, const struct shell_brace_mark *mark)
{
	if (r->parts.n != mark->part + 2 ||
		r->parts.v[mark->part + 1].kind != PART_LITERAL)
		return NULL;
	struct str rest, text = r->parts.v[mark->part + 1].text;
	struct str first = cut_dots(text, &rest);
	struct str last = cut_dots(rest, &rest);
	bool fits = (is_integer(first) && is_integer(last)) ||
		    (is_letter(first) && is_letter(last));
	if (!fits || (rest.n && !is_integer(rest)))
		return NULL;
	struct shell_braces *braces = NEW(r->arena, struct shell_braces);
	*braces = (struct shell_braces){
		.is_range = true, .first = first, .last = last, .step = rest};
	return braces;
}

static struct shell_braces *
list(struct shell_reader *r, const struct shell_brace_mark *mark, size_t end)
{
	struct shell_braces *braces = NEW(r->arena, struct shell_braces);
	size_t part = mark->part + 1, begin = mark->begin + 1;
	for (size_t i = mark->first_comma; i <= r->commas.n; i++) {
		bool is_last = i == r->commas.n;
		size_t to = is_last ? r->parts.n : r->commas.v[i].part;
		size_t until = is_last ? end : r->commas.v[i].begin;
		struct shell_parts parts = shell_parts_take(r, part, to);
		struct span span = shell_span(r, begin, until);
		vec_push(r->arena, &braces->items, shell_word_of(r, parts, span));
		part = to + 1;
		begin = until + 1;
	}
	return braces;
}

void
shell_brace_close(struct shell_reader *r, size_t first_mark)
{
	struct shell_brace_mark *mark = &r->marks.v[r->marks.n - 1];
	size_t end = r->in.pos;
	struct shell_braces *braces = NULL;
	bool closes = true;
	if (r->commas.n > mark->first_comma)
		braces = list(r, mark, end);
	else if (has_dots(r, mark))
		braces = range(r, mark);
	else
		closes = r->marks.n - 1 > first_mark;
	if (braces) {
		r->parts.n = mark->part;
		r->in.pos++;
		shell_part_push(r, PART_BRACES, mark->begin, false)->braces = braces;
	} else {
		push_char(r);
	}
	if (closes)
		shell_brace_forget(r, r->marks.n - 1);
}
