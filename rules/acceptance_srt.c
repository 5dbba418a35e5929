/* Synthetic acceptance of runs on several nodes. */
#include "acceptance.h"
#include "acceptance_golden.h"
#include "launched.h"
#include "srt_arm.h"

struct told {
	bool known;
	double length;
	struct span place;
};

/* ---- how many drafts ------------------------------------------------------------ */

/* The workers that draft: decode's, or those that do all. */
static const struct srt_role *
drafting_role(const struct srt_recipe *r)
{
	return r->role[SRT_DECODE].options ? &r->role[SRT_DECODE]
					   : &r->role[SRT_AGGREGATE];
}

static const struct data *
vllm_config(struct check *c, const struct srt_role *role)
{
	const struct yaml_node *n =
		srt_option(c->arena, role->options, "speculative-config");
	const struct data *data = NULL;
	struct data_fault fault;
	struct str text;
	if (yaml_as_str(n, &text))
		data_read_json(c->arena, text, &data, &fault);
	return data;
}

static bool
drafts_of(struct check *c, const struct srt_recipe *r, int64_t *ret)
{
	static const char *const trtllm[] = {"max_draft_len", "num_nextn_predict_layers"};
	const struct srt_role *role = drafting_role(r);
	const struct yaml_node *config;
	switch (r->engine) {
	case SRT_VLLM:
		return data_int(
			data_get(vllm_config(c, role), S("num_speculative_tokens")), ret);
	case SRT_SGLANG:
		return yaml_as_int(
			srt_option(c->arena, role->options, "speculative-num-steps"),
			ret);
	case SRT_TRTLLM:
		config = srt_option(c->arena, role->options, "speculative_config");
		for (size_t i = 0; i < sizeof trtllm / sizeof *trtllm; i++)
			if (yaml_as_int(yaml_get(config, str_from(trtllm[i])), ret))
				return true;
		return false;
	case SRT_ENGINE_UNKNOWN:
		break;
	}
	return false;
}

/* ---- what they are told --------------------------------------------------------- */

static bool
number_of(struct arena *a, const struct yaml_node *n, double *ret)
{
	return n && n->text.n && acceptance_number(a, n->text, ret) && *ret > 0;
}

/* A variable of the recipe's decode or aggregate workers. */
static const struct yaml_node *
worker_variable(const struct srt_recipe *r, struct str name)
{
	static const char *const blocks[] = {
		"decode_environment", "aggregated_environment"};
	const struct yaml_node *backend = yaml_get(r->root, S("backend"));
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
		const struct yaml_node *n =
			yaml_get(yaml_get(backend, str_from(blocks[i])), name);
		if (n)
			return n;
	}
	return NULL;
}

static struct told
told_by_recipe(struct check *c, const struct srt_recipe *r)
{
	struct told t = {0};
	const struct yaml_node *n = NULL;
	if (r->engine == SRT_SGLANG)
		n = worker_variable(r, S("SGLANG_SIMULATE_ACC_LEN"));
	else if (r->engine == SRT_TRTLLM)
		n = worker_variable(r, S("TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS"));
	else if (r->engine == SRT_VLLM) {
		const struct data *d = vllm_config(c, drafting_role(r));
		t.known = data_real(
			data_get(d, S("synthetic_acceptance_length")), &t.length);
		n = srt_option(c->arena, drafting_role(r)->options, "speculative-config");
		t.place = n ? n->span : t.place;
		return t;
	}
	t.known = number_of(c->arena, n, &t.length);
	t.place = n ? n->span : t.place;
	t.length += r->engine == SRT_TRTLLM ? 1 : 0;
	return t;
}

/* The arm's settings are put into the recipe before it runs. */
static struct told
told_by_arm(struct check *c, const struct arm *arm)
{
	struct told t = {0};
	struct str on, length;
	if (!arm_setting(arm, S("SYNTHETIC_ACCEPTANCE"), &on) || !str_eqz(on, "true"))
		return t;
	const struct yaml_node *n =
		arm_setting(arm, S("SYNTHETIC_ACCEPTANCE_LENGTH"), &length);
	t.known = n && acceptance_number(c->arena, length, &t.length);
	t.place = n ? n->span : t.place;
	return t;
}

/* ---- judging -------------------------------------------------------------------- */

static void
judge(struct check *c, const struct arm *arm, const struct srt_recipe *r,
	const struct told *t)
{
	const struct golden_values *all = repo_golden(c->repo);
	struct drafted d = {.model = arm->config->model.v, .mode = GOLDEN_ON};
	if (!drafts_of(c, r, &d.drafts)) {
		not_judged(c, arm->config->key,
			"the draft tokens of the recipe %.*s are not known",
			STR(r->path));
		return;
	}
	struct str wanted = golden_text(c->arena, all, &d);
	if (!wanted.n) {
		not_judged(c, arm->config->key,
			"no golden acceptance length for %lld drafts of %.*s",
			(long long)d.drafts, STR(d.model));
		return;
	}
	if (is_golden(all, &d, t->length))
		return;
	struct ixc_finding *f = report(c, t->place,
		"acceptance length %.2f for %lld drafts, where the golden one is %.*s",
		t->length, (long long)d.drafts, STR(wanted));
	srt_arm_name(c, f, arm);
	srt_arm_subject(c, f, arm, "acceptance length");
	if (t->place.file == arm->node->span.file)
		finding_note(f, "the recipe %.*s drafts %lld tokens", STR(r->path),
			(long long)d.drafts);
	else
		finding_related(f, srt_arm_place(arm), "an arm that runs the recipe");
	explain_wrong(f, all, &d, t->length);
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	if (!arm->config->multinode || !repo_golden(c->repo)->n)
		return;
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	if (!r)
		return;
	struct told t = told_by_arm(c, arm);
	if (!t.known)
		t = told_by_recipe(c, r);
	if (t.known)
		judge(c, arm, r, &t);
}

void
acceptance_of_arms(struct check *c)
{
	each_arm(c, check_arm);
}
