/* Whom a plan is for: arms, machines, image; and why there is none. */
#include "report/plan_show.h"

#include "base/arena.h"

enum { TEXT_BYTES = 16384 };

/* ---- whom it is for ------------------------------------------------------------- */

static void
add_number(struct buf *b, const char *label, int64_t n, int64_t usual)
{
	if (n != usual)
		buf_addf(b, ", %s %lld", label, (long long)n);
}

static void
add_worker(struct buf *b, const char *role, const struct worker *w)
{
	if (!w->set)
		return;
	buf_addf(b, "%s %lld x tp %lld", role, (long long)int_or(w->num_worker, 1),
		(long long)int_or(w->tp, 1));
	add_number(b, "pp", int_or(w->pp, 1), 1);
	add_number(b, "ep", int_or(w->ep, 1), 1);
	buf_addz(b, w->dp_attn.set && w->dp_attn.v ? ", dp-attn; " : "; ");
}

static struct str
component_name(const struct component *c)
{
	return c && c->set && c->name.set ? c->name.v : S("no backend");
}

/* "tp 8, ep 8, dp-attn, spec-decoding mtp, isl 8192, osl 1024" */
static struct str
point_text(struct arena *a, const struct point *p)
{
	struct buf b = buf_new(a, TEXT_BYTES);
	if (p->multinode) {
		add_worker(&b, "prefill", p->arm->prefill);
		add_worker(&b, "decode", p->arm->decode);
	} else {
		buf_addf(&b, "tp %lld", (long long)p->tp);
		add_number(&b, "pp", p->pp, 1);
		add_number(&b, "dcp", p->dcp_size, 1);
		add_number(&b, "pcp", p->pcp_size, 1);
		add_number(&b, "ep", p->ep, 1);
		buf_addz(&b, p->dp_attn ? ", dp-attn, " : ", ");
	}
	if (p->spec_decoding.n && !str_eqz(p->spec_decoding, "none"))
		buf_addf(&b, "spec-decoding %.*s, ", STR(p->spec_decoding));
	if (p->kv_offloading.n && !str_eqz(p->kv_offloading, "none"))
		buf_addf(&b, "kv-offloading %.*s (%.*s), ", STR(p->kv_offloading),
			STR(component_name(p->kv_offload_backend)));
	if (p->kind == SCENARIO_AGENTIC)
		buf_addz(&b, "agentic");
	else
		buf_addf(&b, "isl %lld, osl %lld", (long long)p->isl, (long long)p->osl);
	return buf_str(&b);
}

VEC(case_refs, const struct launch_case *);

static bool
same_arm(const struct launch_case *x, const struct launch_case *y)
{
	return x->arm == y->arm;
}

/* The cases of the group that belong to the arm of the i-th; none when an earlier one
 * did. */
static struct case_refs
cases_of_arm(struct arena *a, const struct launch_cases *cases, size_t i)
{
	struct case_refs list = {0};
	for (size_t k = 0; k < cases->n; k++) {
		if (!same_arm(&cases->v[k], &cases->v[i]))
			continue;
		if (k < i)
			return (struct case_refs){0};
		vec_push(a, &list, &cases->v[k]);
	}
	return list;
}

static struct str
concs_text(struct arena *a, const struct case_refs *list)
{
	struct buf b = buf_new(a, TEXT_BYTES);
	for (size_t i = 0; i < list->n; i++) {
		const struct matrix_ints *concs = &list->v[i]->point->concs;
		bool seen = false;
		for (size_t k = 0; k < i; k++)
			seen |= list->v[k]->point == list->v[i]->point;
		for (size_t k = 0; !seen && k < concs->n; k++)
			buf_addf(&b, "%s%lld", b.n ? ", " : "", (long long)concs->v[k]);
	}
	return buf_str(&b);
}

static struct str
machines_text(struct arena *a, const struct case_refs *list)
{
	struct buf b = buf_new(a, TEXT_BYTES);
	for (size_t i = 0; i < list->n; i++) {
		const struct machine *m = list->v[i]->route->machine;
		bool seen = false;
		for (size_t k = 0; k < i; k++)
			seen |= list->v[k]->route->machine == m;
		if (seen)
			continue;
		buf_addf(&b, "%s%.*s", b.n ? ", " : "", STR(m->short_name));
		if (m->count > 1)
			buf_addf(&b, " (%zu machines)", m->count);
	}
	buf_addf(&b, ", of label %.*s", STR(list->v[0]->point->runner));
	return buf_str(&b);
}

static void
show_arm(struct buf *b, const struct plan_view *v, const struct case_refs *list)
{
	struct arena *a = b->arena;
	const struct launch_case *c = list->v[0];
	plan_show_title(b, v,
		str_fmt(a, "%.*s: %.*s, conc %.*s", STR(c->config->key),
			STR(point_text(a, c->point)), STR(concs_text(a, list))));
	plan_show_line(b, &v->style, "arm",
		str_fmt(a, "%.*s (%.*s)",
			STR(plan_show_place(a, v->sources, c->arm->span, S(""))),
			STR(arm_path(a, c->arm))));
	plan_show_line(b, &v->style, "machine", machines_text(a, list));
}

void
plan_show_cases(struct buf *b, const struct plan_view *v)
{
	const struct launch_cases *cases = &v->group->cases;
	for (size_t i = 0; i < cases->n && cases->v[i].config; i++) {
		struct case_refs list = cases_of_arm(b->arena, cases, i);
		if (list.n)
			show_arm(b, v, &list);
	}
	const struct config *config = cases->v[0].config;
	if (config && config->image.set)
		plan_show_line(b, &v->style, "image", config->image.v);
}

/* ---- no plan -------------------------------------------------------------------- */

static struct str
reason_text(struct arena *a, const struct plan_view *v, const struct route *r)
{
	struct str launcher = r->machine->launcher;
	struct str at = plan_show_place(a, v->sources, r->span, S(""));
	switch (r->end) {
	case ROUTE_RECIPE:
		return S("the recipe can't be read");
	case ROUTE_NO_FILE:
		return str_fmt(a, "%.*s starts %.*s (%.*s), which does not exist",
			STR(launcher), STR(r->recipe), STR(at));
	case ROUTE_SRT:
		return str_fmt(a,
			"a multi-node point: %.*s hands %.*s to srt-slurm (%.*s); there is "
			"no bash recipe to evaluate",
			STR(launcher), STR(r->recipe), STR(at));
	case ROUTE_REFUSED:
		return str_fmt(
			a, "%.*s refuses the point (%.*s)", STR(launcher), STR(at));
	case ROUTE_NO_LAUNCHER:
		return str_fmt(a, "the launcher %.*s does not exist", STR(launcher));
	case ROUTE_UNKNOWN:
		break;
	}
	return str_fmt(a, "could not be followed through %.*s: %.*s%s%.*s%s",
		STR(launcher), STR(r->why), r->span.file ? " (" : "",
		STR(r->span.file ? at : S("")), r->span.file ? ")" : "");
}

void
plan_show_reason(struct buf *b, const struct plan_view *v)
{
	const struct route *r = v->group->cases.v[0].route;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	plan_show_line(b, &v->style, "NO PLAN", reason_text(b->arena, v, r));
	for (size_t i = 0; i < r->candidates.n; i++)
		buf_addf(&t, "%s%.*s", i ? ", " : "", STR(r->candidates.v[i]));
	if (t.n)
		plan_show_line(b, &v->style, "looked for", buf_str(&t));
}
