/* What rules about launched commands share. */
#ifndef RULES_PLAN_RULE_H
#define RULES_PLAN_RULE_H

#include "check/rule.h"
#include "plan/cases.h"

/* Where a setting is written: the word of its value, else the option's name, else the
 * command. */
struct span setting_span(const struct serve *s, const struct option *o);
/* Related places: the assignments that an option's value comes from, nearest first, and
 * the command when the value is written elsewhere. */
void relate_setting(struct ixc_finding *f, const struct serve *s, const struct option *o);
/* Calls for each assignment behind an origin, nearest first, each once, at most 16. Not
 * for those around `place`, where the value itself is written. */
void each_assignment(const struct origin *o, struct span place,
	void (*call)(void *user, const struct origin *assignment), void *user);
/* A variable in the environment of a launched command; UNKNOWN: it may be missing. */
struct exported {
	enum tri set;
	const struct value *value; /* valid unless set is NO */
	const struct origin *origin;
	struct span place; /* of its assignment, else of the command */
};
struct exported exported_variable(
	struct check *c, const struct shell_launch *l, const char *name);
/* "TP 8, DP 1": as far as it is known. */
struct str ranks_text(struct arena *a, const struct serve *s);

#endif
