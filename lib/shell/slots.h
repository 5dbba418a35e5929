/*
 * What a shell's names stand for, variables and functions, as a tree that copies share.
 *
 * A path forks at every condition that is not decided, so a copy must cost little and two
 * copies must be told apart quickly: pages of names are shared until one of the sharers
 * writes, and whatever is still shared is equal without a look.
 */
#ifndef SHELL_SLOTS_H
#define SHELL_SLOTS_H

#include "shell/session.h"

struct variable;
struct function;

struct slot {
	const struct variable *variable;
	const struct function *function;
};

struct slot_folder;

struct slots {
	uint64_t token; /* of the owner: it alone may write where this stands */
	struct slot_folder **folder;
	size_t n_folders;
};

/* Never NULL: a name that was never written has an empty slot. */
const struct slot *slots_get(const struct slots *s, symbol id);
struct slot *slots_write(struct arena *a, struct slots *s, symbol id);

/* A copy that is as good as the original; *tokens is the last token given away. */
struct slots slots_copy(struct arena *a, struct slots *s, uint64_t *tokens);

/* The first name from *id on that has a variable; false: none is left. */
bool slots_next(const struct slots *s, symbol *id);
/* The first name from *id on that stands for other records in x than in y. */
bool slots_differ(const struct slots *x, const struct slots *y, symbol *id);

#endif
