/*
 * What is known about GPUs, engines and models, as data.
 *
 * Each fact has an id that messages name, a value for people, its source, and for which
 * versions it holds; rules compute with the typed rows around it (gpu.h, engine.h,
 * model.h). Outside of what a fact holds for, rules are silent. Nothing here depends on
 * the checked tree.
 */
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H

#include "base/str.h"

struct fact {
	const char *id;     /* "hbm.mi355x.total": stable for ever */
	const char *value;  /* one clause, with units */
	const char *holds;  /* for which versions, drivers, states */
	const char *source; /* where it was read, or who measured it */
};

/* All facts of all tables, in the order of the tables; NULL behind the last. */
const struct fact *facts_at(size_t i);
const struct fact *facts_find(struct str id); /* NULL: there is none */

#endif
