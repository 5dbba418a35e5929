#include "engine_points.h"

#include "base/arena.h"
#include "base/map.h"
#include "base/tree.h"
#include "api.h"
#include "plan/cases.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum setting { SERVER, TP, MEMORY, SEQUENCES, SPECULATION, SETTINGS };

static const char *const title[] = {
	[SERVER] = "server command found",
	[TP] = "tensor-parallel size",
	[MEMORY] = "memory fraction",
	[SEQUENCES] = "sequence cap",
	[SPECULATION] = "speculative settings",
};

static const double promised[] = {98, 95, 95, 95, 95};

static const struct {
	enum setting setting;
	enum option_meaning meaning;
} watched[] = {
	{TP, OPTION_TENSOR_PARALLEL_SIZE},
	{MEMORY, OPTION_MEMORY_FRACTION},
	{SEQUENCES, OPTION_MAX_SEQUENCES},
	{SPECULATION, OPTION_SPECULATIVE_CONFIG},
	{SPECULATION, OPTION_SPECULATIVE_METHOD},
	{SPECULATION, OPTION_DRAFT_TOKENS},
	{SPECULATION, OPTION_DRAFT_STEPS},
	{SPECULATION, OPTION_DRAFT_TOPK},
	{SPECULATION, OPTION_VERIFY_TOKENS},
	{SPECULATION, OPTION_DRAFT_MODEL},
	{SPECULATION, OPTION_ACCEPTANCE_METHOD},
	{SPECULATION, OPTION_ACCEPTANCE_LENGTH},
	{SPECULATION, OPTION_ACCEPTANCE_RATE},
};

/* A recipe and a point; machines may give it several environments. */
struct pair {
	unsigned has, misses; /* a bit for each setting */
};

VEC(pair_list, struct pair *);

struct miss {
	struct str text; /* recipe, setting and why */
	size_t evaluations;
};

struct survey {
	struct arena *a;
	struct repo *repo;
	struct map by_pair; /* recipe and point to struct pair */
	struct pair_list pairs;
	struct map by_text; /* to struct miss */
	VEC(, struct miss *) misses;
	struct map routed; /* points that some recipe runs */
	size_t points, evaluations;
	double routing, evaluating;
};

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct str
point_key(struct arena *a, struct str recipe, const struct point *p)
{
	return str_fmt(a, "%.*s %p", STR(recipe), (const void *)p);
}

/* ---- misses --------------------------------------------------------------------- */

/* It outlives the plan. */
static void
add_miss(struct survey *v, struct str text)
{
	struct miss *m = map_get(&v->by_text, text);
	if (!m) {
		m = NEW(v->a, struct miss);
		m->text = str_dup(v->a, text);
		map_put(v->a, &v->by_text, m->text, m);
		vec_push(v->a, &v->misses, m);
	}
	m->evaluations++;
}

static unsigned
line_of(const struct survey *v, struct span sp)
{
	const struct source *s = sources_get(v->repo->sources, sp.file);
	return s ? (unsigned)source_place(s, sp.begin).line : 0;
}

/* The word that is not known: the option's value, or one that may be any option. */
static void
miss_option(struct survey *v, struct arena *a, const struct case_plan *p,
	const struct serve *s, size_t row)
{
	const struct option *o = option_find(s->options, watched[row].meaning);
	const struct field *word = NULL;
	struct str shown = S("may stand in a file or JSON of which not all is known");
	if (o && o->values.n) {
		shown = value_shown(a, o->values.v[0].value);
	} else if (o) {
		word = &s->command->launch->argv.v[o->word + o->n_words - 1];
	} else if (s->options->blurs.n) {
		word = &s->command->launch->argv.v[s->options->blurs.v[0]];
	}
	if (word)
		shown = value_shown(a, word->value);
	add_miss(v,
		str_fmt(a, "%.*s: %s, line %u: %.*s", STR(p->of->recipe),
			option_meaning_text(watched[row].meaning),
			line_of(v, o ? o->span : s->command->launch->span), STR(shown)));
}

static void
miss_server(struct survey *v, struct arena *a, const struct case_plan *p)
{
	const struct shell_trace *t = p->launch->trace;
	struct str why = S("nothing that it launches is a known server");
	if (t->gaps.n)
		why = str_fmt(a, "line %u: %.*s", line_of(v, t->gaps.v[0].span),
			STR(t->gaps.v[0].reason));
	add_miss(v, str_fmt(a, "%.*s: no server: %.*s", STR(p->of->recipe), STR(why)));
}

/* ---- one evaluation ------------------------------------------------------------- */

static struct pair
judge_servers(struct survey *v, struct arena *a, const struct case_plan *p)
{
	struct pair all = {.has = 1u << SERVER};
	if (!p->servers.n) {
		all.misses = 1u << SERVER;
		miss_server(v, a, p);
	}
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		for (size_t k = 0; s->options && k < sizeof watched / sizeof *watched; k++) {
			unsigned bit = 1u << watched[k].setting;
			enum option_state state =
				option_state(s->options, watched[k].meaning);
			if (state == STATE_ABSENT)
				continue;
			all.has |= bit;
			if (state != STATE_KNOWN && !(all.misses & bit))
				miss_option(v, a, p, s, k);
			all.misses |= state == STATE_KNOWN ? 0 : bit;
		}
	}
	return all;
}

static void
add_pairs(struct survey *v, const struct plan_case *c, struct pair all)
{
	for (size_t i = 0; i < c->arms.n; i++) {
		struct str key = point_key(v->a, c->recipe, c->arms.v[i].point);
		struct pair *pair = map_get(&v->by_pair, key);
		if (!pair) {
			pair = NEW(v->a, struct pair);
			map_put(v->a, &v->by_pair, key, pair);
			vec_push(v->a, &v->pairs, pair);
			map_put(v->a, &v->routed,
				point_key(v->a, S(""), c->arms.v[i].point), pair);
		}
		pair->has |= all.has;
		pair->misses |= all.misses;
	}
}

static void
survey_case(struct survey *v, struct plans *plans, struct arena *scratch,
	const struct plan_case *c)
{
	struct arena_mark mark = arena_mark(scratch);
	double begin = now();
	const struct case_plan *p = plans_evaluate(plans, scratch, c);
	v->evaluating += now() - begin;
	v->evaluations++;
	struct pair all = {1u << SERVER, 1u << SERVER};
	if (p)
		all = judge_servers(v, scratch, p);
	else
		add_miss(v, str_fmt(scratch, "%.*s: no server: it can't be read",
			STR(c->recipe)));
	add_pairs(v, c, all);
	arena_rewind(scratch, mark);
}

/* ---- all of them ---------------------------------------------------------------- */

/* Nothing is lost silently: points that no recipe runs are told of with their reasons. */
static void
count_points(struct survey *v, struct plans *plans)
{
	const struct arm_routes *routes = plans_routes(plans);
	for (size_t i = 0; i < plans->matrix->points.n; i++)
		v->points += !plans->matrix->points.v[i]->multinode;
	for (size_t i = 0; i < routes->n; i++) {
		const struct arm_route *r = routes->v[i];
		for (size_t k = 0; k < r->points.n; k++)
			if (!r->points.v[k]->multinode && r->route->end != ROUTE_RECIPE)
				add_miss(v, str_fmt(v->a, "%.*s: no recipe: %s %.*s",
					STR(r->config->key), route_end_name(r->route->end),
					STR(r->route->why)));
	}
}

static bool
print_row(const struct survey *v, enum setting s)
{
	size_t has = 0, known = 0;
	for (size_t i = 0; i < v->pairs.n; i++) {
		bool it_has = v->pairs.v[i]->has >> s & 1;
		has += it_has;
		known += it_has && !(v->pairs.v[i]->misses >> s & 1);
	}
	double percent = has ? 100 * (double)known / (double)has : 0;
	printf("  %-24s %6zu of %6zu  %6.2f %%  (promised: %.0f)\n", title[s], known, has,
		percent, promised[s]);
	return has && percent >= promised[s];
}

static bool
print_all(const struct survey *v)
{
	struct rusage use;
	bool fine = true;
	getrusage(RUSAGE_SELF, &use);
	printf("pairs of a single-node recipe and a point: %zu (%zu of %zu points)\n",
		v->pairs.n, v->routed.n, v->points);
	for (int s = 0; s < SETTINGS; s++)
		fine = print_row(v, (enum setting)s) && fine;
	printf("  %zu evaluations in %.3f s: %.3f ms each, %.3f ms a pair; before that "
	       "%.3f s; peak %ld MiB\n",
		v->evaluations, v->evaluating,
		1e3 * v->evaluating / (double)(v->evaluations ? v->evaluations : 1),
		1e3 * v->evaluating / (double)(v->pairs.n ? v->pairs.n : 1), v->routing,
		use.ru_maxrss / 1024);
	for (size_t i = 0; i < v->misses.n; i++)
		printf("  missed by %zu: %.*s\n", v->misses.v[i]->evaluations,
			STR(v->misses.v[i]->text));
	return fine;
}

static void
survey_tree(struct survey *v, struct sources *sources, struct tree *tree,
	struct arena *scratch)
{
	double begin = now();
	v->repo = repo_load(v->a, sources, tree, S(CHANGELOG_PATH), NULL, false);
	struct plans *plans = plans_new(v->a, v->repo);
	plans_session(plans);
	const struct plan_cases *cases = plans_cases(plans);
	count_points(v, plans);
	v->routing = now() - begin;
	for (size_t i = 0; i < cases->n; i++) {
		const struct plan_case *c = cases->v[i];
		if (c->kind == CASE_RUN && !c->arms.v[0].point->multinode)
			survey_case(v, plans, scratch, c);
	}
}

bool
engine_points(const char *checkout)
{
	struct arena a, scratch;
	struct sources sources = {0};
	struct survey v = {.a = &a};
	bool fine = false;
	arena_init(&a, 0, NULL);
	arena_init(&scratch, 0, NULL);
	struct tree *tree = tree_folder(&a, checkout);
	if (tree) {
		survey_tree(&v, &sources, tree, &scratch);
		fine = print_all(&v);
	} else {
		fprintf(stderr, "check_engines: can't open %s\n", checkout);
	}
	arena_release(&scratch);
	arena_release(&a);
	return fine;
}
