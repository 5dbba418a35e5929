/* Public interface: launch plans, and what can be wrong with what is asked for. */
#include "api_plan.h"

#include "base/limits.h"
#include "base/suggest.h"
#include "plan/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct make_call {
	const char *root;
	const struct ixc_plan_options *options;
	struct ixc_plans *p;
};

/* ---- what is asked for ---------------------------------------------------------- */

static ixc_status
read_settings(
	struct ixc_plans *p, const struct ixc_plan_options *o, struct ixc_error *err)
{
	struct launch_query *query = &p->query;
	struct arena *a = &p->arena;
	struct str text = {o->environment.p, o->environment.n};
	size_t line = 0;
	query->exact = o->has_environment;
	query->has_conc = o->has_conc;
	query->conc = o->conc;
	p->why = str_dup(a, str_from(o->why));
	if (query->exact && !settings_read(a, text, &query->environment, &line))
		return api_fail(err, IXC_EUSAGE,
			"line %zu of the environment is not of the form NAME=VALUE",
			line);
	for (size_t i = 0; i < o->set.n; i++)
		if (!settings_add(a, &query->set, str_from(o->set.v[i])))
			return api_fail(err, IXC_EUSAGE,
				"'%s' is not of the form NAME=VALUE", o->set.v[i]);
	return IXC_OK;
}

/* ---- recipes -------------------------------------------------------------------- */

enum { FOLDER_DEPTH = 8 };

static struct str
file_name(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	return slash < path.n ? str_slice(path, slash + 1, path.n) : path;
}

struct search {
	struct ixc_plans *p;
	struct str word; /* name of a file */
	struct suggestions names;
	struct map path_of; /* name to struct str */
};

static void
offer_scripts(struct search *s, struct str folder, unsigned depth)
{
	struct arena *a = &s->p->arena;
	struct names list = {0};
	s->p->tree->list(s->p->tree, a, folder, &list);
	for (size_t i = 0; i < list.n && depth < FOLDER_DEPTH; i++) {
		struct str name = list.v[i];
		struct str path = str_fmt(a, "%.*s/%.*s", STR(folder), STR(name));
		if (str_ends(name, S("/"))) {
			path.n--;
			offer_scripts(s, path, depth + 1);
		} else if (str_ends(name, S(".sh"))) {
			struct str *known = NEW(a, struct str);
			*known = path;
			if (!map_has(&s->path_of, name))
				map_put(a, &s->path_of, name, known);
			suggest_offer(&s->names, s->word, name);
		}
	}
}

ixc_status
api_plans_no_recipe(struct ixc_plans *p, struct ixc_error *err)
{
	struct str path = p->query.recipe;
	struct search s = {.p = p, .word = file_name(path)};
	offer_scripts(&s, S("benchmarks"), 0);
	if (!s.names.n)
		return api_fail(err, IXC_EUSAGE, "there is no recipe '%.*s'", STR(path));
	const struct str *near = map_get(&s.path_of, s.names.name[0]);
	return api_fail(err, IXC_EUSAGE,
		"there is no recipe '%.*s'; did you mean '%.*s'?", STR(path), STR(*near));
}

bool
api_plans_have_recipe(struct ixc_plans *p)
{
	return session_path(plans_session(p->plans), p->query.recipe)->is_file;
}

/* ---- keys ----------------------------------------------------------------------- */

ixc_status
api_plans_no_key(struct ixc_plans *p, struct ixc_error *err)
{
	struct str key = p->query.key;
	struct suggestions s = {0};
	const struct configs *all = &p->repo->master->configs;
	for (size_t i = 0; i < all->n && i < LIMIT_SUGGEST_NAMES; i++)
		suggest_offer(&s, key, all->v[i]->key);
	struct str near = suggest_text(&p->arena, &s);
	return api_fail(err, IXC_EUSAGE, "there is no config key '%.*s'%s%.*s", STR(key),
		near.n ? "; " : "", STR(near));
}

bool
api_plans_have_key(struct ixc_plans *p)
{
	return master_config(p->repo->master, p->query.key) != NULL;
}

/* ---- points --------------------------------------------------------------------- */

/* "4, 8, 16": the concurrencies of the cases. */
static struct str
concs_text(struct arena *a, const struct launch_cases *cases)
{
	struct buf b = buf_new(a, 300);
	struct matrix_ints seen = {0};
	for (size_t i = 0; i < cases->n; i++) {
		const struct matrix_ints *concs = &cases->v[i].point->concs;
		for (size_t k = 0; k < concs->n; k++) {
			size_t at = 0;
			while (at < seen.n && seen.v[at] != concs->v[k])
				at++;
			if (at == seen.n)
				vec_push(a, &seen, concs->v[k]);
		}
	}
	for (size_t i = 0; i < seen.n; i++)
		buf_addf(&b, "%s%lld", i ? ", " : "", (long long)seen.v[i]);
	return buf_str(&b);
}

/* Why the matrix has no point of the key. */
static ixc_status
no_points(struct ixc_plans *p, struct ixc_error *err)
{
	const struct matrix *m = p->plans->matrix;
	for (size_t i = 0; i < m->errors.n; i++) {
		const struct matrix_error *e = &m->errors.v[i];
		if (!e->config || !str_eq(e->config->key, p->query.key))
			continue;
		const struct source *s = sources_get(&p->sources, e->span.file);
		struct str at = s ? s->path : S("configs");
		return api_fail(err, IXC_EUSAGE, "'%.*s' has no points: %.*s:%u: %.*s",
			STR(p->query.key), STR(at),
			s ? (unsigned)source_place(s, e->span.begin).line : 0,
			STR(e->text));
	}
	return api_fail(err, IXC_EUSAGE,
		"'%.*s' has no points, or no machine of its runner label is known",
		STR(p->query.key));
}

ixc_status
api_plans_nothing(struct ixc_plans *p, struct ixc_error *err)
{
	struct launch_query any = p->query;
	any.has_conc = false;
	struct launch_cases all = launches_select(&p->arena, p->plans, &any);
	if (all.n)
		return api_fail(err, IXC_EUSAGE,
			"no point has concurrency %lld; there are %.*s",
			(long long)p->query.conc, STR(concs_text(&p->arena, &all)));
	if (p->query.recipe.n)
		return api_fail(err, IXC_EUSAGE,
			"no point%s%.*s reaches '%.*s': give an environment for it",
			p->query.key.n ? " of " : " of the configs", STR(p->query.key),
			STR(p->query.recipe));
	return no_points(p, err);
}

/* ---- making --------------------------------------------------------------------- */

static ixc_status
check_options(const struct ixc_plan_options *o, struct ixc_error *err)
{
	if (o->has_environment && !o->recipe)
		return api_fail(err, IXC_EUSAGE, "an environment needs a recipe");
	if (o->has_environment && (o->config_key || o->has_conc))
		return api_fail(err, IXC_EUSAGE,
			"with an environment nothing comes from the configs: give no key "
			"and no concurrency");
	return IXC_OK;
}

/* With an environment of the caller's no runner is known, nor what was measured there. */
static ixc_status
open_profile(struct ixc_plans *p, const struct ixc_plan_options *o, struct ixc_error *err)
{
	const char *path = o->hbm_profile;
	struct str bytes;
	ixc_status status = path ? api_read_file(&p->arena, path, &bytes, err) : IXC_OK;
	if (status == IXC_OK && !o->has_environment)
		repo_load_hbm(p->repo, str_dup(&p->arena, str_from(path)),
			path ? &bytes : NULL);
	return status;
}

/* With an environment the configs have nothing to say, and may be missing. */
static void
open_repo(struct ixc_plans *p, bool exact)
{
	struct arena *a = &p->arena;
	if (exact) {
		p->repo = NEW(a, struct repo);
		p->repo->arena = a;
		p->repo->sources = &p->sources;
		p->repo->tree = p->tree;
	} else {
		p->repo = repo_load(
			a, &p->sources, p->tree, S(CHANGELOG_PATH), NULL, false);
	}
	p->plans = plans_new(a, p->repo);
}

static void
read_names(struct ixc_plans *p, const struct ixc_plan_options *o)
{
	struct arena *a = &p->arena;
	if (o->config_key)
		p->plans->only = p->query.key = str_dup(a, str_from(o->config_key));
	if (o->recipe)
		p->query.recipe = session_normal_path(a, str_dup(a, str_from(o->recipe)));
}

ixc_status
api_plans_open(struct ixc_plans *p, struct tree *tree, const struct ixc_plan_options *o,
	struct ixc_error *err)
{
	p->tree = tree;
	ixc_status status = check_options(o, err);
	if (status == IXC_OK)
		status = read_settings(p, o, err);
	if (status != IXC_OK)
		return status;
	open_repo(p, o->has_environment);
	read_names(p, o);
	return open_profile(p, o, err);
}

ixc_status
api_plans_open_folder(struct ixc_plans *p, const char *root,
	const struct ixc_plan_options *o, struct ixc_error *err)
{
	struct tree *tree = tree_folder(&p->arena, root);
	if (!tree)
		return api_fail(err, IXC_EUSAGE, "cannot open the folder '%s': %s", root,
			strerror(errno));
	return api_plans_open(p, tree, o, err);
}

ixc_status
api_plans_possible(struct ixc_plans *p, struct ixc_error *err)
{
	if (p->query.exact || plans_possible(p->plans))
		return IXC_OK;
	return api_fail(err, IXC_EUSAGE,
		"there are no launchers in runners/: which recipe a point runs is not known");
}

static ixc_status
make(void *arg, struct ixc_error *err)
{
	struct make_call *q = arg;
	struct ixc_plans *p = q->p;
	ixc_status status = api_plans_open_folder(p, q->root, q->options, err);
	if (status == IXC_OK && p->query.key.n && !api_plans_have_key(p))
		status = api_plans_no_key(p, err);
	if (status == IXC_OK && p->query.recipe.n && !api_plans_have_recipe(p))
		status = api_plans_no_recipe(p, err);
	if (status == IXC_OK)
		status = api_plans_possible(p, err);
	if (status != IXC_OK)
		return status;
	p->cases = launches_select(&p->arena, p->plans, &p->query);
	status = api_all_read(p->tree, err);
	if (status != IXC_OK)
		return status;
	return p->cases.n ? IXC_OK : api_plans_nothing(p, err);
}

ixc_status
api_plans_new(ixc_plans **ret, struct ixc_error *err)
{
	ixc_plans *p = calloc(1, sizeof *p);
	if (!p)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&p->arena, LIMIT_RUN_BYTES, NULL);
	*ret = p;
	return IXC_OK;
}

struct ixc_plan_options
api_plan_options(const struct ixc_plan_options *o)
{
	/* A caller built with an older header knows fewer fields. */
	struct ixc_plan_options known = {0};
	memcpy(&known, o, o->size < sizeof known ? o->size : sizeof known);
	return known;
}

ixc_status
ixc_plans_make(const char *root, const struct ixc_plan_options *options, ixc_plans **ret,
	struct ixc_error *err)
{
	struct ixc_plan_options known = api_plan_options(options);
	struct make_call q = {.root = root, .options = &known};
	ixc_status status = api_plans_new(&q.p, err);
	if (status == IXC_OK)
		status = api_guard(&q.p->arena, make, &q, err);
	if (status == IXC_OK)
		*ret = q.p;
	else
		ixc_plans_free(q.p);
	return status;
}

void
ixc_plans_free(ixc_plans *plans)
{
	if (!plans)
		return;
	arena_release(&plans->arena);
	free(plans);
}

size_t
ixc_plans_count(const ixc_plans *plans)
{
	return plans->cases.n;
}

size_t
ixc_plans_count_without(const ixc_plans *plans)
{
	size_t n = 0;
	for (size_t i = 0; i < plans->cases.n; i++) {
		const struct route *r = plans->cases.v[i].route;
		n += r && r->end != ROUTE_RECIPE;
	}
	return n;
}
