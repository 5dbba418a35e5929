/* Code actions: the fixes of diagnostics. */
#include "diagnostics.h"
#include "uri.h"

#include <stdlib.h>
#include <string.h>

static size_t
edge_of(const struct document *d, const json_t *params, const char *edge)
{
	const json_t *p = json_object_get(json_object_get(params, "range"), edge);
	json_int_t line = json_integer_value(json_object_get(p, "line"));
	json_int_t character = json_integer_value(json_object_get(p, "character"));
	return text_offset(&d->text, (struct text_position){line > 0 ? (size_t)line : 0,
					     character > 0 ? (size_t)character : 0});
}

/* {"changes": {uri: [edits]}} */
static json_t *
workspace_edit(struct server *s, const struct shown *x)
{
	json_t *changes = json_object();
	for (size_t i = 0; i < x->edits; i++) {
		const struct shown_edit *e = &x->edit[i];
		const struct document *d = server_document_at(s, e->path);
		char *uri = d ? strdup(d->uri) : uri_of_file(s->root, e->path);
		json_t *list = uri ? json_object_get(changes, uri) : NULL;
		if (uri && !list) {
			list = json_array();
			json_object_set_new(changes, uri, list);
		}
		json_array_append_new(
			list, json_pack("{s:o, s:s%}", "range",
				      range_json(s, e->path, e->begin, e->end, e->range),
				      "newText", e->bytes, e->n));
		free(uri);
	}
	return json_pack("{s:o}", "changes", changes);
}

static json_t *
action(struct server *s, const struct document *d, const struct shown *x)
{
	return json_pack("{s:s, s:s, s:b, s:[o], s:o}", "title", x->fix_title, "kind",
		"quickfix", "isPreferred", x->fix_is_safe, "diagnostics",
		diagnostic_json(s, d->path, x), "edit", workspace_edit(s, x));
}

/* No kinds asked for: all. "quickfix" stands for what is below it, and "" for everything.
 */
static bool
wants_fixes(const json_t *params)
{
	const json_t *only = json_object_get(json_object_get(params, "context"), "only");
	bool wanted = !json_is_array(only);
	for (size_t i = 0; i < json_array_size(only); i++) {
		const char *kind = json_string_value(json_array_get(only, i));
		wanted = wanted || (kind && (!*kind || strcmp(kind, "quickfix") == 0));
	}
	return wanted;
}

void
method_code_action(struct server *s, const json_t *id, const json_t *params)
{
	struct document *d = server_document(s, params);
	json_t *list = json_array();
	if (d && d->path && s->workspace && wants_fixes(params)) {
		if (d->is_dirty)
			diagnose(s, d); /* what is offered is of the text as it is now */
		size_t begin = edge_of(d, params, "start"),
		       end = edge_of(d, params, "end");
		const struct shown_file *f = shown_find(&s->shown, d->path);
		for (size_t i = 0; f && i < f->n; i++) {
			const struct shown *x = &f->v[i];
			if (x->edits && x->begin <= end && x->end >= begin)
				json_array_append_new(list, action(s, d, x));
		}
	}
	rpc_reply(&s->rpc, id, list);
}
