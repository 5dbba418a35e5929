/*
 * Why a launched command has a value: the words and assignments behind it, back to what
 * the environment gave.
 */
#ifndef PLAN_WHY_H
#define PLAN_WHY_H

#include "base/suggest.h"
#include "plan/engines.h"

enum why_kind {
	WHY_WORD,  /* as it stands in the command, in a list, or in an assignment */
	WHY_SET,   /* a variable was set */
	WHY_LIST,  /* the word before is an element of this list */
	WHY_KEPT,  /* a branch that would have set the variable was not taken */
	WHY_JOIN,  /* one of what follows: paths met */
	WHY_GIVEN, /* by the environment */
	WHY_SHELL, /* by the shell itself */
};

struct why_step {
	enum why_kind kind;
	struct str name;  /* of the variable; empty for a word */
	struct span span; /* KEPT: of the condition; may be no place */
	const struct value
		*value; /* that it has when the command starts; NULL: not known */
	const struct condition *within; /* around it */
	struct origins reads;           /* KEPT: of the condition */
};

VEC(why_steps, struct why_step);

struct why_answer {
	const struct plan_command *command;
	struct str name;    /* "--max-num-seqs", or that of a variable */
	struct str setting; /* inside of the option; else empty */
	struct str value;   /* as people read it */
	bool in_file;       /* the setting stands in a file that the recipe writes */
	struct why_steps steps;
	bool cut; /* there are more */
};

VEC(why_answers, struct why_answer *);

/*
 * `what` is an option of any launched command, with or without dashes, a setting inside
 * of one, a meaning such as memory-fraction, or an exported variable. Without an answer
 * `near` takes the names that there are.
 */
struct why_answers why_of(struct arena *a, const struct launch_plan *p, struct str what,
	struct suggestions *near);

/* Variables of the environment behind a condition, a few of them. */
struct names why_given(struct arena *a, const struct origins *reads);

#endif
