/* Places and words shared by rules about launched commands. */
#include "plan_rule.h"

enum { ASSIGNMENTS_MAX = 16 };

struct span
setting_span(const struct serve *s, const struct option *o)
{
	if (!o)
		return s->command->launch->span;
	if (o->within) /* inside of JSON: the text that holds it */
		return setting_span(s, o->within);
	return o->values.n ? o->values.v[0].span : o->span;
}

struct walked {
	const struct origin *seen[ASSIGNMENTS_MAX];
	size_t n;
	unsigned depth;
	struct span place; /* where the value itself is written */
	void (*call)(void *, const struct origin *);
	void *user;
};

static void
visit(struct walked *w, const struct origin *o)
{
	if (!o || w->depth > 8 || w->n == ASSIGNMENTS_MAX)
		return;
	for (size_t i = 0; i < w->n; i++)
		if (w->seen[i] == o)
			return;
	/* Written in this very assignment: what else is in there has no part in it. */
	if (o->span.file == w->place.file && o->span.begin <= w->place.begin &&
		w->place.end <= o->span.end && o->kind == ORIGIN_ASSIGN)
		return;
	if (o->kind == ORIGIN_ASSIGN && o->span.file) {
		w->seen[w->n++] = o;
		w->call(w->user, o);
	}
	w->depth++;
	for (size_t i = 0; i < o->reads.n; i++)
		visit(w, o->reads.v[i]);
	w->depth--;
}

void
each_assignment(const struct origin *o, struct span place,
	void (*call)(void *user, const struct origin *assignment), void *user)
{
	struct walked w = {.call = call, .user = user, .place = place};
	visit(&w, o);
}

static void
relate(void *user, const struct origin *o)
{
	struct ixc_finding *f = user;
	if (f->related.n < 4)
		finding_related(f, o->span, "%.*s is set here", STR(o->name));
}

void
relate_setting(struct ixc_finding *f, const struct serve *s, const struct option *o)
{
	if (!o)
		return;
	const struct origin *origin =
		o->values.n && o->values.v[0].origin ? o->values.v[0].origin : o->origin;
	each_assignment(origin, setting_span(s, o), relate, f);
	struct span word = o->span, command = s->command->launch->span;
	if (word.file != command.file || word.begin < command.begin ||
		word.end > command.end)
		finding_related(f, command, "the command");
}

struct exported
exported_variable(struct check *c, const struct shell_launch *l, const char *name)
{
	struct exported e = {.set = TRI_NO, .place = l->span};
	for (size_t i = 0; i < l->assigned.n; i++)
		if (str_eqz(l->assigned.v[i].name, name)) {
			e.value = l->assigned.v[i].value;
			e.set = l->assigned.v[i].set;
			return e;
		}
	const struct variable *v =
		launch_variable(l, session_symbol(c->plans->session, str_from(name)));
	if (!v || v->set == TRI_NO || v->exported == TRI_NO)
		return e;
	e.value = variable_scalar(v);
	e.origin = v->origin;
	if (v->origin && v->origin->kind == ORIGIN_ASSIGN)
		e.place = v->origin->span;
	e.set = v->set == TRI_YES && v->exported == TRI_YES ? TRI_YES : TRI_UNKNOWN;
	return e;
}

struct str
ranks_text(struct arena *a, const struct serve *s)
{
	struct buf b = buf_new(a, 200);
	const struct {
		const char *name;
		struct amount n;
	} part[] = {{"TP", s->tp}, {"DP", s->dp}, {"EP", s->ep}, {"PP", s->pp}};
	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		if (!part[i].n.known || (i == 3 && part[i].n.v == 1))
			continue;
		if (b.n)
			buf_addz(&b, ", ");
		buf_addf(&b, "%s %lld", part[i].name, (long long)part[i].n.v);
	}
	return buf_str(&b);
}
