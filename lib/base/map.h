/*
 * String keys to pointers, in insertion order. The hash is seeded per map, so no input can
 * choose its collisions; nothing that is printed depends on the hash.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/str.h"

struct map_entry {
	struct str key;
	void *value;
};

struct map {
	struct map_entry *entry; /* insertion order */
	size_t n, cap;
	uint32_t *slot; /* index + 1, or 0 */
	size_t slots;
	uint64_t seed;
};

/* NULL when absent. The key is borrowed: it must live as long as the map. */
void *map_get(const struct map *m, struct str key);
bool map_has(const struct map *m, struct str key);
/* Inserts, or replaces the value of an equal key and keeps its place. */
void map_put(struct arena *a, struct map *m, struct str key, void *value);

#endif
