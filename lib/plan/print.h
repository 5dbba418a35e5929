/*
 * The print of a launch: what it starts and with what, free of everything that does not
 * change what runs. Positions, comments, names of shell variables and the spelling of
 * conditions are not in it, so equal prints mean that a change of a recipe, a library or
 * a config changed nothing there.
 */
#ifndef PLAN_PRINT_H
#define PLAN_PRINT_H

#include "plan/launch.h"

struct printed_command {
	const struct plan_command *command;
	struct names words;     /* unknown parts as <why> */
	struct names variables; /* NAME=value that the recipe sets; NAME: taken away */
	struct names files;     /* path and contents of what the recipe wrote for it */
	bool maybe;             /* under a condition that is not decided */
	struct str key;         /* all of it */
};

VEC(printed_commands, struct printed_command *);

enum print_scope {
	PRINT_SERVICES, /* servers, routers, caches */
	PRINT_ALL,      /* every command; variables of services and clients only */
};

struct launch_print {
	struct printed_commands commands; /* in the order launched */
	struct str digest;                /* SHA-256 in hexadecimal */
};

/* `machine`: name of the machine, for which <machine> stands; may be empty. */
struct launch_print *print_of(struct arena *a, const struct launch_plan *p,
	enum print_scope scope, struct str machine);

#endif
