/* Diagnostics that are shown. */
#include "shown.h"

#include "uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *
shown_range(struct ixc_place p)
{
	return json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line",
		p.line ? (int)p.line - 1 : 0, "character",
		p.utf16_column ? (int)p.utf16_column - 1 : 0, "end", "line",
		p.end_line ? (int)p.end_line - 1 : 0, "character",
		p.utf16_end_column ? (int)p.utf16_end_column - 1 : 0);
}

/* ---- one diagnostic ------------------------------------------------------------- */

static void
free_fix(struct shown *d)
{
	for (size_t i = 0; i < d->edits; i++) {
		free(d->edit[i].path);
		free(d->edit[i].bytes);
		json_decref(d->edit[i].range);
	}
	free(d->edit);
	free(d->fix_title);
	d->edit = NULL;
	d->fix_title = NULL;
	d->edits = 0;
}

static void
free_shown(struct shown *d)
{
	free_fix(d);
	free(d->message);
	json_decref(d->range);
	json_decref(d->related);
}

/* Headline, notes and help, a line each. */
static char *
message_of(const ixc_finding *f)
{
	char *text = NULL;
	size_t n = 0;
	FILE *m = open_memstream(&text, &n);
	if (!m)
		return NULL;
	fputs(ixc_finding_headline(f), m);
	for (size_t i = 0; i < ixc_finding_note_count(f); i++)
		fprintf(m, "\nnote: %s", ixc_finding_note(f, i));
	if (*ixc_finding_help(f))
		fprintf(m, "\nhelp: %s", ixc_finding_help(f));
	fclose(m);
	return text;
}

static json_t *
related_of(const ixc_finding *f, const char *root)
{
	json_t *list = json_array();
	for (size_t i = 0; i < ixc_finding_related_count(f); i++) {
		struct ixc_place p = ixc_finding_related_place(f, i);
		char *uri = uri_of_file(root, p.path);
		json_array_append_new(
			list, json_pack("{s:{s:s, s:o}, s:s}", "location", "uri",
				      uri ? uri : "", "range", shown_range(p), "message",
				      ixc_finding_related_label(f, i)));
		free(uri);
	}
	return list;
}

static void
take_fix(struct shown *d, const ixc_finding *f)
{
	size_t n = ixc_finding_edit_count(f);
	d->edit = calloc(n ? n : 1, sizeof *d->edit);
	d->fix_title = strdup(ixc_finding_fix_title(f));
	d->fix_is_safe = ixc_finding_fix_is_safe(f);
	for (size_t i = 0; d->edit && i < n; i++) {
		struct ixc_edit e = ixc_finding_edit(f, i);
		struct shown_edit *to = &d->edit[d->edits++];
		to->path = strdup(e.place.path);
		to->begin = e.place.begin;
		to->end = e.place.end;
		to->range = shown_range(e.place);
		to->bytes = malloc(e.bytes.n + 1);
		if (!to->path || !to->bytes) {
			free_fix(d);
			return;
		}
		if (e.bytes.n)
			memcpy(to->bytes, e.bytes.p, e.bytes.n);
		to->n = e.bytes.n;
	}
}

void
shown_put(struct shown_file *file, const ixc_finding *f, const char *root, bool has_fix)
{
	if (file->n == file->cap) {
		size_t cap = file->cap ? file->cap * 2 : 8;
		struct shown *v = realloc(file->v, cap * sizeof *v);
		if (!v)
			return;
		file->v = v;
		file->cap = cap;
	}
	struct ixc_place p = ixc_finding_place(f);
	struct shown *d = &file->v[file->n++];
	*d = (struct shown){
		.rule = ixc_finding_rule(f),
		.severity = ixc_finding_severity(f),
		.begin = p.begin,
		.end = p.end,
		.range = shown_range(p),
		.message = message_of(f),
		.related = related_of(f, root),
	};
	if (has_fix)
		take_fix(d, f);
}

/* ---- files ---------------------------------------------------------------------- */

struct shown_file *
shown_find(struct shown_files *all, const char *path)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].path, path) == 0)
			return &all->v[i];
	return NULL;
}

struct shown_file *
shown_add(struct shown_files *all, const char *path)
{
	struct shown_file *f = shown_find(all, path);
	if (f)
		return f;
	f = realloc(all->v, (all->n + 1) * sizeof *f);
	if (!f)
		return NULL;
	all->v = f;
	f += all->n;
	*f = (struct shown_file){.path = strdup(path)};
	if (!f->path)
		return NULL;
	all->n++;
	return f;
}

void
shown_clear(struct shown_file *file, const ixc_report *judged)
{
	size_t kept = 0;
	for (size_t i = 0; i < file->n; i++) {
		if (judged && !ixc_report_judged(judged, file->v[i].rule))
			file->v[kept++] = file->v[i];
		else
			free_shown(&file->v[i]);
	}
	file->n = kept;
}

void
shown_free(struct shown_files *all)
{
	for (size_t i = 0; i < all->n; i++) {
		shown_clear(&all->v[i], NULL);
		json_decref(all->v[i].sent);
		free(all->v[i].uri);
		free(all->v[i].path);
		free(all->v[i].v);
	}
	free(all->v);
	*all = (struct shown_files){0};
}

/* ---- moving along --------------------------------------------------------------- */

/* False: the change touches what lies there. */
static bool
move(size_t *begin, size_t *end, size_t from, size_t to, size_t n)
{
	if (*end <= from)
		return true;
	if (*begin < to)
		return false;
	*begin = *begin - to + from + n;
	*end = *end - to + from + n;
	return true;
}

static void
move_fix(struct shown *d, const char *path, size_t begin, size_t end, size_t n)
{
	for (size_t i = 0; i < d->edits; i++) {
		struct shown_edit *e = &d->edit[i];
		if (strcmp(e->path, path) == 0 &&
			!move(&e->begin, &e->end, begin, end, n)) {
			free_fix(d);
			return;
		}
	}
}

void
shown_shift(struct shown_files *all, const char *path, size_t begin, size_t end, size_t n)
{
	for (size_t i = 0; i < all->n; i++) {
		struct shown_file *f = &all->v[i];
		bool here = strcmp(f->path, path) == 0;
		size_t kept = 0;
		for (size_t k = 0; k < f->n; k++) {
			struct shown *d = &f->v[k];
			if (here && !move(&d->begin, &d->end, begin, end, n)) {
				free_shown(d);
				continue;
			}
			move_fix(d, path, begin, end, n);
			f->v[kept++] = *d;
		}
		f->n = kept;
	}
}
