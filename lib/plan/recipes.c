/* Recipes by their names and folders. */
#include "plan/recipes.h"

#include "base/arena.h"

const char *const recipe_folders[] = {
	"benchmarks/single_node/agentic",
	"benchmarks/single_node/fixed_seq_len",
	"benchmarks/multi_node",
	"benchmarks/multi_node/agentic",
	NULL,
};

bool
recipe_is_name(struct str name)
{
	struct str rest, precision;
	if (!str_ends(name, S(".sh")) || name.p[0] == '_')
		return false;
	str_cut(name, '_', &rest);
	precision = str_cut(rest, '_', &rest);
	size_t i = 0;
	while (i < precision.n && precision.p[i] >= 'a' && precision.p[i] <= 'z')
		i++;
	return rest.n && i >= 2 && i < precision.n &&
		str_all_digits(str_slice(precision, i, precision.n));
}

struct names
recipes_unreached(struct arena *a, struct plans *p)
{
	struct names found = {0};
	for (size_t i = 0; recipe_folders[i]; i++) {
		struct names files = {0};
		struct tree *t = p->repo->tree;
		if (t->list(t, a, str_from(recipe_folders[i]), &files) != TREE_OK)
			continue;
		for (size_t k = 0; k < files.n; k++) {
			struct str path =
				str_fmt(a, "%s/%.*s", recipe_folders[i], STR(files.v[k]));
			if (recipe_is_name(files.v[k]) && plans_follows(p, path) &&
				!plans_reaching(p, path))
				vec_push(a, &found, path);
		}
	}
	return found;
}
