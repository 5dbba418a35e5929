/* backend-unsupported: an option value that the engine refuses for the model's format. */
#include "launched.h"

/* Nightly builds up to the tree that was read. */
enum { TREE_DATE = 20260817 };

static bool
says_mxfp4(struct str model)
{
	static const char word[] = "mxfp4";
	for (size_t i = 0; i + 5 <= model.n; i++) {
		size_t k = 0;
		while (k < 5 && (model.p[i + k] | 0x20) == (word[k] | 0x20))
			k++;
		if (k == 5)
			return true;
	}
	return false;
}

/* On AMD GPUs 4-bit checkpoints have MXFP4 experts, whatever they are called. */
static const char *
why_mxfp4(const struct serve *s, const struct config *config)
{
	if (config->model.set && says_mxfp4(config->model.v))
		return "the model's name says MXFP4";
	if (s->gpu && s->gpu->is_amd && config->precision.set &&
		str_eqz(config->precision.v, "fp4"))
		return "precision fp4 on an AMD GPU is MXFP4";
	return NULL;
}

static void
judge(struct check *c, const struct serve *s, const struct config *config)
{
	struct str backend;
	const char *why = why_mxfp4(s, config);
	if (s->engine != ENGINE_VLLM || !why ||
		!option_text(s->options, OPTION_MOE_BACKEND, &backend) ||
		!str_eqz(backend, "flydsl") ||
		option_state(s->options, OPTION_QUANTIZATION) != STATE_ABSENT)
		return;
	const struct engine_fact *f =
		engine_fact("vllm", "moe-flydsl-mxfp4", &s->version);
	bool nightly =
		!s->version.known && s->version.date && s->version.date <= TREE_DATE;
	if (!f || !(s->version.known || nightly)) {
		not_judged(c, c->plan->of->recipe,
			"whether this build of vLLM takes --moe-backend flydsl is not known");
		return;
	}
	const struct option *o = option_find(s->options, OPTION_MOE_BACKEND);
	struct ixc_finding *finding = report_plan(c, setting_span(s, o),
		"vLLM refuses --moe-backend flydsl for MXFP4 experts");
	finding_subject(finding, "%.*s", STR(c->plan->of->recipe));
	finding_note(finding, "it %s [%s]", f->fact.value, f->fact.id);
	finding_note(finding, "%s", why);
	relate_setting(finding, s, o);
	finding_help(finding, "use aiter, or leave the option out");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->options)
			judge(c, p->servers.v[i], p->of->arms.v[0].point->config);
}

const struct ixc_rule rule_backend_unsupported = {
	.id = "backend-unsupported",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "an option value that the engine refuses for the model's format",
	.help = "An engine's parser takes every value that is in its list, and some of them are\n"
		"refused later, when the model's format is known: the server ends at its start,\n"
		"after the weights were fetched.\n"
		"\n"
		"Known here: vLLM's --moe-backend flydsl with MXFP4 experts, which is for 4-bit\n"
		"integer weights. Only versions that the fact holds for are judged\n"
		"(infxcheck fact vllm.moe-backend.flydsl), and not a command that gives\n"
		"--quantization.",
	.on_plan = check_plan,
};
