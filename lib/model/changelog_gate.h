/*
 * Everything that is wrong with a changelog change, each with its place.
 *
 * The merge tools stop at the first fault that they meet; here all are told, and of each
 * whether the merge tools refuse it and whether the repository's own job on the pull
 * request stops at it. The verdict is that of the merge tools (changelog_strict.h): it is
 * fine exactly when no fault aborts the merge.
 */
#ifndef MODEL_CHANGELOG_GATE_H
#define MODEL_CHANGELOG_GATE_H

#include "model/changelog_pr.h"
#include "model/changelog_strict.h"

/* What a fault is about, finer than its class. */
enum changelog_what {
	CHANGELOG_BYTE,           /* a byte that may not be: CR, tab, NUL, not UTF-8 */
	CHANGELOG_END_OF_FILE,    /* no final newline, empty lines at the end */
	CHANGELOG_READING,        /* YAML, the list, the first line of an entry */
	CHANGELOG_SHAPE,          /* fields of an entry */
	CHANGELOG_ENTRY_DELETED,  /* an old entry is gone */
	CHANGELOG_ENTRY_INSERTED, /* a new entry stands before old ones */
	CHANGELOG_TEXT_CHANGED,   /* an old entry says something else */
	CHANGELOG_FORM_CHANGED, /* ... the same in other words: quotes, order, comments */
	CHANGELOG_BLANKS_CHANGED, /* blanks at line ends or empty lines of the old text */
	CHANGELOG_LINK_CORRECTED, /* the link of an old entry */
	CHANGELOG_LINK_NEW,       /* the link of a new entry */
	CHANGELOG_PLACEHOLDER,    /* a note: what the link will become */
	CHANGELOG_SPACING,        /* empty lines around new entries */
	CHANGELOG_REWRITING,      /* the final link can't be put into the entry */
	CHANGELOG_ONLY_PR_JOB,    /* nothing for the merge tools, but the PR job stops */
	CHANGELOG_OTHER,
};

struct changelog_fault {
	enum changelog_what what;
	enum changelog_class class; /* CHANGELOG_FINE when the merge tools do not mind */
	bool is_first;              /* where the merge tools stop */
	bool merge_aborts;
	bool pr_job_stops;
	struct span span; /* in base, when what it is about is gone, else in head */
	struct span related;
	const char *related_label;
	struct str text; /* one clause with the values, lower case, no full stop */
	struct str help; /* how to mend it; may be empty */
	struct span mend; /* what 'check --fix' replaces, in head; file 0: nothing */
	struct str instead;
};

VEC(changelog_faults, struct changelog_fault);

struct changelog_gate {
	struct changelog_verdict verdict;
	struct changelog_faults faults; /* by place: those in base first; at most
					   LIMIT_CHANGELOG_FAULTS, and one that says so */
	struct changelog_entries added; /* entries of head that are not in base */
	size_t corrections;             /* links of old entries that were corrected */
	const struct changelog *base, *head; /* read as far as they can be */
	const struct changelog_pr_view *pr_view;
	bool base_is_faulty; /* the base itself is refused: mend it first */
};

/* `git_diff`: see changelog_pr_view(). Texts that the check makes are added to `sources`.
 */
struct changelog_gate *changelog_gate(struct arena *a, struct sources *sources,
	const struct source *base, const struct yaml_doc *head,
	const struct changelog_pr *pr, struct str git_diff);

#endif
