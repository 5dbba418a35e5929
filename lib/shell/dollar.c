/* What begins with a dollar, and process substitutions. */
#include "shell/grammar.h"

#include <string.h>

/* Reads a list up to its `)`. begin, end: of what opened it. */
static struct shell_list *
parenthesised(struct shell_reader *r, const char *what, size_t begin, size_t end)
{
	struct shell_outer outer;
	struct shell_open open = {.what = what, .want = ")", .begin = begin, .end = end};
	if (!shell_deeper(r))
		return NULL;
	shell_enter(r, &outer, r->in);
	r->open = &open;
	r->in_command_sub = true;
	struct shell_list *list = shell_read_list(r, END_PAREN, true);
	if (!shell_eat(r, ")"))
		shell_fail_unexpected(r);
	struct shell_redirects open_docs = r->pending;
	outer.in = r->in;
	shell_leave(r, &outer);
	/* Their bodies come after the line all the same; bash warns. */
	for (size_t i = 0; i < open_docs.n; i++) {
		shell_gap(r, GAP_RUNTIME, open_docs.v[i]->span,
			S("a here-document whose body begins behind its `)`"));
		vec_push(r->arena, &r->pending, open_docs.v[i]);
	}
	shell_shallower(r);
	return r->in.stopped ? NULL : list;
}

static void
command_sub(struct shell_reader *r, size_t begin, bool is_quoted)
{
	shell_eat(r, "$(");
	struct shell_list *list = parenthesised(r, "$(", begin, r->in.pos);
	if (!list)
		return;
	shell_part_push(r, PART_COMMAND_SUB, begin, is_quoted)->list = list;
}

void
shell_read_process_sub(struct shell_reader *r)
{
	size_t begin = r->in.pos;
	bool is_input = shell_char(r) == '<';
	shell_eat(r, is_input ? "<(" : ">(");
	struct shell_list *list =
		parenthesised(r, is_input ? "<(" : ">(", begin, r->in.pos);
	if (!list)
		return;
	struct shell_part *part = shell_part_push(r, PART_PROCESS_SUB, begin, false);
	part->text = str_slice(r->in.text, begin, begin + 1);
	part->list = list;
}

/* `$((` that is no arithmetic but a substitution of which the first command is a
 * subshell. bash looks for the parenthesis that closes it and reads the rest when it
 * runs. */
static struct shell_list *
late_list(struct shell_reader *r, size_t begin, size_t end)
{
	struct shell_outer outer;
	struct shell_input in = shell_input_slice(r, begin, end);
	in.is_late = true;
	if (!shell_deeper(r))
		return NULL;
	shell_enter(r, &outer, in);
	struct shell_list *list = shell_read_all(r);
	shell_leave(r, &outer);
	shell_shallower(r);
	return list;
}

static void
double_parens(struct shell_reader *r, size_t begin, bool is_quoted)
{
	struct shell_arith *arith;
	size_t end;
	shell_eat(r, "$");
	size_t inner = r->in.pos;
	bool is_arith = shell_read_arith_parens(r, "$((", begin, &arith, &end);
	if (r->in.stopped)
		return;
	if (is_arith) {
		shell_part_push(r, PART_ARITH_SUB, begin, is_quoted)->arith = arith;
		return;
	}
	struct shell_list *list = late_list(r, inner + 1, end - 1);
	if (!list)
		return;
	r->in.pos = end;
	shell_part_push(r, PART_COMMAND_SUB, begin, is_quoted)->list = list;
}

/* $[...], the old form */
static void
brackets(struct shell_reader *r, size_t begin, bool is_quoted)
{
	static const struct shell_scan scan = {.quoting = QUOTING_DOUBLE,
		.flags = SCAN_PAIRED | SCAN_FENCE,
		.soft = "]",
		.open = '[',
		.close = ']',
		.stop = SHELL_END};
	shell_eat(r, "$[");
	size_t inner = r->in.pos;
	struct shell_arith *arith = shell_read_arith(r, &scan, true);
	if (r->in.stopped)
		return;
	if (!shell_eat(r, "]")) {
		shell_fail_unclosed(r, "$[", begin, inner);
		return;
	}
	shell_part_push(r, PART_ARITH_SUB, begin, is_quoted)->arith = arith;
}

static void
plain_param(struct shell_reader *r, size_t begin, bool is_quoted)
{
	r->in.pos++;
	(void)shell_char(r);
	size_t name = r->in.pos;
	struct shell_param *param = NEW(r->arena, struct shell_param);
	param->name = shell_take_name(r);
	if (!param->name.n) {
		r->in.pos = name + 1;
		param->name = str_slice(r->in.text, name, name + 1);
	}
	param->name_span = shell_span_from(r, name);
	shell_part_push(r, PART_PARAM, begin, is_quoted)->param = param;
}

bool
shell_is_special_param(int c)
{
	return c > 0 && strchr("@*#?-$!", c);
}

bool
shell_read_dollar(struct shell_reader *r, const struct shell_scan *scan)
{
	size_t begin = r->in.pos;
	bool is_quoted = scan->quoting != QUOTING_NONE;
	int c = shell_char_after(r, 1);
	if (c == '(' && shell_char_after(r, 2) == '(') {
		double_parens(r, begin, is_quoted);
	} else if (c == '(') {
		command_sub(r, begin, is_quoted);
	} else if (c == '{') {
		return shell_read_param(r, scan);
	} else if (c == '[') {
		brackets(r, begin, is_quoted);
	} else if (c == '\'' && (!is_quoted || (scan->flags & SCAN_OPERAND))) {
		shell_eat(r, "$");
		shell_read_ansi_c(r, begin);
	} else if (c == '"' && !is_quoted) {
		shell_eat(r, "$\"");
		shell_read_double(r, begin, PART_LOCALE);
	} else if (shell_is_name(c) || shell_is_special_param(c)) {
		plain_param(r, begin, is_quoted);
	} else {
		return false;
	}
	return true;
}
