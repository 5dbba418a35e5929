/* How many drafted tokens a server is told to accept, whatever its drafts are worth. */
#ifndef RULES_ACCEPTANCE_H
#define RULES_ACCEPTANCE_H

#include "plan_rule.h"

struct acceptance {
	enum tri forced; /* the drafts' own quality does not count */
	bool known;
	double length;      /* mean tokens a step, the target model's own one included */
	struct str setting; /* what sets it, for people */
	struct str sum;     /* how the length comes about, when it is not set itself */
	struct span place;  /* where the number is written */
	const struct option *option; /* that sets it; NULL: a variable does */
};

struct acceptance acceptance_of(struct check *c, const struct serve *s);
/* Draft tokens a step, as the golden curves count them. */
struct amount acceptance_drafts(const struct serve *s);
/* What the engine of a server calls the setting. */
const char *acceptance_setting(enum plan_engine engine);
/* Reads a number that is all of a text. */
bool acceptance_number(struct arena *a, struct str text, double *ret);

#endif
