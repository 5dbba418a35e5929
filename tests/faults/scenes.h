/* What a user does with the library, from the first call to the last _free. */
#ifndef FAULTS_SCENES_H
#define FAULTS_SCENES_H

#include <infxcheck.h>

enum { SCENE_BYTES = 4 * 1024 * 1024, SCENE_TOLD = 1000 };

/* Everything that a scene wrote, without an allocation of its own. */
struct scene_output {
	char p[SCENE_BYTES];
	size_t n;
	uint64_t told[SCENE_TOLD]; /* hashes of the ledger's entries and of unreadable files */
	size_t told_n;
};

struct scene {
	const char *name;
	/* `root`: fixtures/demo in a git repository, with a new entry that is not committed. */
	ixc_status (*run)(const char *root, struct scene_output *out, struct ixc_error *err);
};

extern const struct scene scenes[];
extern const size_t scenes_count;

#endif
