/* referenced-file-missing: a recipe runs a script of the repository that is not there. */
#include "check/rule.h"
#include "plan/launch.h"
#include "plan/plans.h"

static const char *const endings[] = {".py", ".sh", ".patch", ".diff"};
static const char *const programs[] = {"python3", "python", "bash", "sh", "patch", "git"};

static bool
is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '-' || c == '.';
}

static bool
has_ending(struct str s)
{
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (str_ends(s, str_from(endings[i])) && s.n > str_from(endings[i]).n)
			return true;
	return false;
}

/* Most recipes name no file that their own folder lacks, and need not be evaluated. */
static bool
names_absent_file(struct check *c, struct str recipe, struct str text)
{
	size_t slash = str_rfind_byte(recipe, '/');
	struct str folder = str_slice(recipe, 0, slash + 1);
	for (size_t i = 0; i < text.n;) {
		size_t begin = i;
		while (i < text.n && is_name_byte(text.p[i]))
			i++;
		struct str word = str_slice(text, begin, i);
		if (i == begin)
			i++;
		if (word.n && word.n < 200 && has_ending(word) &&
			!session_path(c->plans->session, str_cat(c->arena, folder, word))
				 ->is_file)
			return true;
	}
	return false;
}

static bool
was_asked_for(const struct shell_trace *t, struct str path)
{
	for (size_t i = 0; i < t->questions.n; i++)
		if (str_eq(t->questions.v[i].path, path))
			return true;
	return false;
}

/* The script wrote something there before. */
static bool
was_written(const struct shell_launch *l, struct str absolute)
{
	for (const struct file_change *k = l->files; k; k = k->up)
		if (value_is(k->path, absolute))
			return true;
	return false;
}

/* A path in a folder that the tree has, and that nobody made. */
static bool
lacks_file(struct check *c, struct arena *a, const struct shell_launch *l,
	const struct value *v, struct str *ret)
{
	struct str s, root = S("/workspace/"), cwd;
	if (!value_known(v, &s) || !has_ending(s) || !value_known(l->cwd, &cwd))
		return false;
	if (s.p[0] != '/')
		s = str_fmt(a, "%.*s/%.*s", STR(cwd), STR(s));
	s = session_normal_path(a, s);
	if (!str_starts(s, root) || was_written(l, s))
		return false;
	*ret = str_slice(s, root.n, s.n);
	size_t slash = str_rfind_byte(*ret, '/');
	struct session *session = c->plans->session;
	struct session_path *p = session_path(session, str_dup(c->arena, *ret));
	return slash < ret->n && !p->is_file && !p->is_folder && !p->unreadable &&
		session_path(session, str_dup(c->arena, str_slice(*ret, 0, slash)))->is_folder;
}

static bool
runs_files(const struct shell_launch *l)
{
	for (size_t i = 0; l->argv.n > 1 && i < sizeof programs / sizeof *programs; i++)
		if (value_is(l->argv.v[0].value, str_from(programs[i])))
			return true;
	return false;
}

static void
judge_launch(struct check *c, struct arena *a, const struct arm_route *x,
	const struct shell_trace *t, const struct shell_launch *l)
{
	struct str path, s;
	size_t i = 1;
	while (i + 1 < l->argv.n && value_known(l->argv.v[i].value, &s) && s.n &&
		s.p[0] == '-')
		i++;
	if (!lacks_file(c, a, l, l->argv.v[i].value, &path) || was_asked_for(t, path))
		return;
	if (l->assumed) {
		not_judged(c, x->route->recipe, "%.*s is missing, but perhaps not run",
			STR(quote(c->arena, path)));
		return;
	}
	struct ixc_finding *f = report(c, l->span, "%.*s is run but does not exist",
		STR(quote(c->arena, path)));
	struct str arm = str_fmt(c->arena, "%.*s %.*s", STR(x->config->key),
		STR(arm_path(c->arena, x->arm)));
	finding_subject(f, "%.*s", STR(str_dup(c->arena, path)));
	finding_arm(f, arm, plans_reaching(c->plans, x->route->recipe));
	if (f->related.n == 0)
		finding_related(f, x->arm->span, "an arm that gets there");
}

static void
judge_point(struct check *c, struct arena *a, const struct arm_route *x,
	const struct point *p)
{
	struct shell_settings environment = route_environment(a, x->route, p);
	struct shell_input in = plan_input(a, x->route->recipe, &environment);
	struct launch_plan *plan = plan_make(c->plans->session, a, &in);
	if (!plan)
		return;
	for (size_t i = 0; i < plan->commands.n; i++) {
		const struct shell_launch *l = plan->commands.v[i]->launch;
		if (runs_files(l))
			judge_launch(c, a, x, plan->trace, l);
	}
}

static void
release(void *scratch)
{
	arena_release(scratch);
}

static void
check_repo(struct check *c)
{
	if (!plans_possible(c->plans)) {
		not_judged(c, S("runners"), "there are no launchers");
		return;
	}
	struct arena *scratch = NEW(c->arena, struct arena);
	arena_init(scratch, c->arena->limit_bytes, c->arena->escape);
	arena_defer(c->arena, release, scratch);
	const struct arm_routes *all = plans_routes(c->plans);
	struct map suspect = {0}; /* recipe to c, or to NULL */
	for (size_t i = 0; i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		struct str recipe = x->route->recipe;
		if (x->route->end != ROUTE_RECIPE)
			continue;
		if (!map_has(&suspect, recipe)) {
			const struct source *s =
				session_path(c->plans->session, recipe)->source;
			bool bad = s && names_absent_file(c, recipe, s->bytes);
			map_put(c->arena, &suspect, recipe, bad ? c : NULL);
		}
		for (size_t k = 0; map_get(&suspect, recipe) && k < x->points.n; k++) {
			struct arena_mark mark = arena_mark(scratch);
			judge_point(c, scratch, x, x->points.v[k]);
			arena_rewind(scratch, mark);
		}
	}
}

const struct ixc_rule rule_referenced_file_missing = {
	.id = "referenced-file-missing",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a recipe runs a script or patch that the repository lacks",
	.help = "Recipes call helpers that lie beside them: python scripts that patch an engine,\n"
		"shell scripts, patch files. When the helper was renamed or forgotten, the recipe\n"
		"ends there.\n"
		"\n"
		"The recipe is evaluated for the points that reach it; only a command on a way\n"
		"that some point takes counts, and only a path that is known in full, in a folder\n"
		"of the repository that exists. Files that the recipe makes or asks for with\n"
		"[ -f ] are not judged. What depends on a condition that can't be decided is\n"
		"listed by --coverage.",
	.on_repo = check_repo,
};
