/* tr. */
#include "shell/tool.h"

#include "base/arena.h"

#include <string.h>

/* The characters of a set, ranges and classes written out. */
static void
add_class(struct buf *b, struct str name)
{
	for (int c = 0; c < 128; c++) {
		bool digit = c >= '0' && c <= '9', lower = c >= 'a' && c <= 'z';
		bool upper = c >= 'A' && c <= 'Z';
		bool in = (str_eqz(name, "digit") && digit) ||
			  (str_eqz(name, "lower") && lower) ||
			  (str_eqz(name, "upper") && upper) ||
			  (str_eqz(name, "alpha") && (lower || upper)) ||
			  (str_eqz(name, "alnum") && (lower || upper || digit)) ||
			  (str_eqz(name, "space") && (c == ' ' || (c >= 9 && c <= 13)));
		if (in)
			buf_addc(b, (char)c);
	}
}

static char
next_char(struct str s, size_t *at)
{
	static const char from[] = "nrtv\\", to[] = "\n\r\t\v\\";
	char c = s.p[(*at)++];
	if (c != '\\' || *at >= s.n)
		return c;
	c = s.p[(*at)++];
	const char *known = strchr(from, c);
	return known && c ? to[known - from] : c;
}

static bool
expand_set(struct buf *b, struct str s)
{
	for (size_t at = 0; at < s.n;) {
		if (str_starts(str_slice(s, at, s.n), S("[:"))) {
			size_t end = str_find(s, S(":]"), at);
			if (end == s.n)
				return false;
			add_class(b, str_slice(s, at + 2, end));
			at = end + 2;
			continue;
		}
		unsigned char from = (unsigned char)next_char(s, &at), to = from;
		if (at + 1 < s.n && s.p[at] == '-') {
			at++;
			to = (unsigned char)next_char(s, &at);
		}
		for (unsigned c = from; c <= to; c++)
			buf_addc(b, (char)c);
	}
	return true;
}

struct translation {
	bool complement, delete, squeeze;
	struct str from, to;
};

static bool
selects(const struct translation *x, char c)
{
	return (str_find_byte(x->from, c, 0) < x->from.n) != x->complement;
}

static char
translated(const struct translation *x, char c)
{
	if (!x->to.n || !selects(x, c))
		return c;
	size_t i = x->complement ? x->to.n : str_find_byte(x->from, c, 0);
	return x->to.p[i < x->to.n ? i : x->to.n - 1];
}

static struct str
translate(struct arena *a, const struct translation *x, struct str text)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	for (size_t i = 0; i < text.n; i++) {
		if (x->delete &&selects(x, text.p[i]))
			continue;
		char c = translated(x, text.p[i]);
		bool repeats = b.n && b.p[b.n - 1] == c;
		struct str last = x->to.n ? x->to : x->from;
		bool in = x->to.n ? str_find_byte(last, c, 0) < last.n : selects(x, c);
		if (!x->squeeze || !repeats || !in)
			buf_addc(&b, c);
	}
	return buf_str(&b);
}

bool
tool_tr(struct tool_call *t)
{
	struct translation x = {0};
	struct str option, set, text;
	struct buf from = buf_new(t->e->arena, 4096), to = buf_new(t->e->arena, 4096);
	size_t at = 0;
	for (; tool_word(t, at, &option) && option.n > 1 && option.p[0] == '-'; at++)
		for (size_t i = 1; i < option.n; i++) {
			x.complement |= (option.p[i] | 32) == 'c';
			x.delete |= option.p[i] == 'd';
			x.squeeze |= option.p[i] == 's';
			if (!strchr("cCds", option.p[i]))
				return false;
		}
	if (!tool_word(t, at++, &set) || !expand_set(&from, set))
		return false;
	if (at < t->n && (!tool_word(t, at, &set) || !expand_set(&to, set) || x.delete))
		return false;
	x.from = buf_str(&from);
	x.to = buf_str(&to);
	if (!tool_input_text(t, t->n, &text))
		return false;
	tool_print(t, translate(t->e->arena, &x, text));
	return true;
}
