/* The table of tools, and what they share. */
#include "shell/tool.h"

#include "base/arena.h"

#include <stdlib.h>

/* Sorted by bytes. */
static const struct {
	const char *name;
	tool_fn *run;
} table[] = {
	{"awk", tool_awk},
	{"basename", tool_basename},
	{"cat", tool_cat},
	{"cut", tool_cut},
	{"dirname", tool_dirname},
	{"egrep", tool_grep},
	{"expr", tool_expr},
	{"fgrep", tool_grep},
	{"gawk", tool_awk},
	{"grep", tool_grep},
	{"head", tool_head},
	{"mawk", tool_awk},
	{"paste", tool_paste},
	{"rev", tool_rev},
	{"sed", tool_sed},
	{"seq", tool_seq},
	{"sort", tool_sort},
	{"tail", tool_tail},
	{"tee", tool_tee},
	{"tr", tool_tr},
	{"uniq", tool_uniq},
	{"wc", tool_wc},
};

static int
by_name(const void *key, const void *row)
{
	return str_cmpz(*(const struct str *)key, *(const char *const *)row);
}

bool
tool_run(struct eval *e, struct state *s, const struct invocation *call)
{
	struct str name;
	if (!value_known(call->argv.v[0].value, &name))
		return false;
	size_t slash = str_rfind_byte(name, '/');
	if (slash < name.n &&
		(str_starts(name, S("/bin/")) || str_starts(name, S("/usr/bin/"))))
		name = str_slice(name, slash + 1, name.n);
	const void *row = bsearch(
		&name, table, sizeof table / sizeof *table, sizeof *table, by_name);
	if (!row)
		return false;
	for (size_t i = 1; i < call->argv.n; i++)
		if (call->argv.v[i].loose)
			return false;
	size_t i = (size_t)((const char *)row - (const char *)table) / sizeof *table;
	struct tool_call t = {e, s, call->span, call->argv.v + 1, call->argv.n - 1};
	return table[i].run(&t);
}

bool
tool_word(const struct tool_call *t, size_t i, struct str *ret)
{
	return i < t->n && value_known(t->v[i].value, ret);
}

void
tool_print(struct tool_call *t, struct str text)
{
	io_emit(t->e, t->s, value_text(t->e->arena, text));
	eval_status(t->s, 0);
}

const struct value *
tool_input(struct tool_call *t, size_t i)
{
	struct value_builder b = value_build(t->e->arena);
	if (i >= t->n)
		return io_input(t->e, t->s);
	for (; i < t->n; i++) {
		struct str name;
		if (tool_word(t, i, &name) && str_eq(name, S("-"))) {
			const struct value *in = io_input(t->e, t->s);
			if (!in)
				return NULL;
			value_add(&b, in);
			continue;
		}
		struct file_info f = file_look(t->e, t->s, t->v[i].value);
		if (!f.text)
			return NULL;
		value_add(&b, f.text);
	}
	return value_done(&b);
}

bool
tool_input_text(struct tool_call *t, size_t i, struct str *ret)
{
	const struct value *v = tool_input(t, i);
	return v && value_known(v, ret);
}

struct lines
tool_lines(struct arena *a, struct str text)
{
	struct lines l = {0};
	for (size_t at = 0; at < text.n;) {
		size_t end = str_find_byte(text, '\n', at);
		vec_push(a, &l, str_slice(text, at, end));
		at = end + 1;
	}
	return l;
}

void
tool_print_lines(struct tool_call *t, const struct lines *l)
{
	struct buf b = buf_new(t->e->arena, LIMIT_SHELL_STRING_BYTES);
	for (size_t i = 0; i < l->n; i++) {
		buf_add(&b, l->v[i]);
		buf_addc(&b, '\n');
	}
	tool_print(t, buf_str(&b));
}
