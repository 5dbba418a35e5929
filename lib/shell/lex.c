/* Characters, positions, errors and gaps of the shell parser. */
#include "shell/grammar.h"

#include "base/limits.h"

#include <string.h>

int
shell_char_after(struct shell_reader *r, size_t n)
{
	size_t save = r->in.pos;
	int c = shell_char(r);
	for (; n && c != SHELL_END; n--) {
		r->in.pos++;
		c = shell_char(r);
	}
	r->in.pos = save;
	return c;
}

bool
shell_at(struct shell_reader *r, const char *op, size_t *ret_n)
{
	size_t save = r->in.pos;
	bool is_here = true;
	for (; *op && is_here; op++) {
		is_here = shell_char(r) == (unsigned char)*op;
		r->in.pos += is_here;
	}
	if (is_here)
		*ret_n = r->in.pos - save;
	r->in.pos = save;
	return is_here;
}

bool
shell_eat(struct shell_reader *r, const char *op)
{
	size_t n;
	if (!shell_at(r, op, &n))
		return false;
	r->in.pos += n;
	return true;
}

bool
shell_is_meta(int c)
{
	switch (c) {
	case SHELL_END:
	case ' ':
	case '\t':
	case '\n':
	case ';':
	case '&':
	case '|':
	case '(':
	case ')':
	case '<':
	case '>':
		return true;
	default:
		return false;
	}
}

bool
shell_is_digit(int c)
{
	return c >= '0' && c <= '9';
}

bool
shell_is_name(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       shell_is_digit(c);
}

static void
comment(struct shell_reader *r)
{
	size_t begin = r->in.pos;
	r->in.pos = str_find_byte(r->in.text, '\n', begin);
	vec_push(r->arena, &r->script->comments, shell_span_from(r, begin));
}

void
shell_blanks(struct shell_reader *r)
{
	int c = shell_char(r);
	while (c == ' ' || c == '\t') {
		r->in.pos++;
		c = shell_char(r);
	}
	if (c == '#')
		comment(r);
}

void
shell_newline(struct shell_reader *r)
{
	r->in.pos++;
	if (r->pending.n)
		shell_read_heredocs(r);
}

void
shell_linebreak(struct shell_reader *r)
{
	shell_blanks(r);
	while (shell_char(r) == '\n') {
		shell_newline(r);
		shell_blanks(r);
	}
}

struct str
shell_joined_text(struct shell_reader *r, size_t begin, size_t end)
{
	struct str raw = str_slice(r->in.text, begin, end);
	size_t i = str_find(raw, S("\\\n"), 0);
	if (i == raw.n)
		return raw;
	char *p = NEW_ARRAY(r->arena, char, raw.n);
	size_t n = 0;
	for (i = 0; i < raw.n; i++) {
		if (raw.p[i] == '\\' && i + 1 < raw.n && raw.p[i + 1] == '\n')
			i++;
		else
			p[n++] = raw.p[i];
	}
	return (struct str){p, n};
}

struct str
shell_take_name(struct shell_reader *r)
{
	size_t begin = r->in.pos;
	int c = shell_char(r);
	if (!shell_is_name(c) || shell_is_digit(c))
		return (struct str){0};
	size_t end = begin;
	while (shell_is_name(c)) {
		end = ++r->in.pos;
		c = shell_char(r);
	}
	return shell_joined_text(r, begin, end);
}

static uint32_t
place(const struct shell_input *in, size_t pos)
{
	return in->map ? in->map[pos] : in->base + (uint32_t)pos;
}

struct span
shell_span(const struct shell_reader *r, size_t begin, size_t end)
{
	const struct shell_input *in = &r->in;
	if (in->is_computed)
		return (struct span){in->file, in->base, in->fixed_end};
	return (struct span){in->file, place(in, begin), place(in, end)};
}

void
shell_gap(struct shell_reader *r, enum shell_gap_kind kind, struct span at,
	struct str reason)
{
	struct shell_gap gap = {.kind = kind, .span = at, .reason = reason};
	vec_push(r->arena, &r->script->gaps, gap);
}

void
shell_stop(struct shell_reader *r)
{
	r->in.pos = r->in.text.n;
	r->in.stopped = true;
}

void
shell_stop_silently(struct shell_reader *r, size_t begin, size_t end, struct str why)
{
	if (!r->in.stopped)
		shell_gap(r, GAP_RUNTIME, shell_span(r, begin, end), why);
	shell_stop(r);
}

static void
fail(struct shell_reader *r, struct shell_error error)
{
	if (r->in.stopped)
		return;
	error.long_string = r->long_string;
	if (!r->in.is_late)
		vec_push(r->arena, &r->script->errors, error);
	else if (error.is_unclosed)
		shell_gap(r, GAP_RUNTIME, error.related, error.text);
	else
		shell_gap(r, GAP_RUNTIME, error.span, error.text);
	shell_stop(r);
}

void
shell_fail_about(struct shell_reader *r, struct span at, struct str text,
	struct span related, const char *related_text)
{
	struct shell_error error = {
		.span = at,
		.text = text,
		.related = related,
		.related_text = str_from(related_text),
	};
	fail(r, error);
}

void
shell_fail(struct shell_reader *r, struct span at, struct str text)
{
	shell_fail_about(r, at, text, (struct span){0}, NULL);
}

/* Behind the last thing that can be seen: nobody can look at an empty last line. */
static struct span
end_of_text(struct shell_reader *r)
{
	struct str text = r->in.text;
	size_t n = text.n;
	while (n && (text.p[n - 1] == '\n' || text.p[n - 1] == ' ' ||
			    text.p[n - 1] == '\t'))
		n--;
	return shell_span(r, n, n);
}

static void
fail_unclosed(struct shell_reader *r, struct span opened, struct str delimiter,
	struct str text)
{
	struct shell_error error = {
		.span = end_of_text(r),
		.text = text,
		.related = opened,
		.related_text = S("opened here"),
		.is_unclosed = true,
		.delimiter = delimiter,
	};
	fail(r, error);
}

void
shell_fail_unclosed(struct shell_reader *r, const char *what, size_t begin, size_t end)
{
	fail_unclosed(r, shell_span(r, begin, end), (struct str){0},
		str_fmt(r->arena, "unclosed `%s`", what));
}

void
shell_fail_heredoc(struct shell_reader *r, struct span opened, struct str delimiter)
{
	fail_unclosed(r, opened, delimiter,
		str_fmt(r->arena, "unclosed here-document `%.*s`", STR(delimiter)));
}

/*
 * Where a closing quote was forgotten, the string ends at the next opening quote, right
 * before what should be quoted, and the fault shows far behind it.
 */
void
shell_note_string(struct shell_reader *r, size_t begin)
{
	struct str text = str_slice(r->in.text, begin, r->in.pos);
	if (!r->long_string.file && shell_is_name(shell_char(r)) &&
		str_find_byte(text, '\n', 0) < text.n)
		r->long_string = shell_span_from(r, begin);
}

bool
shell_deeper(struct shell_reader *r)
{
	if (r->depth < LIMIT_SHELL_DEPTH) {
		if (++r->depth > r->deepest)
			r->deepest = r->depth;
		return true;
	}
	if (!r->in.stopped)
		shell_gap(r, GAP_LIMIT, shell_span(r, r->in.pos, r->in.text.n),
			S("nested too deeply"));
	shell_stop(r);
	return false;
}

void
shell_shallower(struct shell_reader *r)
{
	r->depth--;
}

unsigned
shell_depth_begin(struct shell_reader *r)
{
	unsigned outer = r->deepest;
	r->deepest = r->depth;
	return outer;
}

void
shell_depth_end(struct shell_reader *r, unsigned outer)
{
	if (outer > r->deepest)
		r->deepest = outer;
}

struct shell_input
shell_input_slice(const struct shell_reader *r, size_t begin, size_t end)
{
	struct shell_input in = r->in;
	in.text = str_slice(r->in.text, begin, end);
	in.pos = 0;
	if (in.map)
		in.map += begin;
	else if (!in.is_computed)
		in.base += (uint32_t)begin;
	return in;
}

void
shell_enter(struct shell_reader *r, struct shell_outer *outer, struct shell_input in)
{
	outer->in = r->in;
	outer->open = r->open;
	outer->pending = r->pending;
	outer->in_command_sub = r->in_command_sub;
	outer->closed_compound = r->closed_compound;
	r->in = in;
	r->open = NULL;
	r->pending = (struct shell_redirects){0};
	r->in_command_sub = false;
}

void
shell_leave(struct shell_reader *r, const struct shell_outer *outer)
{
	r->in = outer->in;
	r->open = outer->open;
	r->pending = outer->pending;
	r->in_command_sub = outer->in_command_sub;
	r->closed_compound = outer->closed_compound;
}

struct shell_try
shell_try_begin(const struct shell_reader *r)
{
	return (struct shell_try){
		.in = r->in,
		.pending = r->pending,
		.depth = r->depth,
		.errors = r->script->errors.n,
		.gaps = r->script->gaps.n,
		.comments = r->script->comments.n,
		.parts = r->parts.n,
		.marks = r->marks.n,
		.commas = r->commas.n,
	};
}

void
shell_try_undo(struct shell_reader *r, const struct shell_try *t)
{
	size_t spent = r->in.pos - t->in.pos;
	r->rework -= spent < r->rework ? spent : r->rework;
	r->in = t->in;
	r->pending = t->pending;
	r->depth = t->depth;
	r->script->errors.n = t->errors;
	r->script->gaps.n = t->gaps;
	r->script->comments.n = t->comments;
	r->parts.n = t->parts;
	r->marks.n = t->marks;
	r->commas.n = t->commas;
	if (r->rework || r->in.stopped)
		return;
	shell_gap(r, GAP_LIMIT, shell_span(r, r->in.pos, r->in.text.n),
		S("too many readings of one text"));
	shell_stop(r);
}
