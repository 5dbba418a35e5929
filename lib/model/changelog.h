/*
 * perf-changelog.yaml as entries that know where they stand.
 *
 * Reading never fails: what an entry lacks is NULL or empty here and a finding elsewhere.
 */
#ifndef MODEL_CHANGELOG_H
#define MODEL_CHANGELOG_H

#include "base/map.h"
#include "base/tree.h"
#include "yaml/load.h"

VEC(yaml_refs, const struct yaml_node *);

struct changelog_entry {
	const struct changelog *owner;
	size_t index; /* from 1, as people count */
	const struct yaml_node *node;
	struct span span;          /* from its "- " to the end of its last line with content,
				      without that line's LF */
	struct yaml_refs keys;     /* items of config-keys that are strings */
	struct yaml_refs lines;    /* items of description that are strings */
	const struct yaml_node *pr_link;     /* the value, of any type; NULL when absent */
	const struct yaml_node *description; /* likewise */
	const struct yaml_node *config_keys; /* likewise */
	bool is_new; /* not in the base: see repo.h */
};

VEC(changelog_entries, struct changelog_entry *);

struct changelog {
	const struct yaml_doc *doc;
	const struct source *source;
	struct changelog_entries entries;
	struct map last; /* a key as written, perhaps with `*`, to the last entry with it */
	struct names patterns; /* those with `*`, each once */
};

struct changelog *changelog_read(struct arena *a, const struct yaml_doc *doc);
/* Whether an entry behind this one names the key. */
bool changelog_names_later(const struct changelog_entry *e, struct str key);
/* The entry's bytes, without blank lines after it. */
struct str changelog_entry_text(const struct changelog_entry *e);

#endif
