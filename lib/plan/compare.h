/*
 * What a change does to launches: commands that came or went, and in those that stayed
 * the options, variables and written files that differ. The order of options does not
 * count, nor do positions and the spelling of scripts: see plan/print.h.
 */
#ifndef PLAN_COMPARE_H
#define PLAN_COMPARE_H

#include "base/diff.h"
#include "plan/print.h"
#include "plan/select.h"

/* A text on either side; p NULL: there is none. */
struct text_change {
	struct str old, new;
};

VEC(text_changes, struct text_change);

struct written_change {
	struct str path;
	bool was, is; /* the file is written in the base, in the head */
	struct diff lines;
};

VEC(written_changes, struct written_change *);

struct command_change {
	const struct printed_command *base, *head; /* NULL: it came, it went */
	struct text_changes words;     /* an option with its values, or a word */
	struct text_changes variables; /* NAME=value */
	struct written_changes files;
	bool background, maybe; /* whether it is so differs */
};

VEC(command_changes, struct command_change *);

/* Empty: the same is launched. */
struct command_changes launches_compare(struct arena *a, const struct launch_print *base,
	const struct launch_print *head);

/* One point on one kind of machine in both trees; NULL: not there. */
struct launch_pair {
	const struct launch_case *base, *head;
};

VEC(launch_pairs, struct launch_pair);

/* By config key, machine, lengths, parallel sizes, concurrency and the like: what a point
 * is, not what it runs. Those of the head in its order, then what is gone. */
struct launch_pairs launches_pair(struct arena *a, const struct launch_cases *base,
	const struct launch_cases *head);

#endif
