/*
 * bash as the referee of the shell parser.
 *
 * A script is wrapped in a function, which bash only defines and then prints; the print
 * must have the same tree as the script. Nothing of the script runs: bash is asked first
 * whether it reads the script as a whole, so that the script can't end the function
 * around it; and the bash that defines the function is a restricted one without a PATH.
 */
#ifndef SUPPORT_SHELL_REFEREE_H
#define SUPPORT_SHELL_REFEREE_H

#include "base/str.h"

enum verdict {
	VERDICT_AGREE,
	VERDICT_BOTH_REFUSE,
	VERDICT_DIFFER,       /* other trees */
	VERDICT_FALSE_ERROR,  /* we refuse what bash takes: never */
	VERDICT_MISSED_ERROR, /* bash refuses it */
	VERDICT_NO_BASH,
};

struct judgement {
	enum verdict verdict;
	struct str why; /* where the trees part, or the message */
};

/* Whether bash reads it (`bash -n`), against whether we do. */
struct judgement referee_syntax(struct arena *a, struct str script);
/* That, and for a script that both read, the trees. */
struct judgement referee_judge(struct arena *a, struct str script);

#endif
