/* Documents: opened, changed, closed, saved; files changed on disk. */
#include "diagnostics.h"
#include "uri.h"

#include <stdlib.h>
#include <string.h>

static const char *
uri_of(const json_t *params)
{
	return json_string_value(
		json_object_get(json_object_get(params, "textDocument"), "uri"));
}

static struct document *
find(struct server *s, const char *uri)
{
	for (size_t i = 0; uri && i < s->documents; i++)
		if (strcmp(s->document[i]->uri, uri) == 0)
			return s->document[i];
	return NULL;
}

struct document *
server_document(struct server *s, const json_t *params)
{
	return find(s, uri_of(params));
}

struct document *
server_document_at(struct server *s, const char *path)
{
	for (size_t i = 0; i < s->documents; i++)
		if (s->document[i]->path && strcmp(s->document[i]->path, path) == 0)
			return s->document[i];
	return NULL;
}

static bool
is_looked_at(const char *path)
{
	static const char *const ends[] = {".yaml", ".yml", ".sh", ".bash", ".slurm"};
	size_t n = strlen(path);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (n > strlen(ends[i]) &&
			strcmp(path + n - strlen(ends[i]), ends[i]) == 0)
			return true;
	return false;
}

/* From the root; NULL: elsewhere, or no file that anything is said of. By malloc. */
static char *
path_in_root(const struct server *s, const char *uri)
{
	char path[PATH_MAX];
	size_t n = strlen(s->root);
	if (!n || !uri_to_path(uri, path, sizeof path) || !is_looked_at(path))
		return NULL;
	if (strncmp(path, s->root, n) == 0 && path[n] == '/')
		return strdup(path + n + 1);
	/* By another way, through symbolic links. */
	char *real = realpath(path, NULL);
	char *inside = real && strncmp(real, s->root, n) == 0 && real[n] == '/'
			       ? strdup(real + n + 1)
			       : NULL;
	free(real);
	return inside;
}

static void
free_document(struct document *d)
{
	free(d->uri);
	free(d->path);
	text_free(&d->text);
	free(d);
}

static struct document *
add(struct server *s, const char *uri)
{
	struct document *d = calloc(1, sizeof *d);
	struct document **v = realloc(s->document, (s->documents + 1) * sizeof *v);
	if (v)
		s->document = v;
	if (d)
		d->uri = strdup(uri);
	if (!v || !d || !d->uri) {
		free(d);
		return NULL;
	}
	s->document[s->documents++] = d;
	return d;
}

static void
drop(struct server *s, struct document *d)
{
	for (size_t i = 0; i < s->documents; i++)
		if (s->document[i] == d)
			s->document[i] = s->document[--s->documents];
	free_document(d);
}

/* The library's view of it, and when to look. */
static void
tell(struct server *s, struct document *d)
{
	struct ixc_error err;
	struct ixc_bytes bytes = {d->text.p, d->text.n};
	if (!d->path || !s->workspace)
		return;
	if (ixc_workspace_set_file(s->workspace, d->path, bytes, &err) != IXC_OK) {
		server_log(s, "%s", err.message);
		return;
	}
	d->is_dirty = true;
	thorough_want(&s->thorough);
}

static bool
set_text(struct server *s, struct document *d, const json_t *text)
{
	if (json_is_string(text) &&
		text_replace(&d->text, 0, d->text.n, json_string_value(text),
			json_string_length(text)))
		return true;
	server_log(s, "%s: no text, or one that is too long: it is not judged", d->uri);
	return false;
}

void
method_did_open(struct server *s, const json_t *id, const json_t *params)
{
	const json_t *item = json_object_get(params, "textDocument");
	const char *uri = uri_of(params);
	char path[PATH_MAX];
	(void)id;
	struct document *d = find(s, uri);
	if (!d && uri && s->documents < DOCUMENTS_MOST)
		d = add(s, uri);
	if (!d)
		return;
	if (uri_to_path(uri, path, sizeof path))
		server_find_root(s, path);
	free(d->path);
	d->path = path_in_root(s, uri);
	d->version = json_integer_value(json_object_get(item, "version"));
	if (set_text(s, d, json_object_get(item, "text")))
		tell(s, d);
	else
		drop(s, d);
}

static struct text_position
position_of(const json_t *o)
{
	json_int_t line = json_integer_value(json_object_get(o, "line"));
	json_int_t character = json_integer_value(json_object_get(o, "character"));
	return (struct text_position){
		line > 0 ? (size_t)line : 0, character > 0 ? (size_t)character : 0};
}

/* One of the changes, each of which counts on those before it. False: it makes no sense,
 * or is too large. */
static bool
change(struct server *s, struct document *d, const json_t *c)
{
	const json_t *range = json_object_get(c, "range"),
		     *text = json_object_get(c, "text");
	if (!json_is_string(text))
		return false;
	size_t begin = 0, end = d->text.n, n = json_string_length(text);
	if (json_is_object(range)) {
		begin = text_offset(
			&d->text, position_of(json_object_get(range, "start")));
		end = text_offset(&d->text, position_of(json_object_get(range, "end")));
	}
	end = end > begin ? end : begin;
	if (!text_replace(&d->text, begin, end, json_string_value(text), n))
		return false;
	if (d->path)
		shown_shift(&s->shown, d->path, begin, end, n);
	return true;
}

void
method_did_change(struct server *s, const json_t *id, const json_t *params)
{
	struct document *d = server_document(s, params);
	const json_t *changes = json_object_get(params, "contentChanges");
	const json_t *version =
		json_object_get(json_object_get(params, "textDocument"), "version");
	(void)id;
	if (!d)
		return;
	for (size_t i = 0; i < json_array_size(changes); i++)
		if (!change(s, d, json_array_get(changes, i)))
			server_log(s,
				"%s: a change was not understood: save and open again",
				d->uri);
	if (json_is_integer(version))
		d->version = json_integer_value(version);
	tell(s, d);
}

void
method_did_close(struct server *s, const json_t *id, const json_t *params)
{
	struct document *d = server_document(s, params);
	(void)id;
	if (!d)
		return;
	if (d->path && s->workspace) {
		ixc_workspace_drop_file(s->workspace, d->path);
		thorough_want(&s->thorough);
	}
	drop(s, d);
}

/* Files on disk are others now; documents are judged with them. */
static void
reload(struct server *s)
{
	if (!s->workspace)
		return;
	ixc_workspace_reload(s->workspace);
	for (size_t i = 0; i < s->documents; i++)
		s->document[i]->is_dirty = s->document[i]->path != NULL;
	thorough_want(&s->thorough);
}

void
method_did_save(struct server *s, const json_t *id, const json_t *params)
{
	(void)id;
	(void)params;
	reload(s);
}

void
method_files_changed(struct server *s, const json_t *id, const json_t *params)
{
	(void)id;
	(void)params;
	reload(s);
}
