/* What the files of the git layer share. */
#ifndef BASE_GIT_INTERNAL_H
#define BASE_GIT_INTERNAL_H

#include "base/git.h"
#include "base/proc.h"

enum { GIT_READ_BYTES = 256 * 1024 };

struct git {
	struct arena *arena;
	const char *folder;
	const char *const *env;
	unsigned deadline_ms;
	bool bare, shallow;
	struct str prefix; /* from the top level to the folder: "" or "a/b/" */
	struct str ascent; /* the way back: "" or "../../" */

	struct proc batch; /* git cat-file --batch */
	bool is_busy;   /* an answer is being read; still set at the next request when an
			   allocation escaped in between: what is in the pipe is of no use
			 */
	bool has_ended; /* its output came to an end */
	char read[GIT_READ_BYTES];
	size_t read_at, read_end;
};

enum object_answer {
	OBJECT_FOUND,
	OBJECT_MISSING,
	OBJECT_AMBIGUOUS,
	OBJECT_LINK_OUT,    /* a symbolic link leads out of the tree */
	OBJECT_LINK_BROKEN, /* ... or nowhere */
	OBJECT_TOO_LARGE,
	OBJECT_UNNAMEABLE, /* the name has a line break and can't be asked for */
	OBJECT_ENDED,     /* the process ended: an old git does when a lazy fetch fails */
	OBJECT_NO_ANSWER, /* none in time, or none that can be understood */
};

struct object {
	enum object_answer answer;
	struct str oid, type, bytes;
};

struct git_output {
	int code;
	struct str out, err;
};

/* A command with the arguments given (NULL at the end). False when it did not end by
 * itself; the second form also when its exit code is not 0. */
bool git_run(struct git *g, struct arena *a, const char *const *args,
	struct git_output *ret, struct git_error *e);
bool git_run_ok(struct git *g, struct arena *a, const char *const *args, struct str *ret,
	struct git_error *e);
enum proc_status git_start_batch(struct git *g, struct arena *a);

/* One round with the batch process. */
struct object git_ask(struct git *g, struct arena *a, struct str name);

struct tree_item {
	unsigned mode;
	struct str name, oid;
};

VEC(tree_items, struct tree_item);

/* Items of a tree object; false when it is malformed. */
bool git_parse_tree(struct arena *a, const struct object *o, struct tree_items *ret);

bool git_fail(
	struct git_error *e, enum git_status status, struct str text, struct str hint);
/* The failure of a file look-up as a git_error; `where` names the revision or stage. */
bool git_fail_object(struct arena *a, struct git_error *e, const struct object *o,
	struct str path, struct str where);

/* Relative, without empty, "." or ".." parts. */
bool git_path_is_plain(struct str path);
/* The same as an error: GIT_OUTSIDE. */
bool git_check_path(struct arena *a, struct str path, struct git_error *e);

enum tree_status git_tree_status(enum git_status s);

enum {
	GIT_MODE_TYPE = 0170000,
	GIT_MODE_FOLDER = 0040000,
	GIT_MODE_FILE = 0100000,
	GIT_MODE_LINK = 0120000,
	GIT_MODE_SUBMODULE = 0160000,
};

#endif
