/* What the answers share. */
#include "query/query.h"

#include "base/arena.h"
#include "plan/recipes.h"
#include "shell/walk.h"

static const struct source *
source_of(struct kept *k, struct str path)
{
	const struct repo_files *files = &k->repo->files;
	for (size_t i = 0; i < files->n; i++)
		if (str_eq(files->v[i]->path, path))
			return files->v[i]->source;
	return session_path(plans_session(k->plans), path)->source;
}

struct query
query_new(struct arena *a, struct kept *k, struct str path, uint32_t offset)
{
	struct query q = {.a = a, .kept = k, .path = path, .offset = offset};
	q.source = source_of(k, path);
	return q;
}

struct plans *
query_plans_of_config(const struct query *q, const struct config *c)
{
	struct plans *p = plans_again(q->a, q->kept->plans);
	p->only = c->key;
	return p;
}

bool
query_is_recipe(const struct query *q)
{
	size_t slash = str_rfind_byte(q->path, '/');
	return str_starts(q->path, S("benchmarks/")) &&
	       recipe_is_name(str_slice(q->path, slash + 1, q->path.n));
}

struct plans *
query_plans_of_recipe(const struct query *q)
{
	struct plans *p = plans_again(q->a, q->kept->plans);
	struct names one = {0};
	vec_push(q->a, &one, q->path);
	if (str_starts(q->path, S("benchmarks/single_node/")))
		plans_limit(p, &one);
	return p;
}

/* ---- functions ------------------------------------------------------------------ */

struct finding_function {
	struct str name;
	struct span found;
};

static void
look(struct walk *w, const struct shell_command *c)
{
	struct finding_function *f = w->user;
	if (c->kind == SHELL_FUNCTION && str_eq(c->function.name, f->name))
		f->found = c->function.name_span;
}

static struct span
function_in(const struct session_script *script, struct str name)
{
	struct finding_function f = {.name = name};
	struct walk w = {.command = look, .user = &f};
	if (script)
		walk_list(&w, script->tree->list);
	return f.found;
}

/* The scripts that the first run of the recipe goes through. */
static const struct shell_trace *
trace_of_recipe(const struct query *q)
{
	struct plans *p = query_plans_of_recipe(q);
	const struct plan_cases *cases = plans_possible(p) ? plans_cases(p) : NULL;
	for (size_t i = 0; cases && i < cases->n; i++) {
		if (!str_eq(cases->v[i]->recipe, q->path))
			continue;
		const struct case_plan *plan = plans_evaluate(p, q->a, cases->v[i]);
		return plan ? plan->launch->trace : NULL;
	}
	return NULL;
}

struct span
query_function(const struct query *q, struct str name)
{
	struct session *s = plans_session(q->kept->plans);
	struct span at = function_in(session_script(s, session_path(s, q->path)), name);
	const struct shell_trace *t =
		!at.file && query_is_recipe(q) ? trace_of_recipe(q) : NULL;
	for (size_t i = 0; t && !at.file && i < t->scripts.n; i++)
		at = function_in(t->scripts.v[i], name);
	if (!at.file) /* a recipe that nothing reaches, or a script beside it */
		at = function_in(
			session_script(
				s, session_path(s, S("benchmarks/benchmark_lib.sh"))),
			name);
	return at;
}
