/*
 * Where the checked files come from: a folder, a git revision, memory (tests, fuzzing), or
 * one laid over another (fixtures). Paths are relative to the root, with '/' between parts,
 * without "." or "..". Nothing here follows a symbolic link out of the root or opens what is
 * not a regular file.
 */
#ifndef BASE_TREE_H
#define BASE_TREE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

enum tree_status {
	TREE_OK = 0,
	TREE_ABSENT,
	TREE_NOT_A_FILE, /* folder, fifo, device */
	TREE_OUTSIDE,    /* a symbolic link that leaves the root */
	TREE_UNREADABLE, /* permission, I/O error */
	TREE_TOO_LARGE,  /* above LIMIT_FILE_BYTES */
};

VEC(names, struct str);

struct tree {
	/* Bytes are put into the arena, or borrowed for its life. */
	enum tree_status (*read)(
		struct tree *t, struct arena *a, struct str path, struct str *ret_bytes);
	/* Names directly in a folder, sorted by bytes; a folder's name ends in '/'. */
	enum tree_status (*list)(
		struct tree *t, struct arena *a, struct str folder, struct names *ret);
	void *self;
	/* What could not be had for another reason than that it is not there, so that nobody
	 * takes it for absent; NULL: files that can always be had. */
	struct tree_trouble *trouble;
};

struct tree_trouble {
	struct arena *owner, own; /* what is kept survives a rewind of the owner */
	struct names paths; /* each once; at most TREE_TROUBLE_MOST */
};

enum { TREE_TROUBLE_MOST = 100 };

const char *tree_status_text(enum tree_status s);

/* A folder on disk. `root` is copied. The descriptor is closed with the arena. NULL when the
 * folder can't be opened (errno tells). */
struct tree *tree_folder(struct arena *a, const char *root);
/* A tree of in-memory files; add with tree_memory_put (strings are borrowed). */
struct tree *tree_memory(struct arena *a);
void tree_memory_put(struct arena *a, struct tree *t, struct str path, struct str bytes);
struct tree *tree_memory_copy(struct arena *a, const struct tree *of);
/* Files of `upper` hide those of `lower`. */
struct tree *tree_overlay(struct arena *a, struct tree *upper, struct tree *lower);
/*
 * Another tree, each file and folder of it read once: for a tree that is looked at again and
 * again. Both live in this arena. A file that is another one now has to be forgotten.
 */
struct tree *tree_cache(struct arena *a, struct tree *lower);
void tree_cache_forget(struct tree *t, struct str path);
struct tree_trouble *tree_trouble_new(struct arena *a);
/* Gives the status back, and keeps the path of what can't be read. */
enum tree_status tree_noted(struct tree *t, struct str path, enum tree_status s);
void tree_forget_trouble(struct tree *t, struct str path);
/* The first of them; empty: none. */
struct str tree_first_trouble(const struct tree *t);
bool tree_exists(struct tree *t, struct arena *a, struct str path);

#endif
