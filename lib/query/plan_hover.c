/* Hover with what recipes launch, and the values of their variables. */
#include "query/query.h"

#include "base/arena.h"
#include "base/limits.h"
#include "plan/select.h"
#include "report/plan.h"

enum { HOVER_GROUPS = 3, VALUE_BYTES = 200, ARMS_SHOWN = 6, VALUES_SHOWN = 12 };

/* ---- arms ----------------------------------------------------------------------- */

static struct plan_view
view_of(const struct query *q, struct plans *p, const struct launch_query *lq,
	const struct launch_group *g)
{
	const struct launch_case *c = &g->cases.v[0];
	struct plan_view v = {.sources = q->kept->sources, .group = g};
	v.hbm = q->kept->repo->hbm;
	v.plan = launch_plan_of(p, q->a, lq, c);
	v.gpu = gpu_facts(c->route->machine->short_name);
	v.gpu = v.gpu ? v.gpu : gpu_facts(c->point->runner);
	v.version = version_of_image(c->config->image.v);
	return v;
}

static struct launch_cases
cases_of_arm(struct arena *a, const struct launch_cases *all, const struct arm *arm)
{
	struct launch_cases list = {0};
	for (size_t i = 0; i < all->n; i++)
		if (!arm || all->v[i].arm == arm)
			vec_push(a, &list, all->v[i]);
	return list;
}

/* Of a key only which recipe each arm runs is told. */
static struct str
key_of_recipe(void *user, struct arena *a, const struct launch_case *c,
	const struct launch_plan *plan)
{
	(void)user;
	(void)a;
	(void)c;
	return plan->recipe;
}

/* Of an arm all about what it launches. */
void
hover_config(struct buf *b, const struct query *q, const struct thing *t)
{
	struct plans *p = query_plans_of_config(q, t->config);
	struct launch_query lq = {.key = t->config->key};
	if (!plans_possible(p))
		return;
	struct launch_cases all = launches_select(q->a, p, &lq);
	struct launch_cases cases = cases_of_arm(q->a, &all, t->arm);
	if (!cases.n)
		return;
	struct launch_groups groups = launches_group(
		p, &lq, &cases, t->arm ? launch_key_services : key_of_recipe, NULL);
	buf_addz(b, "```text\n");
	for (size_t i = 0; i < groups.n && i < HOVER_GROUPS; i++) {
		struct plan_view v = view_of(q, p, &lq, groups.v[i]);
		if (i)
			buf_addc(b, '\n');
		if (t->arm)
			plan_text(b, &v);
		else
			plan_text_cases(b, &v);
	}
	buf_addz(b, "```\n");
	if (groups.n > HOVER_GROUPS)
		buf_addf(b,
			"\n... and %zu other launches: `infxcheck plan --config-key %.*s`\n",
			groups.n - HOVER_GROUPS, STR(t->config->key));
}

/* ---- variables ------------------------------------------------------------------ */

#define NOT_SET "not set"

struct valued {
	struct str value;
	struct names arms;
};

VEC(valueds, struct valued *);

/* As the first server sees it, else the last command that is launched. */
static const struct variable *
variable_of(const struct case_plan *plan, symbol id)
{
	const struct plan_commands *all = &plan->launch->commands;
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i]->kind == PLAN_SERVER)
			return launch_variable(all->v[i]->launch, id);
	return all->n ? launch_variable(all->v[all->n - 1]->launch, id) : NULL;
}

static struct str
show_variable(struct arena *a, const struct variable *v)
{
	if (!v)
		return S(NOT_SET);
	if (v->kind != VARIABLE_SCALAR)
		return S("a list");
	struct str s = v->value ? value_shown(a, v->value) : S("");
	if (!s.n)
		return S("empty");
	return str_fmt(a, "`%.*s%s`", (int)(s.n < VALUE_BYTES ? s.n : VALUE_BYTES), s.p,
		s.n < VALUE_BYTES ? "" : "...");
}

static void
note(struct arena *a, struct valueds *list, struct str value, const struct plan_case *c)
{
	struct valued *x = NULL;
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(list->v[i]->value, value))
			x = list->v[i];
	if (!x) {
		x = NEW(a, struct valued);
		x->value = value;
		vec_push(a, list, x);
	}
	for (size_t i = 0; i < c->arms.n; i++) {
		const struct point *p = c->arms.v[i].point;
		vec_push(a, &x->arms,
			str_fmt(a, "%.*s %.*s, concurrency %lld", STR(p->config->key),
				STR(arm_path(a, p->arm)), (long long)p->conc));
	}
}

static struct valueds
values_of(const struct query *q, struct plans *p, struct str name)
{
	struct valueds list = {0};
	const struct plan_cases *cases = plans_cases(p);
	symbol id = session_symbol(plans_session(p), name);
	struct arena *scratch = NEW(q->a, struct arena);
	arena_init(scratch, LIMIT_RUN_BYTES, q->a->escape);
	for (size_t i = 0; i < cases->n; i++) {
		const struct plan_case *c = cases->v[i];
		if (c->kind != CASE_RUN || !str_eq(c->recipe, q->path))
			continue;
		struct arena_mark mark = arena_mark(scratch);
		const struct case_plan *plan = plans_evaluate(p, scratch, c);
		if (plan)
			note(q->a, &list,
				str_dup(q->a,
					show_variable(scratch, variable_of(plan, id))),
				c);
		arena_rewind(scratch, mark);
	}
	arena_release(scratch);
	return list;
}

void
hover_variable(struct buf *b, const struct query *q, struct str name)
{
	struct plans *p = query_plans_of_recipe(q);
	if (!query_is_recipe(q) || !plans_possible(p))
		return;
	struct valueds list = values_of(q, p, name);
	if (!list.n || (list.n == 1 && str_eqz(list.v[0]->value, NOT_SET)))
		return; /* perhaps it is no variable at all */
	buf_addf(b, "**%.*s** when the server starts\n\n", STR(name));
	for (size_t i = 0; i < list.n && i < VALUES_SHOWN; i++) {
		const struct valued *x = list.v[i];
		buf_addf(b, "- %.*s\n", STR(x->value));
		for (size_t k = 0; k < x->arms.n && k < ARMS_SHOWN; k++)
			buf_addf(b, "  - %.*s\n", STR(x->arms.v[k]));
		if (x->arms.n > ARMS_SHOWN)
			buf_addf(b, "  - ... and %zu more\n", x->arms.n - ARMS_SHOWN);
	}
	if (list.n > VALUES_SHOWN)
		buf_addf(b, "- ... and %zu other values\n", list.n - VALUES_SHOWN);
}
