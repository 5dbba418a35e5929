/* Which recipes run in another way than in the other tree, as far as can be said before they
 * are evaluated. */
#include "check/trees.h"

#include "base/arena.h"
#include "base/limits.h"
#include "check/rule.h"
#include "model/keys.h"
#include "plan/cases.h"
#include "plan/recipes.h"

bool
trees_is_recipe(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	for (size_t i = 0; recipe_folders[i]; i++)
		if (str_eqz(str_slice(path, 0, slash), recipe_folders[i]))
			return recipe_is_name(str_slice(path, slash + 1, path.n));
	return false;
}

/* Where libraries, launchers and helpers lie that recipes use. */
static const char *const shared_folders[] = {
	"benchmarks",
	"benchmarks/single_node",
	"benchmarks/single_node/agentic",
	"benchmarks/single_node/fixed_seq_len",
	"benchmarks/multi_node",
	"benchmarks/multi_node/agentic",
	"benchmarks/multi_node/amd_utils",
	"runners",
};

static bool
listed_differ(struct trees *t, const struct side *side, const char *folder, bool recipes)
{
	struct names files = {0};
	struct tree *tree = side->repo->tree;
	if (tree->list(tree, t->arena, str_from(folder), &files) != TREE_OK)
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = str_fmt(t->arena, "%s/%.*s", folder, STR(files.v[i]));
		if (!str_ends(path, S("/")) && (recipes || !trees_is_recipe(path)) &&
			trees_file(t, path)->state != FILE_SAME)
			return true;
	}
	return false;
}

bool
trees_shared_files_differ(struct trees *t)
{
	for (size_t i = 0; i < sizeof shared_folders / sizeof *shared_folders; i++)
		if (listed_differ(t, &t->head, shared_folders[i], false) ||
			listed_differ(t, &t->base, shared_folders[i], false))
			return true;
	return false;
}

bool
trees_folder_differs(struct trees *t, const char *folder)
{
	struct names folders = {0};
	vec_push(t->arena, &folders, str_from(folder));
	/* Grows while it is walked. */
	for (size_t i = 0; i < folders.n && folders.n < LIMIT_FILES_IN_FOLDER; i++) {
		const char *one = str_z(t->arena, folders.v[i]);
		if (listed_differ(t, &t->head, one, true) ||
			listed_differ(t, &t->base, one, true))
			return true;
		struct names files = {0};
		struct tree *tree = t->head.repo->tree;
		if (tree->list(tree, t->arena, folders.v[i], &files) != TREE_OK)
			continue;
		for (size_t k = 0; k < files.n; k++)
			if (str_ends(files.v[k], S("/")))
				vec_push(t->arena, &folders,
					str_fmt(t->arena, "%s/%.*s", one,
						(int)files.v[k].n - 1, files.v[k].p));
	}
	return false;
}

/* ---- ways through launchers ----------------------------------------------------- */

static bool
same_folder(struct trees *t, struct str path, bool names_count)
{
	struct names head = {0}, base = {0};
	struct tree *h = t->head.repo->tree, *b = t->base.repo->tree;
	enum tree_status status = h->list(h, t->arena, path, &head);
	if (status != b->list(b, t->arena, path, &base) || !head.n != !base.n)
		return false;
	if (names_count && head.n != base.n)
		return false;
	for (size_t i = 0; names_count && i < head.n; i++)
		if (!str_eq(head.v[i], base.v[i]))
			return false;
	return true;
}

/* Of recipes a launcher asks whether they are there, never what is in them. */
static bool
is_same(void *user, const struct session_path *asked)
{
	struct trees *t = user;
	enum file_state state = trees_file(t, asked->path)->state;
	if (state == FILE_CHANGED)
		return trees_is_recipe(asked->path);
	return state == FILE_SAME &&
	       (asked->is_file || same_folder(t, asked->path, asked->was_listed));
}

/* ---- files that recipes reach --------------------------------------------------- */

/* Files by which a change gets into a script that names them: those that differ, and those
 * that name one of these. That it may be but a comment costs time and nothing else. */
struct carriers {
	struct names paths;
};

static struct str
name_of(struct str path)
{
	return str_slice(path, str_rfind_byte(path, '/') + 1, path.n);
}

/* `source "$LIBRARY"`: any of them. */
static bool
sources_what_nobody_knows(struct str text)
{
	while (text.n) {
		struct str line = str_trim(str_cut(text, '\n', &text)), rest;
		struct str word = str_cut(line, ' ', &rest);
		if (!str_eqz(word, "source") && !str_eqz(word, "."))
			continue;
		struct str last = name_of(rest);
		if (str_contains(last, S("$")) || str_contains(last, S("`")))
			return true;
	}
	return false;
}

static bool
is_reached(struct trees *t, const struct carriers *c, size_t from, struct str path)
{
	const struct file_difference *d = trees_file(t, path);
	if (d->state != FILE_SAME)
		return true;
	for (size_t i = from; i < c->paths.n; i++)
		if (str_contains(d->new, name_of(c->paths.v[i])))
			return true;
	return from < c->paths.n && sources_what_nobody_knows(d->new);
}

static void
list_shared(struct trees *t, const struct side *side, struct map *ret)
{
	struct tree *tree = side->repo->tree;
	for (size_t i = 0; i < sizeof shared_folders / sizeof *shared_folders; i++) {
		struct names files = {0};
		const char *folder = shared_folders[i];
		if (tree->list(tree, t->arena, str_from(folder), &files) != TREE_OK)
			continue;
		for (size_t k = 0; k < files.n; k++) {
			struct str path =
				str_fmt(t->arena, "%s/%.*s", folder, STR(files.v[k]));
			if (!str_ends(path, S("/")) && !trees_is_recipe(path))
				map_put(t->arena, ret, path, t);
		}
	}
}

static struct carriers
carriers_of(struct trees *t)
{
	struct carriers c = {0};
	struct map shared = {0};
	list_shared(t, &t->head, &shared);
	list_shared(t, &t->base, &shared);
	size_t looked_at, n = 0;
	do {
		looked_at = n;
		n = c.paths.n;
		for (size_t i = 0; i < shared.n; i++) {
			struct map_entry *e = &shared.entry[i];
			if (!e->value || !is_reached(t, &c, looked_at, e->key))
				continue;
			vec_push(t->arena, &c.paths, e->key);
			e->value = NULL;
		}
	} while (c.paths.n > n);
	return c;
}

/* ---- recipes whose runs may differ ---------------------------------------------- */

/* Runs of the head, recipe and environment, to how many. */
static struct map
runs_of(struct arena *a, const struct plan_cases *cases)
{
	struct map runs = {0};
	for (size_t i = 0; i < cases->n; i++)
		if (cases->v[i]->kind == CASE_RUN)
			map_put(a, &runs, cases->v[i]->key, cases->v[i]);
	return runs;
}

static void
add_differing_runs(struct trees *t, const struct plan_cases *cases, const struct map *others,
	struct map *touched)
{
	for (size_t i = 0; i < cases->n; i++) {
		const struct plan_case *c = cases->v[i];
		if (c->kind == CASE_RUN && !map_has(others, c->key))
			map_put(t->arena, touched, c->recipe, t);
	}
}

static void
add_changed_recipes(struct trees *t, const struct carriers *c,
	const struct plan_cases *cases, struct map *touched)
{
	for (size_t i = 0; i < cases->n; i++) {
		struct str recipe = cases->v[i]->recipe;
		if (!map_has(touched, recipe) && is_reached(t, c, 0, recipe))
			map_put(t->arena, touched, recipe, t);
	}
}

static void
find_touched(struct trees *t)
{
	if (!plans_possible(t->head.plans) || !plans_possible(t->base.plans))
		return;
	const struct plan_cases *head = plans_cases(t->head.plans);
	const struct plan_cases *base = plans_cases(t->base.plans);
	struct map head_runs = runs_of(t->arena, head), base_runs = runs_of(t->arena, base);
	struct carriers carriers = carriers_of(t);
	add_changed_recipes(t, &carriers, head, &t->touched);
	add_changed_recipes(t, &carriers, base, &t->touched);
	add_differing_runs(t, head, &base_runs, &t->touched);
	add_differing_runs(t, base, &head_runs, &t->touched);
}

static bool
is_named(const struct changelog *log, struct str key)
{
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		for (size_t k = 0; e->is_new && k < e->keys.n; k++) {
			struct str written;
			if (yaml_as_str(e->keys.v[k], &written) &&
				keys_star_match(written, key))
				return true;
		}
	}
	return false;
}

static void
find_wanted(struct trees *t)
{
	for (size_t i = 0; i < t->touched.n; i++)
		map_put(t->arena, &t->wanted, t->touched.entry[i].key, t);
	if (!plans_possible(t->head.plans))
		return;
	const struct plan_cases *head = plans_cases(t->head.plans);
	const struct config *last = NULL;
	bool named = false;
	for (size_t i = 0; i < head->n; i++) {
		const struct config *config = head->v[i]->arms.v[0].point->config;
		if (config != last)
			named = is_named(t->head.repo->changelog, config->key);
		last = config;
		if (named)
			map_put(t->arena, &t->wanted, head->v[i]->recipe, t);
	}
}

void
trees_find_touched(struct trees *t, bool share_ways)
{
	if (share_ways)
		plans_share_ways(t->base.plans, t->head.plans, is_same, t);
	find_touched(t);
	find_wanted(t);
}
