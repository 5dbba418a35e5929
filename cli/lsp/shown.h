/*
 * What is shown to the client: the diagnostics of each file. They are kept, since a quick
 * check of a file judges by some of the rules only; what the others found stays, moved
 * along with the text, until the whole repository is judged again.
 */
#ifndef LSP_SHOWN_H
#define LSP_SHOWN_H

#include <infxcheck.h>
#include <jansson.h>

/* An edit of a fix, in a file of its own. */
struct shown_edit {
	char *path; /* from the root */
	size_t begin, end;
	json_t *range; /* in a file that is not open */
	char *bytes;
	size_t n;
};

struct shown {
	const ixc_rule *rule;
	ixc_severity severity;
	size_t begin, end; /* bytes */
	json_t *range;     /* of a file that is not open */
	char *message;
	json_t *related;
	char *fix_title; /* NULL: there is no fix */
	bool fix_is_safe;
	struct shown_edit *edit;
	size_t edits;
};

struct shown_file {
	char *path;
	struct shown *v;
	size_t n, cap;
	json_t *sent; /* the diagnostics that the client has; NULL: none were sent */
	char *uri;    /* under which it has them */
};

struct shown_files {
	struct shown_file *v;
	size_t n;
};

/* NULL when there is none, or (add) when memory ends. */
struct shown_file *shown_find(struct shown_files *all, const char *path);
struct shown_file *shown_add(struct shown_files *all, const char *path);
/* The finding as it is to be shown in the file. `root` is for URIs. */
void shown_put(
	struct shown_file *file, const ixc_finding *f, const char *root, bool has_fix);
/* Takes out what a rule found that the report judged; NULL: all. */
void shown_clear(struct shown_file *file, const ixc_report *judged);
/* The file's text changed there: moves what stands behind it, drops what it touches.
 * Edits of fixes in this file move likewise, in whatever file their diagnostics are. */
void shown_shift(
	struct shown_files *all, const char *path, size_t begin, size_t end, size_t n);
void shown_free(struct shown_files *all);

/* {"start": ..., "end": ...} of a place, as far as the library knows it. */
json_t *shown_range(struct ixc_place place);

#endif
