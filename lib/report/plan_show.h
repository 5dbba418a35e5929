/* Parts of the text form of plans. */
#ifndef REPORT_PLAN_SHOW_H
#define REPORT_PLAN_SHOW_H

#include "report/plan.h"

/* A command ready to paste, one option a line. What is not known is written as
 * "${UNKNOWN:?why}": a shell refuses to run that until somebody has replaced it. */
void plan_show_command(struct buf *b, const struct plan_view *v,
	const struct plan_command *c, unsigned indent);
/* One word, as above. */
void plan_show_word(struct buf *b, const struct value *value, bool loose, bool ascii);

void plan_show_title(struct buf *b, const struct plan_view *v, struct str text);
/* "  label        text", wrapped. */
void plan_show_line(
	struct buf *b, const struct report_style *st, const char *label, struct str text);
/* path:line; and with `here`, the path of which is known, "line N" only. */
struct str plan_show_place(
	struct arena *a, const struct sources *sources, struct span sp, struct str here);
/* Text of a condition, on one line, without what separates it from the next statement. */
struct str plan_show_condition(
	struct arena *a, const struct sources *sources, const struct condition *c);

/* "since `[ x ]` does not hold (line 3), X=1" */
void plan_show_since(struct buf *t, const struct plan_view *v, const struct condition *c);
/* ", X=1": variables of the environment that were read. */
void plan_show_given(
	struct buf *t, const struct plan_view *v, const struct origins *reads);

/* What the options of a server mean: layout, memory, requests, graphs, speculation. */
void plan_show_facts(struct buf *b, const struct plan_view *v, const struct serve *s);
/* GPU memory asked for, and of what; where that is the whole card, a bar of total, free,
 * asked and room. */
void plan_show_memory(struct buf *b, const struct plan_view *v, const struct serve *s);
/* Value of the option that counts: "8", "one of 4, 8", "<why>"; empty when absent. */
struct str plan_show_option(
	struct arena *a, const struct decoded *d, enum option_meaning m);

/* Whom the plan is for. */
void plan_show_cases(struct buf *b, const struct plan_view *v);
/* Why there is no plan. */
void plan_show_reason(struct buf *b, const struct plan_view *v);

/* Who stops a background command. */
void plan_show_stop(
	struct buf *b, const struct plan_view *v, const struct plan_command *c);
/* Ends of the recipe before its end. */
void plan_show_exits(struct buf *b, const struct plan_view *v);

#endif
