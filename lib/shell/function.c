/* Functions and coprocesses. */
#include "shell/grammar.h"

static struct shell_command *
function(struct shell_reader *r, size_t begin, struct span name_span, struct str name)
{
	struct shell_open open = {
		.what = str_z(r->arena, str_cat(r->arena, name, S("()"))),
		.begin = begin,
		.end = r->in.pos,
		.outer = r->open,
	};
	struct shell_command *command = shell_new_command(r, SHELL_FUNCTION);
	command->function.name = name;
	command->function.name_span = name_span;
	r->open = &open;
	shell_linebreak(r);
	if (shell_is_compound_here(r))
		command->function.body = shell_read_command(r);
	else
		shell_fail_unexpected(r);
	r->open = open.outer;
	if (!command->function.body)
		return NULL;
	command->span =
		span_join(shell_span(r, begin, begin), command->function.body->span);
	return command;
}

struct shell_command *
shell_read_function(
	struct shell_reader *r, size_t begin, struct span name_span, struct str name)
{
	shell_eat(r, "(");
	shell_blanks(r);
	if (!shell_eat(r, ")")) {
		shell_fail_unexpected(r);
		return NULL;
	}
	return function(r, begin, name_span, name);
}

static void
eat_empty_parens(struct shell_reader *r)
{
	size_t save = r->in.pos;
	if (shell_eat(r, "(")) {
		shell_blanks(r);
		if (shell_eat(r, ")"))
			return;
	}
	r->in.pos = save; /* a body that is a subshell */
}

struct shell_command *
shell_read_function_keyword(struct shell_reader *r)
{
	size_t begin = r->in.pos;
	shell_eat_reserved(r, WORD_FUNCTION);
	shell_blanks(r);
	size_t name = r->in.pos;
	if (!shell_read_plain_word(r, 0)) {
		shell_fail_unexpected(r);
		return NULL;
	}
	struct span name_span = shell_span_from(r, name);
	struct str text = shell_joined_text(r, name, r->in.pos);
	shell_blanks(r);
	eat_empty_parens(r);
	return function(r, begin, name_span, text);
}

/* `coproc NAME compound`: the name, when it is one. */
static struct str
coproc_name(struct shell_reader *r)
{
	struct shell_try t = shell_try_begin(r);
	size_t begin = r->in.pos;
	bool is_word = shell_read_plain_word(r, 0);
	struct str name = shell_joined_text(r, begin, r->in.pos);
	shell_blanks(r);
	if (is_word && shell_is_compound_here(r))
		return name;
	if (!r->in.stopped)
		shell_try_undo(r, &t);
	return (struct str){0};
}

struct shell_command *
shell_read_coproc(struct shell_reader *r)
{
	struct shell_command *command = shell_new_command(r, SHELL_COPROC);
	size_t begin = r->in.pos;
	shell_eat_reserved(r, WORD_COPROC);
	shell_blanks(r);
	size_t n;
	enum shell_reserved word = shell_reserved_here(r, &n);
	if (word == WORD_NONE && !shell_is_compound_here(r)) {
		command->coproc.name = coproc_name(r);
		word = shell_reserved_here(r, &n);
	}
	if (shell_is_compound_here(r) || (word != WORD_NONE && word != WORD_TIME)) {
		command->coproc.command = shell_read_command(r);
	} else {
		r->closed_compound = false;
		command->coproc.command = shell_read_simple(r);
	}
	if (!command->coproc.command)
		return NULL;
	command->span =
		span_join(shell_span(r, begin, begin), command->coproc.command->span);
	return command;
}
