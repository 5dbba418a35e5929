/* What stays between runs. */
#include "check/kept.h"

#include "base/arena.h"
#include "plan/plans.h"

struct kept *
kept_new(struct arena *a, struct tree *tree, const struct check_options *o)
{
	struct kept *k = NEW(a, struct kept);
	k->arena = a;
	k->tree = tree_cache(a, tree);
	k->sources = NEW(a, struct sources);
	k->repo = check_load(a, k->sources, k->tree, o);
	k->plans = plans_new(a, k->repo);
	return k;
}

void
kept_replace(struct kept *k, struct str path, struct str bytes)
{
	tree_cache_forget(k->tree, path);
	if (k->plans->session)
		session_replace(k->plans->session, path, bytes);
}
