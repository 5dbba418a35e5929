/* One run: load, apply the rules, give the findings. */
#ifndef CHECK_RUN_H
#define CHECK_RUN_H

#include "base/tree.h"
#include "check/finding.h"
#include "model/changelog_link.h"

/* The change of the changelog from a base revision. */
struct check_change {
	struct str base_path; /* as shown: "origin/main:perf-changelog.yaml" */
	struct str base;      /* bytes */
	struct str git_diff;  /* of the changelog between two commits; p NULL: not to be had */
	struct changelog_pr pr;
};

struct run;
struct stages;
struct kept;

struct check_options {
	struct tree *base_tree; /* judged too, and compared; NULL: there is none */
	struct str base_name;   /* for messages: "origin/main" */
	bool only_new; /* with a base: nothing of the base will be shown */
	bool whole; /* with a base: what is the same in both is looked at, too */
	struct strs paths; /* findings elsewhere are dropped; empty: everywhere */
	const ixc_severity *severity; /* per rule, in table order; IXC_OFF skips the rule */
	/* What .infxcheck.yaml says; NULL: there is none. With it `severity` is the most that
	 * holds anywhere, `otherwise` is what holds without it, and `given` rules have their
	 * severity from elsewhere. */
	const struct project *project;
	const ixc_severity *otherwise;
	const bool *given;
	bool no_project; /* the file is not even looked at */
	const struct str *project_bytes; /* another file; NULL: the tree's */
	struct str project_path;         /* as shown */
	uint64_t pr;
	bool links_open;
	bool all_entries;
	bool no_suppressions; /* comments that allow findings do not count */
	ixc_syntax syntax;
	bool changelog_only; /* leave out rules that have nothing to say of the changelog */
	const char *changelog_path;        /* NULL: perf-changelog.yaml */
	const struct check_change *change; /* NULL: no base */
	const struct str *base_changelog; /* tells new entries from old; may be NULL */
	struct str why_no_base;           /* for the ledger; empty: nothing to say */
	const struct str *hbm;   /* bytes of the HBM profile; NULL: the tree's, if any */
	struct str hbm_path;     /* as shown; without bytes: in the tree; empty: the default */
	const struct str *baseline; /* bytes; NULL: there is none */
	struct str baseline_path;   /* as shown */
	int64_t today;           /* hbm_day() of it; 0: not known */
	/* Told how far the walk over recipes is; may be NULL. */
	void (*progress)(void *user, size_t done, size_t of);
	void *progress_user;
	struct stages *stages;   /* goes on counting; may be NULL */
	struct kept *kept; /* read already, with neither base nor baseline; NULL: read now */
	/* `paths` is one file, and wanted at once: of a recipe everything is looked at,
	 * elsewhere no recipe is evaluated. */
	bool quick;
};

const struct ixc_rule *rules_at(size_t i); /* NULL past the last; sorted by id */
size_t rules_count(void);
/* Index of a rule, or rules_count(). */
size_t rules_index(struct str id);

struct run {
	const bool *judged; /* by rule, in table order: it was run */
	struct sources *sources;
	struct findings findings;
	const struct repo *repo;
	struct plans *plans;
	struct trees *trees; /* with a base; NULL otherwise */
	bool is_gate;         /* of a change of the changelog */
	/* What it was told, as `check --fix` has to be told it, too. */
	struct str base_name;
	uint64_t pr;
	bool links_open;
	bool whole;           /* `unchanged` has all of them */
	size_t unchanged;     /* findings that are in both */
	bool shows_fixed;
	bool was_mended; /* what is left after --fix */
	/* Allowed by comments, or in the baseline; in no other count. */
	struct finding_list suppressed;
	struct baseline *baseline; /* NULL: there is none */
	bool shows_suppressed;
	struct finding_list fixed; /* of the base, gone in the head; their owner has sources */
};

/* Whether one of these files and folders is it, or holds it; empty: all do. */
bool check_path_is_wanted(struct str path, const struct strs *paths);
/* Leaves only the findings there. */
void check_keep(struct run *run, const struct strs *paths);
/* Leaves only the findings with one of these statuses (1 << enum finding_status; 0: new
 * ones). Without a base all stay. IXC_SHOW_SUPPRESSED: what is suppressed is written. */
void check_show(struct run *run, unsigned statuses);

/* The files that rules read. */
struct repo *check_load(struct arena *a, struct sources *sources, struct tree *tree,
	const struct check_options *o);
struct run *check_run(struct arena *a, struct tree *tree, const struct check_options *o);

#endif
