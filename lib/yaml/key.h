/*
 * Scalars as Python dictionary keys: two values are one key when they are equal, so
 * 1, 1.0 and true are one, and a string is never a number. Large maps carry an index by
 * key.
 */
#ifndef YAML_KEY_H
#define YAML_KEY_H

#include "base/map.h"
#include "yaml/node.h"

enum key_class {
	KEY_STR,
	KEY_WHOLE,
	KEY_FRACTION,
	KEY_DATE,
	KEY_BYTES,
	KEY_NULL,
	KEY_CLASSES
};

/* Holds what is no slice of the node. */
struct key {
	enum key_class class;
	struct str bytes; /* equal keys have the same class and the same bytes */
	char room[340];   /* the longest double written out */
};

/* False for what equals nothing (NaN, BAD) and for collections. The result points into
 * `ret` or the node. */
bool key_of(const struct yaml_node *n, struct key *ret);

struct yaml_index {
	struct map of[KEY_CLASSES]; /* key bytes to size_t: position among the pairs */
};

/* Position of an equal key among `pairs`, or pairs->n. `index` may be NULL: linear. */
size_t key_find(const struct yaml_index *index, const struct yaml_pairs *pairs,
	const struct yaml_node *key);
void key_add(struct arena *a, struct yaml_index *index, const struct yaml_node *key,
	size_t position);

#endif
