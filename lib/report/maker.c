/* JSON documents. */
#include "report/maker.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
release(void *p)
{
	json_decref(p);
}

void
maker_put(struct maker *m, json_t *o, const char *key, json_t *value)
{
	if (json_object_set_new(o, key, value))
		m->failed = true;
}

void
maker_append(struct maker *m, json_t *list, json_t *value)
{
	if (json_array_append_new(list, value))
		m->failed = true;
}

json_t *
maker_text(struct str s)
{
	if (utf8_first_bad(s) == s.n)
		return json_stringn(s.p ? s.p : "", s.n);
	char *p = malloc(s.n * 3);
	if (!p)
		return NULL;
	size_t out = 0;
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t n = utf8_decode(s, i, &cp);
		memcpy(p + out, n ? s.p + i : "\xEF\xBF\xBD", n ? n : 3);
		out += n ? n : 3;
		i += n ? n : 1;
	}
	json_t *o = json_stringn(p, out);
	free(p);
	return o;
}

/* ---- attached values ------------------------------------------------------------ */

json_t *
maker_root(struct arena *a)
{
	json_t *o = json_object();
	if (!o)
		arena_nomem(a);
	arena_defer(a, release, o);
	return o;
}

static json_t *
attach(struct maker *m, json_t *parent, const char *key, json_t *value)
{
	if (key)
		maker_put(m, parent, key, value);
	else
		maker_append(m, parent, value);
	return m->failed ? NULL : value;
}

json_t *
maker_object(struct maker *m, json_t *parent, const char *key)
{
	return attach(m, parent, key, json_object());
}

json_t *
maker_list(struct maker *m, json_t *parent, const char *key)
{
	return attach(m, parent, key, json_array());
}

void
maker_string(struct maker *m, json_t *parent, const char *key, struct str s)
{
	attach(m, parent, key, maker_text(s));
}

void
maker_stringz(struct maker *m, json_t *parent, const char *key, const char *z)
{
	maker_string(m, parent, key, str_from(z));
}

void
maker_integer(struct maker *m, json_t *parent, const char *key, int64_t n)
{
	attach(m, parent, key, json_integer(n));
}

void
maker_real(struct maker *m, json_t *parent, const char *key, double v)
{
	attach(m, parent, key, isfinite(v) ? json_real(v) : json_null());
}

void
maker_bool(struct maker *m, json_t *parent, const char *key, bool v)
{
	attach(m, parent, key, json_boolean(v));
}

void
maker_null(struct maker *m, json_t *parent, const char *key)
{
	attach(m, parent, key, json_null());
}

void
maker_tool(struct maker *m, json_t *parent)
{
	json_t *o = maker_object(m, parent, "tool");
	maker_stringz(m, o, "name", "infxcheck");
	maker_stringz(m, o, "version", IXC_VERSION_STRING);
}

/* ---- writing -------------------------------------------------------------------- */

/* Collected by jansson's callback without allocating from the arena. */
struct sink {
	char *p;
	size_t n;
};

static int
measure(const char *p, size_t n, void *user)
{
	(void)p;
	*(size_t *)user += n;
	return 0;
}

static int
collect(const char *p, size_t n, void *user)
{
	struct sink *s = user;
	for (size_t i = 0; i < n; i++)
		s->p[s->n++] = p[i];
	return 0;
}

static struct str
text_of(struct arena *a, json_t *o, size_t flags)
{
	size_t n = 0;
	if (json_dump_callback(o, measure, &n, flags))
		arena_nomem(a);
	struct sink s = {NEW_ARRAY(a, char, n), 0};
	if (json_dump_callback(o, collect, &s, flags))
		arena_nomem(a);
	return (struct str){s.p, s.n};
}

void
maker_dump(struct buf *b, const struct maker *m, json_t *o, size_t flags)
{
	if (!o)
		arena_nomem(b->arena);
	arena_defer(b->arena, release, o);
	if (m->failed)
		arena_nomem(b->arena);
	buf_add(b, text_of(b->arena, o, flags));
	buf_addc(b, '\n');
}

/* Texts in JSON hold no newline, so each one begins a line of the document. */
void
maker_dump_root(struct buf *b, const struct maker *m, json_t *o, unsigned n)
{
	if (m->failed)
		arena_nomem(b->arena);
	struct str rest = text_of(b->arena, o, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	for (bool first = true; rest.p; first = false) {
		struct str line = str_cut(rest, '\n', &rest);
		if (!first) {
			buf_addc(b, '\n');
			buf_fill(b, ' ', n);
		}
		buf_add(b, line);
	}
}
