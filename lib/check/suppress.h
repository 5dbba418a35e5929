/*
 * Comments in the checked files that allow a finding:
 *
 *	# infxcheck: allow RULE[, RULE ...] [until=YYYY-MM-DD] -- reason
 *
 * Behind code such a comment covers its line, with the lines that a backslash joins to it.
 * On a line of its own it covers what begins on the next line of code, whole: in YAML the
 * pair or list item, in bash the command. Above the first line of code it also covers what
 * is told of the file as a whole. What counts is a finding's primary place.
 */
#ifndef CHECK_SUPPRESS_H
#define CHECK_SUPPRESS_H

#include "check/finding.h"

struct check;
struct check_options;
struct shell_script;
struct yaml_doc;

struct allowed_rule {
	struct str id; /* as written */
	struct span span;
	const struct ixc_rule *rule; /* NULL: there is none of this name */
	size_t hidden;               /* findings */
	bool judged; /* the run would have found what there is to find */
};

VEC(allowed_rules, struct allowed_rule);

struct suppression {
	const struct source *source;
	struct span span;    /* the comment, from its # */
	struct span removal; /* what goes when it goes */
	struct span scope;   /* whole lines */
	bool own_line;
	const char *fault; /* why it can't be read; NULL: it can */
	struct span fault_span;
	struct allowed_rules rules;
	struct str until, reason;
	struct span until_span;
	int64_t last_day; /* 0: no end */
	bool expired;
};

VEC(suppressions, struct suppression *);

/* Those in a YAML file. `doc` NULL: it is read now. False: there were too many. */
bool suppress_read_yaml(struct arena *a, const struct source *s, const struct yaml_doc *doc,
	struct suppressions *ret);
/* Those in a bash script. `script` NULL: it is parsed now. */
bool suppress_read_bash(struct arena *a, const struct source *s,
	const struct shell_script *script, struct suppressions *ret);
/* Whether a text may hold any: a quick look. */
bool suppress_is_likely(struct str bytes);

/* Takes the allowed findings out of the run's list, calls the rules about such comments, and
 * gives back what was taken out. `active`: the rules that ran; `evaluated`: the recipes that
 * did, NULL for all. */
struct finding_list suppress_apply(struct check *c, const struct check_options *o,
	const bool *active, const struct map *evaluated);

#endif
