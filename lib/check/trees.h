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

/* A config key that is not the same in both. */
struct key_change {
	struct str key;
	const struct config *head, *base; /* NULL: not there */
	bool rows;     /* its points differ */
	size_t added, lost; /* points, each concurrency one: new or different, gone or so */
	const struct point *first_lost; /* of the base */
	bool metadata; /* they do in nothing but offloading and router metadata */
	bool launches; /* the commands that its arms launch differ */
	bool replaces; /* and not only by new ones: what the base launched is gone */
	struct names fields;  /* of the config: those whose values differ */
	struct names recipes; /* whose commands, or contents, differ */
};

VEC(key_changes, struct key_change *);

struct trees {
	struct arena *arena;
	struct str base_name; /* "origin/main": for messages */
	struct side head, base;
	struct map files;   /* path to struct file_difference */
	struct map touched; /* recipes whose runs may differ, as keys */
	struct map wanted;  /* and those that new entries are about */
	struct key_changes keys;
	bool keys_made;
};

/* Of recipes it finds those whose runs may differ: something they read differs, or which
 * arms reach them and with what. `share_ways`: no place of a route in the base is shown. */
struct trees *trees_new(
	struct arena *a, struct str base_name, struct side head, struct side base,
	bool share_ways);
/* The part of it that finds `touched` and `wanted`. */
void trees_find_touched(struct trees *t, bool share_ways);
/* Whether the path is that of a recipe, there or not. */
bool trees_is_recipe(struct str path);
/* Never NULL. */
const struct file_difference *trees_file(struct trees *t, struct str path);
/* The first line of the head's file that differs, as a place; false when the file does not
 * differ, or none of its lines is there. */
bool trees_first_change(struct trees *t, struct str path, struct span *ret);
/* The same of what is no recipe and was read to evaluate one: libraries, launchers. */
bool trees_first_shared_change(struct trees *t, struct span *ret);
/* Whether any file differs that recipes and launchers share. */
bool trees_shared_files_differ(struct trees *t);
/* Whether any file in or below the folder differs. */
bool trees_folder_differs(struct trees *t, const char *folder);
/* Whether the lines of the head that the span stands in differ from the base. */
bool trees_touches(struct trees *t, struct span span);

/* Keys that changed: those of the head in its order, then what is gone. The recipes must
 * have been walked: see plan_case.digest. */
const struct key_changes *trees_keys(struct trees *t);
const struct key_change *trees_key(struct trees *t, struct str key); /* NULL: unchanged */

/* "image, scenarios", "what benchmarks/... launches": what differs. */
struct str trees_key_difference(struct arena *a, const struct key_change *k);

/* Sets the status of the head's findings, and names for each new one outside of the change
 * the changed line that it comes from. Gives back the base's findings that are gone: what is
 * `allowed` in the head now is not. */
struct finding_list trees_compare(struct trees *t, struct findings *head,
	const struct finding_list *allowed, const struct findings *base);

#endif
