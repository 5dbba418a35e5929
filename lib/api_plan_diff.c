/* Public interface: what a change does to launches. */
#include "api_git.h"
#include "api_plan_diff.h"

#include "base/limits.h"

#include <stdlib.h>

enum { FOLDER_DEPTH = 8 };

struct make_call {
	const char *root, *base;
	const struct ixc_plan_options *options;
	ixc_plan_diff *d;
};

/* ---- one point ------------------------------------------------------------------ */

static struct str
note_of(struct arena *a, const struct launch_case *c)
{
	const struct route *r = c ? c->route : NULL;
	if (!r)
		return (struct str){0};
	switch (r->end) {
	case ROUTE_RECIPE:
		break;
	case ROUTE_NO_FILE:
		return S("finds no recipe");
	case ROUTE_SRT:
		return S("goes to srt-slurm");
	case ROUTE_REFUSED:
		return S("is refused by its launcher");
	case ROUTE_NO_LAUNCHER:
		return S("has no launcher");
	case ROUTE_UNKNOWN:
		return str_fmt(a, "could not be followed: %.*s", STR(r->why));
	}
	return (struct str){0};
}

static struct plan_diff_side
side_of(struct ixc_plan_diff *d, ixc_plans *p, const struct launch_case *c, bool both)
{
	struct plan_diff_side s = {.sources = &p->sources, .of = c};
	if (!c)
		return s;
	s.recipe = c->route ? c->route->recipe : p->query.recipe;
	s.note = note_of(&d->scratch, c);
	if (both)
		s.plan = launch_plan_of(p->plans, &d->scratch, &p->query, c);
	if (!c->route && !s.plan)
		s.note = S("has no such recipe");
	return s;
}

static struct launch_print *
print_side(struct arena *a, const struct plan_diff_side *s)
{
	struct str machine = {0};
	if (s->of->route)
		machine = s->of->route->machine->name;
	return s->plan ? print_of(a, s->plan, PRINT_ALL, machine) : NULL;
}

/* The recipe of srt-slurm in both trees, when its bytes differ. */
static struct str
differing_srt(struct ixc_plan_diff *d, const struct launch_pair *pair)
{
	struct str none = {0}, old, new;
	const struct route *x = pair->base->route, *y = pair->head->route;
	if (!x || !y || x->end != ROUTE_SRT || y->end != ROUTE_SRT)
		return none;
	struct tree *base = d->base->tree, *head = d->head->tree;
	struct str path =
		srt_recipe_of_arm(d->head->repo->recipes, pair->head->arm)->path;
	struct str from =
		srt_recipe_of_arm(d->base->repo->recipes, pair->base->arm)->path;
	if (!path.n || !str_eq(path, from) ||
		base->read(base, &d->scratch, path, &old) != TREE_OK ||
		head->read(head, &d->scratch, path, &new) != TREE_OK)
		return none;
	return str_eq(old, new) ? none : path;
}

struct plan_diff_view
api_plan_diff_view(struct ixc_plan_diff *d, const struct launch_pair *pair)
{
	bool both = pair->base && pair->head;
	struct plan_diff_view v = {.base_name = d->base_name};
	v.base = side_of(d, d->base, pair->base, both);
	v.head = side_of(d, d->head, pair->head, both);
	if (!both)
		return v;
	v.file = differing_srt(d, pair);
	v.changes = launches_compare(&d->scratch, print_side(&d->scratch, &v.base),
		print_side(&d->scratch, &v.head));
	return v;
}

/* ---- scripts on nodes ------------------------------------------------------------ */

static bool
bytes_differ(struct ixc_plan_diff *d, struct str path)
{
	struct str old, new;
	struct tree *base = d->base->tree, *head = d->head->tree;
	enum tree_status x = base->read(base, &d->scratch, path, &old);
	enum tree_status y = head->read(head, &d->scratch, path, &new);
	return x != y || (x == TREE_OK && !str_eq(old, new));
}

static bool
folders_differ(struct ixc_plan_diff *d, struct str folder, unsigned depth)
{
	struct arena *a = &d->scratch;
	struct names old = {0}, new = {0};
	d->base->tree->list(d->base->tree, a, folder, &old);
	d->head->tree->list(d->head->tree, a, folder, &new);
	bool differ = old.n != new.n || depth > FOLDER_DEPTH;
	for (size_t i = 0; i < new.n && !differ; i++) {
		struct str path = str_fmt(a, "%.*s/%.*s", STR(folder), STR(new.v[i]));
		bool is_folder = str_ends(path, S("/"));
		differ = !str_eq(old.v[i], new.v[i]);
		if (!differ && is_folder) {
			path.n--;
			differ = folders_differ(d, path, depth + 1);
		} else if (!differ) {
			differ = bytes_differ(d, path);
		}
	}
	return differ;
}

/* Recipes themselves are evaluated, those of srt-slurm are compared with their points. */
static bool
nodes_differ(struct ixc_plan_diff *d)
{
	struct arena *a = &d->scratch;
	struct str folder = S("benchmarks/multi_node");
	struct names list = {0};
	struct arena_mark mark = arena_mark(a);
	bool differ = false;
	d->head->tree->list(d->head->tree, a, folder, &list);
	for (size_t i = 0; i < list.n && !differ; i++) {
		struct str name = list.v[i];
		if (!str_ends(name, S("/")) || str_starts(name, S("srt-slurm")))
			continue;
		name.n--;
		differ = folders_differ(
			d, str_fmt(a, "%.*s/%.*s", STR(folder), STR(name)), 0);
	}
	arena_rewind(a, mark);
	return differ;
}

static bool
runs_on_nodes(const struct launch_cases *cases)
{
	for (size_t i = 0; i < cases->n; i++) {
		const struct launch_case *c = &cases->v[i];
		if (c->point && c->point->multinode && c->route->end == ROUTE_RECIPE)
			return true;
	}
	return false;
}

/* ---- all of them ---------------------------------------------------------------- */

/* What is new, or gone, is told of by key and recipe. */
static struct str
key_of(struct ixc_plan_diff *d, const struct launch_pair *pair)
{
	struct arena *a = &d->scratch;
	struct plan_diff_view v = api_plan_diff_view(d, pair);
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	const struct launch_case *one = pair->head ? pair->head : pair->base;
	plan_diff_text(&b, &v);
	if (!b.n)
		return (struct str){0};
	struct str key = one->config ? one->config->key : (struct str){0};
	return str_fmt(a, "%.*s\n%.*s", STR(key), STR(buf_str(&b)));
}

static void
count_pair(struct ixc_plan_diff *d, const struct launch_pair *pair)
{
	if (!pair->base)
		d->added++;
	else if (!pair->head)
		d->removed++;
	else
		d->changed++;
}

static void
compare_all(struct ixc_plan_diff *d)
{
	struct arena *a = &d->head->arena;
	struct launch_pairs pairs = launches_pair(a, &d->base->cases, &d->head->cases);
	struct map by_key = {0};
	d->points = pairs.n;
	for (size_t i = 0; i < pairs.n; i++) {
		struct arena_mark mark = arena_mark(&d->scratch);
		struct str key = key_of(d, &pairs.v[i]);
		if (key.n) {
			struct diff_group *g = map_get(&by_key, key);
			if (!g) {
				g = NEW(a, struct diff_group);
				map_put(a, &by_key, str_dup(a, key), g);
				vec_push(a, &d->groups, g);
			}
			vec_push(a, &g->pairs, pairs.v[i]);
			count_pair(d, &pairs.v[i]);
		}
		arena_rewind(&d->scratch, mark);
	}
}

/* ---- opening -------------------------------------------------------------------- */

static ixc_status
open_base(struct make_call *q, struct ixc_error *err)
{
	ixc_plan_diff *d = q->d;
	struct arena *a = &d->base->arena;
	struct api_session s;
	struct git_error e;
	ixc_checker c = {.root = str_z(a, str_from(q->root))};
	ixc_status status = api_open_session(&s, a, &c, err);
	if (status != IXC_OK)
		return status;
	if (!str_eqz(s.path, CHANGELOG_PATH))
		return api_fail(err, IXC_EUSAGE,
			"give the top of the repository as the root: '%s' is a folder in it",
			q->root);
	if (!git_resolve(s.git, a, d->base_name, &s.base, &e))
		return api_git_trouble(err, &e);
	struct ixc_plan_options o = *q->options;
	o.hbm_profile = NULL; /* it says nothing about launches */
	return api_plans_open(d->base, tree_git(s.git, &s.base), &o, err);
}

static ixc_status
check_names(struct ixc_plan_diff *d, struct ixc_error *err)
{
	ixc_plans *head = d->head, *base = d->base;
	if (head->query.key.n && !api_plans_have_key(head) && !api_plans_have_key(base))
		return api_plans_no_key(head, err);
	if (head->query.recipe.n && !api_plans_have_recipe(head) &&
		!api_plans_have_recipe(base))
		return api_plans_no_recipe(head, err);
	return api_plans_possible(head, err);
}

static ixc_status
make(void *arg, struct ixc_error *err)
{
	struct make_call *q = arg;
	ixc_plan_diff *d = q->d;
	d->base->arena.escape = d->head->arena.escape;
	arena_init(&d->scratch, LIMIT_RUN_BYTES, d->head->arena.escape);
	d->base_name = str_dup(&d->head->arena, str_from(q->base));
	ixc_status status = api_plans_open_folder(d->head, q->root, q->options, err);
	if (status == IXC_OK)
		status = open_base(q, err);
	if (status == IXC_OK)
		status = check_names(d, err);
	if (status != IXC_OK)
		return status;
	d->head->cases =
		launches_select(&d->head->arena, d->head->plans, &d->head->query);
	if (d->base->query.exact || plans_possible(d->base->plans))
		d->base->cases =
			launches_select(&d->base->arena, d->base->plans, &d->base->query);
	if (!d->head->cases.n && !d->base->cases.n)
		return api_plans_nothing(d->head, err);
	compare_all(d);
	d->nodes = runs_on_nodes(&d->head->cases) && nodes_differ(d);
	return IXC_OK;
}

ixc_status
ixc_plan_diff_make(const char *root, const struct ixc_plan_options *options,
	const char *base, ixc_plan_diff **ret, struct ixc_error *err)
{
	struct ixc_plan_options known = api_plan_options(options);
	struct make_call q = {.root = root, .base = base, .options = &known};
	if (known.why)
		return api_fail(err, IXC_EUSAGE,
			"the assignments behind a value are told of one tree only");
	q.d = calloc(1, sizeof *q.d);
	if (!q.d)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	ixc_status status = api_plans_new(&q.d->head, err);
	if (status == IXC_OK)
		status = api_plans_new(&q.d->base, err);
	if (status == IXC_OK)
		status = api_guard(&q.d->head->arena, make, &q, err);
	if (status == IXC_OK)
		*ret = q.d;
	else
		ixc_plan_diff_free(q.d);
	return status;
}

void
ixc_plan_diff_free(ixc_plan_diff *d)
{
	if (!d)
		return;
	arena_release(&d->scratch);
	ixc_plans_free(d->base);
	ixc_plans_free(d->head);
	free(d);
}

size_t
ixc_plan_diff_count(const ixc_plan_diff *d)
{
	return d->changed + d->added + d->removed;
}
