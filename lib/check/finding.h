/*
 * The finding record, from which every reporter writes, and the coverage ledger beside it.
 *
 * A rule makes a finding with report() (check/rule.h) and adds to it with the functions here.
 * Findings of the same rule, place and headline are one finding whose arms are the union.
 * Every text of the record ends in NUL, since the public interface hands it out.
 */
#ifndef CHECK_FINDING_H
#define CHECK_FINDING_H

#include "base/map.h"
#include "base/source.h"

#include <infxcheck.h>

struct related {
	struct span span;
	struct str label;
};

/* Replaces the bytes of the span; an empty span inserts. */
struct edit {
	struct span span;
	struct str bytes;
};

VEC(relateds, struct related);
VEC(edits, struct edit);
VEC(strs, struct str);

struct fix {
	struct str title; /* empty: there is no fix */
	bool safe;
	struct edits edits;
};

/* Against a base; see trees.h. */
enum finding_status {
	FINDING_PLAIN, /* there is no base */
	FINDING_NEW,
	FINDING_UNCHANGED,
	FINDING_FIXED, /* it was in the base; its places are there */
};

struct suppression;

struct ixc_finding {
	struct findings *owner;
	const struct ixc_rule *rule;
	ixc_severity severity;
	ixc_confidence confidence;
	struct span span;
	struct str headline; /* one clause, lower case, no full stop, makes sense alone */
	struct str label;    /* what the primary place is; may be empty */
	struct relateds related;
	struct strs notes;
	struct str help;
	struct fix fix;
	struct str subject;
	struct strs arms;
	struct strs recipes; /* whose evaluation showed it; none: it does not come from one */
	struct strs absent;  /* paths that it would not stand for if they were there */
	enum finding_status status;
	/* The comment that allows it; see suppress.h. NULL: none. */
	const struct suppression *allowed;
	struct span known; /* the baseline's entry that has it; file 0: none */
	size_t arms_total; /* how many arms there are; 0: the finding is not about arms */
};

VEC(finding_list, struct ixc_finding *);

struct gap {
	struct str check, subject, reason;
	uint64_t count;
};

VEC(gaps, struct gap *);

struct findings {
	struct arena *arena;
	const struct sources *sources;
	struct finding_list list;
	struct gaps gaps;
	struct map by_key; /* for merging */
	struct map gap_by_key;
};

void findings_init(struct findings *fs, struct arena *a, const struct sources *sources);
/* Never NULL. Gives back the earlier finding when rule, span and headline are equal. */
struct ixc_finding *findings_add(struct findings *fs, const struct ixc_rule *rule,
	ixc_severity severity, struct span span, struct str headline);
void findings_gap(
	struct findings *fs, struct str check, struct str subject, struct str reason);
/* Path, line, column, rule id, headline: a total order. */
void findings_sort(struct findings *fs);
void finding_list_sort(struct finding_list *list);

/* Lowers the severity to this at the most: for what is less sure than the rule in general. */
void finding_at_most(struct ixc_finding *f, ixc_severity most);
/* For what a later case showed not to be so: the run does not give the finding. */
void finding_withdraw(struct ixc_finding *f);
/* Another headline, for what is known only after all cases were seen. Findings are still
 * merged by the one that they were reported with. */
void finding_reword(struct ixc_finding *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void finding_label(struct ixc_finding *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void finding_related(struct ixc_finding *f, struct span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void finding_note(struct ixc_finding *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void finding_help(struct ixc_finding *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The part of the subject key after rule and path; by default the text of the span. */
void finding_subject(struct ixc_finding *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* One whose evaluation showed it. What after_plans reports of runs must say so: with a base
 * more recipes are evaluated in the head than there. */
void finding_recipe(struct ixc_finding *f, struct str path);
/* A file whose absence is the fault: with a base a change that deletes it is named. */
void finding_absent(struct ixc_finding *f, struct str path);
void finding_arm(struct ixc_finding *f, struct str arm, size_t total);
/* Safe: it changes nothing that counts, or nothing else can be meant and as it is nothing
 * runs. Call again for further edits. See check/fix.h for what becomes of them. */
void finding_fix(struct ixc_finding *f, bool safe, struct span span, struct str bytes,
	const char *title, ...) __attribute__((format(printf, 5, 6)));

/* Path of the primary place; never empty for a finding made by a rule. */
struct str finding_path(const struct ixc_finding *f);

/* User text for a message: quoted in single quotes, control characters escaped, cut to 60
 * bytes on a character boundary. */
struct str quote(struct arena *a, struct str s);

#endif
