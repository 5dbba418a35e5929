/*
 * Annotations for GitHub Actions: workflow commands, one a line.
 *
 * GitHub keeps ten of each level from a step and drops the rest without a word, so errors
 * come first and the tenth says how many more there are.
 */
#include "report/github.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "check/rule.h"
#include "report/excerpt.h"
#include "report/outline.h"
#include "report/report.h"

enum { SHOWN = 10, MESSAGE_UNITS = 4096 };

static void
add_escaped(struct buf *b, struct str s, bool property)
{
	for (size_t i = 0; i < s.n; i++) {
		switch (s.p[i]) {
		case '%':
			buf_addz(b, "%25");
			break;
		case '\r':
			buf_addz(b, "%0D");
			break;
		case '\n':
			buf_addz(b, "%0A");
			break;
		case ':':
			buf_addz(b, property ? "%3A" : ":");
			break;
		case ',':
			buf_addz(b, property ? "%2C" : ",");
			break;
		default:
			buf_addc(b, s.p[i]);
		}
	}
}

void
github_add_message(struct buf *b, struct str s)
{
	add_escaped(b, s, false);
}

void
github_add_property(struct buf *b, struct str s)
{
	add_escaped(b, s, true);
}

/* The runner cuts longer messages itself, but in the middle of a character. */
static struct str
cut(struct arena *a, struct str s)
{
	size_t units = 0, fits = 0;
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s, i, &cp);
		units += n && cp > 0xFFFF ? 2 : 1;
		if (units > MESSAGE_UNITS)
			return str_cat(a, str_slice(s, 0, fits), S("..."));
		i += n ? n : 1;
		if (units <= MESSAGE_UNITS - 3)
			fits = i;
	}
	return s;
}

static const char *
level(ixc_severity s)
{
	return s == IXC_ERROR ? "error" : s == IXC_WARNING ? "warning" : "notice";
}

static void
add_file(struct buf *b, struct str path)
{
	struct buf shown = buf_new(b->arena, 65536);
	escape_text(&shown, path, false);
	buf_addz(b, "file=");
	github_add_property(b, buf_str(&shown));
	buf_addc(b, ',');
}

/* The runner drops the columns of an annotation over several lines, so it is about the
 * first one. */
static void
add_region(struct buf *b, const struct ixc_finding *f, const struct outline_place *p)
{
	if (p->elsewhere)
		return;
	uint32_t end = p->end_column;
	if (p->end_line != p->line) {
		const struct source *s = sources_get(f->owner->sources, f->span.file);
		end = (uint32_t)utf8_length(source_line(s, p->line)) + 1;
	}
	buf_addf(b, "line=%u,endLine=%u,col=%u,endColumn=%u,", (unsigned)p->line,
		(unsigned)p->line, (unsigned)p->column, (unsigned)end);
}

static void
add_annotation(struct buf *b, const struct ixc_finding *f)
{
	struct outline_place p = outline_place(b->arena, f, f->span);
	buf_addf(b, "::%s ", level(f->severity));
	if (p.path.n) {
		add_file(b, p.path);
		add_region(b, f, &p);
	}
	buf_addz(b, "title=");
	github_add_property(b, str_fmt(b->arena, "infxcheck %s", f->rule->id));
	buf_addz(b, "::");
	github_add_message(b, cut(b->arena, outline_message(b->arena, f)));
	buf_addc(b, '\n');
}

static void
add_remainder(struct buf *b, ixc_severity severity, size_t more)
{
	buf_addf(b,
		"::%s title=infxcheck::%zu more %s%s are in the log; GitHub shows ten of a "
		"step\n",
		level(severity), more, severity_name(severity), more == 1 ? "" : "s");
}

void
report_github(struct buf *b, const struct run *run)
{
	for (int s = IXC_ERROR; s >= IXC_NOTE; s--) {
		const struct finding_list *all = &run->findings.list;
		size_t total = 0, shown = 0;
		for (size_t i = 0; i < all->n; i++)
			total += all->v[i]->severity == (ixc_severity)s;
		size_t most = total > SHOWN ? SHOWN - 1 : total;
		for (size_t i = 0; i < all->n && shown < most; i++) {
			if (all->v[i]->severity != (ixc_severity)s)
				continue;
			add_annotation(b, all->v[i]);
			shown++;
		}
		if (total > shown)
			add_remainder(b, (ixc_severity)s, total - shown);
	}
}
