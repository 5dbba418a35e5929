/* Bodies of here-documents. */
#include "shell/grammar.h"

#include <string.h>

struct body {
	size_t begin, end;  /* of the body */
	size_t mark, after; /* of the delimiter's line: its text, and what follows */
	bool is_closed;
};

static size_t
skip_tabs(struct str text, size_t i)
{
	while (i < text.n && text.p[i] == '\t')
		i++;
	return i;
}

/* The line [begin, end) goes on in the next one. */
static bool
is_continued(struct str text, size_t begin, size_t end)
{
	size_t i = end;
	while (i > begin && text.p[i - 1] == '\\')
		i--;
	return (end - i) % 2;
}

/*
 * Finds the delimiter. In $(...) bash also takes a line that only begins with it, when
 * the closing parenthesis follows on that line.
 */
static struct body
find_end(struct shell_reader *r, const struct shell_heredoc *doc, bool has_tabs)
{
	struct str text = r->in.text, delimiter = doc->delimiter;
	struct body body = {.begin = r->in.pos};
	bool is_whole_line = true;
	for (size_t line = r->in.pos; line < text.n;) {
		size_t end = str_find_byte(text, '\n', line);
		size_t at = has_tabs ? skip_tabs(text, line) : line;
		struct str rest = str_slice(text, at, end);
		bool is_end = str_eq(rest, delimiter);
		bool is_cut = !is_end && r->in_command_sub &&
			      str_starts(rest, delimiter) &&
			      str_find_byte(rest, ')', delimiter.n) < rest.n;
		body.end = line;
		body.mark = at;
		if (is_whole_line && (is_end || is_cut)) {
			body.after = is_cut ? at + delimiter.n : end + (end < text.n);
			body.is_closed = true;
			return body;
		}
		is_whole_line = doc->quoted || !is_continued(text, line, end);
		line = end + (end < text.n);
	}
	body.end = body.mark = body.after = text.n;
	return body;
}

/* The body without the tabs at the start of its lines. */
static struct shell_input
without_tabs(struct shell_reader *r, size_t begin, size_t end)
{
	struct str text = r->in.text;
	struct shell_input in = shell_input_slice(r, begin, end);
	char *p = NEW_ARRAY(r->arena, char, end - begin);
	uint32_t *map = NEW_ARRAY(r->arena, uint32_t, end - begin + 1);
	size_t n = 0;
	bool is_line_start = true;
	for (size_t i = begin; i < end; i++) {
		if (is_line_start && text.p[i] == '\t')
			continue;
		is_line_start = text.p[i] == '\n';
		map[n] = shell_span(r, i, i).begin;
		p[n++] = text.p[i];
	}
	map[n] = shell_span(r, end, end).begin;
	in.text = (struct str){p, n};
	in.map = in.is_computed ? NULL : map;
	return in;
}

static struct shell_word *
read_body(struct shell_reader *r, struct shell_input in, bool is_literal)
{
	static const struct shell_scan scan = {
		.quoting = QUOTING_HEREDOC, .flags = SCAN_RECOVER, .stop = SHELL_END};
	struct shell_outer outer;
	in.is_late = true;
	shell_enter(r, &outer, in);
	struct shell_word *word = is_literal ? shell_word_literal(r, in.text,
						       shell_span(r, 0, in.text.n), true)
					     : shell_read_word(r, &scan);
	shell_leave(r, &outer);
	return word;
}

static void
read_one(struct shell_reader *r, struct shell_redirect *redirect)
{
	struct shell_heredoc *doc = redirect->heredoc;
	bool has_tabs = redirect->op == REDIR_HEREDOC_TABS;
	struct body body = find_end(r, doc, has_tabs);
	doc->closed = body.is_closed;
	doc->body = shell_span(r, body.begin, body.end);
	doc->end = shell_span(r, body.mark, body.mark);
	if (body.is_closed)
		doc->end = shell_span(r, body.mark, body.mark + doc->delimiter.n);
	bool is_stripped = has_tabs && body.end > body.begin;
	struct shell_input in = is_stripped ? without_tabs(r, body.begin, body.end)
					    : shell_input_slice(r, body.begin, body.end);
	doc->word = read_body(r, in, doc->quoted);
	if (!body.is_closed)
		shell_fail_heredoc(r, redirect->span, doc->delimiter);
	r->in.pos = body.after;
}

void
shell_read_heredocs(struct shell_reader *r)
{
	struct shell_redirects pending = r->pending;
	r->pending = (struct shell_redirects){0};
	for (size_t i = 0; i < pending.n && !r->in.stopped; i++)
		read_one(r, pending.v[i]);
}
