/* YAML trees and problems as text, for tables of expectations. */
#ifndef SUPPORT_YAML_SHOW_H
#define SUPPORT_YAML_SHOW_H

#include "yaml/load.h"

/* Loads a text under the name "x.yaml". */
struct yaml_doc *show_load(struct arena *a, struct str text);
/* `{"a": 1, "b": [1.5, null, true]}`; dates as @text, bytes as b"..", sets as {"a"},
 * pairs as
 * <..>, what is unreadable as !, a missing node as -. Merged pairs have a `+` before. */
struct str show_node(struct arena *a, const struct yaml_node *n);
/* One line a problem: `2:5-2:6 ST text`; S, T and C when safe_load, the strict loader
 * refuse and when it is a crash; a related place behind it as ` (label 1:1)`. */
struct str show_problems(struct arena *a, const struct yaml_doc *doc);

#endif
