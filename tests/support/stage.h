/*
 * A folder in which a recipe of fixtures/recipes is run by real bash, with commands that
 * do nothing but note how they were called.
 */
#ifndef SUPPORT_STAGE_H
#define SUPPORT_STAGE_H

#include "support.h"
#include "words.h"

struct stage {
	struct arena *arena;
	const char *root; /* stands for /workspace, also in the texts of the scripts */
	const char *bin;
	struct tree *tree; /* the scripts as they are before the run */
	bool is_complete;  /* false: bash or a tool is missing here, and was named */
};

/* One call of a command that is a stub. */
struct call {
	struct words argv;
	struct words environment; /* NAME=VALUE */
};

VEC(calls, struct call);

/* Where the recipes are. */
extern const char *const stage_folders[2];
struct names stage_recipes(struct arena *a);

/* Goes away with the arena. */
struct stage *stage_new(struct arena *a);
bool stage_is_stub(struct str name);
/* The whole environment: what every run has, and these words NAME=VALUE. */
struct words stage_environment(struct stage *s, struct str given);
/* Runs a script, named from the root, and waits for all that it started. */
struct calls stage_run(
	struct stage *s, struct str script, const struct words *environment);

#endif
