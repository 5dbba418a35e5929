/*
 * All that a rule includes.
 *
 * A rule is one file in rules/: one row of constant data with its function above it, and one
 * line in rules/rules.def. It reads const models and reports; it never loads, prints, or
 * knows about another rule. What it can't judge it puts into the ledger with not_judged().
 */
#ifndef CHECK_RULE_H
#define CHECK_RULE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "base/suggest.h"
#include "check/finding.h"
#include "model/changelog_gate.h"
#include "model/repo.h"

struct check;
struct plans;
struct case_plan;
struct walk;
struct trees;
struct suppression;
struct project;
struct baseline;

/* One hook: it is the scope, and gives the argument its type. on_change may stand beside it,
 * and on_plan beside on_repo. */
struct ixc_rule {
	const char *id; /* kebab case, stable for ever */
	ixc_severity severity;
	ixc_confidence confidence; /* 0: high */
	unsigned needs;            /* enum ixc_needs */
	bool locked;
	unsigned fixes; /* enum ixc_fix_kind, of all that its findings may carry */
	const char *since;
	const char *summary; /* the fault in one line, at most 72 columns */
	const char *help;    /* why it matters, how to mend it, sources, known exceptions */
	void (*on_repo)(struct check *);
	void (*on_file)(struct check *, const struct repo_file *);
	void (*on_changelog)(struct check *, const struct changelog *);
	/* With a base, instead of the other hooks: the change of the changelog. */
	void (*on_change)(struct check *, const struct changelog_gate *);
	void (*on_entry)(struct check *, const struct changelog_entry *); /* new ones, or all */
	void (*on_config)(struct check *, const struct config *); /* each config key */
	void (*on_arm)(struct check *, const struct arm *);       /* each search-space item */
	/* Each evaluated recipe. The plan goes away after the call: what after_plans needs of
	 * it is copied into c->arena, and kept in *c->memory. */
	void (*on_plan)(struct check *, const struct case_plan *);
	/* Behind the last plan, and also when there is none. What report() makes here of
	 * what was seen in plans needs finding_recipe(). */
	void (*after_plans)(struct check *);
	/* With a base: both trees. */
	void (*on_trees)(struct check *, struct trees *);
	/* Each comment that allows a finding (check/suppress.h), after all other hooks. */
	void (*on_suppression)(struct check *, const struct suppression *);
	/* With a baseline (check/baseline.h), at the very end. */
	void (*on_baseline)(struct check *, const struct baseline *);
	/* on_repo: it goes through the scripts, each by itself; or asks where all points go. */
	bool each_script, all_routes;
	unsigned cases; /* enum case_kind that on_plan is called for; 0: CASE_RUN */
};

struct check {
	struct arena *arena;
	const struct repo *repo;
	struct plans *plans; /* what the configs run; see plan/plans.h */
	const struct changelog_gate *change; /* from the base; NULL without one */
	const struct project *project; /* what .infxcheck.yaml says; NULL: there is none */
	uint64_t pr;      /* 0: not known */
	bool links_open;  /* there is no pull request yet, so placeholders may stand */
	bool all_entries; /* history is judged too */
	int64_t today;    /* hbm_day() of it; 0: not known */
	ixc_syntax syntax;
	/* Set by the engine before each call. */
	const struct ixc_rule *rule;
	ixc_severity severity;
	struct findings *findings;
	const struct case_plan *plan; /* in on_plan */
	void **memory; /* the rule's own, NULL at first: between on_plan and after_plans */
	struct walk *walk;
	bool has_base;       /* a whole tree to compare with */
	struct trees *trees; /* in on_trees */
};

/* Never NULL. See finding.h for label, related, note, help, fix, subject, arm. */
struct ixc_finding *report(struct check *c, struct span span, const char *headline, ...)
	__attribute__((format(printf, 3, 4)));
/* Ledger: this rule could not judge the subject. */
void not_judged(struct check *c, struct str subject, const char *reason, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * In on_plan: a finding about what the recipe does. It gets the arms of the case; when it
 * does not hold for all runs of the recipe, a note says what tells them apart. Equal rule,
 * place and headline over several cases are one finding, so the headline names only what
 * is the same for all of them. Of a latent case it is a warning at the most, and says so.
 */
struct ixc_finding *report_plan(struct check *c, struct span span, const char *headline, ...)
	__attribute__((format(printf, 3, 4)));

#define RULE(name) extern const struct ixc_rule rule_##name;
#include "rules.def"
#undef RULE

#endif
