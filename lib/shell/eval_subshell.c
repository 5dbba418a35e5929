/* Subshells: ( ), $( ), pipelines, background commands. They work on a copy of the state.
 */
#include "shell/eval.h"

#include "base/arena.h"

/* ---- what a subshell leaves behind ---------------------------------------------- */

static void
take_jobs(struct state *s, const struct state *from, bool first)
{
	for (size_t i = 0; i < sizeof s->may.w / sizeof *s->may.w; i++) {
		s->may.w[i] = first ? from->may.w[i] : s->may.w[i] | from->may.w[i];
		s->must.w[i] = first ? from->must.w[i] : s->must.w[i] & from->must.w[i];
	}
}

static void
take(struct eval *e, struct state *s, struct state *from, bool first, bool capture,
	struct outcome *o)
{
	if (capture) {
		const struct value *out = io_pop(e, from);
		o->output = first ? out : value_either(e->arena, o->output, out);
	}
	o->status = first || o->status == from->status ? from->status : STATUS_UNKNOWN;
	take_jobs(s, from, first);
	s->files = first ? from->files : files_join(e, s->files, from->files);
	s->facts = first ? from->facts : facts_common(s->facts, from->facts);
	s->io = first ? from->io : io_join(e, s->io, from->io);
}

static void
run_exit_handlers(struct eval *e, struct states *set)
{
	struct states done = {0};
	for (size_t i = 0; i < set->n; i++) {
		struct states one = {0};
		vec_push(e->arena, &one, set->v[i]);
		if (set->v[i]->trap[TRAP_EXIT])
			trap_run(e, set->v[i]->trap[TRAP_EXIT], &one);
		states_move(e, &one, &done);
	}
	set->n = 0;
	states_move(e, &done, set);
}

struct outcome
eval_in_subshell(struct eval *e, struct state *s, subshell_fn *fn, const void *what,
	bool capture, const struct value *in)
{
	struct states set = {0};
	struct frame frame = {.kind = FRAME_SHELL};
	struct state *copy = eval_copy(e, s);
	for (size_t i = 0; i < TRAP_COUNT; i++)
		copy->trap[i] = NULL;
	if (capture || in)
		io_push(e, copy, in, capture);
	vec_push(e->arena, &set, copy);
	eval_push_frame(e, &frame, &set);
	e->subshell++;
	fn(e, what, &set);
	eval_pop_frame(e, &frame);
	for (size_t i = 0; i < frame.left.n; i++)
		io_unwind(e, frame.left.v[i], frame.io_depth);
	states_move(e, &frame.left, &set);
	run_exit_handlers(e, &set);
	e->subshell--;
	struct outcome o = {.status = STATUS_UNKNOWN, .output = &value_empty};
	for (size_t i = 0; i < set.n; i++) {
		if (in && !capture)
			io_pop(e, set.v[i]);
		take(e, s, set.v[i], i == 0, capture, &o);
	}
	return o;
}

/* ---- ( ) ------------------------------------------------------------------------ */

static void
run_list(struct eval *e, const void *what, struct states *set)
{
	eval_list(e, what, set);
}

static void
run_command(struct eval *e, const void *what, struct states *set)
{
	eval_command(e, what, set);
}

void
eval_subshell(struct eval *e, const struct shell_command *c, struct states *set)
{
	for (size_t i = 0; i < set->n; i++) {
		struct outcome o =
			eval_in_subshell(e, set->v[i], run_list, c->list, false, NULL);
		eval_status(set->v[i], o.status);
	}
	eval_errexit(e, set, c->span);
}

/* ---- pipelines ------------------------------------------------------------------ */

/* `| tee FILE`: what the stages before it print is in that file. */
static const struct value *
tee_path(struct eval *e, struct state *s, const struct shell_stages *stages, size_t next)
{
	if (next >= stages->n || stages->v[next].command->kind != SHELL_SIMPLE)
		return NULL;
	const struct shell_words *words = &stages->v[next].command->simple.words;
	struct str text;
	if (words->n < 2 || !words->v[0]->is_static ||
		!str_eq(words->v[0]->value, S("tee")))
		return NULL;
	for (size_t i = 1; i < words->n; i++) {
		struct state *copy = eval_copy(e, s);
		const struct value *v = expand_one(e, copy, words->v[i]);
		if (!value_known(v, &text) || text.n == 0 || text.p[0] != '-')
			return v;
	}
	return NULL;
}

static int
pipe_status(const struct state *s, const int *status, size_t n)
{
	if (!(s->options & OPTION_PIPEFAIL))
		return status[n - 1];
	int last = 0;
	for (size_t i = 0; i < n; i++) {
		if (status[i] == STATUS_UNKNOWN)
			return STATUS_UNKNOWN;
		last = status[i] ? status[i] : last;
	}
	return last;
}

static void
set_pipe_status(
	struct eval *e, struct state *s, const int *status, size_t n, struct span span)
{
	s->pipe_status = (struct fields){0};
	for (size_t i = 0; i < n; i++) {
		struct field f = {.span = span};
		f.value = status[i] == STATUS_UNKNOWN
				  ? value_unknown(e->arena, span, HOLE_NATURAL,
					    S("status of a command"))
				  : value_text(
					    e->arena, str_fmt(e->arena, "%d", status[i]));
		vec_push(e->arena, &s->pipe_status, f);
	}
}

static void
pipe_one(struct eval *e, struct state *s, const struct shell_command *c)
{
	const struct shell_stages *stages = &c->pipeline.stages;
	int *status = NEW_ARRAY(e->arena, int, stages->n);
	const struct value *data = NULL, *outer = e->tee;
	bool piped = e->piped;
	for (size_t i = 0; i < stages->n; i++) {
		bool last = i + 1 == stages->n;
		e->piped = piped || !last;
		e->tee = last ? outer : tee_path(e, s, stages, i + 1);
		struct outcome o = eval_in_subshell(
			e, s, run_command, stages->v[i].command, !last, data);
		status[i] = o.status;
		data = o.output;
	}
	e->piped = piped;
	e->tee = outer;
	set_pipe_status(e, s, status, stages->n, c->span);
	eval_status(s, pipe_status(s, status, stages->n));
}

void
eval_pipeline(struct eval *e, const struct shell_command *c, struct states *set)
{
	const struct shell_pipeline *p = &c->pipeline;
	e->quiet += p->negated;
	if (p->stages.n == 1)
		eval_command(e, p->stages.v[0].command, set);
	for (size_t i = 0; p->stages.n > 1 && i < set->n; i++)
		pipe_one(e, set->v[i], c);
	e->quiet -= p->negated;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		if (p->stages.n == 0)
			eval_status(s, 0);
		if (p->negated && s->status != STATUS_UNKNOWN)
			eval_status(s, !s->status);
	}
	if (!p->negated && p->stages.n > 1)
		eval_errexit(e, set, c->span);
}

/* ---- & -------------------------------------------------------------------------- */

void
eval_background(struct eval *e, const struct shell_item *item, struct states *set)
{
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		unsigned outer = e->job, job = job_new(e, item);
		e->job = job;
		e->quiet++;
		eval_in_subshell(e, s, run_command, item->command, false, NULL);
		e->quiet--;
		e->job = outer;
		if (job) {
			jobset_put(&s->may, job, true);
			jobset_put(&s->must, job, true);
		}
		s->last_job = job;
		eval_status(s, 0);
	}
}
