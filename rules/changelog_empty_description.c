/* changelog-empty-description: an entry that does not say what it is for. */
#include "schema_faults.h"

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	const struct yaml_node *d = e->description;
	if (!yaml_is(e->node, YAML_MAP) || (!d && e->owner->doc->partial))
		return;
	if (!d && schema_stands_misspelt(
			  c, &schema_changelog_entry, e->node, S("description")))
		return; /* changelog-schema reports that one */
	if (!d || yaml_is(d, YAML_NULL) || (yaml_is(d, YAML_LIST) && yaml_count(d) == 0)) {
		struct span at = d && d->span.end > d->span.begin ? d->span : e->span;
		const struct yaml_pair *p = yaml_get_pair(e->node, S("description"));
		if (p && at.begin == e->span.begin)
			at = p->key->span;
		else if (!p && e->config_keys)
			at = yaml_get_pair(e->node, S("config-keys"))->key->span;
		struct ixc_finding *f =
			report(c, at, "entry %zu has no description", e->index);
		finding_subject(f, "entry without description");
		finding_help(f, "add 'description:' with at least one line");
		return;
	}
	for (size_t i = 0; i < e->lines.n; i++) {
		if (!str_is_blank(e->lines.v[i]->text))
			continue;
		struct ixc_finding *f = report(c, e->lines.v[i]->span,
			"line %zu of the description of entry %zu is blank", i + 1, e->index);
		finding_subject(f, "blank description line");
		finding_help(f, "say what changed, or remove the line");
	}
}

const struct ixc_rule rule_changelog_empty_description = {
	.id = "changelog-empty-description",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a changelog entry without a description",
	.help = "The description is what the results page shows beside a change. An entry\n"
		"without one, or with an empty list, is refused by the schema; an empty text\n"
		"passes every check and publishes a change that says nothing.",
	.on_entry = check_entry,
};
