/* Diagnostics. */
#include "diagnostics.h"

#include "uri.h"

#include <stdlib.h>
#include <string.h>

/* ---- as JSON -------------------------------------------------------------------- */

static json_t *
position_json(const struct text *t, size_t offset)
{
	struct text_position p = text_position(t, offset);
	return json_pack("{s:I, s:I}", "line", (json_int_t)p.line, "character",
		(json_int_t)p.character);
}

json_t *
range_json(struct server *s, const char *path, size_t begin, size_t end,
	const json_t *otherwise)
{
	const struct document *d = server_document_at(s, path);
	if (!d)
		return json_deep_copy(otherwise);
	return json_pack("{s:o, s:o}", "start", position_json(&d->text, begin), "end",
		position_json(&d->text, end));
}

static int
severity_number(ixc_severity severity)
{
	return severity == IXC_ERROR ? 1 : severity == IXC_WARNING ? 2 : 3;
}

json_t *
diagnostic_json(struct server *s, const char *path, const struct shown *d)
{
	json_t *o = json_pack("{s:o, s:i, s:s, s:s, s:s}", "range",
		range_json(s, path, d->begin, d->end, d->range), "severity",
		severity_number(d->severity), "code", ixc_rule_id(d->rule), "source",
		"infxcheck", "message", d->message ? d->message : "");
	if (o && json_array_size(d->related))
		json_object_set(o, "relatedInformation", d->related);
	return o;
}

static void
notify(struct server *s, const char *uri, json_t *list, const struct document *d)
{
	json_t *params = json_pack("{s:s, s:o}", "uri", uri, "diagnostics", list);
	if (d && params)
		json_object_set_new(params, "version", json_integer(d->version));
	rpc_notify(&s->rpc, "textDocument/publishDiagnostics", params);
}

static void
publish(struct server *s, struct shown_file *f, json_t *list)
{
	const struct document *d = server_document_at(s, f->path);
	char *uri = d ? strdup(d->uri) : uri_of_file(s->root, f->path);
	json_decref(f->sent);
	f->sent = list;
	if (!uri)
		return;
	if (f->uri && strcmp(f->uri, uri) != 0) /* the client spells it in another way */
		notify(s, f->uri, json_array(), NULL);
	free(f->uri);
	f->uri = uri;
	notify(s, uri, json_incref(list), d);
}

static json_t *
list_of(struct server *s, const struct shown_file *f)
{
	json_t *list = json_array();
	for (size_t i = 0; i < f->n; i++)
		json_array_append_new(list, diagnostic_json(s, f->path, &f->v[i]));
	return list;
}

void
diagnostics_send(struct server *s, const char *path)
{
	struct shown_file *f = shown_add(&s->shown, path);
	if (f)
		publish(s, f, list_of(s, f));
}

/* ---- one document --------------------------------------------------------------- */

static void
take(struct server *s, struct shown_file *file, const ixc_report *report,
	const ixc_finding *f)
{
	shown_put(file, f, s->root, ixc_workspace_may_fix(s->workspace, report, f));
}

void
diagnose(struct server *s, struct document *d)
{
	struct ixc_error err;
	ixc_report *report;
	d->is_dirty = false;
	struct shown_file *file = shown_add(&s->shown, d->path);
	if (!file)
		return;
	if (ixc_workspace_check(s->workspace, d->path, &report, &err) != IXC_OK) {
		server_log(s, "%s could not be judged: %s", d->path, err.message);
		return;
	}
	shown_clear(file, report);
	for (size_t i = 0; i < ixc_report_count(report); i++)
		take(s, file, report, ixc_report_at(report, i));
	ixc_report_free(report);
	publish(s, file, list_of(s, file));
}

/* ---- all of it ------------------------------------------------------------------ */

void
diagnose_all(struct server *s)
{
	struct ixc_error err;
	ixc_checker *c = server_checker(s);
	bool tidied = ixc_workspace_tidy(s->workspace);
	for (size_t i = 0; c && i < s->documents; i++) {
		struct document *d = s->document[i];
		struct ixc_bytes bytes = {d->text.p, d->text.n};
		d->is_dirty = d->is_dirty || (tidied && d->path);
		if (d->path && ixc_checker_set_file(c, d->path, bytes, &err) != IXC_OK)
			server_log(s, "%s", err.message);
	}
	if (c)
		thorough_begin(&s->thorough, c);
	else
		s->thorough.is_wanted = false;
}

static void
send_changed(struct server *s)
{
	for (size_t i = 0; i < s->shown.n; i++) {
		struct shown_file *f = &s->shown.v[i];
		json_t *list = list_of(s, f);
		if (f->sent ? json_equal(f->sent, list) : !f->n)
			json_decref(list);
		else
			publish(s, f, list);
	}
}

void
diagnosed_all(struct server *s)
{
	ixc_report *report = thorough_end(&s->thorough);
	if (!report) {
		server_log(s, "the repository could not be judged: %s",
			s->thorough.err.message);
		return;
	}
	/* What changed meanwhile has asked for another run. */
	bool is_old = s->thorough.begun_at != s->thorough.changes;
	for (size_t i = 0; !is_old && i < s->shown.n; i++)
		shown_clear(&s->shown.v[i], NULL);
	for (size_t i = 0; !is_old && i < ixc_report_count(report); i++) {
		const ixc_finding *f = ixc_report_at(report, i);
		struct shown_file *file = shown_add(&s->shown, ixc_finding_place(f).path);
		if (file)
			take(s, file, report, f);
	}
	ixc_report_free(report);
	if (!is_old)
		send_changed(s);
}
