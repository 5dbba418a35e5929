/* Recipes as JSON. */
#include "report/recipes_model.h"

#include "report/maker.h"

static void
put_names(struct maker *m, json_t *o, const char *key, const struct names *list)
{
	json_t *names = maker_list(m, o, key);
	for (size_t i = 0; i < list->n; i++)
		maker_append(m, names, maker_text(list->v[i]));
}

static void
put_arms(struct maker *m, struct arena *a, json_t *o, const struct way *w)
{
	json_t *arms = maker_list(m, o, "arms"), *concs = maker_list(m, o, "concurrencies");
	for (size_t i = 0; i < w->arms.n; i++)
		maker_append(m, arms, maker_text(arm_path(a, w->arms.v[i])));
	for (size_t i = 0; i < w->concs.n; i++)
		maker_append(m, concs, json_integer((json_int_t)w->concs.v[i]));
}

static void
put_ways(struct maker *m, struct arena *a, json_t *root, const struct recipes_view *v)
{
	json_t *keys = maker_list(m, root, "ways");
	for (size_t i = 0; i < v->ways.n; i++) {
		const struct way *w = v->ways.v[i];
		json_t *o = maker_object(m, keys, NULL);
		maker_string(m, o, "config_key", w->config->key);
		maker_stringz(m, o, "end", route_end_name(w->end));
		if (w->recipe.n)
			maker_string(m, o, "recipe", w->recipe);
		if (w->end == ROUTE_UNKNOWN)
			maker_string(m, o, "why", w->route->why);
		put_names(m, o, "tried", &w->route->candidates);
		put_names(m, o, "launchers", &w->launchers);
		put_names(m, o, "machines", &w->machines);
		put_arms(m, a, o, w);
	}
}

void
report_recipes_json(struct buf *b, struct plans *p, const struct names *only)
{
	struct recipes_view v = recipes_view(b->arena, p, only);
	struct maker m = {0};
	json_t *root = maker_root(b->arena);
	maker_integer(&m, root, "version", 1);
	maker_tool(&m, root);
	put_ways(&m, b->arena, root, &v);
	put_names(&m, root, "unreached", &v.unreached);
	maker_bool(&m, root, "complete", !v.undecided);
	maker_dump_root(b, &m, root, 0);
	buf_addc(b, '\n');
}
