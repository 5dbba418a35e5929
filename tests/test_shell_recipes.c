/*
 * Launch plans against real bash: each recipe of fixtures/recipes is run with commands
 * that only note how they were called, and the plan must say the same: the words of each
 * command, one by one, and its environment.
 *
 * Comments of a recipe tell how: "#: NAME=VALUE ..." is an environment to run it in, "#?
 * TEXT" allows unknown parts whose reason begins with TEXT.
 */
#include "support/stage.h"
#include "support/support.h"

#include "plan/launch.h"

#include <string.h>

VEC(environments, struct str); /* the text behind "#:" */

struct recipe {
	struct str path; /* from the root */
	struct environments environments;
	struct words allowed;
};

static struct recipe
read_recipe(struct arena *a, struct str path)
{
	struct recipe r = {.path = path};
	struct str file = str_fmt(a, "%s/recipes/%.*s", fixtures_folder(), STR(path));
	struct str rest = read_file(a, file.p);
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		struct str text = str_trim(str_slice(line, 2, line.n));
		if (str_starts(line, S("#:")))
			vec_push(a, &r.environments, text);
		if (str_starts(line, S("#?")))
			vec_push(a, &r.allowed, text);
	}
	return r;
}

/* ---- what the plan says --------------------------------------------------------- */

static struct launch_plan *
make_plan(struct stage *s, const struct recipe *r, const struct words *environment)
{
	struct arena *a = s->arena;
	struct shell_settings list = {0};
	struct sources *sources = NEW(a, struct sources);
	for (size_t i = 0; i < environment->n; i++) {
		struct str value, name = str_cut(environment->v[i], '=', &value);
		struct shell_setting g = {name, value_text(a, value), TRI_YES};
		vec_push(a, &list, g);
	}
	struct shell_input in = plan_input(a, r->path, &list);
	in.roots.v[0] = str_from(s->root);
	struct launch_plan *p = plan_make(session_new(a, sources, s->tree), a, &in);
	assert_non_null(p);
	return p;
}

static struct plan_commands
commands_of_stubs(struct arena *a, const struct launch_plan *p)
{
	struct plan_commands list = {0};
	const struct plan_commands *from[] = {&p->commands, &p->handler_commands};
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < from[i]->n; k++) {
			struct plan_command *c = from[i]->v[k];
			struct str name;
			if (value_known(c->launch->argv.v[0].value, &name) &&
				stage_is_stub(name))
				vec_push(a, &list, c);
		}
	return list;
}

static bool
may_be_unknown(const struct recipe *r, const struct value *v)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		bool allowed = p->kind == PIECE_TEXT;
		for (size_t k = 0; k < r->allowed.n && p->kind != PIECE_TEXT; k++)
			allowed |= p->kind == PIECE_CHOICE ||
				   str_starts(p->hole->why, r->allowed.v[k]);
		for (size_t k = 0; p->kind == PIECE_CHOICE && k < p->choice.n; k++)
			allowed = allowed && may_be_unknown(r, p->choice.v[k]);
		if (!allowed)
			return false;
	}
	return true;
}

static bool
is_as_known(const struct recipe *r, const struct plan_command *c)
{
	const struct fields *argv = &c->launch->argv;
	bool known = true;
	for (size_t i = 0; i < argv->n; i++)
		known = known && !argv->v[i].loose && may_be_unknown(r, argv->v[i].value);
	return known;
}

/* ---- comparing ------------------------------------------------------------------ */

struct comparison {
	struct stage *s;
	const struct recipe *recipe;
	struct str environment;
	const struct launch_plan *whole;
	struct plan_commands plan;
	struct calls calls;
	struct buf faults;
};

static void
fault(struct comparison *x, const char *what, struct str detail)
{
	buf_addf(&x->faults, "%.*s [%.*s] %s:%.*s\n", STR(x->recipe->path),
		STR(x->environment), what, STR(detail));
}

static struct str
show_plan(struct arena *a, const struct fields *words)
{
	struct buf b = buf_new(a, 1 << 20);
	for (size_t i = 0; i < words->n; i++)
		buf_addf(&b, " {%.*s}", STR(value_shown(a, words->v[i].value)));
	return buf_str(&b);
}

static struct str
show_call(struct arena *a, const struct words *words)
{
	struct buf b = buf_new(a, 1 << 20);
	for (size_t i = 0; i < words->n; i++)
		buf_addf(&b, " {%.*s}", STR(words->v[i]));
	return buf_str(&b);
}

/* ---- environment ---- */

/* The shells on the way set these. */
static bool
is_of_shell(struct str name)
{
	static const char *const names[] = {"PWD", "OLDPWD", "SHLVL", "_", "BASH_ENV"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(name, names[i]))
			return true;
	return str_starts(name, S("BASH_FUNC_")) || str_eqz(name, "}");
}

/* What the plan says that the command finds in its environment; NULL: nothing. */
static const struct value *
planned_value(const struct comparison *x, const struct shell_launch *l, struct str name)
{
	for (size_t i = l->assigned.n; i-- > 0;)
		if (str_eq(l->assigned.v[i].name, name))
			return l->assigned.v[i].value;
	symbol id = session_symbol(x->whole->trace->session, name);
	const struct variable *v = launch_variable(l, id);
	if (!v || v->set != TRI_YES || v->exported != TRI_YES ||
		v->kind != VARIABLE_SCALAR)
		return NULL;
	return v->value;
}

static bool
has_name(const struct words *environment, struct str name)
{
	for (size_t i = 0; i < environment->n; i++)
		if (str_starts(environment->v[i], name) &&
			str_slice(environment->v[i], name.n, name.n + 1).n &&
			environment->v[i].p[name.n] == '=')
			return true;
	return false;
}

/* The name of a variable that differs, or empty. Lines that are no settings belong to the
 * value before them, of which only the first line is compared. */
static struct str
differing_variable(
	const struct comparison *x, const struct shell_launch *l, const struct call *c)
{
	for (size_t i = 0; i < c->environment.n; i++) {
		struct str text, value, known,
			name = str_cut(c->environment.v[i], '=', &value);
		if (!value.p || is_of_shell(name) || str_find_byte(name, ' ', 0) < name.n)
			continue;
		const struct value *v = planned_value(x, l, name);
		if (!v)
			return name;
		known = value_known(v, &text) ? str_slice(text, 0, value.n) : value;
		if (!str_eq(known, value))
			return name;
	}
	struct session *s = x->whole->trace->session;
	for (symbol id = 0; id < s->names.n; id++) {
		struct str name = session_name(s, id);
		if (!is_of_shell(name) && planned_value(x, l, name) &&
			!has_name(&c->environment, name))
			return name;
	}
	return (struct str){0};
}

/* ---- words ---- */

/* What bash did is planned, and nothing of it is left open. */
static void
look_for_call(struct comparison *x, const struct call *c)
{
	struct arena *a = x->s->arena;
	struct str differs = {0};
	bool found = false, same = false;
	for (size_t k = 0; k < x->plan.n; k++) {
		const struct shell_launch *l = x->plan.v[k]->launch;
		if (!is_as_known(x->recipe, x->plan.v[k]) ||
			!words_match(&l->argv, &c->argv))
			continue;
		found = true;
		differs = differing_variable(x, l, c);
		same |= differs.n == 0;
	}
	if (found && !same)
		fault(x, "environment",
			str_fmt(a, " %.*s of%.*s", STR(differs),
				STR(show_call(a, &c->argv))));
	if (found)
		return;
	fault(x, "not planned", show_call(a, &c->argv));
	for (size_t k = 0; k < x->plan.n; k++) {
		const struct fields *argv = &x->plan.v[k]->launch->argv;
		if (value_is(argv->v[0].value, c->argv.v[0]))
			fault(x, "instead", show_plan(a, argv));
	}
}

/* What is planned without a condition was done, in this order unless it runs beside. */
static void
look_for_commands(struct comparison *x)
{
	size_t last = 0;
	for (size_t i = 0; i < x->plan.n; i++) {
		const struct shell_launch *l = x->plan.v[i]->launch;
		size_t at = 0;
		while (at < x->calls.n && !words_match(&l->argv, &x->calls.v[at].argv))
			at++;
		if (l->assumed)
			continue;
		if (at == x->calls.n)
			fault(x, "not done", show_plan(x->s->arena, &l->argv));
		else if (!l->job && at < last)
			fault(x, "done earlier", show_plan(x->s->arena, &l->argv));
		else if (!l->job)
			last = at;
	}
}

/* False, with the differences printed. -1: there is no bash. */
static int
compare(const struct recipe *r, struct str environment)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	struct stage *s = stage_new(&a);
	struct comparison x = {.s = s, .recipe = r, .environment = environment};
	bool is_complete = s->is_complete;
	if (is_complete) {
		struct words env = stage_environment(s, environment);
		x.faults = buf_new(&a, 1 << 20);
		x.whole = make_plan(s, r, &env);
		x.plan = commands_of_stubs(&a, x.whole);
		x.calls = stage_run(s, r->path, &env);
		for (size_t i = 0; i < x.calls.n; i++)
			look_for_call(&x, &x.calls.v[i]);
		look_for_commands(&x);
		if (x.whole->trace->incomplete || !x.calls.n)
			fault(&x, "not run to an end", S(""));
	}
	bool same = x.faults.n == 0;
	if (!same)
		print_error("%.*s", STR(buf_str(&x.faults)));
	arena_release(&a);
	return is_complete ? same : -1;
}

static void
test_recipes(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a, 0, NULL);
	struct names recipes = stage_recipes(&a);
	size_t differ = 0, runs = 0;
	int same = 0;
	assert_true(recipes.n >= 20);
	for (size_t i = 0; i < recipes.n && same >= 0; i++) {
		struct recipe r = read_recipe(&a, recipes.v[i]);
		assert_true(r.environments.n >= 2);
		for (size_t k = 0; k < r.environments.n && same >= 0; k++) {
			same = compare(&r, r.environments.v[k]);
			differ += same == 0;
			runs++;
		}
	}
	if (same >= 0)
		print_message("%zu recipes, %zu runs\n", recipes.n, runs);
	arena_release(&a);
	assert_int_equal(differ, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recipes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
