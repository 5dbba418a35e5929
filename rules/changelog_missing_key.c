/* changelog-missing-key: a variant of a named key changed too, and is not named. */
#include "change_rule.h"

static void
judge(struct check *c, struct trees *t, const struct key_change *k)
{
	const struct key_changes *all = trees_keys(t);
	for (size_t i = 0; i < all->n; i++) {
		const struct key_change *o = all->v[i];
		const struct changelog_entry *e =
			entry_naming(c->repo->changelog, o->key);
		if (o == k || !e || !key_runs_differ(o) ||
			!keys_are_siblings(o->head, k->head))
			continue;
		struct ixc_finding *f = report(c, key_change_place(t, k),
			"%.*s changes like %.*s, but the new entry names only the latter",
			STR(k->key), STR(o->key));
		finding_subject(f, "%.*s", STR(k->key));
		finding_related(f, e->config_keys ? e->config_keys->span : e->span,
			"the entry's keys");
		finding_note(f, "it differs in %.*s", STR(trees_key_difference(c->arena, k)));
		finding_help(f, "name it in the entry too, if it should run");
		return;
	}
}

static void
check_trees(struct check *c, struct trees *t)
{
	const struct key_changes *all = trees_keys(t);
	for (size_t i = 0; i < all->n; i++)
		if (key_runs_differ(all->v[i]) && !key_change_is_shared(t, all->v[i]) &&
			!entry_naming(c->repo->changelog, all->v[i]->key))
			judge(c, t, all->v[i]);
}

const struct ixc_rule rule_changelog_missing_key = {
	.id = "changelog-missing-key",
	.severity = IXC_WARNING,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "a variant of a named config key changed too, and is not named",
	.help = "A change touches a config and its variant (with and without MTP, aggregated and\n"
		"disaggregated, agentic and fixed lengths), and the new entry names one of them.\n"
		"The other keeps the published results of its old state.\n"
		"\n"
		"Only what would run counts: points of the matrix, commands of the recipe.",
	.on_trees = check_trees,
};
