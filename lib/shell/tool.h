/*
 * External commands whose result follows from their words and their input. A tool
 * function returns false when it can't tell; then the command counts as launched.
 */
#ifndef SHELL_TOOL_H
#define SHELL_TOOL_H

#include "shell/eval.h"

struct tool_call {
	struct eval *e;
	struct state *s;
	struct span span;
	const struct field *v; /* the words after the name */
	size_t n;
};

typedef bool tool_fn(struct tool_call *t);

tool_fn tool_awk, tool_basename, tool_cat, tool_cut, tool_dirname, tool_expr, tool_grep,
	tool_head, tool_paste, tool_rev, tool_sed, tool_seq, tool_sort, tool_tail,
	tool_tee, tool_tr, tool_uniq, tool_wc;

/* The text of a word that is known. */
bool tool_word(const struct tool_call *t, size_t i, struct str *ret);
void tool_print(struct tool_call *t, struct str text);
/* Contents of the files from word i on, or the input when there are none. NULL: not
 * known. */
const struct value *tool_input(struct tool_call *t, size_t i);
bool tool_input_text(struct tool_call *t, size_t i, struct str *ret);

VEC(lines, struct str);
/* Lines without their newlines. */
struct lines tool_lines(struct arena *a, struct str text);
void tool_print_lines(struct tool_call *t, const struct lines *l);

#endif
