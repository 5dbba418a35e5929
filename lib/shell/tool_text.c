/* head, tail, wc, sort, uniq, tr, cut, paste, rev: of known text. */
#include "shell/tool.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* -n N, -nN, -N */
static bool
line_count(struct tool_call *t, size_t *at, int64_t *ret, bool *from)
{
	struct str s;
	*ret = 10;
	for (; tool_word(t, *at, &s) && s.n > 1 && s.p[0] == '-'; ++*at) {
		struct str n = str_slice(s, 1, s.n);
		if (s.p[1] == 'n')
			n = str_slice(s, 2, s.n);
		if (s.p[1] == 'n' && s.n == 2 && !tool_word(t, ++*at, &n))
			return false;
		*from = n.n && n.p[0] == '+';
		if (!str_to_int64(n, ret))
			return false;
	}
	return true;
}

static bool
print_range(struct tool_call *t, const struct lines *l, size_t begin, size_t end)
{
	struct lines part = {0};
	if (begin < end)
		part = (struct lines){l->v + begin, end - begin, end - begin};
	tool_print_lines(t, &part);
	return true;
}

bool
tool_head(struct tool_call *t)
{
	struct str text;
	int64_t n;
	size_t at = 0;
	bool from = false;
	if (!line_count(t, &at, &n, &from) || from || !tool_input_text(t, at, &text))
		return false;
	struct lines l = tool_lines(t->e->arena, text);
	int64_t end = n < 0 ? (int64_t)l.n + n : n;
	end = end < 0 ? 0 : end > (int64_t)l.n ? (int64_t)l.n : end;
	return print_range(t, &l, 0, (size_t)end);
}

bool
tool_tail(struct tool_call *t)
{
	struct str text;
	int64_t n;
	size_t at = 0;
	bool from = false;
	if (!line_count(t, &at, &n, &from) || n < 0 || !tool_input_text(t, at, &text))
		return false;
	struct lines l = tool_lines(t->e->arena, text);
	size_t count = (uint64_t)n < l.n ? (size_t)n : l.n;
	size_t begin = from ? (count ? count - 1 : 0) : l.n - count;
	return print_range(t, &l, begin, l.n);
}

bool
tool_wc(struct tool_call *t)
{
	struct str option, text;
	if (t->n != 1 || !tool_word(t, 0, &option) || option.n != 2 ||
		option.p[0] != '-' || !tool_input_text(t, 1, &text))
		return false;
	size_t n = 0;
	bool in_word = false;
	for (size_t i = 0; i < text.n; i++) {
		bool blank = strchr(" \t\n\v\f\r", text.p[i]) && text.p[i];
		if (option.p[1] == 'l')
			n += text.p[i] == '\n';
		else if (option.p[1] == 'w')
			n += !blank && !in_word;
		else if (option.p[1] == 'c')
			n++;
		else
			return false;
		in_word = !blank;
	}
	tool_print(t, str_fmt(t->e->arena, "%zu\n", n));
	return true;
}

/* ---- sort, uniq ----------------------------------------------------------------- */

static int
by_bytes(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static int64_t
leading_number(struct str s)
{
	int64_t n = 0;
	size_t i = 0;
	while (i < s.n && (s.p[i] == ' ' || s.p[i] == '\t'))
		i++;
	bool negative = i < s.n && s.p[i] == '-';
	for (i += negative; i < s.n && s.p[i] >= '0' && s.p[i] <= '9' && n < INT32_MAX;
		i++)
		n = n * 10 + (s.p[i] - '0');
	return negative ? -n : n;
}

static int
by_number(const void *x, const void *y)
{
	int64_t a = leading_number(*(const struct str *)x);
	int64_t b = leading_number(*(const struct str *)y);
	return a != b ? (a > b) - (a < b) : by_bytes(x, y);
}

/* Only what a sort by bytes and one by the locale agree on. */
static bool
plain_lines(const struct lines *l)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < l->v[i].n; k++) {
			char c = l->v[i].p[k];
			if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')))
				return false;
		}
	return true;
}

static void
drop_repeats(struct lines *l)
{
	size_t n = 0;
	for (size_t i = 0; i < l->n; i++)
		if (n == 0 || !str_eq(l->v[n - 1], l->v[i]))
			l->v[n++] = l->v[i];
	l->n = n;
}

bool
tool_sort(struct tool_call *t)
{
	struct str option, text;
	bool number = false, reverse = false, unique = false;
	size_t at = 0;
	for (; tool_word(t, at, &option) && option.n > 1 && option.p[0] == '-'; at++)
		for (size_t i = 1; i < option.n; i++) {
			number |= option.p[i] == 'n';
			reverse |= option.p[i] == 'r';
			unique |= option.p[i] == 'u';
			if (!strchr("nru", option.p[i]))
				return false;
		}
	if (!tool_input_text(t, at, &text))
		return false;
	struct lines l = tool_lines(t->e->arena, text);
	if (!number && !plain_lines(&l))
		return false;
	if (l.n)
		qsort(l.v, l.n, sizeof *l.v, number ? by_number : by_bytes);
	if (unique)
		drop_repeats(&l);
	for (size_t i = 0; reverse && i < l.n / 2; i++) {
		struct str s = l.v[i];
		l.v[i] = l.v[l.n - 1 - i];
		l.v[l.n - 1 - i] = s;
	}
	tool_print_lines(t, &l);
	return true;
}

bool
tool_uniq(struct tool_call *t)
{
	struct str text;
	if (t->n || !tool_input_text(t, 0, &text))
		return false;
	struct lines l = tool_lines(t->e->arena, text);
	drop_repeats(&l);
	tool_print_lines(t, &l);
	return true;
}

bool
tool_rev(struct tool_call *t)
{
	struct str text;
	if (t->n || !tool_input_text(t, 0, &text))
		return false;
	struct lines l = tool_lines(t->e->arena, text);
	for (size_t i = 0; i < l.n; i++) {
		char *p = NEW_ARRAY(t->e->arena, char, l.v[i].n);
		for (size_t k = 0; k < l.v[i].n; k++)
			p[k] = l.v[i].p[l.v[i].n - 1 - k];
		l.v[i].p = p;
	}
	tool_print_lines(t, &l);
	return true;
}

/* ---- cut, paste ----------------------------------------------------------------- */

struct range {
	size_t from, to;
};

VEC(ranges, struct range);

static bool
read_ranges(struct arena *a, struct str s, struct ranges *ret)
{
	while (s.p) {
		struct str part = str_cut(s, ',', &s), to;
		struct str from = str_cut(part, '-', &to);
		int64_t x = 1, y = INT32_MAX;
		if ((from.n && !str_to_int64(from, &x)) ||
			(to.n && !str_to_int64(to, &y)) || x < 1)
			return false;
		if (!to.p)
			y = x;
		vec_push(a, ret, ((struct range){(size_t)x, (size_t)y}));
	}
	return ret->n > 0;
}

static bool
in_ranges(const struct ranges *r, size_t n)
{
	for (size_t i = 0; i < r->n; i++)
		if (n >= r->v[i].from && n <= r->v[i].to)
			return true;
	return false;
}

static void
cut_line(struct buf *b, struct str line, const struct ranges *r, char delimiter)
{
	bool first = true;
	if (str_find_byte(line, delimiter, 0) == line.n) {
		buf_add(b, line);
		return;
	}
	struct str rest = line;
	for (size_t n = 1; rest.p; n++) {
		struct str part = str_cut(rest, delimiter, &rest);
		if (!in_ranges(r, n))
			continue;
		if (!first)
			buf_addc(b, delimiter);
		buf_add(b, part);
		first = false;
	}
}

/* -d, -f and -c, with the value behind or as the next word. */
bool
tool_cut(struct tool_call *t)
{
	struct str option, value, list = {0}, text;
	char delimiter = '\t', kind = 0;
	size_t at = 0;
	for (; tool_word(t, at, &option) && option.n > 1 && option.p[0] == '-'; at++) {
		char c = option.p[1];
		value = str_slice(option, 2, option.n);
		if (value.n == 0 && !tool_word(t, ++at, &value))
			return false;
		if (c == 'd' && value.n == 1)
			delimiter = value.p[0];
		else if (c == 'f' || c == 'c' || c == 'b')
			list = value, kind = c;
		else
			return false;
	}
	struct ranges r = {0};
	if (!list.n || !read_ranges(t->e->arena, list, &r) ||
		!tool_input_text(t, at, &text))
		return false;
	struct buf b = buf_new(t->e->arena, LIMIT_SHELL_STRING_BYTES);
	struct lines l = tool_lines(t->e->arena, text);
	for (size_t i = 0; i < l.n; i++) {
		if (kind == 'f')
			cut_line(&b, l.v[i], &r, delimiter);
		for (size_t k = 0; kind != 'f' && k < l.v[i].n; k++)
			if (in_ranges(&r, k + 1))
				buf_addc(&b, l.v[i].p[k]);
		buf_addc(&b, '\n');
	}
	tool_print(t, buf_str(&b));
	return true;
}

bool
tool_paste(struct tool_call *t)
{
	struct str option, delimiter = S("\t"), text;
	bool serial = false;
	size_t at = 0;
	for (; tool_word(t, at, &option) && option.n > 1 && option.p[0] == '-'; at++) {
		struct str rest = str_slice(option, 1, option.n);
		if (rest.p[0] == 's') {
			serial = true;
			rest = str_slice(rest, 1, rest.n);
		}
		if (rest.n && rest.p[0] != 'd')
			return false;
		if (rest.n > 1)
			delimiter = str_slice(rest, 1, rest.n);
		else if (rest.n && !tool_word(t, ++at, &delimiter))
			return false;
	}
	if (!serial || delimiter.n > 1 || !tool_input_text(t, at, &text))
		return false;
	struct buf b = buf_new(t->e->arena, LIMIT_SHELL_STRING_BYTES);
	struct lines l = tool_lines(t->e->arena, text);
	for (size_t i = 0; i < l.n; i++) {
		if (i)
			buf_add(&b, delimiter);
		buf_add(&b, l.v[i]);
	}
	buf_addc(&b, '\n');
	tool_print(t, buf_str(&b));
	return true;
}
