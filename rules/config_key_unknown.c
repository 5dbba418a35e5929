/* config-key-unknown: a new entry names a config that does not exist. */
#include "check/rule.h"
#include "model/keys.h"

static bool
is_pattern(struct str key)
{
	return str_find_byte(key, '*', 0) < key.n;
}

static bool
exists(const struct master *m, struct str key)
{
	if (!is_pattern(key))
		return master_config(m, key) != NULL;
	for (size_t i = 0; i < m->configs.n; i++)
		if (keys_star_match(key, m->configs.v[i]->key))
			return true;
	return false;
}

static void
suggest_key(struct check *c, struct ixc_finding *f, const struct yaml_node *key)
{
	struct suggestions near = {0};
	for (size_t i = 0; i < c->repo->master->configs.n; i++)
		suggest_offer(&near, key->text, c->repo->master->configs.v[i]->key);
	if (!near.n)
		return;
	finding_help(f, "%.*s", STR(suggest_text(c->arena, &near)));
	finding_related(f, master_config(c->repo->master, near.name[0])->key_node->span,
		"the nearest config");
	if (suggest_is_certain(&near) && !is_pattern(key->text))
		finding_fix(f, false, key->span, near.name[0], "write %.*s", STR(near.name[0]));
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	const struct repo *r = c->repo;
	if (!e->is_new)
		return; /* old entries may name configs that were retired since */
	if (!repo_masters_complete(r)) {
		not_judged(c, e->owner->source->path, "the master configs could not be read whole");
		return;
	}
	for (size_t i = 0; i < e->keys.n; i++) {
		struct str key = e->keys.v[i]->text;
		if (exists(r->master, key))
			continue;
		struct ixc_finding *f = is_pattern(key)
			? report(c, e->keys.v[i]->span, "%.*s matches none of the %zu configs",
				  STR(quote(c->arena, key)), r->master->configs.n)
			: report(c, e->keys.v[i]->span, "%.*s is not a config",
				  STR(quote(c->arena, key)));
		finding_label(f, "in neither master config");
		finding_note(f, "the sweep generator stops at an unknown key, so nothing of this "
				"entry would run");
		suggest_key(c, f, e->keys.v[i]);
	}
}

const struct ixc_rule rule_config_key_unknown = {
	.id = "config-key-unknown",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_UNSAFE,
	.since = "0.1",
	.summary = "a new entry names a config that no master config has",
	.help = "Every item of config-keys must be a key of configs/amd-master.yaml or\n"
		"configs/nvidia-master.yaml, or a pattern whose '*' matches at least one. Other\n"
		"wildcards ('?', '[...]') are not special here. The sweep generator stops at the\n"
		"first unknown key.\n"
		"\n"
		"Entries of history are never judged: many name configs that were retired\n"
		"since. Configs under configs/deprecated/ are not loaded and do not count.\n"
		"\n"
		"--unsafe-fix writes the only config that is one change away. It is a guess:\n"
		"names of GPUs and models differ by one character, too.",
	.on_entry = check_entry,
};
