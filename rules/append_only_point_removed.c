/* append-only-point-removed: an append-only change takes points away, or adds none. */
#include "append_only.h"

static void
judge(struct check *c, struct trees *t, const struct changelog_entry *e,
	const struct config *config)
{
	static const struct key_change unchanged;
	const struct key_change *k = trees_key(t, config->key);
	k = k ? k : &unchanged;
	const struct point *first = k->first_lost;
	size_t lost = k->lost;
	if (lost == 0 && k->added > 0)
		return;
	struct ixc_finding *f = lost
		? report(c, append_only_place(e),
			  "%zu point%s of %.*s that %s in %.*s %s gone or different", lost,
			  lost == 1 ? "" : "s", STR(config->key), lost == 1 ? "is" : "are",
			  STR(t->base_name), lost == 1 ? "is" : "are")
		: report(c, append_only_place(e), "no point is added to %.*s",
			  STR(config->key));
	finding_subject(f, "%.*s", STR(config->key));
	finding_related(f, config->key_node->span, "the config");
	if (first)
		finding_note(f, "the first is concurrency %lld of %.*s", (long long)first->conc,
			STR(arm_path(c->arena, first->arm)));
	finding_note(f, "the job that reads the changelog refuses such a change: append-only "
			"entries may only add points to curves that are there");
	finding_help(f, lost ? "put the points back, or drop append-only"
			     : "add the point, or drop append-only");
}

static void
check_trees(struct check *c, struct trees *t)
{
	trees_keys(t);
	const struct changelog *log = c->repo->changelog;
	for (size_t i = 0; i < log->entries.n; i++) {
		bool whole;
		if (!is_append_only(log->entries.v[i]))
			continue;
		struct configs configs = entry_configs(c, log->entries.v[i], &whole);
		for (size_t k = 0; k < configs.n; k++)
			if (master_config(t->base.repo->master, configs.v[k]->key))
				judge(c, t, log->entries.v[i], configs.v[k]);
	}
}

const struct ixc_rule rule_append_only_point_removed = {
	.id = "append-only-point-removed",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.locked = true,
	.since = "0.1",
	.summary = "an append-only change takes points of a curve away, or adds none",
	.help = "append-only runs the added points alone and draws them into the curve that is\n"
		"published. So every point of the base must still be there, unchanged in all but\n"
		"its neighbours, and at least one must be new. The job that reads the changelog\n"
		"refuses anything else after the merge.",
	.on_trees = check_trees,
};
