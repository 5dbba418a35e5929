/* Cases out of the routes. */
#include "plan/cases.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"

/* ---- which there are ------------------------------------------------------------ */

/* Those of each recipe that depend on no recipe's text. */
struct recipe_cases {
	VEC(, struct plan_cases *) v;
};

struct collecting {
	struct arena *a;
	struct map by_run;    /* recipe and environment to the case */
	struct map by_recipe; /* to the recipe's cases */
	struct recipe_cases *recipes;
};

/* Equal texts: the same run. Values that are not known differ in nothing that shows. */
static struct str
text_of(struct arena *a, struct str recipe, const struct shell_settings *s)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	buf_add(&b, recipe);
	for (size_t i = 0; i < s->n; i++) {
		buf_addc(&b, '\n');
		buf_add(&b, s->v[i].name);
		buf_addc(&b, '=');
		if (s->v[i].set != TRI_NO)
			value_show(&b, s->v[i].value);
	}
	return buf_str(&b);
}

static struct plan_cases *
cases_of(struct collecting *k, struct str recipe)
{
	struct plan_cases *list = map_get(&k->by_recipe, recipe);
	if (list)
		return list;
	list = NEW(k->a, struct plan_cases);
	map_put(k->a, &k->by_recipe, recipe, list);
	vec_push(k->a, &k->recipes->v, list);
	return list;
}

static struct plan_case *
add_case(struct arena *a, struct plan_cases *to, enum case_kind kind, struct case_arm arm,
	struct shell_settings environment)
{
	const struct route *r = arm.route->route;
	struct plan_case *c = NEW(a, struct plan_case);
	c->kind = kind;
	c->recipe = r->recipe;
	c->environment = environment;
	c->gpu = gpu_facts(r->machine->short_name);
	if (!c->gpu)
		c->gpu = gpu_facts(arm.point->runner);
	c->version = version_of_image(arm.point->config->image.v);
	vec_push(a, &c->arms, arm);
	vec_push(a, to, c);
	return c;
}

static void
add_run(struct collecting *k, struct case_arm arm)
{
	struct shell_settings s = route_environment(k->a, arm.route->route, arm.point);
	struct str text = text_of(k->a, arm.route->route->recipe, &s);
	struct plan_case *c = map_get(&k->by_run, text);
	if (c) {
		vec_push(k->a, &c->arms, arm);
		return;
	}
	c = add_case(k->a, cases_of(k, arm.route->route->recipe), CASE_RUN, arm, s);
	c->key = text;
	map_put(k->a, &k->by_run, text, c);
}

static void
put(struct arena *a, struct shell_settings *s, const char *name, const char *text)
{
	environment_put(a, s, str_from(name), value_text(a, str_from(text)));
}

/* Copies: cases share nothing that is written to. */
static struct shell_settings
copy_of(struct arena *a, const struct shell_settings *s)
{
	struct shell_settings copy = {0};
	for (size_t i = 0; i < s->n; i++)
		vec_push(a, &copy, s->v[i]);
	return copy;
}

/* The first point that is evaluated stands for all. Agentic points are evaluated when
 * somebody asks for it, so the sweep marks none of them. */
static const struct plan_case *
first_evaluated(const struct plan_cases *of)
{
	const struct plan_case *on_demand = NULL;
	for (size_t i = 0; i < of->n; i++) {
		const struct point *p = of->v[i]->arms.v[0].point;
		if (of->v[i]->kind != CASE_RUN)
			continue;
		if (p->run_eval)
			return of->v[i];
		if (!on_demand && row_get(&p->row, ROW_SCENARIO_TYPE))
			on_demand = of->v[i];
	}
	return on_demand;
}

static void
add_eval(struct arena *a, struct plan_cases *of)
{
	const struct plan_case *c = first_evaluated(of);
	if (!c)
		return;
	struct shell_settings s = copy_of(a, &c->environment);
	put(a, &s, "RUN_EVAL", "true");
	put(a, &s, "EVAL_ONLY", "true");
	add_case(a, of, CASE_EVAL, c->arms.v[0], s);
}

/* ---- branches that no arm takes ------------------------------------------------- */

static const char *const backends[] = {
	"hicache", "lmcache", "mooncake", "vllm-native", "vllm-simple", "native"};

static bool
is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

/* `lmcache)` or `| lmcache`, as a case pattern has it. */
static bool
has_pattern(struct str text, struct str word)
{
	for (size_t at = 0; (at = str_find(text, word, at)) < text.n; at += word.n) {
		size_t end = at + word.n;
		bool begins = at == 0 || !is_name(text.p[at - 1]);
		while (end < text.n && (text.p[end] == ' ' || text.p[end] == '"'))
			end++;
		if (begins && end < text.n && (text.p[end] == ')' || text.p[end] == '|'))
			return true;
	}
	return false;
}

static bool
is_selected(const struct plan_cases *of, struct str backend)
{
	for (size_t i = 0; i < of->n; i++)
		if (str_eq(case_variable(of->v[i], S("KV_OFFLOAD_BACKEND")), backend))
			return true;
	return false;
}

static void
add_latent(struct plans *p, struct plan_cases *of)
{
	struct arena *a = p->arena;
	const struct plan_case *first = of->v[0];
	const struct source *s = session_path(p->session, first->recipe)->source;
	for (size_t i = 0; s && i < sizeof backends / sizeof *backends; i++) {
		struct str word = str_from(backends[i]);
		if (is_selected(of, word) || !has_pattern(s->bytes, word))
			continue;
		struct shell_settings e = copy_of(a, &first->environment);
		put(a, &e, "KV_OFFLOADING", "dram");
		put(a, &e, "KV_OFFLOAD_BACKEND", backends[i]);
		put(a, &e, "TOTAL_CPU_DRAM_GB", "2000");
		struct plan_case *c = add_case(a, of, CASE_LATENT, first->arms.v[0], e);
		c->assumed = str_fmt(a, "KV_OFFLOAD_BACKEND=%s", backends[i]);
	}
}

/* With `from` limited to the same recipes they are made there, once. */
static const struct recipe_cases *
recipe_cases(struct plans *p)
{
	if (p->from && p->from->only_recipes.n)
		return recipe_cases(p->from);
	if (p->recipe_cases)
		return p->recipe_cases;
	const struct arm_routes *all = plans_routes(p);
	struct collecting k = {
		.a = p->arena, .recipes = NEW(p->arena, struct recipe_cases)};
	for (size_t i = 0; i < all->n; i++)
		for (size_t n = 0; n < all->v[i]->points.n; n++)
			if (all->v[i]->route->end == ROUTE_RECIPE)
				add_run(&k, (struct case_arm){
						    all->v[i], all->v[i]->points.v[n]});
	for (size_t i = 0; i < k.recipes->v.n; i++)
		add_eval(p->arena, k.recipes->v.v[i]);
	p->recipe_cases = k.recipes;
	return k.recipes;
}

const struct plan_cases *
plans_cases(struct plans *p)
{
	if (p->cases)
		return p->cases;
	plans_routes(p);
	const struct recipe_cases *recipes = recipe_cases(p);
	struct plan_cases *list = NEW(p->arena, struct plan_cases);
	for (size_t i = 0; i < recipes->v.n; i++) {
		struct plan_cases of = {0};
		for (size_t n = 0; n < recipes->v.v[i]->n; n++)
			vec_push(p->arena, &of, recipes->v.v[i]->v[n]);
		add_latent(p, &of);
		for (size_t n = 0; n < of.n; n++) {
			of.v[n]->index = list->n;
			vec_push(p->arena, list, of.v[n]);
		}
	}
	p->cases = list;
	return list;
}

/* ---- one of them ---------------------------------------------------------------- */

struct str
case_variable(const struct plan_case *c, struct str name)
{
	struct str text = {0};
	size_t i = environment_find(&c->environment, name);
	if (i < c->environment.n && c->environment.v[i].set == TRI_YES)
		value_known(c->environment.v[i].value, &text);
	return text;
}

const struct case_plan *
plans_evaluate(struct plans *p, struct arena *a, const struct plan_case *c)
{
	struct shell_input in = plan_input(a, c->recipe, &c->environment);
	struct launch_plan *launch = plan_make(p->session, a, &in);
	if (!launch)
		return NULL;
	struct case_plan *plan = NEW(a, struct case_plan);
	plan->of = c;
	plan->launch = launch;
	plan->arena = a;
	for (size_t i = 0; i < launch->commands.n; i++) {
		const struct plan_command *command = launch->commands.v[i];
		if (command->kind == PLAN_SERVER)
			vec_push(a, &plan->servers,
				serve_of(a, command, &c->version, c->gpu));
	}
	return plan;
}
