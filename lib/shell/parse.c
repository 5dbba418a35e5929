/* Lists and pipelines; the functions that the rest of the library calls. */
#include "shell/parse.h"

#include "shell/arith.h"
#include "shell/grammar.h"

#include "base/limits.h"

/* ---- pipelines ---- */

/* `!` and `time`, as often as they come. */
static bool
prefixes(struct shell_reader *r, struct shell_pipeline *pipeline)
{
	size_t n;
	bool has_any = false;
	for (;;) {
		shell_blanks(r);
		enum shell_reserved word = shell_reserved_here(r, &n);
		if (word != WORD_BANG && word != WORD_TIME)
			return has_any;
		has_any = true;
		r->in.pos += n;
		if (word == WORD_BANG) {
			pipeline->negated = !pipeline->negated;
			continue;
		}
		pipeline->timed = true;
		shell_blanks(r);
		if (shell_at(r, "-p", &n) && shell_is_meta(shell_char_after(r, 2)))
			r->in.pos += n;
		shell_blanks(r);
		if (shell_at(r, "--", &n) && shell_is_meta(shell_char_after(r, 2)))
			r->in.pos += n;
	}
}

/* A pipeline may end right after its prefixes. */
static bool
is_list_end(struct shell_reader *r, bool is_timed)
{
	size_t n;
	switch (shell_char(r)) {
	case ';':
		return !shell_at(r, ";;", &n) && !shell_at(r, ";&", &n);
	case ')':
		return r->in_command_sub && is_timed;
	case '\n':
	case SHELL_END:
		return true;
	default:
		return false;
	}
}

/* After | and the like: lines may be broken, and a command must follow. */
static struct shell_command *
operand(struct shell_reader *r, const char *op, size_t begin,
	struct shell_command *(*read)(struct shell_reader *))
{
	struct shell_open open = {
		.what = op, .begin = begin, .end = r->in.pos, .outer = r->open};
	r->open = &open;
	shell_linebreak(r);
	struct shell_command *command = read(r);
	r->open = open.outer;
	return command;
}

static bool
stages(struct shell_reader *r, struct shell_pipeline *pipeline)
{
	struct shell_stage stage = {.command = shell_read_command(r)};
	while (stage.command) {
		size_t begin, n;
		shell_blanks(r);
		begin = r->in.pos;
		if (shell_char(r) != '|' || shell_at(r, "||", &n)) {
			vec_push(r->arena, &pipeline->stages, stage);
			return true;
		}
		stage.with_stderr = shell_eat(r, "|&");
		if (!stage.with_stderr)
			shell_eat(r, "|");
		vec_push(r->arena, &pipeline->stages, stage);
		stage = (struct shell_stage){
			.command = operand(r, stage.with_stderr ? "|&" : "|", begin,
				shell_read_command)};
	}
	return false;
}

static struct shell_command *
pipeline(struct shell_reader *r)
{
	struct shell_pipeline line = {0};
	shell_blanks(r);
	size_t begin = r->in.pos;
	bool has_prefix = prefixes(r, &line);
	size_t end = r->in.pos;
	if (has_prefix && is_list_end(r, line.timed)) {
		r->closed_compound = false;
	} else {
		if (!stages(r, &line))
			return NULL;
		if (!line.negated && !line.timed && line.stages.n == 1)
			return line.stages.v[0].command;
	}
	struct shell_command *command = shell_new_command(r, SHELL_PIPELINE);
	command->pipeline = line;
	command->span = shell_span(r, begin, end);
	if (line.stages.n)
		command->span = span_join(
			command->span, line.stages.v[line.stages.n - 1].command->span);
	return command;
}

static struct shell_command *
and_or(struct shell_reader *r)
{
	struct shell_and_or joined = {0};
	struct shell_joined one = {.join = JOIN_FIRST, .command = pipeline(r)};
	while (one.command) {
		shell_blanks(r);
		size_t begin = r->in.pos;
		bool is_and = shell_eat(r, "&&");
		bool is_or = !is_and && shell_eat(r, "||");
		if (!is_and && !is_or && !joined.n)
			return one.command;
		vec_push(r->arena, &joined, one);
		if (!is_and && !is_or)
			break;
		one.join = is_and ? JOIN_AND : JOIN_OR;
		one.command = operand(r, is_and ? "&&" : "||", begin, pipeline);
	}
	if (!one.command)
		return NULL;
	struct shell_command *command = shell_new_command(r, SHELL_AND_OR);
	command->and_or = joined;
	command->span = span_join(joined.v[0].command->span, one.command->span);
	return command;
}

/* ---- lists ---- */

static bool
is_at_end(struct shell_reader *r, unsigned ends)
{
	size_t n;
	int c = shell_char(r);
	if (c == SHELL_END)
		return true;
	if (c == ')')
		return ends & END_PAREN;
	if (c == ';' && (ends & END_CLAUSE))
		return shell_at(r, ";;", &n) || shell_at(r, ";&", &n);
	unsigned word = (unsigned)shell_reserved_here(r, &n);
	return word != WORD_NONE && (ends & (1u << word));
}

/* The terminator of a command. False: the next command can't follow. */
static bool
terminator(struct shell_reader *r, unsigned ends, struct shell_item *item)
{
	size_t n;
	shell_blanks(r);
	int c = shell_char(r);
	if (c == '\n')
		return true;
	if (shell_at(r, ";;", &n) || shell_at(r, ";&", &n))
		return is_at_end(r, ends);
	if (c == ';' || c == '&') {
		size_t begin = r->in.pos++;
		item->background = c == '&';
		item->span = span_join(item->span, shell_span_from(r, begin));
		return true;
	}
	return is_at_end(r, ends) && (shell_is_meta(c) || r->closed_compound);
}

struct shell_list *
shell_read_list(struct shell_reader *r, unsigned ends, bool may_be_empty)
{
	struct shell_list *list = NEW(r->arena, struct shell_list);
	shell_linebreak(r);
	list->span = shell_span(r, r->in.pos, r->in.pos);
	while (!is_at_end(r, ends)) {
		struct shell_item item = {.command = and_or(r)};
		if (!item.command)
			break;
		item.span = item.command->span;
		if (!terminator(r, ends, &item)) {
			shell_fail_unexpected(r);
			break;
		}
		vec_push(r->arena, &list->items, item);
		list->span = span_join(list->span, item.span);
		shell_linebreak(r);
	}
	if (!list->items.n && !may_be_empty)
		shell_fail_unexpected(r);
	return list;
}

struct shell_list *
shell_read_all(struct shell_reader *r)
{
	struct shell_list *list = shell_read_list(r, 0, true);
	if (r->pending.n)
		shell_read_heredocs(r); /* the text ends on their line */
	return list;
}

/* ---- entry points ---- */

static struct shell_script *
read_script(struct arena *a, struct shell_input in)
{
	struct shell_reader r = {
		.arena = a,
		.script = NEW(a, struct shell_script),
		.in = in,
		.rework = 64 * 1024 + 2 * in.text.n,
	};
	r.script->span = shell_span(&r, 0, in.text.n);
	if (in.text.n > LIMIT_SHELL_BYTES) {
		shell_gap(&r, GAP_LIMIT, r.script->span, S("the script is too long"));
		shell_stop(&r);
	} else if (str_find_byte(in.text, '\0', 0) < in.text.n) {
		size_t at = str_find_byte(in.text, '\0', 0);
		shell_gap(&r, GAP_RUNTIME, shell_span(&r, at, at + 1),
			S("a NUL byte, which bash leaves out"));
	}
	r.script->list = shell_read_all(&r);
	return r.script;
}

struct shell_script *
shell_parse_slice(struct arena *a, const struct source *s, uint32_t begin, uint32_t end)
{
	struct str text = str_slice(s->bytes, begin, end);
	struct shell_input in = {.text = text, .file = s->id, .base = begin};
	return read_script(a, in);
}

struct shell_script *
shell_parse(struct arena *a, const struct source *s)
{
	return shell_parse_slice(a, s, 0, (uint32_t)s->bytes.n);
}

static struct shell_input
computed(struct str text, struct span origin)
{
	return (struct shell_input){
		.text = text,
		.file = origin.file,
		.base = origin.begin,
		.fixed_end = origin.end,
		.is_computed = true,
	};
}

struct shell_script *
shell_parse_text(struct arena *a, struct str text, struct span origin)
{
	return read_script(a, computed(text, origin));
}

struct shell_arith_node *
shell_parse_arith(struct arena *a, struct str text, struct span origin)
{
	struct shell_script unused = {0};
	struct shell_reader r = {
		.arena = a,
		.script = &unused,
		.in = computed(text, origin),
		.rework = 64 * 1024 + 2 * text.n,
	};
	struct shell_part part = {
		.kind = PART_LITERAL, .quoted = true, .span = origin, .text = text};
	struct arith_reader reader = {
		.r = &r,
		.parts = {&part, text.n ? 1 : 0},
		.end = origin.end,
		.most = LIMIT_SHELL_DEPTH,
	};
	return arith_read_tree(&reader);
}
