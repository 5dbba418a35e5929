/*
 * What evaluations have in common: scripts parsed once, names numbered once, what the
 * checked tree holds, and facts about scripts that do not depend on values.
 *
 * A session lives as long as its arena; each evaluation gives it more to share.
 */
#ifndef SHELL_SESSION_H
#define SHELL_SESSION_H

#include "base/map.h"
#include "base/tree.h"
#include "shell/parse.h"

typedef uint32_t symbol; /* number of a name, from 0 */

VEC(symbols, symbol);

/* A file or folder of the tree. */
struct session_path {
	struct str path; /* normalised, relative to the root; "" is the root */
	bool is_file, is_folder;
	bool is_empty;   /* a folder without contents, as a submodule that was not fetched
			  */
	bool unreadable; /* something is there, but nothing can be said about it */
	const struct source *source;   /* of a file; NULL when it can't be read */
	struct session_script *script; /* NULL until asked for */
	bool was_listed;               /* for the names in it */
	const struct session_paths *asked_by; /* that has it already, a cache only */
};

VEC(session_paths, struct session_path *);

/* Where a name occurs in a script, as any kind of word. Names that occur in a function's
 * body count as used for ever: nobody knows when the function is called. */
struct session_mention {
	uint32_t last; /* offset of the last one outside of functions, plus 1 */
	bool in_function;
};

struct session_script {
	struct shell_script *tree;
	const struct source *source;
	VEC(, struct session_mention) mention; /* by symbol; shorter than the table */
};

struct session {
	struct arena *arena;
	struct sources *sources;
	struct tree *files;
	VEC(, struct str) names; /* by symbol */
	struct map by_name;      /* name to number + 1 */
	uint32_t recent[1024];   /* by address of the name: number + 1, a cache only */
	struct map paths;        /* path to struct session_path */
	struct session_paths *asked; /* collects what is asked for; may be NULL */
	struct map assigned;     /* address of a list or command to what it assigns */
};

struct session *session_new(struct arena *a, struct sources *sources, struct tree *files);

symbol session_symbol(struct session *s, struct str name);
struct str session_name(const struct session *s, symbol id);

/* Never NULL; neither file nor folder when there is nothing. */
struct session_path *session_path(struct session *s, struct str path);
/* The file has another text now, which must live as long as the session. Nothing that was made
 * of the old one may be used any more. */
void session_replace(struct session *s, struct str path, struct str bytes);
/* What is in a folder: as struct tree does it. */
enum tree_status session_list(
	struct session *s, struct arena *a, struct str folder, struct names *ret);
/* Parsed; NULL when there is no such file. */
struct session_script *session_script(struct session *s, struct session_path *p);
/* Whether the script says the name in a function, or at or behind the offset. */
bool session_mentions(const struct session_script *script, symbol id, uint32_t after);

/* "a/./b/../c" as "a/c", without a slash at the end. An absolute path stays one. */
struct str session_normal_path(struct arena *a, struct str path);

#endif
