/* Chains of assignments. */
#include "plan/why.h"

#include "base/arena.h"
#include "base/map.h"
#include "plan/environment.h"
#include "plan/surroundings.h"

enum {
	NAME_BEGINNING = 3,
	STEPS_MOST = 60,
	DEPTH_MOST = 200,
	GIVEN_SHOWN = 3,
	VISITS_MOST = 2000
};

struct search {
	struct arena *arena;
	const struct launch_plan *plan;
	struct why_answer *answer;
	struct map seen; /* address of an origin, as bytes */
	unsigned depth;
	struct why_step dropped; /* written to when there are too many */
};

static bool
was_seen(struct arena *a, struct map *seen, const struct origin *o)
{
	struct str key = {(const char *)&o, sizeof o};
	if (map_has(seen, key))
		return true;
	map_put(a, seen, str_dup(a, key), seen);
	return false;
}

/* ---- steps ---------------------------------------------------------------------- */

static struct why_step *
add_step(struct search *s, enum why_kind kind, const struct origin *o)
{
	struct why_steps *list = &s->answer->steps;
	if (list->n >= STEPS_MOST) {
		s->answer->cut = true;
		return &s->dropped;
	}
	struct why_step step = {.kind = kind, .name = o->name, .span = o->span};
	vec_push(s->arena, list, step);
	return &list->v[list->n - 1];
}

/* The value of a variable, if nothing has set it again since. */
static const struct value *
value_now(const struct search *s, const struct origin *o)
{
	symbol id = session_symbol(s->plan->trace->session, o->name);
	const struct variable *v = launch_variable(s->answer->command->launch, id);
	const struct origin *at = v ? v->origin : NULL;
	while (at && at != o && at->kind == ORIGIN_KEPT && at->reads.n)
		at = at->reads.v[0];
	return at == o && v->kind == VARIABLE_SCALAR ? v->value : NULL;
}

static bool
is_inside(struct span inner, struct span outer)
{
	return inner.file == outer.file && inner.begin >= outer.begin &&
	       inner.end <= outer.end;
}

static void follow(struct search *s, const struct origin *o, struct span word);

static void
follow_all(struct search *s, const struct origins *reads, struct span word)
{
	for (size_t i = 0; i < reads->n; i++)
		follow(s, reads->v[i], word);
}

/* A word that stands in the list itself owes nothing to the other words. */
static void
follow_assignment(struct search *s, const struct origin *o, struct span word)
{
	bool in_list = is_inside(word, o->span);
	struct why_step *step = add_step(s, in_list ? WHY_LIST : WHY_SET, o);
	step->within = o->within;
	step->value = in_list ? NULL : value_now(s, o);
	if (!in_list)
		follow_all(s, &o->reads, (struct span){0});
}

static void
follow_given(struct search *s, const struct origin *o)
{
	size_t i = environment_find(&s->plan->environment, o->name);
	struct why_step *step = add_step(s, WHY_GIVEN, o);
	if (i < s->plan->environment.n)
		step->value = s->plan->environment.v[i].value;
}

static void
follow_kept(struct search *s, const struct origin *o, struct span word)
{
	if (o->reads.n)
		follow(s, o->reads.v[0], word);
	struct why_step *step = add_step(s, WHY_KEPT, o);
	step->within = o->within;
	for (size_t i = 1; i < o->reads.n; i++)
		vec_push(s->arena, &step->reads, o->reads.v[i]);
}

/* `word`: the word of the command that the chain began with, as long as nothing was read
 * on the way; else no place. */
static void
follow(struct search *s, const struct origin *o, struct span word)
{
	if (!o || s->answer->cut || was_seen(s->arena, &s->seen, o))
		return;
	if (++s->depth > DEPTH_MOST)
		s->answer->cut = true;
	switch (o->kind) {
	case ORIGIN_GIVEN:
		follow_given(s, o);
		break;
	case ORIGIN_ASSIGN:
		follow_assignment(s, o, word);
		break;
	case ORIGIN_WORD:
		if (!word.file)
			add_step(s, WHY_WORD, o)->within = o->within;
		follow_all(s, &o->reads, (struct span){0});
		break;
	case ORIGIN_KEPT:
		follow_kept(s, o, word);
		break;
	case ORIGIN_JOIN:
		add_step(s, WHY_JOIN, o);
		follow_all(s, &o->reads, word);
		break;
	case ORIGIN_BUILTIN:
		add_step(s, WHY_SHELL, o);
		break;
	}
	s->depth--;
}

static void
begin(struct search *s, const struct value *value, struct span span,
	const struct origin *origin)
{
	const struct origin word = {.kind = ORIGIN_WORD, .span = span};
	add_step(s, WHY_WORD, &word)->value = value;
	follow(s, origin, span);
}

/* ---- what is asked for ---------------------------------------------------------- */

/* Without its dashes; `_` and `-` are the same. */
static struct str
plain_name(struct arena *a, struct str s)
{
	while (s.n && s.p[0] == '-')
		s = str_slice(s, 1, s.n);
	char *p = NEW_ARRAY(a, char, s.n);
	for (size_t i = 0; i < s.n; i++)
		p[i] = s.p[i] == '_' ? '-' : s.p[i];
	return (struct str){p, s.n};
}

struct asked {
	struct arena *arena;
	const struct launch_plan *plan;
	struct str what, plain;
	struct suggestions *near;
	struct why_answers *answers;
};

static bool
is_asked(struct asked *q, struct str name)
{
	struct str plain = plain_name(q->arena, name);
	if (!plain.n)
		return false;
	bool begins = q->plain.n >= NAME_BEGINNING && str_starts(plain, q->plain);
	suggest_offer(
		q->near, begins ? plain : q->plain, plain); /* a beginning is near */
	return str_eq(plain, q->plain);
}

static bool
is_asked_option(struct asked *q, const struct option *o)
{
	bool yes = is_asked(q, o->name);
	for (size_t i = 0; o->spec && i < OPTION_NAMES_MAX && o->spec->name[i]; i++)
		yes |= is_asked(q, str_from(o->spec->name[i]));
	if (o->meaning != OPTION_OTHER)
		yes |= is_asked(q, option_meaning_name(q->arena, o->meaning));
	return yes;
}

static bool
is_asked_setting(struct asked *q, const struct option *o)
{
	struct str path = str_from(o->inner->path);
	size_t dot = str_rfind_byte(path, '.');
	bool yes = is_asked(q, path);
	if (dot < path.n)
		yes |= is_asked(q, str_slice(path, dot + 1, path.n));
	if (o->meaning != OPTION_OTHER)
		yes |= is_asked(q, option_meaning_name(q->arena, o->meaning));
	return yes;
}

static struct search
new_answer(struct asked *q, const struct plan_command *c, struct str name)
{
	struct search s = {.arena = q->arena, .plan = q->plan};
	s.answer = NEW(q->arena, struct why_answer);
	s.answer->command = c;
	s.answer->name = name;
	vec_push(q->arena, q->answers, s.answer);
	return s;
}

static struct str
values_text(struct arena *a, const struct option *o)
{
	struct buf b = buf_new(a, 4096);
	for (size_t i = 0; i < o->values.n; i++) {
		if (i)
			buf_addc(&b, ' ');
		value_show(&b, o->values.v[i].value);
	}
	return buf_str(&b);
}

/* Each word once; then what put the option there at all. */
static void
answer_option(struct asked *q, const struct plan_command *c, const struct option *o)
{
	struct search s = new_answer(q, c, o->name);
	s.answer->value = values_text(q->arena, o);
	for (size_t i = 0; i < o->values.n; i++) {
		const struct option_value *v = &o->values.v[i];
		bool again = i && v->span.begin == o->values.v[i - 1].span.begin &&
			     v->span.file == o->values.v[i - 1].span.file;
		if (!again)
			begin(&s, v->value, v->span, v->origin);
	}
	if (!o->values.n)
		begin(&s, NULL, o->span, o->origin);
	else
		follow(&s, o->origin, o->span);
}

static struct str
reading_text(struct arena *a, const struct option *o)
{
	if (o->state != STATE_KNOWN)
		return S("not known");
	const struct reading *r = &o->readings.v[0];
	if (r->has & HAS_TEXT)
		return r->text;
	if (r->has & HAS_BOOL)
		return r->boolean ? S("true") : S("false");
	if (r->has & HAS_INT)
		return str_fmt(a, "%lld", (long long)r->integer);
	if (r->has & HAS_REAL)
		return str_fmt(a, "%g", r->real);
	return S("a list or a map");
}

/* Of a setting no more is known than of the option that holds it. */
static void
answer_setting(struct asked *q, const struct plan_command *c, const struct option *o)
{
	const struct option *holder = o->within;
	struct search s = new_answer(q, c, holder->name);
	s.answer->setting = str_from(o->inner->path);
	s.answer->value = reading_text(q->arena, o);
	s.answer->in_file = o->inner->within == OPTION_CONFIG_FILE;
	for (size_t i = 0; i < holder->values.n; i++)
		begin(&s, holder->values.v[i].value, holder->values.v[i].span,
			holder->values.v[i].origin);
	follow(&s, holder->origin, holder->span);
}

/* ---- commands ------------------------------------------------------------------- */

static void
ask_options(struct asked *q, const struct plan_command *c, const struct decoded *d)
{
	for (size_t i = 0; i < d->options.n; i++) {
		const struct option *o = d->options.v[i];
		if (o->inner && is_asked_setting(q, o))
			answer_setting(q, c, o);
		else if (!o->inner && is_asked_option(q, o))
			answer_option(q, c, o);
	}
}

/* Commands without a table: a word that looks like the option, and the one behind it. */
static void
ask_words(struct asked *q, const struct plan_command *c)
{
	const struct fields *argv = &c->launch->argv;
	for (size_t i = 1; i < argv->n; i++) {
		struct str rest, word = value_prefix(argv->v[i].value);
		struct str name = str_cut(word, '=', &rest);
		if (!str_starts(name, S("-")) || !is_asked(q, name))
			continue;
		bool next = !rest.p && i + 1 < argv->n &&
			    !str_starts(value_prefix(argv->v[i + 1].value), S("-"));
		const struct field *f = &argv->v[next ? i + 1 : i];
		struct search s = new_answer(q, c, name);
		s.answer->value = value_shown(q->arena, f->value);
		if (rest.p)
			s.answer->value =
				str_slice(s.answer->value, name.n + 1, s.answer->value.n);
		begin(&s, f->value, f->span, f->origin);
	}
}

static bool
was_answered(const struct asked *q, struct str name, struct str value)
{
	for (size_t i = 0; i < q->answers->n; i++)
		if (str_eq(q->answers->v[i]->name, name) &&
			str_eq(q->answers->v[i]->value, value))
			return true;
	return false;
}

static void
ask_variables(struct asked *q, const struct plan_command *c)
{
	struct shell_settings list = command_environment(q->arena, q->plan, c);
	for (size_t i = 0; i < list.n; i++) {
		struct str value = value_shown(q->arena, list.v[i].value);
		if (!is_asked(q, list.v[i].name) ||
			was_answered(q, list.v[i].name, value))
			continue;
		struct search s = new_answer(q, c, list.v[i].name);
		symbol id = session_symbol(q->plan->trace->session, list.v[i].name);
		const struct variable *v = launch_variable(c->launch, id);
		s.answer->value = value;
		follow(&s, v ? v->origin : NULL, (struct span){0});
	}
}

struct why_answers
why_of(struct arena *a, const struct launch_plan *p, struct str what,
	struct suggestions *near)
{
	struct why_answers answers = {0};
	struct asked q = {a, p, what, plain_name(a, what), near, &answers};
	for (size_t i = 0; i < p->commands.n; i++) {
		const struct plan_command *c = p->commands.v[i];
		struct decoded *d = engines_decode(a, c);
		if (c->kind == PLAN_OTHER)
			continue;
		if (d)
			ask_options(&q, c, d);
		else
			ask_words(&q, c);
		ask_variables(&q, c);
	}
	return answers;
}

/* ---- conditions ----------------------------------------------------------------- */

static void
add_given(struct arena *a, struct names *list, struct map *seen,
	const struct origins *reads)
{
	for (size_t i = 0; i < reads->n; i++) {
		const struct origin *o = reads->v[i];
		if (list->n >= GIVEN_SHOWN || seen->n >= VISITS_MOST ||
			was_seen(a, seen, o))
			continue;
		if (o->kind == ORIGIN_GIVEN)
			vec_push(a, list, o->name);
		add_given(a, list, seen, &o->reads);
	}
}

struct names
why_given(struct arena *a, const struct origins *reads)
{
	struct names list = {0};
	struct map seen = {0};
	add_given(a, &list, &seen, reads);
	return list;
}
