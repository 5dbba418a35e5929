/* What a run need not look at when findings in some files alone are asked for. */
#ifndef CHECK_NARROW_H
#define CHECK_NARROW_H

#include "check/run.h"

struct check;
struct plans;

/* The plans of a run: of what is kept, or new ones of the repository. */
struct plans *narrow_plans(
	struct arena *a, const struct repo *repo, const struct check_options *o);
/* Whether the rule has nothing to say of those files, or takes too long to be asked now.
 */
bool narrow_leaves_out(
	const struct check *c, const struct check_options *o, const struct ixc_rule *r);
/* Whether recipes are evaluated. */
bool narrow_evaluates(const struct check_options *o);

#endif
