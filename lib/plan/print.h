/*
 * The print of a launch: what it starts and with what, free of everything that does not
 * change what runs. Positions, comments, names of shell variables and the spelling of
 * conditions are not in it, so equal prints mean that a change of a recipe, a library or
 * a config changed nothing there.
 */
#ifndef PLAN_PRINT_H
#define PLAN_PRINT_H

#include "plan/launch.h"

/* An option with its values, or another word. */
struct print_token {
	size_t word, n; /* in words */
};

VEC(print_tokens, struct print_token);

struct printed_command {
	const struct plan_command *command;
	struct names words;         /* unknown parts as <why> */
	struct print_tokens tokens; /* in their order */
	struct names variables; /* NAME=value that the recipe sets; NAME: taken away */
	struct names files;     /* path and contents of what the recipe wrote for it */
	bool maybe;             /* under a condition that is not decided */
	struct str key; /* all of it; the order of different options does not count */
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

/* "--port" of "--port 8888" and "--port=8888", "NAME" of "NAME=value"; the whole of
 * others. */
struct str print_name(struct str text);

/* `machine`: name of the machine, for which <machine> stands; may be empty. For the
 * recipe's fingerprint <fingerprint> stands. */
struct launch_print *print_of(struct arena *a, const struct launch_plan *p,
	enum print_scope scope, struct str machine);

#endif
