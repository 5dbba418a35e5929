/* Chains of assignments, with source frames and as JSON. */
#include "plan/given.h"
#include "plan/why.h"

#include "base/arena.h"
#include "report/colour.h"
#include "report/excerpt.h"
#include "report/plan_show.h"

enum { TEXT_BYTES = 16384, VALUE_BYTES = 200, CONDITIONS_SHOWN = 3, GIVERS_SHOWN = 3 };

/* ---- text ----------------------------------------------------------------------- */

static struct str
short_value(struct arena *a, const struct value *v)
{
	struct str s = value_shown(a, v);
	return s.n <= VALUE_BYTES ? s
				  : str_cat(a, str_slice(s, 0, VALUE_BYTES), S("..."));
}

static unsigned
gutter_of(const struct plan_view *v, const struct why_answers *answers)
{
	uint32_t most = 1;
	for (size_t i = 0; i < answers->n; i++) {
		for (size_t k = 0; k < answers->v[i]->steps.n; k++) {
			struct span sp = answers->v[i]->steps.v[k].span;
			const struct source *s = sources_get(v->sources, sp.file);
			uint32_t line = s ? source_place(s, sp.begin).line : 0;
			most = line > most ? line : most;
		}
	}
	unsigned width = 1;
	for (; most >= 10; most /= 10)
		width++;
	return width;
}

static void
add_frame(struct buf *b, const struct plan_view *v, const struct why_step *step,
	struct str label, unsigned gutter)
{
	const struct source *s = sources_get(v->sources, step->span.file);
	struct excerpt_mark mark = {step->span, label, true};
	if (s)
		excerpt_write(b, s, &mark, 1, gutter,
			(struct excerpt_style){v->style.colour, v->style.ascii});
}

static void
add_remark(struct buf *b, const struct plan_view *v, unsigned gutter, struct str text)
{
	struct buf shown = buf_new(b->arena, TEXT_BYTES * 4);
	escape_text(&shown, text, v->style.ascii);
	buf_fill(b, ' ', gutter);
	buf_addf(b, " = %.*s\n", STR(buf_str(&shown)));
}

static void
add_conditions(struct buf *b, const struct plan_view *v, const struct condition *c,
	unsigned gutter)
{
	for (size_t n = 0; c && n < CONDITIONS_SHOWN; c = c->up, n++) {
		struct buf t = buf_new(b->arena, TEXT_BYTES);
		plan_show_since(&t, v, c);
		if (!c->decided)
			buf_addz(&t, ", which is not known");
		add_remark(b, v, gutter, buf_str(&t));
	}
}

/* "path:line:column: text" */
static void
add_place(struct buf *b, const struct plan_view *v, struct span sp, struct str text)
{
	const struct source *s = sources_get(v->sources, sp.file);
	struct buf t = buf_new(b->arena, TEXT_BYTES * 4),
		   at = buf_new(b->arena, TEXT_BYTES);
	if (s) {
		struct place p = source_place(s, sp.begin);
		escape_text(&at, s->path, v->style.ascii);
		buf_addf(&at, ":%u:%u: ", (unsigned)p.line, (unsigned)p.column);
	}
	escape_text(&t, text, v->style.ascii);
	buf_add(b, buf_str(&at));
	colour_add(b, v->style.colour, COLOUR_BOLD, buf_str(&t));
	buf_addc(b, '\n');
}

static void
add_kept(struct buf *b, const struct plan_view *v, const struct why_step *step,
	unsigned gutter)
{
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	struct condition c = {.span = step->span};
	struct str what = plan_show_condition(b->arena, v->sources, &c);
	buf_addf(&t,
		"%.*s stays so: the branch of `%.*s` that sets it is not taken (%.*s)",
		STR(step->name), STR(what),
		STR(plan_show_place(b->arena, v->sources, step->span, v->plan->recipe)));
	plan_show_given(&t, v, &step->reads);
	add_remark(b, v, gutter, buf_str(&t));
}

/* Whoever gave it, once for all cases that have it from there. */
VEC(givers, struct given);

static struct givers
givers_of(struct arena *a, const struct plan_view *v, const struct why_step *step)
{
	const struct launch_cases *cases = &v->group->cases;
	struct givers list = {0};
	for (size_t i = 0; i < cases->n; i++) {
		struct given g;
		bool seen = !given_by(a, &cases->v[i], step->name, step->value, &g);
		for (size_t k = 0; k < list.n && !seen; k++)
			seen = str_eq(list.v[k].launcher, g.launcher) &&
			       list.v[k].span.file == g.span.file &&
			       list.v[k].span.begin == g.span.begin;
		if (!seen)
			vec_push(a, &list, g);
	}
	return list;
}

static void
add_giver(struct buf *t, const struct plan_view *v, const struct given *g)
{
	const struct source *s = sources_get(v->sources, g->span.file);
	if (!g->field) {
		buf_addf(t, "the launcher %.*s", STR(g->launcher));
	} else if (s) {
		struct place p = source_place(s, g->span.begin);
		buf_addf(t, "%s (%.*s:%u:%u)", g->field, STR(s->path), (unsigned)p.line,
			(unsigned)p.column);
	} else {
		buf_addz(t, g->field);
	}
}

static void
add_given(struct buf *b, const struct plan_view *v, const struct why_step *step,
	unsigned gutter)
{
	struct arena *a = b->arena;
	struct buf t = buf_new(a, TEXT_BYTES);
	struct givers list = givers_of(a, v, step);
	buf_addf(&t, "%.*s=%.*s is given to the recipe", STR(step->name),
		STR(step->value ? short_value(a, step->value) : S("?")));
	for (size_t i = 0; i < list.n && i < GIVERS_SHOWN; i++) {
		buf_addz(&t, i ? ", " : " by ");
		add_giver(&t, v, &list.v[i]);
	}
	if (list.n > GIVERS_SHOWN)
		buf_addf(&t, " and %zu more", list.n - GIVERS_SHOWN);
	add_remark(b, v, gutter, buf_str(&t));
}

static struct str
set_text(struct arena *a, const struct why_step *step)
{
	if (!step->value)
		return str_fmt(a, "%.*s is set", STR(step->name));
	return str_fmt(
		a, "%.*s is %.*s", STR(step->name), STR(short_value(a, step->value)));
}

static void
add_step(struct buf *b, const struct plan_view *v, const struct why_step *step,
	unsigned gutter)
{
	struct arena *a = b->arena;
	struct str label = {0};
	switch (step->kind) {
	case WHY_WORD:
		if (step->value)
			label = short_value(a, step->value);
		add_place(b, v, step->span, S("the argument"));
		add_frame(b, v, step, label, gutter);
		break;
	case WHY_SET:
		add_place(b, v, step->span, set_text(a, step));
		add_frame(b, v, step, label, gutter);
		break;
	case WHY_LIST:
		add_remark(b, v, gutter,
			str_fmt(a, "it stands in the list %.*s (%.*s)", STR(step->name),
				STR(plan_show_place(
					a, v->sources, step->span, v->plan->recipe))));
		break;
	case WHY_KEPT:
		add_kept(b, v, step, gutter);
		return;
	case WHY_JOIN:
		add_remark(b, v, gutter,
			str_fmt(a, "%.*s comes from one of several ways to get here",
				STR(step->name)));
		return;
	case WHY_GIVEN:
		add_given(b, v, step, gutter);
		return;
	case WHY_SHELL:
		add_remark(b, v, gutter,
			str_fmt(a, "%.*s is set by the shell", STR(step->name)));
		return;
	}
	add_conditions(b, v, step->within, gutter);
}

static struct str
answer_title(struct arena *a, const struct plan_view *v, const struct why_answer *x)
{
	const struct plan_command *c = x->command;
	struct buf t = buf_new(a, TEXT_BYTES);
	buf_addz(&t, plan_kind_name(c->kind));
	if (c->engine != ENGINE_NONE)
		buf_addf(&t, " (%s)", plan_engine_name(c->engine));
	buf_addf(&t, ", %.*s: %.*s",
		STR(plan_show_place(a, v->sources, c->launch->span, v->plan->recipe)),
		STR(x->name.n ? x->name : S("the model")));
	if (x->setting.n)
		buf_addf(&t, ", %.*s", STR(x->setting));
	if (x->value.n)
		buf_addf(&t, " is %.*s", STR(x->value));
	return buf_str(&t);
}

void
plan_why_text(struct buf *b, const struct plan_view *v, const struct why_answers *answers)
{
	unsigned gutter = gutter_of(v, answers);
	for (size_t i = 0; i < answers->n; i++) {
		const struct why_answer *x = answers->v[i];
		buf_addc(b, '\n');
		plan_show_title(b, v, answer_title(b->arena, v, x));
		if (x->command->launch->assumed)
			add_conditions(b, v, x->command->launch->assumed, gutter);
		for (size_t k = 0; k < x->steps.n; k++)
			add_step(b, v, &x->steps.v[k], gutter);
		if (x->in_file)
			add_remark(b, v, gutter,
				S("the setting stands in that file, which the recipe writes; "
				  "its parts are not followed further"));
		if (x->cut)
			add_remark(b, v, gutter, S("and so on"));
	}
}

/* ---- JSON ----------------------------------------------------------------------- */

static const char *
kind_name(enum why_kind kind)
{
	static const char *const names[] = {
		[WHY_WORD] = "word",
		[WHY_SET] = "set",
		[WHY_LIST] = "list",
		[WHY_KEPT] = "kept",
		[WHY_JOIN] = "join",
		[WHY_GIVEN] = "given",
		[WHY_SHELL] = "shell",
	};
	return names[kind];
}

static void
json_givers(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v,
	const struct why_step *step)
{
	struct givers all = givers_of(a, v, step);
	json_t *list = maker_list(m, o, "given_by");
	for (size_t i = 0; i < all.n; i++) {
		json_t *x = maker_object(m, list, NULL);
		if (all.v[i].field) {
			maker_stringz(m, x, "field", all.v[i].field);
			plan_json_place(m, x, v->sources, all.v[i].span);
		} else {
			maker_string(m, x, "launcher", all.v[i].launcher);
		}
	}
}

static void
json_step(struct maker *m, json_t *list, struct arena *a, const struct plan_view *v,
	const struct why_step *step)
{
	json_t *o = maker_object(m, list, NULL);
	maker_stringz(m, o, "what", kind_name(step->kind));
	if (step->name.n)
		maker_string(m, o, "name", step->name);
	plan_json_place(m, o, v->sources, step->span);
	if (step->span.file)
		maker_string(m, o, "text", plan_condition(v->sources, step->span));
	if (step->value)
		plan_json_value(m, o, "value", step->value, false);
	if (step->kind == WHY_GIVEN)
		json_givers(m, o, a, v, step);
	plan_json_conditions(m, o, "conditions", v->sources, step->within);
}

void
plan_why_json(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v,
	const struct why_answers *answers)
{
	json_t *list = maker_list(m, o, "why");
	for (size_t i = 0; i < answers->n; i++) {
		const struct why_answer *x = answers->v[i];
		json_t *e = maker_object(m, list, NULL);
		maker_stringz(m, e, "kind", plan_kind_name(x->command->kind));
		plan_json_place(m, e, v->sources, x->command->launch->span);
		maker_string(m, e, "name", x->name);
		if (x->setting.n)
			maker_string(m, e, "setting", x->setting);
		maker_string(m, e, "value", x->value);
		json_t *steps = maker_list(m, e, "steps");
		for (size_t k = 0; k < x->steps.n; k++)
			json_step(m, steps, a, v, &x->steps.v[k]);
		maker_bool(m, e, "complete", !x->cut && !x->in_file);
	}
}
