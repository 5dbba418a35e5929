/* Runs for some files alone. */
#include "check/narrow.h"

#include "base/arena.h"
#include "check/kept.h"
#include "check/rule.h"
#include "plan/plans.h"
#include "plan/recipes.h"

static bool
is_recipe(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	return str_starts(path, S("benchmarks/single_node/")) &&
	       recipe_is_name(str_slice(path, slash + 1, path.n));
}

static bool
are_recipes(const struct check_options *o)
{
	for (size_t i = 0; i < o->paths.n; i++)
		if (!is_recipe(o->paths.v[i]))
			return false;
	return o->paths.n && !o->base_tree;
}

static bool
is_script(struct str path)
{
	return str_ends(path, S(".sh")) || str_ends(path, S(".bash")) ||
	       str_ends(path, S(".slurm"));
}

static void
limit(struct plans *p, const struct check_options *o)
{
	struct names files = {0};
	bool recipes = are_recipes(o);
	if (!recipes && !(o->quick && is_script(o->paths.v[0])))
		return;
	for (size_t i = 0; i < o->paths.n; i++)
		vec_push(p->arena, &files, str_dup(p->arena, o->paths.v[i]));
	if (recipes)
		plans_limit(p, &files);
	else
		p->only_recipes = files; /* for rules that look at each script */
}

/* Which cases there are of a recipe, and what leads to it, is kept, too. */
static struct plans *
limited(struct kept *k, const struct check_options *o)
{
	struct str path = o->paths.v[0];
	struct plans *p = map_get(&k->limited, path);
	if (p)
		return p;
	p = plans_again(k->arena, k->plans);
	map_put(k->arena, &k->limited, str_dup(k->arena, path), p);
	limit(p, o);
	return p;
}

struct plans *
narrow_plans(struct arena *a, const struct repo *repo, const struct check_options *o)
{
	struct plans *p;
	if (o->kept && o->paths.n == 1 && are_recipes(o))
		return plans_again(a, limited(o->kept, o));
	p = o->kept ? plans_again(a, o->kept->plans) : plans_new(a, repo);
	limit(p, o);
	return p;
}

/* With findings in recipes alone asked for: rules that look at something else. */
static bool
looks_elsewhere(const struct ixc_rule *r)
{
	return !r->on_repo && !r->on_plan && !r->after_plans && !r->on_trees;
}

bool
narrow_leaves_out(
	const struct check *c, const struct check_options *o, const struct ixc_rule *r)
{
	if (c->plans->only_recipes.n && looks_elsewhere(r))
		return true;
	if (!o->quick || are_recipes(o))
		return false;
	if (is_script(o->paths.v[0]))
		return !r->each_script;
	return r->each_script || r->all_routes || r->on_plan || r->after_plans;
}

bool
narrow_evaluates(const struct check_options *o)
{
	return !o->changelog_only && (!o->quick || are_recipes(o));
}
