/* Insertion-ordered hash map. */
#include "base/map.h"

#include "base/arena.h"

#include <string.h>

static uint64_t
hash(const struct map *m, struct str key)
{
	uint64_t h = m->seed ^ 0xcbf29ce484222325u ^ key.n;
	for (size_t i = 0; i < key.n; i += 8) {
		uint64_t word = 0; /* eight bytes at a time: keys may be whole rows */
		memcpy(&word, key.p + i, key.n - i < 8 ? key.n - i : 8);
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29; /* makes the seed matter for every bit */
	}
	return h ^ (h >> 32);
}

static size_t
find(const struct map *m, struct str key)
{
	size_t mask = m->slots - 1;
	for (size_t i = hash(m, key) & mask;; i = (i + 1) & mask) {
		if (!m->slot[i] || str_eq(m->entry[m->slot[i] - 1].key, key))
			return i;
	}
}

bool
map_has(const struct map *m, struct str key)
{
	return m->slots && m->slot[find(m, key)];
}

void *
map_get(const struct map *m, struct str key)
{
	if (!m->slots)
		return NULL;
	uint32_t i = m->slot[find(m, key)];
	return i ? m->entry[i - 1].value : NULL;
}

static void
grow(struct arena *a, struct map *m)
{
	size_t cap = m->cap ? m->cap * 2 : 8;
	struct map_entry *entry = NEW_ARRAY(a, struct map_entry, cap);
	if (m->n)
		memcpy(entry, m->entry, m->n * sizeof *entry);
	m->entry = entry;
	m->cap = cap;
	m->slots = cap * 2;
	m->slot = NEW_ARRAY(a, uint32_t, m->slots);
	/* The address differs from run to run; that is all a seed needs. */
	m->seed = (uint64_t)(uintptr_t)m->slot * 0x9e3779b97f4a7c15u;
	for (size_t i = 0; i < m->n; i++)
		m->slot[find(m, m->entry[i].key)] = (uint32_t)(i + 1);
}

void
map_put(struct arena *a, struct map *m, struct str key, void *value)
{
	if (m->n == m->cap)
		grow(a, m);
	size_t at = find(m, key);
	if (m->slot[at]) {
		m->entry[m->slot[at] - 1].value = value;
		return;
	}
	m->entry[m->n++] = (struct map_entry){key, value};
	m->slot[at] = (uint32_t)m->n;
}
