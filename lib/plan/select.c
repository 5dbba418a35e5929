/* Cases that a query asks for, and groups of them. */
#include "plan/select.h"

#include "base/arena.h"
#include "plan/print.h"

static bool
has_conc(const struct point *p, int64_t conc)
{
	for (size_t i = 0; i < p->concs.n; i++)
		if (p->concs.v[i] == conc)
			return true;
	return p->concs.n == 0 && p->conc == conc;
}

static bool
is_wanted(const struct launch_query *q, const struct arm_route *x, const struct point *p)
{
	const struct route *r = x->route;
	bool has_recipe = r->end == ROUTE_RECIPE || r->end == ROUTE_NO_FILE;
	if (q->key.n && !str_eq(x->config->key, q->key))
		return false;
	if (q->recipe.n && !(has_recipe && str_eq(r->recipe, q->recipe)))
		return false;
	return !q->has_conc || has_conc(p, q->conc);
}

struct launch_cases
launches_select(struct arena *a, struct plans *p, const struct launch_query *q)
{
	struct launch_cases list = {0};
	if (q->exact) {
		vec_push(a, &list, (struct launch_case){0});
		return list;
	}
	const struct arm_routes *all = plans_routes(p);
	for (size_t i = 0; i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		for (size_t k = 0; k < x->points.n; k++) {
			struct launch_case c = {
				x->config, x->arm, x->points.v[k], x->route};
			if (is_wanted(q, x, c.point))
				vec_push(a, &list, c);
		}
	}
	return list;
}

static struct str
recipe_of(const struct launch_query *q, const struct launch_case *c)
{
	if (!c->route)
		return q->recipe;
	return c->route->end == ROUTE_RECIPE ? c->route->recipe : (struct str){0};
}

struct launch_plan *
launch_plan_of(struct plans *p, struct arena *a, const struct launch_query *q,
	const struct launch_case *c)
{
	struct str recipe = recipe_of(q, c);
	struct shell_settings environment = {0};
	if (!recipe.n)
		return NULL;
	if (c->route)
		environment = route_environment(a, c->route, c->point);
	for (size_t i = 0; i < q->environment.n && !c->route; i++)
		vec_push(a, &environment, q->environment.v[i]);
	for (size_t i = 0; i < q->set.n; i++)
		environment_put(a, &environment, q->set.v[i].name, q->set.v[i].value);
	struct shell_input in = plan_input(a, recipe, &environment);
	return plan_make(plans_session(p), a, &in);
}

/* ---- groups --------------------------------------------------------------------- */

/* Points of a key that end in the same way need to be told of only once. */
static struct str
key_of_end(struct arena *a, const struct launch_case *c)
{
	const struct route *r = c->route;
	return str_fmt(a, "%s|%.*s|%.*s|%.*s|%.*s|%u:%u", route_end_name(r->end),
		STR(c->config->key), STR(r->machine->launcher), STR(r->recipe),
		STR(r->why), (unsigned)r->span.file, (unsigned)r->span.begin);
}

static struct str
key_of_print(struct arena *scratch, const struct launch_case *c,
	const struct launch_plan *plan, enum print_scope scope)
{
	struct str machine = c->route ? c->route->machine->name : (struct str){0};
	struct launch_print *print = print_of(scratch, plan, scope, machine);
	if (!print->commands.n)
		return (struct str){0};
	return str_fmt(scratch, "%.*s|%.*s", STR(plan->recipe), STR(print->digest));
}

/* Nothing is launched: what counts is where the recipe ends. */
static struct str
key_of_exit(struct arena *scratch, const struct launch_plan *plan)
{
	const struct shell_exits *exits = &plan->trace->exits;
	struct span at = exits->n ? exits->v[0]->span : (struct span){0};
	return str_fmt(scratch, "%.*s|%u:%u", STR(plan->recipe), (unsigned)at.file,
		(unsigned)at.begin);
}

struct str
launch_key_all(void *user, struct arena *scratch, const struct launch_case *c,
	const struct launch_plan *plan)
{
	(void)user;
	struct str key = key_of_print(scratch, c, plan, PRINT_ALL);
	return key.n ? key : key_of_exit(scratch, plan);
}

struct str
launch_key_services(void *user, struct arena *scratch, const struct launch_case *c,
	const struct launch_plan *plan)
{
	struct str key = key_of_print(scratch, c, plan, PRINT_SERVICES);
	return key.n ? key : launch_key_all(user, scratch, c, plan);
}

static void
release(void *scratch)
{
	arena_release(scratch);
}

struct launch_groups
launches_group(struct plans *p, const struct launch_query *q,
	const struct launch_cases *cases, launch_key_fn *key_of, void *user)
{
	struct arena *a = p->arena;
	struct launch_groups list = {0};
	struct map by_key = {0};
	struct arena *scratch = NEW(a, struct arena);
	arena_init(scratch, a->limit_bytes, a->escape);
	arena_defer(a, release, scratch);
	for (size_t i = 0; i < cases->n; i++) {
		const struct launch_case *c = &cases->v[i];
		struct arena_mark mark = arena_mark(scratch);
		struct launch_plan *plan = launch_plan_of(p, scratch, q, c);
		struct str key = {0};
		if (plan)
			key = key_of(user, scratch, c, plan);
		else if (c->route)
			key = key_of_end(scratch, c);
		struct launch_group *g = map_get(&by_key, key);
		if (!g) {
			g = NEW(a, struct launch_group);
			g->recipe = recipe_of(q, c);
			g->key = str_dup(a, key);
			map_put(a, &by_key, g->key, g);
			vec_push(a, &list, g);
		}
		vec_push(a, &g->cases, *c);
		arena_rewind(scratch, mark);
	}
	return list;
}
