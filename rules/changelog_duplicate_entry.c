/* changelog-duplicate-entry: the same new entry twice, or a key twice in one. */
#include "check/rule.h"

static bool
same(const struct changelog_entry *a, const struct changelog_entry *b)
{
	return a->config_keys && a->description &&
		yaml_equal(a->config_keys, b->config_keys) &&
		yaml_equal(a->description, b->description) &&
		yaml_equal(yaml_get(a->node, S("scenario-type")),
			yaml_get(b->node, S("scenario-type"))) &&
		yaml_equal(yaml_get(a->node, S("evals-only")),
			yaml_get(b->node, S("evals-only")));
}

static void
check_keys(struct check *c, const struct changelog_entry *e)
{
	struct map seen = {0}; /* key to its number, from 1 */
	for (size_t i = 0; i < e->keys.n; i++) {
		const struct yaml_node *k = e->keys.v[i];
		uintptr_t first = (uintptr_t)map_get(&seen, k->text);
		if (!first) {
			map_put(c->arena, &seen, k->text, (void *)(uintptr_t)(i + 1));
			continue;
		}
		struct ixc_finding *f = report(c, k->span, "config key %.*s stands twice in entry %zu",
			STR(quote(c->arena, k->text)), e->index);
		finding_related(f, e->keys.v[first - 1]->span, "the first one");
		finding_help(f, "remove one of the two");
	}
}

static void
check_changelog(struct check *c, const struct changelog *log)
{
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!e->is_new)
			continue;
		check_keys(c, e);
		for (size_t k = i; k-- > 0;) {
			const struct changelog_entry *other = log->entries.v[k];
			if (!other->is_new || !same(e, other))
				continue;
			struct ixc_finding *f = report(c, e->span,
				"entry %zu repeats entry %zu: same config keys, same description",
				e->index, other->index);
			finding_related(f, other->span, "the first one");
			finding_note(f, "each would be listed on its own in the published changelog");
			finding_help(f, "remove one of the two, or say in its description what it "
					"is for");
			break;
		}
	}
}

const struct ixc_rule rule_changelog_duplicate_entry = {
	.id = "changelog-duplicate-entry",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a new entry stands twice, or a key twice in one entry",
	.help = "Two new entries with the same config keys and the same description are a\n"
		"pasted block or a merge gone wrong. An entry that repeats an old one is not\n"
		"reported: that is how a sweep is run again.",
	.on_changelog = check_changelog,
};
