/* The variables of a job, as one table. */
#include "plan/environment.h"

#include "base/arena.h"
#include "base/limits.h"

#include <string.h>

enum origin_of_value {
	CONSTANT, /* the text */
	FIELD,    /* a field of the row; the text when the row has none */
	COMPUTED, /* by the function */
	SECRET,   /* one word that nobody sees */
	MACHINE,  /* a word that depends on the machine */
};

enum kinds { SINGLE = 1, MULTI = 2, BOTH = SINGLE | MULTI };

struct variable_row {
	const char *name;
	enum kinds kinds;
	enum origin_of_value source;
	const char *text;
	enum row_field field;
	struct str (*compute)(struct arena *, const struct point *);
};

/* ---- computed values ------------------------------------------------------------ */

/* As the workflow's expressions turn a value into text. */
static struct str
input_text(struct arena *a, const struct pyval *v, const char *otherwise)
{
	if (!v || v->kind == PY_NULL)
		return str_from(otherwise);
	if (v->kind == PY_BOOL)
		return v->boolean ? S("true") : S("false");
	if (v->kind == PY_STR)
		return v->text;
	return py_text(a, *v);
}

static struct str
scenario_type(struct arena *a, const struct point *p)
{
	(void)a;
	return p->kind == SCENARIO_AGENTIC ? S("agentic-coding") : S("fixed-seq-len");
}

static struct str
scenario_subdir(struct arena *a, const struct point *p)
{
	(void)a;
	return p->kind == SCENARIO_AGENTIC ? S("agentic/") : S("fixed_seq_len/");
}

static struct str
is_agentic(struct arena *a, const struct point *p)
{
	(void)a;
	return p->kind == SCENARIO_AGENTIC ? S("1") : S("0");
}

/* Agentic rows have no sequence lengths: the workflow hands on "0". */
static struct str
length_field(struct arena *a, const struct point *p, enum row_field field)
{
	if (p->kind == SCENARIO_AGENTIC)
		return S("0");
	return input_text(a, row_get(&p->row, field), "");
}

static struct str
isl(struct arena *a, const struct point *p)
{
	return length_field(a, p, ROW_ISL);
}

static struct str
osl(struct arena *a, const struct point *p)
{
	return length_field(a, p, ROW_OSL);
}

static struct str
max_model_len(struct arena *a, const struct point *p)
{
	return length_field(a, p, ROW_MAX_MODEL_LEN);
}

static struct str
component_name(const struct component *c)
{
	return c && c->set && c->name.set ? c->name.v : S("");
}

/* As toJson() of the workflow writes an object. */
static struct str
component_json(struct arena *a, const struct component *c)
{
	if (!c || !c->set)
		return S("");
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	buf_addz(&b, "{\n  \"name\": ");
	pyjson_string(&b, c->name.v, PYJSON_COMPACT);
	if (c->version.set) {
		buf_addz(&b, ",\n  \"version\": ");
		pyjson_string(&b, c->version.v, PYJSON_COMPACT);
	}
	buf_addz(&b, "\n}");
	return buf_str(&b);
}

static struct str
backend_name(struct arena *a, const struct point *p)
{
	(void)a;
	return component_name(p->kv_offload_backend);
}

static struct str
backend_json(struct arena *a, const struct point *p)
{
	return component_json(a, p->kv_offload_backend);
}

static struct str
router_json(struct arena *a, const struct point *p)
{
	return component_json(a, p->router);
}

static struct str
fingerprint(struct arena *a, const struct point *p)
{
	return matrix_fingerprint(a, p);
}

static struct str
gpu_count(struct arena *a, const struct point *p)
{
	int64_t n;
	if (__builtin_mul_overflow(p->tp, p->pp, &n) ||
		__builtin_mul_overflow(n, p->pcp_size, &n))
		return S("0");
	return str_fmt(a, "%lld", (long long)n);
}

static struct str
conc_list(struct arena *a, const struct point *p)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	for (size_t i = 0; i < p->concs.n; i++) {
		if (i)
			buf_addc(&b, ' ');
		buf_addi(&b, p->concs.v[i]);
	}
	return buf_str(&b);
}

static struct str
first_conc(struct arena *a, const struct point *p)
{
	if (p->kind != SCENARIO_AGENTIC)
		return S("");
	return str_fmt(a, "%lld", (long long)p->conc);
}

/* ---- the table ------------------------------------------------------------------ */

#define IS(text_) CONSTANT, text_, 0, NULL
#define OF(field_, otherwise) FIELD, otherwise, ROW_##field_, NULL
#define BY(function) COMPUTED, NULL, 0, function
#define HIDDEN SECRET, NULL, 0, NULL
#define LOCAL MACHINE, NULL, 0, NULL

static const struct variable_row variables[] = {
	{"EXP_NAME", BOTH, OF(EXP_NAME, "")},
	{"MODEL", BOTH, OF(MODEL, "")},
	{"MODEL_PREFIX", BOTH, OF(MODEL_PREFIX, "")},
	{"IMAGE", BOTH, OF(IMAGE, "")},
	{"FRAMEWORK", BOTH, OF(FRAMEWORK, "")},
	{"PRECISION", BOTH, OF(PRECISION, "")},
	{"SPEC_DECODING", BOTH, OF(SPEC_DECODING, "none")},
	{"ISL", BOTH, BY(isl)},
	{"OSL", BOTH, BY(osl)},
	{"MAX_MODEL_LEN", BOTH, BY(max_model_len)},
	{"DISAGG", BOTH, OF(DISAGG, "false")},
	{"RUN_EVAL", BOTH, IS("false")},
	{"EVAL_ONLY", BOTH, IS("false")},
	{"SCENARIO_TYPE", BOTH, BY(scenario_type)},
	{"SCENARIO_SUBDIR", BOTH, BY(scenario_subdir)},
	{"IS_AGENTIC", BOTH, BY(is_agentic)},
	{"KV_OFFLOADING", BOTH, OF(KV_OFFLOADING, "")},
	{"KV_OFFLOAD_BACKEND", BOTH, BY(backend_name)},
	{"KV_OFFLOAD_BACKEND_METADATA", BOTH, BY(backend_json)},
	{"ROUTER_METADATA", BOTH, BY(router_json)},
	{"KV_P2P_TRANSFER", BOTH, OF(KV_P2P_TRANSFER, "")},
	{"DURATION", BOTH, OF(DURATION, "3600")},
	{"RANDOM_RANGE_RATIO", BOTH, IS("0.8")},
	{"RECIPE_FINGERPRINT", BOTH, BY(fingerprint)},
	{"AIPERF_EXPERIMENTAL_FAST", BOTH, IS("0")},
	{"REQUIRE_POWER", BOTH, IS("0")},
	{"EVAL_LIMIT", BOTH, IS("")},
	{"SWEBENCH_GEN_MODE", BOTH, IS("")},
	{"SWEBENCH_USE_MODAL", BOTH, IS("true")},
	{"PYTHONDONTWRITEBYTECODE", BOTH, IS("1")},
	{"PYTHONPYCACHEPREFIX", BOTH, IS("/tmp/inferencex-pycache")},
	{"HF_TOKEN", BOTH, HIDDEN},
	{"MODAL_TOKEN_ID", BOTH, HIDDEN},
	{"MODAL_TOKEN_SECRET", BOTH, HIDDEN},
	{"GITHUB_WORKSPACE", BOTH, IS(ENVIRONMENT_WORKSPACE)},
	{"GITHUB_ACTIONS", BOTH, IS("true")},
	{"HOME", BOTH, LOCAL},
	{"USER", BOTH, LOCAL},
	{"PATH", BOTH, LOCAL},
	{"HOSTNAME", BOTH, LOCAL},

	{"TP", SINGLE, OF(TP, "")},
	{"PP_SIZE", SINGLE, OF(PP, "1")},
	{"DCP_SIZE", SINGLE, OF(DCP_SIZE, "1")},
	{"PCP_SIZE", SINGLE, OF(PCP_SIZE, "1")},
	{"EP_SIZE", SINGLE, OF(EP, "1")},
	{"DP_ATTENTION", SINGLE, OF(DP_ATTN, "false")},
	{"CONC", SINGLE, OF(CONC, "")},
	{"TOTAL_CPU_DRAM_GB", SINGLE, OF(TOTAL_CPU_DRAM_GB, "0")},
	{"RESULT_DIR", SINGLE, IS("/workspace/results")},
	{"HF_HUB_CACHE", SINGLE, IS("/mnt/hf_hub_cache/")},
	{"AIPERF_FAILED_REQUEST_THRESHOLD", SINGLE, IS("0.10")},
	{"SALLOC_EXCLUDE", SINGLE, LOCAL},
	{"GPU_COUNT", SINGLE, BY(gpu_count)},

	{"CONC_LIST", MULTI, BY(conc_list)},
	{"CONC", MULTI, BY(first_conc)},
	{"EVAL_CONC", MULTI, IS("")},
	{"TOTAL_CPU_DRAM_GB", MULTI, OF(TOTAL_CPU_DRAM_GB, "600")},
	{"IS_MULTINODE", MULTI, IS("true")},
	{"POWER_PRODUCER_SHA", MULTI, LOCAL},
};

/* Of each worker of a multi-node point, behind PREFILL_ or DECODE_. */
static const struct worker_row {
	const char *name;
	size_t offset; /* of an int_field of struct worker */
	int64_t otherwise;
} worker_variables[] = {
	{"NUM_WORKERS", offsetof(struct worker, num_worker), 0},
	{"TP", offsetof(struct worker, tp), 0},
	{"PP_SIZE", offsetof(struct worker, pp), 1},
	{"DCP_SIZE", offsetof(struct worker, dcp_size), 1},
	{"PCP_SIZE", offsetof(struct worker, pcp_size), 1},
	{"EP", offsetof(struct worker, ep), 0},
};

/* ---- making it ------------------------------------------------------------------ */

size_t
environment_find(const struct shell_settings *list, struct str name)
{
	size_t i = 0;
	while (i < list->n && !str_eq(list->v[i].name, name))
		i++;
	return i;
}

void
environment_put(struct arena *a, struct shell_settings *list, struct str name,
	const struct value *value)
{
	struct shell_setting g = {.name = name, .value = value, .set = TRI_YES};
	size_t i = environment_find(list, name);
	if (i < list->n)
		list->v[i] = g;
	else
		vec_push(a, list, g);
}

static void
put_text(struct arena *a, struct shell_settings *list, struct str name, struct str text)
{
	struct shell_setting g = {.name = name, .set = TRI_YES};
	g.value = value_text(a, text);
	vec_push(a, list, g);
}

static const struct value *
value_of(struct arena *a, const struct variable_row *r, const struct point *p)
{
	switch (r->source) {
	case CONSTANT:
		return value_text(a, str_from(r->text));
	case FIELD:
		return value_text(a, input_text(a, row_get(&p->row, r->field), r->text));
	case COMPUTED:
		return value_text(a, r->compute(a, p));
	case SECRET:
	case MACHINE:
		break;
	}
	return value_unknown(a, (struct span){0}, HOLE_WORD,
		str_fmt(a, "value of %s", r->name));
}

static void
put_worker(struct arena *a, struct shell_settings *list, const char *prefix,
	const struct worker *w)
{
	for (size_t i = 0; i < sizeof worker_variables / sizeof *worker_variables; i++) {
		const struct worker_row *r = &worker_variables[i];
		struct int_field f;
		memcpy(&f, (const char *)w + r->offset, sizeof f);
		put_text(a, list, str_fmt(a, "%s_%s", prefix, r->name),
			str_fmt(a, "%lld", (long long)int_or(f, r->otherwise)));
	}
	put_text(a, list, str_fmt(a, "%s_DP_ATTN", prefix),
		w->dp_attn.set && w->dp_attn.v ? S("true") : S("false"));
	put_text(a, list, str_fmt(a, "%s_HARDWARE", prefix),
		w->hardware.set ? w->hardware.v : S(""));
}

/* Runs of a machine are told apart by it; the fingerprint's beginning follows. */
static const struct value *
result_name(struct arena *a, const struct point *p, const struct value *machine)
{
	struct value_builder b = value_build(a);
	struct str print = matrix_fingerprint(a, p);
	value_add_text(&b, str_fmt(a,
		"%.*s_%.*s_%.*s_tp%lld-pp%lld-dcp%lld-pcp%lld-ep%lld-dpa%s_disagg-%s_"
		"spec-%.*s_conc%lld_",
		STR(p->exp_name), STR(p->config->precision.v), STR(p->config->framework.v),
		(long long)p->tp, (long long)p->pp, (long long)p->dcp_size,
		(long long)p->pcp_size, (long long)p->ep, p->dp_attn ? "true" : "false",
		p->disagg ? "true" : "false", STR(p->spec_decoding), (long long)p->conc));
	value_add(&b, machine);
	value_add_text(&b, str_fmt(a, "_recipe-%.*s",
		STR(str_slice(print, 0, print.n < 16 ? print.n : 16))));
	return value_done(&b);
}

struct shell_settings
environment_of(struct arena *a, const struct point *p, const struct value *machine)
{
	struct shell_settings list = {0};
	unsigned kind = p->multinode ? MULTI : SINGLE;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const struct variable_row *r = &variables[i];
		struct shell_setting g = {.name = str_from(r->name), .set = TRI_YES};
		if (!(r->kinds & kind))
			continue;
		g.value = value_of(a, r, p);
		vec_push(a, &list, g);
	}
	put_text(a, &list, S("RUNNER_TYPE"), p->runner);
	environment_put(a, &list, S("RUNNER_NAME"), machine);
	environment_put(a, &list, S("RESULT_FILENAME"), p->multinode
		? value_unknown(a, (struct span){0}, HOLE_WORD, S("name of the result"))
		: result_name(a, p, machine));
	if (!p->multinode)
		return list;
	put_worker(a, &list, "PREFILL", p->arm->prefill);
	put_worker(a, &list, "DECODE", p->arm->decode);
	struct shell_settings extra = environment_extra(a, p);
	for (size_t i = 0; i < extra.n; i++)
		environment_put(a, &list, extra.v[i].name, extra.v[i].value);
	return list;
}

static void
add_settings(struct arena *a, struct shell_settings *list, const struct worker *w)
{
	const struct yaml_node *n = w->settings;
	for (size_t i = 0; n && i < yaml_count(n); i++) {
		struct str text, value, name;
		if (!yaml_as_str(yaml_item(n, i), &text))
			continue;
		name = str_cut(text, '=', &value);
		if (name.n < text.n)
			environment_put(a, list, name, value_text(a, value));
	}
}

struct shell_settings
environment_extra(struct arena *a, const struct point *p)
{
	struct shell_settings list = {0};
	if (!p->multinode)
		return list;
	add_settings(a, &list, p->arm->prefill);
	add_settings(a, &list, p->arm->decode);
	return list;
}
