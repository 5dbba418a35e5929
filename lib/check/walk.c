/* Evaluates the recipes, calls the rules, and tells what firing runs have in common. */
#include "check/walk.h"

#include "check/trees.h"
#include "plan/cases.h"
#include "plan/print.h"
#include "plan/recipes.h"

/* The cases that a finding was reported for. */
struct sighting {
	struct ixc_finding *finding;
	VEC(, const struct plan_case *) cases;
	bool latent_only;
};

struct walk {
	const struct plan_cases *cases;
	VEC(, struct sighting *) sightings;
	struct map by_finding; /* its address, as bytes, to the sighting */
	size_t evaluated;
};

/* ---- reporting ------------------------------------------------------------------ */

static struct sighting *
sighting_of(struct check *c, struct ixc_finding *f)
{
	struct walk *w = c->walk;
	struct str key = {(const char *)&f, sizeof f};
	struct sighting *s = map_get(&w->by_finding, key);
	if (s)
		return s;
	s = NEW(c->arena, struct sighting);
	s->finding = f;
	s->latent_only = true;
	map_put(c->arena, &w->by_finding, str_dup(c->arena, key), s);
	vec_push(c->arena, &w->sightings, s);
	return s;
}

static void
add_arms(struct check *c, struct ixc_finding *f, const struct plan_case *of)
{
	size_t total = plans_reaching(c->plans, of->recipe);
	for (size_t i = 0; i < of->arms.n; i++) {
		const struct point *p = of->arms.v[i].point;
		finding_arm(f,
			str_fmt(c->arena, "%.*s %.*s", STR(p->config->key),
				STR(arm_path(c->arena, p->arm))),
			total);
	}
}

struct ixc_finding *
report_plan(struct check *c, struct span span, const char *headline, ...)
{
	va_list ap;
	va_start(ap, headline);
	struct str text = str_vfmt(c->arena, headline, ap);
	va_end(ap);
	const struct plan_case *of = c->plan->of;
	struct ixc_finding *f =
		findings_add(c->findings, c->rule, c->severity, span, text);
	struct sighting *s = sighting_of(c, f);
	if (s->cases.n == 0 || s->cases.v[s->cases.n - 1] != of)
		vec_push(c->arena, &s->cases, of);
	if (of->kind != CASE_LATENT)
		s->latent_only = false;
	if (of->kind == CASE_RUN)
		add_arms(c, f, of);
	finding_recipe(f, of->recipe);
	return f;
}

/* ---- what tells the runs apart -------------------------------------------------- */

/* In the order in which a reader would look. */
static const char *const telling[] = {"DP_ATTENTION", "EP_SIZE", "KV_OFFLOADING",
	"KV_OFFLOAD_BACKEND", "SPEC_DECODING", "TP", "PP_SIZE", "DCP_SIZE", "PCP_SIZE",
	"CONC", "ISL", "OSL", "MAX_MODEL_LEN", "MODEL", "IMAGE", "FRAMEWORK"};

struct division {
	struct map fires, silent; /* values */
	int64_t fires_min, fires_max, silent_min, silent_max;
	bool numbers;
};

static bool
has_fired(const struct sighting *s, const struct plan_case *c)
{
	for (size_t i = 0; i < s->cases.n; i++)
		if (s->cases.v[i] == c)
			return true;
	return false;
}

static void
count_value(struct check *c, struct division *d, struct str value, bool fired)
{
	int64_t n = 0;
	d->numbers = d->numbers && str_to_int64(value, &n);
	int64_t *min = fired ? &d->fires_min : &d->silent_min;
	int64_t *max = fired ? &d->fires_max : &d->silent_max;
	*min = n < *min ? n : *min;
	*max = n > *max ? n : *max;
	map_put(c->arena, fired ? &d->fires : &d->silent, value, c);
}

static bool
overlap(const struct division *d)
{
	for (size_t i = 0; i < d->fires.n; i++)
		if (map_has(&d->silent, d->fires.entry[i].key))
			return true;
	return false;
}

static struct str
list_values(struct arena *a, const struct map *m)
{
	struct buf b = buf_new(a, 400);
	for (size_t i = 0; i < m->n; i++) {
		if (i)
			buf_addz(&b, i + 1 == m->n ? " or " : ", ");
		struct str v = m->entry[i].key;
		buf_add(&b, v.n ? v : S("empty"));
	}
	return buf_str(&b);
}

static void
note_division(struct check *c, struct ixc_finding *f, const char *name,
	const struct division *d)
{
	if (d->numbers && d->fires.n > 1 && d->fires_min > d->silent_max)
		finding_note(f, "holds where %s is %lld or more", name,
			(long long)d->fires_min);
	else if (d->numbers && d->fires.n > 1 && d->fires_max < d->silent_min)
		finding_note(f, "holds where %s is %lld or less", name,
			(long long)d->fires_max);
	else if (d->fires.n <= 8)
		finding_note(f, "holds where %s is %.*s; elsewhere it is %.*s", name,
			STR(list_values(c->arena, &d->fires)),
			STR(d->silent.n <= 8 ? list_values(c->arena, &d->silent)
					     : S("another")));
}

/* The first variable whose values in the runs that fire are in none of the others. */
static void
tell_apart(struct check *c, const struct sighting *s)
{
	for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
		struct division d = {.numbers = true,
			.fires_min = INT64_MAX,
			.fires_max = INT64_MIN,
			.silent_min = INT64_MAX,
			.silent_max = INT64_MIN};
		const struct plan_cases *all = c->walk->cases;
		for (size_t k = 0; k < all->n; k++) {
			const struct plan_case *p = all->v[k];
			if (p->kind == CASE_RUN && str_eq(p->recipe, s->cases.v[0]->recipe))
				count_value(c, &d,
					case_variable(p, str_from(telling[i])),
					has_fired(s, p));
		}
		if (d.silent.n == 0)
			return;
		if (d.fires.n && !overlap(&d)) {
			note_division(c, s->finding, telling[i], &d);
			return;
		}
	}
}

static void
finish(struct check *c, const struct sighting *s)
{
	const struct plan_case *first = s->cases.v[0];
	if (s->latent_only && first->kind == CASE_LATENT) {
		finding_at_most(s->finding, IXC_WARNING);
		finding_note(s->finding,
			"latent: no arm gets here today, it needs %.*s",
			STR(first->assumed));
		return;
	}
	if (first->kind != CASE_EVAL)
		tell_apart(c, s);
}

/* ---- the walk ------------------------------------------------------------------- */

static bool
covers(struct str path, struct str given)
{
	while (given.n && given.p[given.n - 1] == '/')
		given.n--;
	return given.n == 0 || str_eqz(given, ".") || str_eq(path, given) ||
	       (str_starts(path, given) && path.p[given.n] == '/');
}

/* With paths given only findings there are shown; a recipe's are in the recipe, in what it
 * sources, in the configs of its arms, or in the changelog. */
static bool
is_wanted(const struct check *check, const struct plan_case *c, const struct strs *paths)
{
	for (size_t i = 0; i < paths->n; i++) {
		struct str given = paths->v[i];
		if (covers(check->repo->changelog_file->path, given))
			return true;
		struct str name = str_slice(given, str_rfind_byte(given, '/') + 1, given.n);
		bool is_recipe = recipe_is_name(name) &&
				 str_starts(given, S("benchmarks/single_node/"));
		if (covers(c->recipe, given) || (str_ends(given, S(".sh")) && !is_recipe))
			return true;
		for (size_t k = 0; k < c->arms.n; k++) {
			const struct yaml_doc *doc = c->arms.v[k].point->config->doc;
			if (covers(doc->source->path, given))
				return true;
		}
	}
	return paths->n == 0;
}

static void
show(struct check *c, const struct check_options *o, const bool *active,
	const struct case_plan *plan, void **memory)
{
	c->plan = plan;
	for (size_t i = 0; i < rules_count(); i++) {
		const struct ixc_rule *r = rules_at(i);
		unsigned wanted = r->cases ? r->cases : CASE_RUN;
		if (!active[i] || !r->on_plan || !(wanted & plan->of->kind))
			continue;
		c->rule = r;
		c->severity = o->severity ? o->severity[i] : r->severity;
		c->memory = &memory[i];
		r->on_plan(c, plan);
	}
	c->plan = NULL;
}

static void
release(void *scratch)
{
	arena_release(scratch);
}

static bool
any_looks_at_plans(const bool *active)
{
	for (size_t i = 0; i < rules_count(); i++)
		if (active[i] && rules_at(i)->on_plan)
			return true;
	return false;
}

/* What a changed recipe launches, to be compared with the other tree's. */
static struct str
digest_of(struct arena *a, struct arena *scratch, const struct case_plan *plan)
{
	struct str machine = plan->of->arms.v[0].route->machine->name;
	const struct launch_print *p =
		print_of(scratch, plan->launch, PRINT_SERVICES, machine);
	return str_dup(a, p->digest);
}

/* Calls the rules for each case that is wanted. */
static void
show_cases(struct check *c, const struct check_options *o, const bool *active,
	const struct map *only, void **memory)
{
	struct arena *scratch = NEW(c->arena, struct arena);
	arena_init(scratch, c->arena->limit_bytes, c->arena->escape);
	arena_defer(c->arena, release, scratch);
	for (size_t i = 0; i < c->walk->cases->n; i++) {
		struct plan_case *of = c->walk->cases->v[i];
		if (!is_wanted(c, of, &o->paths) || (only && !map_has(only, of->recipe)))
			continue;
		if (o->progress)
			o->progress(o->progress_user, i, c->walk->cases->n);
		struct arena_mark mark = arena_mark(scratch);
		const struct case_plan *plan = plans_evaluate(c->plans, scratch, of);
		if (plan && c->trees && of->kind == CASE_RUN &&
			map_has(&c->trees->touched, of->recipe))
			of->digest = digest_of(c->arena, scratch, plan);
		if (plan)
			show(c, o, active, plan, memory);
		arena_rewind(scratch, mark);
	}
	arena_release(scratch);
}

/* Also when no recipe was evaluated: the configs are there to be judged. */
static void
call_after(struct check *c, const struct check_options *o, const bool *active, void **memory)
{
	for (size_t i = 0; i < rules_count(); i++) {
		c->rule = rules_at(i);
		c->severity = o->severity ? o->severity[i] : c->rule->severity;
		c->memory = &memory[i];
		if (active[i] && c->rule->after_plans)
			c->rule->after_plans(c);
	}
}

void
walk_plans(struct check *c, const struct check_options *o, const bool *active,
	const struct map *only)
{
	static const struct plan_cases none;
	bool look = any_looks_at_plans(active) && plans_possible(c->plans);
	void **memory = NEW_ARRAY(c->arena, void *, rules_count());
	struct walk walk = {.cases = look ? plans_cases(c->plans) : &none};
	c->walk = &walk;
	show_cases(c, o, active, only, memory);
	call_after(c, o, active, memory);
	for (size_t i = 0; i < walk.sightings.n; i++)
		finish(c, walk.sightings.v[i]);
	c->walk = NULL;
}
