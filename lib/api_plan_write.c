/* Public interface: launch plans, written one at a time. */
#include "api_plan.h"

#include "base/limits.h"
#include "report/plan.h"

struct write_call {
	ixc_plans *p;
	ixc_format format;
	struct report_style style;
	ixc_write_fn *fn;
	void *user;
	struct arena scratch;    /* of one plan */
	struct suggestions near; /* to what `why` names */
	size_t answers;
};

static ixc_status
flush(struct write_call *q, const struct buf *b, struct ixc_error *err)
{
	struct str s = buf_str(b);
	if (b->overflow)
		return api_fail(err, IXC_ENOMEM, "the plan is too large to print");
	ixc_status status = api_all_read(q->p->tree, err);
	if (status != IXC_OK)
		return status;
	if (!q->fn(q->user, s.p, s.n))
		return api_fail(err, IXC_EIO, "the plan could not be written");
	return IXC_OK;
}

static ixc_status
put(struct write_call *q, const char *text, struct ixc_error *err)
{
	struct buf b = buf_new(&q->scratch, LIMIT_OUTPUT_BYTES);
	buf_addz(&b, text);
	return flush(q, &b, err);
}

/* The plan of the group's first case; the others launch the same. */
static struct plan_view
view_of(struct write_call *q, const struct launch_group *g)
{
	struct plan_view v = {.sources = &q->p->sources, .group = g, .style = q->style};
	v.hbm = q->p->repo->hbm;
	v.plan = launch_plan_of(q->p->plans, &q->scratch, &q->p->query, &g->cases.v[0]);
	const struct launch_case *c = &g->cases.v[0];
	if (c->config) {
		v.gpu = gpu_facts(c->route->machine->short_name);
		v.gpu = v.gpu ? v.gpu : gpu_facts(c->point->runner);
		v.version = version_of_image(c->config->image.v);
	}
	return v;
}

/* ---- why ------------------------------------------------------------------------ */

/* Names to suggest outlive the plan that has them. */
static struct why_answers
answers_of(struct write_call *q, struct arena *a, const struct launch_plan *plan)
{
	struct suggestions near = q->near;
	struct why_answers answers = why_of(a, plan, q->p->why, &near);
	for (size_t i = 0; i < near.n; i++)
		near.name[i] = str_dup(&q->p->arena, near.name[i]);
	q->near = near;
	q->answers += answers.n;
	return answers;
}

/* Points with the same chains are told of together; those without any not at all. */
static struct str
key_of_why(void *user, struct arena *scratch, const struct launch_case *c,
	const struct launch_plan *plan)
{
	struct write_call *q = user;
	/* Without the case: arms that give the same are not told apart by their places. */
	struct launch_group group = {.recipe = plan->recipe};
	(void)c;
	struct plan_view v = {.sources = &q->p->sources, .group = &group, .plan = plan};
	struct why_answers answers = answers_of(q, scratch, plan);
	struct buf b = buf_new(scratch, LIMIT_OUTPUT_BYTES);
	plan_why_text(&b, &v, &answers);
	return buf_str(&b);
}

static ixc_status
nothing_asked(struct write_call *q, struct ixc_error *err)
{
	struct str near = suggest_text(&q->scratch, &q->near);
	return api_fail(err, IXC_EUSAGE,
		"no launched server, router or client has an option or variable '%.*s'%s%.*s",
		STR(q->p->why), near.n ? "; " : "", STR(near));
}

static void
add_why(struct write_call *q, struct maker *m, json_t *o, const struct plan_view *v)
{
	if (!v->plan) {
		plan_json(m, o, &q->scratch, v);
		return;
	}
	struct why_answers answers = answers_of(q, &q->scratch, v->plan);
	plan_json_arms(m, o, &q->scratch, v);
	maker_string(m, o, "recipe", v->plan->recipe);
	plan_why_json(m, o, &q->scratch, v, &answers);
}

static ixc_status
write_why(struct write_call *q, const struct launch_groups *groups, struct ixc_error *err)
{
	ixc_status status = IXC_OK;
	bool first = true;
	for (size_t i = 0; status == IXC_OK && i < groups->n; i++) {
		const struct launch_group *g = groups->v[i];
		if (!g->recipe.n || !g->key.n)
			continue;
		struct arena_mark mark = arena_mark(&q->scratch);
		struct plan_view v = view_of(q, g);
		struct buf b = buf_new(&q->scratch, LIMIT_OUTPUT_BYTES);
		struct why_answers answers = answers_of(q, &q->scratch, v.plan);
		if (!first)
			buf_addc(&b, '\n');
		plan_text_cases(&b, &v);
		plan_why_text(&b, &v, &answers);
		status = flush(q, &b, err);
		arena_rewind(&q->scratch, mark);
		first = false;
	}
	return status;
}

/* ---- JSON ----------------------------------------------------------------------- */

static ixc_status
write_object(struct write_call *q, const struct launch_group *g, const char *before,
	unsigned indent, struct ixc_error *err)
{
	struct arena *a = &q->scratch;
	struct maker m = {0};
	struct arena_mark mark = arena_mark(a);
	struct plan_view v = view_of(q, g);
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	json_t *o = maker_root(a);
	if (!indent) {
		maker_integer(&m, o, "version", 1);
		maker_tool(&m, o);
	}
	if (q->p->why.n)
		add_why(q, &m, o, &v);
	else
		plan_json(&m, o, a, &v);
	buf_addz(&b, before);
	buf_fill(&b, ' ', indent);
	maker_dump_root(&b, &m, o, indent);
	ixc_status status = flush(q, &b, err);
	arena_rewind(a, mark);
	return status;
}

static ixc_status
write_list(struct write_call *q, const struct launch_groups *groups, bool with_plan,
	struct ixc_error *err)
{
	ixc_status status = IXC_OK;
	bool first = true;
	for (size_t i = 0; status == IXC_OK && i < groups->n; i++) {
		if ((groups->v[i]->recipe.n > 0) != with_plan)
			continue;
		status = write_object(q, groups->v[i], first ? "\n" : ",\n", 4, err);
		first = false;
	}
	return status == IXC_OK ? put(q, first ? "]" : "\n  ]", err) : status;
}

static ixc_status
write_json(
	struct write_call *q, const struct launch_groups *groups, struct ixc_error *err)
{
	if (q->p->query.exact) {
		ixc_status status = write_object(q, groups->v[0], "", 0, err);
		return status == IXC_OK ? put(q, "\n", err) : status;
	}
	ixc_status status = put(q,
		"{\n"
		"  \"version\": 1,\n"
		"  \"tool\": {\n"
		"    \"name\": \"infxcheck\",\n"
		"    \"version\": \"" IXC_VERSION_STRING "\"\n"
		"  },\n"
		"  \"plans\": [",
		err);
	if (status == IXC_OK)
		status = write_list(q, groups, true, err);
	if (status == IXC_OK)
		status = put(q, ",\n  \"without_plan\": [", err);
	if (status == IXC_OK)
		status = write_list(q, groups, false, err);
	return status == IXC_OK ? put(q, "\n}\n", err) : status;
}

/* ---- text ----------------------------------------------------------------------- */

static ixc_status
write_text(
	struct write_call *q, const struct launch_groups *groups, struct ixc_error *err)
{
	ixc_status status = IXC_OK;
	for (size_t i = 0; status == IXC_OK && i < groups->n; i++) {
		struct arena_mark mark = arena_mark(&q->scratch);
		struct plan_view v = view_of(q, groups->v[i]);
		struct buf b = buf_new(&q->scratch, LIMIT_OUTPUT_BYTES);
		if (i)
			buf_addc(&b, '\n');
		plan_text(&b, &v);
		status = flush(q, &b, err);
		arena_rewind(&q->scratch, mark);
	}
	return status;
}

static ixc_status
write_plans(void *arg, struct ixc_error *err)
{
	struct write_call *q = arg;
	ixc_plans *p = q->p;
	arena_init(&q->scratch, LIMIT_RUN_BYTES, p->arena.escape);
	bool json = q->format == IXC_FORMAT_JSON;
	launch_key_fn *key = p->why.n ? key_of_why
			     : json   ? launch_key_all
				      : launch_key_services;
	struct launch_groups groups =
		launches_group(p->plans, &p->query, &p->cases, key, q);
	if (p->why.n && !q->answers)
		return nothing_asked(q, err);
	if (json)
		return write_json(q, &groups, err);
	return p->why.n ? write_why(q, &groups, err) : write_text(q, &groups, err);
}

ixc_status
ixc_write_plans(ixc_plans *plans, ixc_format format, unsigned flags, ixc_write_fn *fn,
	void *user, struct ixc_error *err)
{
	struct write_call q = {.p = plans, .format = format, .fn = fn, .user = user};
	q.style.colour = flags & IXC_WRITE_COLOUR;
	q.style.ascii = flags & IXC_WRITE_ASCII;
	if (format != IXC_FORMAT_TEXT && format != IXC_FORMAT_JSON)
		return api_fail(err, IXC_EUSAGE, "plans are written as text or JSON");
	ixc_status status = api_guard(&plans->arena, write_plans, &q, err);
	arena_release(&q.scratch);
	return status;
}
