/* What a change does to launches, for people and programs. */
#ifndef REPORT_PLAN_DIFF_H
#define REPORT_PLAN_DIFF_H

#include "plan/compare.h"
#include "report/maker.h"
#include "report/report.h"

/* One side of a point; NULL where it is not there, or has no plan. */
struct plan_diff_side {
	const struct sources *sources;
	const struct launch_case *of;
	const struct launch_plan *plan;
	struct str recipe; /* that it runs, also of srt-slurm; empty: none */
	struct str note;   /* what has no plan: how it ends */
};

struct plan_diff_view {
	struct plan_diff_side base, head;
	struct str base_name; /* the revision, as given */
	struct str file;      /* of srt-slurm: the recipe in the tree, if it differs; else
				 empty */
	struct command_changes changes;
	struct report_style style;
};

/* Without whom it is for. Empty: nothing changes. */
void plan_diff_text(struct buf *b, const struct plan_diff_view *v);
/* Fields of the change, without whom it is for. */
void plan_diff_json(struct maker *m, json_t *o, const struct plan_diff_view *v);

#endif
