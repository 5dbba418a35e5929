/* Which rows are evaluated, as the reference selects them. */
#include "matrix/expand.h"

#include "base/arena.h"
#include "base/limits.h"

#include <stdlib.h>

#define MIN_EVAL_CONC 16
#define EVAL_ISL 8192
#define EVAL_OSL 1024

#define BIT(field) (UINT64_C(1) << ROW_##field)

/* What rows of one engine topology may differ in. */
static const uint64_t not_topology = BIT(CONC) | BIT(RUN_EVAL) | BIT(EVAL_ONLY) |
				     BIT(EVAL_CONC) | BIT(EVAL_ALL_CONCS) | BIT(EXP_NAME);

struct member {
	struct point *p;
	struct pyval conc; /* what counts for the choice */
};

struct group {
	struct member *v;
	size_t n, cap;
};

static struct group *
group_of(struct arena *a, struct map *groups, struct str key)
{
	struct group *g = map_get(groups, key);
	if (!g) {
		g = NEW(a, struct group);
		map_put(a, groups, str_dup(a, key), g);
	}
	return g;
}

static bool
is_agentic(const struct point *p)
{
	return row_get(&p->row, ROW_SCENARIO_TYPE) != NULL;
}

static bool
has_workers(const struct point *p)
{
	return row_get(&p->row, ROW_PREFILL) != NULL;
}

static bool
is_8k1k(const struct point *p)
{
	const struct pyval *isl = row_get(&p->row, ROW_ISL),
			   *osl = row_get(&p->row, ROW_OSL);
	return isl && osl && py_equal_int(*isl, EVAL_ISL) && py_equal_int(*osl, EVAL_OSL);
}

/* At the row, so that an error has a place. */
static void
look_at(struct expansion *x, const struct point *p)
{
	x->config = p->config;
	x->arm = p->arm;
}

/* The largest concurrency of at least 16, the later one of equals; *ret_any: there is
 * one. */
static bool
largest_eligible(
	struct expansion *x, const struct point *p, struct pyval *ret, bool *ret_any)
{
	struct pyval conc = *row_get(&p->row, ROW_CONC);
	*ret_any = false;
	for (size_t i = 0; i < expand_count(conc); i++) {
		struct pyval c = expand_item(conc, i);
		int order;
		enum py_error e = py_compare(c, py_int(MIN_EVAL_CONC), &order);
		if (e != PY_FINE) {
			look_at(x, p);
			return expand_crash(x, e, "comparing a concurrency with 16");
		}
		if (order < 0)
			continue;
		if (*ret_any)
			(void)py_compare(c, *ret, &order); /* both are numbers */
		if (*ret_any && order < 0)
			continue;
		*ret = c;
		*ret_any = true;
	}
	return true;
}

/* The first member with the greatest concurrency. */
static bool
greatest(struct expansion *x, const struct group *g, const struct member **ret)
{
	*ret = &g->v[0];
	for (size_t i = 1; i < g->n; i++) {
		int order;
		enum py_error e = py_compare(g->v[i].conc, (*ret)->conc, &order);
		if (e != PY_FINE) {
			look_at(x, g->v[i].p);
			return expand_crash(x, e, "comparing concurrencies");
		}
		if (order > 0)
			*ret = &g->v[i];
	}
	return true;
}

struct ranked {
	struct pyval v;
	size_t at;
};

static int
by_value(const void *x, const void *y)
{
	const struct ranked *p = x, *q = y;
	int order = 0;
	(void)py_compare(p->v, q->v, &order); /* was tried: all are comparable */
	return order ? order : (p->at > q->at) - (p->at < q->at);
}

/* Distinct values in ascending order. Of equal ones the first is kept. */
static bool
sorted_set(struct expansion *x, const struct pylist *list, struct pylist *ret)
{
	struct ranked *all = NEW_ARRAY(x->arena, struct ranked, list->n);
	int order;
	for (size_t i = 0; i < list->n; i++) {
		/* All numbers or all strings: then the first can be compared with each.
		 */
		enum py_error e = py_compare(list->v[0], list->v[i], &order);
		if (e != PY_FINE)
			return expand_crash(x, e, "sorting concurrencies");
		all[i] = (struct ranked){list->v[i], i};
	}
	qsort(all, list->n, sizeof *all, by_value);
	for (size_t i = 0; i < list->n; i++)
		if (i == 0 || !py_equal(all[i].v, all[i - 1].v))
			vec_push(x->arena, ret, all[i].v);
	return true;
}

/* Single-node at 8k1k: all rows of a group at its largest and at its upper median. */
static bool
mark_single_group(struct expansion *x, struct group *g)
{
	struct pylist all = {0}, distinct = {0};
	for (size_t i = 0; i < g->n; i++)
		vec_push(x->arena, &all, g->v[i].conc);
	look_at(x, g->v[0].p);
	if (!sorted_set(x, &all, &distinct))
		return false;
	struct pyval top = distinct.v[distinct.n - 1],
		     middle = distinct.v[distinct.n / 2];
	for (size_t i = 0; i < g->n; i++)
		if (py_equal(g->v[i].conc, top) || py_equal(g->v[i].conc, middle))
			g->v[i].p->run_eval = true;
	return true;
}

static bool
mark_single(struct expansion *x, struct points *points)
{
	static const enum row_field by[] = {ROW_MODEL, ROW_RUNNER, ROW_FRAMEWORK,
		ROW_PRECISION, ROW_ISL, ROW_OSL, ROW_SPEC_DECODING, ROW_DP_ATTN};
	struct map groups = {0};
	struct buf scratch = buf_new(x->arena, LIMIT_OUTPUT_BYTES);
	for (size_t i = 0; i < points->n; i++) {
		struct member m = {.p = points->v[i]};
		bool any;
		if (!row_get(&m.p->row, ROW_TP) || !is_8k1k(m.p))
			continue;
		if (!largest_eligible(x, m.p, &m.conc, &any))
			return false;
		if (!any)
			continue;
		struct str key =
			curve_key_of(&scratch, &m.p->row, by, sizeof by / sizeof by[0]);
		vec_push(x->arena, group_of(x->arena, &groups, key), m);
	}
	for (size_t i = 0; i < groups.n; i++)
		if (!mark_single_group(x, groups.entry[i].value))
			return false;
	return true;
}

static bool
mark_greatest(struct expansion *x, const struct map *groups, bool with_conc)
{
	for (size_t i = 0; i < groups->n; i++) {
		const struct member *best;
		if (!greatest(x, groups->entry[i].value, &best))
			return false;
		best->p->run_eval = true;
		if (with_conc)
			row_set(&best->p->row, ROW_EVAL_CONC, best->conc);
	}
	return true;
}

/* Multi-node: of every topology the row with the largest eligible concurrency. */
static bool
mark_multi(struct expansion *x, struct points *points, bool agentic)
{
	struct map groups = {0};
	struct buf scratch = buf_new(x->arena, LIMIT_OUTPUT_BYTES);
	for (size_t i = 0; i < points->n; i++) {
		struct member m = {.p = points->v[i]};
		bool any;
		if (!has_workers(m.p) || is_agentic(m.p) != agentic ||
			(!agentic && !is_8k1k(m.p)))
			continue;
		if (!largest_eligible(x, m.p, &m.conc, &any))
			return false;
		if (!any)
			continue;
		struct str key = curve_key(&scratch, &m.p->row, not_topology);
		vec_push(x->arena, group_of(x->arena, &groups, key), m);
	}
	return mark_greatest(x, &groups, true);
}

static bool
mark_single_agentic(struct expansion *x, struct points *points)
{
	static const enum row_field by[] = {
		ROW_MODEL, ROW_RUNNER, ROW_FRAMEWORK, ROW_PRECISION};
	struct map groups = {0};
	struct buf scratch = buf_new(x->arena, LIMIT_OUTPUT_BYTES);
	for (size_t i = 0; i < points->n; i++) {
		struct member m = {.p = points->v[i]};
		if (has_workers(m.p) || !is_agentic(m.p))
			continue;
		m.conc = *row_get(&m.p->row, ROW_CONC);
		struct str key =
			curve_key_of(&scratch, &m.p->row, by, sizeof by / sizeof by[0]);
		vec_push(x->arena, group_of(x->arena, &groups, key), m);
	}
	return mark_greatest(x, &groups, false);
}

static void
read_marks(struct point *p)
{
	const struct pyval *conc = row_get(&p->row, ROW_EVAL_CONC);
	p->eval_conc = conc && conc->kind == PY_INT ? conc->integer : 0;
	p->eval_all_concs = row_get(&p->row, ROW_EVAL_ALL_CONCS) != NULL;
}

bool
evals_mark(struct expansion *x, struct points *points)
{
	bool with_agentic = x->o->evals_only || x->o->all_evals;
	if (!mark_single(x, points) || !mark_multi(x, points, false))
		return false;
	if (with_agentic &&
		(!mark_single_agentic(x, points) || !mark_multi(x, points, true)))
		return false;
	for (size_t i = 0; i < points->n; i++) {
		struct point *p = points->v[i];
		const struct pyval *marked = row_get(&p->row, ROW_EVAL_CONC);
		struct pyval conc = marked ? *marked : py_bool(false);
		/* run-eval comes before eval-conc. */
		row_drop(&p->row, ROW_EVAL_CONC);
		row_set(&p->row, ROW_RUN_EVAL, py_bool(p->run_eval));
		if (marked)
			row_set(&p->row, ROW_EVAL_CONC, conc);
		read_marks(p);
	}
	return true;
}

static struct pylist
concs_of(struct arena *a, const struct point *p)
{
	struct pylist list = {0};
	struct pyval conc = *row_get(&p->row, ROW_CONC);
	for (size_t i = 0; i < expand_count(conc); i++)
		vec_push(a, &list, expand_item(conc, i));
	return list;
}

static bool
largest(struct expansion *x, const struct pylist *list, struct pyval *ret)
{
	if (list->n == 0)
		return expand_crash(x, PY_VALUE_ERROR, "the largest of no concurrencies");
	*ret = list->v[0];
	for (size_t i = 1; i < list->n; i++) {
		int order;
		enum py_error e = py_compare(list->v[i], *ret, &order);
		if (e != PY_FINE)
			return expand_crash(x, e, "comparing concurrencies");
		if (order > 0)
			*ret = list->v[i];
	}
	return true;
}

/* Puts p's concurrencies, together with those in `list`, into the row, sorted. */
static bool
set_concs(struct expansion *x, struct point *into, const struct pylist *list)
{
	struct pylist merged = {0};
	struct pyval top;
	look_at(x, into);
	if (!sorted_set(x, list, &merged))
		return false;
	row_set(&into->row, ROW_CONC, py_list(x->arena, merged.v, merged.n));
	if (is_agentic(into)) {
		if (!largest(x, &merged, &top))
			return false;
		row_set(&into->row, ROW_EVAL_CONC, top);
	}
	into->concs = (struct matrix_ints){0};
	for (size_t i = 0; i < merged.n; i++)
		vec_push(x->arena, &into->concs,
			merged.v[i].kind == PY_INT ? merged.v[i].integer : 0);
	into->conc = into->concs.n ? into->concs.v[0] : 0;
	return true;
}

/* Rows of one topology become one row with all their concurrencies. */
static bool
merge(struct expansion *x, struct map *seen, struct point *p, struct buf *scratch,
	struct points *ret)
{
	struct str key = curve_key(scratch, &p->row, not_topology);
	struct pylist list = {0}, more = concs_of(x->arena, p);
	struct point *first = map_get(seen, key);
	if (first) {
		list = concs_of(x->arena, first);
		for (size_t i = 0; i < more.n; i++)
			vec_push(x->arena, &list, more.v[i]);
		return set_concs(x, first, &list);
	}
	p->run_eval = true;
	row_set(&p->row, ROW_RUN_EVAL, py_bool(true));
	if (!is_agentic(p)) {
		row_set(&p->row, ROW_EVAL_ALL_CONCS, py_bool(true));
		row_drop(&p->row, ROW_EVAL_CONC);
	}
	map_put(x->arena, seen, str_dup(x->arena, key), p);
	vec_push(x->arena, ret, p);
	return set_concs(x, p, &more);
}

bool
evals_mark_all(struct expansion *x, struct points *points)
{
	struct map fixed = {0}, agentic = {0};
	struct buf scratch = buf_new(x->arena, LIMIT_OUTPUT_BYTES);
	struct points all = {0};
	for (size_t i = 0; i < points->n; i++) {
		struct point *p = points->v[i];
		bool eligible = is_agentic(p) || is_8k1k(p);
		if (eligible && has_workers(p)) {
			if (!merge(x, is_agentic(p) ? &agentic : &fixed, p, &scratch,
				    &all))
				return false;
			continue;
		}
		if (eligible) {
			p->run_eval = true;
			row_set(&p->row, ROW_RUN_EVAL, py_bool(true));
		}
		vec_push(x->arena, &all, p);
	}
	for (size_t i = 0; i < all.n; i++)
		read_marks(all.v[i]);
	*points = all;
	return true;
}

void
evals_keep_marked(struct points *points)
{
	size_t n = 0;
	for (size_t i = 0; i < points->n; i++) {
		struct point *p = points->v[i];
		if (!p->run_eval)
			continue;
		p->eval_only = true;
		row_set(&p->row, ROW_EVAL_ONLY, py_bool(true));
		points->v[n++] = p;
	}
	points->n = n;
}
