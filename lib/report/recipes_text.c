/* Recipes for people. */
#include "report/recipes_model.h"

#include "base/arena.h"

static void
add_list(struct buf *b, const struct names *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (i)
			buf_addz(b, ", ");
		buf_add(b, list->v[i]);
	}
}

static void
add_count(struct buf *b, size_t n, const char *one)
{
	buf_addf(b, "%zu %s%s", n, one, n == 1 ? "" : "s");
}

static void
add_arms(struct buf *b, const struct way *w)
{
	add_count(b, w->arms.n, "arm");
	struct str concs = way_concs(b->arena, w);
	if (concs.n)
		buf_addf(b, ", concurrency %.*s", STR(concs));
}

static void
add_candidates(struct buf *b, const struct way *w)
{
	const struct names *tried = &w->route->candidates;
	for (size_t i = 0; i < tried->n; i++)
		buf_addf(b, "      tried %.*s\n", STR(tried->v[i]));
}

static void
add_end(struct buf *b, const struct way *w)
{
	switch (w->end) {
	case ROUTE_RECIPE:
		buf_add(b, w->recipe);
		break;
	case ROUTE_NO_FILE:
		buf_addf(b, "missing: %.*s", STR(w->recipe));
		break;
	case ROUTE_SRT:
		buf_addf(b, "srt-slurm: %.*s", STR(w->recipe));
		break;
	case ROUTE_REFUSED:
		buf_addz(b, "none: the launcher exits");
		break;
	case ROUTE_NO_LAUNCHER:
		buf_addz(b, "none: there is no such launcher");
		break;
	case ROUTE_UNKNOWN:
		buf_addf(b, "not known: %.*s", STR(w->route->why));
		break;
	}
}

static void
add_keys(struct buf *b, const struct recipes_view *v)
{
	const struct config *config = NULL;
	for (size_t i = 0; i < v->ways.n; i++) {
		const struct way *w = v->ways.v[i];
		if (w->config != config)
			buf_addf(b, "%.*s\n", STR(w->config->key));
		config = w->config;
		buf_addz(b, "  ");
		add_end(b, w);
		buf_addz(b, "\n      ");
		add_arms(b, w);
		buf_addz(b, ", by ");
		add_list(b, &w->launchers);
		buf_addc(b, '\n');
		if (w->end == ROUTE_NO_FILE)
			add_candidates(b, w);
	}
}

static void
add_recipes(struct buf *b, const struct recipes_view *v)
{
	for (size_t i = 0; i < v->recipes.n; i++) {
		buf_addf(b, "%.*s\n", STR(v->recipes.v[i]));
		for (size_t k = 0; k < v->ways.n; k++) {
			const struct way *w = v->ways.v[k];
			if (w->end != ROUTE_RECIPE || !str_eq(w->recipe, v->recipes.v[i]))
				continue;
			buf_addf(b, "  %.*s (", STR(w->config->key));
			add_arms(b, w);
			buf_addz(b, ")\n");
		}
	}
}

void
report_recipes_text(struct buf *b, struct plans *p, const struct names *only)
{
	struct recipes_view v = recipes_view(b->arena, p, only);
	if (v.ways.n) {
		buf_addz(b, "config keys and what their launchers run\n\n");
		add_keys(b, &v);
	}
	if (v.recipes.n) {
		buf_addz(b, "\nrecipes and what reaches them\n\n");
		add_recipes(b, &v);
	}
	if (v.unreached.n) {
		buf_addz(b, v.ways.n ? "\n" : "");
		buf_addz(b, "recipes that nothing reaches\n\n");
		for (size_t i = 0; i < v.unreached.n; i++)
			buf_addf(b, "  %.*s\n", STR(v.unreached.v[i]));
	}
	if (v.undecided)
		buf_addz(b, "\nnot every point's way is known; what is called unreached may "
			    "be reached\n");
}
