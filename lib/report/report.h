/* Reporters: each writes the same findings in one format. They read the record only. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/buf.h"
#include "check/run.h"

struct report_style {
	bool colour, ascii, gaps;
	bool quiet; /* findings alone: no counts, no ledger */
};

void report_text(struct buf *b, const struct run *run, struct report_style st);
void report_short(struct buf *b, const struct run *run, struct report_style st);
void report_json(struct buf *b, const struct run *run);
void report_jsonl(struct buf *b, const struct run *run);
void report_github(struct buf *b, const struct run *run);
void report_sarif(struct buf *b, const struct run *run);
void report_gitlab(struct buf *b, const struct run *run);
void report_checkstyle(struct buf *b, const struct run *run);
void report_junit(struct buf *b, const struct run *run);
void report_markdown(struct buf *b, const struct run *run);
void report_agent(struct buf *b, const struct run *run);
void report_counts(struct buf *b, const struct run *run);
/* Findings of each rule, the most frequent first. */
void report_statistics(struct buf *b, const struct run *run);

/* One finding as in report_text; `explain` uses it too. */
void report_finding_text(struct buf *b, const struct ixc_finding *f, struct report_style st);

void report_rules_json(struct buf *b);
void report_explain(struct buf *b, const struct ixc_rule *rule, struct report_style st);

size_t count_severity(const struct findings *fs, ixc_severity severity);
const char *severity_name(ixc_severity severity);
const char *confidence_name(ixc_confidence confidence);

#endif
