/* Rules about the text of every bash script, whether or not a config reaches it. */
#ifndef RULES_EACH_SCRIPT_H
#define RULES_EACH_SCRIPT_H

#include "check/rule.h"
#include "plan/plans.h"

struct script_text {
	struct check *check;
	const struct source *source;
	const struct shell_script *tree; /* whole: it was read without errors */
};

/* The tree goes away after the call. What can't be read is recipe-syntax's. */
void each_script(struct check *c, void (*call)(const struct script_text *));
/* Out of use: faults there are worth a note at the most. */
bool script_is_retired(const struct source *s);

#endif
