/*
 * One line a finding for programs that read text, as language models do: what, where, what
 * else to look at, and whether an option mends it. Never longer than 200 bytes.
 */
#include "base/arena.h"
#include "base/utf8.h"
#include "check/rule.h"
#include "report/excerpt.h"
#include "report/outline.h"
#include "report/report.h"

enum { LINE_BYTES = 200, RELATED_MOST = 2 };

static void
add_place(struct buf *b, const struct outline_place *p)
{
	if (p->elsewhere) {
		escape_text(b, p->shown, true);
		return;
	}
	escape_text(b, p->path, true);
	buf_addf(b, ":%u:%u", (unsigned)p->line, (unsigned)p->column);
}

static const char *
fix(const struct ixc_finding *f)
{
	return !f->fix.edits.n ? "" : f->fix.safe ? " fix=--fix" : " fix=--unsafe-fix";
}

static struct str
cut(struct arena *a, struct str s, size_t most)
{
	if (s.n <= most)
		return s;
	size_t n = most > 3 ? most - 3 : 0;
	while (n && ((unsigned char)s.p[n] & 0xC0) == 0x80)
		n--;
	return str_cat(a, str_slice(s, 0, n), S("..."));
}

/* As many related places as there is room for. */
static void
add_related(struct buf *line, const struct ixc_finding *f, size_t most)
{
	for (size_t i = 0; i < f->related.n && i < RELATED_MOST; i++) {
		struct outline_place p = outline_place(line->arena, f, f->related.v[i].span);
		struct buf b = buf_new(line->arena, 1 << 16);
		buf_addz(&b, i ? "," : " see=");
		add_place(&b, &p);
		if (buf_str(line).n + buf_str(&b).n > most)
			return;
		buf_add(line, buf_str(&b));
	}
}

static struct str
line_of(struct arena *a, const struct ixc_finding *f)
{
	struct buf line = buf_new(a, 1 << 16), what = buf_new(a, 1 << 20);
	struct outline_place p = outline_place(a, f, f->span);
	struct str last = str_from(fix(f));
	size_t most = LINE_BYTES - 1 - last.n;
	buf_addf(&line, "%s %s ", severity_name(f->severity), f->rule->id);
	add_place(&line, &p);
	if (!p.elsewhere && p.end_line == p.line)
		buf_addf(&line, "-%u", (unsigned)p.end_column);
	buf_addc(&line, ' ');
	escape_text(&what, f->headline, false);
	size_t used = buf_str(&line).n;
	buf_add(&line, cut(a, buf_str(&what), used < most ? most - used : 0));
	add_related(&line, f, most);
	return str_cat(a, cut(a, buf_str(&line), most), last);
}

void
report_agent(struct buf *b, const struct run *run)
{
	struct finding_list all = outline_by_severity(b->arena, run);
	for (size_t i = 0; i < all.n; i++) {
		buf_add(b, line_of(b->arena, all.v[i]));
		buf_addc(b, '\n');
	}
}
