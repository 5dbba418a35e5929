/* Anchors and aliases: definition, look-up, and limits on what they expand to. */
#ifndef YAML_ALIAS_H
#define YAML_ALIAS_H

#include "yaml/loader.h"

/* Remembers a node under a name that stands in the source; NULL when the name is empty.
 * The caller fills in `part` and `complete` once the node is finished. */
struct anchor *alias_define(struct loader *l, struct str name);
/* What an alias stands for. `n` has the alias's span and becomes a node like the one that
 * is meant, or YAML_BAD when there is none. */
struct part alias_resolve(struct loader *l, struct yaml_node *n, bool as_key);

#endif
