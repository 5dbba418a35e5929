/* The rules of the grammar: lists, commands, redirections. Internal to lib/shell. */
#ifndef SHELL_GRAMMAR_H
#define SHELL_GRAMMAR_H

#include "shell/scan.h"

enum shell_reserved {
	WORD_NONE,
	WORD_BANG,
	WORD_CASE,
	WORD_COPROC,
	WORD_DO,
	WORD_DONE,
	WORD_ELIF,
	WORD_ELSE,
	WORD_ESAC,
	WORD_FI,
	WORD_FOR,
	WORD_FUNCTION,
	WORD_IF,
	WORD_IN,
	WORD_SELECT,
	WORD_THEN,
	WORD_TIME,
	WORD_UNTIL,
	WORD_WHILE,
	WORD_LEFT_BRACE,
	WORD_RIGHT_BRACE,
	WORD_TEST,
	WORD_TEST_END,
};

/* The reserved word here, not consumed; *ret_n is its length. */
enum shell_reserved shell_reserved_here(struct shell_reader *r, size_t *ret_n);
bool shell_eat_reserved(struct shell_reader *r, enum shell_reserved word);

/* Where a list ends: a set of reserved words (1 << word) and these. */
enum {
	END_PAREN = 1 << 30,
	END_CLAUSE = 1 << 29, /* ;; ;& ;;& */
};

/* The whole input. */
struct shell_list *shell_read_all(struct shell_reader *r);
struct shell_list *shell_read_list(
	struct shell_reader *r, unsigned ends, bool may_be_empty);
struct shell_command *shell_read_command(struct shell_reader *r);
struct shell_command *shell_read_simple(struct shell_reader *r);
bool shell_is_compound_here(struct shell_reader *r);
struct shell_command *shell_read_function_keyword(struct shell_reader *r);
/* At the parenthesis behind the name. */
struct shell_command *shell_read_function(
	struct shell_reader *r, size_t begin, struct span name_span, struct str name);
struct shell_command *shell_read_coproc(struct shell_reader *r);
struct shell_command *shell_new_command(struct shell_reader *r, enum shell_kind kind);
/* After `[[`, up to and with `]]`. NULL: the reader has stopped. */
struct shell_test *shell_read_test(struct shell_reader *r);
bool shell_read_redirect(struct shell_reader *r, struct shell_redirects *to);
void shell_read_heredocs(struct shell_reader *r);
/* The assignment here; NULL: there is none, and nothing is consumed. */
struct shell_assign *shell_read_assign(struct shell_reader *r, bool is_argument);

#endif
