/*
 * What the server of a single-node point really runs, for rules that hold it against the
 * arm of the config, which is what the result will be labelled with.
 */
#ifndef RULES_LAUNCHED_H
#define RULES_LAUNCHED_H

#include "plan_rule.h"

/* The point that the plan was made for; NULL: of several nodes. All points of a case give
 * the recipe the same fields. */
const struct point *launched_point(const struct case_plan *p);

/* A question about every server that may be launched: UNKNOWN when they differ, or when
 * there is none. */
typedef enum tri server_question(const struct serve *s, const void *arg);
enum tri launched_ask(
	const struct case_plan *p, server_question *question, const void *arg);

/* Number of ranks for experts that all of them have. */
struct amount launched_ep(const struct case_plan *p);
/* How the engine spreads experts; NULL: the version is outside of what is known. */
const struct fact *launched_ep_fact(const struct serve *s);
const char *launched_engine(const struct serve *s); /* for people */

/* Arms that the launched command has settled, in *c->memory. */
void launched_settle(struct check *c, const struct case_plan *p);
bool launched_settled(const struct check *c, const struct arm *arm);

/* Of a finding from the config alone: the recipes whose evaluation would settle it. */
void launched_waits(struct check *c, struct ixc_finding *f, const struct arm *arm);

void each_arm(struct check *c, void (*fn)(struct check *, const struct arm *));

#endif
