/* What rules on a change of the whole repository share. */
#ifndef RULES_CHANGE_RULE_H
#define RULES_CHANGE_RULE_H

#include "check/rule.h"
#include "check/trees.h"
#include "model/keys.h"

/* The new entry that names the key, `*` included; NULL: none does. */
const struct changelog_entry *entry_naming(const struct changelog *log, struct str key);
bool has_new_entries(const struct changelog *log);
/* Runs of the key differ: its points, or what they launch. */
bool key_runs_differ(const struct key_change *k);
/* Neither the config nor a recipe is touched: a library or a launcher does it. */
bool key_change_is_shared(struct trees *t, const struct key_change *k);
/* Halves and variants of one thing: same model, precision and hardware, and names that
 * differ in nothing but words such as mtp, agg, disagg. */
bool keys_are_siblings(const struct config *x, const struct config *y);
/* Where the change of a key stands: in its config, else in what its commands come from. */
struct span key_change_place(struct trees *t, const struct key_change *k);

#endif
