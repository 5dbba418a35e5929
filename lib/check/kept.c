/* What stays between runs. */
#include "check/kept.h"

#include "base/arena.h"
#include "plan/plans.h"
#include "plan/recipes.h"

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

/* Where a point goes depends on launchers and what they source, not on what a recipe
 * says. */
static bool
is_recipe(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	return str_starts(path, S("benchmarks/single_node/")) &&
	       recipe_is_name(str_slice(path, slash + 1, path.n));
}

void
kept_replace(struct kept *k, struct str path, struct str bytes)
{
	tree_cache_forget(k->tree, path);
	if (!is_recipe(path)) {
		k->plans = plans_new(k->arena, k->repo);
		k->limited = (struct map){0};
	} else if (k->plans->session) {
		session_replace(k->plans->session, path, bytes);
	}
}
