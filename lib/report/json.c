/* Machine-readable reports; the schema is docs/report-1.schema.json. */
#include "report/report.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "check/rule.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void
release(void *p)
{
	json_decref(p);
}

/*
 * While a value is being built nothing is taken from the arena: its jump would leave what
 * jansson allocated without an owner. Failures are collected instead.
 */
struct maker {
	bool failed;
};

static void
put(struct maker *m, json_t *o, const char *key, json_t *value)
{
	if (json_object_set_new(o, key, value))
		m->failed = true;
}

static void
append(struct maker *m, json_t *list, json_t *value)
{
	if (json_array_append_new(list, value))
		m->failed = true;
}

/* jansson refuses bytes that are not UTF-8, so each becomes U+FFFD (three bytes). */
static json_t *
text(struct str s)
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

static json_t *
place(struct maker *m, const struct sources *t, struct span sp, struct str label)
{
	const struct source *s = sources_get(t, sp.file);
	struct place from = source_place(s, sp.begin), to = source_place(s, sp.end);
	json_t *o = json_object();
	put(m, o, "path", text(s->path));
	put(m, o, "line", json_integer(from.line));
	put(m, o, "column", json_integer(from.column));
	put(m, o, "end_line", json_integer(to.line));
	put(m, o, "end_column", json_integer(to.column));
	put(m, 
		o, "utf16_column", json_integer(source_utf16_column(s, sp.begin)));
	put(m, 
		o, "utf16_end_column", json_integer(source_utf16_column(s, sp.end)));
	put(m, o, "begin", json_integer(sp.begin));
	put(m, o, "end", json_integer(sp.end));
	if (label.n)
		put(m, o, "label", text(label));
	return o;
}

static json_t *
string_list(struct maker *m, const struct strs *list)
{
	json_t *o = json_array();
	for (size_t i = 0; i < list->n; i++)
		append(m, o, text(list->v[i]));
	return o;
}

static json_t *
fix(struct maker *m, const struct sources *t, const struct fix *f)
{
	json_t *o = json_object(), *edits = json_array();
	put(m, o, "title", text(f->title));
	put(m, o, "safe", json_boolean(f->safe));
	for (size_t i = 0; i < f->edits.n; i++) {
		json_t *e = place(m, t, f->edits.v[i].span, (struct str){0});
		put(m, e, "replacement", text(f->edits.v[i].bytes));
		append(m, edits, e);
	}
	put(m, o, "edits", edits);
	return o;
}

static const char *
status_name(enum finding_status s)
{
	return s == FINDING_NEW ? "new" : s == FINDING_FIXED ? "fixed" : "unchanged";
}

static json_t *
finding(struct maker *m, const struct ixc_finding *f)
{
	const struct sources *t = f->owner->sources;
	json_t *o = json_object(), *related = json_array();
	put(m, o, "rule", json_string(f->rule->id));
	put(m, o, "severity", json_string(severity_name(f->severity)));
	put(m, o, "confidence", json_string(confidence_name(f->confidence)));
	put(m, o, "message", text(f->headline));
	put(m, o, "place", place(m, t, f->span, f->label));
	for (size_t i = 0; i < f->related.n; i++)
		append(m, related,
			place(m, t, f->related.v[i].span, f->related.v[i].label));
	put(m, o, "related", related);
	put(m, o, "notes", string_list(m, &f->notes));
	put(m, o, "help", f->help.n ? text(f->help) : json_null());
	put(m, o, "fix", f->fix.title.n ? fix(m, t, &f->fix) : json_null());
	put(m, o, "subject", text(f->subject));
	put(m, o, "arms", string_list(m, &f->arms));
	put(m, o, "arms_total", json_integer((json_int_t)f->arms_total));
	if (f->status != FINDING_PLAIN)
		put(m, o, "status", json_string(status_name(f->status)));
	return o;
}

static json_t *
gap_object(struct maker *m, const struct gap *g)
{
	json_t *o = json_object();
	put(m, o, "check", text(g->check));
	put(m, o, "subject", text(g->subject));
	put(m, o, "reason", text(g->reason));
	put(m, o, "count", json_integer((json_int_t)g->count));
	return o;
}

static json_t *
summary(struct maker *m, const struct run *run)
{
	static const ixc_severity order[] = {IXC_ERROR, IXC_WARNING, IXC_NOTE};
	json_t *o = json_object();
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		put(m, o, severity_name(order[i]),
			json_integer((json_int_t)count_severity(&run->findings, order[i])));
	put(m, o, "gaps", json_integer((json_int_t)run->findings.gaps.n));
	if (run->trees) {
		put(m, o, "fixed", json_integer((json_int_t)run->fixed.n));
		put(m, o, "unchanged", json_integer((json_int_t)run->unchanged));
	}
	return o;
}

static json_t *
tool(struct maker *m)
{
	json_t *o = json_object();
	put(m, o, "name", json_string("infxcheck"));
	put(m, o, "version", json_string(IXC_VERSION_STRING));
	return o;
}

/* Collected by jansson's callback without allocating from the arena: see base/arena.h. */
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

static void
dump(struct buf *b, const struct maker *m, json_t *o, size_t flags)
{
	if (!o)
		arena_nomem(b->arena);
	arena_defer(b->arena, release, o);
	if (m->failed)
		arena_nomem(b->arena);
	size_t n = 0;
	if (json_dump_callback(o, measure, &n, flags))
		arena_nomem(b->arena);
	struct sink s = {NEW_ARRAY(b->arena, char, n), 0};
	if (json_dump_callback(o, collect, &s, flags))
		arena_nomem(b->arena);
	buf_add(b, (struct str){s.p, s.n});
	buf_addc(b, '\n');
}

void
report_json(struct buf *b, const struct run *run)
{
	struct maker m = {0};
	json_t *o = json_object(), *list = json_array(), *gaps = json_array();
	put(&m, o, "version", json_integer(1));
	put(&m, o, "tool", tool(&m));
	for (size_t i = 0; i < run->findings.list.n; i++)
		append(&m, list, finding(&m, run->findings.list.v[i]));
	for (size_t i = 0; run->shows_fixed && i < run->fixed.n; i++)
		append(&m, list, finding(&m, run->fixed.v[i]));
	for (size_t i = 0; i < run->findings.gaps.n; i++)
		append(&m, gaps, gap_object(&m, run->findings.gaps.v[i]));
	put(&m, o, "findings", list);
	put(&m, o, "gaps", gaps);
	put(&m, o, "summary", summary(&m, run));
	dump(b, &m, o, JSON_INDENT(2));
}

static void
dump_line(struct buf *b, struct maker *m, json_t *o, const char *type)
{
	json_t *line = json_object();
	put(m, line, "type", json_string(type));
	put(m, line, "version", json_integer(1));
	if (json_object_update(line, o))
		m->failed = true;
	json_decref(o);
	dump(b, m, line, JSON_COMPACT);
}

void
report_jsonl(struct buf *b, const struct run *run)
{
	struct maker m = {0};
	for (size_t i = 0; i < run->findings.list.n; i++)
		dump_line(b, &m, finding(&m, run->findings.list.v[i]), "finding");
	for (size_t i = 0; run->shows_fixed && i < run->fixed.n; i++)
		dump_line(b, &m, finding(&m, run->fixed.v[i]), "finding");
	for (size_t i = 0; i < run->findings.gaps.n; i++)
		dump_line(b, &m, gap_object(&m, run->findings.gaps.v[i]), "gap");
	json_t *last = summary(&m, run);
	put(&m, last, "tool", tool(&m));
	dump_line(b, &m, last, "summary");
}

static json_t *
needs(struct maker *m, unsigned bits)
{
	json_t *o = json_array();
	if (bits & IXC_NEEDS_BASE)
		append(m, o, json_string("base"));
	if (bits & IXC_NEEDS_PR)
		append(m, o, json_string("pr"));
	return o;
}

void
report_rules_json(struct buf *b)
{
	struct maker m = {0};
	json_t *o = json_object(), *list = json_array();
	put(&m, o, "version", json_integer(1));
	put(&m, o, "tool", tool(&m));
	for (size_t i = 0; i < rules_count(); i++) {
		const struct ixc_rule *r = rules_at(i);
		json_t *row = json_object();
		put(&m, row, "id", json_string(r->id));
		put(&m, row, "severity", json_string(severity_name(r->severity)));
		put(&m, row, "confidence",
			json_string(confidence_name(r->confidence ? r->confidence : IXC_HIGH)));
		put(&m, row, "summary", json_string(r->summary));
		put(&m, row, "help", json_string(r->help));
		put(&m, row, "since", json_string(r->since));
		put(&m, row, "needs", needs(&m, r->needs));
		put(&m, row, "locked", json_boolean(r->locked));
		append(&m, list, row);
	}
	put(&m, o, "rules", list);
	dump(b, &m, o, JSON_INDENT(2));
}
