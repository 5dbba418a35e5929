/* Syntax trees of bash as text, for tests. */
#ifndef SUPPORT_SHELL_DUMP_H
#define SUPPORT_SHELL_DUMP_H

#include "base/buf.h"
#include "shell/ast.h"

/* One line of s-expressions. is_normal: spellings that mean the same look the same, as
 * bash changes them when it prints a function. */
void shell_dump(struct buf *out, const struct shell_script *script, bool is_normal);

void shell_dump_word(struct buf *out, const struct shell_word *word, bool is_normal);
void shell_dump_arith(struct buf *out, const struct shell_arith *arith, bool is_normal);
void shell_dump_list(struct buf *out, const struct shell_list *list, bool is_normal);
void shell_dump_subscript(
	struct buf *out, const struct shell_subscript *s, bool is_normal);

#endif
