/* Rows of an agentic-coding item. */
#include "matrix/expand.h"

#include "base/arena.h"
#include "base/limits.h"

#define DURATION_SECONDS 3600

struct offload {
	struct pyval mode, backend;
};

static bool
is_none(struct pyval mode)
{
	return mode.kind == PY_STR && str_eqz(mode.text, "none");
}

/* "kvnone", "kvdram-<backend>" */
static bool
offload_suffix(struct expansion *x, struct offload o, struct str *ret)
{
	struct pyval name;
	if (is_none(o.mode)) {
		*ret = S("kvnone");
		return true;
	}
	if (o.backend.kind != PY_NODE)
		return expand_crash(
			x, PY_TYPE_ERROR, "the name of an absent kv-offload-backend");
	if (!expand_required(x, o.backend.node, "name", &name))
		return false;
	struct str mode = py_text(x->arena, o.mode), backend = py_text(x->arena, name);
	*ret = str_fmt(x->arena, "kv%.*s-%.*s", STR(mode), STR(backend));
	return true;
}

/* "p1x4ep4dpa": workers, tp, ep unless 1, data-parallel attention */
static bool
worker_tag(
	struct expansion *x, const struct yaml_node *worker, char role, struct str *ret)
{
	struct pyval workers, tp;
	struct pyval ep = expand_get(worker, "ep", py_int(1));
	struct pyval dp = expand_get(worker, "dp-attn", py_bool(false));
	if (!expand_required(x, worker, "num-worker", &workers) ||
		!expand_required(x, worker, "tp", &tp))
		return false;
	struct str n = py_text(x->arena, workers), t = py_text(x->arena, tp);
	struct str e = py_text(x->arena, ep);
	struct str expert = {0};
	if (!py_equal_int(ep, 1))
		expert = str_fmt(x->arena, "ep%.*s", STR(e));
	*ret = str_fmt(x->arena, "%c%.*sx%.*s%.*s%s", role, STR(n), STR(t), STR(expert),
		py_truthy(dp) ? "dpa" : "");
	return true;
}

static void
row_tail(struct expansion *x, const struct yaml_node *bmk, struct offload o,
	struct row_template *t)
{
	row_put(t, ROW_SCENARIO_TYPE, py_str(S("agentic-coding")));
	if (o.backend.kind != PY_NULL)
		row_put(t, ROW_KV_OFFLOAD_BACKEND, o.backend);
	expand_components(x, bmk, t);
}

/* "<head><concurrency><tail>" */
static struct str
conc_name(struct expansion *x, struct str head, struct pyval conc, struct str tail)
{
	struct buf b = buf_new(x->arena, LIMIT_OUTPUT_BYTES);
	buf_add(&b, head);
	if (conc.kind == PY_INT)
		buf_addi(&b, conc.integer);
	else
		buf_add(&b, py_text(x->arena, conc));
	buf_add(&b, tail);
	return buf_str(&b);
}

/* One allocation runs one concurrency. */
static bool
multi_rows(struct expansion *x, const struct row_template *t, struct offload o,
	struct pyval conc, struct str head)
{
	struct str tail = {0};
	if (!is_none(o.mode)) {
		if (!offload_suffix(x, o, &tail))
			return false;
		tail = str_cat(x->arena, S("_"), tail);
	}
	struct point base = expand_base(x, t);
	for (size_t i = 0; i < x->run_on.n; i++) {
		for (size_t c = 0; c < expand_count(conc); c++) {
			struct pyval one = expand_item(conc, c);
			if (!expand_keep(x, &base, x->run_on.v[i],
				    py_list(x->arena, &one, 1),
				    conc_name(x, head, one, tail)))
				return false;
		}
	}
	return true;
}

static bool
is_worker(struct expansion *x, struct pyval v)
{
	return (v.kind == PY_NODE && yaml_is(v.node, YAML_MAP)) ||
	       expand_crash(x, PY_TYPE_ERROR, "an empty worker");
}

static bool
expand_multi(struct expansion *x)
{
	const struct yaml_node *bmk = x->arm->node;
	struct pyval prefill, decode, conc, none = {.kind = PY_NULL};
	struct offload o = {
		.mode = expand_get(bmk, "kv-offloading", py_str(S("none"))),
		.backend = expand_get(bmk, "kv-offload-backend", none),
	};
	struct row_template t = {.n = 0};
	struct str p, d;
	int64_t gigabytes;
	bool skip;
	if (!expand_required(x, bmk, "prefill", &prefill) || !is_worker(x, prefill) ||
		!expand_required(x, bmk, "decode", &decode) || !is_worker(x, decode) ||
		!expand_dram(x, bmk, &gigabytes) || !expand_conc(x, bmk, &conc, &skip))
		return false;
	if (skip)
		return true;
	if (!worker_tag(x, prefill.node, 'p', &p) || !worker_tag(x, decode.node, 'd', &d))
		return false;
	prefill.kind = decode.kind = PY_WORKER;
	expand_row_head(x, &t);
	row_put(&t, ROW_SPEC_DECODING,
		expand_get(bmk, "spec-decoding", py_str(S("none"))));
	row_put(&t, ROW_PREFILL, prefill);
	row_put(&t, ROW_DECODE, decode);
	row_put(&t, ROW_CONC, none);
	row_put(&t, ROW_KV_OFFLOADING, o.mode);
	row_put(&t, ROW_TOTAL_CPU_DRAM_GB, py_int(gigabytes));
	row_put(&t, ROW_DURATION, py_int(DURATION_SECONDS));
	row_put(&t, ROW_EXP_NAME, none);
	row_put(&t, ROW_DISAGG, x->disagg);
	row_tail(x, bmk, o, &t);
	struct str prefix = py_text(x->arena, x->model_prefix);
	return multi_rows(x, &t, o, conc,
		str_fmt(x->arena, "%.*s_%.*s_%.*s_conc", STR(prefix), STR(p), STR(d)));
}

static bool
single_rows(struct expansion *x, const struct row_template *t, struct offload o,
	struct pyval conc, struct pyval tp, struct pyval spec)
{
	struct str tail, name = py_text(x->arena, spec);
	struct str prefix = py_text(x->arena, x->model_prefix),
		   size = py_text(x->arena, tp);
	struct str head = str_fmt(x->arena, "%.*s_tp%.*s_conc", STR(prefix), STR(size));
	if (!offload_suffix(x, o, &tail))
		return false;
	tail = str_cat(x->arena, S("_"), tail);
	if (!is_none(spec))
		tail = str_fmt(x->arena, "%.*s_spec-%.*s", STR(tail), STR(name));
	struct point base = expand_base(x, t);
	for (size_t c = 0; c < expand_count(conc); c++) {
		struct pyval one = expand_item(conc, c);
		struct str exp_name = conc_name(x, head, one, tail);
		for (size_t i = 0; i < x->run_on.n; i++)
			if (!expand_keep(x, &base, x->run_on.v[i], one, exp_name))
				return false;
	}
	return true;
}

static bool
expand_single(struct expansion *x)
{
	const struct yaml_node *bmk = x->arm->node;
	struct pyval one = py_int(1), none = {.kind = PY_NULL}, tp, conc;
	struct pyval ep = expand_get(bmk, "ep", none),
		     dp = expand_get(bmk, "dp-attn", none);
	struct pyval spec = expand_get(bmk, "spec-decoding", py_str(S("none")));
	struct offload o = {.backend = expand_get(bmk, "kv-offload-backend", none)};
	struct row_template t = {.n = 0};
	int64_t gigabytes;
	bool skip;
	if (!expand_required(x, bmk, "tp", &tp) ||
		!expand_required(x, bmk, "kv-offloading", &o.mode) ||
		!expand_dram(x, bmk, &gigabytes) || !expand_conc(x, bmk, &conc, &skip))
		return false;
	if (skip)
		return true;
	expand_row_head(x, &t);
	row_put(&t, ROW_TP, tp);
	row_put(&t, ROW_PP, expand_get(bmk, "pp", one));
	row_put(&t, ROW_DCP_SIZE, expand_get(bmk, "dcp-size", one));
	row_put(&t, ROW_PCP_SIZE, expand_get(bmk, "pcp-size", one));
	row_put(&t, ROW_EP, ep.kind == PY_NULL ? one : ep);
	row_put(&t, ROW_DP_ATTN, dp.kind == PY_NULL ? py_bool(false) : dp);
	row_put(&t, ROW_SPEC_DECODING, spec);
	row_put(&t, ROW_CONC, none);
	row_put(&t, ROW_KV_OFFLOADING, o.mode);
	row_put(&t, ROW_TOTAL_CPU_DRAM_GB, py_int(gigabytes));
	row_put(&t, ROW_DURATION, py_int(DURATION_SECONDS));
	row_put(&t, ROW_EXP_NAME, none);
	row_tail(x, bmk, o, &t);
	return single_rows(x, &t, o, conc, tp, spec);
}

bool
expand_agentic(struct expansion *x)
{
	return x->config->multinode ? expand_multi(x) : expand_single(x);
}
