/* config-key-unknown: a new entry names a config that does not exist. */
#include "check/rule.h"

/* The whole name must match; only '*' is special, and it does not match a newline: the
 * reference's matcher of changelog entries. Linear: one star at a time. */
static bool
matches(struct str pattern, struct str name)
{
	size_t p = 0, n = 0, star = SIZE_MAX, resume = 0;
	while (n < name.n) {
		if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			resume = n;
		} else if (p < pattern.n && pattern.p[p] == name.p[n]) {
			p++;
			n++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			n = ++resume;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

static bool
is_pattern(struct str key)
{
	return str_find_byte(key, '*', 0) < key.n;
}

static void
suggest_key(struct check *c, struct ixc_finding *f, struct str key)
{
	const struct repo_file *masters[] = {c->repo->amd, c->repo->nvidia};
	struct suggestions near = {0};
	for (size_t m = 0; m < 2; m++)
		for (size_t i = 0; i < yaml_count(masters[m]->doc->root); i++)
			suggest_offer(&near, key, masters[m]->doc->root->pairs.v[i].key->text);
	if (!near.n)
		return;
	finding_help(f, "%.*s", STR(suggest_text(c->arena, &near)));
	for (size_t m = 0; m < 2; m++) {
		const struct yaml_pair *p = yaml_get_pair(masters[m]->doc->root, near.name[0]);
		if (p)
			finding_related(f, p->key->span, "the nearest config");
	}
}

static bool
exists(const struct repo_file *master, struct str key)
{
	const struct yaml_node *root = master->doc->root;
	if (!is_pattern(key))
		return yaml_get(root, key) != NULL;
	for (size_t i = 0; i < yaml_count(root); i++)
		if (yaml_is(root->pairs.v[i].key, YAML_STR) &&
			matches(key, root->pairs.v[i].key->text))
			return true;
	return false;
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
	size_t total = yaml_count(r->amd->doc->root) + yaml_count(r->nvidia->doc->root);
	for (size_t i = 0; i < e->keys.n; i++) {
		struct str key = e->keys.v[i]->text;
		if (exists(r->amd, key) || exists(r->nvidia, key))
			continue;
		struct ixc_finding *f = is_pattern(key)
			? report(c, e->keys.v[i]->span, "%.*s matches none of the %zu configs",
				  STR(quote(c->arena, key)), total)
			: report(c, e->keys.v[i]->span, "%.*s is not a config",
				  STR(quote(c->arena, key)));
		finding_label(f, "in neither master config");
		finding_note(f, "the sweep generator stops at an unknown key, so nothing of this "
				"entry would run");
		suggest_key(c, f, key);
	}
}

const struct ixc_rule rule_config_key_unknown = {
	.id = "config-key-unknown",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a new entry names a config that no master config has",
	.help = "Every item of config-keys must be a key of configs/amd-master.yaml or\n"
		"configs/nvidia-master.yaml, or a pattern whose '*' matches at least one. Other\n"
		"wildcards ('?', '[...]') are not special here. The sweep generator stops at the\n"
		"first unknown key.\n"
		"\n"
		"Entries of history are never judged: many name configs that were retired\n"
		"since. Configs under configs/deprecated/ are not loaded and do not count.",
	.on_entry = check_entry,
};
