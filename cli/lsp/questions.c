/* Hover, definition, completion. */
#include "diagnostics.h"
#include "uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The document and the byte that a request is about; NULL: there is nothing to say of it.
 */
static struct document *
place_of(struct server *s, const json_t *params, size_t *ret)
{
	struct document *d = server_document(s, params);
	const json_t *p = json_object_get(params, "position");
	json_int_t line = json_integer_value(json_object_get(p, "line"));
	json_int_t character = json_integer_value(json_object_get(p, "character"));
	if (!d || !d->path || !s->workspace || line < 0 || character < 0)
		return NULL;
	*ret = text_offset(
		&d->text, (struct text_position){(size_t)line, (size_t)character});
	return d;
}

static void
fail(struct server *s, const json_t *id, const struct ixc_error *err)
{
	rpc_refuse(&s->rpc, id, RPC_INTERNAL_ERROR, err->message);
}

static bool
add_text(void *user, const char *bytes, size_t n)
{
	return fwrite(bytes, 1, n, user) == n;
}

/* ---- hover ---------------------------------------------------------------------- */

/* What the rules say whose diagnostics are there. */
static void
add_rules(struct server *s, const struct document *d, size_t at, FILE *m)
{
	const struct shown_file *f = shown_find(&s->shown, d->path);
	for (size_t i = 0; f && i < f->n; i++) {
		const struct shown *x = &f->v[i];
		if (x->begin > at || x->end < at)
			continue;
		fprintf(m, "**%s**: %s\n\n%s\n\n---\n\n", ixc_rule_id(x->rule),
			ixc_rule_summary(x->rule), ixc_rule_help(x->rule));
	}
}

static json_t *
hover_json(struct server *s, const struct document *d, const char *text,
	const struct ixc_place *p)
{
	json_t *o = json_pack(
		"{s:{s:s, s:s}}", "contents", "kind", "markdown", "value", text);
	if (o && *p->path)
		json_object_set_new(
			o, "range", range_json(s, d->path, p->begin, p->end, NULL));
	return o;
}

void
method_hover(struct server *s, const json_t *id, const json_t *params)
{
	size_t at = 0, n = 0;
	char *text = NULL;
	struct ixc_error err;
	struct ixc_place p = {.path = ""};
	const struct document *d = place_of(s, params, &at);
	FILE *m = d ? open_memstream(&text, &n) : NULL;
	if (!m) {
		rpc_reply(&s->rpc, id, NULL);
		return;
	}
	add_rules(s, d, at, m);
	ixc_status status = ixc_workspace_hover(
		s->workspace, d->path, (uint32_t)at, &p, add_text, m, &err);
	fclose(m);
	if (status != IXC_OK)
		fail(s, id, &err);
	else
		rpc_reply(&s->rpc, id, text && n ? hover_json(s, d, text, &p) : NULL);
	free(text);
}

/* ---- definition ----------------------------------------------------------------- */

struct places {
	struct server *s;
	json_t *list;
};

static bool
add_place(void *user, const struct ixc_place *p)
{
	struct places *x = user;
	const struct document *d = server_document_at(x->s, p->path);
	char *uri = d ? strdup(d->uri) : uri_of_file(x->s->root, p->path);
	json_t *range = shown_range(*p);
	json_array_append_new(
		x->list, json_pack("{s:s, s:o}", "uri", uri ? uri : "", "range",
				 range_json(x->s, p->path, p->begin, p->end, range)));
	json_decref(range);
	free(uri);
	return true;
}

void
method_definition(struct server *s, const json_t *id, const json_t *params)
{
	size_t at = 0;
	struct ixc_error err;
	const struct document *d = place_of(s, params, &at);
	struct places x = {s, json_array()};
	ixc_status status = d ? ixc_workspace_definition(s->workspace, d->path,
					(uint32_t)at, add_place, &x, &err)
			      : IXC_OK;
	if (status == IXC_OK) {
		rpc_reply(&s->rpc, id, x.list);
		return;
	}
	json_decref(x.list);
	fail(s, id, &err);
}

/* ---- completion ----------------------------------------------------------------- */

static bool
add_offer(void *user, const struct ixc_offer *o)
{
	/* The protocol's Field, EnumMember, Value, Reference. */
	static const int kinds[] = {[IXC_OFFER_FIELD] = 5,
		[IXC_OFFER_VALUE] = 20,
		[IXC_OFFER_LABEL] = 12,
		[IXC_OFFER_KEY] = 18};
	json_t *item = json_pack("{s:s, s:i, s:s}", "label", o->text, "kind",
		kinds[o->kind], "detail", o->about);
	return json_array_append_new(user, item) == 0;
}

void
method_completion(struct server *s, const json_t *id, const json_t *params)
{
	size_t at = 0;
	struct ixc_error err;
	struct ixc_place p = {.path = ""};
	const struct document *d = place_of(s, params, &at);
	json_t *list = json_array();
	ixc_status status = d ? ixc_workspace_complete(s->workspace, d->path,
					(uint32_t)at, &p, add_offer, list, &err)
			      : IXC_OK;
	if (status != IXC_OK) {
		json_decref(list);
		fail(s, id, &err);
		return;
	}
	for (size_t i = 0; i < json_array_size(list) && *p.path; i++) {
		json_t *item = json_array_get(list, i);
		json_object_set_new(item, "textEdit",
			json_pack("{s:o, s:O}", "range",
				range_json(s, d->path, p.begin, p.end, NULL), "newText",
				json_object_get(item, "label")));
	}
	rpc_reply(&s->rpc, id, list);
}
