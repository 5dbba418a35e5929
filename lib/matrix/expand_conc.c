/* Concurrencies of a search-space item: list or ladder, and the filters on them. */
#include "matrix/expand.h"

#include "base/arena.h"
#include "base/limits.h"

/* Whether Python's `v <op> bound` holds, for op -1 (<), 1 (>), with equality. */
static bool
keep_if(struct expansion *x, struct pylist *list, int sign, int64_t bound)
{
	struct pylist kept = {0};
	for (size_t i = 0; i < list->n; i++) {
		int order;
		enum py_error e = py_compare(list->v[i], py_int(bound), &order);
		if (e != PY_FINE)
			return expand_crash(
				x, e, "comparing a concurrency with an integer");
		if (order == 0 || order == sign)
			vec_push(x->arena, &kept, list->v[i]);
	}
	*list = kept;
	return true;
}

static void
keep_listed(struct expansion *x, struct pylist *list)
{
	struct pylist kept = {0};
	for (size_t i = 0; i < list->n; i++) {
		bool found = false;
		for (size_t k = 0; k < x->o->conc.n && !found; k++)
			found = py_equal_int(list->v[i], x->o->conc.v[k]);
		if (found)
			vec_push(x->arena, &kept, list->v[i]);
	}
	*list = kept;
}

/*
 * start, start * step, ... and end. Strings double too: "4", "44", ...; once such a
 * string is longer than end and still sorts before it, it always will.
 */
static bool
ladder(struct expansion *x, struct pyval start, struct pyval end, struct pylist *ret)
{
	struct pyval conc = start;
	for (;;) {
		int order;
		enum py_error e = py_compare(conc, end, &order);
		if (e != PY_FINE)
			return expand_crash(x, e, "comparing conc-start with conc-end");
		if (order > 0)
			return true;
		if (conc.kind == PY_STR && order < 0 && conc.text.n > end.text.n)
			return expand_fail(x, "limit", PY_UNSUPPORTED,
				"conc-start and conc-end are strings: the sweep generator never "
				"ends");
		vec_push(x->arena, ret, conc);
		if (order == 0)
			return true;
		e = py_multiply(x->arena, conc, py_int(x->step), &conc);
		if (e == PY_UNSUPPORTED && conc.kind != PY_STR)
			conc = end; /* beyond 64 bits, so beyond end */
		else if (e != PY_FINE)
			return expand_crash(x, e, "multiplying a concurrency");
		e = py_compare(conc, end, &order);
		if (e == PY_FINE && order > 0)
			conc = end;
	}
}

static bool
read_range(struct expansion *x, const struct yaml_node *bmk, struct pyval *start,
	struct pyval *end)
{
	return expand_required(x, bmk, "conc-start", start) &&
	       expand_required(x, bmk, "conc-end", end);
}

static bool
from_range(struct expansion *x, const struct yaml_node *bmk, struct pylist *ret)
{
	struct pyval start, end;
	return read_range(x, bmk, &start, &end) && ladder(x, start, end, ret);
}

/* full-sweep, single-node, a range: the filters move its ends before the ladder is built.
 */
static bool
from_cut_range(struct expansion *x, const struct yaml_node *bmk, struct pylist *ret)
{
	const struct matrix_options *o = x->o;
	struct pyval start, end;
	int order = 0;
	enum py_error e = PY_FINE;
	if (!read_range(x, bmk, &start, &end))
		return false;
	if (o->min_conc.set && o->min_conc.v <= 0)
		return true;
	if (o->min_conc.set) {
		struct pyval least = py_int(o->min_conc.v);
		e = py_compare(end, least, &order);
		if (e == PY_FINE && order < 0)
			return true;
		if (e == PY_FINE)
			e = py_compare(start, least, &order);
		if (e == PY_FINE && order < 0)
			start = least;
	}
	if (e == PY_FINE && o->max_conc.set && o->max_conc.v <= 0)
		return true;
	if (e == PY_FINE && o->max_conc.set) {
		struct pyval most = py_int(o->max_conc.v);
		int end_order = 0;
		e = py_compare(start, most, &order);
		if (e == PY_FINE && order <= 0)
			e = py_compare(end, most, &end_order);
		if (order > 0)
			start = end = most;
		else if (end_order > 0)
			end = most;
	}
	if (e != PY_FINE)
		return expand_crash(x, e, "comparing a concurrency with an integer");
	return ladder(x, start, end, ret);
}

/* full-sweep on fixed sequence lengths, a list, or any multi-node ladder: what is left
 * after the filters, and the upper bound itself when nothing is. */
static bool
cut_list(struct expansion *x, struct pylist *list)
{
	const struct matrix_options *o = x->o;
	bool single = !x->config->multinode;
	if (o->min_conc.set) {
		if (o->min_conc.v <= 0)
			list->n = 0;
		else if (!keep_if(x, list, 1, o->min_conc.v))
			return false;
		if (list->n == 0)
			return true;
	}
	if (!o->max_conc.set)
		return true;
	if (single && o->max_conc.v <= 0) {
		list->n = 0;
		return true;
	}
	if (!keep_if(x, list, -1, o->max_conc.v))
		return false;
	if (list->n == 0 && o->max_conc.v > 0)
		vec_push(x->arena, list, py_int(o->max_conc.v));
	return true;
}

static bool
full_sweep_fixed(struct expansion *x, const struct yaml_node *bmk, bool has_list,
	struct pylist *list)
{
	if (!has_list && !x->config->multinode)
		return from_cut_range(x, bmk, list);
	if (!has_list && !from_range(x, bmk, list))
		return false;
	return cut_list(x, list);
}

static bool
full_sweep_agentic(struct expansion *x, const struct yaml_node *bmk, bool has_list,
	struct pylist *list)
{
	const struct matrix_options *o = x->o;
	if (!has_list && !from_range(x, bmk, list))
		return false;
	return (!o->min_conc.set || keep_if(x, list, 1, o->min_conc.v)) &&
	       (!o->max_conc.set || keep_if(x, list, -1, o->max_conc.v));
}

/* test-config takes a fixed item's list whenever the key is there. */
static bool
test_config(struct expansion *x, const struct yaml_node *bmk, bool has_list,
	struct pylist *list)
{
	bool agentic = x->scenario->kind == SCENARIO_AGENTIC;
	bool has_key = yaml_get_pair(bmk, S("conc-list")) != NULL;
	if (!has_list && (agentic || !has_key) && !from_range(x, bmk, list))
		return false;
	if (x->o->conc.n)
		keep_listed(x, list);
	return true;
}

bool
expand_conc(struct expansion *x, const struct yaml_node *bmk, struct pyval *ret,
	bool *ret_skip)
{
	const struct yaml_node *written = yaml_get(bmk, S("conc-list"));
	bool fixed = x->scenario->kind == SCENARIO_FIXED;
	bool test = x->o->command == MATRIX_TEST_CONFIG, has_list = yaml_truthy(written);
	struct pylist list = {0};
	bool null_list = test && fixed && written && yaml_is(written, YAML_NULL);
	if (null_list && (!x->config->multinode || x->o->conc.n))
		return expand_crash(x, PY_TYPE_ERROR, "an empty conc-list");
	if (null_list) { /* goes into the row as it is */
		*ret = (struct pyval){.kind = PY_NULL};
		*ret_skip = false;
		return true;
	}
	if (has_list && yaml_count(written) > LIMIT_MATRIX_POINTS)
		return expand_fail(x, "limit", PY_UNSUPPORTED,
			"more than %d concurrencies", LIMIT_MATRIX_POINTS);
	enum py_error e = has_list ? py_items(x->arena, written, &list) : PY_FINE;
	if (e != PY_FINE)
		return expand_crash(x, e, "conc-list");
	bool ok = test    ? test_config(x, bmk, has_list, &list)
		  : fixed ? full_sweep_fixed(x, bmk, has_list, &list)
			  : full_sweep_agentic(x, bmk, has_list, &list);
	if (!ok)
		return false;
	/* An empty list is still a row for test-config on multi-node, unless filtered. */
	bool keeps_empty = test && fixed && x->o->conc.n == 0 && x->config->multinode;
	*ret_skip = list.n == 0 && !keeps_empty;
	struct pylist *kept = NEW(x->arena, struct pylist);
	*kept = list;
	*ret = (struct pyval){.kind = PY_LIST, .list = kept};
	return true;
}
