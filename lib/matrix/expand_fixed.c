/* Rows of a fixed-seq-len item. */
#include "matrix/expand.h"

#include "base/arena.h"
#include "matrix/options.h"

/* isl + osl + 256 and "<model-prefix>_8k1k" */
static bool
lengths(struct expansion *x, struct pyval isl, struct pyval osl, struct pyval *ret_length,
	struct pyval *ret_name)
{
	enum py_error e = py_add(x->arena, isl, osl, ret_length);
	if (e == PY_FINE)
		e = py_add(x->arena, *ret_length, py_int(256), ret_length);
	if (e != PY_FINE)
		return expand_crash(x, e, "isl + osl + 256");
	struct str prefix = py_text(x->arena, x->model_prefix);
	struct str name = options_seq_name(x->arena, isl, osl);
	*ret_name = py_str(str_fmt(x->arena, "%.*s_%.*s", STR(prefix), STR(name)));
	return true;
}

static bool
expand_multi(struct expansion *x, struct pyval isl, struct pyval osl)
{
	const struct yaml_node *bmk = x->arm->node;
	struct pyval prefill, decode, conc, length, name;
	struct row_template t = {.n = 0};
	bool skip;
	if (!expand_required(x, bmk, "prefill", &prefill) ||
		!expand_required(x, bmk, "decode", &decode) ||
		!expand_conc(x, bmk, &conc, &skip))
		return false;
	if (skip)
		return true;
	if (!lengths(x, isl, osl, &length, &name))
		return false;
	prefill.kind = decode.kind = PY_WORKER;
	expand_row_head(x, &t);
	row_put(&t, ROW_ISL, isl);
	row_put(&t, ROW_OSL, osl);
	row_put(&t, ROW_SPEC_DECODING,
		expand_get(bmk, "spec-decoding", py_str(S("none"))));
	row_put(&t, ROW_PREFILL, prefill);
	row_put(&t, ROW_DECODE, decode);
	row_put(&t, ROW_CONC, conc);
	row_put(&t, ROW_MAX_MODEL_LEN, length);
	row_put(&t, ROW_EXP_NAME, name);
	row_put(&t, ROW_DISAGG, x->disagg);
	row_put(&t, ROW_RUN_EVAL, py_bool(false));
	expand_components(x, bmk, &t);
	struct point base = expand_base(x, &t);
	for (size_t i = 0; i < x->run_on.n; i++)
		if (!expand_keep(x, &base, x->run_on.v[i], conc, (struct str){0}))
			return false;
	return true;
}

/* --max-tp leaves items out, --max-ep lowers their ep. */
static bool
apply_max(struct expansion *x, struct pyval tp, struct pyval *ep, bool *ret_skip)
{
	const struct matrix_options *o = x->o;
	int order = 0;
	enum py_error e = PY_FINE;
	*ret_skip = (o->max_tp.set && o->max_tp.v <= 0);
	if (*ret_skip)
		return true;
	if (o->max_tp.set)
		e = py_compare(tp, py_int(o->max_tp.v), &order);
	if (e == PY_FINE && order > 0) {
		*ret_skip = true;
		return true;
	}
	if (e == PY_FINE && o->max_ep.set && o->max_ep.v <= 0) {
		*ret_skip = true;
		return true;
	}
	if (e == PY_FINE && o->max_ep.set && ep->kind != PY_NULL) {
		e = py_compare(*ep, py_int(o->max_ep.v), &order);
		if (e == PY_FINE && order > 0)
			*ep = py_int(o->max_ep.v);
	}
	return e == PY_FINE || expand_crash(x, e, "comparing tp or ep with an integer");
}

static bool
expand_single(struct expansion *x, struct pyval isl, struct pyval osl)
{
	const struct yaml_node *bmk = x->arm->node;
	struct pyval one = py_int(1), none = {.kind = PY_NULL};
	struct pyval tp, conc, length, name;
	struct pyval ep = expand_get(bmk, "ep", none),
		     dp = expand_get(bmk, "dp-attn", none);
	struct row_template t = {.n = 0};
	bool skip = false;
	if (!expand_required(x, bmk, "tp", &tp))
		return false;
	if (x->o->command == MATRIX_FULL_SWEEP && !apply_max(x, tp, &ep, &skip))
		return false;
	if (skip)
		return true;
	if (!expand_conc(x, bmk, &conc, &skip))
		return false;
	if (skip)
		return true;
	if (!lengths(x, isl, osl, &length, &name))
		return false;
	expand_row_head(x, &t);
	row_put(&t, ROW_ISL, isl);
	row_put(&t, ROW_OSL, osl);
	row_put(&t, ROW_TP, tp);
	row_put(&t, ROW_PP, expand_get(bmk, "pp", one));
	row_put(&t, ROW_DCP_SIZE, expand_get(bmk, "dcp-size", one));
	row_put(&t, ROW_PCP_SIZE, expand_get(bmk, "pcp-size", one));
	row_put(&t, ROW_CONC, none);
	row_put(&t, ROW_MAX_MODEL_LEN, length);
	row_put(&t, ROW_EP, ep.kind == PY_NULL ? one : ep);
	row_put(&t, ROW_DP_ATTN, dp.kind == PY_NULL ? py_bool(false) : dp);
	row_put(&t, ROW_SPEC_DECODING,
		expand_get(bmk, "spec-decoding", py_str(S("none"))));
	row_put(&t, ROW_EXP_NAME, name);
	row_put(&t, ROW_DISAGG, x->disagg);
	row_put(&t, ROW_RUN_EVAL, py_bool(false));
	expand_components(x, bmk, &t);
	struct point base = expand_base(x, &t);
	for (size_t c = 0; c < expand_count(conc); c++)
		for (size_t i = 0; i < x->run_on.n; i++)
			if (!expand_keep(x, &base, x->run_on.v[i], expand_item(conc, c),
				    (struct str){0}))
				return false;
	return true;
}

bool
expand_fixed(struct expansion *x, struct pyval isl, struct pyval osl)
{
	return x->config->multinode ? expand_multi(x, isl, osl)
				    : expand_single(x, isl, osl);
}
