/* moe-tuning-miss: AITER's mega-MoE has no tuned launch values for what an arm runs. */
#include "facts/model.h"
#include "launched.h"

struct shape {
	int64_t hidden, topk, local, ep;
};

static bool
is_tuned(const struct shape *s)
{
	const struct tuned_shape *t;
	for (size_t i = 0; (t = tuned_shape_at(i)); i++)
		if (t->hidden_size == s->hidden && t->experts_per_token == s->topk &&
			t->local_experts == s->local && t->ep == s->ep)
			return true;
	return false;
}

/* What the table has for that EP. */
static void
note_table(struct ixc_finding *f, const struct shape *s)
{
	const struct tuned_shape *t, *first = tuned_shape_at(0);
	bool any = false;
	for (size_t i = 0; (t = tuned_shape_at(i)); i++) {
		if (t->ep != s->ep)
			continue;
		any = true;
		finding_note(f, "%s [%s]", t->fact.value, t->fact.id);
	}
	if (!any && first)
		finding_note(f, "the tables are for EP %lld only [%s]",
			(long long)first->ep, first->fact.id);
}

static void
report_miss(struct check *c, const struct serve *s, const struct model_facts *m,
	const struct shape *shape)
{
	const struct option *o = option_find(s->options, OPTION_MOE_BACKEND);
	struct ixc_finding *f = report_plan(c, setting_span(s, o),
		"AITER's mega-MoE is not tuned for %s at EP %lld", m->id,
		(long long)shape->ep);
	finding_subject(
		f, "%.*s: EP %lld", STR(c->plan->of->recipe), (long long)shape->ep);
	finding_note(f,
		"hidden size %lld, %lld experts a token, %lld local experts (%lld over %lld "
		"ranks) [%s]",
		(long long)shape->hidden, (long long)shape->topk, (long long)shape->local,
		(long long)m->routed_experts, (long long)shape->ep, m->fact.id);
	note_table(f, shape);
	finding_note(f, "without a match it runs with built-in launch values");
	relate_setting(f, s, o);
}

static void
judge(struct check *c, const struct serve *s, const struct config *config)
{
	struct str backend;
	if (s->engine != ENGINE_ATOM ||
		!option_text(s->options, OPTION_MOE_BACKEND, &backend) ||
		!str_eqz(backend, "mega"))
		return;
	const struct model_facts *m =
		config->model.set ? model_facts(config->model.v) : NULL;
	if (!m || !m->hidden_size || !m->experts_per_token) {
		not_judged(c, config->model.v, "the shape of its experts is not known");
		return;
	}
	if (!s->ep.known) {
		not_judged(c, c->plan->of->recipe, "the EP of its server is not known");
		return;
	}
	if (s->ep.v <= 1 || m->routed_experts % s->ep.v)
		return;
	struct shape shape = {m->hidden_size, m->experts_per_token,
		m->routed_experts / s->ep.v, s->ep.v};
	if (!is_tuned(&shape))
		report_miss(c, s, m, &shape);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->options)
			judge(c, p->servers.v[i], p->of->arms.v[0].point->config);
}

const struct ixc_rule rule_moe_tuning_miss = {
	.id = "moe-tuning-miss",
	.severity = IXC_NOTE,
	.since = "0.1",
	.summary = "AITER's mega-MoE has no tuned launch values for what an arm runs",
	.help = "AITER's fused dispatch and combine looks its launch values up by hidden size,\n"
		"experts per token, local experts (routed experts over EP) and EP. What is not in\n"
		"its tables runs with built-in values, which nobody tuned for it. A table of\n"
		"another GPU is used when it is the only one for an EP.\n"
		"\n"
		"Only ATOM with --moe-backend mega gets there; vLLM's backends do not. Models\n"
		"whose shape is not known are counted as not judged; `infxcheck fact` shows the\n"
		"shapes (model.*) and the tables (aiter.mega-moe.*).",
	.on_plan = check_plan,
};
