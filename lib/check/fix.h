/*
 * The edits that findings carry, put into the files in memory.
 *
 * Pass by pass: the fixes of all findings that do not overlap are put in together (of those
 * that do, the first; the others have their turn in the next pass), and the whole is judged
 * again. What does not take its finding away, or brings an error, is found by halving and
 * left out. Only tokens are replaced; nothing is written in any other way.
 */
#ifndef CHECK_FIX_H
#define CHECK_FIX_H

#include "check/run.h"

struct fix_options {
	bool unsafe;      /* those, too, that change what a file says */
	unsigned show;     /* enum ixc_show, for what is left; only new findings are mended */
	size_t frozen;     /* the changelog may not change before this byte */
	struct strs paths; /* findings elsewhere are left alone; empty: everywhere */
};

struct fix_file {
	struct str path, old, new;
};

VEC(fix_files, struct fix_file *);

struct fix_refusal {
	const struct ixc_rule *rule;
	struct str path, title, why;
	struct place place; /* when it was refused */
};

VEC(fix_refusals, struct fix_refusal);

struct fixes {
	struct run *run; /* of the mended files, with the findings that are left and shown */
	struct fix_files files; /* those that differ */
	struct fix_refusals refused;
	size_t mended;
	size_t unsafe; /* left, and only fixes that are not safe would mend them */
};

/* Runs as check_run() does, again and again. `o->paths` must be empty. */
struct fixes *fix_all(struct arena *a, struct tree *tree, const struct check_options *o,
	const struct fix_options *f);

/* How much of a changelog is history, when `earlier` is a state of it that is not to change:
 * as far as both are equal, less the entry in which they part. */
size_t fix_frozen(struct str changelog, struct str earlier);

#endif
