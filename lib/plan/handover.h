/*
 * Where a launcher hands over to a recipe: the command that starts it, on the machine itself,
 * through srun, or in a docker container.
 */
#ifndef PLAN_HANDOVER_H
#define PLAN_HANDOVER_H

#include "shell/run.h"

struct handover {
	struct str path;            /* of the recipe in the tree; empty: not all is known */
	const struct value *shown;  /* as the launcher says it */
	struct span span;           /* of the command */
	bool all;                   /* every exported variable goes along; else those named */
	struct names named;         /* variables handed on with the launcher's value */
	struct shell_settings sets; /* variables that the command itself sets */
	const struct shell_launch *launch;
};

/* True when the command starts a script of the tree's benchmarks. */
bool handover_of(struct arena *a, const struct shell_launch *l, struct str workspace,
	struct handover *ret);
/* The argument of `srtctl apply -f`, or NULL: the multi-node recipes of srt-slurm. */
const struct value *handover_srt(const struct shell_launch *l);

#endif
