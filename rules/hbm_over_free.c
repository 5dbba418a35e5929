/* hbm-over-free: a server asks for more GPU memory than is free when it starts. */
#include "plan_rule.h"

#include "model/hbm_profile.h"

#include <math.h>

/* The largest fraction, in hundredths, that still fits. */
static double
largest_safe(double free_gib, double total_gib)
{
	return floor(free_gib / total_gib * 100 + 1e-9) / 100;
}

static void
explain(struct ixc_finding *f, const struct serve *s, double free_gib, double total_gib)
{
	const struct engine_fact *test = engine_fact("vllm", "memory-test", &s->version);
	finding_note(f, "%.4g of %.2f GiB is %.2f GiB, %.2f GiB more than %.2f GiB",
		s->memory.v, total_gib, s->memory.v * total_gib,
		s->memory.v * total_gib - free_gib, free_gib);
	if (test)
		finding_note(f, "vLLM %s [%s]", test->fact.value, test->fact.id);
	if (s->memory.fact)
		finding_note(f, "the command gives no fraction, the default is %s [%s]",
			s->memory.fact->value, s->memory.fact->id);
	finding_note(
		f, "the largest safe value is %.2f", largest_safe(free_gib, total_gib));
}

/* Nothing was measured: what people have reported as free is no proof for this node. */
static void
judge_reports(struct check *c, const struct serve *s, struct span place)
{
	const struct gpu_facts *g = s->gpu;
	double asked = s->memory.v * g->total_gib;
	bool healthy = g->reported_free_gib <= 0;
	double free_gib = healthy ? g->healthy_free_gib : g->reported_free_gib;
	const struct fact *fact = healthy ? &g->free : &g->reported;
	if (free_gib <= 0 || asked <= free_gib)
		return;
	struct ixc_finding *f = report_plan(c, place,
		"vLLM asks for %.2f GiB of each %s, where %.4g GiB have been reported free",
		asked, g->title, free_gib);
	finding_at_most(f, IXC_WARNING);
	finding_subject(f, "%.*s: %.4g", STR(c->plan->of->recipe), s->memory.v);
	explain(f, s, free_gib, g->total_gib);
	finding_note(f, "reported: %s [%s]", fact->value, fact->id);
	finding_help(f,
		"measure with infxcheck-hbm on the nodes that run it and check with "
		"--hbm-profile, or lower the fraction to %.2f",
		largest_safe(free_gib, g->total_gib));
	relate_setting(f, s, s->memory.option);
}

/* An engine looks when its communicators have taken their part already. */
static void
judge_margin(struct check *c, const struct serve *s, struct span place,
	const struct hbm_measurement *m)
{
	const struct gpu_margin *margin = gpu_margin(s->gpu->is_amd);
	double asked = s->memory.v * m->total_gib, left = m->free_gib - margin->gib;
	if (asked <= left)
		return;
	struct ixc_finding *f = report_plan(c, place,
		"vLLM asks for %.2f GiB of each %s, which leaves %.2f of the %.2f GiB measured "
		"free to its communicators",
		asked, s->gpu->title, m->free_gib - asked, m->free_gib);
	finding_at_most(f, IXC_WARNING);
	finding_subject(f, "%.*s: %.4g", STR(c->plan->of->recipe), s->memory.v);
	finding_related(f, m->free_node->span, "the measurement");
	finding_note(f, "they take up to %s before the engine looks [%s]", margin->fact.value,
		margin->fact.id);
	finding_help(f, "lower the fraction to %.2f", largest_safe(left, m->total_gib));
	relate_setting(f, s, s->memory.option);
}

static void
judge_measured(struct check *c, const struct serve *s, struct span place,
	const struct hbm_measurement *m)
{
	double asked = s->memory.v * m->total_gib;
	if (asked <= m->free_gib) {
		judge_margin(c, s, place, m);
		return;
	}
	struct ixc_finding *f = report_plan(c, place,
		"vLLM asks for %.2f GiB of each %s, where %.2f GiB were measured free", asked,
		s->gpu->title, m->free_gib);
	finding_subject(f, "%.*s: %.4g", STR(c->plan->of->recipe), s->memory.v);
	finding_related(f, m->free_node->span, "the measurement");
	explain(f, s, m->free_gib, m->total_gib);
	finding_note(f, "measured%s%.*s%s%.*s on %.*s with %.*s", m->label.n ? " at " : "",
		STR(m->label), m->node.n ? ", node " : "", STR(m->node), STR(m->date),
		STR(m->method.n ? m->method : S("unknown means")));
	finding_help(f, "lower the fraction to %.2f; or free the memory, and measure again",
		largest_safe(m->free_gib, m->total_gib));
	relate_setting(f, s, s->memory.option);
}

/* By the labels of the arms that run it: a measurement is of one fleet. */
static void
judge(struct check *c, const struct case_plan *p, const struct serve *s)
{
	struct span place = setting_span(s, s->memory.option);
	const struct hbm_profile *profile = c->repo->hbm;
	struct str gpu = str_from(s->gpu->name);
	bool measured = false;
	for (size_t i = 0; i < p->of->arms.n; i++) {
		struct str label = p->of->arms.v[i].point->runner;
		const struct hbm_measurement *m =
			hbm_measured(c->arena, profile, gpu, label);
		if (m)
			judge_measured(c, s, place, m);
		else if (profile)
			not_judged(c, label, "%.*s",
				STR(hbm_why_not(c->arena, profile, gpu, label)));
		measured = measured || m;
	}
	if (!measured)
		judge_reports(c, s, place);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		if (s->engine != ENGINE_VLLM || !s->options)
			continue;
		if (!s->gpu) {
			not_judged(c, p->of->recipe, "the GPU is not known");
			continue;
		}
		if (!s->memory.known) {
			not_judged(c, p->of->recipe, "the memory fraction is not known");
			continue;
		}
		judge(c, p, s);
	}
}

const struct ixc_rule rule_hbm_over_free = {
	.id = "hbm-over-free",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a server asks for more GPU memory than is free at its start",
	.help = "vLLM takes its fraction of the GPU's total memory and refuses to start when that\n"
		"is more than what is free at that moment, after its own context and\n"
		"communicators. What is free differs between nodes: a dying predecessor, other\n"
		"tenants or helper processes may hold tens of GiB. So only a measurement settles\n"
		"it.\n"
		"\n"
		"With a measurement (--hbm-profile FILE, or configs/hbm.yaml) that is exceeded,\n"
		"an error; without one, a warning where the server asks for more than somebody\n"
		"has reported as free on that GPU. `infxcheck fact hbm.mi355x.reported-free`\n"
		"shows such a report.\n"
		"\n"
		"Only vLLM has such a test: the fractions of SGLang, ATOM and TensorRT-LLM mean\n"
		"something else and are not compared with free memory.",
	.on_plan = check_plan,
};
