/* Walks a plan and looks at spans, values and numbers of jobs. */
#include "trace_check.h"

#include "base/limits.h"

enum { VARIABLES_LOOKED_AT = 100 }; /* launches; all of a loop's take too long */

struct check {
	const struct sources *sources;
	const struct shell_trace *trace;
	const char *why; /* the first fault */
	unsigned depth;
};

static void
must(struct check *c, bool holds, const char *why)
{
	if (!holds && !c->why)
		c->why = why;
}

/* File 0 is no place. */
static void
span(struct check *c, struct span sp)
{
	must(c, sp.file <= c->sources->n, "a span of a file that there is not");
	if (!sp.file || c->why)
		return;
	const struct source *s = sources_get(c->sources, sp.file);
	must(c, sp.begin <= sp.end && sp.end <= s->bytes.n, "a span outside of its text");
}

static void value(struct check *c, const struct value *v);

static void
piece(struct check *c, const struct value *v, size_t i)
{
	const struct piece *p = &v->v[i];
	switch (p->kind) {
	case PIECE_TEXT:
		must(c, p->text.n, "an empty text");
		must(c, p->text.n <= LIMIT_SHELL_STRING_BYTES, "a text over the limit");
		must(c, !i || p[-1].kind != PIECE_TEXT, "two texts side by side");
		break;
	case PIECE_HOLE:
		must(c, p->hole && p->hole->why.n, "a hole without a reason");
		if (c->why)
			return;
		span(c, p->hole->span);
		must(c, p->hole->job <= c->trace->jobs.n, "a PID of no job");
		break;
	case PIECE_CHOICE:
		must(c, p->choice.n >= 2 && p->choice.n <= VALUE_CHOICES_MAX,
			"a choice of too few or too many");
		for (size_t k = 0; k < p->choice.n && c->depth < 100; k++) {
			c->depth++;
			value(c, p->choice.v[k]);
			c->depth--;
		}
		break;
	}
}

static void
value(struct check *c, const struct value *v)
{
	must(c, v, "a value is missing");
	for (size_t i = 0; !c->why && i < v->n; i++)
		piece(c, v, i);
}

static void
maybe_value(struct check *c, const struct value *v)
{
	if (v)
		value(c, v);
}

static void
conditions(struct check *c, const struct condition *k)
{
	size_t n = 0;
	for (; k && !c->why; k = k->up) {
		span(c, k->span);
		span(c, k->pattern);
		must(c, ++n < 100000, "conditions without an end");
	}
}

static void
settings(struct check *c, const struct shell_settings *s)
{
	for (size_t i = 0; i < s->n; i++) {
		must(c, s->v[i].name.n, "a variable without a name");
		maybe_value(c, s->v[i].value);
	}
}

static void
variables(struct check *c, const struct shell_launch *l)
{
	for (symbol id = 0; id < c->trace->session->names.n && !c->why; id++) {
		const struct variable *v = launch_variable(l, id);
		if (v && v->kind == VARIABLE_SCALAR)
			maybe_value(c, v->value);
		for (size_t i = 0; v && i < v->elements.n; i++)
			value(c, elements_at(&v->elements, i)->value);
	}
}

static void
launch(struct check *c, const struct shell_launch *l)
{
	must(c, l->argv.n, "a command without a name");
	must(c, l->job <= c->trace->jobs.n, "a command of no job");
	must(c, l->cwd, "a command in no folder");
	for (size_t i = 0; i < l->argv.n && !c->why; i++) {
		value(c, l->argv.v[i].value);
		span(c, l->argv.v[i].span);
	}
	if (c->why)
		return;
	span(c, l->span);
	settings(c, &l->assigned);
	maybe_value(c, l->cwd);
	maybe_value(c, l->out_path);
	maybe_value(c, l->err_path);
	conditions(c, l->within);
	conditions(c, l->assumed);
	for (const struct file_change *f = l->files; f && !c->why; f = f->up) {
		value(c, f->path);
		maybe_value(c, f->text);
	}
}

static void
jobset(struct check *c, const struct jobset *j)
{
	for (unsigned i = (unsigned)c->trace->jobs.n + 1; i < JOBS_MAX; i++)
		must(c, !jobset_has(j, i), "a job that there is not may run");
}

static void
rest_of_trace(struct check *c)
{
	const struct shell_trace *t = c->trace;
	for (size_t i = 0; i < t->jobs.n; i++) {
		span(c, t->jobs.v[i]->span);
		span(c, t->jobs.v[i]->pid_span);
		must(c, t->jobs.v[i]->outer <= t->jobs.n, "a part of no job");
	}
	for (size_t i = 0; i < t->exits.n; i++) {
		span(c, t->exits.v[i]->span);
		jobset(c, &t->exits.v[i]->running);
		jobset(c, &t->exits.v[i]->left);
		conditions(c, t->exits.v[i]->within);
		conditions(c, t->exits.v[i]->assumed);
	}
	for (size_t i = 0; i < t->traps.n; i++) {
		span(c, t->traps.v[i]->span);
		maybe_value(c, t->traps.v[i]->text);
	}
	for (size_t i = 0; i < t->faults.n; i++)
		span(c, t->faults.v[i]->span);
	for (size_t i = 0; i < t->assignments.n; i++)
		span(c, t->assignments.v[i]->span);
	for (size_t i = 0; i < t->gaps.n; i++) {
		span(c, t->gaps.v[i].span);
		must(c, t->gaps.v[i].reason.n, "a gap without a reason");
	}
	must(c, !t->incomplete || t->gaps.n, "incomplete, and no gap says so");
}

const char *
trace_check(const struct sources *sources, const struct launch_plan *p)
{
	struct check c = {.sources = sources, .trace = p->trace};
	for (size_t i = 0; i < p->trace->launches.n && !c.why; i++) {
		launch(&c, p->trace->launches.v[i]);
		if (i < VARIABLES_LOOKED_AT)
			variables(&c, p->trace->launches.v[i]);
	}
	if (!c.why)
		rest_of_trace(&c);
	return c.why;
}
