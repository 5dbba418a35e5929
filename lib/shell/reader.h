/*
 * The parser's state and what its files share. Internal to lib/shell.
 *
 * There is no separate list of tokens: bash's tokens depend on what is being read, so
 * each rule of the grammar reads characters where it stands.
 */
#ifndef SHELL_READER_H
#define SHELL_READER_H

#include "shell/ast.h"

/* Text being read. Bodies of here-documents and backquotes are inputs of their own. */
struct shell_input {
	struct str text;
	size_t pos;
	uint32_t file, base;
	/* Place of each byte and of the end in the source; NULL: base + offset. */
	const uint32_t *map;
	bool is_computed; /* all spans are [base, fixed_end) */
	uint32_t fixed_end;
	bool is_late; /* bash reads this text only when it runs it: errors are gaps */
	bool stopped; /* after an error or a limit; pos is at the end */
};

/* What is open at the moment, for messages: innermost first, on the C stack. */
struct shell_open {
	const char *what;  /* "if" */
	const char *want;  /* "fi"; NULL: a command */
	size_t begin, end; /* of `what` in the current input */
	const struct shell_open *outer;
};

/* A `{` of a word that may turn out to begin a brace expansion. */
struct shell_brace_mark {
	size_t part;        /* its place on the stack of parts */
	size_t begin;       /* its place in the input */
	size_t item;        /* where the current item begins in the input */
	size_t first_comma; /* on the stack of commas */
	size_t checked;     /* parts before this one hold no ".." */
	bool is_at_start;   /* of the word: a tilde in its items is one */
};

struct shell_brace_comma {
	size_t part, begin;
};

VEC(shell_part_stack, struct shell_part);
VEC(shell_brace_marks, struct shell_brace_mark);
VEC(shell_brace_commas, struct shell_brace_comma);

struct shell_reader {
	struct arena *arena;
	struct shell_script *script;
	struct shell_input in;
	const struct shell_open *open;
	struct shell_redirects
		pending; /* here-documents whose bodies come after the line */
	struct shell_part_stack parts; /* of the words being read */
	struct shell_brace_marks marks;
	struct shell_brace_commas commas;
	unsigned depth;
	unsigned deepest; /* reached since shell_depth_begin() */
	bool in_command_sub;
	/* The last token closed a compound command, so that a reserved word may follow
	 * without a separator. */
	bool closed_compound;
	size_t rework; /* bytes that may still be read twice */
};

/* ---- input (lex.c) ---- */

enum { SHELL_END = -1 };

/* The current character, after line continuations. SHELL_END at the end. */
static inline int
shell_char(struct shell_reader *r)
{
	struct shell_input *in = &r->in;
	while (in->pos + 1 < in->text.n && in->text.p[in->pos] == '\\' &&
		in->text.p[in->pos + 1] == '\n')
		in->pos += 2;
	return in->pos < in->text.n ? (unsigned char)in->text.p[in->pos] : SHELL_END;
}

/* The character that many places behind the current one, continuations not counted. */
int shell_char_after(struct shell_reader *r, size_t n);
/* The operator stands here; then *ret_n is its length, continuations included. */
bool shell_at(struct shell_reader *r, const char *op, size_t *ret_n);
bool shell_eat(struct shell_reader *r, const char *op);
bool shell_is_meta(int c); /* ends a word: blank, newline, ; & | ( ) < > or the end */
bool shell_is_name(int c); /* letter, digit, _ */
bool shell_is_digit(int c);
bool shell_is_special_param(int c);
void shell_blanks(struct shell_reader *r);    /* and a comment */
void shell_linebreak(struct shell_reader *r); /* blanks, comments and newlines */
void shell_newline(struct shell_reader *r);   /* reads pending here-documents */
/* The text without line continuations. */
struct str shell_joined_text(struct shell_reader *r, size_t begin, size_t end);
/* The identifier here, consumed; empty when there is none. */
struct str shell_take_name(struct shell_reader *r);

struct span shell_span(const struct shell_reader *r, size_t begin, size_t end);
static inline struct span
shell_span_from(const struct shell_reader *r, size_t begin)
{
	return shell_span(r, begin, r->in.pos);
}

void shell_fail(struct shell_reader *r, struct span at, struct str text);
void shell_fail_about(struct shell_reader *r, struct span at, struct str text,
	struct span related, const char *related_text);
/* Unclosed `what`, opened at [begin, end). */
void shell_fail_unclosed(
	struct shell_reader *r, const char *what, size_t begin, size_t end);
/* What stands here is not what the grammar wants. */
void shell_fail_unexpected(struct shell_reader *r);
/* What stands here is not what the innermost construct wants next. */
void shell_fail_expected(struct shell_reader *r);
void shell_gap(struct shell_reader *r, enum shell_gap_kind kind, struct span at,
	struct str reason);
void shell_stop(struct shell_reader *r);
/* False, with a gap and the reader stopped, when the nesting is too deep; else leave with
 * shell_shallower(). */
bool shell_deeper(struct shell_reader *r);
void shell_shallower(struct shell_reader *r);
/* Measures how deep something gets: `deepest` in between. The result goes to _end(). */
unsigned shell_depth_begin(struct shell_reader *r);
void shell_depth_end(struct shell_reader *r, unsigned outer);

/* Another text for a while. */
struct shell_outer {
	struct shell_input in;
	const struct shell_open *open;
	struct shell_redirects pending;
	bool in_command_sub, closed_compound;
};
void shell_enter(
	struct shell_reader *r, struct shell_outer *outer, struct shell_input in);
void shell_leave(struct shell_reader *r, const struct shell_outer *outer);
/* The input that is the bytes [begin, end) of the current one. */
struct shell_input shell_input_slice(
	const struct shell_reader *r, size_t begin, size_t end);

/* Trying one reading of a text before another. */
struct shell_try {
	struct shell_input in;
	struct shell_redirects pending;
	unsigned depth;
	size_t errors, gaps, comments, parts, marks, commas;
};
struct shell_try shell_try_begin(const struct shell_reader *r);
void shell_try_undo(struct shell_reader *r, const struct shell_try *t);

/* ---- words (word.c, quote.c, dollar.c, param.c) ---- */

enum shell_quoting { QUOTING_NONE, QUOTING_DOUBLE, QUOTING_HEREDOC };

enum shell_scan_flags {
	SCAN_META = 1,          /* ends at metacharacters */
	SCAN_BRACES = 2,        /* {a,b} */
	SCAN_TILDE = 4,         /* at the start */
	SCAN_TILDE_COLON = 8,   /* and after : */
	SCAN_TILDE_ASSIGN = 16, /* and in what looks like an assignment, after = and : */
	SCAN_OPERAND = 32,      /* of ${x-...}: "..." nests, \} is } */
	SCAN_PAIRED = 64,       /* '...' is a pair, but both quotes stay */
	SCAN_SINGLE = 128,      /* '...' quotes although the rest is as in "..." */
	SCAN_COLON_ENDS = 256,  /* ${x:a:b}: a `:` that no `?` claims ends */
	SCAN_REGEX = 512,       /* | is literal, no patterns */
	SCAN_BRACKETS = 2048,   /* blanks between [ and ] belong to the word */
	SCAN_FIRST = 4096,      /* of a command: may be the name of a function */
	SCAN_RECOVER = 1024,    /* after an error the rest is a PART_UNKNOWN */
};

/* How a run of parts is read: up to `stop`, or up to one of `soft` or a metacharacter
 * outside of all pairs of open and close. */
struct shell_scan {
	enum shell_quoting quoting;
	unsigned flags;
	int stop;
	const char *soft;
	char open, close;
};

/* One word, which may be empty. */
struct shell_word *shell_read_word(struct shell_reader *r, const struct shell_scan *scan);
/* A word of a command; NULL when there is none here. */
struct shell_word *shell_read_plain_word(struct shell_reader *r, unsigned more_flags);
struct shell_part *shell_part_push(
	struct shell_reader *r, enum shell_part_kind kind, size_t begin, bool quoted);
/* Pushes the text [begin, pos) as a literal, unless it is empty. */
void shell_push_literal(
	struct shell_reader *r, const struct shell_scan *scan, size_t begin);
/* A copy of the parts [first, end) of the stack. */
struct shell_parts shell_parts_take(struct shell_reader *r, size_t first, size_t end);
struct shell_word *shell_word_of(
	struct shell_reader *r, struct shell_parts parts, struct span span);
/* Ends the word whose parts are on the stack from `first` on. */
struct shell_word *shell_word_finish(
	struct shell_reader *r, size_t first, size_t begin, size_t end);
struct shell_word *shell_word_literal(
	struct shell_reader *r, struct str text, struct span span, bool is_quoted);

/* Each reads what starts here and pushes a part, or nothing when the reader stops. */
void shell_read_single(struct shell_reader *r);
/* Behind the opening quote; begin is where the part begins. */
void shell_read_double(struct shell_reader *r, size_t begin, enum shell_part_kind kind);
void shell_read_ansi_c(struct shell_reader *r, size_t begin);
void shell_read_backquoted(struct shell_reader *r, const struct shell_scan *scan);
void shell_read_process_sub(struct shell_reader *r);
void shell_read_param(struct shell_reader *r, bool quoted);
/* These consume nothing and are false where the character stands for itself. */
bool shell_read_dollar(struct shell_reader *r, const struct shell_scan *scan);
bool shell_read_tilde(struct shell_reader *r, const struct shell_scan *scan,
	bool colon_ends, bool in_braces);
bool shell_read_extglob(struct shell_reader *r, bool is_first);

/* The word between [ and ], at the [. NULL: not closed before `stop` or the end of the
 * word; then nothing is consumed. */
struct shell_subscript *shell_read_subscript(
	struct shell_reader *r, int stop, unsigned flags);

/* Brace expansions (brace.c): at one of { , }, which is consumed. */
void shell_brace_open(struct shell_reader *r, size_t first_mark, size_t word_begin);
void shell_brace_comma(struct shell_reader *r);
void shell_brace_close(struct shell_reader *r, size_t first_mark);
/* Those still open are literals. */
void shell_brace_forget(struct shell_reader *r, size_t first_mark);

/* ---- arithmetic (arith.c) ---- */

/* The expression whose text is `word`, read just now, between shell_depth_begin() and
 * _end(). report: a text that is no expression is a gap. */
struct shell_arith *shell_arith_of(
	struct shell_reader *r, struct shell_word *word, bool report);
/* Reads up to the stop or soft character of the scan. */
struct shell_arith *shell_read_arith(
	struct shell_reader *r, const struct shell_scan *scan, bool report);
/* At `((`: reads it up to `))`. False, with nothing consumed: it is not arithmetic. Then
 * *ret_end is where its last `)` ends. what, begin: of the whole, for messages. */
bool shell_read_arith_parens(struct shell_reader *r, const char *what, size_t begin,
	struct shell_arith **ret, size_t *ret_end);

/* ---- commands ---- */

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
