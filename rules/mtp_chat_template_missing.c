/* mtp-chat-template-missing: random prompts without a chat template meet a draft model.
 */
#include "benchmark_call.h"

static bool
has_word(const struct fields *argv, struct str word)
{
	for (size_t i = 0; i < argv->n; i++)
		if (value_is(argv->v[i].value, word))
			return true;
	return false;
}

static bool
is_whole(const struct fields *argv)
{
	for (size_t i = 0; i < argv->n; i++)
		if (argv->v[i].loose)
			return false;
	return true;
}

/* The recipe's call of the library's function, or the command itself. */
static struct span
call_place(struct check *c, const struct shell_launch *l)
{
	const struct shell_command *call = benchmark_call(c);
	return call ? call->simple.words.v[0]->span : l->span;
}

static bool
drafts(const struct plan_case *c)
{
	struct str spec = case_variable(c, S("SPEC_DECODING"));
	return str_ends(c->recipe, S("_mtp.sh")) || (spec.n && !str_eqz(spec, "none"));
}

enum fault { FINE, NO_TEMPLATE, NO_DSV4 };

static enum fault
fault_of(const struct plan_case *of, const struct shell_launch *l)
{
	bool dsv4 = has_word(&l->argv, S("--dsv4"));
	bool any = dsv4 || has_word(&l->argv, S("--use-chat-template"));
	struct str prefix = of->arms.v[0].point->config->model_prefix.v;
	if (any && !dsv4 && str_eqz(prefix, "dsv4"))
		return NO_DSV4;
	return !any && drafts(of) ? NO_TEMPLATE : FINE;
}

static void
report_fault(struct check *c, const struct shell_launch *l, enum fault fault)
{
	const struct plan_case *of = c->plan->of;
	bool is_dsv4 = str_eqz(of->arms.v[0].point->config->model_prefix.v, "dsv4");
	struct ixc_finding *f;
	if (fault == NO_DSV4) {
		f = report_plan(c, call_place(c, l),
			"--use-chat-template where the tokenizer of DeepSeek V4 has none");
		finding_note(
			f, "the client ends when it asks the tokenizer for its template");
	} else {
		f = report_plan(c, call_place(c, l),
			"the benchmark of a speculative run sends prompts without a chat template");
		finding_note(f,
			"drafts for text that no chat model is trained on are accepted less, so "
			"the result says little about the engine");
	}
	finding_help(f, "pass %s", is_dsv4 ? "--dsv4" : "--use-chat-template");
	finding_subject(f, "%.*s", STR(of->recipe));
}

/* Several command lines are possible when a condition is not decided: all must be wrong.
 */
static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct shell_launch *first = NULL;
	bool all_wrong = true;
	for (size_t i = 0; i < p->launch->commands.n; i++) {
		const struct plan_command *command = p->launch->commands.v[i];
		if (!is_benchmark_client(command))
			continue;
		if (!is_whole(&command->launch->argv)) {
			not_judged(c, p->of->recipe,
				"some of the benchmark's arguments are not known");
			return;
		}
		first = first ? first : command->launch;
		all_wrong = all_wrong && fault_of(p->of, command->launch) != FINE;
	}
	if (first && all_wrong)
		report_fault(c, first, fault_of(p->of, first));
}

const struct ixc_rule rule_mtp_chat_template_missing = {
	.id = "mtp-chat-template-missing",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a speculative run is measured on prompts without a chat template",
	.help = "Draft models are trained on chats. On random text without a chat template few\n"
		"drafts are accepted, and a result with speculative decoding that was measured\n"
		"so is not comparable. run_benchmark_serving has --use-chat-template for it, and\n"
		"--dsv4 for DeepSeek V4, whose tokenizer comes without a template.\n"
		"\n"
		"Judged is the command line that the benchmark client really gets in recipes\n"
		"called *_mtp.sh and wherever the arm asks for speculative decoding. Agentic\n"
		"replays have a client of their own that always sends chats.",
	.on_plan = check_plan,
};
