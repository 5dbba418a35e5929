/*
 * Two states of the repository, both judged: what a change brings and what it mends.
 *
 * Findings are matched by rule, path and subject, with counts, so moved text changes
 * nothing. A recipe is evaluated in the base only when something that it depends on
 * differs; a finding that comes from other recipes alone is there in both.
 */
#ifndef CHECK_TREES_H
#define CHECK_TREES_H

#include "base/diff.h"
#include "check/finding.h"
#include "plan/plans.h"

enum file_state { FILE_SAME, FILE_ADDED, FILE_REMOVED, FILE_CHANGED };

struct file_difference {
	struct str path;
	enum file_state state;
	struct str old, new; /* bytes */
	struct diff lines;   /* of CHANGED */
};

struct side {
	const struct repo *repo;
	struct plans *plans;
	const struct findings *findings;
};

struct trees {
	struct arena *arena;
	struct str base_name; /* "origin/main": for messages */
	struct side head, base;
	struct map files; /* path to struct file_difference */
};

struct trees *trees_new(
	struct arena *a, struct str base_name, struct side head, struct side base);
/* Never NULL. */
const struct file_difference *trees_file(struct trees *t, struct str path);
/* Whether the lines of the head that the span stands in differ from the base. */
bool trees_touches(struct trees *t, struct span span);

/* Paths of recipes whose runs may differ: something they read differs, or which arms reach
 * them and with what. The keys of the map. */
struct map trees_touched_recipes(struct trees *t);

/* Sets the status of the head's findings, and names for each new one outside of the change
 * the changed line that it comes from. Gives back the base's findings that are gone.
 * `recipes` as trees_touched_recipes() gave them. */
struct finding_list trees_compare(struct trees *t, struct findings *head,
	const struct findings *base, const struct map *recipes);

#endif
