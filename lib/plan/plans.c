/* All routes of a repository. */
#include "plan/plans.h"

#include "base/arena.h"
#include "base/map.h"

struct plans *
plans_new(struct arena *a, const struct repo *repo)
{
	struct plans *p = NEW(a, struct plans);
	p->arena = a;
	p->repo = repo;
	return p;
}

static void
start(struct plans *p)
{
	if (p->from) {
		start(p->from);
		p->session = p->from->session;
		p->launchers = p->from->launchers;
	}
	if (!p->session)
		p->session = session_new(p->arena, p->repo->sources, p->repo->tree);
	if (!p->launchers)
		p->launchers = launchers_new(p->arena, p->session, p->repo->runners);
}

static void
generate(struct plans *p)
{
	struct matrix_options o = {.command = MATRIX_FULL_SWEEP, .keep_going = true};
	if (p->from)
		generate(p->from);
	if (!p->matrix)
		p->matrix = p->from ? p->from->matrix
				    : matrix_generate(p->arena, p->repo->master,
					      p->repo->runners, &o);
}

struct plans *
plans_again(struct arena *a, struct plans *from)
{
	struct plans *p = plans_new(a, from->repo);
	p->from = from;
	p->only_recipes = from->only_recipes;
	return p;
}

void
plans_share_ways(
	struct plans *p, struct plans *from, launcher_same_fn *same, void *user)
{
	start(p);
	start(from);
	launchers_share(p->launchers, from->launchers, same, user);
}

struct session *
plans_session(struct plans *p)
{
	start(p);
	return p->session;
}

bool
plans_possible(struct plans *p)
{
	start(p);
	return launchers_present(p->launchers);
}

static struct arm_route *
route_of(struct plans *p, size_t first, const struct point *point,
	const struct machine *m, const struct route *r)
{
	for (size_t i = first; i < p->routes.n; i++) {
		struct arm_route *x = p->routes.v[i];
		if (x->arm == point->arm && x->machine == m && x->route == r)
			return x;
	}
	struct arm_route *x = NEW(p->arena, struct arm_route);
	x->arm = point->arm;
	x->config = point->config;
	x->machine = m;
	x->route = r;
	vec_push(p->arena, &p->routes, x);
	return x;
}

/* ---- limits --------------------------------------------------------------------- */

/* A launcher that runs single-node recipes puts their names together from these. */
static bool
launcher_names_by_config(struct str text)
{
	bool by_code = str_contains(text, S("MODEL_CODE=\"${EXP_NAME%%_*}\"")) &&
		       str_contains(text, S("${MODEL_CODE}_${PRECISION}_"));
	return !str_contains(text, S("benchmarks/single_node")) ||
	       ((by_code || str_contains(text, S("${EXP_NAME%%_*}_${PRECISION}_"))) &&
		       str_contains(text, S("${SCENARIO_SUBDIR")));
}

void
plans_limit(struct plans *p, const struct names *recipes)
{
	struct names files = {0};
	struct tree *t = p->repo->tree;
	start(p);
	if (t->list(t, p->arena, S("runners"), &files) != TREE_OK)
		return;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = str_fmt(p->arena, "runners/%.*s", STR(files.v[i]));
		const struct source *s = str_ends(path, S(".sh"))
						 ? session_path(p->session, path)->source
						 : NULL;
		if (s && !launcher_names_by_config(s->bytes))
			return;
	}
	p->only_recipes = *recipes;
}

/* The hardware in a recipe's name is written out in its launcher: "_b200". */
static bool
launcher_may_reach(struct plans *p, struct str launcher)
{
	for (size_t i = 0; i < p->only_recipes.n; i++) {
		struct str path = p->only_recipes.v[i], rest;
		str_cut(str_slice(path, str_rfind_byte(path, '/') + 1, path.n), '_', &rest);
		str_cut(rest, '_', &rest);
		size_t end = 0;
		while (end < rest.n && rest.p[end] != '_' && rest.p[end] != '.')
			end++;
		struct str word = str_fmt(p->arena, "_%.*s", (int)end, rest.p);
		const struct source *s = session_path(p->session, launcher)->source;
		if (!s || str_contains(s->bytes, word))
			return true;
	}
	return p->only_recipes.n == 0;
}

bool
plans_follows(const struct plans *p, struct str recipe)
{
	for (size_t i = 0; i < p->only_recipes.n; i++)
		if (str_eq(p->only_recipes.v[i], recipe))
			return true;
	return p->only_recipes.n == 0;
}

bool
plans_may_reach(const struct plans *p, const struct config *c)
{
	if (p->only_recipes.n && c->multinode)
		return false; /* these run other recipes */
	for (size_t i = 0; i < p->only_recipes.n; i++) {
		struct str path = p->only_recipes.v[i];
		struct str name = str_slice(path, str_rfind_byte(path, '/') + 1, path.n);
		struct str prefix = c->model_prefix.v, rest;
		/* As the launchers cut it, and in front of the precision. */
		prefix = str_cut(prefix, '_', &rest);
		if (!str_starts(name, prefix) || prefix.n >= name.n)
			continue;
		rest = str_slice(name, prefix.n + 1, name.n);
		if (str_starts(rest, c->precision.v))
			return true;
	}
	return p->only_recipes.n == 0;
}

/* That of the plans that made the matrix, which outlives others that share it. */
static struct arena *
matrix_arena(const struct plans *p)
{
	while (p->from)
		p = p->from;
	return p->arena;
}

const struct arm_routes *
plans_routes(struct plans *p)
{
	if (p->made)
		return &p->routes;
	start(p);
	generate(p);
	if (p->from && p->from->only_recipes.n) {
		p->routes = *plans_routes(p->from);
		p->undecided = p->from->undecided;
		p->made = true;
		return &p->routes;
	}
	p->undecided = p->matrix->errors.n || !repo_masters_complete(p->repo) ||
		!repo_runners_complete(p->repo);
	const struct config *config = NULL;
	size_t first = 0; /* route of the config */
	for (size_t i = 0; i < p->matrix->points.n; i++) {
		struct point *point = p->matrix->points.v[i];
		if (!plans_may_reach(p, point->config) ||
			(p->only.n && !str_eq(point->config->key, p->only)))
			continue;
		const struct machines *m = launchers_of(p->launchers, point->runner);
		matrix_add_fingerprint(matrix_arena(p), point); /* the jobs know it */
		if (point->config != config)
			first = p->routes.n;
		config = point->config;
		p->undecided |= !m->n;
		for (size_t k = 0; k < m->n; k++) {
			if (!launcher_may_reach(p, m->v[k].launcher))
				continue;
			const struct route *r =
				launchers_route(p->launchers, &m->v[k], point);
			struct arm_route *x = route_of(p, first, point, &m->v[k], r);
			p->undecided |= r->end == ROUTE_UNKNOWN;
			vec_push(p->arena, &x->points, point);
		}
	}
	p->made = true;
	return &p->routes;
}

struct reaching {
	const struct arm *last; /* routes of one arm stand together */
	size_t n;
};

static void
count_reaching(struct plans *p)
{
	const struct arm_routes *all = plans_routes(p);
	p->reaching = NEW(p->arena, struct map);
	for (size_t i = 0; i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		if (x->route->end != ROUTE_RECIPE)
			continue;
		struct reaching *r = map_get(p->reaching, x->route->recipe);
		if (!r) {
			r = NEW(p->arena, struct reaching);
			map_put(p->arena, p->reaching, x->route->recipe, r);
		}
		r->n += r->last != x->arm;
		r->last = x->arm;
	}
}

size_t
plans_reaching(struct plans *p, struct str recipe)
{
	if (p->from && p->from->only_recipes.n)
		return plans_reaching(p->from, recipe);
	if (!p->reaching)
		count_reaching(p);
	const struct reaching *r = map_get(p->reaching, recipe);
	return r ? r->n : 0;
}
