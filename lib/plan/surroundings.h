/*
 * What is around a launched command: the variables it gets, the files written for it, who
 * stops it.
 */
#ifndef PLAN_SURROUNDINGS_H
#define PLAN_SURROUNDINGS_H

#include "plan/launch.h"

/* Exported variables that the recipe itself set or changed, by name; `set` UNKNOWN: it
 * may be missing. */
struct shell_settings command_environment(
	struct arena *a, const struct launch_plan *p, const struct plan_command *c);
/* Variables that the recipe was given and the command does not get, by name. */
struct names command_removed(
	struct arena *a, const struct launch_plan *p, const struct plan_command *c);

/* A file that the recipe wrote and that a word of the command or a variable names. */
struct command_file {
	const struct value *path, *text;
	const char *from; /* variable that names it; NULL: a word */
};

VEC(command_files, struct command_file);

struct command_files command_files(
	struct arena *a, const struct launch_plan *p, const struct plan_command *c);

/* What becomes of a background command at the ends of the recipe. */
struct command_end {
	size_t exits;               /* kinds of ends at which it may still run */
	size_t left;                /* of those, the ones where nothing stops it */
	size_t untrapped;           /* of `left`: no handler was in force */
	const struct trap *handler; /* one that stops it */
	const struct trap *other;   /* one that does not; NULL: none */
	const struct shell_exit *first_left; /* NULL: none */
};

/* False: it runs in the foreground. */
bool command_end(const struct launch_plan *p, const struct plan_command *c,
	struct command_end *ret);

#endif
