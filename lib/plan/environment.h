/*
 * What the workflow gives a job: the environment variables of a matrix point, as the
 * benchmark templates set them before they start a machine's launcher.
 */
#ifndef PLAN_ENVIRONMENT_H
#define PLAN_ENVIRONMENT_H

#include "matrix/matrix.h"
#include "shell/run.h"

/* Where the launcher finds the checkout; the machine's real folder is not known. */
#define ENVIRONMENT_WORKSPACE "/github/workspace"

/* All variables of the throughput job of a point on a machine. Secrets and what depends on
 * the machine are set to what is not known. */
struct shell_settings environment_of(
	struct arena *a, const struct point *p, const struct value *machine);

/* NAME=value pairs of the workers of a multi-node point, which the workflow exports; empty
 * for others. */
struct shell_settings environment_extra(struct arena *a, const struct point *p);

/* Index of a variable, or list->n. */
size_t environment_find(const struct shell_settings *list, struct str name);
/* Replaces or adds. */
void environment_put(struct arena *a, struct shell_settings *list, struct str name,
	const struct value *value);

#endif
