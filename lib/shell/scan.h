/*
 * Reading words: runs of parts in their contexts, quotes, expansions, arithmetic. Internal to
 * lib/shell.
 */
#ifndef SHELL_SCAN_H
#define SHELL_SCAN_H

#include "shell/reader.h"

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
	SCAN_RECOVER = 1024,    /* after an error the rest is a PART_UNKNOWN */
	SCAN_BRACKETS = 2048,   /* blanks between [ and ] belong to the word */
	SCAN_FIRST = 4096,      /* of a command: may be the name of a function */
	SCAN_ARGUMENT = 8192,   /* metacharacters end it even within [ and ] */
	SCAN_FENCE = 16384,     /* bash finds the end without looking at ${ */
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
/* These consume nothing and are false where the character stands for itself. */
bool shell_read_dollar(struct shell_reader *r, const struct shell_scan *scan);
bool shell_read_param(struct shell_reader *r, const struct shell_scan *scan);
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

#endif
