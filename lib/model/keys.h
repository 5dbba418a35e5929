/*
 * From written names to configs. Two matchers, because the reference has two: the
 * changelog gate knows only `*`, the generator's command line takes file-name patterns.
 */
#ifndef MODEL_KEYS_H
#define MODEL_KEYS_H

#include "model/master.h"

/* `*` is any run of characters but LF; everything else is itself. */
bool keys_star_match(struct str pattern, struct str key);
/* `*`, `?`, `[set]`, `[!set]`, case-sensitive, as Python's fnmatch; by code points. */
bool keys_fnmatch(struct str pattern, struct str key);

/* An ordered set of configs. */
struct selection {
	const struct master *master;
	struct configs list;
	bool *taken; /* by index of the config */
};

struct selection keys_selection(struct arena *a, const struct master *m);
/* A key as a changelog entry writes it: with `*` a pattern, else exact. Adds the configs
 * selected that are not there yet, in the order of the masters; false when it selects
 * none. */
bool keys_of_entry(struct arena *a, struct selection *s, struct str written);
/* A key as the command line writes it: with `*` or `?` a file-name pattern, else exact.
 */
bool keys_of_command(struct arena *a, struct selection *s, struct str written);
/* "did you mean ...?" over the keys, or empty. */
struct str keys_nearest(struct arena *a, const struct master *m, struct str written);

#endif
