/*
 * The bash scripts of the checked tree: recipes, what lies beside them, and launchers.
 */
#ifndef MODEL_SCRIPTS_H
#define MODEL_SCRIPTS_H

#include "base/tree.h"

struct scripts {
	struct names paths;    /* by name, sorted by bytes */
	struct names unlisted; /* folders that could not be listed, or not in full */
};

/* Files that are called as scripts are, below benchmarks/ and runners/. */
struct scripts scripts_list(struct arena *a, struct tree *t);
/* False when the first line gives the text to something other than bash or sh. */
bool script_is_bash(struct str bytes);

#endif
