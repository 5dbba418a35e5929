/* referenced-file-missing: a recipe runs a script of the repository that is not there. */
#include "plan_rule.h"

static const char *const endings[] = {".py", ".sh", ".patch", ".diff"};
static const char *const programs[] = {"python3", "python", "bash", "sh", "patch", "git"};

static bool
has_ending(struct str s)
{
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (str_ends(s, str_from(endings[i])) && s.n > str_from(endings[i]).n)
			return true;
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

/* A path in a folder that the tree has, and that nobody made. */
static bool
lacks_file(struct check *c, const struct shell_launch *l, const struct value *v,
	struct str *ret)
{
	struct str s, root = S("/workspace/"), cwd;
	if (!value_known(v, &s) || !has_ending(s) || !value_known(l->cwd, &cwd))
		return false;
	if (s.p[0] != '/')
		s = str_fmt(c->arena, "%.*s/%.*s", STR(cwd), STR(s));
	s = session_normal_path(c->arena, s);
	if (!str_starts(s, root) || launch_file(c->arena, l, v))
		return false;
	*ret = str_slice(s, root.n, s.n);
	size_t slash = str_rfind_byte(*ret, '/');
	struct session *session = c->plans->session;
	struct session_path *p = session_path(session, *ret);
	return slash < ret->n && !p->is_file && !p->is_folder && !p->unreadable &&
		session_path(session, str_slice(*ret, 0, slash))->is_folder;
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
judge_launch(struct check *c, const struct shell_trace *t, const struct shell_launch *l)
{
	struct str path, s;
	size_t i = 1;
	while (i + 1 < l->argv.n && value_known(l->argv.v[i].value, &s) && s.n &&
		s.p[0] == '-')
		i++;
	if (!lacks_file(c, l, l->argv.v[i].value, &path) || was_asked_for(t, path))
		return;
	if (l->assumed) {
		not_judged(c, c->plan->of->recipe, "%.*s is missing, but perhaps not run",
			STR(quote(c->arena, path)));
		return;
	}
	struct ixc_finding *f = report_plan(c, l->span, "%.*s is run but does not exist",
		STR(quote(c->arena, path)));
	finding_subject(f, "%.*s", STR(path));
	if (f->related.n == 0)
		finding_related(f, c->plan->of->arms.v[0].point->arm->span,
			"an arm that gets there");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->launch->commands.n; i++) {
		const struct shell_launch *l = p->launch->commands.v[i]->launch;
		if (runs_files(l))
			judge_launch(c, p->launch->trace, l);
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
	.on_plan = check_plan,
};
