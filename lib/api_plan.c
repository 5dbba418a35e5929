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
read_settings(struct make_call *q, struct ixc_error *err)
{
	const struct ixc_plan_options *o = q->options;
	struct launch_query *query = &q->p->query;
	struct arena *a = &q->p->arena;
	struct str text = {o->environment.p, o->environment.n};
	size_t line = 0;
	query->exact = o->has_environment;
	q->p->why = str_dup(a, str_from(o->why));
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

static ixc_status
no_recipe(struct ixc_plans *p, struct str path, struct ixc_error *err)
{
	struct search s = {.p = p, .word = file_name(path)};
	offer_scripts(&s, S("benchmarks"), 0);
	if (!s.names.n)
		return api_fail(err, IXC_EUSAGE, "there is no recipe '%.*s'", STR(path));
	const struct str *near = map_get(&s.path_of, s.names.name[0]);
	return api_fail(err, IXC_EUSAGE,
		"there is no recipe '%.*s'; did you mean '%.*s'?", STR(path), STR(*near));
}

static ixc_status
read_recipe(struct make_call *q, struct ixc_error *err)
{
	struct arena *a = &q->p->arena;
	if (!q->options->recipe)
		return IXC_OK;
	struct str path =
		session_normal_path(a, str_dup(a, str_from(q->options->recipe)));
	struct session_path *s = session_path(plans_session(q->p->plans), path);
	q->p->query.recipe = path;
	return s->is_file ? IXC_OK : no_recipe(q->p, path, err);
}

/* ---- keys ----------------------------------------------------------------------- */

static ixc_status
no_key(struct ixc_plans *p, struct str key, struct ixc_error *err)
{
	struct suggestions s = {0};
	const struct configs *all = &p->repo->master->configs;
	for (size_t i = 0; i < all->n && i < LIMIT_SUGGEST_NAMES; i++)
		suggest_offer(&s, key, all->v[i]->key);
	struct str near = suggest_text(&p->arena, &s);
	return api_fail(err, IXC_EUSAGE, "there is no config key '%.*s'%s%.*s", STR(key),
		near.n ? "; " : "", STR(near));
}

static ixc_status
read_key(struct make_call *q, struct ixc_error *err)
{
	const char *given = q->options->config_key;
	if (!given)
		return IXC_OK;
	struct str key = str_dup(&q->p->arena, str_from(given));
	q->p->query.key = key;
	q->p->plans->only = key;
	return master_config(q->p->repo->master, key) ? IXC_OK : no_key(q->p, key, err);
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

static ixc_status
nothing_wanted(struct ixc_plans *p, struct ixc_error *err)
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

static ixc_status
select_cases(struct make_call *q, struct ixc_error *err)
{
	struct ixc_plans *p = q->p;
	p->query.has_conc = q->options->has_conc;
	p->query.conc = q->options->conc;
	if (!p->query.exact && !plans_possible(p->plans))
		return api_fail(err, IXC_EUSAGE,
			"there are no launchers in runners/: which recipe a point runs "
			"is not known");
	p->cases = launches_select(&p->arena, p->plans, &p->query);
	return p->cases.n ? IXC_OK : nothing_wanted(p, err);
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

/* With an environment the configs have nothing to say, and may be missing. */
/* With an environment of the caller's no runner is known, nor what was measured there. */
static ixc_status
open_profile(struct make_call *q, struct ixc_error *err)
{
	const char *path = q->options->hbm_profile;
	struct str bytes;
	ixc_status status =
		path ? api_read_file(&q->p->arena, path, &bytes, err) : IXC_OK;
	if (status == IXC_OK && !q->options->has_environment)
		repo_load_hbm(q->p->repo, str_dup(&q->p->arena, str_from(path)),
			path ? &bytes : NULL);
	return status;
}

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

static ixc_status
make(void *arg, struct ixc_error *err)
{
	struct make_call *q = arg;
	struct ixc_plans *p = q->p;
	p->tree = tree_folder(&p->arena, q->root);
	if (!p->tree)
		return api_fail(err, IXC_EUSAGE, "cannot open the folder '%s': %s",
			q->root, strerror(errno));
	ixc_status status = check_options(q->options, err);
	if (status == IXC_OK)
		status = read_settings(q, err);
	if (status != IXC_OK)
		return status;
	open_repo(p, q->options->has_environment);
	status = open_profile(q, err);
	if (status == IXC_OK)
		status = read_key(q, err);
	if (status == IXC_OK)
		status = read_recipe(q, err);
	return status == IXC_OK ? select_cases(q, err) : status;
}

ixc_status
ixc_plans_make(const char *root, const struct ixc_plan_options *options, ixc_plans **ret,
	struct ixc_error *err)
{
	/* A caller built with an older header knows fewer fields. */
	struct ixc_plan_options known = {0};
	memcpy(&known, options,
		options->size < sizeof known ? options->size : sizeof known);
	struct make_call q = {.root = root, .options = &known};
	q.p = calloc(1, sizeof *q.p);
	if (!q.p)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&q.p->arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&q.p->arena, make, &q, err);
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
