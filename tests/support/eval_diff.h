/*
 * What the evaluator says of a piece of bash, against what bash itself does.
 *
 * A snippet shows values by calling OUT. bash runs it with a function of that name that
 * prints its arguments, with builtins only and an empty environment; for the evaluator OUT
 * is a command that is launched. Both give one string: the arguments in angle brackets, a
 * line a call.
 */
#ifndef SUPPORT_EVAL_DIFF_H
#define SUPPORT_EVAL_DIFF_H

#include "base/arena.h"
#include "base/str.h"
#include "shell/run.h"

struct eval_diff {
	bool has_bash;
	struct str bash; /* what bash printed; with "status N" when it did not end well */
	struct str ours; /* "?" for what is not known */
	bool all_known;
};

struct eval_diff eval_diff(struct arena *a, struct str snippet);
/* Only our side, with these files in the tree; `files`: path, text, ..., NULL. */
struct shell_trace *eval_only(
	struct arena *a, struct str snippet, const char *const *files);
struct str eval_calls(struct arena *a, const struct shell_trace *t, bool *ret_known);

#endif
