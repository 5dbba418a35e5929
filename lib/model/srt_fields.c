/* From the mapping of a recipe to typed fields. */
#include "model/srt_internal.h"

#include "base/arena.h"

#define SECTIONS 3

static const struct {
	const char *type, *section;
	enum srt_engine engine;
	const char *tp[3], *pp[2], *dp[3], *ep[3], *dcp[2], *cp[2], *dp_attn[2];
	int64_t tp_default, ep_default; /* -1: not known */
} engine_row[] = {
	{"sglang", "sglang_config", SRT_SGLANG, .tp = {"tensor-parallel-size", "tp-size"},
		.pp = {"pipeline-parallel-size"}, .dp = {"data-parallel-size", "dp-size"},
		.ep = {"expert-parallel-size", "ep-size"}, .cp = {"attn-cp-size"},
		.dp_attn = {"enable-dp-attention"}, .tp_default = -1, .ep_default = 1},
	{"vllm", "vllm_config", SRT_VLLM, .tp = {"tensor-parallel-size"},
		.pp = {"pipeline-parallel-size"}, .dp = {"data-parallel-size"},
		.dcp = {"decode-context-parallel-size"},
		.cp = {"prefill-context-parallel-size"}, .tp_default = 1,
		.ep_default = -1},
	{"trtllm", "trtllm_config", SRT_TRTLLM, .tp = {"tensor_parallel_size"},
		.pp = {"pipeline_parallel_size"}, .ep = {"moe_expert_parallel_size"},
		.dp_attn = {"enable_attention_dp"}, .tp_default = -1, .ep_default = -1},
};

static const struct {
	const char *workers, *options;
} role_row[SRT_ROLES] = {
	[SRT_PREFILL] = {"prefill_workers", "prefill"},
	[SRT_DECODE] = {"decode_workers", "decode"},
	[SRT_AGGREGATE] = {"agg_workers", "aggregated"},
};

const struct yaml_node *
srt_option(struct arena *a, const struct yaml_node *options, const char *name)
{
	const struct yaml_node *n = yaml_get(options, str_from(name));
	if (n || !options)
		return n;
	char *other = str_z(a, str_from(name));
	for (char *p = other; *p; p++)
		*p = *p == '-' ? '_' : *p == '_' ? '-' : *p;
	return yaml_get(options, str_from(other));
}

static struct srt_text
text_of(const struct yaml_node *n)
{
	struct srt_text t = {.node = n};
	t.known = yaml_is(n, YAML_STR) || yaml_is(n, YAML_INT) || yaml_is(n, YAML_FLOAT);
	if (t.known)
		t.v = n->text;
	return t;
}

static struct srt_int
int_of(const struct yaml_node *n)
{
	struct srt_int i = {.node = n};
	struct str text;
	i.known =
		yaml_as_int(n, &i.v) || (yaml_as_str(n, &text) && str_all_digits(text) &&
						str_to_int64(text, &i.v));
	return i;
}

/* The first of the names that is there; otherwise the default. */
static struct srt_int
find_int(struct arena *a, const struct yaml_node *options, const char *const *name,
	size_t names, int64_t otherwise)
{
	for (size_t i = 0; i < names && name[i]; i++) {
		const struct yaml_node *n = srt_option(a, options, name[i]);
		if (n)
			return int_of(n);
	}
	return (struct srt_int){.known = options && otherwise >= 0, .v = otherwise};
}

#define FIND(options, names, otherwise) \
	find_int(a, options, names, sizeof(names) / sizeof *(names), otherwise)

static struct srt_flag
find_flag(struct arena *a, const struct yaml_node *options, const char *name)
{
	struct srt_flag f = {.node = srt_option(a, options, name)};
	f.known = options && (!f.node || yaml_is(f.node, YAML_BOOL));
	f.v = yaml_is(f.node, YAML_BOOL) && f.node->boolean;
	return f;
}

static bool
is_small(const struct srt_int *i)
{
	return i->known && i->v > 0 && i->v <= 65536;
}

static void
read_sglang(struct arena *a, struct srt_role *r)
{
	const struct yaml_node *a2a = srt_option(a, r->options, "moe-a2a-backend");
	r->ep_may_be_tp = a2a && !(yaml_is(a2a, YAML_STR) && str_eqz(a2a->text, "none"));
	/* One data-parallel rank switches DP attention off. */
	r->dp_attn = find_flag(a, r->options, "enable-dp-attention");
	r->dp_attn.known &= !r->dp_attn.v || r->dp.known;
	r->dp_attn.v &= r->dp.v > 1;
	static const char *const redundant[] = {"ep-num-redundant-experts"};
	r->redundant_experts = FIND(r->options, redundant, 0);
}

/* The flag has no size: experts go over all ranks. DP attention is having several
 * engines. */
static void
read_vllm(struct arena *a, struct srt_role *r)
{
	struct srt_flag spread = find_flag(a, r->options, "enable-expert-parallel");
	bool sizes = is_small(&r->tp) && is_small(&r->dp) && is_small(&r->cp);
	r->ep = (struct srt_int){.known = spread.known && (!spread.v || sizes),
		.v = 1,
		.node = spread.node};
	if (r->ep.known && spread.v)
		r->ep.v = r->tp.v * r->dp.v * r->cp.v;
	r->dp_attn = (struct srt_flag){r->dp.known, r->dp.v > 1, r->dp.node};
	r->redundant_experts.known = r->options &&
				     !srt_option(a, r->options, "enable-eplb") &&
				     !srt_option(a, r->options, "eplb-config");
}

static void
read_trtllm(struct arena *a, struct srt_role *r)
{
	r->dp_attn = find_flag(a, r->options, "enable_attention_dp");
	r->redundant_experts.known =
		r->options &&
		!srt_option(a, srt_option(a, r->options, "moe_config"), "load_balancer");
}

static void
read_role(struct arena *a, struct srt_recipe *recipe, size_t which, size_t engine)
{
	struct srt_role *r = &recipe->role[which];
	const struct yaml_node *workers = yaml_get(yaml_get(recipe->root, S("resources")),
		str_from(role_row[which].workers));
	r->workers = int_of(workers);
	r->set = workers && !yaml_is(workers, YAML_NULL) &&
		 !(r->workers.known && !r->workers.v);
	if (!r->set || recipe->engine == SRT_ENGINE_UNKNOWN)
		return;
	r->options = yaml_get(yaml_get(yaml_get(recipe->root, S("backend")),
				      str_from(engine_row[engine].section)),
		str_from(role_row[which].options));
	if (!yaml_is(r->options, YAML_MAP))
		r->options = NULL;
	r->tp = FIND(r->options, engine_row[engine].tp, engine_row[engine].tp_default);
	r->pp = FIND(r->options, engine_row[engine].pp, 1);
	r->dp = FIND(r->options, engine_row[engine].dp, 1);
	r->dcp = FIND(r->options, engine_row[engine].dcp, 1);
	r->cp = FIND(r->options, engine_row[engine].cp, 1);
	r->ep = FIND(r->options, engine_row[engine].ep, engine_row[engine].ep_default);
	switch (recipe->engine) {
	case SRT_SGLANG:
		read_sglang(a, r);
		break;
	case SRT_VLLM:
		read_vllm(a, r);
		break;
	case SRT_TRTLLM:
		read_trtllm(a, r);
		break;
	case SRT_ENGINE_UNKNOWN:
		break;
	}
}

/* By its type; without one srt-slurm takes SGLang. */
static size_t
find_engine(const struct yaml_node *root)
{
	const struct yaml_node *backend = yaml_get(root, S("backend"));
	const struct yaml_node *type = yaml_get(backend, S("type"));
	for (size_t i = 0; i < SECTIONS; i++)
		if (yaml_is(type, YAML_STR)
				? str_eqz(type->text, engine_row[i].type)
				: !type && engine_row[i].engine == SRT_SGLANG &&
					  yaml_is(backend, YAML_MAP))
			return i;
	return SECTIONS;
}

/* "4x8x16", a list, or one number. */
static void
read_concs(struct arena *a, struct srt_recipe *r)
{
	const struct yaml_node *n =
		yaml_get(yaml_get(r->root, S("benchmark")), S("concurrencies"));
	struct str rest;
	if (yaml_as_str(n, &rest)) {
		r->concs_known = rest.n > 0;
		while (rest.p && rest.n) {
			struct srt_int i = {.known = true, .node = n};
			struct str one = str_cut(rest, 'x', &rest);
			r->concs_known &= str_all_digits(one) && str_to_int64(one, &i.v);
			vec_push(a, &r->concs, i);
		}
	} else if (yaml_is(n, YAML_LIST)) {
		r->concs_known = n->list.n > 0;
		for (size_t i = 0; i < n->list.n; i++) {
			struct srt_int one = int_of(n->list.v[i]);
			r->concs_known &= one.known;
			vec_push(a, &r->concs, one);
		}
	} else {
		struct srt_int one = int_of(n);
		r->concs_known = one.known;
		vec_push(a, &r->concs, one);
	}
}

void
srt_read_fields(struct arena *a, struct srt_recipe *r)
{
	const struct yaml_node *model = yaml_get(r->root, S("model"));
	const struct yaml_node *dynamo = yaml_get(r->root, S("dynamo"));
	const struct yaml_node *version = yaml_get(dynamo, S("version"));
	r->model_path = text_of(yaml_get(model, S("path")));
	r->container = text_of(yaml_get(model, S("container")));
	r->benchmark = text_of(yaml_get(yaml_get(r->root, S("benchmark")), S("type")));
	r->dynamo_version = text_of(version ? version : yaml_get(dynamo, S("wheel")));
	r->dynamo_hash = text_of(yaml_get(dynamo, S("hash")));
	size_t engine = find_engine(r->root);
	r->engine = engine < SECTIONS ? engine_row[engine].engine : SRT_ENGINE_UNKNOWN;
	for (size_t i = 0; i < SRT_ROLES; i++)
		read_role(a, r, i, engine);
	read_concs(a, r);
}
