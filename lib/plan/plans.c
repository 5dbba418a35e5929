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
	if (!p->session)
		p->session = session_new(p->arena, p->repo->sources, p->repo->tree);
	if (!p->launchers)
		p->launchers = launchers_new(p->arena, p->session, p->repo->runners);
}

void
plans_share_ways(struct plans *p, struct plans *from)
{
	start(from);
	if (!p->launchers)
		p->launchers = from->launchers;
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

const struct arm_routes *
plans_routes(struct plans *p)
{
	if (p->made)
		return &p->routes;
	start(p);
	struct matrix_options o = {.command = MATRIX_FULL_SWEEP, .keep_going = true};
	p->matrix = matrix_generate(p->arena, p->repo->master, p->repo->runners, &o);
	p->undecided = p->matrix->errors.n || !repo_masters_complete(p->repo) ||
		!repo_runners_complete(p->repo);
	const struct config *config = NULL;
	size_t first = 0; /* route of the config */
	for (size_t i = 0; i < p->matrix->points.n; i++) {
		const struct point *point = p->matrix->points.v[i];
		if (p->only.n && !str_eq(point->config->key, p->only))
			continue;
		const struct machines *m = launchers_of(p->launchers, point->runner);
		if (point->config != config)
			first = p->routes.n;
		config = point->config;
		p->undecided |= !m->n;
		for (size_t k = 0; k < m->n; k++) {
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
	if (!p->reaching)
		count_reaching(p);
	const struct reaching *r = map_get(p->reaching, recipe);
	return r ? r->n : 0;
}
