/*
 * A baseline: the findings that a project lives with for now, by rule, path and subject, with
 * counts, so that moved text changes nothing. As many as it has are hidden; when there are
 * more of a kind, all of that kind are shown, since nobody can tell which one is new.
 *
 * The file is JSON with one entry a line, sorted.
 */
#ifndef CHECK_BASELINE_H
#define CHECK_BASELINE_H

#include "check/finding.h"
#include "yaml/load.h"

struct check;
struct check_options;

struct baseline_entry {
	struct str rule_id, path, subject;
	const struct ixc_rule *rule;
	int64_t count;
	size_t seen;
	bool judged; /* the run would have found what there is to find */
	struct span span;
};

struct baseline_fault {
	struct span span;
	struct str text, help; /* help may be empty */
};

VEC(baseline_entries, struct baseline_entry *);
VEC(baseline_faults, struct baseline_fault);

struct baseline {
	const struct source *source;
	struct baseline_entries entries; /* in the order of the file */
	struct map by_key;
	struct baseline_faults faults;
};

struct baseline *baseline_read(struct arena *a, const struct yaml_doc *doc);
/* Moves what the baseline has from the run's findings to `hidden`, and calls the rules about
 * it. */
void baseline_apply(struct check *c, const struct check_options *o, const bool *active,
	struct baseline *b, struct finding_list *hidden);
/* One that has all of these, but those of locked rules. */
struct baseline *baseline_of(struct arena *a, const struct finding_list *list);
/* Takes out what the run did not see. */
void baseline_prune(struct baseline *b);
struct str baseline_text(struct arena *a, const struct baseline *b);

#endif
