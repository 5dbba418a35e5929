/* Input, output and redirections. */
#include "shell/eval.h"

#include "base/arena.h"

static struct io *
io_copy(struct eval *e, const struct io *from)
{
	struct io *io = NEW(e->arena, struct io);
	*io = *from;
	return io;
}

const struct io *
io_first(struct eval *e)
{
	struct io *io = NEW(e->arena, struct io);
	io->out = io->err = NEW(e->arena, struct sink);
	return io;
}

static struct sink *
sink_new(struct eval *e, enum sink_kind kind, unsigned depth)
{
	struct sink *k = NEW(e->arena, struct sink);
	*k = (struct sink){.kind = kind, .depth = depth};
	return k;
}

static struct io *
push(struct eval *e, struct state *s)
{
	struct io *io = io_copy(e, s->io);
	io->up = s->io;
	io->depth = s->io->depth + 1;
	io->written = NULL;
	s->io = io;
	return io;
}

void
io_push(struct eval *e, struct state *s, const struct value *in, bool capture)
{
	struct io *io = push(e, s);
	if (in) {
		io->in = in;
		io->in_depth = io->depth;
	}
	if (capture) {
		struct sink *k = sink_new(e, SINK_CAPTURE, io->depth);
		k->collects = true;
		io->out = k;
	}
}

/* ---- what was written ----------------------------------------------------------- */

const struct value *
io_output(struct eval *e, const struct output *o)
{
	if (!o)
		return &value_empty;
	if (!o->up)
		return o->text;
	size_t n = 0;
	for (const struct output *k = o; k; k = k->up)
		n++;
	const struct value **v = NEW_ARRAY(e->arena, const struct value *, n);
	for (const struct output *k = o; k; k = k->up)
		v[--n] = k->text;
	struct value_builder b = value_build(e->arena);
	for (const struct output *k = o; k; k = k->up)
		value_add(&b, v[n++]);
	return value_done(&b);
}

/* The stack with another io at one depth. */
static const struct io *
replaced(struct eval *e, const struct io *top, unsigned depth, const struct io *with)
{
	if (top->depth == depth)
		return with;
	struct io *io = io_copy(e, top);
	io->up = replaced(e, top->up, depth, with);
	return io;
}

static const struct io *
at_depth(const struct io *io, unsigned depth)
{
	while (io && io->depth != depth)
		io = io->up;
	return io;
}

static const struct output *
output_new(struct eval *e, const struct output *up, const struct value *text)
{
	struct output *o = NEW(e->arena, struct output);
	*o = (struct output){up, text, (up ? up->hash : 0) * 31 + value_hash(text) + 1};
	return o;
}

void
io_emit(struct eval *e, struct state *s, const struct value *text)
{
	const struct sink *k = s->io->out;
	const struct io *at = k->collects ? at_depth(s->io, k->depth) : NULL;
	if (!at || text->n == 0)
		return;
	struct io *io = io_copy(e, at);
	io->written = output_new(e, at->written, text);
	s->io = replaced(e, s->io, k->depth, io);
}

static void
finish_file(struct eval *e, struct state *s, const struct io *io, const struct sink *k)
{
	if (k->kind != SINK_FILE || k->depth != io->depth)
		return;
	const struct value *text =
		k->collects ? io_output(e, io->written)
			    : value_unknown(e->arena, (struct span){0}, 0, S("messages"));
	file_write(e, s, k->path, text, k->append);
}

const struct value *
io_pop(struct eval *e, struct state *s)
{
	const struct io *io = s->io;
	s->io = io->up;
	finish_file(e, s, io, io->out);
	if (io->err != io->out)
		finish_file(e, s, io, io->err);
	return io_output(e, io->written);
}

void
io_unwind(struct eval *e, struct state *s, unsigned depth)
{
	while (s->io->depth > depth)
		io_pop(e, s);
}

/* What is left to read; reading takes it from the io that has it. */
const struct value *
io_input(struct eval *e, struct state *s)
{
	const struct io *at = at_depth(s->io, s->io->in_depth);
	(void)e;
	return at ? at->in : NULL;
}

void
io_consume(struct eval *e, struct state *s, const struct value *rest)
{
	const struct io *at = at_depth(s->io, s->io->in_depth);
	if (!at)
		return;
	struct io *io = io_copy(e, at);
	io->in = rest;
	s->io = replaced(e, s->io, io->depth, io);
}

const struct io *
io_join(struct eval *e, const struct io *x, const struct io *y)
{
	if (x == y || !x || !y)
		return x;
	struct io *io = io_copy(e, x);
	io->up = io_join(e, x->up, y->up);
	if (!io->in || !y->in || !value_equal(io->in, y->in))
		io->in = NULL;
	if (x->written == y->written)
		return io;
	io->written = output_new(e, NULL,
		value_either(e->arena, io_output(e, x->written), io_output(e, y->written)));
	return io;
}

/* ---- redirections --------------------------------------------------------------- */

static void
run_list(struct eval *e, const void *what, struct states *set)
{
	eval_list(e, what, set);
}

static const struct shell_part *
process_of(const struct shell_word *w)
{
	if (w->parts.n != 1 || w->parts.v[0].kind != PART_PROCESS_SUB)
		return NULL;
	return &w->parts.v[0];
}

static bool
read_from(struct eval *e, struct state *s, struct io *io, const struct shell_redirect *r)
{
	const struct shell_part *process = process_of(r->target);
	io->in_depth = io->depth;
	io->in = NULL;
	if (process) {
		struct outcome o =
			eval_in_subshell(e, s, run_list, process->list, true, NULL);
		io->in = o.output;
		return true;
	}
	const struct value *path = expand_one(e, s, r->target);
	struct file_info f = file_look(e, s, path);
	io->in = f.text;
	return f.kind != FILE_ABSENT && f.kind != FILE_FOLDER;
}

static struct sink *
sink_for(struct eval *e, struct state *s, const struct io *io,
	const struct shell_redirect *r)
{
	const struct shell_part *process = process_of(r->target);
	if (process) {
		eval_in_subshell(e, s, run_list, process->list, false, NULL);
		return sink_new(e, SINK_TERMINAL, io->depth);
	}
	const struct value *path = expand_one(e, s, r->target);
	if (value_is(path, S("/dev/null")))
		return sink_new(e, SINK_NULL, io->depth);
	if (value_is(path, S("/dev/stderr")))
		return io->err;
	if (value_is(path, S("/dev/stdout")))
		return io->out;
	if (str_starts(value_prefix(path), S("/dev/")))
		return sink_new(e, SINK_TERMINAL, io->depth);
	struct sink *k = sink_new(e, SINK_FILE, io->depth);
	k->path = path;
	k->append = r->op == REDIR_APPEND || r->op == REDIR_BOTH_APPEND;
	return k;
}

static void
attach(struct io *io, int fd, struct sink *k)
{
	if (fd == 1)
		io->out = k;
	if (fd == 2)
		io->err = k;
}

static struct sink *
collecting(struct io *io, struct sink *k)
{
	k->collects |= k->kind == SINK_FILE && k->depth == io->depth;
	return k;
}

static void
duplicate(struct eval *e, struct state *s, struct io *io, const struct shell_redirect *r)
{
	const struct value *target = expand_one(e, s, r->target);
	struct sink *k = NULL;
	if (value_is(target, S("1")))
		k = io->out;
	else if (value_is(target, S("2")))
		k = io->err;
	else if (value_is(target, S("-")))
		k = sink_new(e, SINK_NULL, io->depth);
	struct str text;
	if (!k && value_known(target, &text) && !str_all_digits(str_slice(text, 0, 1))) {
		k = collecting(io, sink_for(e, s, io, r));
		io->err = r->has_fd ? io->err : k;
	}
	attach(io, r->fd, k ? k : sink_new(e, SINK_TERMINAL, io->depth));
}

static bool
redirect_one(
	struct eval *e, struct state *s, struct io *io, const struct shell_redirect *r)
{
	struct sink *k;
	switch (r->op) {
	case REDIR_READ:
	case REDIR_READ_WRITE:
		return r->fd != 0 || read_from(e, s, io, r);
	case REDIR_HEREDOC:
	case REDIR_HEREDOC_TABS:
	case REDIR_HERESTRING:
		if (r->fd != 0)
			return true;
		io->in_depth = io->depth;
		io->in = expand_one(e, s, r->heredoc ? r->heredoc->word : r->target);
		if (!r->heredoc)
			io->in = value_concat(
				e->arena, io->in, value_text(e->arena, S("\n")));
		return true;
	case REDIR_WRITE:
	case REDIR_APPEND:
	case REDIR_CLOBBER:
		k = sink_for(e, s, io, r);
		attach(io, r->fd, r->fd == 1 ? collecting(io, k) : k);
		return true;
	case REDIR_BOTH:
	case REDIR_BOTH_APPEND:
		io->out = io->err = collecting(io, sink_for(e, s, io, r));
		return true;
	case REDIR_DUP_OUT:
		duplicate(e, s, io, r);
		return true;
	case REDIR_DUP_IN:
		return true;
	}
	return true;
}

/* Words of redirections are expanded in the state as it is, so the new io is put on top
 * of whatever they left. */
bool
io_redirect(struct eval *e, struct state *s, const struct shell_redirects *r)
{
	struct io *io = push(e, s);
	bool good = true;
	for (size_t i = 0; i < r->n && !s->exit; i++) {
		s->io = io->up;
		good &= redirect_one(e, s, io, r->v[i]);
		io->up = s->io;
		s->io = io;
	}
	return good;
}

/* exec > file: what is written from now on is in a file that nobody closes. */
void
io_make_permanent(struct eval *e, struct state *s)
{
	const struct io *below = s->io->up;
	struct io *io = io_copy(e, s->io);
	if (io->in_depth == io->depth)
		io->in_depth = below->depth;
	io->up = below->up;
	io->depth = below->depth;
	io->written = below->written;
	s->io = io;
}
