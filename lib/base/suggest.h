/*
 * "Did you mean": the nearest of the known names.
 *
 * Distance is Damerau-Levenshtein with swaps of neighbours, by bytes; '-' and '_' are one
 * character and ASCII case does not count, so a name in the other spelling is at distance
 * 0. A candidate further away than a third of the word's length is not offered.
 * Candidates are ranked by distance, then by name, so the answer does not depend on their
 * order.
 */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include "base/str.h"

/* Longer words and names are not compared: nobody misspells 100 characters. */
#define SUGGEST_MAX_BYTES 100

struct suggestions {
	struct str name[2]; /* best first; borrowed from the names offered */
	unsigned distance[2];
	size_t n;
};

/* Offers one known name; call once for each. */
void suggest_offer(struct suggestions *s, struct str word, struct str name);
/* The best one is at most one change away, and no other name is. */
bool suggest_is_certain(const struct suggestions *s);
/* "did you mean 'x'?", "did you mean 'x' or 'y'?", or empty. */
struct str suggest_text(struct arena *a, const struct suggestions *s);
/* Both at once over an array of names. */
struct str suggest_among(
	struct arena *a, struct str word, const struct str *names, size_t n);
/* The distance; SUGGEST_MAX_BYTES + 1 when either is too long. */
unsigned suggest_distance(struct str x, struct str y);

#endif
