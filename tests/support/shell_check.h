/* What must hold for every tree that the shell parser makes, whatever the text. */
#ifndef SUPPORT_SHELL_CHECK_H
#define SUPPORT_SHELL_CHECK_H

#include "shell/ast.h"

/*
 * NULL, or what is wrong: a span outside of the text or of the parent's (bodies of
 * here-documents lie behind their command, but within the text), a child missing, a tree
 * deeper than the limit allows, an error or gap without text.
 */
const char *shell_check(const struct shell_script *script);

#endif
