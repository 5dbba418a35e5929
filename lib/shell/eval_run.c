/* The beginning and the end of an evaluation, its bounds, and what it notes down. */
#include "shell/eval.h"

#include "base/arena.h"

/* ---- notes ---------------------------------------------------------------------- */

void
eval_gap(struct eval *e, enum shell_gap_kind kind, struct span span, struct str why)
{
	struct shell_gaps *gaps = &e->trace->gaps;
	for (size_t i = 0; i < gaps->n; i++)
		if (gaps->v[i].span.file == span.file &&
			gaps->v[i].span.begin == span.begin &&
			str_eq(gaps->v[i].reason, why))
			return;
	struct shell_gap g = {kind, span, why};
	vec_push(e->arena, gaps, g);
}

void
eval_fault(struct eval *e, const struct state *s, enum shell_fault_kind kind,
	struct span span, struct str text)
{
	struct shell_faults *faults = &e->trace->faults;
	for (size_t i = 0; i < faults->n; i++)
		if (faults->v[i]->kind == kind && !faults->v[i]->exit == !e->exit &&
			faults->v[i]->span.file == span.file &&
			faults->v[i]->span.begin == span.begin &&
			str_eq(faults->v[i]->text, text)) {
			/* A real end tells more than a rehearsal. */
			if (e->exit && faults->v[i]->exit->why == EXIT_NOT)
				faults->v[i]->exit = e->exit;
			return;
		}
	struct shell_fault *f = NEW(e->arena, struct shell_fault);
	*f = (struct shell_fault){kind, span, text, s->within, s->assumed, e->exit};
	vec_push(e->arena, faults, f);
}

/* ---- bounds --------------------------------------------------------------------- */

static void
give_up(struct eval *e, struct span span, struct str why)
{
	e->trace->incomplete = true;
	eval_gap(e, GAP_LIMIT, span, why);
}

bool
eval_exhausted(struct eval *e, struct span span)
{
	if (!e->trace->incomplete &&
		e->arena->used_bytes - e->used_bytes > LIMIT_SHELL_EVAL_BYTES)
		give_up(e, span, S("the script takes too much memory"));
	if (!e->trace->incomplete && e->comparisons > LIMIT_SHELL_COMPARISONS)
		give_up(e, span, S("the script has too long lists on too many paths"));
	return e->trace->incomplete;
}

bool
eval_step(struct eval *e, struct span span)
{
	if (eval_exhausted(e, span))
		return false;
	if (++e->trace->steps > LIMIT_SHELL_STEPS)
		give_up(e, span, S("the script takes too many steps"));
	return !e->trace->incomplete;
}

bool
eval_enter(struct eval *e, struct span span)
{
	if (e->depth >= LIMIT_SHELL_DEPTH) {
		eval_gap(e, GAP_LIMIT, span, S("nested too deep"));
		return false;
	}
	e->depth++;
	return true;
}

void
eval_leave(struct eval *e)
{
	e->depth--;
}

size_t
eval_context(struct eval *e, const void *site, uint64_t round)
{
	struct context c = {.up = e->context, .site = site, .round = round};
	struct str key = {(const char *)&c, sizeof c};
	uintptr_t known = (uintptr_t)map_get(&e->context_of, key);
	if (known)
		return known;
	struct context *copy = NEW(e->arena, struct context);
	*copy = c;
	key.p = (const char *)copy;
	e->n_contexts++;
	map_put(e->arena, &e->context_of, key, (void *)(uintptr_t)e->n_contexts);
	return e->n_contexts;
}

/* ---- start ---------------------------------------------------------------------- */

static void
name_symbols(struct eval *e)
{
	struct session *s = e->session;
	e->names.ifs = session_symbol(s, S("IFS"));
	e->names.home = session_symbol(s, S("HOME"));
	e->names.pwd = session_symbol(s, S("PWD"));
	e->names.oldpwd = session_symbol(s, S("OLDPWD"));
	e->names.reply = session_symbol(s, S("REPLY"));
	e->names.path = session_symbol(s, S("PATH"));
	e->names.optind = session_symbol(s, S("OPTIND"));
	e->names.optarg = session_symbol(s, S("OPTARG"));
	e->names.rematch = session_symbol(s, S("BASH_REMATCH"));
}

static void
give(struct eval *e, struct state *s, const struct shell_setting *g)
{
	struct variable *v = NEW(e->arena, struct variable);
	*v = (struct variable){.set = g->set,
		.exported = g->set,
		.flags = VARIABLE_GIVEN,
		.value = g->value};
	v->origin = eval_origin(e, NULL, ORIGIN_GIVEN, str_dup(e->arena, g->name),
		(struct span){0}, (struct origins){0});
	vec_push(e->arena, &e->trace->given, v->origin);
	if (g->set != TRI_NO)
		state_put(e->arena, s, session_symbol(e->session, g->name), v);
}

static void
set_by_shell(struct eval *e, struct state *s, symbol id, const struct value *value)
{
	struct variable *v = NEW(e->arena, struct variable);
	*v = (struct variable){.set = TRI_YES, .flags = VARIABLE_GIVEN, .value = value};
	v->exported = tri_of(id == e->names.pwd);
	v->origin = eval_origin(e, NULL, ORIGIN_BUILTIN, session_name(e->session, id),
		(struct span){0}, (struct origins){0});
	state_put(e->arena, s, id, v);
}

static struct state *
first_state(struct eval *e)
{
	const struct shell_input *in = e->input;
	struct state *s = state_new(e->arena, &e->tokens);
	s->io = io_first(e);
	s->zero = value_text(e->arena, in->script);
	s->arg = in->arguments.v;
	s->n_args = in->arguments.n;
	s->cwd = value_text(e->arena, in->roots.n ? in->roots.v[0] : S("/"));
	for (size_t i = 0; i < in->environment.n; i++)
		give(e, s, &in->environment.v[i]);
	set_by_shell(e, s, e->names.pwd, s->cwd);
	set_by_shell(e, s, e->names.ifs, value_text(e->arena, S(" \t\n")));
	set_by_shell(e, s, e->names.optind, value_text(e->arena, S("1")));
	return s;
}

static void
note_parser(struct eval *e, const struct shell_script *tree)
{
	for (size_t i = 0; i < tree->gaps.n; i++)
		eval_gap(e, tree->gaps.v[i].kind, tree->gaps.v[i].span,
			tree->gaps.v[i].reason);
	for (size_t i = 0; i < tree->errors.n; i++)
		eval_gap(e, GAP_CONSTRUCT, tree->errors.v[i].span,
			S("the script can't be read from here on"));
}

void
eval_use_script(struct eval *e, struct session_script *script)
{
	for (size_t i = 0; i < e->scripts.n; i++)
		if (e->scripts.v[i] == script)
			return;
	vec_push(e->arena, &e->scripts, script);
	note_parser(e, script->tree);
}

/* The end of the script, and of each way out of it. */
static void
finish(struct eval *e, struct states *set, struct frame *frame, struct span end)
{
	for (size_t i = 0; i < set->n; i++) {
		set->v[i]->exit = EXIT_AT_END;
		set->v[i]->exit_span = set->v[i]->exit_site = end;
		vec_push(e->arena, &frame->left, set->v[i]);
	}
	for (size_t i = 0; i < frame->left.n; i++) {
		struct state *s = frame->left.v[i];
		trace_exit(e, s, false, s->exit_span);
		if (s->exit == EXIT_AT_END || s->exit == EXIT_COMMAND)
			vec_push(e->arena, &e->trace->ends, s);
	}
}

struct shell_trace *
shell_run(struct session *session, struct arena *a, const struct shell_input *in)
{
	struct session_path *path = session_path(session, in->script);
	struct session_script *script = session_script(session, path);
	if (!script)
		return NULL;
	struct eval e = {.arena = a,
		.session = session,
		.input = in,
		.used_bytes = a->used_bytes,
		.lasting = true};
	e.trace = NEW(a, struct shell_trace);
	e.trace->session = session;
	e.trace->script_file = script->source->id;
	name_symbols(&e);
	eval_use_script(&e, script);
	struct frame frame = {.kind = FRAME_SHELL};
	struct call call = {.path = in->script, .script = script};
	e.frame = &frame;
	e.call = e.root = &call;
	struct states set = {0};
	vec_push(a, &set, first_state(&e));
	eval_list(&e, script->tree->list, &set);
	struct span end = script->tree->span;
	end.begin = end.end;
	finish(&e, &set, &frame, end);
	for (size_t i = 0; i < e.scripts.n; i++)
		vec_push(a, &e.trace->scripts, e.scripts.v[i]);
	return e.trace;
}

/* ---- questions about the result ------------------------------------------------- */

const struct variable *
launch_variable(const struct shell_launch *l, symbol id)
{
	return slots_get(&l->slots, id)->variable;
}

const struct value *
launch_file(struct arena *a, const struct shell_launch *l, const struct value *path)
{
	struct str text = value_prefix(path);
	if (!text.n)
		return NULL; /* its beginning is not known: anywhere */
	if (text.p[0] != '/') {
		const struct value *slash = value_text(a, S("/"));
		path = value_concat(a, value_concat(a, l->cwd, slash), path);
	}
	if (value_known(path, &text))
		path = value_text(a, session_normal_path(a, text));
	for (const struct file_change *c = l->files; c; c = c->up)
		if (value_equal(c->path, path))
			return c->text;
	return NULL;
}
