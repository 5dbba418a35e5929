/*
 * Where values come from: each assignment, each array element and each word of a command
 * that read variables has a node that points to the nodes of what it read. Walking up
 * from an argument gives the chain of assignments behind it.
 */
#ifndef SHELL_ORIGIN_H
#define SHELL_ORIGIN_H

#include "base/source.h"
#include "base/str.h"
#include "base/vec.h"

enum origin_kind {
	ORIGIN_GIVEN,  /* the environment the script was started with */
	ORIGIN_ASSIGN, /* an assignment, also by read, for, export ... */
	ORIGIN_WORD,   /* a word of a command or an array */
	ORIGIN_KEPT,   /* kept its value because a branch that assigns it was not taken */
	ORIGIN_JOIN,   /* two paths met */
	ORIGIN_BUILTIN, /* set by the shell itself */
};

struct origin;
struct condition;

VEC(origins, struct origin *);

struct origin {
	enum origin_kind kind;
	struct str name; /* of the variable; empty for a word */
	struct span span;
	struct origins reads;           /* what it was computed from */
	const struct condition *within; /* the conditions in force; NULL: none */
	bool was_read;
};

/*
 * A condition around a statement. Those of one statement form a list, innermost first.
 * `decided` tells whether the evaluator knew its outcome; if not, both ways were followed
 * and `holds` says which one this is.
 */
struct condition {
	const struct condition *up;
	struct span span;    /* of the condition, or of the word of a case */
	struct span pattern; /* of the patterns of a case clause, else no place */
	bool holds, decided;
	unsigned depth; /* number of conditions above */
	struct origins reads;
};

#endif
