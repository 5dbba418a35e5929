/* arm-condition-unreachable: a branch for numbers that no arm of the recipe has. */
#include "numeric_test.h"
#include "plan_rule.h"

#include "shell/walk.h"

/* What recipes choose by. Not EP_SIZE: `-gt 1` is a switch that waits for an arm. */
static const char *const fields[] = {"CONC", "ISL", "OSL", "TP"};

enum { FIELDS = sizeof fields / sizeof *fields };

/* A recipe whose plans were seen. */
struct seen {
	struct str recipe;
	bool lost[FIELDS]; /* the recipe may change it */
	bool unsure;       /* of a plan that is not whole */
};

VEC(seen_list, struct seen *);

/* ---- while the plans are there -------------------------------------------------- */

static struct seen *
seen_of(struct check *c, struct str recipe)
{
	struct seen_list *all = *c->memory;
	if (!all)
		*c->memory = all = NEW(c->arena, struct seen_list);
	if (all->n && str_eq(all->v[all->n - 1]->recipe, recipe))
		return all->v[all->n - 1];
	struct seen *s = NEW(c->arena, struct seen);
	s->recipe = recipe;
	vec_push(c->arena, all, s);
	return s;
}

/* As the environment had it when the server was launched, and never assigned. */
static bool
is_kept(const struct case_plan *p, struct str name)
{
	const struct shell_trace *t = p->launch->trace;
	symbol id = session_symbol(t->session, name);
	for (size_t i = 0; i < t->assignments.n; i++)
		if (t->assignments.v[i]->name == id)
			return false;
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct variable *v =
			launch_variable(p->servers.v[i]->command->launch, id);
		if (!v || !(v->flags & VARIABLE_GIVEN))
			return false;
	}
	return true;
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	if (p->of->arms.v[0].point->multinode)
		return;
	struct seen *s = seen_of(c, p->of->recipe);
	s->unsure |= p->launch->trace->incomplete || p->servers.n == 0;
	for (size_t i = 0; i < FIELDS; i++)
		s->lost[i] |= !is_kept(p, str_from(fields[i]));
}

/* ---- afterwards, over all arms -------------------------------------------------- */

struct looking {
	struct check *c;
	const struct seen *seen;
	const struct plan_case *of; /* the case that is asked about */
	size_t first;               /* of the recipe's cases */
	struct span dead;           /* the last body that was reported */
};

static bool
value_in_case(const void *user, struct str name, int64_t *ret)
{
	const struct looking *l = user;
	for (size_t i = 0; i < FIELDS; i++)
		if (str_eqz(name, fields[i]) && !l->seen->lost[i])
			return str_to_int64(case_variable(l->of, name), ret);
	return false;
}

/* The i-th run of the recipe; NULL: there is none. Cases of a recipe stand together, its
 * runs first. */
static const struct plan_case *
run_at(const struct looking *l, size_t i)
{
	const struct plan_cases *all = plans_cases(l->c->plans);
	if (l->first + i >= all->n)
		return NULL;
	const struct plan_case *k = all->v[l->first + i];
	return k->kind == CASE_RUN && str_eq(k->recipe, l->seen->recipe) ? k : NULL;
}

static bool
holds_nowhere(struct looking *l, const struct shell_list *condition)
{
	struct numeric_case k = {value_in_case, l};
	for (size_t i = 0; (l->of = run_at(l, i)); i++)
		if (numeric_test(condition, &k) != TRI_NO)
			return false;
	return true;
}

static bool
matches_nowhere(struct looking *l, struct str variable, const struct shell_clause *clause)
{
	int64_t v, n;
	for (size_t i = 0; (l->of = run_at(l, i)); i++) {
		if (!value_in_case(l, variable, &v))
			return false;
		for (size_t k = 0; k < clause->patterns.n; k++) {
			const struct shell_word *p = clause->patterns.v[k];
			if (!p->is_static || !str_to_int64(p->value, &n) || n == v)
				return false;
		}
	}
	return true;
}

static void
find_end(struct walk *w, const struct shell_command *c)
{
	if (c->kind != SHELL_SIMPLE || c->simple.words.n == 0)
		return;
	struct str name = c->simple.words.v[0]->value;
	if (str_eqz(name, "exit") || str_eqz(name, "return") || str_eqz(name, "false"))
		*(bool *)w->user = true;
}

/* A guard is there so that no arm gets into it. */
static bool
is_guard(const struct shell_list *body)
{
	bool ends = false;
	struct walk w = {.command = find_end, .user = &ends};
	walk_list(&w, body);
	return ends;
}

/* ---- reporting ------------------------------------------------------------------ */

VEC(numbers, int64_t);

static void
put_sorted(struct arena *a, struct numbers *list, int64_t v)
{
	size_t at = 0;
	while (at < list->n && list->v[at] < v)
		at++;
	if (at < list->n && list->v[at] == v)
		return;
	vec_push(a, list, v);
	for (size_t i = list->n - 1; i > at; i--)
		list->v[i] = list->v[i - 1];
	list->v[at] = v;
}

/* "CONC is 4, 8 or 16": the values that the condition's variables have. */
static void
note_values(struct looking *l, struct ixc_finding *f, struct str name)
{
	enum { SHOWN_MAX = 12 };
	struct numbers list = {0};
	struct buf b = buf_new(l->c->arena, 400);
	int64_t v;
	for (size_t i = 0; (l->of = run_at(l, i)); i++)
		if (value_in_case(l, name, &v))
			put_sorted(l->c->arena, &list, v);
	for (size_t i = 0; i < list.n && i < SHOWN_MAX; i++)
		buf_addf(&b, "%s%lld",
			i == 0            ? ""
			: i + 1 == list.n ? " or "
					  : ", ",
			(long long)list.v[i]);
	if (list.n > SHOWN_MAX)
		buf_addf(&b, " or more, up to %lld", (long long)list.v[list.n - 1]);
	finding_note(f, "%.*s is %.*s in all arms that reach the recipe", STR(name),
		STR(buf_str(&b)));
}

/* `asks`: the text that names the variables. */
static void
report_dead(struct looking *l, struct span at, struct span asks)
{
	const struct source *s = sources_get(l->c->repo->sources, at.file);
	struct str text = str_slice(s->bytes, asks.begin, asks.end);
	struct ixc_finding *f =
		report(l->c, at, "no arm of the recipe gets into this branch");
	finding_recipe(f, l->seen->recipe);
	finding_subject(f, "%.*s: %.*s", STR(l->seen->recipe),
		STR(str_slice(s->bytes, at.begin, at.end)));
	for (size_t i = 0; i < FIELDS; i++)
		if (str_contains(text, str_from(fields[i])))
			note_values(l, f, str_from(fields[i]));
}

static void
judge_if(struct looking *l, const struct shell_branch *b)
{
	for (size_t i = 0; i < b->arms.n; i++) {
		const struct shell_arm *arm = &b->arms.v[i];
		if (is_guard(arm->body) || !holds_nowhere(l, arm->condition))
			continue;
		report_dead(l, arm->condition->span, arm->condition->span);
		l->dead = arm->body->span;
	}
}

static void
judge_case(struct looking *l, const struct shell_choice *choice)
{
	struct str variable = numeric_variable(choice->word);
	for (size_t i = 0; variable.n && i < choice->clauses.n; i++) {
		const struct shell_clause *clause = &choice->clauses.v[i];
		if (is_guard(clause->body) || !matches_nowhere(l, variable, clause))
			continue;
		report_dead(l, clause->patterns.v[0]->span, choice->word->span);
		l->dead = clause->body->span;
	}
}

static void
judge_command(struct walk *w, const struct shell_command *c)
{
	struct looking *l = w->user;
	if (l->dead.file == c->span.file && c->span.begin >= l->dead.begin &&
		c->span.end <= l->dead.end)
		return; /* said of the branch as a whole */
	if (c->kind == SHELL_IF)
		judge_if(l, &c->branch);
	else if (c->kind == SHELL_CASE)
		judge_case(l, &c->choice);
}

static size_t
first_case(struct check *c, struct str recipe)
{
	const struct plan_cases *all = plans_cases(c->plans);
	size_t i = 0;
	while (i < all->n && !str_eq(all->v[i]->recipe, recipe))
		i++;
	return i;
}

static void
judge_recipe(struct check *c, const struct seen *s)
{
	struct session *session = c->plans->session;
	struct session_script *script =
		session_script(session, session_path(session, s->recipe));
	struct looking l = {.c = c, .seen = s, .first = first_case(c, s->recipe)};
	struct walk w = {.command = judge_command, .user = &l};
	if (script)
		walk_list(&w, script->tree->list);
}

static void
after_plans(struct check *c)
{
	const struct seen_list *all = *c->memory;
	for (size_t i = 0; all && i < all->n; i++) {
		if (all->v[i]->unsure || c->plans->undecided)
			not_judged(c, all->v[i]->recipe, "not all that runs it is known");
		else
			judge_recipe(c, all->v[i]);
	}
}

const struct ixc_rule rule_arm_condition_unreachable = {
	.id = "arm-condition-unreachable",
	.severity = IXC_NOTE,
	.since = "0.1",
	.summary = "a branch of a recipe for numbers that none of its arms has",
	.help = "A recipe that chooses by CONC, ISL, OSL or TP may have branches for\n"
		"points that were taken out of the config, or that were never in it: nobody\n"
		"runs them, and what they say of the arms is out of date. Sometimes the number\n"
		"is a slip, and an arm that was meant goes another way.\n"
		"\n"
		"Only conditions whose outcome the numbers decide for every arm that reaches the\n"
		"recipe are flagged, and only when the recipe never changes the variable.\n"
		"Branches that end the script are guards, and guards are there to stay empty.",
	.on_plan = check_plan,
	.after_plans = after_plans,
};
