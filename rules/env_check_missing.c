/* env-check-missing: a recipe uses a variable of the workflow and never checks it. */
#include "plan_rule.h"

#include "shell/walk.h"

/* What the workflow's job sets from the arm. EVAL_ONLY and KV_OFFLOAD_BACKEND, which may
 * be empty, are not in here. */
static const char *const variables[] = {"CONC", "DCP_SIZE", "DP_ATTENTION", "DURATION",
	"EP_SIZE", "ISL", "KV_OFFLOADING", "MAX_MODEL_LEN", "MODEL", "OSL", "PCP_SIZE",
	"PP_SIZE", "RANDOM_RANGE_RATIO", "RESULT_DIR", "RESULT_FILENAME", "SPEC_DECODING",
	"TOTAL_CPU_DRAM_GB", "TP"};

enum { VARIABLES = sizeof variables / sizeof *variables };

/* What a recipe does with them. */
struct usage {
	struct span used[VARIABLES]; /* the first bare expansion; no place: none */
	bool settled[VARIABLES];     /* checked, assigned, or given a default */
	struct span check;           /* of the last check_env_vars; no place: none */
	bool checks_unknown;         /* words of such a call that are not literal */
};

static size_t
index_of(struct str name)
{
	size_t i = 0;
	while (i < VARIABLES && !str_eqz(name, variables[i]))
		i++;
	return i;
}

static void
settle(struct usage *u, struct str name)
{
	size_t i = index_of(name);
	if (i < VARIABLES)
		u->settled[i] = true;
}

static void
note_assigns(struct usage *u, const struct shell_simple *s)
{
	for (size_t i = 0; s->words.n == 0 && i < s->assigns.n; i++)
		settle(u, s->assigns.v[i]->name);
	for (size_t i = 0; i < s->declared.n; i++)
		if (s->declared.v[i].assign)
			settle(u, s->declared.v[i].assign->name);
}

static void
note_check(struct usage *u, const struct shell_command *c)
{
	const struct shell_words *w = &c->simple.words;
	u->check = c->span;
	for (size_t i = 1; i < w->n; i++) {
		if (w->v[i]->is_static)
			settle(u, w->v[i]->value);
		else
			u->checks_unknown = true;
	}
}

/* Names that a builtin assigns: read, mapfile, printf -v, unset. */
static void
note_builtin(struct usage *u, const struct shell_words *w)
{
	static const char *const names[] = {
		"read", "mapfile", "printf", "unset", "getopts"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(w->v[0]->value, names[i]))
			for (size_t k = 1; k < w->n; k++)
				if (w->v[k]->is_static)
					settle(u, w->v[k]->value);
}

static void
settle_words(struct usage *u, const struct shell_word *word)
{
	for (size_t i = 0; word && i < word->parts.n; i++) {
		const struct shell_part *p = &word->parts.v[i];
		if (p->kind == PART_PARAM)
			settle(u, p->param->name);
		for (size_t k = 0; p->kind == PART_DOUBLE && k < p->parts.n; k++)
			if (p->parts.v[k].kind == PART_PARAM)
				settle(u, p->parts.v[k].param->name);
	}
}

/* Who asks whether a variable is empty checks it. */
static void
note_question(struct usage *u, struct str op, const struct shell_word *operand)
{
	if (str_eqz(op, "-z") || str_eqz(op, "-n"))
		settle_words(u, operand);
}

static void
note_test(struct usage *u, const struct shell_test *t)
{
	if (!t)
		return;
	if (t->kind == TEST_UNARY)
		note_question(u, t->op, t->left);
	else if (t->kind != TEST_WORD && t->kind != TEST_BINARY) {
		note_test(u, t->a);
		note_test(u, t->b);
	}
}

static void
see_command(struct walk *w, const struct shell_command *c)
{
	struct usage *u = w->user;
	if (c->kind == SHELL_TEST)
		note_test(u, c->test);
	if (c->kind == SHELL_FOR)
		settle(u, c->each.name);
	if (c->kind != SHELL_SIMPLE && c->kind != SHELL_DECLARE)
		return;
	note_assigns(u, &c->simple);
	const struct shell_words *words = &c->simple.words;
	if (!words->n || !words->v[0]->is_static)
		return;
	struct str name = words->v[0]->value;
	if (str_eqz(name, "check_env_vars"))
		note_check(u, c);
	else
		note_builtin(u, words);
	for (size_t i = 1; i + 1 < words->n; i++)
		if (str_eqz(name, "[") || str_eqz(name, "test"))
			note_question(u, words->v[i]->value, words->v[i + 1]);
}

static bool
is_bare(const struct shell_param *p)
{
	switch (p->op) {
	case PARAM_DEFAULT:
	case PARAM_ASSIGN:
	case PARAM_ERROR:
	case PARAM_ALTERNATE:
	case PARAM_NAMES:
	case PARAM_KEYS:
		return false;
	default:
		return true;
	}
}

static void
see_param(struct walk *w, const struct shell_param *p)
{
	struct usage *u = w->user;
	size_t i = index_of(p->name);
	if (i == VARIABLES)
		return;
	if (p->op == PARAM_ASSIGN || p->op == PARAM_ERROR)
		u->settled[i] = true;
	else if (is_bare(p) && !u->used[i].file)
		u->used[i] = p->name_span;
}

static void
see_arith(struct walk *w, const struct shell_arith_node *n)
{
	struct usage *u = w->user;
	size_t i = n->kind == ARITH_VARIABLE ? index_of(n->text) : VARIABLES;
	if (i < VARIABLES && !u->used[i].file)
		u->used[i] = n->span;
}

/* ---- recipes -------------------------------------------------------------------- */

static const struct usage *
usage_of(struct check *c, struct str recipe)
{
	struct map *known = *c->memory;
	if (!known)
		*c->memory = known = NEW(c->arena, struct map);
	struct usage *u = map_get(known, recipe);
	if (u)
		return u;
	struct session *session = c->plans->session;
	struct session_script *s = session_script(session, session_path(session, recipe));
	u = NEW(c->arena, struct usage);
	map_put(c->arena, known, recipe, u);
	struct walk w = {.command = see_command,
		.arith = see_arith,
		.param = see_param,
		.user = u};
	if (s)
		walk_list(&w, s->tree->list);
	return u;
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct usage *u = usage_of(c, p->of->recipe);
	if (!u->check.file || u->checks_unknown) {
		not_judged(c, p->of->recipe, "%s",
			u->check.file ? "what check_env_vars gets is not known"
				      : "the recipe does not call check_env_vars");
		return;
	}
	for (size_t i = 0; i < VARIABLES; i++) {
		if (!u->used[i].file || u->settled[i])
			continue;
		struct ixc_finding *f = report_plan(c, u->used[i],
			"%s is used, but check_env_vars does not ask for it",
			variables[i]);
		finding_related(f, u->check, "the check");
		finding_note(f,
			"when the launcher does not pass it on, an empty text takes its place");
		finding_help(f, "add %s to check_env_vars, or give it a default",
			variables[i]);
		finding_subject(f, "%.*s %s", STR(p->of->recipe), variables[i]);
	}
}

const struct ixc_rule rule_env_check_missing = {
	.id = "env-check-missing",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a recipe uses a workflow variable that it does not check",
	.help = "check_env_vars stops a recipe at its top when a variable that the workflow has\n"
		"to give is missing or empty. One that is used but not in that list becomes an\n"
		"empty text: a test that is always false, or an option without a value, minutes\n"
		"into a run on eight GPUs.\n"
		"\n"
		"Judged are the variables that the workflow sets from the arm, where the recipe\n"
		"itself expands them without a default and neither assigns nor checks them.\n"
		"EVAL_ONLY and KV_OFFLOAD_BACKEND are not: they may be empty. A recipe without\n"
		"any check_env_vars is not judged.",
	.on_plan = check_plan,
};
