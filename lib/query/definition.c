/* Where things are defined. */
#include "query/query.h"

#include "base/arena.h"
#include "model/keys.h"
#include "shell/walk.h"

static void
add(const struct query *q, struct query_spans *list, struct span sp)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].file == sp.file && list->v[i].begin == sp.begin)
			return;
	if (sp.file)
		vec_push(q->a, list, sp);
}

/* The beginning of a file of the tree. */
static void
add_file(const struct query *q, struct query_spans *list, struct str path)
{
	struct session *s = plans_session(q->kept->plans);
	const struct source *source = session_path(s, path)->source;
	if (source)
		add(q, list, span_in(source, 0, 0));
}

/* ---- from configs --------------------------------------------------------------- */

static void
add_recipes(const struct query *q, struct query_spans *list, const struct thing *t)
{
	struct plans *p = query_plans_of_config(q, t->config);
	if (!plans_possible(p))
		return;
	const struct arm_routes *all = plans_routes(p);
	for (size_t i = 0; i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		if (t->arm && x->arm != t->arm)
			continue;
		if (x->route->end == ROUTE_RECIPE)
			add_file(q, list, x->route->recipe);
		const struct srt_recipe *srt =
			srt_recipe_of_arm(q->kept->repo->recipes, x->arm);
		if (srt->path.n)
			add_file(q, list, srt->path);
	}
}

static void
add_label(const struct query *q, struct query_spans *list, struct str name)
{
	const struct runner_label *label = runners_label(q->kept->repo->runners, name);
	if (label)
		add(q, list, label->key->span);
}

static void
add_configs(const struct query *q, struct query_spans *list, struct str written)
{
	struct selection s = keys_selection(q->a, q->kept->repo->master);
	keys_of_entry(q->a, &s, written);
	for (size_t i = 0; i < s.list.n; i++)
		add(q, list, s.list.v[i]->key_node->span);
}

/* ---- from scripts --------------------------------------------------------------- */

struct assigned {
	const struct query *q;
	struct query_spans *list;
	struct str name;
};

static void
look(struct walk *w, const struct shell_command *c)
{
	struct assigned *x = w->user;
	if (c->kind != SHELL_SIMPLE && c->kind != SHELL_DECLARE)
		return;
	for (size_t i = 0; i < c->simple.assigns.n; i++)
		if (str_eq(c->simple.assigns.v[i]->name, x->name))
			add(x->q, x->list, c->simple.assigns.v[i]->name_span);
	for (size_t i = 0; i < c->simple.declared.n; i++) {
		const struct shell_assign *d = c->simple.declared.v[i].assign;
		if (d && str_eq(d->name, x->name))
			add(x->q, x->list, d->name_span);
	}
}

static void
add_assignments(const struct query *q, struct query_spans *list, struct str name)
{
	struct session *s = plans_session(q->kept->plans);
	struct session_script *script = session_script(s, session_path(s, q->path));
	struct assigned x = {q, list, name};
	struct walk w = {.command = look, .user = &x};
	if (script)
		walk_list(&w, script->tree->list);
}

/* Back to what reaches the recipe: the keys, or the arms that give a variable. */
static void
add_reaching(const struct query *q, struct query_spans *list, bool arms)
{
	struct plans *p = query_plans_of_recipe(q);
	const struct arm_routes *all = plans_possible(p) ? plans_routes(p) : NULL;
	for (size_t i = 0; all && i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		if (str_eq(x->route->recipe, q->path))
			add(q, list, arms ? x->arm->span : x->config->key_node->span);
	}
}

static void
define_word(const struct query *q, struct query_spans *list, const struct thing *t)
{
	struct span at = {0};
	if (t->kind == THING_VARIABLE)
		add_assignments(q, list, t->text);
	if (t->kind == THING_VARIABLE && !list->n)
		add_reaching(q, list, true);
	if (t->kind == THING_WORD)
		at = query_function(q, t->text);
	add(q, list, at);
	if (!list->n && t->kind != THING_VARIABLE)
		add_reaching(q, list, false);
}

struct query_spans
query_definition(const struct query *q)
{
	struct query_spans list = {0};
	struct thing t = thing_at(q);
	switch (t.kind) {
	case THING_NONE:
	case THING_LOG_LINK:
	case THING_LABEL:
		break;
	case THING_CONFIG:
	case THING_ARM:
		add_recipes(q, &list, &t);
		break;
	case THING_RUNNER:
		add_label(q, &list, t.text);
		break;
	case THING_LOG_KEY:
		add_configs(q, &list, t.text);
		break;
	case THING_VARIABLE:
	case THING_WORD:
	case THING_SCRIPT:
		define_word(q, &list, &t);
		break;
	}
	return list;
}
