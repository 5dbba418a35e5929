/* Reserved words, simple commands, declarations. */
#include "shell/grammar.h"

#include <string.h>

/* By first letter, so that a look at one character is enough for most words. */
static const struct {
	char text[9];
	enum shell_reserved word;
} reserved[] = {
	{"!", WORD_BANG},
	{"[[", WORD_TEST},
	{"]]", WORD_TEST_END},
	{"case", WORD_CASE},
	{"coproc", WORD_COPROC},
	{"do", WORD_DO},
	{"done", WORD_DONE},
	{"elif", WORD_ELIF},
	{"else", WORD_ELSE},
	{"esac", WORD_ESAC},
	{"fi", WORD_FI},
	{"for", WORD_FOR},
	{"function", WORD_FUNCTION},
	{"if", WORD_IF},
	{"in", WORD_IN},
	{"select", WORD_SELECT},
	{"then", WORD_THEN},
	{"time", WORD_TIME},
	{"until", WORD_UNTIL},
	{"while", WORD_WHILE},
	{"{", WORD_LEFT_BRACE},
	{"}", WORD_RIGHT_BRACE},
};

enum { RESERVED = sizeof reserved / sizeof reserved[0] };

enum shell_reserved
shell_reserved_here(struct shell_reader *r, size_t *ret_n)
{
	int c = shell_char(r);
	for (size_t i = 0; i < RESERVED; i++) {
		if (reserved[i].text[0] != c || !shell_at(r, reserved[i].text, ret_n))
			continue;
		if (shell_is_meta(shell_char_after(r, strlen(reserved[i].text))))
			return reserved[i].word;
	}
	return WORD_NONE;
}

bool
shell_eat_reserved(struct shell_reader *r, enum shell_reserved word)
{
	size_t n;
	if (shell_reserved_here(r, &n) != word)
		return false;
	r->in.pos += n;
	return true;
}

struct shell_command *
shell_new_command(struct shell_reader *r, enum shell_kind kind)
{
	struct shell_command *command = NEW(r->arena, struct shell_command);
	command->kind = kind;
	return command;
}

/* ---- simple commands ---- */

static bool
is_declaration(const struct shell_word *word)
{
	static const char *const names[] = {
		"export", "local", "declare", "typeset", "readonly"};
	if (!word->is_static || word->has_quotes)
		return false;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (str_eqz(word->value, names[i]))
			return true;
	return false;
}

/* bash reads `name=(` after these as an array too. */
static bool
takes_arrays(const struct shell_word *word)
{
	return word->is_static && !word->has_quotes &&
	       (str_eqz(word->value, "eval") || str_eqz(word->value, "let") ||
		       str_eqz(word->value, "alias"));
}

static bool
is_command_end(struct shell_reader *r)
{
	int c = shell_char(r);
	if (!shell_is_meta(c))
		return false;
	return (c != '<' && c != '>') || shell_char_after(r, 1) != '(';
}

/* An array as an argument of eval and the like: one word, of which nothing is known. */
static struct shell_word *
array_argument(struct shell_reader *r)
{
	size_t begin = r->in.pos, first = r->parts.n;
	if (!shell_read_assign(r, true))
		return NULL;
	struct shell_part *part = shell_part_push(r, PART_UNKNOWN, begin, true);
	part->text = str_slice(r->in.text, begin, r->in.pos);
	shell_gap(r, GAP_CONSTRUCT, part->span, S("an assignment as an argument"));
	return shell_word_finish(r, first, begin, r->in.pos);
}

static void
declared(struct shell_reader *r, struct shell_simple *simple)
{
	struct shell_declared argument = {.assign = shell_read_assign(r, true)};
	if (!argument.assign && !r->in.stopped)
		argument.word = shell_read_plain_word(r, SCAN_BRACES | SCAN_TILDE_ASSIGN);
	if (argument.assign || argument.word)
		vec_push(r->arena, &simple->declared, argument);
}

static bool
has_array(struct shell_reader *r)
{
	size_t save = r->in.pos, n;
	bool has =
		shell_take_name(r).n && (shell_at(r, "=(", &n) || shell_at(r, "+=(", &n));
	r->in.pos = save;
	return has;
}

static void
word(struct shell_reader *r, struct shell_simple *simple)
{
	struct shell_word *w = NULL;
	bool is_first = !simple->words.n;
	int c = shell_char(r);
	if (!is_first && takes_arrays(simple->words.v[0]) && has_array(r)) {
		w = array_argument(r);
	} else {
		/* A name right before a [ may begin the subscript of an assignment, so
		 * that bash reads up to the ] even where no assignment follows. */
		bool has_subscript = is_first && shell_is_name(c) && !shell_is_digit(c);
		w = shell_read_plain_word(r, SCAN_BRACES | SCAN_TILDE_ASSIGN |
						     (is_first ? SCAN_FIRST : 0) |
						     (has_subscript ? SCAN_BRACKETS : 0));
	}
	if (w)
		vec_push(r->arena, &simple->words, w);
}

/* One assignment, redirection or word. False: the command ends here. */
static bool
element(struct shell_reader *r, struct shell_command *command)
{
	struct shell_simple *simple = &command->simple;
	shell_blanks(r);
	if (shell_read_redirect(r, &command->redirects))
		return true;
	if (is_command_end(r))
		return false;
	if (command->kind == SHELL_DECLARE) {
		declared(r, simple);
		return true;
	}
	if (!simple->words.n) {
		struct shell_assign *assign = shell_read_assign(r, false);
		if (assign)
			vec_push(r->arena, &simple->assigns, assign);
		if (assign || r->in.stopped)
			return true;
	}
	word(r, simple);
	if (simple->words.n == 1 && is_declaration(simple->words.v[0]))
		command->kind = SHELL_DECLARE;
	return true;
}

static bool
is_one_word(const struct shell_command *command)
{
	return command->simple.words.n == 1 && !command->simple.assigns.n &&
	       !command->redirects.n && !command->simple.declared.n;
}

struct shell_command *
shell_read_simple(struct shell_reader *r)
{
	struct shell_command *command = shell_new_command(r, SHELL_SIMPLE);
	size_t begin = r->in.pos, end = begin;
	while (element(r, command) && !r->in.stopped)
		end = r->in.pos;
	if (r->in.stopped)
		return NULL;
	if (shell_char(r) == '(' && is_one_word(command)) {
		struct str name = shell_joined_text(r, begin, end);
		return shell_read_function(r, begin, shell_span(r, begin, end), name);
	}
	if (shell_char(r) == '(' || end == begin) {
		shell_fail_unexpected(r);
		return NULL;
	}
	command->span = shell_span(r, begin, end);
	return command;
}
