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

/* The line of a block list's item, or the item of a flow list with the comma before it. */
static struct span
item_with_mark(const struct changelog_entry *e, size_t i)
{
	const struct source *s = e->owner->source;
	struct span at = e->keys.v[i]->span;
	struct span none = {0};
	if (e->config_keys->style == YAML_FLOW) {
		struct span comma = {at.file, e->keys.v[i - 1]->span.end, at.begin};
		struct str between = str_trim(str_slice(s->bytes, comma.begin, comma.end));
		comma.end = at.end;
		return str_eqz(between, ",") ? comma : none;
	}
	uint32_t line = source_place(s, at.begin).line;
	uint32_t begin = source_line_begin(s, line);
	uint32_t end = begin + (uint32_t)source_line(s, line).n;
	struct str before = str_trim(str_slice(s->bytes, begin, at.begin));
	bool alone = str_eqz(before, "-") &&
		str_is_blank(str_slice(s->bytes, at.end, end)) && end < s->bytes.n;
	return alone ? (struct span){at.file, begin, end + 1} : none;
}

/* Without the text between both, which may be a comment. */
static void
fix_entry(struct ixc_finding *f, const struct changelog_entry *e,
	const struct changelog_entry *other)
{
	const struct changelog_entry *before = e->owner->entries.v[e->index - 2];
	struct str gap = str_slice(
		e->owner->source->bytes, before->span.end, e->span.begin);
	if (!str_eq(changelog_entry_text(e), changelog_entry_text(other)) ||
		!before->is_new || !str_is_blank(gap))
		return;
	finding_fix(f, true, (struct span){e->span.file, before->span.end, e->span.end},
		S(""), "remove the entry");
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
		struct span item = item_with_mark(e, i);
		if (item.file)
			finding_fix(f, true, item, S(""), "remove it");
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
			fix_entry(f, e, other);
			break;
		}
	}
}

const struct ixc_rule rule_changelog_duplicate_entry = {
	.id = "changelog-duplicate-entry",
	.severity = IXC_WARNING,
	.fixes = IXC_FIX_SAFE,
	.since = "0.1",
	.summary = "a new entry stands twice, or a key twice in one entry",
	.help = "Two new entries with the same config keys and the same description are a\n"
		"pasted block or a merge gone wrong. An entry that repeats an old one is not\n"
		"reported: that is how a sweep is run again.\n"
		"\n"
		"--fix removes an entry that is the same text as an earlier new one, links and\n"
		"all, and the second of two equal keys.",
	.on_changelog = check_changelog,
};
