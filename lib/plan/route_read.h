/*
 * From the trace of a launcher to the route of a point: the one recipe that it starts, what the
 * recipe gets, or why nothing can be said.
 */
#ifndef PLAN_ROUTE_READ_H
#define PLAN_ROUTE_READ_H

#include "plan/launcher.h"
#include "shell/run.h"

struct route_reader {
	struct arena *arena;   /* of what is kept */
	struct arena *scratch; /* of the trace */
	struct session *session;
};

/* `environment`: what the launcher was given. The machine is left to the caller. */
struct route *route_read(struct route_reader *l, const struct shell_trace *t,
	const struct shell_settings *environment);
/* A copy that outlives the trace, in place of another of its name. */
void route_keep_setting(struct arena *a, struct shell_settings *list, struct str name,
	const struct value *v, enum tri set);

#endif
