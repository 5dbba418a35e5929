/* Public interface: what a change does to launches, written. */
#include "api_plan_diff.h"

#include "base/limits.h"
#include "report/plan.h"
#include "report/plan_show.h"

struct write_call {
	ixc_plan_diff *d;
	ixc_format format;
	struct report_style style;
	ixc_write_fn *fn;
	void *user;
};

static ixc_status
flush(struct write_call *q, const struct buf *b, struct ixc_error *err)
{
	struct str s = buf_str(b);
	if (b->overflow)
		return api_fail(err, IXC_ENOMEM, "the difference is too large to print");
	ixc_status status = api_all_read(q->d->head->tree, err);
	if (status == IXC_OK)
		status = api_all_read(q->d->base->tree, err);
	if (status != IXC_OK)
		return status;
	if (!q->fn(q->user, s.p, s.n))
		return api_fail(err, IXC_EIO, "the difference could not be written");
	return IXC_OK;
}

/* The cases as they are now, or as they were. */
static struct launch_group *
cases_of(struct write_call *q, const struct diff_group *g)
{
	struct arena *a = &q->d->scratch;
	struct launch_group *r = NEW(a, struct launch_group);
	for (size_t i = 0; i < g->pairs.n; i++) {
		const struct launch_pair *p = &g->pairs.v[i];
		vec_push(a, &r->cases, *(p->head ? p->head : p->base));
	}
	return r;
}

static struct plan_view
cases_view(struct write_call *q, const struct diff_group *g)
{
	bool is_there = g->pairs.v[0].head != NULL;
	return (struct plan_view){
		.sources = is_there ? &q->d->head->sources : &q->d->base->sources,
		.group = cases_of(q, g),
		.style = q->style,
	};
}

static void
add_group_text(struct write_call *q, struct buf *b, const struct diff_group *g)
{
	struct plan_view cases = cases_view(q, g);
	struct plan_diff_view v = api_plan_diff_view(q->d, &g->pairs.v[0]);
	v.style = q->style;
	plan_show_cases(b, &cases);
	if (v.base.of && v.head.of && str_eq(v.base.recipe, v.head.recipe))
		plan_show_line(b, &q->style, "recipe", v.head.recipe);
	plan_diff_text(b, &v);
	buf_addc(b, '\n');
}

static void
add_summary_text(struct write_call *q, struct buf *b)
{
	const ixc_plan_diff *d = q->d;
	if (!d->groups.n)
		buf_addf(b, "%zu points launch what they launch at %.*s\n", d->points,
			STR(d->base_name));
	else
		buf_addf(b,
			"%zu points: %zu launch something else than at %.*s, %zu are new, "
			"%zu are gone\n",
			d->points, d->changed, STR(d->base_name), d->added, d->removed);
	if (d->nodes)
		buf_addz(b,
			"scripts that multi-node points run on their nodes differ, too; "
			"they are not evaluated\n");
}

static ixc_status
write_text(struct write_call *q, struct ixc_error *err)
{
	ixc_plan_diff *d = q->d;
	ixc_status status = IXC_OK;
	for (size_t i = 0; status == IXC_OK && i <= d->groups.n; i++) {
		struct arena_mark mark = arena_mark(&d->scratch);
		struct buf b = buf_new(&d->scratch, LIMIT_OUTPUT_BYTES);
		if (i < d->groups.n)
			add_group_text(q, &b, d->groups.v[i]);
		else
			add_summary_text(q, &b);
		status = flush(q, &b, err);
		arena_rewind(&d->scratch, mark);
	}
	return status;
}

static void
add_head_json(struct write_call *q, struct buf *b)
{
	struct arena *a = &q->d->scratch;
	struct maker m = {0};
	json_t *o = maker_root(a);
	const ixc_plan_diff *d = q->d;
	maker_integer(&m, o, "version", 1);
	maker_tool(&m, o);
	maker_string(&m, o, "base", d->base_name);
	maker_integer(&m, o, "points", (int64_t)d->points);
	maker_integer(&m, o, "changed", (int64_t)d->changed);
	maker_integer(&m, o, "added", (int64_t)d->added);
	maker_integer(&m, o, "removed", (int64_t)d->removed);
	maker_bool(&m, o, "node_scripts_differ", d->nodes);
	maker_dump_root(b, &m, o, 0);
	b->n -= 2; /* the end of the object; the list follows */
	buf_addz(b, ",\n  \"changes\": [");
}

static void
add_group_json(struct write_call *q, struct buf *b, const struct diff_group *g)
{
	struct arena *a = &q->d->scratch;
	struct maker m = {0};
	json_t *o = maker_root(a);
	struct plan_view cases = cases_view(q, g);
	struct plan_diff_view v = api_plan_diff_view(q->d, &g->pairs.v[0]);
	plan_json_arms(&m, o, a, &cases);
	plan_diff_json(&m, o, &v);
	buf_fill(b, ' ', 4);
	maker_dump_root(b, &m, o, 4);
}

static ixc_status
write_json(struct write_call *q, struct ixc_error *err)
{
	ixc_plan_diff *d = q->d;
	struct buf head = buf_new(&d->scratch, LIMIT_OUTPUT_BYTES);
	add_head_json(q, &head);
	ixc_status status = flush(q, &head, err);
	for (size_t i = 0; status == IXC_OK && i < d->groups.n; i++) {
		struct arena_mark mark = arena_mark(&d->scratch);
		struct buf b = buf_new(&d->scratch, LIMIT_OUTPUT_BYTES);
		buf_addz(&b, i ? ",\n" : "\n");
		add_group_json(q, &b, d->groups.v[i]);
		status = flush(q, &b, err);
		arena_rewind(&d->scratch, mark);
	}
	if (status != IXC_OK)
		return status;
	struct buf end = buf_new(&d->scratch, 64);
	buf_addz(&end, d->groups.n ? "\n  ]\n}\n" : "]\n}\n");
	return flush(q, &end, err);
}

static ixc_status
write_diff(void *arg, struct ixc_error *err)
{
	struct write_call *q = arg;
	q->d->base->arena.escape = q->d->scratch.escape = q->d->head->arena.escape;
	return q->format == IXC_FORMAT_JSON ? write_json(q, err) : write_text(q, err);
}

ixc_status
ixc_write_plan_diff(ixc_plan_diff *d, ixc_format format, unsigned flags, ixc_write_fn *fn,
	void *user, struct ixc_error *err)
{
	struct write_call q = {.d = d, .format = format, .fn = fn, .user = user};
	q.style.colour = flags & IXC_WRITE_COLOUR;
	q.style.ascii = flags & IXC_WRITE_ASCII;
	if (format != IXC_FORMAT_TEXT && format != IXC_FORMAT_JSON)
		return api_fail(
			err, IXC_EUSAGE, "differences are written as text or JSON");
	return api_guard(&d->head->arena, write_diff, &q, err);
}
