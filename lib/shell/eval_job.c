/* Background jobs and their PIDs, traps, and the ends of the script. */
#include "shell/eval.h"

#include "base/arena.h"

#include <string.h>

enum { REPLACED_MAX = 8 };

/* ---- jobs ----------------------------------------------------------------------- */

static bool
is_wrapped(enum shell_kind kind)
{
	return kind != SHELL_SIMPLE && kind != SHELL_PIPELINE;
}

unsigned
job_new(struct eval *e, const struct shell_item *item)
{
	struct shell_jobs *jobs = &e->trace->jobs;
	size_t context = eval_context(e, item->command, 0);
	for (size_t i = 0; i < jobs->n; i++)
		if (jobs->v[i]->command == item->command &&
			jobs->v[i]->context == context)
			return (unsigned)i + 1;
	if (jobs->n >= JOBS_MAX) {
		eval_gap(e, GAP_LIMIT, item->span,
			S("more background jobs than are followed"));
		return 0;
	}
	struct shell_job *j = NEW(e->arena, struct shell_job);
	*j = (struct shell_job){.command = item->command,
		.span = item->command->span,
		.context = context,
		.outer = e->job,
		.is_pipeline = item->command->kind == SHELL_PIPELINE,
		.is_wrapped = is_wrapped(item->command->kind)};
	vec_push(e->arena, jobs, j);
	return (unsigned)jobs->n;
}

const struct value *
job_pid(struct eval *e, unsigned job)
{
	const struct shell_job *j = e->trace->jobs.v[job - 1];
	struct hole *h = NEW(e->arena, struct hole);
	*h = (struct hole){.span = j->span, .flags = HOLE_NATURAL, .job = job};
	h->why = S("PID of a background command");
	return value_hole(e->arena, h);
}

void
job_received(struct eval *e, symbol id, const struct value *v, struct span span)
{
	const struct hole *pid = value_pid(v);
	if (!pid || pid->job > e->trace->jobs.n)
		return;
	struct shell_job *j = e->trace->jobs.v[pid->job - 1];
	if (j->pid_span.file)
		return;
	j->pid_variable = id;
	j->pid_span = span;
}

/* ---- traps ---------------------------------------------------------------------- */

/* The handler leaves by exit or at its end: either way the states are there afterwards.
 */
void
trap_run(struct eval *e, const struct trap *t, struct states *set)
{
	struct str text;
	if (!value_known(t->text, &text)) {
		eval_gap(e, GAP_CONSTRUCT, t->span, S("a trap with an unknown handler"));
		for (size_t i = 0; i < set->n; i++)
			set->v[i]->must = (struct jobset){0};
		memset(&e->stopped, 0xff, sizeof e->stopped); /* nobody knows */
		return;
	}
	struct frame frame = {.kind = FRAME_SHELL};
	bool in_handler = e->in_handler;
	e->in_handler = true;
	for (size_t i = 0; i < set->n; i++)
		set->v[i]->trap[TRAP_EXIT] = NULL;
	eval_push_frame(e, &frame, set);
	e->quiet++;
	eval_text(e, text, t->span, set);
	e->quiet--;
	eval_pop_frame(e, &frame);
	states_move(e, &frame.left, set);
	e->in_handler = in_handler;
}

/* ---- what a handler stops ------------------------------------------------------- */

/* What a handler stops follows from the jobs and from the variables with their PIDs; NULL
 * for one that is not set. */
static struct values
pid_values(struct eval *e, const struct state *s)
{
	struct values list = {0};
	for (size_t i = 0; i < e->trace->jobs.n; i++) {
		const struct shell_job *j = e->trace->jobs.v[i];
		const struct variable *v =
			j->pid_span.file ? state_variable(s, j->pid_variable) : NULL;
		const struct value *all =
			v && v->set != TRI_NO ? variable_scalar(v) : NULL;
		for (size_t k = 1; all && k < v->elements.n; k++)
			all = value_concat(
				e->arena, all, elements_at(&v->elements, k)->value);
		vec_push(e->arena, &list, all);
	}
	return list;
}

static bool
same_pid(const struct value *x, const struct value *y)
{
	return x == y || (x && y && value_equal(x, y));
}

static bool
same_handling(const struct handled *h, const struct trap *t, const struct state *s,
	const struct values *pids)
{
	if (!value_equal(h->text, t->text) || !jobset_equal(&h->may, &s->may) ||
		!jobset_equal(&h->must, &s->must) || h->pids.n != pids->n ||
		h->functions != s->functions)
		return false;
	for (size_t i = 0; i < pids->n; i++)
		if (!same_pid(h->pids.v[i], pids->v[i]))
			return false;
	return true;
}

static struct jobset
run_handler(struct eval *e, struct state *s, const struct trap *t)
{
	struct states set = {0};
	struct state *copy = eval_copy(e, s);
	struct jobset before = e->stopped;
	copy->exit = EXIT_NOT;
	vec_push(e->arena, &set, copy);
	e->stopped = (struct jobset){0};
	trap_run(e, t, &set);
	struct jobset stopped = e->stopped;
	e->stopped = before;
	return stopped;
}

static struct jobset
stopped_by(struct eval *e, struct state *s, const struct trap *t)
{
	struct values pids = pid_values(e, s);
	for (size_t i = 0; i < e->handled.n; i++)
		if (same_handling(e->handled.v[i], t, s, &pids))
			return e->handled.v[i]->stopped;
	struct handled *h = NEW(e->arena, struct handled);
	*h = (struct handled){.text = t->text,
		.may = s->may,
		.must = s->must,
		.pids = pids,
		.functions = s->functions};
	h->stopped = run_handler(e, s, t);
	vec_push(e->arena, &e->handled, h);
	return h->stopped;
}

/* ---- trap ----------------------------------------------------------------------- */

/* What would the handler miss if it were entered at once? */
static void
rehearse(struct eval *e, struct state *s, const struct trap *t)
{
	struct shell_exit *x = NEW(e->arena, struct shell_exit);
	*x = (struct shell_exit){.why = EXIT_NOT, .span = t->span, .trap = t};
	e->exit = x;
	e->rehearsing = true;
	run_handler(e, s, t);
	e->rehearsing = false;
	e->exit = NULL;
}

static void
note_trap(struct eval *e, const struct state *s, enum trap_signal signal,
	const struct value *text, struct span span)
{
	struct shell_trap *note = NEW(e->arena, struct shell_trap);
	*note = (struct shell_trap){.signal = signal,
		.text = text,
		.span = span,
		.replaced = s->trap[signal],
		.in_handler = e->in_handler,
		.in_subshell = e->subshell > 0,
		.within = s->within};
	vec_push(e->arena, &e->trace->traps, note);
}

void
trap_set(struct eval *e, struct state *s, enum trap_signal signal,
	const struct value *text, struct span span)
{
	if (!e->rehearsing)
		note_trap(e, s, signal, text, span);
	if (!text) {
		s->trap[signal] = NULL;
		return;
	}
	struct trap *t = NEW(e->arena, struct trap);
	*t = (struct trap){text, span, s->trap[signal], s->within};
	s->trap[signal] = t;
	if (signal == TRAP_EXIT && !e->subshell && !e->in_handler &&
		s->options & OPTION_NOUNSET)
		rehearse(e, s, t);
}

/* ---- the end -------------------------------------------------------------------- */

static bool
same_trap(const struct trap *x, const struct trap *y)
{
	return x == y ||
	       (x && y && x->span.file == y->span.file &&
		       x->span.begin == y->span.begin && value_equal(x->text, y->text));
}

/* Implicit ends between which nothing changed are one. */
static bool
note_again(struct eval *e, const struct state *s, bool implicit, struct span span)
{
	struct shell_exits *exits = &e->trace->exits;
	for (size_t i = exits->n; i-- > 0;) {
		struct shell_exit *x = exits->v[i];
		if (x->implicit != implicit || !same_trap(x->trap, s->trap[TRAP_EXIT]) ||
			!jobset_equal(&x->running, &s->may))
			continue;
		bool same =
			implicit || (x->why == s->exit && x->span.begin == span.begin &&
					    x->span.file == span.file);
		if (same) {
			x->times++;
			return true;
		}
	}
	return false;
}

/* What the handlers of an exit do about the jobs that still run. */
static void
note_handling(struct eval *e, struct state *s, struct shell_exit *x)
{
	x->left = s->may;
	if (s->exit == EXIT_EXEC || !x->trap)
		return;
	e->exit = x;
	x->left = jobset_without(x->left, stopped_by(e, s, x->trap));
	e->exit = NULL;
	const struct trap *t = x->trap->replaced;
	for (unsigned n = 0; t && n < REPLACED_MAX && !jobset_is_empty(&x->left); n++) {
		struct jobset missed = jobset_without(x->left, stopped_by(e, s, t));
		if (!jobset_equal(&missed, &x->left)) {
			x->lost = jobset_without(x->left, missed);
			x->stopper = t;
			return;
		}
		t = t->replaced;
	}
}

void
trace_exit(struct eval *e, struct state *s, bool implicit, struct span span)
{
	if (e->subshell || e->in_handler || note_again(e, s, implicit, span))
		return;
	struct shell_exit *x = NEW(e->arena, struct shell_exit);
	*x = (struct shell_exit){.why = implicit ? EXIT_ERREXIT : s->exit,
		.span = span,
		.site = implicit ? eval_site(e, span) : s->exit_site,
		.times = 1,
		.implicit = implicit,
		.trap = s->trap[TRAP_EXIT],
		.running = s->may,
		.within = s->within,
		.assumed = s->assumed,
		.status = s->status};
	vec_push(e->arena, &e->trace->exits, x);
	note_handling(e, s, x);
}
