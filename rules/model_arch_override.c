/* model-arch-override: a server is told that the model has another architecture. */
#include "facts/model.h"
#include "launched.h"

enum change {
	OTHER_MODEL, /* layers, experts or sizes: another model */
	SKIPS,       /* computation that the model may have to do */
	OTHER_CODE,  /* the class that reads it */
};

static const struct {
	const char *key;
	enum change change;
} keys[] = {
	{"num_hidden_layers", OTHER_MODEL},
	{"num_layers", OTHER_MODEL},
	{"n_layer", OTHER_MODEL},
	{"n_layers", OTHER_MODEL},
	{"first_k_dense_replace", OTHER_MODEL},
	{"n_routed_experts", OTHER_MODEL},
	{"num_routed_experts", OTHER_MODEL},
	{"num_local_experts", OTHER_MODEL},
	{"num_experts", OTHER_MODEL},
	{"n_shared_experts", OTHER_MODEL},
	{"num_experts_per_tok", OTHER_MODEL},
	{"num_experts_per_token", OTHER_MODEL},
	{"moe_topk", OTHER_MODEL},
	{"hidden_size", OTHER_MODEL},
	{"intermediate_size", OTHER_MODEL},
	{"moe_intermediate_size", OTHER_MODEL},
	{"num_attention_heads", OTHER_MODEL},
	{"num_key_value_heads", OTHER_MODEL},
	{"head_dim", OTHER_MODEL},
	{"index_topk", SKIPS},
	{"index_topk_freq", SKIPS},
	{"index_n_heads", SKIPS},
	{"architectures", OTHER_CODE},
	{"model_type", OTHER_CODE},
};

enum { KEYS = sizeof keys / sizeof *keys };

struct judging {
	struct check *c;
	const struct serve *s;
	const struct option *option;
	const struct model_facts *model; /* NULL: not known */
};

static size_t
find_key(struct str name)
{
	size_t i = 0;
	while (i < KEYS && !str_eqz(name, keys[i].key))
		i++;
	return i;
}

/* What the model has anyway, or what skips nothing. */
static bool
changes_nothing(const struct judging *j, struct str key, int64_t v)
{
	if (str_eqz(key, "index_topk_freq"))
		return v <= 1;
	const struct model_facts *m = j->model;
	if (!m)
		return false;
	if (str_eqz(key, "hidden_size"))
		return v == m->hidden_size;
	if (str_starts(key, S("num_experts_per_tok")) || str_eqz(key, "moe_topk"))
		return v == m->experts_per_token;
	bool experts = str_ends(key, S("_experts")) && !str_eqz(key, "n_shared_experts");
	return experts && v == m->routed_experts;
}

static const char *
consequence(enum change change)
{
	switch (change) {
	case OTHER_MODEL:
		return "the result would be of another model than its label says";
	case SKIPS:
		return "the indexer is computed for some layers only, unless the model "
		       "does so by itself: fewer operations than the model has";
	case OTHER_CODE:
		break;
	}
	return "another class than the model's own may leave parts of it out";
}

static void
report_key(const struct judging *j, size_t i, struct str value)
{
	struct ixc_finding *f = report_plan(j->c, setting_span(j->s, j->option),
		"the command overrides '%s' of the model", keys[i].key);
	if (keys[i].change != OTHER_MODEL)
		finding_at_most(f, IXC_WARNING);
	finding_subject(f, "%.*s: %s", STR(j->c->plan->of->recipe), keys[i].key);
	if (value.n)
		finding_note(f, "it is set to %.*s", STR(value));
	if (j->model)
		finding_note(f, "%s: %s [%s]", j->model->id, j->model->fact.value,
			j->model->fact.id);
	finding_note(f, "%s", consequence(keys[i].change));
	relate_setting(f, j->s, j->option);
	finding_help(f,
		"serve the model as it is; the same computation may be made faster, "
		"not smaller");
}

static void
judge_key(const struct judging *j, struct str key, const struct data *value)
{
	size_t i = find_key(key);
	int64_t n = 0;
	bool is_number = data_int(value, &n);
	if (i == KEYS || (is_number && changes_nothing(j, key, n)))
		return;
	struct str text = {0};
	if (is_number)
		text = str_fmt(j->c->arena, "%lld", (long long)n);
	report_key(j, i, text);
}

/* Also in text_config and its like. */
static void
judge_data(const struct judging *j, const struct data *d, unsigned depth)
{
	if (!d || d->kind != DATA_MAP || depth > 4)
		return;
	for (size_t i = 0; i < d->map.n; i++) {
		judge_key(j, d->map.v[i].key, d->map.v[i].value);
		judge_data(j, d->map.v[i].value, depth + 1);
	}
}

/* --hf-overrides.text_config.num_hidden_layers 4 */
static void
judge_dotted(const struct judging *j, const struct option *o)
{
	size_t dot = str_rfind_byte(o->key, '.');
	struct str key = dot < o->key.n ? str_slice(o->key, dot + 1, o->key.n) : o->key;
	struct data value = {.kind = DATA_UNKNOWN};
	if (o->readings.n == 1 && o->readings.v[0].has & HAS_INT) {
		value.kind = DATA_INT;
		value.integer = o->readings.v[0].integer;
	}
	judge_key(j, key, &value);
}

static void
judge_server(struct check *c, const struct serve *s, const struct config *config)
{
	struct judging j = {.c = c, .s = s};
	j.model = config->model.set ? model_facts(config->model.v) : NULL;
	for (size_t i = 0; i < s->options->options.n; i++) {
		const struct option *o = s->options->options.v[i];
		j.option = o;
		if (!o->spec || o->within || o->overridden ||
			o->spec->meaning != OPTION_MODEL_OVERRIDES)
			continue;
		if (o->key.n)
			judge_dotted(&j, o);
		else if (o->state == STATE_UNKNOWN)
			not_judged(c, c->plan->of->recipe,
				"the overrides of the model are not known");
		for (size_t k = 0; !o->key.n && k < o->readings.n; k++)
			judge_data(&j, o->readings.v[k].data, 0);
	}
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->options)
			judge_server(c, p->servers.v[i], p->of->arms.v[0].point->config);
}

const struct ixc_rule rule_model_arch_override = {
	.id = "model-arch-override",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a server is told that the model has another architecture",
	.help = "--hf-overrides (vLLM, ATOM) and --json-model-override-args (SGLang) replace\n"
		"parts of the model's configuration. Fewer layers, experts, heads or smaller\n"
		"sizes make another model, and its speed is published under the name of the\n"
		"real one: an error. Computing the indexer only every few layers leaves\n"
		"operations out unless the model was made so, and another class may do the\n"
		"same: warnings. The repository's review checklist forbids both; computing the\n"
		"same thing faster is what the benchmark is about.\n"
		"\n"
		"Numbers that the model has anyway are not flagged, nor is anything else that\n"
		"an override may hold, such as lengths or rope settings.",
	.on_plan = check_plan,
};
