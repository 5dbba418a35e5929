/*
 * Syntax tree of a bash script.
 *
 * The tree says what bash would do with the text, not how it is spelt: words are split
 * into parts once, here, so that nobody has to look at quotes or dollars again. It is
 * immutable once parsed, lives in the parser's arena and knows nothing of what scripts
 * are about.
 *
 * Positions: every node has the span of its bytes in the source. A child lies within its
 * parent, with one exception: the body of a here-document lies behind the line of its
 * command. In text that bash rewrites before it reads it (backquotes with backslashes,
 * `<<-` bodies) spans still are those of the original bytes.
 *
 * Text that was computed (the argument of eval, a handler of trap) is parsed by
 * shell_parse_text(); then all spans are the place the text came from.
 *
 * Pointers are never NULL unless the comment says so. Lists of commands may be empty only
 * where bash allows it: a script, `$( )`, the body of a case clause.
 */
#ifndef SHELL_AST_H
#define SHELL_AST_H

#include "shell/word.h"

struct shell_command;
struct shell_list;

/* ---- redirections --------------------------------------------------------------- */

enum shell_redirect_op {
	REDIR_READ,       /* <   default descriptor 0 */
	REDIR_WRITE,      /* >   1 */
	REDIR_APPEND,     /* >>  1 */
	REDIR_CLOBBER,    /* >|  1 */
	REDIR_READ_WRITE, /* <>  0 */
	REDIR_DUP_IN,     /* <&  0; target: a number, "-" (close), "3-" (move) */
	REDIR_DUP_OUT, /* >&  1; the same, or (no number before it) a file for 1 and 2 */
	REDIR_BOTH,    /* &>  1 and 2 */
	REDIR_BOTH_APPEND,  /* &>> 1 and 2 */
	REDIR_HEREDOC,      /* <<  0 */
	REDIR_HEREDOC_TABS, /* <<- 0; leading tabs are removed */
	REDIR_HERESTRING,   /* <<< 0 */
};

struct shell_heredoc {
	struct str delimiter; /* after quote removal */
	bool quoted;          /* the delimiter is: the body is one literal */
	bool closed;          /* false: the text ended first (there is an error for it) */
	struct span body;     /* whole lines, as written */
	struct span end;      /* the delimiter's line without its tabs and newline */
	struct shell_word *word; /* the body's value, all parts quoted, tabs removed */
};

struct shell_redirect {
	enum shell_redirect_op op;
	struct span span, op_span;
	int fd;                        /* as written, else the operator's default */
	bool has_fd;                   /* a number was written */
	struct str fd_variable;        /* {name}> ; else empty */
	struct shell_word *target;     /* for a here-document the delimiter as written */
	struct shell_heredoc *heredoc; /* NULL but for REDIR_HEREDOC and _TABS */
};

VEC(shell_redirects, struct shell_redirect *);

/* ---- assignments ---------------------------------------------------------------- */

/* One of a=( ): `word`, `[key]=word` or `[key]+=word`. */
struct shell_element {
	struct span span;
	struct shell_subscript *key; /* NULL: the next index */
	bool append;
	struct shell_word *word;
};

VEC(shell_elements, struct shell_element *);

struct shell_assign {
	struct span span, name_span;
	struct str name;
	struct shell_subscript *subscript; /* a[i]= ; NULL: none */
	bool append;                       /* += */
	bool is_array;                     /* ( ) : `elements`, and `word` is NULL */
	struct shell_word *word;
	struct shell_elements elements;
};

VEC(shell_assigns, struct shell_assign *);

/* An argument of a declaration builtin: exactly one of the two is not NULL. `"$a=$b"` and
 * `$name=1` are words: only what is written as an assignment is one. */
struct shell_declared {
	struct shell_word *word;
	struct shell_assign *assign;
};

VEC(shell_declareds, struct shell_declared);

/* ---- conditions ----------------------------------------------------------------- */

enum shell_test_kind {
	TEST_WORD,   /* [[ x ]]: left, not empty */
	TEST_UNARY,  /* op left */
	TEST_BINARY, /* left op right */
	TEST_NOT,    /* a */
	TEST_AND,    /* a b */
	TEST_OR,     /* a b */
	TEST_GROUP,  /* ( a ) */
};

struct shell_test {
	enum shell_test_kind kind;
	struct span span;
	struct span op_span;
	struct str op; /* "-f", "==", "=~", "<", "-lt" ... */
	/* The right side of = == != is a pattern, of =~ a regular expression: what is
	 * quoted in it stands for itself. */
	struct shell_word *left, *right;
	struct shell_test *a, *b;
};

/* ---- commands ------------------------------------------------------------------- */

enum shell_kind {
	SHELL_SIMPLE,    /* simple */
	SHELL_DECLARE,   /* simple; export local declare typeset readonly */
	SHELL_PIPELINE,  /* pipeline */
	SHELL_AND_OR,    /* and_or */
	SHELL_SUBSHELL,  /* list */
	SHELL_GROUP,     /* list */
	SHELL_IF,        /* branch */
	SHELL_WHILE,     /* loop */
	SHELL_UNTIL,     /* loop */
	SHELL_FOR,       /* each */
	SHELL_SELECT,    /* each */
	SHELL_FOR_ARITH, /* for_arith */
	SHELL_CASE,      /* choice */
	SHELL_FUNCTION,  /* function */
	SHELL_TEST,      /* test: [[ ]] */
	SHELL_ARITH,     /* arith: (( )) */
	SHELL_COPROC,    /* coproc */
};

struct shell_item {
	struct span span; /* of the command and its terminator */
	struct shell_command *command;
	bool background; /* ended by & */
};

VEC(shell_items, struct shell_item);

struct shell_list {
	struct span span;
	struct shell_items items;
};

struct shell_simple {
	struct shell_assigns assigns; /* before the name */
	/* Name and arguments; empty: assignments and redirections only. Of SHELL_DECLARE
	 * the name alone, its arguments (options too) are in `declared`. */
	struct shell_words words;
	struct shell_declareds declared;
};

/* `time` and `!` belong to a pipeline, which then may have one stage, or none (`time` or
 * `!` alone). */
struct shell_stage {
	struct shell_command *command;
	bool with_stderr; /* |& follows */
};

VEC(shell_stages, struct shell_stage);

struct shell_pipeline {
	bool negated;
	bool timed;
	struct shell_stages stages;
};

enum shell_join { JOIN_FIRST, JOIN_AND, JOIN_OR };

/* && and || bind alike, from the left. */
struct shell_joined {
	enum shell_join join; /* before the command; the first has none */
	struct shell_command *command;
};

VEC(shell_and_or, struct shell_joined);

struct shell_arm {
	struct span span; /* from if or elif to the end of the body */
	struct shell_list *condition, *body;
};

VEC(shell_arms, struct shell_arm);

struct shell_branch {
	struct shell_arms arms;       /* if, then each elif */
	struct shell_list *otherwise; /* NULL: no else */
};

struct shell_loop {
	struct shell_list *condition, *body;
};

struct shell_each {
	struct span name_span;
	struct str name;
	bool has_in; /* without it: over "$@" */
	struct shell_words words;
	struct shell_list *body;
};

struct shell_for_arith {
	struct shell_arith *init, *condition, *step; /* an empty one has an empty word */
	struct shell_list *body;
};

enum shell_clause_end {
	CLAUSE_BREAK, /* ;; or esac */
	CLAUSE_FALL,  /* ;& */
	CLAUSE_TEST,  /* ;;& */
};

struct shell_clause {
	struct span span;
	struct shell_words patterns;
	struct shell_list *body;
	enum shell_clause_end end;
};

VEC(shell_clauses, struct shell_clause);

struct shell_choice {
	struct shell_word *word;
	struct shell_clauses clauses;
};

struct shell_function {
	struct span name_span;
	struct str name;
	struct shell_command *body; /* compound; its redirections are the function's */
};

struct shell_coproc {
	struct str name; /* empty: COPROC */
	struct shell_command *command;
};

struct shell_command {
	enum shell_kind kind;
	struct span span; /* with its redirections, without the terminator */
	struct shell_redirects redirects; /* in the order written */
	union {
		struct shell_simple simple;
		struct shell_pipeline pipeline;
		struct shell_and_or and_or;
		struct shell_list *list;
		struct shell_branch branch;
		struct shell_loop loop;
		struct shell_each each;
		struct shell_for_arith for_arith;
		struct shell_choice choice;
		struct shell_function function;
		struct shell_test *test;
		struct shell_arith *arith;
		struct shell_coproc coproc;
	};
};

/* ---- script --------------------------------------------------------------------- */

/* What bash refuses to read. `text` is a clause for a message ("unclosed `if`"); `related`
 * is the other place (the `if` that a missing `fi` would close) or no place, and
 * `related_text` says what it is. */
struct shell_error {
	struct span span; /* of the first unexpected token; empty at the end of the text */
	struct str text;
	struct span related;
	struct str related_text;
	bool is_unclosed; /* the text ended before `related` was closed */
	struct str delimiter; /* of an unclosed here-document, else empty */
	struct span long_string; /* a string before it that may lack its closing quote */
};

enum shell_gap_kind {
	GAP_LIMIT,     /* a limit was hit: what follows was not read */
	GAP_CONSTRUCT, /* the parser does not know it; the node is a PART_UNKNOWN */
	GAP_RUNTIME,   /* bash reads over it, but fails when it gets there */
};

struct shell_gap {
	enum shell_gap_kind kind;
	struct span span;
	struct str reason;
};

VEC(shell_errors, struct shell_error);
VEC(shell_gaps, struct shell_gap);
VEC(shell_spans, struct span);

struct shell_script {
	struct span span;
	struct shell_list *list;    /* what was read before the first error */
	struct shell_errors errors; /* at most one: bash stops there too */
	struct shell_gaps gaps;
	struct shell_spans comments; /* in order, from the # to the end of the line */
};

#endif
