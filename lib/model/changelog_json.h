/*
 * Whether two entries say the same, in the way that conflict resolution asks it: the
 * reference compares the JSON of entries without their link. So true is not 1, an absent
 * flag is not false, and the order of keys does not matter; a set or bytes have no JSON,
 * and the reference dies of them.
 *
 * The entries have passed the schema: they are mappings whose keys are texts.
 */
#ifndef MODEL_CHANGELOG_JSON_H
#define MODEL_CHANGELOG_JSON_H

#include "yaml/node.h"

bool changelog_has_json(const struct yaml_node *entry);
/* Both have. */
bool changelog_same_json(const struct yaml_node *x, const struct yaml_node *y);

#endif
