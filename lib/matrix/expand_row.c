/* What all kinds of row have in common: head, tail, the typed point, the final check. */
#include "matrix/expand.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/coerce.h"

void
expand_row_head(struct expansion *x, struct row_template *t)
{
	row_put(t, ROW_IMAGE, x->image);
	row_put(t, ROW_MODEL, x->model);
	row_put(t, ROW_MODEL_PREFIX, x->model_prefix);
	row_put(t, ROW_PRECISION, x->precision);
	row_put(t, ROW_FRAMEWORK, x->framework);
	row_put(t, ROW_RUNNER, x->runner);
}

/* An entry's own value wins when the key is there, even as null. */
void
expand_components(
	struct expansion *x, const struct yaml_node *bmk, struct row_template *t)
{
	static const struct {
		const char *name;
		enum row_field field;
	} part[] = {
		{"router", ROW_ROUTER},
		{"kv-p2p-transfer", ROW_KV_P2P_TRANSFER},
	};
	struct pyval none = {.kind = PY_NULL};
	for (size_t i = 0; i < 2; i++) {
		struct pyval top = expand_get(x->config->node, part[i].name, none);
		struct pyval v = expand_get(bmk, part[i].name, top);
		if (v.kind != PY_NULL)
			row_put(t, part[i].field, v);
	}
}

size_t
expand_count(struct pyval v)
{
	return v.kind == PY_LIST ? v.list->n : 1;
}

struct pyval
expand_item(struct pyval v, size_t i)
{
	return v.kind == PY_LIST ? v.list->v[i] : v;
}

/* What a value counts as: 8 for "8". */
static int64_t
typed_int(struct arena *a, const struct pyval *v)
{
	struct yaml_node n = {.kind = YAML_NULL};
	struct yaml_int i;
	if (!v)
		return 0;
	if (v->kind == PY_INT)
		return v->integer;
	if (v->kind == PY_BOOL)
		return v->boolean;
	if (v->kind == PY_FLOAT) {
		n.kind = YAML_FLOAT;
		n.real = v->real;
	} else if (v->kind == PY_STR) {
		n.kind = YAML_STR;
		n.text = v->text;
	}
	return coerce_int(a, &n, &i) && i.fits ? i.value : 0;
}

static struct str
typed_text(const struct pyval *v)
{
	return v && v->kind == PY_STR ? v->text : (struct str){0};
}

static void
typed_concs(struct arena *a, struct point *p)
{
	const struct pyval *conc = row_get(&p->row, ROW_CONC);
	p->concs = (struct matrix_ints){0};
	p->conc = 0;
	if (conc && conc->kind != PY_LIST) {
		p->conc = typed_int(a, conc);
		p->concs =
			(struct matrix_ints){.v = &p->conc, .n = conc->kind != PY_NULL};
		return;
	}
	for (size_t i = 0; conc && i < expand_count(*conc); i++) {
		struct pyval v = expand_item(*conc, i);
		vec_push(a, &p->concs, typed_int(a, &v));
	}
	if (p->concs.n)
		p->conc = p->concs.v[0];
}

static const struct component *
chosen(const struct component *own, const struct component *top)
{
	const struct component *c = own->node ? own : top;
	return c->set ? c : NULL;
}

static int64_t
field_int(struct expansion *x, const struct row *r, enum row_field f)
{
	return typed_int(x->arena, row_get(r, f));
}

static struct str
field_text(const struct row *r, enum row_field f)
{
	return typed_text(row_get(r, f));
}

struct point
expand_base(struct expansion *x, const struct row_template *t)
{
	const struct arm *arm = x->arm;
	struct row r = row_from(x->arena, t);
	struct point p = {
		.config = x->config,
		.arm = arm,
		.kind = x->scenario->kind,
		.multinode = x->config->multinode,
		.row = r,
		.exp_name = field_text(&r, ROW_EXP_NAME),
		.spec_decoding = field_text(&r, ROW_SPEC_DECODING),
		.kv_offloading = field_text(&r, ROW_KV_OFFLOADING),
		.kv_p2p_transfer = field_text(&r, ROW_KV_P2P_TRANSFER),
		.isl = field_int(x, &r, ROW_ISL),
		.osl = field_int(x, &r, ROW_OSL),
		.max_model_len = field_int(x, &r, ROW_MAX_MODEL_LEN),
		.tp = field_int(x, &r, ROW_TP),
		.pp = field_int(x, &r, ROW_PP),
		.dcp_size = field_int(x, &r, ROW_DCP_SIZE),
		.pcp_size = field_int(x, &r, ROW_PCP_SIZE),
		.ep = field_int(x, &r, ROW_EP),
		.total_cpu_dram_gb = field_int(x, &r, ROW_TOTAL_CPU_DRAM_GB),
		.duration = field_int(x, &r, ROW_DURATION),
		.disagg = x->config->disagg.set && x->config->disagg.v,
		.router = chosen(arm->router, x->config->router),
	};
	p.dp_attn = !p.multinode && arm->dp_attn.set && arm->dp_attn.v;
	if (arm->kv_offload_backend->set)
		p.kv_offload_backend = arm->kv_offload_backend;
	return p;
}

/* Underscore names that pass in the file clash with the defaults added to a worker. */
static bool
worker_passes(struct expansion *x, const struct pyval *worker, const char *role)
{
	static const struct str clash[] = {S_INIT("dcp_size"), S_INIT("pcp_size")};
	for (size_t i = 0; worker && i < 2; i++)
		if (yaml_get_pair(worker->node, clash[i]))
			return expand_fail(x, "row", PY_VALUE_ERROR,
				"the finished row is refused: '%.*s' in '%s' clashes with the "
				"default that the generator adds",
				STR(clash[i]), role);
	return true;
}

static bool
offload_passes(struct expansion *x, const struct row *r)
{
	const struct pyval *mode = row_get(r, ROW_KV_OFFLOADING);
	bool has_backend = row_get(r, ROW_KV_OFFLOAD_BACKEND) != NULL;
	if (!mode || !has_backend || !str_eqz(typed_text(mode), "none"))
		return true;
	return expand_fail(x, "row", PY_VALUE_ERROR,
		"the finished row is refused: kv-offload-backend without kv-offloading");
}

/* Whether the reference's check of the finished row passes. */
static bool
check_row(struct expansion *x, const struct point *p)
{
	const struct row *r = &p->row;
	const struct pyval *length = row_get(r, ROW_MAX_MODEL_LEN);
	const struct pyval *tp = row_get(r, ROW_TP), *conc = row_get(r, ROW_CONC);
	if (length && length->kind == PY_FLOAT && !(length->real < 0x1p63))
		return expand_fail(x, "row", PY_VALUE_ERROR,
			"the finished row is refused: max-model-len is too large");
	if (tp && tp->kind == PY_NULL)
		return expand_fail(x, "row", PY_VALUE_ERROR,
			"the finished row is refused: tp is empty");
	if (conc && conc->kind == PY_NULL)
		return expand_fail(x, "row", PY_VALUE_ERROR,
			"the finished row is refused: conc is empty");
	if (p->total_cpu_dram_gb < 0)
		return expand_fail(x, "row", PY_VALUE_ERROR,
			"the finished row is refused: total-cpu-dram-gb is %lld",
			(long long)p->total_cpu_dram_gb);
	if (p->multinode && p->disagg && !row_get(r, ROW_KV_P2P_TRANSFER))
		return expand_fail(x, "row", PY_VALUE_ERROR,
			"the finished row is refused: disagg without kv-p2p-transfer");
	return worker_passes(x, row_get(r, ROW_PREFILL), "prefill") &&
	       worker_passes(x, row_get(r, ROW_DECODE), "decode") && offload_passes(x, r);
}

bool
expand_keep(struct expansion *x, const struct point *base, struct pyval runner,
	struct pyval conc, struct str exp_name)
{
	if (x->points->n >= LIMIT_MATRIX_POINTS)
		return expand_fail(x, "limit", PY_UNSUPPORTED,
			"more than %d matrix points", LIMIT_MATRIX_POINTS);
	struct point *p = NEW(x->arena, struct point);
	*p = *base;
	row_set(&p->row, ROW_RUNNER, runner);
	row_set(&p->row, ROW_CONC, conc);
	p->runner = typed_text(&runner);
	typed_concs(x->arena, p);
	if (exp_name.n) {
		row_set(&p->row, ROW_EXP_NAME, py_str(exp_name));
		p->exp_name = exp_name;
	}
	/* Rows of an arm pass or fail together. */
	if (x->checked != x->arm && !check_row(x, p))
		return false;
	x->checked = x->arm;
	vec_push(x->arena, x->points, p);
	return true;
}
