/*
 * Conditions of a script that compare a few variables with numbers, decided for values of
 * those variables alone. Whatever else a condition asks is not known.
 */
#ifndef RULES_NUMERIC_TEST_H
#define RULES_NUMERIC_TEST_H

#include "shell/ast.h"
#include "shell/value.h"

struct numeric_case {
	/* False: not a variable that is looked at. */
	bool (*value)(const void *user, struct str name, int64_t *ret);
	const void *user;
};

/* `[ "$X" -ge 4 ]`, `test`, `[[ ]]`, `(( ))`, with !, && and || between them. */
enum tri numeric_test(const struct shell_list *condition, const struct numeric_case *k);
/* "$X", X, ${X}, ${X:-1} alone in a word; empty for anything else. */
struct str numeric_variable(const struct shell_word *w);

#endif
