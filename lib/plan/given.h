/* Who gave a recipe one of its variables: a field of the config, or the launcher. */
#ifndef PLAN_GIVEN_H
#define PLAN_GIVEN_H

#include "plan/select.h"

struct given {
	const char *field;   /* of the config: "tp"; NULL: the launcher set it */
	struct str launcher; /* its path */
	struct span span;    /* of the field's value */
};

/* False: neither is known, such as for defaults of the workflow and for --set. `value` is what
 * the recipe got. */
bool given_by(struct arena *a, const struct launch_case *c, struct str name,
	const struct value *value, struct given *ret);

#endif
