/* trap-reads-unset: a handler that may be entered before its variables are set. */
#include "handlers.h"

static bool
is_name(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' ||
	       (ch >= '0' && ch <= '9');
}

/* The first `NAME=` or `NAME+=` behind an offset of the recipe; no place: none. */
static struct span
assignment_of(const struct shell_trace *t, struct str name, uint32_t from)
{
	const struct source *s = t->scripts.v[0]->source;
	for (size_t at = from; (at = str_find(s->bytes, name, at)) < s->bytes.n;) {
		size_t end = at + name.n;
		size_t sign = end + (end < s->bytes.n && s->bytes.p[end] == '+');
		bool whole = at == 0 ||
			     (!is_name(s->bytes.p[at - 1]) && s->bytes.p[at - 1] != '$' &&
				     s->bytes.p[at - 1] != '{');
		if (whole && sign < s->bytes.n && s->bytes.p[sign] == '=')
			return span_in(s, at, sign + 1);
		at = end;
	}
	return (struct span){0};
}

/* Something is launched between the two, which takes its time. */
static bool
runs_between(const struct case_plan *p, struct span from, struct span to)
{
	const struct shell_trace *t = p->launch->trace;
	for (size_t i = 0; i < t->launches.n; i++) {
		struct span s = t->launches.v[i]->span;
		if (s.file == from.file && from.end <= s.begin && s.end <= to.begin)
			return true;
	}
	return false;
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
relate_end(struct check *c, const struct case_plan *p, struct ixc_finding *f,
	const struct shell_exit *x)
{
	if (x->why == EXIT_NOT) {
		finding_at_most(f, IXC_NOTE);
		finding_note(f,
			"no command that was seen fails in between, but a signal may "
			"come");
		return;
	}
	finding_related(f, x->span, "%s",
		x->implicit ? "when this fails, the handler runs"
			    : "an end of the script");
	struct str running = running_text(c, p, x);
	if (running.n)
		finding_note(f, "the rest of the handler is skipped, and %.*s goes on",
			STR(running));
}

static void
judge(struct check *c, const struct case_plan *p, const struct shell_fault *fault)
{
	const struct shell_exit *x = fault->exit;
	struct span trap = x->trap->span, set = {0};
	set = assignment_of(p->launch->trace, fault->text, trap.end);
	if (trap.file != p->launch->trace->script_file || !set.file)
		return; /* given by the environment, or not: that is another rule's */
	if (x->why == EXIT_NOT && !runs_between(p, trap, set))
		return;
	struct ixc_finding *f = report_plan(c, fault->span,
		"the EXIT handler reads %.*s, which may not be set yet",
		STR(fault->text));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(fault->text));
	finding_label(f, "under set -u the handler ends here");
	finding_related(f, trap, "from here on the handler is in force");
	finding_related(f, set, "%.*s is set only here", STR(fault->text));
	relate_end(c, p, f, x);
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
		"assignment of the empty string before the trap is enough to mend it. Where only\n"
		"a signal could end the script in between it is a note.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
