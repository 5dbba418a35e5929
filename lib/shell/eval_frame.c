/* Where states go that leave the statements around them: break, return, exit. */
#include "shell/eval.h"

#include "base/arena.h"

void
eval_push_frame(struct eval *e, struct frame *f, const struct states *set)
{
	f->up = e->frame;
	f->io_depth = set->n ? set->v[0]->io->depth : 0;
	f->within_depth = set->n && set->v[0]->within ? set->v[0]->within->depth : 0;
	e->frame = f;
}

void
eval_pop_frame(struct eval *e, const struct frame *f)
{
	e->frame = f->up;
}

static void
unwind(struct eval *e, struct state *s, const struct frame *f)
{
	io_unwind(e, s, f->io_depth);
	while (s->within && s->within->depth > f->within_depth)
		s->within = s->within->up;
}

void
eval_break(struct eval *e, struct state *s, int64_t levels, bool again)
{
	struct frame *last = e->frame;
	for (; levels > 1 && last->up && last->up->kind == FRAME_LOOP; levels--)
		last = last->up;
	e->escaped++;
	unwind(e, s, last);
	vec_push(e->arena, again ? &last->again : &last->left, s);
}

bool
eval_in_loop(const struct eval *e)
{
	return e->frame->kind == FRAME_LOOP;
}

/* False: there is nothing to return from. */
bool
eval_return(struct eval *e, struct state *s)
{
	struct frame *f = e->frame;
	while (f && f->kind == FRAME_LOOP)
		f = f->up;
	if (!f || f->kind == FRAME_SHELL)
		return false;
	e->escaped++;
	unwind(e, s, f);
	/* What `local` hid in functions that were left comes back where they end. */
	vec_push(e->arena, &f->left, s);
	return true;
}

struct span
eval_site(const struct eval *e, struct span span)
{
	for (const struct call *c = e->call; c && c->up; c = c->up) {
		if (span.file == e->trace->script_file)
			break;
		span = c->site;
	}
	return span;
}

void
eval_exit(struct eval *e, struct state *s, enum exit_why why, struct span span)
{
	struct frame *f = e->frame;
	while (f->kind != FRAME_SHELL)
		f = f->up;
	e->escaped += f->up != NULL;
	s->exit = why;
	s->exit_span = span;
	s->exit_site = eval_site(e, span);
	vec_push(e->arena, &f->left, s);
}

/* After a command whose failure ends the script under set -e. */
void
eval_errexit(struct eval *e, struct states *set, struct span span)
{
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		bool ends = !e->quiet && s->status && s->options & OPTION_ERREXIT;
		if (ends && s->status != STATUS_UNKNOWN) {
			eval_exit(e, s, EXIT_ERREXIT, span);
			continue;
		}
		if (ends) {
			trace_exit(e, s, true, span);
			eval_status(s, 0);
		}
		set->v[n++] = s;
	}
	set->n = n;
}
