/* NAME=VALUE as people give it: lines of an environment file, words of options. */
#ifndef PLAN_SETTINGS_H
#define PLAN_SETTINGS_H

#include "shell/run.h"

/* Sets or replaces one. False when there is no '=' or no name before it. */
bool settings_add(struct arena *a, struct shell_settings *list, struct str text);
/* Lines; empty ones and comments do not count. *ret_line is the number of the line that
 * is wrong when the answer is false. */
bool settings_read(
	struct arena *a, struct str text, struct shell_settings *list, size_t *ret_line);

#endif
