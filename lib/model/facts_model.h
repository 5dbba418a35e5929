/* Facts about models that rules compute with; each row has a name and a source. */
#ifndef MODEL_FACTS_MODEL_H
#define MODEL_FACTS_MODEL_H

#include "base/str.h"

#include <stdint.h>

struct model_facts {
	const char *id; /* for messages */
	/* Begin of the model's name behind its owner, in any case; '-' or the end
	 * follows. */
	const char *pattern;
	int64_t routed_experts;
	const char *source;
};

/* By a model's name as configs write it ("owner/Name-Suffix"). NULL when it is not known,
 * or when the suffix tells of another shape: distilled, pruned, another number of
 * parameters. */
const struct model_facts *model_facts(struct str model);

#endif
