/* What several formats say of a finding, in their common words. */
#ifndef REPORT_OUTLINE_H
#define REPORT_OUTLINE_H

#include "base/buf.h"
#include "check/run.h"

/* Errors first, else in the report's order. */
struct finding_list outline_by_severity(struct arena *a, const struct run *run);

/* A place for formats that know files of the checked tree alone. */
struct outline_place {
	struct str path; /* relative, with '/', whatever the source is called */
	/* The text is not the tree's file: another state of it, or a file from elsewhere.
	 * Lines and columns mean nothing there, and `shown` says where it is. */
	bool elsewhere;
	struct str shown;
	uint32_t line, column, end_line, end_column; /* code points */
	uint32_t utf16_column, utf16_end_column;
};

struct outline_place outline_place(
	struct arena *a, const struct ixc_finding *f, struct span span);

/* Lines behind the headline: related places, notes, arms, help; unsafe characters
 * escaped, each line begun by `lead`. */
void outline_remarks(struct buf *b, const struct ixc_finding *f, const char *lead);
/* Headline and remarks, one line each, no newline at the end. */
struct str outline_message(struct arena *a, const struct ixc_finding *f);
/* "holds for 2 of 3 arms: ..."; empty when the finding is not about arms. */
struct str outline_arms(struct arena *a, const struct ixc_finding *f);

/* "3 errors, 1 warning, 0 notes" */
void outline_counts(struct buf *b, const struct findings *fs);
/* Findings that --fix mends, or else only --unsafe-fix. */
size_t outline_fixable(const struct findings *fs, bool safe);
/* What the ledger holds, counted with its repetitions. */
uint64_t outline_gaps(const struct findings *fs);

/*
 * Tells the same fault again wherever it stands: of rule, path and subject. With `nth`
 * not 0, the n-th of the findings that share them.
 */
struct str outline_key(struct arena *a, const struct ixc_finding *f, size_t nth);

#endif
