/*
 * Reads bash.
 *
 * The input may be hostile: the depth is bounded by LIMIT_SHELL_DEPTH, the size by
 * LIMIT_SHELL_BYTES, the time is linear in the size. A limit that is hit is a gap of the
 * result. Nothing is executed.
 *
 * An error is reported only for what bash itself would refuse (`bash -n`), at its first
 * unexpected token; reading stops there and the tree holds what came before. One
 * difference is on purpose: bash only warns of an unclosed here-document, here it is an
 * error. Extended patterns are read without `shopt -s extglob`.
 */
#ifndef SHELL_PARSE_H
#define SHELL_PARSE_H

#include "shell/ast.h"

/* A whole source, or the bytes [begin, end) of one: text in single quotes is a slice. */
struct shell_script *shell_parse(struct arena *a, const struct source *s);
struct shell_script *shell_parse_slice(
	struct arena *a, const struct source *s, uint32_t begin, uint32_t end);
/* Text that stands nowhere as such; all spans of the result are `origin`. Borrows `text`.
 */
struct shell_script *shell_parse_text(
	struct arena *a, struct str text, struct span origin);

/* An arithmetic expression whose expansions are done. NULL: bash would refuse it. An
 * empty or blank text is the number 0. */
struct shell_arith_node *shell_parse_arith(
	struct arena *a, struct str text, struct span origin);

#endif
