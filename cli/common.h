/* What several commands share: the root, the output options, the threshold. */
#ifndef COMMON_H
#define COMMON_H

#include "outputs.h"
#include "progress.h"

#include <limits.h>

enum common_kind {
	COMMON_ROOT,
	COMMON_FORMAT,
	COMMON_FAIL_ON,
	COMMON_MAX_WARNINGS,
	COMMON_COVERAGE,
	COMMON_COLOUR,
	COMMON_BASE,
	COMMON_HEAD,
	COMMON_WORKTREE,
	COMMON_STAGED,
	COMMON_SHOW,
	COMMON_PR,
	COMMON_CONFIG,
	COMMON_NO_CONFIG,
	COMMON_BASELINE,
	COMMON_NO_SUPPRESSIONS,
	COMMON_SHOW_SUPPRESSED,
	COMMON_TODAY,
	COMMON_QUIET,
	COMMON_VERBOSE,
	COMMON_STATISTICS,
	COMMON_TIMINGS,
	COMMON_END, /* first option of a command's own, when it begins with COMMON_ROWS */
};

struct common {
	const char *root_given;
	char root[PATH_MAX]; /* real path, after common_find_root() */
	ixc_format format; /* of commands that have one output */
	struct outputs outputs; /* of those that print a report */
	bool has_fail_on;
	ixc_severity fail_on; /* IXC_OFF: never */
	bool has_max_warnings; /* in place of fail_on */
	uint64_t max_warnings;
	const char *config; /* NULL: the repository's */
	bool no_config;
	const char *baseline; /* or NULL */
	bool no_suppressions, show_suppressed;
	const char *today; /* NULL: the clock tells */
	bool coverage, quiet, verbose, statistics, timings;
	const char *colour;
	const char *base, *head; /* revisions, or NULL */
	ixc_head kind;
	bool has_kind;
	unsigned show; /* enum ixc_show */
	uint64_t pr;   /* 0: not given */
	struct progress progress;
};

#define COMMON_INIT {.format = IXC_FORMAT_TEXT}

/* Rows of the option tables. */
#define ROW_ROOT                                                                         \
	{"root", 0, "DIR",                                                               \
		"the repository (default: the nearest folder upward with\n"              \
		"perf-changelog.yaml or configs/)"}
#define ROW_FORMAT                                                                       \
	{"format", 'f', "FORMAT[=FILE]",                                                 \
		"text (default), short, json, jsonl, github, sarif,\n"                   \
		"gitlab, checkstyle, junit, markdown, agent, counts; into\n"             \
		"FILE instead of standard output; may be repeated"}
#define ROW_FAIL_ON                                                                      \
	{"fail-on", 0, "SEVERITY",                                                       \
		"exit 1 from this severity on: error, warning (default),\nnote, never"}
#define ROW_MAX_WARNINGS                                                                 \
	{"max-warnings", 0, "N",                                                         \
		"instead of --fail-on: exit 1 at an error, or at more than\nN warnings"}
#define ROW_COVERAGE                                                                     \
	{"coverage", 0, NULL, "list what could not be evaluated, and why"}
#define ROW_COLOUR {"color", 0, "WHEN", "auto (default), always, never"}
#define ROW_PR {"pr-number", 0, "N", "number of the pull request"}
#define ROW_PR_OR_NONE                                                                   \
	{"pr-number", 0, "N", "number of the pull request; none: there is none yet,\n"    \
		"and XXX may stand in its place"}
#define ROW_REPO                                                                         \
	{"repo", 0, "OWNER/NAME",                                                        \
		"repository of the links (default: SemiAnalysisAI/InferenceX)"}
#define ROW_CHANGELOG                                                                    \
	{"changelog-file", 0, "FILE",                                                    \
		"the changelog, from the root (default: perf-changelog.yaml)"}
#define ROW_HBM_PROFILE                                                                  \
	{"hbm-profile", 0, "FILE",                                                       \
		"free GPU memory as measured by infxcheck-hbm\n"                         \
		"(default: configs/hbm.yaml, if it is there)"}
#define ROW_CONFIG                                                                       \
	{"config", 0, "FILE",                                                            \
		"instead of .infxcheck.yaml of the repository (with\n"                   \
		"--base-ref: of the base)"}
#define ROW_NO_CONFIG {"no-config", 0, NULL, "as if there were no .infxcheck.yaml"}
#define ROW_IGNORE {"ignore", 'i', "ID", "leave this rule out (may be repeated)"}
#define ROW_BASE                                                                         \
	{"base-ref", 0, "REV", "the revision that the change is made to"}

#define COMMON_ROWS                                                                      \
	[COMMON_ROOT] = ROW_ROOT, [COMMON_FORMAT] = ROW_FORMAT,                          \
	[COMMON_FAIL_ON] = ROW_FAIL_ON, [COMMON_MAX_WARNINGS] = ROW_MAX_WARNINGS,         \
	[COMMON_COVERAGE] = ROW_COVERAGE,                                                \
	[COMMON_COLOUR] = ROW_COLOUR, [COMMON_BASE] = ROW_BASE,                          \
	[COMMON_HEAD] = {"head-ref", 0, "REV", "judge this revision"},                   \
	[COMMON_WORKTREE] = {"worktree", 0, NULL, "judge the files on disk (default)"},  \
	[COMMON_STAGED] = {"staged", 0, NULL, "judge what 'git commit' would take"},     \
	[COMMON_SHOW] = {"show", 0, "WHICH",                                             \
		"with --base-ref: new (default), fixed, unchanged, all;\n"               \
		"several with commas between"},                                          \
	[COMMON_PR] = ROW_PR_OR_NONE,                                                    \
	[COMMON_CONFIG] = ROW_CONFIG, [COMMON_NO_CONFIG] = ROW_NO_CONFIG,                \
	[COMMON_BASELINE] = {"baseline", 0, "FILE",                                      \
		"hide the findings that this file has; see infxcheck baseline"},         \
	[COMMON_NO_SUPPRESSIONS] = {"no-suppressions", 0, NULL,                          \
		"as if no comment allowed a finding"},                                   \
	[COMMON_SHOW_SUPPRESSED] = {"show-suppressed", 0, NULL,                          \
		"list what comments and the baseline hide, and why"},                         \
	[COMMON_TODAY] = {"today", 0, "YYYY-MM-DD",                                      \
		"the day that ages are counted from (default: the clock's)"},            \
	[COMMON_QUIET] = {"quiet", 'q', NULL, "print findings alone, no counts"},        \
	[COMMON_VERBOSE] = {"verbose", 'v', NULL,                                        \
		"say what is checked and written; implies --coverage"},                  \
	[COMMON_STATISTICS] = {"statistics", 0, NULL, "count the findings of each rule"}, \
	[COMMON_TIMINGS] = {"timings", 0, NULL,                                          \
		"print where the time went, on standard error"}

/* Base, head, what to show and the number, for the checker. */
int common_configure(const struct common *s, const struct command *c, ixc_checker *checker);

/* All of these give EXIT_CLEAN or, after having said why, EXIT_TROUBLE. */
int common_option(struct common *s, const struct command *c, enum common_kind kind,
	const char *argument);
int common_pr(const struct command *c, const char *text, uint64_t *ret);
/* `hint`: a path given on the command line, looked at when the working directory is in no
 * repository; may be NULL. */
int common_find_root(struct common *s, const char *hint);
/* EXIT_FINDINGS when something reaches the threshold. */
int common_verdict(const struct common *s, const ixc_report *report);
/* The report as text; the verdict. */
int common_print(const struct common *s, const ixc_report *report, FILE *f);
/* In front of a run: with --verbose what will be done; at a terminal how far it is. */
void common_begin(struct common *s, ixc_checker *checker);
/* Behind it. */
void common_end(struct common *s);
/* All outputs that were asked for, flushed; the verdict. */
int common_write(const struct common *s, const ixc_report *report);

#endif
