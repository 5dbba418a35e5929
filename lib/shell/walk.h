/*
 * Walks over a syntax tree, for questions that need no values: which variables can a
 * piece of script assign, where are its functions.
 */
#ifndef SHELL_WALK_H
#define SHELL_WALK_H

#include "shell/ast.h"

/* Any hook may be NULL. Subshells ( ), $( ), pipelines and background commands can't
 * change the variables of the shell around them; `skip_subshells` leaves them out. */
struct walk {
	void (*command)(
		struct walk *, const struct shell_command *); /* before its parts */
	void (*arith)(struct walk *, const struct shell_arith_node *); /* each node */
	void (*param)(struct walk *, const struct shell_param *);
	bool skip_subshells;
	bool skip_functions; /* bodies of functions that are defined there */
	void *user;
};

void walk_list(struct walk *w, const struct shell_list *list);
void walk_command(struct walk *w, const struct shell_command *c);
void walk_word(struct walk *w, const struct shell_word *word);
void walk_arith(struct walk *w, const struct shell_arith *a);

#endif
