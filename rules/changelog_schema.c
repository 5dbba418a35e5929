/* changelog-schema: the shape of changelog entries. */
#include "gate_faults.h"
#include "schema_faults.h"

static bool
is_about_missing_description(
	const struct changelog_entry *e, const struct schema_fault *x)
{
	return str_eqz(x->path, "description") && yaml_is(e->node, YAML_MAP) &&
	       (!e->description || yaml_is(e->description, YAML_NULL) ||
		       (yaml_is(e->description, YAML_LIST) &&
			       !yaml_count(e->description)));
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	struct schema_faults faults = {0};
	struct schema_subject subject = {
		.node = e->node,
		.holder = {e->span.file, e->span.begin, e->span.begin + 1}, /* the dash */
		.partial = e->owner->doc->partial,
	};
	schema_check(c->arena, &schema_changelog_entry, 0, &subject, &faults);
	for (size_t i = 0; i < faults.n; i++)
		if (!is_about_missing_description(e, &faults.v[i]))
			schema_report(c, &faults.v[i],
				str_fmt(c->arena, "entry %zu", e->index));
}

/* The reader's own faults are those of yaml-syntax and its siblings. */
static void
check_change(struct check *c, const struct changelog_gate *g)
{
	struct changelog_gate shapes = *g;
	shapes.faults = (struct changelog_faults){0};
	for (size_t i = 0; i < g->faults.n; i++)
		if (g->faults.v[i].class != CHANGELOG_YAML)
			vec_push(c->arena, &shapes.faults, g->faults.v[i]);
	gate_report(c, &shapes, 1u << CHANGELOG_READING | 1u << CHANGELOG_SHAPE);
}

static void
check_changelog(struct check *c, const struct changelog *log)
{
	const struct yaml_node *root = log->doc->root;
	if (root && !yaml_is(root, YAML_LIST) && !log->doc->partial) {
		report(c, root->span, "the changelog is %.*s, not a list of entries",
			STR(schema_show(c->arena, root)));
		return;
	}
	for (size_t i = 0; i < log->entries.n; i++)
		if (log->entries.v[i]->is_new || c->all_entries)
			check_entry(c, log->entries.v[i]);
}

const struct ixc_rule rule_changelog_schema = {
	.id = "changelog-schema",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_SAFE,
	.since = "0.1",
	.summary = "a changelog entry that the entry schema refuses",
	.help = "An entry has config-keys and description (lists of texts, at least one), a\n"
		"pr-link (a text), and may have scenario-type, evals-only, all-evals,\n"
		"append-only and eval-min-prefill-ep. Anything else is refused, also a\n"
		"description line that YAML does not read as a text: 'foo: bar' is a mapping,\n"
		"'123' a number, 'yes' a truth value, '2026-01-01' a date. Quote such lines.\n"
		"\n"
		"The first bad entry stops the pull request's check and the merge step; here\n"
		"every fault of every entry is listed. A missing description is\n"
		"changelog-empty-description's.\n"
		"\n"
		"--fix writes the field for an unknown one of a new entry when exactly one known\n"
		"field is one change away and not there yet.",
	.on_changelog = check_changelog,
	.on_change = check_change,
};
