/* Collections from their children: tags, duplicate keys, merge keys, sets, pairs. */
#ifndef YAML_BUILD_H
#define YAML_BUILD_H

#include "yaml/loader.h"

/* Turns the frame's node into its final form. The children are parts[frame->first ...];
 * keys and values alternate in a map. `in_pairs`: the map is an item of an !!omap or
 * !!pairs. */
void build_list(struct loader *l, const struct frame *frame);
void build_map(struct loader *l, const struct frame *frame, bool in_pairs);
/* Value of a scalar; what is wrong is reported at `span`. */
void build_scalar(struct loader *l, struct yaml_node *n, enum tag tag, struct span span);
void build_unknown_tag(struct loader *l, struct yaml_node *n);

#endif
