/* Redirections. */
#include "shell/grammar.h"

#include <string.h>

/* Longest first. */
static const struct {
	char text[4];
	enum shell_redirect_op op;
	int fd;
} operators[] = {
	{"<<<", REDIR_HERESTRING, 0},
	{"<<-", REDIR_HEREDOC_TABS, 0},
	{"&>>", REDIR_BOTH_APPEND, 1},
	{"<<", REDIR_HEREDOC, 0},
	{"<&", REDIR_DUP_IN, 0},
	{"<>", REDIR_READ_WRITE, 0},
	{">>", REDIR_APPEND, 1},
	{">&", REDIR_DUP_OUT, 1},
	{">|", REDIR_CLOBBER, 1},
	{"&>", REDIR_BOTH, 1},
	{"<", REDIR_READ, 0},
	{">", REDIR_WRITE, 1},
};

enum { OPERATORS = sizeof operators / sizeof operators[0] };

/* A redirection starts at < or >, unless it is a process substitution. */
static bool
is_arrow(struct shell_reader *r)
{
	int c = shell_char(r);
	return (c == '<' || c == '>') && shell_char_after(r, 1) != '(';
}

/* The number before the operator. False: there is none, and nothing is consumed. */
static bool
take_fd(struct shell_reader *r, int *ret)
{
	size_t begin = r->in.pos;
	int64_t fd;
	while (shell_is_digit(shell_char(r)))
		r->in.pos++;
	struct str digits = shell_joined_text(r, begin, r->in.pos);
	if (digits.n && is_arrow(r) && str_to_int64(digits, &fd) && fd <= INT32_MAX) {
		*ret = (int)fd;
		return true;
	}
	r->in.pos = begin;
	return false;
}

/* {name} before the operator, the same. */
static bool
take_fd_variable(struct shell_reader *r, struct str *ret)
{
	size_t begin = r->in.pos;
	if (shell_char(r) != '{')
		return false;
	r->in.pos++;
	struct str name = shell_take_name(r);
	if (name.n && shell_eat(r, "[")) {
		while (!shell_is_meta(shell_char(r)) && shell_char(r) != ']')
			r->in.pos++;
		shell_eat(r, "]");
		name = shell_joined_text(r, begin + 1, r->in.pos);
	}
	if (name.n && shell_eat(r, "}") && is_arrow(r)) {
		*ret = name;
		return true;
	}
	r->in.pos = begin;
	return false;
}

/* The word after quote removal; there are no expansions here, their text counts. */
static struct str
delimiter_text(struct shell_reader *r, const struct shell_word *word, size_t begin)
{
	if (word->is_static)
		return word->value;
	struct str raw = shell_joined_text(r, begin, r->in.pos);
	char *p = NEW_ARRAY(r->arena, char, raw.n);
	size_t n = 0;
	for (size_t i = 0; i < raw.n; i++)
		if (!strchr("'\"\\", raw.p[i]) || !raw.p[i])
			p[n++] = raw.p[i];
	return (struct str){p, n};
}

static void
begin_heredoc(struct shell_reader *r, struct shell_redirect *redirect, size_t word_begin)
{
	struct shell_heredoc *doc = NEW(r->arena, struct shell_heredoc);
	doc->delimiter = delimiter_text(r, redirect->target, word_begin);
	doc->quoted = redirect->target->has_quotes;
	doc->word = shell_word_literal(r, (struct str){0}, redirect->span, true);
	doc->body = doc->end = doc->word->span;
	redirect->heredoc = doc;
	vec_push(r->arena, &r->pending, redirect);
}

/* `> 2>&1`: bash sees the 2 as the start of the second one; after >& a number may stand.
 */
static bool
is_redirect_start(struct shell_reader *r, bool is_dup)
{
	size_t save = r->in.pos;
	struct str name;
	int fd;
	bool is_start = (!is_dup && take_fd(r, &fd)) || take_fd_variable(r, &name);
	r->in.pos = save;
	return is_start;
}

static struct shell_word *
target(struct shell_reader *r, enum shell_redirect_op op)
{
	size_t begin = r->in.pos;
	bool is_dup = op == REDIR_DUP_IN || op == REDIR_DUP_OUT;
	bool is_here = op == REDIR_HEREDOC || op == REDIR_HEREDOC_TABS;
	if (is_redirect_start(r, is_dup))
		return NULL;
	if (!is_dup || shell_char(r) != '-')
		return shell_read_plain_word(r, is_here ? 0 : SCAN_BRACES);
	r->in.pos++; /* closes; what follows is another word */
	return shell_word_literal(r, S("-"), shell_span_from(r, begin), false);
}

static size_t
operator_here(struct shell_reader *r, size_t *ret_n)
{
	size_t i = 0;
	while (i < OPERATORS && !shell_at(r, operators[i].text, ret_n))
		i++;
	return i;
}

bool
shell_read_redirect(struct shell_reader *r, struct shell_redirects *to)
{
	int c = shell_char(r), fd = -1;
	size_t begin = r->in.pos, n;
	struct str variable = {0};
	if (shell_is_digit(c)) {
		if (!take_fd(r, &fd))
			return false;
	} else if (c == '{') {
		if (!take_fd_variable(r, &variable))
			return false;
	} else if (c == '&' ? shell_char_after(r, 1) != '>' : !is_arrow(r)) {
		return false;
	}
	size_t i = operator_here(r, &n), op_begin = r->in.pos;
	r->in.pos += n;
	struct shell_redirect *redirect = NEW(r->arena, struct shell_redirect);
	*redirect = (struct shell_redirect){
		.op = operators[i].op,
		.op_span = shell_span_from(r, op_begin),
		.fd = fd < 0 ? operators[i].fd : fd,
		.has_fd = fd >= 0,
		.fd_variable = variable,
	};
	shell_blanks(r);
	size_t word_begin = r->in.pos;
	redirect->target = target(r, redirect->op);
	redirect->span = shell_span_from(r, begin);
	if (!redirect->target) {
		if (shell_char(r) == '\n' || shell_char(r) == SHELL_END)
			shell_fail(r, redirect->op_span,
				str_fmt(r->arena, "no word after `%s`",
					operators[i].text));
		else
			shell_fail_unexpected(r);
		return true;
	}
	if (redirect->op == REDIR_HEREDOC || redirect->op == REDIR_HEREDOC_TABS)
		begin_heredoc(r, redirect, word_begin);
	vec_push(r->arena, to, redirect);
	return true;
}
