/*
 * JSON documents, made with jansson.
 *
 * jansson's values are not the arena's, whose jump would leave them without an owner.
 * There are two ways to be safe: take nothing from the arena until the document is
 * written; or begin with maker_root(), and put each object and list into its parent
 * before filling it, as maker_object() and maker_list() do. Failures are collected.
 */
#ifndef REPORT_MAKER_H
#define REPORT_MAKER_H

#include "base/buf.h"

#include <jansson.h>

struct maker {
	bool failed;
};

/* Takes over the value. */
void maker_put(struct maker *m, json_t *o, const char *key, json_t *value);
void maker_append(struct maker *m, json_t *list, json_t *value);
/* jansson refuses bytes that are not UTF-8, so each becomes U+FFFD. */
json_t *maker_text(struct str s);

/* An object that goes with the arena. */
json_t *maker_root(struct arena *a);
/* Borrowed from the parent, which is an object, or (key NULL) a list. */
json_t *maker_object(struct maker *m, json_t *parent, const char *key);
json_t *maker_list(struct maker *m, json_t *parent, const char *key);
void maker_string(struct maker *m, json_t *parent, const char *key, struct str s);
void maker_stringz(struct maker *m, json_t *parent, const char *key, const char *z);
void maker_integer(struct maker *m, json_t *parent, const char *key, int64_t n);
/* JSON has no infinity: what is not finite becomes null. */
void maker_real(struct maker *m, json_t *parent, const char *key, double v);
void maker_bool(struct maker *m, json_t *parent, const char *key, bool v);
void maker_null(struct maker *m, json_t *parent, const char *key);
/* {"name": "infxcheck", "version": ...} as "tool". */
void maker_tool(struct maker *m, json_t *parent);

/* Appends the document and a newline, and gives it up. */
void maker_dump(struct buf *b, const struct maker *m, json_t *o, size_t flags);
/* The same for one that maker_root() made, indented by n columns but for its first line,
 * without a newline at the end. */
void maker_dump_root(struct buf *b, const struct maker *m, json_t *o, unsigned n);

#endif
