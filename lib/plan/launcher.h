/*
 * From a matrix point to the recipe that it runs and the environment that the recipe gets.
 *
 * A job goes to any machine of its runner label; the machine's name chooses the launcher in
 * runners/, and the launcher, evaluated with the workflow's variables, chooses the recipe. No
 * table of recipes exists: everything is read from the checked tree.
 */
#ifndef PLAN_LAUNCHER_H
#define PLAN_LAUNCHER_H

#include "matrix/matrix.h"
#include "model/runners.h"
#include "plan/environment.h"

/* A launcher that jobs of a label may meet. */
struct machine {
	struct str name;               /* of one such machine; empty: of none it is known */
	struct str launcher;           /* "runners/launch_b200-dgxc.sh" */
	struct str short_name;         /* "b200-dgxc" */
	bool exists;                   /* the tree has the launcher */
	const struct yaml_node *node;  /* in runners.yaml, or NULL */
	size_t count;                  /* machines of the label with this launcher */
};

VEC(machines, struct machine);

enum route_end {
	ROUTE_RECIPE,      /* one recipe, and the tree has it */
	ROUTE_NO_FILE,     /* one recipe, and the tree lacks it */
	ROUTE_SRT,         /* srt-slurm runs a YAML recipe of its own */
	ROUTE_REFUSED,     /* the launcher exits before it starts anything */
	ROUTE_NO_LAUNCHER, /* the machine's launcher is missing */
	ROUTE_UNKNOWN,     /* could not be decided; see `why` */
};

struct route {
	enum route_end end;
	const struct machine *machine;
	struct str recipe;            /* RECIPE, NO_FILE: its path; SRT: as shown */
	struct names candidates;      /* of RECIPE, NO_FILE: paths looked for, in order */
	struct span span;             /* of the handover, or of the exit */
	struct str why;               /* UNKNOWN: a clause */
	bool all;                     /* the recipe gets all that is exported */
	struct names named;           /* else these of the launcher's variables */
	struct names removed;         /* variables of the job that do not reach it */
	struct shell_settings changed; /* variables that the launcher adds or sets */
};

VEC(routes, const struct route *);

struct launchers;

struct launchers *launchers_new(struct arena *a, struct session *session,
	const struct runners *runners);
/* Whether what was asked for is the same in two trees. */
typedef bool launcher_same_fn(void *user, const struct session_path *asked);
/* What a launcher was found to do in another tree, it does here too when all that it asked
 * for is the same. Places of routes are then in that tree's sources. Before anything is
 * asked. */
void launchers_share(struct launchers *l, struct launchers *from, launcher_same_fn *same,
	void *user);
/* Whether the tree has any launcher at all. */
bool launchers_present(const struct launchers *l);
/* Of a label; of one that runners.yaml lacks, those whose launchers are called after it. */
const struct machines *launchers_of(struct launchers *l, struct str label);
/* Never NULL. Borrowed from l. */
const struct route *launchers_route(
	struct launchers *l, const struct machine *m, const struct point *p);
/* The variables that the recipe of a route gets for a point. */
struct shell_settings route_environment(
	struct arena *a, const struct route *r, const struct point *p);

const char *route_end_name(enum route_end end);

#endif
