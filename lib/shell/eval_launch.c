/* Commands that are launched: noted with all that is known of them. */
#include "shell/eval.h"

#include "base/arena.h"

#include <stdlib.h>

/* What is known of a program that prints something or leaves something behind. Sorted. */
static const struct program {
	const char *name;
	unsigned output; /* hole flags */
	bool harmless;   /* it changes no file that a script asks for */
	bool edits;      /* it may change the files among its words */
} programs[] = {
	{"amd-smi", 0, true, false},
	{"date", HOLE_FILLED | HOLE_NO_LINES, true, false},
	{"df", 0, true, false},
	{"find", 0, true, false},
	{"free", 0, true, false},
	{"getconf", HOLE_FILLED | HOLE_NO_LINES, true, false},
	{"hostname", HOLE_FILLED | HOLE_NO_LINES, true, false},
	{"id", HOLE_FILLED | HOLE_NO_LINES, true, false},
	{"ls", 0, true, false},
	{"lsof", 0, true, false},
	{"mktemp", HOLE_WORD, false, false},
	{"nproc", HOLE_NATURAL, true, false},
	{"nvidia-smi", 0, true, false},
	{"patch", 0, false, true},
	{"perl", 0, false, true},
	{"pgrep", 0, true, false},
	{"ps", 0, true, false},
	{"python", 0, false, true},
	{"python3", 0, false, true},
	{"readlink", HOLE_NO_LINES, true, false},
	{"realpath", HOLE_NO_LINES, true, false},
	{"rocm-smi", 0, true, false},
	{"sed", 0, false, true},
	{"sleep", 0, true, false},
	{"squeue", 0, true, false},
	{"stat", HOLE_FILLED, true, false},
	{"uname", HOLE_FILLED | HOLE_NO_LINES, true, false},
	{"wc", HOLE_NO_LINES | HOLE_FILLED, true, false},
	{"which", 0, true, false},
	{"whoami", HOLE_WORD, true, false},
	{"yq", 0, false, true},
};

static int
by_name(const void *key, const void *row)
{
	return str_cmpz(*(const struct str *)key, ((const struct program *)row)->name);
}

static struct str
base_name(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	return slash == path.n ? path : str_slice(path, slash + 1, path.n);
}

static const struct program *
program_of(const struct invocation *call)
{
	struct str name = base_name(value_suffix(call->argv.v[0].value));
	return bsearch(&name, programs, sizeof programs / sizeof *programs,
		sizeof *programs, by_name);
}

/* ---- the note ------------------------------------------------------------------- */

static bool
same_words(const struct fields *x, const struct fields *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!value_equal(x->v[i].value, y->v[i].value))
			return false;
	return true;
}

static bool
same_settings(const struct shell_settings *x, const struct shell_settings *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!value_equal(x->v[i].value, y->v[i].value))
			return false;
	return true;
}

static bool
same_path(const struct value *x, const struct value *y)
{
	return x == y || (x && y && value_equal(x, y));
}

static const struct condition *
common(const struct condition *a, const struct condition *b)
{
	while (a != b) {
		if (!a || (b && b->depth > a->depth))
			b = b->up;
		else
			a = a->up;
	}
	return a;
}

/* Launches of one statement in one context: few, of many. */
struct noted {
	const struct noted *before;
	struct shell_launch *launch;
};

struct noted_key {
	const struct shell_command *command;
	size_t context, job, in_handler;
};

static struct noted_key
key_of(const struct shell_launch *l)
{
	return (struct noted_key){l->command, l->context, l->job, l->in_handler};
}

static struct shell_launch *
noted_before(struct eval *e, const struct shell_launch *l)
{
	struct noted_key key = key_of(l);
	const struct noted *n =
		map_get(&e->launched, (struct str){(const char *)&key, sizeof key});
	for (; n; n = n->before) {
		struct shell_launch *x = n->launch;
		if (same_words(&x->argv, &l->argv) &&
			same_settings(&x->assigned, &l->assigned) &&
			same_path(x->out_path, l->out_path) &&
			same_path(x->err_path, l->err_path))
			return x;
	}
	return NULL;
}

static void
note(struct eval *e, struct shell_launch *l)
{
	struct noted_key *key = NEW(e->arena, struct noted_key);
	struct noted *n = NEW(e->arena, struct noted);
	*key = key_of(l);
	struct str bytes = {(const char *)key, sizeof *key};
	*n = (struct noted){map_get(&e->launched, bytes), l};
	map_put(e->arena, &e->launched, bytes, n);
	vec_push(e->arena, &e->trace->launches, l);
}

static const struct value *
sink_path(const struct sink *k)
{
	return k->kind == SINK_FILE ? k->path : NULL;
}

void
launch_record(
	struct eval *e, struct state *s, const struct invocation *call, bool replaces)
{
	if (e->rehearsing)
		return;
	struct shell_launch l = {.command = call->command,
		.span = call->span,
		.argv = call->argv,
		.assigned = call->assigned,
		.files = s->files,
		.cwd = s->cwd,
		.out_path = sink_path(s->io->out),
		.err_path = sink_path(s->io->err),
		.within = s->within,
		.assumed = s->assumed,
		.job = e->job,
		.piped = e->piped,
		.in_handler = e->in_handler,
		.replaces_shell = replaces,
		.watched = e->quiet > 0,
		.options = s->options,
		.context = e->context,
		.paths = 1};
	if (!l.out_path && e->tee)
		l.out_path = e->tee;
	struct shell_launch *old = noted_before(e, &l);
	if (old) {
		old->paths++;
		old->assumed = common(old->assumed, s->assumed);
		return;
	}
	for (size_t i = 0; i < call->argv.n; i++)
		l.loose |= call->argv.v[i].loose;
	l.slots = slots_copy(e->arena, &s->slots, &e->tokens);
	struct shell_launch *copy = NEW(e->arena, struct shell_launch);
	*copy = l;
	note(e, copy);
}

/* ---- what it does to the state -------------------------------------------------- */

static struct str
output_text(struct eval *e, const struct invocation *call)
{
	struct buf b = buf_new(e->arena, 4096);
	buf_addz(&b, "output of");
	for (size_t i = 0; i < call->argv.n && b.n < 80; i++) {
		buf_addc(&b, ' ');
		buf_add(&b,
			str_slice(value_shown(e->arena, call->argv.v[i].value), 0, 60));
	}
	for (size_t i = 0; i < b.n; i++)
		if (b.p[i] == '\n')
			b.p[i] = ' ';
	return buf_str(&b);
}

/* Output ends in a newline that $( ) takes away; a hole stands for it without. */
static void
emit_output(struct eval *e, struct state *s, const struct invocation *call,
	const struct program *p)
{
	if (s->io->out->kind != SINK_CAPTURE && s->io->out->kind != SINK_FILE)
		return;
	unsigned flags = p ? p->output : 0;
	io_emit(e, s, value_unknown(e->arena, call->span, flags, output_text(e, call)));
}

/* Files that the script made and a program may have changed. */
static void
edit_files(struct eval *e, struct state *s, const struct invocation *call)
{
	for (size_t i = 1; i < call->argv.n; i++) {
		const struct value *path = call->argv.v[i].value;
		const struct value *absolute = file_absolute(e, s, path);
		for (const struct file_change *c = s->files; c; c = c->up) {
			if (!value_equal(c->path, absolute))
				continue;
			if (c->text)
				file_write(e, s, path,
					value_unknown(e->arena, call->span, 0,
						S("what a program changed")),
					false);
			break;
		}
	}
}

void
launch_command(
	struct eval *e, struct state *s, const struct invocation *call, bool replaces)
{
	const struct program *p = program_of(call);
	launch_record(e, s, call, replaces);
	child_follow(e, s, call);
	emit_output(e, s, call, p);
	if (p && p->edits && s->files)
		edit_files(e, s, call);
	bool known = effect_apply(e, s, call);
	for (size_t i = 1; !known && i < call->argv.n; i++)
		file_return(e, s, call->argv.v[i].value);
	if (!known && (!p || !p->harmless))
		s->facts = NULL;
	eval_status(s, STATUS_UNKNOWN);
}
