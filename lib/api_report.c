/* Public interface: reports and writers; and the only setjmp. */
#include "api.h"

#include "base/limits.h"
#include "check/rule.h"
#include "check/suppress.h"
#include "report/guard.h"
#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>

ixc_status
api_fail(struct ixc_error *err, ixc_status status, const char *format, ...)
{
	if (err) {
		va_list ap;
		va_start(ap, format);
		err->status = status;
		vsnprintf(err->message, sizeof err->message, format, ap);
		va_end(ap);
	}
	return status;
}

ixc_status
api_guard(struct arena *a, ixc_status (*work)(void *, struct ixc_error *), void *arg,
	struct ixc_error *err)
{
	jmp_buf escape;
	a->escape = &escape;
	if (setjmp(escape)) {
		a->escape = NULL;
		if (a->fault == ARENA_BUG)
			return api_fail(err, IXC_EINTERNAL,
				"internal error, please report it: %s", a->bug);
		return api_fail(err, IXC_ENOMEM, "out of memory after %zu MiB",
			a->used_bytes / (1024 * 1024));
	}
	ixc_status status = work(arg, err);
	a->escape = NULL;
	return status;
}

const char *
ixc_version(void)
{
	return IXC_VERSION_STRING;
}

/* ---- reports ---- */

size_t
ixc_report_count(const ixc_report *report)
{
	return report->run->findings.list.n;
}

const ixc_finding *
ixc_report_at(const ixc_report *report, size_t i)
{
	const struct finding_list *l = &report->run->findings.list;
	return i < l->n ? l->v[i] : NULL;
}

size_t
ixc_report_count_severity(const ixc_report *report, ixc_severity severity)
{
	return count_severity(&report->run->findings, severity);
}

size_t
ixc_report_unchanged_count(const ixc_report *report)
{
	return report->run->unchanged;
}

size_t
ixc_report_fixed_count(const ixc_report *report)
{
	return report->run->fixed.n;
}

const ixc_finding *
ixc_report_fixed_at(const ixc_report *report, size_t i)
{
	const struct finding_list *l = &report->run->fixed;
	return i < l->n ? l->v[i] : NULL;
}

size_t
ixc_report_suppressed_count(const ixc_report *report)
{
	return report->run->suppressed.n;
}

const ixc_finding *
ixc_report_suppressed_at(const ixc_report *report, size_t i)
{
	const struct finding_list *l = &report->run->suppressed;
	return i < l->n ? l->v[i] : NULL;
}

const char *
ixc_finding_suppression_reason(const ixc_finding *f)
{
	return f->allowed ? f->allowed->reason.p : "";
}

ixc_finding_state
ixc_finding_state_of(const ixc_finding *f)
{
	return (ixc_finding_state)f->status;
}

size_t
ixc_report_gap_count(const ixc_report *report)
{
	return report->run->findings.gaps.n;
}

struct ixc_gap
ixc_report_gap(const ixc_report *report, size_t i)
{
	const struct gaps *g = &report->run->findings.gaps;
	if (i >= g->n)
		return (struct ixc_gap){"", "", "", 0};
	return (struct ixc_gap){
		g->v[i]->check.p, g->v[i]->subject.p, g->v[i]->reason.p, g->v[i]->count};
}

bool
ixc_report_judged(const ixc_report *report, const ixc_rule *rule)
{
	return report->run->judged && report->run->judged[rules_index(str_from(rule->id))];
}

bool
ixc_report_stage(const ixc_report *report, size_t i, struct ixc_stage *ret)
{
	const struct stages *s = &report->stages;
	if (i >= s->n)
		return false;
	*ret = (struct ixc_stage){s->v[i].name, (double)s->v[i].ns / 1e9};
	return true;
}

/* ---- findings: every text of the record ends in NUL ---- */

static struct ixc_place
place_of(const ixc_finding *f, struct span sp)
{
	return api_place(f->owner->sources, sp);
}

static const char *
z(struct str s)
{
	return s.p ? s.p : "";
}

static const char *
z_at(const struct strs *list, size_t i)
{
	return i < list->n ? z(list->v[i]) : "";
}

const ixc_rule *
ixc_finding_rule(const ixc_finding *f)
{
	return f->rule;
}

ixc_severity
ixc_finding_severity(const ixc_finding *f)
{
	return f->severity;
}

ixc_confidence
ixc_finding_confidence(const ixc_finding *f)
{
	return f->confidence;
}

const char *
ixc_finding_headline(const ixc_finding *f)
{
	return z(f->headline);
}

const char *
ixc_finding_label(const ixc_finding *f)
{
	return z(f->label);
}

struct ixc_place
ixc_finding_place(const ixc_finding *f)
{
	return place_of(f, f->span);
}

size_t
ixc_finding_related_count(const ixc_finding *f)
{
	return f->related.n;
}

struct ixc_place
ixc_finding_related_place(const ixc_finding *f, size_t i)
{
	return place_of(f, i < f->related.n ? f->related.v[i].span : f->span);
}

const char *
ixc_finding_related_label(const ixc_finding *f, size_t i)
{
	return i < f->related.n ? z(f->related.v[i].label) : "";
}

size_t
ixc_finding_note_count(const ixc_finding *f)
{
	return f->notes.n;
}

const char *
ixc_finding_note(const ixc_finding *f, size_t i)
{
	return z_at(&f->notes, i);
}

const char *
ixc_finding_help(const ixc_finding *f)
{
	return z(f->help);
}

const char *
ixc_finding_fix_title(const ixc_finding *f)
{
	return z(f->fix.title);
}

bool
ixc_finding_fix_is_safe(const ixc_finding *f)
{
	return f->fix.edits.n && f->fix.safe;
}

const char *
ixc_finding_subject(const ixc_finding *f)
{
	return z(f->subject);
}

size_t
ixc_finding_arm_count(const ixc_finding *f)
{
	return f->arms.n;
}

const char *
ixc_finding_arm(const ixc_finding *f, size_t i)
{
	return z_at(&f->arms, i);
}

/* ---- writing ---- */

static const char *const format_name[] = {
	[IXC_FORMAT_TEXT] = "text",
	[IXC_FORMAT_SHORT] = "short",
	[IXC_FORMAT_JSON] = "json",
	[IXC_FORMAT_JSONL] = "jsonl",
	[IXC_FORMAT_GITHUB] = "github",
	[IXC_FORMAT_SARIF] = "sarif",
	[IXC_FORMAT_GITLAB] = "gitlab",
	[IXC_FORMAT_CHECKSTYLE] = "checkstyle",
	[IXC_FORMAT_JUNIT] = "junit",
	[IXC_FORMAT_MARKDOWN] = "markdown",
	[IXC_FORMAT_AGENT] = "agent",
	[IXC_FORMAT_COUNTS] = "counts",
};

const char *
ixc_format_name(ixc_format format)
{
	return (size_t)format < sizeof format_name / sizeof *format_name ? format_name[format]
									 : NULL;
}

bool
ixc_format_from_name(const char *name, ixc_format *ret)
{
	for (size_t i = 0; i < sizeof format_name / sizeof *format_name; i++) {
		if (str_eqz(str_from(name), format_name[i])) {
			*ret = (ixc_format)i;
			return true;
		}
	}
	return false;
}

struct write_call {
	struct arena arena;
	const struct run *run;
	const ixc_rule *rule;
	ixc_format format;
	struct report_style style;
	ixc_write_fn *fn;
	void *user;
};

/* How the format's language may write a '#' in a text; NULL: it has no texts, or lines of it
 * are read by people. */
static const char *
escape_of(ixc_format format)
{
	switch (format) {
	case IXC_FORMAT_JSON:
	case IXC_FORMAT_JSONL:
	case IXC_FORMAT_SARIF:
	case IXC_FORMAT_GITLAB:
		return "\\u0023";
	case IXC_FORMAT_CHECKSTYLE:
	case IXC_FORMAT_JUNIT:
		return "&#35;";
	case IXC_FORMAT_TEXT:
	case IXC_FORMAT_SHORT:
	case IXC_FORMAT_GITHUB:
	case IXC_FORMAT_MARKDOWN:
	case IXC_FORMAT_AGENT:
	case IXC_FORMAT_COUNTS:
		break;
	}
	return NULL;
}

static ixc_status
finish(struct write_call *q, const struct buf *b, struct ixc_error *err)
{
	if (b->overflow)
		return api_fail(err, IXC_ENOMEM, "the report is larger than %d MiB",
			LIMIT_OUTPUT_BYTES / (1024 * 1024));
	struct str s = buf_str(b);
	if (q->run && escape_of(q->format))
		s = guard_document(&q->arena, s, escape_of(q->format));
	if (!q->fn(q->user, s.p, s.n))
		return api_fail(err, IXC_EIO, "the report could not be written");
	return IXC_OK;
}

static void
report_for_people(struct buf *b, const struct write_call *q)
{
	if (q->format == IXC_FORMAT_TEXT)
		report_text(b, q->run, q->style);
	else
		report_short(b, q->run, q->style);
}

static ixc_status
write_report(void *arg, struct ixc_error *err)
{
	static void (*const writer[])(struct buf *, const struct run *) = {
		[IXC_FORMAT_JSON] = report_json,
		[IXC_FORMAT_JSONL] = report_jsonl,
		[IXC_FORMAT_GITHUB] = report_github,
		[IXC_FORMAT_SARIF] = report_sarif,
		[IXC_FORMAT_GITLAB] = report_gitlab,
		[IXC_FORMAT_CHECKSTYLE] = report_checkstyle,
		[IXC_FORMAT_JUNIT] = report_junit,
		[IXC_FORMAT_MARKDOWN] = report_markdown,
		[IXC_FORMAT_AGENT] = report_agent,
		[IXC_FORMAT_COUNTS] = report_counts,
	};
	struct write_call *q = arg;
	struct buf b = buf_new(&q->arena, LIMIT_OUTPUT_BYTES);
	if (writer[q->format])
		writer[q->format](&b, q->run);
	else
		report_for_people(&b, q);
	return finish(q, &b, err);
}

static ixc_status
write_statistics(void *arg, struct ixc_error *err)
{
	struct write_call *q = arg;
	struct buf b = buf_new(&q->arena, LIMIT_OUTPUT_BYTES);
	report_statistics(&b, q->run);
	return finish(q, &b, err);
}

static ixc_status
write_rules(void *arg, struct ixc_error *err)
{
	struct write_call *q = arg;
	struct buf b = buf_new(&q->arena, LIMIT_OUTPUT_BYTES);
	if (q->rule)
		report_explain(&b, q->rule, q->style);
	else
		report_rules_json(&b);
	return finish(q, &b, err);
}

static struct report_style
style_of(unsigned flags)
{
	return (struct report_style){
		.colour = flags & IXC_WRITE_COLOUR,
		.ascii = flags & IXC_WRITE_ASCII,
		.gaps = flags & IXC_WRITE_GAPS,
		.quiet = flags & IXC_WRITE_QUIET,
	};
}

static ixc_status
call_writer(struct write_call *q, ixc_status (*work)(void *, struct ixc_error *),
	struct ixc_error *err)
{
	arena_init(&q->arena, 0, NULL);
	ixc_status status = api_guard(&q->arena, work, q, err);
	arena_release(&q->arena);
	return status;
}

ixc_status
ixc_write(const ixc_report *report, ixc_format format, unsigned flags, ixc_write_fn *fn,
	void *user, struct ixc_error *err)
{
	if (!ixc_format_name(format))
		return api_fail(err, IXC_EUSAGE, "there is no such format");
	struct write_call q = {.run = report->run,
		.format = format,
		.style = style_of(flags),
		.fn = fn,
		.user = user};
	return call_writer(&q, write_report, err);
}

ixc_status
ixc_write_statistics(
	const ixc_report *report, ixc_write_fn *fn, void *user, struct ixc_error *err)
{
	struct write_call q = {.run = report->run, .fn = fn, .user = user};
	return call_writer(&q, write_statistics, err);
}

ixc_status
ixc_write_explanation(const ixc_rule *rule, unsigned flags, ixc_write_fn *fn, void *user,
	struct ixc_error *err)
{
	struct write_call q = {
		.rule = rule, .style = style_of(flags), .fn = fn, .user = user};
	return call_writer(&q, write_rules, err);
}

ixc_status
ixc_write_rules_json(ixc_write_fn *fn, void *user, struct ixc_error *err)
{
	struct write_call q = {.fn = fn, .user = user};
	return call_writer(&q, write_rules, err);
}
