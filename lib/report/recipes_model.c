/* Gathering routes. */
#include "report/recipes_model.h"

#include "base/arena.h"
#include "base/suggest.h"
#include "plan/recipes.h"

#include <stdlib.h>

static bool
has_name(const struct names *list, struct str name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(list->v[i], name))
			return true;
	return false;
}

static void
add_name(struct arena *a, struct names *list, struct str name)
{
	if (name.n && !has_name(list, name))
		vec_push(a, list, name);
}

static void
add_conc(struct arena *a, struct matrix_ints *list, int64_t conc)
{
	size_t at = 0;
	while (at < list->n && list->v[at] < conc)
		at++;
	if (at < list->n && list->v[at] == conc)
		return;
	vec_push(a, list, conc);
	for (size_t i = list->n - 1; i > at; i--)
		list->v[i] = list->v[i - 1];
	list->v[at] = conc;
}

static struct way *
way_of(struct arena *a, struct ways *list, size_t first, const struct arm_route *x)
{
	for (size_t i = first; i < list->n; i++) {
		struct way *w = list->v[i];
		if (w->config == x->config && w->end == x->route->end &&
			str_eq(w->recipe, x->route->recipe))
			return w;
	}
	struct way *w = NEW(a, struct way);
	w->config = x->config;
	w->end = x->route->end;
	w->recipe = x->route->recipe;
	w->route = x->route;
	vec_push(a, list, w);
	return w;
}

static void
add_route(struct arena *a, struct way *w, const struct arm_route *x)
{
	add_name(a, &w->launchers, x->machine->launcher);
	add_name(a, &w->machines, x->machine->name);
	if (!w->arms.n || w->arms.v[w->arms.n - 1] != x->arm)
		vec_push(a, &w->arms, x->arm);
	for (size_t i = 0; i < x->points.n; i++)
		for (size_t k = 0; k < x->points.v[i]->concs.n; k++)
			add_conc(a, &w->concs, x->points.v[i]->concs.v[k]);
}

static int
by_name(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

struct recipes_view
recipes_view(struct arena *a, struct plans *p, const struct names *only)
{
	struct recipes_view v = {0};
	const struct arm_routes *all = plans_routes(p);
	const struct config *config = NULL;
	size_t first = 0;
	for (size_t i = 0; i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		if (x->config != config)
			first = v.ways.n;
		config = x->config;
		if (only->n && !has_name(only, x->config->key) &&
			!has_name(only, x->route->recipe))
			continue;
		add_route(a, way_of(a, &v.ways, first, x), x);
		if (x->route->end == ROUTE_RECIPE)
			add_name(a, &v.recipes, x->route->recipe);
	}
	if (v.recipes.n)
		qsort(v.recipes.v, v.recipes.n, sizeof *v.recipes.v, by_name);
	struct names unreached = recipes_unreached(a, p);
	for (size_t i = 0; i < unreached.n; i++)
		if (!only->n || has_name(only, unreached.v[i]))
			vec_push(a, &v.unreached, unreached.v[i]);
	v.undecided = p->undecided;
	return v;
}

struct str
way_concs(struct arena *a, const struct way *w)
{
	if (w->concs.n == 0)
		return S("");
	if (w->concs.n == 1)
		return str_fmt(a, "%lld", (long long)w->concs.v[0]);
	return str_fmt(a, "%lld-%lld", (long long)w->concs.v[0],
		(long long)w->concs.v[w->concs.n - 1]);
}

const struct str *
report_recipes_unknown(
	struct arena *a, struct plans *p, const struct names *only, struct str *near)
{
	struct names known = {0};
	struct map seen = {0};
	const struct arm_routes *all = plans_routes(p);
	for (size_t i = 0; i < all->n; i++) {
		struct str both[] = {all->v[i]->config->key, all->v[i]->route->recipe};
		for (size_t k = 0; k < 2; k++) {
			if (!both[k].n || map_has(&seen, both[k]))
				continue;
			map_put(a, &seen, both[k], p);
			vec_push(a, &known, both[k]);
		}
	}
	struct names unreached = recipes_unreached(a, p);
	for (size_t i = 0; i < unreached.n; i++)
		vec_push(a, &known, unreached.v[i]);
	for (size_t i = 0; i < only->n; i++) {
		if (has_name(&known, only->v[i]))
			continue;
		*near = suggest_among(a, only->v[i], known.v, known.n);
		return &only->v[i];
	}
	return NULL;
}
