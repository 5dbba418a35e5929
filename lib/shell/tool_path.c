/* dirname, basename, seq, cat, tee. */
#include "shell/tool.h"

#include "base/arena.h"

/* ---- paths ---------------------------------------------------------------------- */

static struct str
without_slashes(struct str s)
{
	while (s.n > 1 && s.p[s.n - 1] == '/')
		s.n--;
	return s;
}

/* Of a path known in part the part behind the last slash may be known. */
static const struct value *
folder_of(struct arena *a, const struct value *v)
{
	struct str all, tail = value_suffix(v), s = without_slashes(tail);
	size_t slash = str_rfind_byte(s, '/');
	if (!value_known(v, &all)) {
		if (slash == s.n)
			return NULL;
		struct str head = without_slashes(str_slice(s, 0, slash + 1));
		return value_drop(a, v, 0, tail.n - (head.n == 1 ? 0 : head.n));
	}
	if (slash == s.n)
		return value_text(a, S("."));
	return value_text(a, without_slashes(str_slice(s, 0, slash + (slash == 0))));
}

bool
tool_dirname(struct tool_call *t)
{
	struct value_builder b = value_build(t->e->arena);
	if (t->n == 0)
		return false;
	for (size_t i = 0; i < t->n; i++) {
		const struct value *v = folder_of(t->e->arena, t->v[i].value);
		if (!v)
			return false;
		value_add(&b, v);
		value_add_text(&b, S("\n"));
	}
	io_emit(t->e, t->s, value_done(&b));
	eval_status(t->s, 0);
	return true;
}

bool
tool_basename(struct tool_call *t)
{
	struct str all, suffix = {0};
	if (t->n == 0 || t->n > 2 || (t->n == 2 && !tool_word(t, 1, &suffix)))
		return false;
	const struct value *v = t->v[0].value;
	struct str s = without_slashes(value_suffix(v));
	if (s.n && s.p[0] == '-' && value_known(v, &all))
		return false;
	size_t slash = str_rfind_byte(s, '/');
	if (!value_known(v, &all) && slash == s.n)
		return false;
	if (slash < s.n && s.n > 1)
		s = str_slice(s, slash + 1, s.n);
	if (suffix.n && suffix.n < s.n && str_ends(s, suffix))
		s.n -= suffix.n;
	tool_print(t, str_fmt(t->e->arena, "%.*s\n", STR(s)));
	return true;
}

/* ---- seq ------------------------------------------------------------------------ */

enum { SEQ_MAX = 100000 };

static struct str
padded(struct arena *a, int64_t v, int width)
{
	return str_fmt(a, "%0*lld", width, (long long)v);
}

/* -w, -s X, -sX, and their long forms; *ret_at is the first word behind them. */
static bool
seq_options(struct tool_call *t, size_t *ret_at, struct str *separator, bool *equal_width)
{
	struct str s, value, name;
	for (size_t at = 0;; at++) {
		*ret_at = at;
		if (!tool_word(t, at, &s) || s.n < 2 || s.p[0] != '-' ||
			(s.p[1] >= '0' && s.p[1] <= '9'))
			return true;
		name = str_cut(s, '=', &value);
		if (str_eq(s, S("-w")) || str_eq(s, S("--equal-width")))
			*equal_width = true;
		else if (str_eq(s, S("-s")) || str_eq(s, S("--separator"))) {
			if (!tool_word(t, ++at, separator))
				return false;
		} else if (str_starts(s, S("-s")))
			*separator = str_slice(s, 2, s.n);
		else if (str_eq(name, S("--separator")) && value.p)
			*separator = value;
		else
			return false;
	}
}

bool
tool_seq(struct tool_call *t)
{
	struct str s, separator = S("\n");
	bool equal_width = false;
	int64_t n[3] = {1, 1, 1};
	size_t at = 0, count = 0;
	if (!seq_options(t, &at, &separator, &equal_width))
		return false;
	for (; at < t->n; at++)
		if (count == 3 || !tool_word(t, at, &s) || !str_to_int64(s, &n[count++]))
			return false;
	int64_t first = count > 1 ? n[0] : 1, step = count > 2 ? n[1] : 1;
	int64_t last = count ? n[count - 1] : 0;
	if (count == 0 || step == 0 || first > INT32_MAX || first < INT32_MIN ||
		last > INT32_MAX || last < INT32_MIN || step > INT32_MAX ||
		step < INT32_MIN || (last - first) / step > SEQ_MAX)
		return false;
	struct str a = padded(t->e->arena, first, 1), b = padded(t->e->arena, last, 1);
	int width = equal_width ? (int)(a.n > b.n ? a.n : b.n) : 1;
	struct buf out = buf_new(t->e->arena, LIMIT_SHELL_STRING_BYTES);
	for (int64_t v = first; step > 0 ? v <= last : v >= last; v += step) {
		if (v != first)
			buf_add(&out, separator);
		buf_add(&out, padded(t->e->arena, v, width));
	}
	if (out.n)
		buf_addc(&out, '\n');
	tool_print(t, buf_str(&out));
	return true;
}

/* ---- cat, tee ------------------------------------------------------------------- */

/* A file that is not known leaves a hole in what is printed. */
bool
tool_cat(struct tool_call *t)
{
	struct str option;
	if (tool_word(t, 0, &option) && option.n > 1 && option.p[0] == '-')
		return false;
	const struct value *v = tool_input(t, 0);
	if (!v)
		return false;
	if (t->n == 0)
		io_consume(t->e, t->s, &value_empty);
	io_emit(t->e, t->s, v);
	eval_status(t->s, 0);
	return true;
}

bool
tool_tee(struct tool_call *t)
{
	struct str option;
	bool append = false;
	size_t i = 0;
	for (; tool_word(t, i, &option) && option.n > 1 && option.p[0] == '-'; i++)
		append |= str_eq(option, S("-a"));
	const struct value *v = io_input(t->e, t->s);
	if (!v)
		v = value_unknown(t->e->arena, t->span, 0, S("what was printed"));
	for (; i < t->n; i++)
		if (!str_starts(value_prefix(t->v[i].value), S("/dev/")))
			file_write(t->e, t->s, t->v[i].value, v, append);
	io_emit(t->e, t->s, v);
	eval_status(t->s, 0);
	return true;
}
