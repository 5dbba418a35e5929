/*
 * infxcheck: finds faults in a checkout of the InferenceX benchmark repository.
 *
 * Contract
 *   Threads    No global state. One object is used by one thread at a time; any number of
 *              objects may be used at once.
 *   Ownership  What comes from a function named _new, or through a T ** parameter, is the
 *              caller's and goes back through the matching _free. Every const pointer
 *              returned is borrowed from the object that was asked and lives as long as it.
 *   Text       UTF-8, NUL-terminated. Paths are relative to the root, with '/'.
 *   Units      Offsets are bytes from 0; lines and columns count from 1, columns in code
 *              points unless the name says utf16. Memory quantities carry their unit in the
 *              name (gib: 2^30 bytes).
 *   Errors     A fault of the checked files is a finding, never an error. A function that
 *              could not do its work returns a status other than IXC_OK and fills the
 *              caller's struct ixc_error. The library prints nothing, never exits, and
 *              executes nothing of the checked tree; git is the only program it starts,
 *              and `bash -n` where ixc_checker_set_syntax() allows it.
 *   Stability  Rule ids, severities, places, exit codes and JSON field names are stable.
 *              Message texts are not. Enumerators are only ever appended.
 */
#ifndef INFXCHECK_H
#define INFXCHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define IXC_API __attribute__((visibility("default")))
#else
#define IXC_API
#endif

#define IXC_VERSION_MAJOR 0
#define IXC_VERSION_MINOR 1
#define IXC_VERSION_PATCH 0

/* "0.1.0": the version of the library that is running. */
IXC_API const char *ixc_version(void);

/* ---- status and errors -------------------------------------------------------------- */

typedef enum ixc_status {
	IXC_OK = 0,
	IXC_EUSAGE = 1,    /* an argument makes no sense: unknown rule, no such folder */
	IXC_EIO = 2,       /* reading or writing failed */
	IXC_EGIT = 3,      /* git is missing, or the revision can't be had */
	IXC_ENOMEM = 4,    /* out of memory, or the run's memory limit */
	IXC_EINTERNAL = 5, /* a bug of the library; the message names the broken condition */
	IXC_ECHANGED = 6,  /* a file has changed since it was read; nothing was written */
} ixc_status;

struct ixc_error {
	ixc_status status;
	char message[512]; /* one line, no full stop */
};

struct ixc_bytes {
	const char *p;
	size_t n;
};

/* ---- severities, confidence --------------------------------------------------------- */

typedef enum ixc_severity {
	IXC_OFF = 0,
	IXC_NOTE = 1,    /* worth a look */
	IXC_WARNING = 2, /* very likely unintended */
	IXC_ERROR = 3,   /* will fail, or publish a wrong result */
} ixc_severity;

typedef enum ixc_confidence {
	IXC_MEDIUM = 1, /* depends on something named in the notes */
	IXC_HIGH = 2,
} ixc_confidence;

/* "off", "note", "warning", "error"; NULL for anything else. */
IXC_API const char *ixc_severity_name(ixc_severity severity);
/* True, and the severity, when the name is one of those. */
IXC_API bool ixc_severity_from_name(const char *name, ixc_severity *ret);
IXC_API const char *ixc_confidence_name(ixc_confidence confidence);

/* ---- facts -------------------------------------------------------------------------- */

/* What rules compute with: memory of GPUs, defaults of engines, shapes of models. */
typedef struct {
	const char *id;     /* "hbm.mi355x.total"; messages name it */
	const char *value;  /* one clause, with units */
	const char *holds;  /* for which versions and states; elsewhere rules are silent */
	const char *source; /* where it was read, or who measured it */
} ixc_fact;

IXC_API bool ixc_fact_at(size_t i, ixc_fact *ret); /* false behind the last */
IXC_API bool ixc_fact_find(const char *id, ixc_fact *ret);

/* A GPU that facts are known of. Quantities that are not known are 0. */
typedef struct {
	const char *name;      /* "mi355x", as an HBM profile has it */
	const char *title;     /* "AMD Instinct MI355X" */
	bool is_amd;
	double total_gib;      /* as the runtime reports it */
	double nvml_total_gib; /* NVIDIA: as NVML reports it, which is more */
	ixc_fact total;
} ixc_gpu;

IXC_API bool ixc_gpu_at(size_t i, ixc_gpu *ret); /* false behind the last */
/* The GPU by its product name ("AMD Instinct MI355X") or, of AMD, its PCI device id (0: not
 * known), if the memory of the device agrees: all of it, or an AMD partition's share. */
IXC_API bool ixc_gpu_identify(
	const char *product, unsigned pci_device, double total_gib, ixc_gpu *ret);
/* What an engine's context and communicators take of a device before it looks what is free,
 * in GiB, with the fact behind it. */
IXC_API double ixc_gpu_margin(bool is_amd, ixc_fact *ret);

/* ---- rules -------------------------------------------------------------------------- */

typedef struct ixc_rule ixc_rule;

/* Which fixes findings of a rule can carry; not each of them does. */
enum ixc_fix_kind {
	IXC_FIX_SAFE = 1 << 0,   /* check --fix */
	IXC_FIX_UNSAFE = 1 << 1, /* it is guessed what was meant: check --unsafe-fix */
};

/* What a rule needs beyond the checked tree; without it the rule is skipped and the report's
 * ledger says so. */
enum ixc_needs {
	IXC_NEEDS_BASE = 1 << 0, /* a base revision */
	IXC_NEEDS_PR = 1 << 1,   /* the pull request's number */
};

IXC_API size_t ixc_rule_count(void);
IXC_API const ixc_rule *ixc_rule_at(size_t i); /* sorted by id; NULL when out of range */
IXC_API const ixc_rule *ixc_rule_find(const char *id); /* NULL when unknown */
IXC_API const char *ixc_rule_id(const ixc_rule *rule);
IXC_API const char *ixc_rule_summary(const ixc_rule *rule); /* one line, no full stop */
IXC_API const char *ixc_rule_help(const ixc_rule *rule);    /* paragraphs, plain text */
IXC_API const char *ixc_rule_since(const ixc_rule *rule);   /* "0.1" */
IXC_API ixc_severity ixc_rule_severity(const ixc_rule *rule); /* default */
IXC_API unsigned ixc_rule_needs(const ixc_rule *rule);
IXC_API unsigned ixc_rule_fixes(const ixc_rule *rule); /* a sum of enum ixc_fix_kind */
/* Faults of history that nobody may mend or hide: such a rule can't be suppressed. */
IXC_API bool ixc_rule_locked(const ixc_rule *rule);

/* Index of the candidate nearest to a misspelt word, or -1 when none is near enough. */
IXC_API int ixc_nearest(const char *word, const char *const *candidates, size_t n);

/* ---- checking ----------------------------------------------------------------------- */

typedef struct ixc_checker ixc_checker;
typedef struct ixc_report ixc_report;
typedef struct ixc_finding ixc_finding;

/*
 * The nearest folder, from `start` (NULL: the working directory) upward, that holds
 * perf-changelog.yaml or configs/. Writes its path to buf. IXC_EUSAGE when there is none.
 */
IXC_API ixc_status ixc_find_root(
	const char *start, char *buf, size_t size, struct ixc_error *err);

/* A checker for the repository at `root`. The folder is opened by ixc_check(), not here. */
IXC_API ixc_status ixc_checker_new(
	ixc_checker **ret, const char *root, struct ixc_error *err);
IXC_API void ixc_checker_free(ixc_checker *checker);

/* Report findings only in these files and folders (relative to the root). The whole
 * repository is still the context. Adds to what was given before. */
IXC_API ixc_status ixc_checker_add_path(
	ixc_checker *checker, const char *path, struct ixc_error *err);
/* Run only the rules selected so. The first call turns every other rule off. */
IXC_API ixc_status ixc_checker_select_rule(
	ixc_checker *checker, const char *id, struct ixc_error *err);
IXC_API ixc_status ixc_checker_set_severity(ixc_checker *checker, const char *id,
	ixc_severity severity, struct ixc_error *err);
/* Whether comments in the checked files (`# infxcheck: allow RULE -- reason`) take findings
 * out of the report; true by default. */
IXC_API void ixc_checker_set_suppressions(ixc_checker *checker, bool on);
/* Judge every changelog entry, not only the new ones. */
IXC_API void ixc_checker_set_all_entries(ixc_checker *checker, bool on);
/* Who judges the syntax of bash scripts; IXC_SYNTAX_OWN by default. */
typedef enum ixc_syntax {
	IXC_SYNTAX_OWN = 0,    /* the library's parser alone; no program is started */
	IXC_SYNTAX_BASH = 1,   /* what it refuses or does not know is shown to `bash -n` */
	IXC_SYNTAX_STRICT = 2, /* every script is shown to `bash -n` */
} ixc_syntax;
IXC_API void ixc_checker_set_syntax(ixc_checker *checker, ixc_syntax syntax);
/*
 * The file `path` (from the root) has these bytes, which are copied, whatever the head under
 * check has there: what an editor has not saved, or standard input. Everything else is read
 * as usual. May be called for several files; at most 16 MiB each.
 */
IXC_API ixc_status ixc_checker_set_file(ixc_checker *checker, const char *path,
	struct ixc_bytes bytes, struct ixc_error *err);
/* Number of the pull request under check; 0: not known. IXC_PR_NONE: there is none yet, as
 * before a commit, and a placeholder that the merge step fills in is no finding. */
#define IXC_PR_NONE UINT64_MAX
IXC_API void ixc_checker_set_pr(ixc_checker *checker, uint64_t number);

/* Which state of the repository is under check; IXC_HEAD_WORKTREE by default. */
typedef enum ixc_head {
	IXC_HEAD_WORKTREE = 0, /* the files on disk */
	IXC_HEAD_STAGED = 1,   /* the index: what `git commit` would take */
	IXC_HEAD_REVISION = 2, /* a commit, read from git's objects */
} ixc_head;

/* `revision` in any of git's spellings; NULL unless IXC_HEAD_REVISION. */
IXC_API ixc_status ixc_checker_set_head(ixc_checker *checker, ixc_head head,
	const char *revision, struct ixc_error *err);
/* The state that a change is judged against, as the base of a pull request is. */
IXC_API ixc_status ixc_checker_set_base(
	ixc_checker *checker, const char *revision, struct ixc_error *err);
/*
 * With a base both trees are judged whole, and findings matched by rule, path and subject,
 * so that moved text changes nothing. Which of them the report has: a sum; 0 is new ones.
 */
enum ixc_show {
	IXC_SHOW_NEW = 1 << 1,       /* not in the base */
	IXC_SHOW_UNCHANGED = 1 << 2, /* in both */
	IXC_SHOW_FIXED = 1 << 3,     /* in the base alone; see ixc_report_fixed_at() */
	/* Also without a base: ixc_report_suppressed_at() is written too. */
	IXC_SHOW_SUPPRESSED = 1 << 4,
};
IXC_API void ixc_checker_set_show(ixc_checker *checker, unsigned show);
/* For ixc_gate(): judge the change of the changelog and nothing else. */
IXC_API void ixc_checker_set_changelog_only(ixc_checker *checker, bool on);
/* "OWNER/NAME" of the links that are written; SemiAnalysisAI/InferenceX by default. */
IXC_API ixc_status ixc_checker_set_repository(
	ixc_checker *checker, const char *repository, struct ixc_error *err);
/* Path of the changelog from the root; perf-changelog.yaml by default. */
IXC_API ixc_status ixc_checker_set_changelog(
	ixc_checker *checker, const char *path, struct ixc_error *err);

/*
 * The HBM profile: how much GPU memory was measured free. By default configs/hbm.yaml of the
 * repository, if it is there. `path` names the file in findings; it may lie anywhere. With
 * bytes.p NULL it is read now, else the bytes are copied.
 */
IXC_API ixc_status ixc_checker_set_hbm_profile(ixc_checker *checker, const char *path,
	struct ixc_bytes bytes, struct ixc_error *err);
/*
 * .infxcheck.yaml, by default the one at the root of the checked repository; with a base that
 * of the base, so that no change alters by what it is judged. It is read at each run, and what
 * was set here wins over it. `path`: another file, read now; NULL: none at all.
 */
IXC_API ixc_status ixc_checker_set_project_file(
	ixc_checker *checker, const char *path, struct ixc_error *err);
/* The file with the findings that the project lives with for now, read now; they are in
 * ixc_report_suppressed_at(). */
IXC_API ixc_status ixc_checker_set_baseline(
	ixc_checker *checker, const char *path, struct ixc_error *err);
/* From which severity on the verdict is bad; IXC_OFF: never. By default what the file says, or
 * IXC_WARNING; see ixc_report_fail_on(). */
IXC_API void ixc_checker_set_fail_on(ixc_checker *checker, ixc_severity severity);
/* "YYYY-MM-DD": the day that ages are counted from, and that ends what a comment allows
 * until then. Without it no age is judged. */
IXC_API ixc_status ixc_checker_set_today(
	ixc_checker *checker, const char *date, struct ixc_error *err);

/* Called while recipes are evaluated, which takes most of the time: how many of them are
 * done, of how many; with a base once for each tree. NULL: nobody wants to know. */
IXC_API void ixc_checker_set_progress(ixc_checker *checker,
	void (*progress)(void *user, size_t done, size_t of), void *user);

IXC_API ixc_status ixc_check(
	const ixc_checker *checker, ixc_report **ret, struct ixc_error *err);
/*
 * All that can be known of a changelog change before it is merged: ixc_check() on the head,
 * with findings in the changelog only, and the change from the base judged byte for byte.
 * Needs a base. Without a number (ixc_checker_set_pr) every link must be final, as on main.
 */
IXC_API ixc_status ixc_gate(
	const ixc_checker *checker, ixc_report **ret, struct ixc_error *err);
/* Takes n bytes; returns false to stop (the write then ends with IXC_EIO). */
typedef bool ixc_write_fn(void *user, const char *bytes, size_t n);
/*
 * The gate over the steps of HEAD's history (first parents), oldest first: each new finding
 * with its commit, counts by rule, and whether a later step mended it. The work tree is not
 * looked at.
 */
struct ixc_replay_options {
	const char *since; /* stop before this revision; NULL: none */
	size_t steps;      /* at most so many, the newest */
	bool json;
	/* Called after each step; may be NULL. */
	void (*progress)(void *user, size_t done, size_t of);
	void *user;
};
IXC_API ixc_status ixc_replay(const ixc_checker *checker,
	const struct ixc_replay_options *options, ixc_write_fn *fn, void *user,
	struct ixc_error *err);
IXC_API void ixc_report_free(ixc_report *report);

/* ---- edits of the changelog at merge time ------------------------------------------- */

/*
 * The result of an edit that was worked out and checked, but not written; or, when it can't
 * be made safely, the findings that say why.
 */
typedef struct ixc_change ixc_change;

/* Puts the final link (ixc_checker_set_pr) into the entries that the work tree adds to the
 * base. Needs base and number. */
IXC_API ixc_status ixc_canonicalize(
	const ixc_checker *checker, ixc_change **ret, struct ixc_error *err);
/* Resolves a conflict of perf-changelog.yaml from stages 1 (merge base), 2 (the pull
 * request) and 3 (main) of git's index: main byte for byte, then the new entries of the pull
 * request with their final link. Needs the number. */
IXC_API ixc_status ixc_resolve_conflict(
	const ixc_checker *checker, ixc_change **ret, struct ixc_error *err);

/* The same over bytes, without git or files. `pr` 0: the number is not known; links must be
 * final, or (ixc_resolve_bytes) stay as they are. `repository` NULL: the default. */
IXC_API ixc_status ixc_gate_bytes(struct ixc_bytes base, struct ixc_bytes head, uint64_t pr,
	const char *repository, ixc_report **ret, struct ixc_error *err);
IXC_API ixc_status ixc_canonicalize_bytes(struct ixc_bytes base, struct ixc_bytes head,
	uint64_t pr, const char *repository, ixc_change **ret, struct ixc_error *err);
IXC_API ixc_status ixc_resolve_bytes(struct ixc_bytes base, struct ixc_bytes branch,
	struct ixc_bytes main, uint64_t pr, const char *repository, ixc_change **ret,
	struct ixc_error *err);

IXC_API bool ixc_change_refused(const ixc_change *change);
/* Why it was refused; without findings otherwise. */
IXC_API const ixc_report *ixc_change_report(const ixc_change *change);
/* The new bytes, and whether they differ from the old ones. Empty when refused. */
IXC_API struct ixc_bytes ixc_change_bytes(const ixc_change *change);
IXC_API bool ixc_change_differs(const ixc_change *change);
/* Writes the new bytes in place of the file: the old or the new bytes are there at any time,
 * its mode is kept, a symbolic link out of the root is refused. Nothing is done when they do
 * not differ. For changes made from a checker; IXC_EUSAGE for others and for refused ones. */
IXC_API ixc_status ixc_change_apply(const ixc_change *change, struct ixc_error *err);
IXC_API void ixc_change_free(ixc_change *change);

/*
 * The baseline at `path` after ixc_check(): with ixc_checker_set_baseline() of that file
 * without what is gone, otherwise a new one of all findings. *ret_left (may be NULL): findings
 * that can't be in it.
 */
IXC_API ixc_status ixc_baseline_change(const ixc_checker *checker, const char *path,
	size_t *ret_left, ixc_change **ret, struct ixc_error *err);

/*
 * The work of a git merge driver: `ours` (%A) is replaced by the merge of `ours` and
 * `theirs` (%B) since `base` (%O), all of them files. The side that is main keeps every
 * byte, the other side's new entries follow; which one is main is told by the refs and the
 * state of the repository at `root` (NULL: the working directory). *ret_merged is false when
 * that can't be done safely: `ours` then holds ordinary conflict markers.
 */
IXC_API ixc_status ixc_merge_driver(const char *root, const char *base, const char *ours,
	const char *theirs, const char *path, bool *ret_merged, struct ixc_error *err);
/* Enters the driver `program` (a path) into the repository's git configuration and the
 * changelog into .gitattributes, or takes both out. Other lines stay as they are. */
IXC_API ixc_status ixc_install_merge_driver(
	const char *root, const char *program, bool install, struct ixc_error *err);

/* Where the commit hook is, and whether there is another that runs before it. */
struct ixc_hook {
	char path[4096];
	bool has_other; /* after taking ours out: another hook is there */
};
/*
 * Makes `git commit` check what is staged, by `program` (a path), or stops that again. The
 * hook goes where git looks for it: core.hooksPath, or the hooks of the repository, which
 * all of its work trees share. A hook that is there is kept, runs first, and is put back.
 */
IXC_API ixc_status ixc_install_hook(const char *root, const char *program, bool install,
	struct ixc_hook *ret, struct ixc_error *err);

/* ---- the HBM profile ---------------------------------------------------------------- */

/* How much GPU memory was measured free. Texts may be NULL and counts 0: not known. Set
 * `size` to sizeof this struct. Fields are only ever appended. */
struct ixc_hbm_measurement {
	size_t size;
	const char *gpu;   /* the name of an ixc_gpu */
	const char *label; /* runner label */
	const char *node;  /* the machine */
	double total_gib, free_gib; /* of one device; the least over devices and samples */
	double engine_free_gib;     /* less the margin */
	int64_t devices, samples;
	const char *date;   /* "YYYY-MM-DD" */
	const char *method; /* "hip", "sysfs", "nvml" */
	const char *driver, *runtime;
	const char *compute_partition, *memory_partition; /* "SPX", "NPS1" */
};

/*
 * Puts the measurements into the profile in the file `path`, where they take the place of
 * those of the same GPU, label and node, and into a new one when there is no such file, or
 * `path` is NULL (then the change can't be applied). Refused, with the findings, when the
 * file has faults. Applying gives IXC_ECHANGED when the file has changed meanwhile.
 */
IXC_API ixc_status ixc_hbm_merge(const char *path, const struct ixc_hbm_measurement *v,
	size_t n, ixc_change **ret, struct ixc_error *err);

/* ---- fixes -------------------------------------------------------------------------- */

/*
 * What findings say how to mend, put into the files in memory. An edit replaces tokens and
 * leaves all other bytes alone. It counts only when the files, checked again, do not have
 * its finding any more and no new error; the changelog's history is never touched.
 */
typedef struct ixc_fixes ixc_fixes;

/* Checks as ixc_check() does, and mends what is reported, with a base what is new; of the
 * files on disk only.
 * `unsafe`: also by fixes that guess what was meant. Nothing is written. */
IXC_API ixc_status ixc_fix(
	const ixc_checker *checker, bool unsafe, ixc_fixes **ret, struct ixc_error *err);
IXC_API void ixc_fixes_free(ixc_fixes *fixes);
/* How many findings were mended. */
IXC_API size_t ixc_fixes_count(const ixc_fixes *fixes);
/* How many are left that only an unsafe fix would mend. */
IXC_API size_t ixc_fixes_unsafe_count(const ixc_fixes *fixes);
/* Of the mended files: what is left. */
IXC_API const ixc_report *ixc_fixes_report(const ixc_fixes *fixes);
/* Each file that differs, for ixc_write_diff() and ixc_change_apply(), which gives
 * IXC_ECHANGED when the file is not the one that was read. Not to be freed. NULL behind the
 * last. */
IXC_API const ixc_change *ixc_fixes_change_at(const ixc_fixes *fixes, size_t i);

/* A fix that was not put in. */
struct ixc_refused_fix {
	const ixc_rule *rule;
	const char *path;
	uint32_t line, column; /* of its finding */
	const char *title;     /* what it would do */
	const char *why;
};
IXC_API bool ixc_fixes_refused_at(
	const ixc_fixes *fixes, size_t i, struct ixc_refused_fix *ret);

/* ---- reports and findings ----------------------------------------------------------- */

struct ixc_place {
	const char *path;              /* never NULL */
	uint32_t begin, end;           /* bytes; both 0 when the file could not be read */
	uint32_t line, column;
	uint32_t end_line, end_column; /* one past the last code point */
	uint32_t utf16_column, utf16_end_column;
};

IXC_API size_t ixc_report_count(const ixc_report *report);
/* Ordered by path, line, column, rule id. */
IXC_API const ixc_finding *ixc_report_at(const ixc_report *report, size_t i);
/* Findings of exactly this severity. */
IXC_API size_t ixc_report_count_severity(const ixc_report *report, ixc_severity severity);

/* Whether the run asked this rule: without a finding there was none to be found. */
IXC_API bool ixc_report_judged(const ixc_report *report, const ixc_rule *rule);

/* What ixc_checker_set_fail_on() says, or .infxcheck.yaml, or the default. */
IXC_API ixc_severity ixc_report_fail_on(const ixc_report *report);

/* With a base: how many findings are in both trees (when IXC_SHOW_UNCHANGED asked for
 * them), and what the change mends. */
IXC_API size_t ixc_report_unchanged_count(const ixc_report *report);
IXC_API size_t ixc_report_fixed_count(const ixc_report *report);
IXC_API const ixc_finding *ixc_report_fixed_at(const ixc_report *report, size_t i);

/* What was taken out of the report, and the reason given there. These findings are in no
 * count but this one. */
IXC_API size_t ixc_report_suppressed_count(const ixc_report *report);
IXC_API const ixc_finding *ixc_report_suppressed_at(const ixc_report *report, size_t i);
IXC_API const char *ixc_finding_suppression_reason(const ixc_finding *f); /* or "" */

typedef enum ixc_finding_state {
	IXC_FINDING_PLAIN = 0, /* there is no base */
	IXC_FINDING_NEW = 1,
	IXC_FINDING_UNCHANGED = 2,
	IXC_FINDING_FIXED = 3, /* its places are in the base */
} ixc_finding_state;
IXC_API ixc_finding_state ixc_finding_state_of(const ixc_finding *f);
IXC_API const ixc_rule *ixc_finding_rule(const ixc_finding *f);
IXC_API ixc_severity ixc_finding_severity(const ixc_finding *f);
IXC_API ixc_confidence ixc_finding_confidence(const ixc_finding *f);
IXC_API const char *ixc_finding_headline(const ixc_finding *f);
IXC_API const char *ixc_finding_label(const ixc_finding *f); /* of the primary place, or "" */
IXC_API struct ixc_place ixc_finding_place(const ixc_finding *f);
IXC_API size_t ixc_finding_related_count(const ixc_finding *f);
IXC_API struct ixc_place ixc_finding_related_place(const ixc_finding *f, size_t i);
IXC_API const char *ixc_finding_related_label(const ixc_finding *f, size_t i);
IXC_API size_t ixc_finding_note_count(const ixc_finding *f);
IXC_API const char *ixc_finding_note(const ixc_finding *f, size_t i);
IXC_API const char *ixc_finding_help(const ixc_finding *f); /* "" when there is none */
/* What the finding's fix does, or "" when it has none. A safe one changes nothing that
 * counts, or what can't be meant otherwise. */
IXC_API const char *ixc_finding_fix_title(const ixc_finding *f);
IXC_API bool ixc_finding_fix_is_safe(const ixc_finding *f);
/* The fix's edits, as they would be put in: none overlaps another. */
struct ixc_edit {
	struct ixc_place place;  /* what is replaced; empty: bytes are put there */
	struct ixc_bytes bytes;
};
IXC_API size_t ixc_finding_edit_count(const ixc_finding *f);
IXC_API struct ixc_edit ixc_finding_edit(const ixc_finding *f, size_t i);
/* Names the subject independent of where it stands; equal faults of one file share it. */
IXC_API const char *ixc_finding_subject(const ixc_finding *f);
IXC_API size_t ixc_finding_arm_count(const ixc_finding *f);
IXC_API const char *ixc_finding_arm(const ixc_finding *f, size_t i);

/* What was not evaluated, and why. A skipped check is never silent. */
struct ixc_gap {
	const char *check;   /* rule id or stage */
	const char *subject; /* file, key or point */
	const char *reason;
	uint64_t count;      /* how many times */
};
IXC_API size_t ixc_report_gap_count(const ixc_report *report);
IXC_API struct ixc_gap ixc_report_gap(const ixc_report *report, size_t i);

/* Where the time of the run went; never part of what is written. */
struct ixc_stage {
	const char *name; /* "read", "recipes" */
	double seconds;
};
/* In the order of the run; false behind the last. */
IXC_API bool ixc_report_stage(const ixc_report *report, size_t i, struct ixc_stage *ret);

/* ---- a workspace: somebody types ----------------------------------------------------- */

/*
 * A checkout whose files may have texts that are not saved. What does not change from one
 * question to the next is read once.
 *
 * Reports and places that it gives are borrowed from it: they are good until it is told of
 * another text, or that files changed.
 */
typedef struct ixc_workspace ixc_workspace;

/* Takes over the checker, with its settings: of the files on disk, without base, baseline and
 * files set. The workspace frees it; it may not be used otherwise any more. */
IXC_API ixc_status ixc_workspace_new(
	ixc_workspace **ret, ixc_checker *checker, struct ixc_error *err);
IXC_API void ixc_workspace_free(ixc_workspace *workspace);
/* The file has this text, whatever is on disk. The bytes are copied; at most 16 MiB. */
IXC_API ixc_status ixc_workspace_set_file(ixc_workspace *workspace, const char *path,
	struct ixc_bytes bytes, struct ixc_error *err);
/* The file is again what is on disk. */
IXC_API void ixc_workspace_drop_file(ixc_workspace *workspace, const char *path);
/* Files on disk changed, or may have changed. */
IXC_API void ixc_workspace_reload(ixc_workspace *workspace);
/* In a quiet moment: gives back what was made of texts that are gone, if it is much. True: it
 * did, and the next question takes longer, so it is a moment to ask it. */
IXC_API bool ixc_workspace_tidy(ixc_workspace *workspace);
/*
 * Judges one file at once. Of a recipe all is judged that ixc_check() judges with its path;
 * of other files what needs no evaluated recipe. See ixc_report_judged() for which rules
 * that were.
 */
IXC_API ixc_status ixc_workspace_check(ixc_workspace *workspace, const char *path,
	ixc_report **ret, struct ixc_error *err);

/*
 * Questions about a place: a byte offset in the text of the file as the workspace has it. What
 * has no answer gives none, which is IXC_OK.
 */
/*
 * Markdown about what stands there: of an arm its launched commands and memory picture, of a
 * config key its recipes, of a field what it means, of a recipe's variable its values, of a
 * key or pr-link in the changelog what it names. *ret is the word; an empty path: none.
 */
IXC_API ixc_status ixc_workspace_hover(ixc_workspace *workspace, const char *path,
	uint32_t offset, struct ixc_place *ret, ixc_write_fn *fn, void *user,
	struct ixc_error *err);
/* Takes one place; returns false to stop. */
typedef bool ixc_place_fn(void *user, const struct ixc_place *place);
/*
 * Where it is defined: of a config key and an arm the recipe, of a key in the changelog its
 * configs, of a runner label its line in runners.yaml, of a function called in a script its
 * definition, of a variable its assignments or, when the job gives it, the arms; elsewhere in
 * a recipe the config keys that reach it.
 */
IXC_API ixc_status ixc_workspace_definition(ixc_workspace *workspace, const char *path,
	uint32_t offset, ixc_place_fn *fn, void *user, struct ixc_error *err);

typedef enum ixc_offer_kind {
	IXC_OFFER_FIELD = 0, /* of a config, entry or runners.yaml */
	IXC_OFFER_VALUE = 1,
	IXC_OFFER_LABEL = 2, /* of runners */
	IXC_OFFER_KEY = 3,   /* of a config */
} ixc_offer_kind;

struct ixc_offer {
	ixc_offer_kind kind;
	const char *text;
	const char *about; /* one line, or "" */
};
/* Takes one offer; returns false to stop. */
typedef bool ixc_offer_fn(void *user, const struct ixc_offer *offer);
/* What may stand there, in YAML, whatever state the file is in. *ret is what is there already,
 * to be replaced by an offer; an empty path: nothing is offered. */
IXC_API ixc_status ixc_workspace_complete(ixc_workspace *workspace, const char *path,
	uint32_t offset, struct ixc_place *ret, ixc_offer_fn *fn, void *user,
	struct ixc_error *err);

/* Whether the fix of a finding may be put in: it changes files of the repository, and of the
 * changelog nothing that is merged. The report may be of ixc_check(), of the same texts. */
IXC_API bool ixc_workspace_may_fix(
	ixc_workspace *workspace, const ixc_report *report, const ixc_finding *finding);

/* ---- the sweep matrix --------------------------------------------------------------- */

typedef struct ixc_matrix ixc_matrix;

typedef enum ixc_matrix_command {
	IXC_MATRIX_FULL_SWEEP = 0,
	IXC_MATRIX_TEST_CONFIG = 1,
} ixc_matrix_command;

struct ixc_words {
	const char *const *v;
	size_t n;
};

/* The options of the reference's generator; a list without words was not given. Set `size`
 * to sizeof this struct. Fields are only ever appended. */
struct ixc_matrix_options {
	size_t size;
	ixc_matrix_command command;
	struct ixc_words config_files; /* paths from the root; none: the two master configs */
	const char *runner_config;     /* NULL: configs/runners.yaml */
	struct ixc_words seq_lens, scenario_type;
	const char *runner_node_filter; /* NULL: none */
	bool no_evals, evals_only, all_evals;
	/* full-sweep */
	struct ixc_words model_prefix, precision, framework, runner_type;
	bool has_step_size, has_min_conc, has_max_conc, has_max_tp, has_max_ep;
	int64_t step_size, min_conc, max_conc, max_tp, max_ep;
	bool single_node, multi_node; /* neither: both */
	/* test-config */
	struct ixc_words config_keys;
	const int64_t *conc;
	size_t conc_count;
};

/* One benchmark point. What a kind of point does not have is 0 or "". */
struct ixc_point {
	const char *config_key;
	const char *exp_name, *runner, *image, *framework, *precision, *spec_decoding;
	bool multinode, agentic, dp_attn, run_eval, eval_only;
	int64_t isl, osl, tp, pp, ep, conc;
	int64_t total_cpu_dram_gb; /* 10^9 bytes, as the reference counts them */
	struct ixc_place place;    /* of the search-space item */
};

/* Expands the configs at `root`. What the reference would refuse is no error here: see
 * ixc_matrix_refusal(). */
IXC_API ixc_status ixc_matrix_generate(const char *root,
	const struct ixc_matrix_options *options, ixc_matrix **ret, struct ixc_error *err);
IXC_API void ixc_matrix_free(ixc_matrix *matrix);
/* Why the reference would print nothing, as one line with the place; NULL when it prints
 * exactly these points. *ret_exit_status is the reference's: 2 for wrong options, else 1. */
IXC_API const char *ixc_matrix_refusal(const ixc_matrix *matrix, int *ret_exit_status);
IXC_API size_t ixc_matrix_count(const ixc_matrix *matrix);
IXC_API struct ixc_point ixc_matrix_at(const ixc_matrix *matrix, size_t i);

typedef enum ixc_matrix_format {
	IXC_MATRIX_JSON = 0,  /* byte for byte what the reference prints */
	IXC_MATRIX_JSONL = 1, /* one compact object a line */
	IXC_MATRIX_TABLE = 2, /* for people: one search-space item a line */
} ixc_matrix_format;

/* ---- launch plans ------------------------------------------------------------------- */

/*
 * What recipes launch: the commands with their resolved arguments, the environment that the
 * recipe sets for them, who stops them. Recipes are evaluated, never run.
 */
typedef struct ixc_plans ixc_plans;

/* What is asked for: points of the configs, or a recipe with an environment of the caller's.
 * Set `size` to sizeof this struct. Fields are only ever appended. */
struct ixc_plan_options {
	size_t size;
	const char *config_key; /* NULL: any */
	const char *recipe;     /* path from the root; NULL: any */
	bool has_conc;
	int64_t conc; /* only points of this concurrency */
	/* NAME=VALUE lines: the recipe gets exactly this environment (HOME, HOSTNAME, PATH and
	 * USER have values that nobody knows unless given), and needs no config. Empty lines
	 * and those that begin with '#' do not count. */
	bool has_environment;
	struct ixc_bytes environment;
	struct ixc_words set; /* NAME=VALUE: on top of what the recipe gets anyway */
	/* Path of an HBM profile, anywhere; NULL: configs/hbm.yaml, if it is there. */
	const char *hbm_profile;
	/* An option of any launched command, with or without dashes; a setting inside of one; a
	 * meaning such as "memory-fraction"; an exported variable. Writing then gives the chain
	 * of assignments behind its value instead of the plan. NULL: none */
	const char *why;
};

/* Evaluates the recipes at `root`. An unknown key, recipe or concurrency is IXC_EUSAGE, with
 * the nearest name in the message. */
IXC_API ixc_status ixc_plans_make(const char *root, const struct ixc_plan_options *options,
	ixc_plans **ret, struct ixc_error *err);
IXC_API void ixc_plans_free(ixc_plans *plans);
/* How many points were asked for, each on each kind of machine that may take it. */
IXC_API size_t ixc_plans_count(const ixc_plans *plans);
/* How many of them start no recipe that is known and there: multi-node points whose recipe
 * is one of srt-slurm, missing files, launchers that could not be followed. */
IXC_API size_t ixc_plans_count_without(const ixc_plans *plans);

/*
 * What the work tree launches and a revision does not, point by point, and the other way
 * round. Positions, comments, the order of options, and names of results do not count.
 */
typedef struct ixc_plan_diff ixc_plan_diff;

/* The options as for plans; without a key and a recipe all points are compared. `base` in any
 * of git's spellings; `root` is the top of the work tree. */
IXC_API ixc_status ixc_plan_diff_make(const char *root,
	const struct ixc_plan_options *options, const char *base, ixc_plan_diff **ret,
	struct ixc_error *err);
IXC_API void ixc_plan_diff_free(ixc_plan_diff *diff);
/* Points that launch something else, are new, or are gone. */
IXC_API size_t ixc_plan_diff_count(const ixc_plan_diff *diff);

/* ---- writing ------------------------------------------------------------------------ */

typedef enum ixc_format {
	IXC_FORMAT_TEXT = 0,  /* headline, source frames, notes, help */
	IXC_FORMAT_SHORT = 1, /* one line a finding */
	IXC_FORMAT_JSON = 2,  /* one document, docs/report-1.schema.json */
	IXC_FORMAT_JSONL = 3, /* one object a line: findings, gaps, summary */
	IXC_FORMAT_GITHUB = 4,     /* workflow commands: annotations, at most ten of each level */
	IXC_FORMAT_SARIF = 5,      /* SARIF 2.1.0; equal trees give equal bytes */
	IXC_FORMAT_GITLAB = 6,     /* a code quality report */
	IXC_FORMAT_CHECKSTYLE = 7, /* XML */
	IXC_FORMAT_JUNIT = 8,      /* XML; notes are no failures */
	IXC_FORMAT_MARKDOWN = 9,   /* a job's summary, less than 1 MiB */
	IXC_FORMAT_AGENT = 10,     /* one line of at most 200 bytes a finding, errors first */
	IXC_FORMAT_COUNTS = 11,    /* NAME=NUMBER lines, for scripts */
} ixc_format;

IXC_API bool ixc_format_from_name(const char *name, ixc_format *ret);
IXC_API const char *ixc_format_name(ixc_format format); /* NULL past the last */

enum ixc_write_flags {
	IXC_WRITE_COLOUR = 1 << 0,
	IXC_WRITE_ASCII = 1 << 1, /* escape every byte above 0x7F */
	IXC_WRITE_GAPS = 1 << 2,  /* text, short: list the ledger, not only its size */
	IXC_WRITE_QUIET = 1 << 3, /* text: findings alone, no counts */
};

/* What is in force, one setting a line: name, value, and where it comes from ("option",
 * "default", or file and line). `path` NULL: for all paths, overrides at the end; else for that
 * file. */
IXC_API ixc_status ixc_write_settings(const ixc_checker *checker, const char *path,
	ixc_write_fn *fn, void *user, struct ixc_error *err);
IXC_API ixc_status ixc_write(const ixc_report *report, ixc_format format, unsigned flags,
	ixc_write_fn *fn, void *user, struct ixc_error *err);
/*
 * The same into the file `path`, made or replaced as a whole: another program finds the old
 * bytes or the new ones. What is no file (a pipe, a device) is written to.
 */
IXC_API ixc_status ixc_write_file(const ixc_report *report, ixc_format format, unsigned flags,
	const char *path, struct ixc_error *err);
/* How many findings each rule has, the most frequent first; for people. */
IXC_API ixc_status ixc_write_statistics(
	const ixc_report *report, ixc_write_fn *fn, void *user, struct ixc_error *err);
/* Rationale of a rule with an example that fires and one that does not: the same files that
 * the tests run. Flags: IXC_WRITE_COLOUR, IXC_WRITE_ASCII. */
IXC_API ixc_status ixc_write_explanation(const ixc_rule *rule, unsigned flags,
	ixc_write_fn *fn, void *user, struct ixc_error *err);
/* What a change does, as `diff -u` prints it; nothing when it does nothing. */
IXC_API ixc_status ixc_write_diff(const ixc_change *change, ixc_write_fn *fn, void *user,
	struct ixc_error *err);
/*
 * Which recipe the launchers choose for each config key (or the candidates that they tried),
 * what reaches each recipe, and which recipes nothing reaches. `only`: config keys and paths
 * of recipes; empty: everything. IXC_EUSAGE for a name that is neither, and for a tree
 * without launchers.
 */
IXC_API ixc_status ixc_write_recipes(const char *root, struct ixc_words only, bool json,
	ixc_write_fn *fn, void *user, struct ixc_error *err);

IXC_API ixc_status ixc_write_matrix(const ixc_matrix *matrix, ixc_matrix_format format,
	ixc_write_fn *fn, void *user, struct ixc_error *err);
/* Formats: IXC_FORMAT_TEXT (what serves, for people; points that launch the same servers
 * together), IXC_FORMAT_JSON (everything, docs/plan-1.schema.json). Flags: IXC_WRITE_COLOUR,
 * IXC_WRITE_ASCII. IXC_EUSAGE, with the nearest name, when no command has what `why` names. */
IXC_API ixc_status ixc_write_plans(ixc_plans *plans, ixc_format format, unsigned flags,
	ixc_write_fn *fn, void *user, struct ixc_error *err);
/* Text, or JSON (docs/plan-diff-1.schema.json); flags as for plans. */
IXC_API ixc_status ixc_write_plan_diff(ixc_plan_diff *diff, ixc_format format,
	unsigned flags, ixc_write_fn *fn, void *user, struct ixc_error *err);
/* All rules as JSON, docs/rules-1.schema.json. */
IXC_API ixc_status ixc_write_rules_json(
	ixc_write_fn *fn, void *user, struct ixc_error *err);

#ifdef __cplusplus
}
#endif

#endif
