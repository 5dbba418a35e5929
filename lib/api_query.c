/* Public interface: questions about places, as editors ask them. */
#include "api_workspace.h"

#include "query/query.h"

struct query_call {
	ixc_workspace *w;
	struct arena scratch;
	const char *path;
	uint32_t offset;
	struct ixc_place *ret_place;
	ixc_write_fn *write;
	ixc_place_fn *place;
	ixc_offer_fn *offer;
	void *user;
};

static struct ixc_place
place_or_none(const struct query *q, struct span sp)
{
	return sp.file ? api_place(q->kept->sources, sp) : (struct ixc_place){.path = ""};
}

static ixc_status
stopped(struct ixc_error *err)
{
	return api_fail(err, IXC_EIO, "the answer was not taken");
}

static ixc_status
hover(struct query_call *q, struct query *at, struct ixc_error *err)
{
	struct span sp = {0};
	struct str text = query_hover(at, &sp);
	*q->ret_place = place_or_none(at, sp);
	return !text.n || q->write(q->user, text.p, text.n) ? IXC_OK : stopped(err);
}

static ixc_status
define(struct query_call *q, struct query *at, struct ixc_error *err)
{
	struct query_spans list = query_definition(at);
	for (size_t i = 0; i < list.n; i++) {
		struct ixc_place p = api_place(at->kept->sources, list.v[i]);
		if (!q->place(q->user, &p))
			return stopped(err);
	}
	return IXC_OK;
}

static ixc_status
complete(struct query_call *q, struct query *at, struct ixc_error *err)
{
	struct span sp = {0};
	struct offers list = query_complete(at, &sp);
	*q->ret_place = place_or_none(at, sp);
	for (size_t i = 0; i < list.n; i++) {
		struct ixc_offer o = {
			.kind = (ixc_offer_kind)list.v[i].kind,
			.text = str_z(at->a, list.v[i].text),
			.about = str_z(at->a, list.v[i].about),
		};
		if (!q->offer(q->user, &o))
			return stopped(err);
	}
	return IXC_OK;
}

static ixc_status
answer(void *arg, struct ixc_error *err)
{
	struct query_call *q = arg;
	struct query at =
		query_new(&q->scratch, q->w->kept, str_from(q->path), q->offset);
	if (q->write)
		return hover(q, &at, err);
	return q->place ? define(q, &at, err) : complete(q, &at, err);
}

static ixc_status
ask(struct query_call *q, struct ixc_error *err)
{
	ixc_status status = api_workspace_run(q->w, &q->scratch, answer, q, err);
	arena_release(&q->scratch);
	return status;
}

ixc_status
ixc_workspace_hover(ixc_workspace *workspace, const char *path, uint32_t offset,
	struct ixc_place *ret, ixc_write_fn *fn, void *user, struct ixc_error *err)
{
	struct query_call q = {.w = workspace,
		.path = path,
		.offset = offset,
		.ret_place = ret,
		.write = fn,
		.user = user};
	return ask(&q, err);
}

ixc_status
ixc_workspace_definition(ixc_workspace *workspace, const char *path, uint32_t offset,
	ixc_place_fn *fn, void *user, struct ixc_error *err)
{
	struct query_call q = {.w = workspace,
		.path = path,
		.offset = offset,
		.place = fn,
		.user = user};
	return ask(&q, err);
}

ixc_status
ixc_workspace_complete(ixc_workspace *workspace, const char *path, uint32_t offset,
	struct ixc_place *ret, ixc_offer_fn *fn, void *user, struct ixc_error *err)
{
	struct query_call q = {.w = workspace,
		.path = path,
		.offset = offset,
		.ret_place = ret,
		.offer = fn,
		.user = user};
	return ask(&q, err);
}
