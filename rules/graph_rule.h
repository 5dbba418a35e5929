/*
 * Decode batches against captured graphs: what two rules share.
 *
 * One finding for each place where the sizes come from, however many concurrencies
 * outgrow them; its numbers are those of the run that is worst off.
 */
#ifndef RULES_GRAPH_RULE_H
#define RULES_GRAPH_RULE_H

#include "plan/graphs.h"
#include "plan_rule.h"

/* Of a server of the case; lives in the plan's arena. */
const struct graphs *case_graphs(const struct case_plan *p, const struct serve *s);

/* What the arms of a case make one rank of a server decode. */
struct decode_load {
	int64_t conc;     /* the largest of the arms */
	int64_t requests; /* that one rank gets when all of them are under way */
	int64_t largest;  /* batch that it then decodes: also within the other limits */
	bool sessions;    /* conc counts sessions, which may have several requests each */
};

/* False when it is not known, or the points are not of one node. */
bool decode_load(
	const struct case_plan *p, const struct serve *s, struct decode_load *ret);

/* Whether drafts have a part in what the graphs hold, so that the sizes may be right for
 * another number of them; else the sizes are simply requests that somebody gave. */
bool graphs_depend_on_drafts(const struct serve *s, const struct graphs *g);

/* Reports when the largest batch is not within the graphs. */
void judge_graphs(struct check *c, const struct serve *s, const struct graphs *g);
/* In after_plans: gives the findings their numbers. */
void tell_graphs(struct check *c);

#endif
