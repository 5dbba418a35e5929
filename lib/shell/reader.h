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
	const char *want;  /* "fi"; NULL: something to follow it */
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
	struct span long_string; /* see struct shell_error */
	struct shell_input in;
	const struct shell_open *open;
	struct shell_redirects pending; /* here-documents to read after the line */
	struct shell_part_stack parts;  /* of the words being read */
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
void shell_fail_heredoc(struct shell_reader *r, struct span opened, struct str delimiter);
/* The string that began there has just been read. */
void shell_note_string(struct shell_reader *r, size_t begin);
/* What stands here is not what the grammar wants. */
void shell_fail_unexpected(struct shell_reader *r);
/* The same, where this should stand. */
void shell_fail_instead(struct shell_reader *r, const char *wanted);
/* What stands here is not what the innermost construct wants next. */
void shell_fail_expected(struct shell_reader *r);
void shell_gap(struct shell_reader *r, enum shell_gap_kind kind, struct span at,
	struct str reason);
void shell_stop(struct shell_reader *r);
/* bash says nothing, but stops reading the script at [begin, end): a gap, and a stop. */
void shell_stop_silently(struct shell_reader *r, size_t begin, size_t end, struct str why);
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

#endif
