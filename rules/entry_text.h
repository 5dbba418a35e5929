/* What the rules on the text of changelog entries share. */
#ifndef RULES_ENTRY_TEXT_H
#define RULES_ENTRY_TEXT_H

#include "check/rule.h"
#include "model/description.h"
#include "model/keys.h"

/* A claim and where it stands. */
struct said {
	struct claim claim;
	struct span span;
	size_t item; /* of the description, from 0 */
};

VEC(saids, struct said);

/* All claims of an entry's description; an item that is too long goes to the ledger. */
struct saids entry_claims(struct check *c, const struct changelog_entry *e);
/* Whether the sentence says that it is so now. */
bool said_plainly(const struct claim *c);

/* The configs that an entry's keys select, in the order of the masters. *ret_whole: every
 * key selects one, and all configs could be read. */
struct configs entry_configs(
	struct check *c, const struct changelog_entry *e, bool *ret_whole);
/* Whether a later entry names one of them: then that one tells how things are now, and
 * nothing can be held against this one. */
bool entry_is_outdated_for(
	const struct changelog_entry *e, const struct configs *configs);

#endif
