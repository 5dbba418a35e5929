/*
 * What is needed of git: resolving revisions, reading objects, the index, one diff.
 *
 * Every command has a fixed argv; what a user or the repository supplies comes after
 * `--end-of-options` or over standard input. The repository is hostile: its configuration
 * can name programs to run (fsmonitor, hooks, pagers, external diffs, filters,
 * transports), so all of these are switched off, lazy fetching too, and no command is
 * used that would read the work tree through a filter. The environment is a list of known
 * names, passed on, plus our own settings.
 *
 * Objects come from one `git cat-file --batch` process, started at the first need.
 */
#ifndef BASE_GIT_H
#define BASE_GIT_H

#include "base/str.h"
#include "base/tree.h"
#include "base/vec.h"

enum git_status {
	GIT_OK = 0,
	GIT_MISSING, /* no git program */
	GIT_NOT_A_REPOSITORY,
	GIT_UNSAFE,       /* owned by somebody else, and git refuses it */
	GIT_NO_WORK_TREE, /* a bare repository */
	GIT_BAD_REF,      /* no such commit */
	GIT_SHALLOW,      /* no such commit in this clone, which is shallow */
	GIT_NOT_FETCHED,  /* the object is left out of this partial clone */
	GIT_ABSENT,       /* no such file there */
	GIT_NOT_A_FILE,
	GIT_OUTSIDE, /* a path or a link that leaves the repository */
	GIT_TOO_LARGE,
	GIT_TIMEOUT,
	GIT_FAILED, /* anything else; the text has git's own words */
};

struct git_error {
	enum git_status status;
	struct str text; /* one clause with the values in it, lower case, no full stop */
	struct str hint; /* what to do, usually a command; may be empty */
};

struct git_options {
	const char *folder; /* anywhere in the repository; NULL: "." */
	const char *const
		*environment; /* to take the known names from; NULL: this process's */
	unsigned deadline_ms; /* for each answer; 0: LIMIT_GIT_MS */
	bool is_top; /* the folder has a .git: it is the top of a work tree, and nothing
			needs to be asked to open it. What is wrong shows at the first use
		      */
};

struct git_commit {
	struct str oid;
	struct str parent; /* the first one; empty for a root commit */
};

struct git_entry {
	unsigned mode;  /* 0100644, 0100755, 0120000 link, 0160000 submodule */
	unsigned stage; /* 0; 1 base, 2 ours, 3 theirs in a conflict */
	struct str oid, path;
};

VEC(git_entries, struct git_entry);

struct git;

/*
 * All functions give false and fill *e when they fail; *e is untouched otherwise. Results
 * live in the arena passed; `a` of git_open owns the session and closes it.
 */
struct git *git_open(struct arena *a, const struct git_options *o, struct git_error *e);

/* A revision in any of git's spellings, peeled to a commit. */
bool git_resolve(struct git *g, struct arena *a, struct str revision,
	struct git_commit *ret, struct git_error *e);
/* The newest commit reachable from `from` that touches the path. */
bool git_newest_touching(struct git *g, struct arena *a, const struct git_commit *from,
	struct str path, struct git_commit *ret, struct git_error *e);
bool git_merge_base(struct git *g, struct arena *a, const struct git_commit *x,
	const struct git_commit *y, struct git_commit *ret, struct git_error *e);

/* Contents of a file at a commit; a symbolic link is followed inside the repository. */
bool git_file(struct git *g, struct arena *a, const struct git_commit *at,
	struct str path, struct str *ret, struct git_error *e);
bool git_blob(struct git *g, struct arena *a, struct str oid, struct str *ret,
	struct git_error *e);

/* Entries of the index, all of it or (path not empty) of one file; ordered as git has it.
 */
bool git_index(struct git *g, struct arena *a, struct str path, struct git_entries *ret,
	struct git_error *e);
/* Contents of a file at one stage of the index. */
bool git_stage(struct git *g, struct arena *a, unsigned stage, struct str path,
	struct str *ret, struct git_error *e);

/* What `git diff FROM TO -- PATH` prints with default settings. */
bool git_diff(struct git *g, struct arena *a, const struct git_commit *from,
	const struct git_commit *to, struct str path, struct str *ret,
	struct git_error *e);

bool git_toplevel(struct git *g, struct arena *a, struct str *ret, struct git_error *e);
/* A path as a user gives it (relative to the folder of git_open, or absolute inside the
 * work tree) as the repository's own. Only names are looked at. */
bool git_path(struct git *g, struct arena *a, struct str path, struct str *ret,
	struct git_error *e);

/* The files of a commit, and those of the index at stage 0 (`git commit` would take
 * them). They live in the arena of the session. */
struct tree *tree_git(struct git *g, const struct git_commit *at);
struct tree *tree_git_index(struct git *g, struct git_error *e);

/* The repository's own configuration file. */
bool git_config_set(struct git *g, struct arena *a, const char *name, struct str value,
	struct git_error *e);
/* All keys of a section; none is fine. */
bool git_config_remove_section(
	struct git *g, struct arena *a, const char *section, struct git_error *e);
/* Where git looks for hooks, absolute or relative to the working directory. It need not be
 * there. */
bool git_hooks_folder(struct git *g, struct arena *a, struct str *ret, struct git_error *e);
/* A rebase, cherry-pick or revert is under way: "ours" is the side that is built upon. */
bool git_is_rebasing(struct git *g, struct arena *a);
/* `git merge-file`: the merge is written into the file `ours`, with markers where both
 * sides differ. */
bool git_merge_file(struct git *g, struct arena *a, const char *ours, const char *base,
	const char *theirs, bool *ret_clean, struct git_error *e);

#endif
