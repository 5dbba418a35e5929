/*
 * In which versions an engine's server has an option.
 *
 * The tables of the engines (plan/options.h) hold the options of all versions that were
 * read; which those are tells the engine's fact "options" (facts/engine.h). Here are the
 * options that only some of these versions have.
 */
#ifndef FACTS_OPTION_H
#define FACTS_OPTION_H

#include "facts/facts.h"
#include "facts/version.h"

struct option_range {
	const char *engine;
	const char *name; /* with its dashes, as the engine declares it */
	const char *from,
		*to;       /* releases: from <= v < to; NULL: no bound that was read */
	int32_t from_date; /* of builds that tell their day and no release; 0: not known
			    */
};

/* NULL: all of the versions that were read have it, if any. */
const struct option_range *option_range(const char *engine, struct str name);
const struct option_range *option_range_at(size_t i); /* NULL behind the last */
bool option_is_within(const struct option_range *r, const struct engine_version *v);

#endif
