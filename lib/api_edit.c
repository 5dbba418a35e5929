/* Public interface: places, and what a fix puts where. */
#include "api_workspace.h"

#include "check/fix_internal.h"

struct ixc_place
api_place(const struct sources *sources, struct span sp)
{
	const struct source *s = sources_get(sources, sp.file);
	struct place from = source_place(s, sp.begin), to = source_place(s, sp.end);
	return (struct ixc_place){
		.path = s->path.p,
		.begin = sp.begin,
		.end = sp.end,
		.line = from.line,
		.column = from.column,
		.end_line = to.line,
		.end_column = to.column,
		.utf16_column = source_utf16_column(s, sp.begin),
		.utf16_end_column = source_utf16_column(s, sp.end),
	};
}

size_t
ixc_finding_edit_count(const ixc_finding *f)
{
	return f->fix.edits.n;
}

struct ixc_edit
ixc_finding_edit(const ixc_finding *f, size_t i)
{
	const struct edit *e = &f->fix.edits.v[i];
	return (struct ixc_edit){
		.place = api_place(f->owner->sources, e->span),
		.bytes = {e->bytes.p, e->bytes.n},
	};
}

/* ---- whether it may be put in --------------------------------------------------- */

struct may_call {
	ixc_workspace *w;
	const ixc_report *report;
	const ixc_finding *finding;
	bool may;
};

static ixc_status
judge(void *arg, struct ixc_error *err)
{
	struct may_call *q = arg;
	ixc_workspace *w = q->w;
	struct arena *a = w->kept->arena;
	(void)err;
	if (!w->frozen_known)
		w->frozen = api_merged_bytes(a, w->checker, w->kept->tree);
	w->frozen_known = true;
	struct fix_options how = {.frozen = w->frozen};
	q->may = !fix_obstacle(q->report->run, w->kept->tree, &how, q->finding);
	return IXC_OK;
}

bool
ixc_workspace_may_fix(
	ixc_workspace *w, const ixc_report *report, const ixc_finding *finding)
{
	struct may_call q = {w, report, finding, false};
	struct ixc_error err;
	struct arena scratch;
	if (!finding->fix.edits.n)
		return false;
	ixc_status status = api_workspace_run(w, &scratch, judge, &q, &err);
	arena_release(&scratch);
	return status == IXC_OK && q.may;
}
