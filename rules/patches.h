/* Commands that change the engine of the image before it is started. */
#ifndef RULES_PATCHES_H
#define RULES_PATCHES_H

#include "check/rule.h"
#include "plan/cases.h"

/* `patch`, `git apply`, or a script of the tree that has "patch" in its name. `*what` is
 * a name for it. */
bool applies_patch(struct check *c, const struct shell_launch *l, struct str *what);

/* A change of the engine, or of what it is built on. `*what` is a clause: "sed edits X".
 */
bool changes_engine(struct check *c, const struct shell_launch *l, struct str *what);

#endif
