/* changelog-names-unknown-file: an entry names a file of the repository that is not
 * there. */
#include "entry_text.h"

#include "base/limits.h"
#include "plan/plans.h"

enum { FOLDERS_MAX = 16 };

/* Folders that a path may be relative to. */
struct folders {
	struct str v[FOLDERS_MAX];
	size_t n;
};

static struct session_path *
path_at(struct check *c, struct str path)
{
	return session_path(plans_session(c->plans), path);
}

static bool
is_there(struct check *c, struct str path)
{
	const struct session_path *p = path_at(c, path);
	return p->is_file || p->is_folder || p->unreadable;
}

/* A folder whose contents are known: not a submodule that was not fetched. */
static bool
is_folder(struct check *c, struct str path)
{
	const struct session_path *p = path_at(c, path);
	return p->is_folder && !p->is_empty;
}

static void
add_folder(struct check *c, struct folders *f, struct str path)
{
	if (f->n < FOLDERS_MAX && is_folder(c, path))
		f->v[f->n++] = path;
}

/* Where recipes lie: benchmarks/single_node and the folders in it. */
static struct folders
recipe_folders(struct check *c)
{
	static const char *const roots[] = {
		"benchmarks/single_node", "benchmarks/multi_node"};
	struct folders f = {0};
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
		struct names names = {0};
		struct tree *t = c->repo->tree;
		struct str root = str_from(roots[i]);
		add_folder(c, &f, root);
		if (t->list(t, c->arena, root, &names) != TREE_OK)
			continue;
		for (size_t k = 0; k < names.n; k++)
			if (str_ends(names.v[k], S("/")))
				add_folder(c, &f,
					str_fmt(c->arena, "%.*s/%.*s", STR(root),
						(int)names.v[k].n - 1, names.v[k].p));
	}
	return f;
}

/* "dsr1_fp8_b200_mtp.sh": a model prefix of some config, then a precision. */
static bool
is_recipe_name(struct check *c, struct str name)
{
	const struct configs *all = &c->repo->master->configs;
	for (size_t i = 0; str_ends(name, S(".sh")) && i < all->n; i++) {
		struct str prefix = all->v[i]->model_prefix.v;
		struct str precision = all->v[i]->precision.v;
		if (!prefix.n || !precision.n || !str_starts(name, prefix))
			continue;
		struct str rest = str_slice(name, prefix.n, name.n);
		if (rest.n > 1 && rest.p[0] == '_' &&
			str_starts(str_slice(rest, 1, rest.n), precision))
			return true;
	}
	return false;
}

/* The folders in which the file should be; none when it may be of elsewhere. */
static struct folders
folders_for(struct check *c, struct str path)
{
	struct folders f = {0}, recipes = recipe_folders(c);
	struct str rest, first = str_cut(path, '/', &rest);
	if (!rest.p) {
		if (str_starts(path, S("launch_")) && str_ends(path, S(".sh")))
			add_folder(c, &f, S("runners"));
		else if (is_recipe_name(c, path))
			f = recipes;
		return f;
	}
	if (is_folder(c, first)) {
		f.v[f.n++] = (struct str){0};
		return f;
	}
	for (size_t i = 0; i < recipes.n; i++)
		if (is_folder(c, str_fmt(c->arena, "%.*s/%.*s", STR(recipes.v[i]),
					 STR(first))))
			add_folder(c, &f, recipes.v[i]);
	return f;
}

static struct str
joined(struct check *c, struct str folder, struct str path)
{
	return folder.n ? str_fmt(c->arena, "%.*s/%.*s", STR(folder), STR(path)) : path;
}

/* The nearest name where the file should be. */
static struct str
nearest(struct check *c, const struct folders *f, struct str path)
{
	struct suggestions s = {0};
	size_t slash = str_rfind_byte(path, '/');
	struct str name = slash < path.n ? str_slice(path, slash + 1, path.n) : path;
	struct str inner = slash < path.n ? str_slice(path, 0, slash) : (struct str){0};
	struct tree *t = c->repo->tree;
	struct folders recipes = recipe_folders(c);
	for (size_t i = 0; i < recipes.n; i++)
		if (is_there(c, joined(c, recipes.v[i], name)))
			return str_fmt(c->arena, "there is '%.*s'",
				STR(joined(c, recipes.v[i], name)));
	for (size_t i = 0; i < f->n; i++) {
		struct str folder = inner.n ? joined(c, f->v[i], inner) : f->v[i];
		struct names names = {0};
		if (t->list(t, c->arena, folder, &names) != TREE_OK)
			continue;
		for (size_t k = 0; k < names.n && k < LIMIT_SUGGEST_NAMES; k++)
			suggest_offer(&s, name, names.v[k]);
	}
	return suggest_text(c->arena, &s);
}

static void
judge(struct check *c, const struct changelog_entry *e, const struct said *s)
{
	struct str path = s->claim.name;
	struct folders f = folders_for(c, path);
	for (size_t i = 0; i < f.n; i++)
		if (is_there(c, joined(c, f.v[i], path)))
			return;
	/* What an earlier entry names was there once. */
	struct str before = str_slice(e->owner->source->bytes, 0, e->span.begin);
	if (!f.n || str_contains(before, path))
		return;
	struct ixc_finding *found =
		report(c, s->span, "entry %zu names %.*s, which does not exist", e->index,
			STR(quote(c->arena, path)));
	finding_subject(found, "%.*s", STR(path));
	struct str hint = nearest(c, &f, path);
	if (hint.n)
		finding_help(found, "%.*s", STR(hint));
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	bool whole;
	struct configs configs = entry_configs(c, e, &whole);
	if (entry_is_outdated_for(e, &configs))
		return;
	struct saids said = entry_claims(c, e);
	for (size_t i = 0; i < said.n; i++)
		if (said.v[i].claim.kind == CLAIM_FILE && said_plainly(&said.v[i].claim))
			judge(c, e, &said.v[i]);
}

const struct ixc_rule rule_changelog_names_unknown_file = {
	.id = "changelog-names-unknown-file",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a new entry names a file of the repository that is not there",
	.help = "Readers look up what an entry refers to. A path that is not in the repository is\n"
		"misspelt, or the file was renamed or never added.\n"
		"\n"
		"Judged are paths whose first folder the repository has, launchers\n"
		"(launch_*.sh), and names like those of single-node recipes: model prefix,\n"
		"precision, .sh. Paths of other projects, URLs, patterns and $VARIABLES are\n"
		"not, nor files that the text removes or speaks of as before, nor such as an\n"
		"earlier entry names already.",
	.on_entry = check_entry,
};
