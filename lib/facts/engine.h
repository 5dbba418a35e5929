/* What engines do by default and how they compute, by version. */
#ifndef FACTS_ENGINE_H
#define FACTS_ENGINE_H

#include "facts/facts.h"
#include "facts/version.h"

struct engine_fact {
	const char *engine; /* "vllm" */
	const char *what;   /* "max-num-seqs"; see engine.c */
	double number;      /* a default; 0 where the fact is a rule and not a number */
	const char *from, *to; /* releases: from <= v < to; NULL: no bound known */
	struct fact fact;
};

/* The row that holds for the version. A version that is not known, such as a nightly
 * build's, gets one only when all rows agree on the number. NULL: outside of the facts. */
const struct engine_fact *engine_fact(
	const char *engine, const char *what, const struct engine_version *v);
const struct engine_fact *engine_fact_at(size_t i); /* NULL behind the last */

#endif
