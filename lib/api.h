/* What the files of the public interface share. */
#ifndef API_H
#define API_H

#include "base/arena.h"
#include "check/project.h"
#include "check/run.h"
#include "check/stages.h"

#include <infxcheck.h>

struct ixc_checker {
	struct arena arena;
	char *root;
	struct strs paths;
	ixc_severity *severity; /* per rule */
	bool *given;            /* per rule: its severity is the caller's */
	bool selected;          /* ixc_checker_select_rule() was called */
	bool no_project;        /* .infxcheck.yaml is not looked at */
	bool has_project;       /* another one was given */
	struct str project, project_path;
	bool has_baseline;
	struct str baseline, baseline_path;
	bool has_fail_on;
	ixc_severity fail_on;
	bool all_entries;
	bool no_suppressions;
	ixc_syntax syntax;
	bool changelog_only; /* the gate looks at nothing else */
	unsigned show; /* enum ixc_show; 0: new findings */
	uint64_t pr;
	bool links_open; /* there is no pull request yet */
	ixc_head head;
	struct str head_revision, base_revision; /* empty: not given */
	struct str repository;                   /* empty: the default */
	struct str changelog;                    /* path; empty: the default */
	struct str hbm, hbm_path;                /* of the HBM profile */
	bool has_hbm;
	int64_t today; /* hbm_day() of it; 0: not given */
	void (*progress)(void *user, size_t done, size_t of); /* or NULL */
	void *progress_user;
	struct tree *over; /* files given as bytes lie over the head's; NULL: none */
	bool over_is_kept; /* it is a workspace's, which outlives the run */
};

struct ixc_report {
	struct arena arena;
	ixc_severity fail_on; /* from this on the verdict is bad; IXC_OFF: never */
	struct stages stages;
	struct run *run;
};

struct ixc_change {
	struct ixc_report report; /* its arena owns everything */
	bool refused, differs;
	struct str old, bytes;
	struct str path;  /* of the file, from the root */
	const char *root; /* NULL: made from bytes, can't be applied */
	bool must_match;  /* is applied only while the file holds the old bytes */
	bool is_new;      /* and so does not exist */
};

#define CHANGELOG_PATH "perf-changelog.yaml"

static inline const char *
api_changelog_path(const ixc_checker *c)
{
	return c->changelog.n ? c->changelog.p : CHANGELOG_PATH;
}

/* The head's files, with those over them that were given as bytes. */
struct tree *api_lay_over(struct arena *a, const ixc_checker *c, struct tree *head);
/* What a checker says of a run; trees, paths and changes are the caller's. */
struct check_options api_options(const ixc_checker *c);
/* What .infxcheck.yaml of the tree says, or the file that was given, or NULL. With a base it
 * is the base's, since nobody may change by what a change is judged; `revision` names it. */
const struct project *api_project(
	const ixc_checker *c, struct arena *a, struct tree *tree, struct str revision);
struct str api_repository(const ixc_checker *c, const struct project *p);
/* Puts it into the options. */
void api_use_project(const ixc_checker *c, struct arena *a, const struct project *p,
	struct check_options *o);
ixc_severity api_fail_on(const ixc_checker *c, const struct project *p);
/* All that a check needs but the paths: the head's files, the base, the settings. Begins to
 * count the time, and sets from when on the report's verdict is bad. */
ixc_status api_open_check(const ixc_checker *c, struct ixc_report *r,
	struct check_options *o, struct tree **ret, struct ixc_error *err);
/* As trees name files: no "." or ".." or empty part. */
bool api_is_plain_path(struct str path);
struct ixc_place api_place(const struct sources *sources, struct span sp);
/* How much of the changelog is merged already, as far as refs of remotes tell. */
size_t api_merged_bytes(struct arena *a, const ixc_checker *c, struct tree *tree);
/* Fills the error and returns its status. */
ixc_status api_fail(struct ixc_error *err, ixc_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* IXC_EIO when something of the tree could not be read, which was taken for absent. */
ixc_status api_all_read(const struct tree *t, struct ixc_error *err);
/* Reads a file that the caller named: from anywhere, symbolic links are followed. */
ixc_status api_read_file(
	struct arena *a, const char *path, struct str *ret, struct ixc_error *err);
/* The folder and name that the file really has, or will have, and its bytes. */
ixc_status api_locate(struct ixc_change *change, const char *path, struct ixc_error *err);
/* Runs work(arg) with the arena's escape set: all jumps of the library end here. */
ixc_status api_guard(struct arena *a, ixc_status (*work)(void *, struct ixc_error *),
	void *arg, struct ixc_error *err);

#endif
