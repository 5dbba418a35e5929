/* What the evaluation of a launcher came to. */
#include "plan/route_read.h"

#include "base/arena.h"
#include "plan/handover.h"

/* ---- keeping what outlives an evaluation ---------------------------------------- */

static const struct value *keep_value(struct arena *a, const struct value *v);

static const struct value *
keep_piece(struct arena *a, const struct piece *p)
{
	if (p->kind == PIECE_TEXT)
		return value_text(a, str_dup(a, p->text));
	if (p->kind == PIECE_HOLE)
		return value_unknown(a, p->hole->span, p->hole->flags,
			str_dup(a, p->hole->why));
	const struct value *v = keep_value(a, p->choice.v[0]);
	for (size_t i = 1; i < p->choice.n; i++)
		v = value_either(a, v, keep_value(a, p->choice.v[i]));
	return v;
}

static const struct value *
keep_value(struct arena *a, const struct value *v)
{
	struct value_builder b = value_build(a);
	for (size_t i = 0; i < v->n; i++)
		value_add(&b, keep_piece(a, &v->v[i]));
	return value_done(&b);
}

void
route_keep_setting(struct arena *a, struct shell_settings *list, struct str name,
	const struct value *v, enum tri set)
{
	struct shell_setting g = {str_dup(a, name), keep_value(a, v), set};
	size_t i = environment_find(list, name);
	if (i < list->n)
		list->v[i] = g;
	else
		vec_push(a, list, g);
}

/* ---- what came of an evaluation ------------------------------------------------- */

static void
keep_changes(struct route_reader *l, struct route *r, const struct handover *h)
{
	const struct shell_launch *at = h->launch;
	for (symbol id = 0; slots_next(&at->slots, &id); id++) {
		const struct variable *v = slots_get(&at->slots, id)->variable;
		if (v->flags & VARIABLE_GIVEN || v->set == TRI_NO)
			continue;
		const struct value *value = variable_scalar(v);
		if (v->exported == TRI_NO || v->kind != VARIABLE_SCALAR || !value)
			continue;
		enum tri set = v->exported == TRI_YES ? v->set : TRI_UNKNOWN;
		route_keep_setting(l->arena, &r->changed, session_name(l->session, id),
			value, set);
	}
}

/* Variables of the job that the launcher unset or no longer exports. */
static void
keep_removals(struct route_reader *l, struct route *r, const struct handover *h,
	const struct shell_settings *environment)
{
	for (size_t i = 0; i < environment->n; i++) {
		struct str name = environment->v[i].name;
		symbol id = session_symbol(l->session, name);
		const struct variable *v = launch_variable(h->launch, id);
		if (!v || v->exported == TRI_NO || v->set == TRI_NO)
			vec_push(l->arena, &r->removed, str_dup(l->arena, name));
	}
}

static bool
is_candidate(struct str path)
{
	return str_starts(path, S("benchmarks/")) && str_ends(path, S(".sh"));
}

static void
add_candidate(struct arena *a, struct names *list, struct str path)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(list->v[i], path))
			return;
	vec_push(a, list, str_dup(a, path));
}

static void
keep_candidates(struct route_reader *l, struct route *r, const struct shell_trace *t)
{
	for (size_t i = 0; i < t->questions.n; i++)
		if (is_candidate(t->questions.v[i].path))
			add_candidate(l->arena, &r->candidates, t->questions.v[i].path);
}

static void
keep_handover(struct route_reader *l, struct route *r, const struct handover *h,
	const struct shell_settings *environment)
{
	struct arena *a = l->arena;
	r->recipe = str_dup(a, h->path);
	r->span = h->span;
	r->end = session_path(l->session, r->recipe)->is_file ? ROUTE_RECIPE : ROUTE_NO_FILE;
	add_candidate(a, &r->candidates, r->recipe);
	r->all = h->all;
	for (size_t i = 0; i < h->named.n; i++)
		vec_push(a, &r->named, str_dup(a, h->named.v[i]));
	keep_changes(l, r, h);
	keep_removals(l, r, h, environment);
	for (size_t i = 0; i < h->sets.n; i++) {
		route_keep_setting(a, &r->changed, h->sets.v[i].name, h->sets.v[i].value,
			TRI_YES);
		if (!h->all)
			vec_push(a, &r->named, str_dup(a, h->sets.v[i].name));
	}
}

static void
unknown(struct route *r, struct str why)
{
	r->end = ROUTE_UNKNOWN;
	r->why = why;
}

/* Nothing was started: the launcher refuses the point when each way ends in an exit with a
 * bad status, before anything of a job. */
static void
judge_exits(struct route_reader *l, struct route *r, const struct shell_trace *t)
{
	const struct shell_exit *refusal = NULL;
	for (size_t i = 0; i < t->exits.n; i++) {
		const struct shell_exit *x = t->exits.v[i];
		bool bad = x->status > 0;
		if (x->why == EXIT_COMMAND && bad) {
			refusal = refusal ? refusal : x;
		} else if (!x->implicit) {
			unknown(r, S("no command that starts a recipe was found"));
			r->span = x->span;
			return;
		}
	}
	if (!refusal || t->incomplete || t->gaps.n) {
		unknown(r, t->gaps.n ? str_dup(l->arena, t->gaps.v[0].reason)
				     : S("no command that starts a recipe was found"));
		return;
	}
	r->end = ROUTE_REFUSED;
	r->span = refusal->span;
}

static void
find_srt(struct route_reader *l, struct route *r, const struct shell_trace *t)
{
	for (size_t i = 0; i < t->launches.n; i++) {
		const struct value *v = handover_srt(t->launches.v[i]);
		if (!v)
			continue;
		r->end = ROUTE_SRT;
		r->recipe = value_shown(l->arena, v);
		r->span = t->launches.v[i]->span;
		return;
	}
	judge_exits(l, r, t);
}

struct route *
route_read(struct route_reader *l, const struct shell_trace *t,
	const struct shell_settings *environment)
{
	struct route *r = NEW(l->arena, struct route);
	struct handover first = {0}, h;
	bool found = false, several = false;
	for (size_t i = 0; i < t->launches.n; i++) {
		const struct shell_launch *x = t->launches.v[i];
		if (x->in_handler ||
			!handover_of(l->scratch, x, S(ENVIRONMENT_WORKSPACE), &h))
			continue;
		several |= found && !value_equal(h.shown, first.shown);
		if (!found)
			first = h;
		found = true;
	}
	keep_candidates(l, r, t);
	if (!found)
		find_srt(l, r, t);
	else if (several)
		unknown(r, S("the launcher starts one of several recipes"));
	else if (!first.path.n)
		unknown(r, str_fmt(l->arena, "the recipe's path is %.*s",
			STR(value_shown(l->scratch, first.shown))));
	else
		keep_handover(l, r, &first, environment);
	if (!r->span.file && found)
		r->span = first.span;
	return r;
}
