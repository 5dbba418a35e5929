/* unrelated-config-changed: beside an append-only entry another config changes. */
#include "append_only.h"

static bool
is_selected(struct check *c, struct str key)
{
	const struct changelog *log = c->repo->changelog;
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		for (size_t k = 0; is_append_only(e) && k < e->keys.n; k++) {
			struct str written;
			if (yaml_as_str(e->keys.v[k], &written) &&
				keys_star_match(written, key))
				return true;
		}
	}
	return false;
}

static const struct changelog_entry *
first_append_only(const struct changelog *log)
{
	for (size_t i = 0; i < log->entries.n; i++)
		if (is_append_only(log->entries.v[i]))
			return log->entries.v[i];
	return NULL;
}

static void
check_trees(struct check *c, struct trees *t)
{
	const struct changelog_entry *e = first_append_only(c->repo->changelog);
	const struct key_changes *all = trees_keys(t);
	for (size_t i = 0; e && i < all->n; i++) {
		const struct key_change *k = all->v[i];
		if (is_selected(c, k->key) || (k->head && k->base && !k->fields.n))
			continue;
		const char *what = !k->base ? "appears" : !k->head ? "disappears" : "changes";
		struct span place = k->head ? k->head->key_node->span : append_only_place(e);
		struct ixc_finding *f = report(c, place,
			"%.*s %s, but the new entry is append-only and does not name it",
			STR(k->key), what);
		finding_subject(f, "%.*s", STR(k->key));
		finding_related(f, append_only_place(e), "the entry");
		finding_note(f, "the job that reads the changelog refuses an append-only change "
				"that touches other configs");
		finding_help(f, "make it a change of its own");
	}
}

const struct ixc_rule rule_unrelated_config_changed = {
	.id = "unrelated-config-changed",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "beside an append-only entry a config changes that it does not name",
	.help = "An append-only change may touch the configs that its entries name and no other:\n"
		"the job that reads the changelog compares all configs with the base and refuses\n"
		"one that differs, appears or disappears. Comments and formatting do not count.",
	.on_trees = check_trees,
};
