/* What the rules on append-only entries share. */
#ifndef RULES_APPEND_ONLY_H
#define RULES_APPEND_ONLY_H

#include "change_rule.h"
#include "entry_text.h"

/* Whether the entry is new and asks for added points alone. */
bool is_append_only(const struct changelog_entry *e);
struct span append_only_place(const struct changelog_entry *e);

#endif
