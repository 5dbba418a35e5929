/* trap-reads-unset: a handler that may be entered before its variables are set. */
#include "handlers.h"

/* The first assignment of the script itself. */
static const struct shell_assignment *
assignment_of(const struct shell_trace *t, struct str name)
{
	for (size_t i = 0; i < t->assignments.n; i++)
		if (str_eq(session_name(t->session, t->assignments.v[i]->name), name))
			return t->assignments.v[i];
	return NULL;
}

/* Jobs that the handler does not reach any more. */
static struct str
running_text(struct check *c, const struct case_plan *p, const struct shell_exit *x)
{
	struct buf b = buf_new(c->arena, 400);
	struct service s;
	for (unsigned k = 1; k <= p->launch->trace->jobs.n; k++)
		if (jobset_has(&x->left, k) && service_of(p, k, &s))
			buf_addf(&b, "%s%.*s", b.n ? ", " : "", STR(s.name));
	return buf_str(&b);
}

static void
judge(struct check *c, const struct case_plan *p, const struct shell_fault *fault)
{
	const struct shell_assignment *a = assignment_of(p->launch->trace, fault->text);
	const struct shell_exit *x = fault->exit;
	if (!a) /* given by the environment, or not: that is another rule's */
		return;
	struct ixc_finding *f = report_plan(c, fault->span,
		"the EXIT handler reads %.*s, which may not be set yet", STR(fault->text));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(fault->text));
	finding_label(f, "under set -u the handler ends here");
	finding_related(f, x->trap->span, "from here on the handler is in force");
	finding_related(f, x->span, "%s",
		x->implicit ? "when this fails, the handler runs" : "an end of the script");
	finding_related(f, a->span, "%.*s is set only here", STR(fault->text));
	struct str running = running_text(c, p, x);
	if (running.n)
		finding_note(f, "the rest of the handler is skipped, and %.*s goes on",
			STR(running));
	finding_help(f, "set %.*s= before the trap, or read it as ${%.*s:-}",
		STR(fault->text), STR(fault->text));
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct shell_trace *t = p->launch->trace;
	for (size_t i = 0; i < t->faults.n; i++)
		if (t->faults.v[i]->exit && t->faults.v[i]->kind == FAULT_UNBOUND)
			judge(c, p, t->faults.v[i]);
}

const struct ixc_rule rule_trap_reads_unset = {
	.id = "trap-reads-unset",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "an EXIT handler reads a variable that is set later than the trap",
	.help = "Under set -u a handler that reads an unset variable ends there: what follows in\n"
		"it is not done, and the script's own exit status is lost. Between the trap\n"
		"command and the assignment every failing command leads to that.\n"
		"\n"
		"The recipe is evaluated, and the handler is run for each of the script's ends\n"
		"with the variables as they are then: commands that fail under set -e, `exit`\n"
		"and the last line. Reported are variables that the script sets later; an\n"
		"assignment of the empty string before the trap is enough to mend it.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
