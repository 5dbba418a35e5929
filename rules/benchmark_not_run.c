/* benchmark-not-run: the recipe calls the benchmark, and no client is started. */
#include "benchmark_call.h"

static bool
is_option(const struct shell_word *w)
{
	return str_starts(w->value, S("--")) || !w->is_static;
}

/* An argument that belongs to no option; the call is made of `--name value` and `--flag`.
 */
static const struct shell_word *
stray_word(const struct shell_command *call)
{
	const struct shell_words *w = &call->simple.words;
	for (size_t i = 1; i < w->n; i++) {
		if (!is_option(w->v[i]))
			return w->v[i];
		if (i + 1 < w->n && !str_starts(w->v[i + 1]->value, S("--")))
			i++;
	}
	return NULL;
}

static bool
starts_client(const struct case_plan *p)
{
	for (size_t i = 0; i < p->launch->commands.n; i++)
		if (is_benchmark_client(p->launch->commands.v[i]))
			return true;
	return false;
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct shell_command *call = benchmark_call(c);
	if (!call || p->servers.n == 0 || starts_client(p))
		return;
	if (p->launch->trace->incomplete) {
		not_judged(
			c, p->of->recipe, "the recipe could not be followed to its end");
		return;
	}
	struct ixc_finding *f = report_plan(c, call->simple.words.v[0]->span,
		"the benchmark is called here, but its client is never started");
	if (f->notes.n)
		return;
	const struct shell_word *stray = stray_word(call);
	if (stray) {
		finding_related(f, stray->span, "belongs to no option");
		finding_note(f,
			"run_benchmark_serving returns at an argument that it does not know");
		finding_help(f, "take %.*s out of the call",
			STR(quote(c->arena, stray->value)));
	}
	finding_note(f, "the server starts and stops again, and there is no result");
	finding_subject(f, "%.*s", STR(p->of->recipe));
}

const struct ixc_rule rule_benchmark_not_run = {
	.id = "benchmark-not-run",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a recipe calls the benchmark, but its client is never started",
	.help = "run_benchmark_serving of benchmark_lib.sh checks its arguments and returns when\n"
		"one is missing or unknown; most recipes go on then, and end without a result\n"
		"after the model was loaded. A name that belongs into another list, such as\n"
		"check_env_vars, is enough.\n"
		"\n"
		"The recipe is evaluated with the library of the checked tree for each arm; it\n"
		"is reported when a server is started and no benchmark client on any way that\n"
		"was followed.",
	.on_plan = check_plan,
};
