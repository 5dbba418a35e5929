/* recipe-unreachable: a recipe that no config's launcher ever chooses. */
#include "check/rule.h"
#include "plan/recipes.h"

/* Where else a recipe may be named. */
static const char *const other_folders[] = {
	".github/workflows",
	"runners",
	"benchmarks",
	"benchmarks/single_node",
	"utils",
};

static bool
folder_names(struct check *c, struct str folder, struct str name)
{
	struct tree *t = c->repo->tree;
	struct names files = {0};
	if (t->list(t, c->arena, folder, &files) != TREE_OK)
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = str_fmt(c->arena, "%.*s/%.*s", STR(folder), STR(files.v[i]));
		struct str bytes;
		if (str_eq(files.v[i], name) || str_ends(path, S("/")))
			continue;
		if (t->read(t, c->arena, path, &bytes) == TREE_OK && str_contains(bytes, name))
			return true;
	}
	return false;
}

static bool
is_named_elsewhere(struct check *c, struct str name)
{
	for (size_t i = 0; recipe_folders[i]; i++)
		if (folder_names(c, str_from(recipe_folders[i]), name))
			return true;
	for (size_t i = 0; i < sizeof other_folders / sizeof *other_folders; i++)
		if (folder_names(c, str_from(other_folders[i]), name))
			return true;
	return false;
}

static void
check_file(struct check *c, struct str path)
{
	struct str name = str_slice(path, str_rfind_byte(path, '/') + 1, path.n);
	if (is_named_elsewhere(c, name))
		return;
	const struct source *s = session_path(c->plans->session, path)->source;
	if (!s)
		return; /* a folder, or nothing that can be read */
	struct span first = {.file = s->id};
	struct str rest;
	first.end = (uint32_t)str_cut(s->bytes, '\n', &rest).n;
	struct ixc_finding *f = report(c, first, "no config reaches the recipe %.*s",
		STR(quote(c->arena, name)));
	finding_subject(f, "%.*s", STR(path));
	finding_note(f, "the launchers choose it for no point of either master config");
	finding_help(f, "add a config for it, or move it to a deprecated/ folder");
}

static void
check_repo(struct check *c)
{
	if (!plans_possible(c->plans)) {
		not_judged(c, S("runners"), "there are no launchers");
		return;
	}
	plans_routes(c->plans);
	if (c->plans->undecided) {
		not_judged(c, S("benchmarks"), "not every point's recipe is known");
		return;
	}
	struct names paths = recipes_unreached(c->arena, c->plans);
	for (size_t i = 0; i < paths.n; i++)
		check_file(c, paths.v[i]);
}

const struct ixc_rule rule_recipe_unreachable = {
	.id = "recipe-unreachable",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a recipe that the launcher of no config chooses",
	.help = "Launchers put the name of a recipe together: model prefix, precision, hardware,\n"
		"sometimes the framework, and _mtp for speculative decoding. A recipe with\n"
		"another name is never run, and a change of it is never measured. Often a part\n"
		"of the name differs from what the launcher asks for; then recipe-file-missing\n"
		"names the file that it wants.\n"
		"\n"
		"Judged are files that have the form of such a name, directly in the folders\n"
		"where launchers look. Not judged: deprecated/ and other sub-folders, helpers,\n"
		"and recipes that another script or a workflow names.",
	.on_repo = check_repo,
	.all_routes = true,
};
