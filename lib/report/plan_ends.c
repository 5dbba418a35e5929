/* Who stops what runs in the background, and where a recipe ends before its end. */
#include "report/plan_show.h"

#include "base/arena.h"
#include "plan/environment.h"
#include "plan/surroundings.h"
#include "plan/why.h"

enum { TEXT_BYTES = 8192, PLACES_SHOWN = 4, CONDITION_BYTES = 100 };

struct str
plan_show_place(
	struct arena *a, const struct sources *sources, struct span sp, struct str here)
{
	const struct source *s = sources_get(sources, sp.file);
	if (!s)
		return S("nowhere");
	unsigned line = source_place(s, sp.begin).line;
	if (str_eq(s->path, here))
		return str_fmt(a, "line %u", line);
	return str_fmt(a, "%.*s:%u", STR(s->path), line);
}

struct str
plan_show_condition(
	struct arena *a, const struct sources *sources, const struct condition *c)
{
	struct str s = plan_condition(sources, c->span);
	struct buf b = buf_new(a, TEXT_BYTES);
	for (size_t i = 0; i < s.n && b.n < CONDITION_BYTES; i++)
		buf_addc(&b, s.p[i] == '\n' || s.p[i] == '\t' ? ' ' : s.p[i]);
	if (b.n == CONDITION_BYTES)
		buf_addz(&b, " ...");
	return buf_str(&b);
}

/* ---- who stops it --------------------------------------------------------------- */

static struct str
trap_text(struct buf *b, const struct plan_view *v, const struct trap *t)
{
	struct arena *a = b->arena;
	return str_fmt(a, "the EXIT trap of %.*s (%.*s)",
		STR(plan_show_place(a, v->sources, t->span, v->plan->recipe)),
		STR(value_shown(a, t->text)));
}

static void
add_left(struct buf *t, const struct plan_view *v, const struct command_end *e)
{
	if (e->untrapped == e->left)
		buf_addz(t, "no EXIT trap is in force");
	else
		buf_addf(t, "%.*s does not stop it", STR(trap_text(t, v, e->other)));
}

void
plan_show_stop(struct buf *b, const struct plan_view *v, const struct plan_command *c)
{
	struct command_end e;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	if (!command_end(v->plan, c, &e))
		return;
	if (!e.exits) {
		buf_addz(&t, "the recipe itself, before it ends");
	} else if (!e.left) {
		buf_addf(&t, "%.*s", STR(trap_text(&t, v, e.handler)));
	} else if (e.left == e.exits) {
		buf_addz(&t, "nobody: ");
		add_left(&t, v, &e);
		buf_addz(&t, "; it ends with the container");
	} else {
		struct str at = plan_show_place(
			b->arena, v->sources, e.first_left->span, v->plan->recipe);
		if (e.handler)
			buf_addf(&t, "%.*s at %zu of %zu ends",
				STR(trap_text(&t, v, e.handler)), e.exits - e.left,
				e.exits);
		else
			buf_addf(&t, "the recipe, at %zu of %zu ends", e.exits - e.left,
				e.exits);
		buf_addf(&t, "; not at others, such as that of %.*s: ", STR(at));
		add_left(&t, v, &e);
	}
	plan_show_line(b, &v->style, "stopped by", buf_str(&t));
}

/* ---- early ends ----------------------------------------------------------------- */

static bool
is_end(const struct shell_exit *x)
{
	return x->why == EXIT_AT_END || x->why == EXIT_EXEC ||
	       (x->why == EXIT_COMMAND && x->status == 0);
}

static struct str
kind_text(struct arena *a, const struct shell_exit *x)
{
	switch (x->why) {
	case EXIT_UNBOUND:
		return S(" (an unset variable)");
	case EXIT_ERREXIT:
		return S(" (a command that fails)");
	case EXIT_FAULT:
		return S(" (an error of the script)");
	case EXIT_COMMAND:
		return x->status < 0 ? S(" (exit)") : str_fmt(a, " (exit %d)", x->status);
	case EXIT_NOT:
	case EXIT_AT_END:
	case EXIT_EXEC:
		break;
	}
	return S("");
}

void
plan_show_given(struct buf *t, const struct plan_view *v, const struct origins *reads)
{
	struct names list = why_given(t->arena, reads);
	for (size_t i = 0; i < list.n; i++) {
		size_t k = environment_find(&v->plan->environment, list.v[i]);
		buf_addf(t, ", %.*s=", STR(list.v[i]));
		if (k < v->plan->environment.n)
			value_show(t, v->plan->environment.v[k].value);
	}
}

void
plan_show_since(struct buf *t, const struct plan_view *v, const struct condition *c)
{
	struct str what = plan_show_condition(t->arena, v->sources, c);
	struct str at = plan_show_place(t->arena, v->sources, c->span, v->plan->recipe);
	if (c->pattern.file)
		buf_addf(t, "since `case %.*s` goes %sto `%.*s)` (%.*s)", STR(what),
			c->holds ? "" : "not ", STR(span_text(v->sources, c->pattern)),
			STR(at));
	else
		buf_addf(t, "since `%.*s` %s (%.*s)", STR(what),
			c->holds ? "holds" : "does not hold", STR(at));
	plan_show_given(t, v, &c->reads);
}

static void
show_certain(struct buf *b, const struct plan_view *v)
{
	const struct shell_exits *exits = &v->plan->trace->exits;
	for (size_t i = 0; i < exits->n; i++) {
		const struct shell_exit *x = exits->v[i];
		struct buf t = buf_new(b->arena, TEXT_BYTES);
		if (x->implicit)
			continue;
		struct str at =
			plan_show_place(b->arena, v->sources, x->span, v->plan->recipe);
		buf_addf(&t, "%.*s%.*s", STR(at), STR(kind_text(b->arena, x)));
		if (x->within) {
			buf_addz(&t, ", ");
			plan_show_since(&t, v, x->within);
		}
		plan_show_line(b, &v->style, "ENDS EARLY", buf_str(&t));
	}
}

static bool
was_shown(const struct shell_exits *exits, size_t i)
{
	struct span sp = exits->v[i]->span;
	for (size_t k = 0; k < i; k++) {
		const struct shell_exit *x = exits->v[k];
		if (!x->implicit && x->span.file == sp.file && x->span.begin == sp.begin)
			return true;
	}
	return false;
}

/* The path is told once for places that follow each other. */
static void
show_possible(struct buf *b, const struct plan_view *v)
{
	const struct shell_exits *exits = &v->plan->trace->exits;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	struct str here = v->plan->recipe;
	size_t n = 0;
	for (size_t i = 0; i < exits->n; i++) {
		const struct shell_exit *x = exits->v[i];
		const struct source *s = sources_get(v->sources, x->span.file);
		if (x->implicit || is_end(x) || was_shown(exits, i) ||
			n++ >= PLACES_SHOWN)
			continue;
		struct str at = plan_show_place(b->arena, v->sources, x->span, here);
		if (n > 1 && s && str_eq(s->path, here))
			at = str_slice(at, 5, at.n); /* without "line " */
		buf_addf(&t, "%s%.*s%.*s", n > 1 ? ", " : "", STR(at),
			STR(kind_text(b->arena, x)));
		here = s ? s->path : here;
	}
	if (n > PLACES_SHOWN)
		buf_addf(&t, " and at %zu other places", n - PLACES_SHOWN);
	if (n)
		plan_show_line(b, &v->style, "may end at", buf_str(&t));
}

void
plan_show_exits(struct buf *b, const struct plan_view *v)
{
	const struct shell_trace *t = v->plan->trace;
	bool arrives = t->incomplete;
	for (size_t i = 0; i < t->exits.n; i++)
		arrives |= is_end(t->exits.v[i]);
	if (arrives)
		show_possible(b, v);
	else
		show_certain(b, v);
}
