/* Machine-readable reports; the schema is docs/report-1.schema.json. */
#include "report/report.h"

#include "base/arena.h"
#include "check/rule.h"
#include "check/suppress.h"
#include "report/maker.h"

static json_t *
place(struct maker *m, const struct sources *t, struct span sp, struct str label)
{
	const struct source *s = sources_get(t, sp.file);
	struct place from = source_place(s, sp.begin), to = source_place(s, sp.end);
	json_t *o = json_object();
	maker_put(m, o, "path", maker_text(s->path));
	maker_put(m, o, "line", json_integer(from.line));
	maker_put(m, o, "column", json_integer(from.column));
	maker_put(m, o, "end_line", json_integer(to.line));
	maker_put(m, o, "end_column", json_integer(to.column));
	maker_put(m, 
		o, "utf16_column", json_integer(source_utf16_column(s, sp.begin)));
	maker_put(m, 
		o, "utf16_end_column", json_integer(source_utf16_column(s, sp.end)));
	maker_put(m, o, "begin", json_integer(sp.begin));
	maker_put(m, o, "end", json_integer(sp.end));
	if (label.n)
		maker_put(m, o, "label", maker_text(label));
	return o;
}

static json_t *
string_list(struct maker *m, const struct strs *list)
{
	json_t *o = json_array();
	for (size_t i = 0; i < list->n; i++)
		maker_append(m, o, maker_text(list->v[i]));
	return o;
}

static json_t *
fix(struct maker *m, const struct sources *t, const struct fix *f)
{
	json_t *o = json_object(), *edits = json_array();
	maker_put(m, o, "title", maker_text(f->title));
	maker_put(m, o, "safe", json_boolean(f->safe));
	for (size_t i = 0; i < f->edits.n; i++) {
		json_t *e = place(m, t, f->edits.v[i].span, (struct str){0});
		maker_put(m, e, "replacement", maker_text(f->edits.v[i].bytes));
		maker_append(m, edits, e);
	}
	maker_put(m, o, "edits", edits);
	return o;
}

static const char *
status_name(enum finding_status s)
{
	return s == FINDING_NEW ? "new" : s == FINDING_FIXED ? "fixed" : "unchanged";
}

/* The comment that allows the finding, or the baseline's entry. */
static json_t *
allowed(struct maker *m, const struct ixc_finding *f)
{
	const struct suppression *s = f->allowed;
	json_t *o = json_object();
	maker_put(m, o, "by", json_string(s ? "comment" : "baseline"));
	maker_put(m, o, "reason", s ? maker_text(s->reason) : json_null());
	maker_put(m, o, "until", s && s->until.n ? maker_text(s->until) : json_null());
	maker_put(m, o, "place",
		place(m, f->owner->sources, s ? s->span : f->known, (struct str){0}));
	return o;
}

static json_t *
finding(struct maker *m, const struct ixc_finding *f)
{
	const struct sources *t = f->owner->sources;
	json_t *o = json_object(), *related = json_array();
	maker_put(m, o, "rule", json_string(f->rule->id));
	maker_put(m, o, "severity", json_string(severity_name(f->severity)));
	maker_put(m, o, "confidence", json_string(confidence_name(f->confidence)));
	maker_put(m, o, "message", maker_text(f->headline));
	maker_put(m, o, "place", place(m, t, f->span, f->label));
	for (size_t i = 0; i < f->related.n; i++)
		maker_append(m, related,
			place(m, t, f->related.v[i].span, f->related.v[i].label));
	maker_put(m, o, "related", related);
	maker_put(m, o, "notes", string_list(m, &f->notes));
	maker_put(m, o, "help", f->help.n ? maker_text(f->help) : json_null());
	maker_put(m, o, "fix", f->fix.title.n ? fix(m, t, &f->fix) : json_null());
	maker_put(m, o, "subject", maker_text(f->subject));
	maker_put(m, o, "arms", string_list(m, &f->arms));
	maker_put(m, o, "arms_total", json_integer((json_int_t)f->arms_total));
	if (f->status != FINDING_PLAIN)
		maker_put(m, o, "status", json_string(status_name(f->status)));
	if (f->allowed || f->known.file)
		maker_put(m, o, "allowed", allowed(m, f));
	return o;
}

static json_t *
gap_object(struct maker *m, const struct gap *g)
{
	json_t *o = json_object();
	maker_put(m, o, "check", maker_text(g->check));
	maker_put(m, o, "subject", maker_text(g->subject));
	maker_put(m, o, "reason", maker_text(g->reason));
	maker_put(m, o, "count", json_integer((json_int_t)g->count));
	return o;
}

static json_t *
summary(struct maker *m, const struct run *run)
{
	static const ixc_severity order[] = {IXC_ERROR, IXC_WARNING, IXC_NOTE};
	json_t *o = json_object();
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		maker_put(m, o, severity_name(order[i]),
			json_integer((json_int_t)count_severity(&run->findings, order[i])));
	maker_put(m, o, "gaps", json_integer((json_int_t)run->findings.gaps.n));
	maker_put(m, o, "suppressed", json_integer((json_int_t)run->suppressed.n));
	if (run->trees) {
		maker_put(m, o, "fixed", json_integer((json_int_t)run->fixed.n));
		if (run->whole)
			maker_put(m, o, "unchanged",
				json_integer((json_int_t)run->unchanged));
	}
	return o;
}

static json_t *
tool(struct maker *m)
{
	json_t *o = json_object();
	maker_put(m, o, "name", json_string("infxcheck"));
	maker_put(m, o, "version", json_string(IXC_VERSION_STRING));
	return o;
}

void
report_json(struct buf *b, const struct run *run)
{
	struct maker m = {0};
	json_t *o = json_object(), *list = json_array(), *gaps = json_array();
	json_t *suppressed = json_array();
	maker_put(&m, o, "version", json_integer(1));
	maker_put(&m, o, "tool", tool(&m));
	for (size_t i = 0; i < run->findings.list.n; i++)
		maker_append(&m, list, finding(&m, run->findings.list.v[i]));
	for (size_t i = 0; run->shows_fixed && i < run->fixed.n; i++)
		maker_append(&m, list, finding(&m, run->fixed.v[i]));
	for (size_t i = 0; run->shows_suppressed && i < run->suppressed.n; i++)
		maker_append(&m, suppressed, finding(&m, run->suppressed.v[i]));
	for (size_t i = 0; i < run->findings.gaps.n; i++)
		maker_append(&m, gaps, gap_object(&m, run->findings.gaps.v[i]));
	maker_put(&m, o, "findings", list);
	maker_put(&m, o, "suppressed", suppressed);
	maker_put(&m, o, "gaps", gaps);
	maker_put(&m, o, "summary", summary(&m, run));
	maker_dump(b, &m, o, JSON_INDENT(2));
}

static void
dump_line(struct buf *b, struct maker *m, json_t *o, const char *type)
{
	json_t *line = json_object();
	maker_put(m, line, "type", json_string(type));
	maker_put(m, line, "version", json_integer(1));
	if (json_object_update(line, o))
		m->failed = true;
	json_decref(o);
	maker_dump(b, m, line, JSON_COMPACT);
}

void
report_jsonl(struct buf *b, const struct run *run)
{
	struct maker m = {0};
	for (size_t i = 0; i < run->findings.list.n; i++)
		dump_line(b, &m, finding(&m, run->findings.list.v[i]), "finding");
	for (size_t i = 0; run->shows_fixed && i < run->fixed.n; i++)
		dump_line(b, &m, finding(&m, run->fixed.v[i]), "finding");
	for (size_t i = 0; run->shows_suppressed && i < run->suppressed.n; i++)
		dump_line(b, &m, finding(&m, run->suppressed.v[i]), "suppressed");
	for (size_t i = 0; i < run->findings.gaps.n; i++)
		dump_line(b, &m, gap_object(&m, run->findings.gaps.v[i]), "gap");
	json_t *last = summary(&m, run);
	maker_put(&m, last, "tool", tool(&m));
	dump_line(b, &m, last, "summary");
}

static json_t *
needs(struct maker *m, unsigned bits)
{
	json_t *o = json_array();
	if (bits & IXC_NEEDS_BASE)
		maker_append(m, o, json_string("base"));
	if (bits & IXC_NEEDS_PR)
		maker_append(m, o, json_string("pr"));
	return o;
}

static json_t *
fixes(struct maker *m, unsigned bits)
{
	json_t *o = json_array();
	if (bits & IXC_FIX_SAFE)
		maker_append(m, o, json_string("safe"));
	if (bits & IXC_FIX_UNSAFE)
		maker_append(m, o, json_string("unsafe"));
	return o;
}

void
report_rules_json(struct buf *b)
{
	struct maker m = {0};
	json_t *o = json_object(), *list = json_array();
	maker_put(&m, o, "version", json_integer(1));
	maker_put(&m, o, "tool", tool(&m));
	for (size_t i = 0; i < rules_count(); i++) {
		const struct ixc_rule *r = rules_at(i);
		json_t *row = json_object();
		maker_put(&m, row, "id", json_string(r->id));
		maker_put(&m, row, "severity", json_string(severity_name(r->severity)));
		maker_put(&m, row, "confidence",
			json_string(confidence_name(r->confidence ? r->confidence : IXC_HIGH)));
		maker_put(&m, row, "summary", json_string(r->summary));
		maker_put(&m, row, "help", json_string(r->help));
		maker_put(&m, row, "since", json_string(r->since));
		maker_put(&m, row, "needs", needs(&m, r->needs));
		maker_put(&m, row, "fixes", fixes(&m, r->fixes));
		maker_put(&m, row, "locked", json_boolean(r->locked));
		maker_append(&m, list, row);
	}
	maker_put(&m, o, "rules", list);
	maker_dump(b, &m, o, JSON_INDENT(2));
}
