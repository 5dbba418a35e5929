/* exit-trap-overwritten: a second handler of EXIT takes the place of the first. */
#include "handlers.h"

enum { REPLACED_MAX = 50 };

/* ---- a service that nobody stops any more --------------------------------------- */

struct loss {
	struct check *c;
	const struct case_plan *plan;
	const struct trap *by, *stopper;
	struct jobset jobs;
	const struct shell_exit *end; /* at which they still run */
};

/* All ends with these two handlers, at which a job is lost that goes on by itself. */
static void
add_up(struct loss *l)
{
	const struct shell_trace *t = l->plan->launch->trace;
	struct service s;
	for (size_t i = 0; i < t->exits.n; i++) {
		const struct shell_exit *x = t->exits.v[i];
		if (!x->stopper || x->trap->span.begin != l->by->span.begin ||
			x->stopper->span.begin != l->stopper->span.begin)
			continue;
		for (unsigned k = 1; k <= t->jobs.n; k++)
			if (jobset_has(&x->lost, k) && service_of(l->plan, k, &s)) {
				jobset_put(&l->jobs, k, true);
				if (!l->end || x->why == EXIT_AT_END)
					l->end = x;
			}
	}
}

static struct str
names_text(const struct loss *l)
{
	const struct shell_trace *t = l->plan->launch->trace;
	struct buf b = buf_new(l->c->arena, 400);
	struct service s;
	for (unsigned k = 1; k <= t->jobs.n; k++)
		if (jobset_has(&l->jobs, k) && service_of(l->plan, k, &s))
			buf_addf(&b, "%s%.*s", b.n ? ", " : "", STR(s.name));
	return buf_str(&b);
}

static void
relate_jobs(struct ixc_finding *f, const struct loss *l)
{
	struct service s;
	for (unsigned k = 1; k <= l->plan->launch->trace->jobs.n; k++)
		if (jobset_has(&l->jobs, k) && service_of(l->plan, k, &s))
			finding_related(f, s.place, "%.*s is %s here", STR(s.name),
				s.has_pid ? "set" : "started");
}

static void
relate_branch(struct ixc_finding *f, const struct condition *within)
{
	if (within)
		finding_related(f, within->pattern.file ? within->pattern : within->span,
			"on the path that comes here");
}

static void
help_merge(struct ixc_finding *f, struct arena *a, const struct trap *stopper)
{
	finding_help(f,
		"bash keeps one handler for EXIT: let the later one call %.*s, or do what it "
		"does",
		STR(handler_name(a, stopper->text)));
}

static void
report_loss(const struct loss *l)
{
	struct check *c = l->c;
	struct str names = names_text(l);
	struct ixc_finding *f = report_plan(c, l->by->span,
		"this EXIT handler replaces %.*s, and nothing stops %.*s any more",
		STR(handler_name(c->arena, l->stopper->text)), STR(names));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(names));
	finding_label(f, "stops other services only");
	finding_related(f, l->stopper->span, "the handler that would stop it");
	relate_branch(f, l->by->within);
	relate_jobs(f, l);
	finding_note(f,
		"at the script's end (%s) %.*s still runs, and %.*s does not stop it",
		l->end->why == EXIT_AT_END ? "its last line" : "an early one", STR(names),
		STR(handler_name(c->arena, l->by->text)));
	help_merge(f, c->arena, l->stopper);
}

/* True when there are some. */
static bool
judge_losses(struct check *c, const struct case_plan *p, const struct shell_trap *trap)
{
	const struct shell_trace *t = p->launch->trace;
	for (size_t i = 0; i < t->exits.n; i++) {
		const struct shell_exit *x = t->exits.v[i];
		if (!x->stopper || x->trap->span.begin != trap->span.begin)
			continue;
		struct loss l = {.c = c, .plan = p, .by = x->trap, .stopper = x->stopper};
		add_up(&l);
		if (l.end)
			report_loss(&l);
		return true;
	}
	return false;
}

/* ---- other work that is not done any more --------------------------------------- */

static bool
is_text(const struct value *v)
{
	struct str s;
	return v && value_known(v, &s) && !str_is_blank(s);
}

static bool
is_said(const struct reach *r, struct str line)
{
	for (size_t i = 0; i < r->texts.n; i++)
		if (str_contains(r->texts.v[i], line))
			return true;
	return false;
}

/* Whether the later handler says each line of what the earlier one runs. */
static bool
does_all(const struct reach *later, const struct reach *earlier)
{
	/* The name of a function says nothing that its body does not. */
	for (size_t i = earlier->texts.n > 1; i < earlier->texts.n; i++) {
		struct str rest = earlier->texts.v[i];
		while (rest.n) {
			struct str line = str_trim(str_cut(rest, '\n', &rest));
			if (line.n > 1 && !is_said(later, line))
				return false;
		}
	}
	return true;
}

/* Whether it leaves anything behind. */
static bool
matters(const struct reach *r)
{
	static const char *const commands[] = {"curl", "rm", "cp", "mv", "docker",
		"scancel", "rmdir", "umount", "chmod", "chown", "tar", "cat", "python3",
		"rsync"};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (reach_says(r, str_from(commands[i])))
			return true;
	return false;
}

static void
judge_work(struct check *c, const struct case_plan *p, const struct shell_trap *trap)
{
	const struct shell_trace *t = p->launch->trace;
	const struct trap *earlier = trap->replaced;
	struct reach before = handler_reach(c, t, earlier->text);
	if (reach_stops(&before) || !matters(&before))
		return;
	struct reach after = handler_reach(c, t, trap->text);
	if (does_all(&after, &before))
		return;
	struct ixc_finding *f = report_plan(c, trap->span,
		"this EXIT handler replaces %.*s, which never runs then",
		STR(handler_name(c->arena, earlier->text)));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(handler_name(c->arena, earlier->text)));
	finding_related(f, earlier->span, "the handler that was set before");
	help_merge(f, c->arena, earlier);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct shell_trace *t = p->launch->trace;
	unsigned replaced = 0;
	for (size_t i = 0; i < t->traps.n; i++) {
		const struct shell_trap *trap = t->traps.v[i];
		if (trap->signal != TRAP_EXIT || trap->in_handler || trap->in_subshell ||
			!trap->replaced || !is_text(trap->text) ||
			!is_text(trap->replaced->text) ||
			value_equal(trap->text, trap->replaced->text))
			continue;
		if (++replaced > REPLACED_MAX) {
			not_judged(c, p->of->recipe, "more EXIT handlers than %d",
				REPLACED_MAX);
			return;
		}
		if (!judge_losses(c, p, trap))
			judge_work(c, p, trap);
	}
}

const struct ixc_rule rule_exit_trap_overwritten = {
	.id = "exit-trap-overwritten",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a second EXIT handler takes the place of one that is still needed",
	.help = "bash keeps one handler for EXIT. A second `trap ... EXIT` on the same path\n"
		"replaces the first, and what only that one stopped outlives the script: in a\n"
		"Slurm step such a process can keep the node allocated.\n"
		"\n"
		"The recipe is evaluated: at each of its ends the handler in force is run, and so\n"
		"are those that it replaced. A background service that only a replaced one would\n"
		"stop is a finding; so is other work of it, such as saving metrics or removing\n"
		"files, that the later handler does not do.\n"
		"\n"
		"Not meant are handlers of subshells, `trap - EXIT`, a later handler that calls\n"
		"the earlier one or stops the same services, and handlers of different branches.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
