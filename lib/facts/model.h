/* Shapes of models that rules compute with. */
#ifndef FACTS_MODEL_H
#define FACTS_MODEL_H

#include "facts/facts.h"

struct model_facts {
	const char *id; /* for messages */
	/* Begin of the model's name behind its owner, in any case; '-' or the end
	 * follows. */
	const char *pattern;
	int64_t routed_experts;
	/* Of the MoE layers; 0: not known. */
	int64_t hidden_size, experts_per_token;
	struct fact fact;
};

/* By a model's name as configs write it ("owner/Name-Suffix"). NULL when it is not known,
 * or when the suffix tells of another shape: distilled, pruned, another number of
 * parameters. */
const struct model_facts *model_facts(struct str model);
const struct model_facts *model_facts_at(size_t i); /* NULL behind the last */

/* Shapes for which AITER's mega-MoE dispatch has tuned launch values. */
struct tuned_shape {
	int64_t hidden_size, experts_per_token, local_experts, ep;
	const char *gpu;
	struct fact fact;
};
const struct tuned_shape *tuned_shape_at(size_t i); /* NULL behind the last */

#endif
