/*
 * Launch plans for people and programs. A writer gets one plan at a time, so that
 * hundreds of them need not be held at once.
 */
#ifndef REPORT_PLAN_H
#define REPORT_PLAN_H

#include "model/hbm_profile.h"
#include "plan/memory.h"
#include "plan/select.h"
#include "plan/serve.h"
#include "plan/why.h"
#include "report/maker.h"
#include "report/report.h"

/* A plan and the cases that it is for; without a plan, why there is none. */
struct plan_view {
	const struct sources *sources;
	const struct launch_group *group;
	const struct launch_plan *plan; /* NULL: none */
	const struct gpu_facts *gpu;    /* NULL: not known */
	const struct hbm_profile *hbm;  /* NULL: none */
	struct engine_version version;
	struct report_style style;
};

/* Text of a condition as the script has it, without what ends the statement. */
struct str plan_condition(const struct sources *sources, struct span sp);

/* ---- JSON: docs/plan-1.schema.json ---------------------------------------------- */

/* Fields of a plan, or of the reason why there is none, into the object. */
void plan_json(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v);

/* A server in its engine's terms. NULL when it is none, or one without a table. */
const struct serve *plan_serve(
	struct arena *a, const struct plan_view *v, const struct plan_command *c);

/* GPU memory of a server, by the labels of the cases. */
struct memory_pictures plan_memory(
	struct arena *a, const struct plan_view *v, const struct serve *s);
/* As "memory"; null when s is NULL. */
void plan_json_memory(struct maker *m, json_t *o, struct arena *a,
	const struct plan_view *v, const struct serve *s);

void plan_json_arms(
	struct maker *m, json_t *o, struct arena *a, const struct plan_view *v);
/* As "why" of a plan. */
void plan_why_json(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v,
	const struct why_answers *answers);

/* Parts of it. */
void plan_json_value(struct maker *m, json_t *parent, const char *key,
	const struct value *value, bool loose);
void plan_json_place(
	struct maker *m, json_t *o, const struct sources *sources, struct span sp);
void plan_json_conditions(struct maker *m, json_t *o, const char *key,
	const struct sources *sources, const struct condition *innermost);
void plan_json_guards(struct maker *m, json_t *o, const struct sources *sources,
	const struct condition *assumed);
void plan_json_options(struct maker *m, json_t *o, struct arena *a,
	const struct sources *sources, const struct decoded *d);
/* Jobs, exits, traps, complaints and gaps. */
void plan_json_ends(struct maker *m, json_t *o, const struct plan_view *v);

/* ---- text ----------------------------------------------------------------------- */

void plan_text(struct buf *b, const struct plan_view *v);
/* Whom it is for, as plan_text() begins. */
void plan_text_cases(struct buf *b, const struct plan_view *v);
/* Chains of assignments with source frames. */
void plan_why_text(
	struct buf *b, const struct plan_view *v, const struct why_answers *answers);

#endif
