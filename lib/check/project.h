/*
 * What .infxcheck.yaml at the root of the checked repository says: severities, for all paths
 * or for some, and what options give otherwise. What can't be used is a fault with its place;
 * the rest is in force.
 */
#ifndef CHECK_PROJECT_H
#define CHECK_PROJECT_H

#include "check/finding.h"
#include "yaml/load.h"

#define PROJECT_PATH ".infxcheck.yaml"

struct project_fault {
	struct span span;
	struct str text, help; /* help may be empty */
};

/* A severity that is set; `span` 0: it is not. */
struct rule_setting {
	ixc_severity severity;
	struct span span;
};

struct project_override {
	struct strs patterns;
	struct rule_setting *rule; /* by index of the rule */
};

struct project_text {
	struct str value;
	struct span span;
};

VEC(project_faults, struct project_fault);
VEC(project_overrides, struct project_override);

struct project {
	struct arena *arena;
	const struct source *source;
	struct project_text repository, hbm_profile; /* empty: not set */
	struct rule_setting fail_on;                  /* IXC_OFF: never */
	struct rule_setting *rule;                    /* by index of the rule */
	struct project_overrides overrides;          /* a later one wins */
	struct project_faults faults;
};

/* `doc` may be NULL: a file that could not be read says nothing. */
struct project *project_read(struct arena *a, const struct yaml_doc *doc);
/* "OWNER/NAME". */
bool project_is_slug(struct str s);
/* What holds for a rule in a file: an override, or what is set for all paths, or `otherwise`.
 * ret->span is 0 for that. `s` may be NULL. */
struct rule_setting project_of(
	const struct project *s, size_t rule, struct str path, ixc_severity otherwise);
struct check_options;
/* Gives each finding the severity that holds at its place, and drops those that are off. */
void project_apply(const struct check_options *o, struct finding_list *list);
/* The most that holds anywhere: with it a rule has to run. */
ixc_severity project_most(const struct project *s, size_t rule, ixc_severity otherwise);
/* '*' and '?' stop at '/', a part '**' does not. A pattern without '/' is for names in any
 * folder, and one for a folder is for all in it. */
bool project_match(struct str pattern, struct str path);

#endif
