/* append-only-recipe-changed: the points that stay would run otherwise than measured. */
#include "append_only.h"

static void
check_trees(struct check *c, struct trees *t)
{
	const struct changelog *log = c->repo->changelog;
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		bool whole;
		if (!is_append_only(e))
			continue;
		struct configs configs = entry_configs(c, e, &whole);
		for (size_t k = 0; k < configs.n; k++) {
			const struct key_change *x = trees_key(t, configs.v[k]->key);
			if (!x || !x->replaces)
				continue;
			struct ixc_finding *f = report(c, append_only_place(e),
				"the recipe of %.*s changes for points that are not run again",
				STR(x->key));
			struct span place;
			finding_subject(f, "%.*s", STR(x->key));
			for (size_t r = 0; r < x->recipes.n; r++)
				if (trees_first_change(t, x->recipes.v[r], &place))
					finding_related(f, place, "changed here");
			finding_note(f, "it differs in %.*s", STR(trees_key_difference(c->arena, x)));
			finding_note(f, "the curve would show points of two recipes as one");
			finding_help(f, "drop append-only, so that the whole curve is measured");
		}
	}
}

const struct ixc_rule rule_append_only_recipe_changed = {
	.id = "append-only-recipe-changed",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "an append-only change alters what the points that stay would run",
	.help = "append-only runs the added points alone. When the commands of the recipe change\n"
		"for the other points too, the published curve mixes results of two recipes.\n"
		"\n"
		"Compared are the servers, routers and caches launched for the points of the\n"
		"base, and for multi-node keys the recipe file.",
	.on_trees = check_trees,
};
