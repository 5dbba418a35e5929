/*
 * Words of a bash script: parts, parameters, arithmetic. The rules for all nodes of the
 * tree are in shell/ast.h.
 */
#ifndef SHELL_WORD_H
#define SHELL_WORD_H

#include "base/source.h"
#include "base/str.h"
#include "base/vec.h"

struct shell_arith;
struct shell_arith_node;
struct shell_braces;
struct shell_extglob;
struct shell_list;
struct shell_param;
struct shell_word;

VEC(shell_words, struct shell_word *);

/* ---- words ---------------------------------------------------------------------- */

enum shell_part_kind {
	PART_LITERAL, /* text: plain characters */
	PART_ESCAPED, /* \x outside of quotes; text: the one character (UTF-8 byte) */
	PART_SINGLE,  /* '...'; text */
	PART_ANSI_C,  /* $'...'; text: decoded */
	PART_DOUBLE,  /* "..."; parts, all of them quoted */
	PART_LOCALE,  /* $"..."; parts, like PART_DOUBLE where there is no catalogue */
	PART_PARAM,   /* $x ${x...}; param */
	PART_COMMAND_SUB, /* $(...) `...`; list */
	PART_ARITH_SUB,   /* $((...)) $[...]; arith */
	PART_PROCESS_SUB, /* <(...) >(...); list, text: "<" or ">" */
	PART_TILDE,       /* ~ ~user ~+ ~-; text: all of it, with the tilde */
	PART_GLOB,        /* text: "*", "?", or "[" that a "]" of the same word closes */
	PART_EXTGLOB,     /* ?(a|b) *( ) +( ) @( ) !( ); extglob */
	PART_BRACES,  /* {a,b} {1..4}; braces. Only in words that bash brace-expands */
	PART_UNKNOWN, /* not understood, or a "bad substitution"; text: as written. There
			 is a gap for it */
};

struct shell_parts {
	struct shell_part *v;
	size_t n;
};

struct shell_part {
	enum shell_part_kind kind;
	/* Not split, no pathname expansion, no pattern: it stands within quotes, is
	 * quoted itself, or belongs to a here-document. Outside of quotes a PART_LITERAL
	 * can still have a meaning in a pattern ("]", "-", "!", "^" after a PART_GLOB
	 * "["). */
	bool quoted;
	bool backquoted; /* PART_COMMAND_SUB written with backquotes */
	struct span span;
	struct str text; /* after removal of quotes, escapes and line continuations */
	union {
		struct shell_parts parts;
		struct shell_param *param;
		struct shell_list *list;
		struct shell_arith *arith;
		struct shell_extglob *extglob;
		struct shell_braces *braces;
	};
};

/*
 * No parts: the empty word (`x=`). `""` is a word with an empty PART_DOUBLE.
 *
 * is_static: it has no expansion of any kind and no pattern character, so that its value
 * is `value` wherever it stands.
 */
struct shell_word {
	struct span span;
	struct shell_parts parts;
	bool is_static;
	bool has_quotes; /* ' " \ $' $" somewhere outside of expansions */
	struct str value;
};

struct shell_extglob {
	char op; /* ? * + @ ! */
	struct shell_words alternatives;
};

/* A list of two or more words, or a range whose ends are texts (integers or one letter;
 * bash knows no expansions there). */
struct shell_braces {
	bool is_range;
	struct shell_words items;
	struct str first, last;
	struct str step; /* empty: not given */
};

/* ---- parameters ----------------------------------------------------------------- */

/*
 * The text between [ and ]. An indexed array reads it as arithmetic, an associative one
 * as a word, and the parser can't know which it is: both are here. `arith` is NULL for AT
 * and STAR; its tree may be NULL (see struct shell_arith).
 */
enum shell_subscript_kind { SUBSCRIPT_INDEX, SUBSCRIPT_AT, SUBSCRIPT_STAR };

struct shell_subscript {
	enum shell_subscript_kind kind;
	struct span span; /* without the brackets */
	struct shell_word *word;
	struct shell_arith *arith;
};

enum shell_param_op {
	PARAM_VALUE,   /* $x ${x} ${x[i]} */
	PARAM_LENGTH,  /* ${#x} ${#a[@]} */
	PARAM_KEYS,    /* ${!a[@]} ${!a[*]} */
	PARAM_NAMES,   /* ${!prefix*} ${!prefix@}; name: the prefix, transform: * or @ */
	PARAM_DEFAULT, /* - :-  word */
	PARAM_ASSIGN,  /* = :=  word */
	PARAM_ERROR,   /* ? :?  word */
	PARAM_ALTERNATE,      /* + :+  word */
	PARAM_CUT_PREFIX,     /* #   word: pattern */
	PARAM_CUT_PREFIX_MAX, /* ## */
	PARAM_CUT_SUFFIX,     /* % */
	PARAM_CUT_SUFFIX_MAX, /* %% */
	PARAM_REPLACE,        /* /   word: pattern, replacement (an & that is not quoted
				 stands for what matched, as bash 5.2 has it) */
	PARAM_REPLACE_ALL,    /* // */
	PARAM_REPLACE_PREFIX, /* /# */
	PARAM_REPLACE_SUFFIX, /* /% */
	PARAM_UPPER,      /* ^   word: pattern of the characters meant, may be empty */
	PARAM_UPPER_ALL,  /* ^^ */
	PARAM_LOWER,      /* , */
	PARAM_LOWER_ALL,  /* ,, */
	PARAM_TOGGLE,     /* ~ */
	PARAM_TOGGLE_ALL, /* ~~ */
	PARAM_SUBSTRING,  /* :offset :offset:count */
	PARAM_TRANSFORM,  /* @Q @U ...; transform: the letter */
};

struct shell_param {
	struct span name_span;
	struct str name; /* x _y 0 1 10 @ * # ? - $ ! */
	enum shell_param_op op;
	bool braces;
	bool indirect; /* ${!x}: the operation is done on what the value of x names */
	bool colon;    /* :- := :? :+ : an empty value counts as unset */
	char transform;
	struct shell_subscript *subscript; /* NULL: none */
	struct shell_word *word;           /* operand; NULL: the operation has none */
	struct shell_word *replacement;    /* NULL: `${x/a}` */
	struct shell_arith *offset;        /* PARAM_SUBSTRING, else NULL */
	struct shell_arith *count;         /* NULL: up to the end */
};

/* ---- arithmetic ----------------------------------------------------------------- */

/*
 * $((...)), ((...)), for ((;;)), array subscripts, ${x:offset:count}.
 *
 * bash expands the text first, as if within double quotes, and then reads the result as
 * an expression. `word` is that text. `tree` is the expression read from it with each
 * expansion taken as one operand, which gives the same result whenever the value of each
 * expansion is one number, name or empty string with no operator around it; an evaluator
 * that meets another value, or a tree that is NULL (an expansion is no operand, as in
 * `$((1$x))` and `$((a $op b))`, or the text is no expression), expands `word` and hands
 * the result to shell_parse_arith().
 *
 * The tree points into the parts of the word: walk one or the other, not both.
 */
struct shell_arith {
	struct span span; /* without the parentheses */
	struct shell_word *word;
	struct shell_arith_node *tree;
};

enum shell_arith_kind {
	ARITH_NUMBER,    /* value; text as written */
	ARITH_VARIABLE,  /* text: the name; subscript or NULL */
	ARITH_EXPANSION, /* part: PARAM, COMMAND_SUB or ARITH_SUB */
	ARITH_UNARY,     /* op a: + - ! ~ */
	ARITH_PREFIX,    /* ++a --a: a is a VARIABLE */
	ARITH_POSTFIX,   /* a++ a--: a is a VARIABLE */
	ARITH_BINARY,    /* a op b; && and || do not evaluate b when a decides */
	ARITH_ASSIGN,    /* a op b: = += ...; a is a VARIABLE; op is the binary operator, or
			    ARITH_OP_NONE for = */
	ARITH_TERNARY,   /* a ? b : c */
	ARITH_COMMA,     /* a , b */
};

enum shell_arith_op {
	ARITH_OP_NONE,
	ARITH_OP_ADD, /* unary and binary */
	ARITH_OP_SUB, /* unary and binary */
	ARITH_OP_MUL,
	ARITH_OP_DIV,
	ARITH_OP_MOD,
	ARITH_OP_POWER, /* ** binds to the right */
	ARITH_OP_SHIFT_LEFT,
	ARITH_OP_SHIFT_RIGHT,
	ARITH_OP_LESS,
	ARITH_OP_LESS_EQUAL,
	ARITH_OP_GREATER,
	ARITH_OP_GREATER_EQUAL,
	ARITH_OP_EQUAL,
	ARITH_OP_NOT_EQUAL,
	ARITH_OP_BIT_AND,
	ARITH_OP_BIT_XOR,
	ARITH_OP_BIT_OR,
	ARITH_OP_AND,
	ARITH_OP_OR,
	ARITH_OP_NOT,        /* unary */
	ARITH_OP_COMPLEMENT, /* unary */
	ARITH_OP_INCREMENT,
	ARITH_OP_DECREMENT,
};

struct shell_arith_node {
	enum shell_arith_kind kind;
	enum shell_arith_op op;
	struct span span;
	int64_t value; /* wraps as in bash; 0, 0x and base# prefixes are read */
	struct str text;
	struct shell_subscript *subscript;
	const struct shell_part *part;
	struct shell_arith_node *a, *b, *c; /* NULL where the kind has no such operand */
	unsigned height;                    /* at most LIMIT_SHELL_DEPTH */
};

#endif
