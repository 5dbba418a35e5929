/* synthetic-acceptance: speculative runs against the golden acceptance lengths. */
#include "acceptance.h"
#include "acceptance_golden.h"
#include "launched.h"

/* ---- launched servers ----------------------------------------------------------- */

static bool
says(const struct value *v, const char *word)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->v[i].kind == PIECE_TEXT &&
			str_contains(v->v[i].text, str_from(word)))
			return true;
	return false;
}

/* Thinking is on unless some command switches it off. */
static enum golden_mode
thinking_mode(const struct case_plan *p)
{
	static const char *const off[] = {"\"enable_thinking\":false",
		"\"enable_thinking\": false", "\"thinking\":false", "\"thinking\": false",
		"\"thinking_mode\":\"disabled\"", "\"thinking_mode\": \"disabled\"",
		"enable_thinking=false", "thinking=false"};
	for (size_t i = 0; i < p->launch->commands.n; i++) {
		const struct fields *argv = &p->launch->commands.v[i]->launch->argv;
		for (size_t k = 0; k < argv->n; k++) {
			const struct value *word = argv->v[k].value;
			bool may = says(word, "thinking");
			for (size_t n = 0; may && n < sizeof off / sizeof *off; n++)
				if (says(word, off[n]))
					return GOLDEN_OFF;
		}
	}
	return GOLDEN_ON;
}

static void
judge_value(struct check *c, const struct serve *s, const struct acceptance *a,
	const struct drafted *d)
{
	const struct golden_values *all = repo_golden(c->repo);
	struct str wanted = golden_text(c->arena, all, d);
	if (!wanted.n) {
		if (all->n)
			not_judged(c, c->plan->of->recipe,
				"no golden acceptance length for %lld drafts of %.*s",
				(long long)d->drafts, STR(d->model));
		return;
	}
	if (is_golden(all, d, a->length))
		return;
	struct ixc_finding *f = report_plan(c, a->place,
		"acceptance length %.2f for %lld drafts, where the golden one is %.*s",
		a->length, (long long)d->drafts, STR(wanted));
	finding_subject(f, "%.*s %.*s", STR(c->plan->of->recipe), STR(a->setting));
	if (a->sum.n)
		finding_note(f, "%.*s", STR(a->sum));
	explain_wrong(f, all, d, a->length);
	relate_setting(f, s, a->option);
}

/* Agentic runs with a golden curve are measured with it. */
static void
judge_absence(struct check *c, const struct serve *s, const struct drafted *d)
{
	const struct plan_case *of = c->plan->of;
	struct str wanted = golden_text(c->arena, repo_golden(c->repo), d);
	if (!wanted.n)
		return;
	const struct option *o = option_find(s->options, OPTION_SPECULATIVE_CONFIG);
	if (!o)
		o = option_find(s->options, OPTION_SPECULATIVE_METHOD);
	struct ixc_finding *f = report_plan(c, serve_span(s, o),
		"an agentic run drafts without the golden acceptance length");
	finding_at_most(f, IXC_WARNING);
	finding_subject(f, "%.*s", STR(of->recipe));
	finding_note(f, GOLDEN_FOLDER " has %.*s for %lld drafts of %.*s with %s",
		STR(wanted), (long long)d->drafts, STR(d->model),
		golden_mode_name(d->mode));
	finding_help(f, "set %s, but not where EVAL_ONLY is true",
		acceptance_setting(s->engine));
}

static void
judge_eval(struct check *c, const struct serve *s, const struct acceptance *a)
{
	struct ixc_finding *f = report_plan(c, a->place,
		"an evaluation runs with synthetic acceptance (%.*s)", STR(a->setting));
	finding_subject(f, "%.*s %.*s", STR(c->plan->of->recipe), STR(a->setting));
	finding_note(f, "drafts are then accepted whether they are right or not, and the "
			"accuracy that is measured means nothing");
	finding_note(f, "holds where EVAL_ONLY is true");
	finding_related(f, s->command->launch->span, "the server");
	finding_help(f, "set it only where EVAL_ONLY is not true");
}

static void
judge(struct check *c, const struct case_plan *p, const struct serve *s)
{
	struct acceptance a = acceptance_of(c, s);
	struct amount drafts = acceptance_drafts(s);
	struct drafted d = {.model = p->of->arms.v[0].point->config->model.v,
		.mode = thinking_mode(p),
		.drafts = drafts.v};
	if (p->of->kind == CASE_EVAL) {
		if (a.forced == TRI_YES)
			judge_eval(c, s, &a);
		return;
	}
	bool agentic = row_get(&p->of->arms.v[0].point->row, ROW_SCENARIO_TYPE) != NULL;
	if (s->speculates == TRI_NO || repo_golden(c->repo)->n == 0 ||
		(!agentic && a.forced == TRI_NO))
		return;
	if (a.forced == TRI_UNKNOWN || (a.forced == TRI_YES && !a.known))
		not_judged(c, p->of->recipe, "the acceptance length is not known");
	else if (!drafts.known)
		not_judged(c, p->of->recipe, "the number of draft tokens is not known");
	else if (a.forced == TRI_YES)
		judge_value(c, s, &a, &d);
	else if (s->speculates == TRI_YES)
		judge_absence(c, s, &d);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->options)
			judge(c, p, p->servers.v[i]);
}

const struct ixc_rule rule_synthetic_acceptance = {
	.id = "synthetic-acceptance",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a synthetic acceptance length is wrong, missing or in an evaluation",
	.help = "Agentic runs with speculative decoding don't measure how good a draft model\n"
		"is: each accepts as many drafts as golden_al_distribution/ of the repository\n"
		"says for its model, thinking mode and number of draft tokens. Another value\n"
		"gives a result that can't be compared. An evaluation has to run without it:\n"
		"drafts that are accepted blindly are no answers.\n"
		"\n"
		"Read are synthetic_acceptance_length of vLLM, SGLANG_SIMULATE_ACC_LEN,\n"
		"--spec-decode-acceptance-length and -rate of ATOM, and TensorRT-LLM's\n"
		"TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS, which counts one less. When a model\n"
		"has several curves, a value of any of them will do. Thinking is taken to be on\n"
		"unless a command of the recipe switches it off. A missing length is a warning,\n"
		"and only in agentic recipes whose model has a curve.",
	.cases = CASE_RUN | CASE_EVAL,
	.on_plan = check_plan,
	.after_plans = acceptance_of_arms,
};
