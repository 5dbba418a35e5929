/*
 * A summary for people, as a job's summary on GitHub or a comment: all findings in a
 * table, errors first.
 *
 * GitHub shows no summary over 1 MiB at all, so the table ends before, and says how many
 * findings it lacks.
 */
#include "report/markdown.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "check/rule.h"
#include "check/trees.h"
#include "report/excerpt.h"
#include "report/outline.h"
#include "report/report.h"

#include <string.h>
#include <strings.h>

enum { TABLE_BYTES = 900 * 1024, ROW_BYTES = 16 * 1024 };

/* Behind it a mention, an issue, an address or an emoji's name would become one. */
static bool
begins_link(struct str s, size_t i)
{
	char next = i + 1 < s.n ? s.p[i + 1] : ' ';
	bool digit = next >= '0' && next <= '9';
	return s.p[i] == '@' || s.p[i] == '#' || (s.p[i] == ':' && next != ' ' && !digit);
}

static bool
is_markup(struct str s, size_t i)
{
	return strchr("\\`*_{}[]()!|~$", s.p[i]) ||
	       (s.p[i] == '.' && i >= 3 && strncasecmp(s.p + i - 3, "www", 3) == 0);
}

void
markdown_add(struct buf *b, struct str s)
{
	struct buf plain = buf_new(b->arena, 1 << 24);
	escape_text(&plain, s, false);
	struct str text = buf_str(&plain);
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '&' || c == '<' || c == '>')
			buf_addz(b, c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
		else if (begins_link(text, i))
			buf_addf(b, "%c<!-- -->", c);
		else if (is_markup(text, i))
			buf_addf(b, "&#%d;", c);
		else
			buf_addc(b, c);
	}
}

/* Cut where a row would fill a page by itself; the log has all of it. */
static void
add_remarks(struct buf *b, const struct ixc_finding *f)
{
	struct buf all = buf_new(b->arena, 1 << 20);
	outline_remarks(&all, f, "\n");
	struct str rest = buf_str(&all);
	if (!rest.n)
		return;
	size_t begin = b->n;
	str_cut(rest, '\n', &rest); /* nothing stands before the first one */
	while (rest.p && b->n - begin < ROW_BYTES) {
		buf_addz(b, "<br>");
		markdown_add(b, str_cut(rest, '\n', &rest));
	}
	if (rest.p)
		buf_addz(b, "<br>...");
}

static void
add_row(struct buf *b, const struct ixc_finding *f)
{
	struct outline_place p = outline_place(b->arena, f, f->span);
	buf_addf(b, "| %s | <code>", severity_name(f->severity));
	markdown_add(b, p.shown);
	buf_addz(b, "</code> | <b>");
	markdown_add(b, f->headline);
	buf_addz(b, "</b>");
	add_remarks(b, f);
	buf_addf(b, " | %s |\n", f->rule->id);
}

static void
add_table(struct buf *b, const struct run *run)
{
	struct finding_list list = outline_by_severity(b->arena, run);
	if (!list.n)
		return;
	buf_addz(b, "\n| | place | finding | rule |\n|---|---|---|---|\n");
	for (size_t i = 0; i < list.n; i++) {
		struct buf row = buf_new(b->arena, TABLE_BYTES);
		add_row(&row, list.v[i]);
		if (b->n + row.n > TABLE_BYTES) {
			buf_addf(b,
				"\n%zu more findings do not fit here; the log has them.\n",
				list.n - i);
			return;
		}
		buf_add(b, buf_str(&row));
	}
}

void
report_markdown(struct buf *b, const struct run *run)
{
	buf_addz(b, "### infxcheck\n\n");
	if (run->findings.list.n)
		outline_counts(b, &run->findings);
	else
		buf_addz(b, "no findings");
	if (run->trees) {
		buf_addz(b, "; against ");
		markdown_add(b, run->trees->base_name);
		buf_addf(b, ": %zu fixed", run->fixed.n);
	}
	if (run->suppressed.n)
		buf_addf(b, "; %zu suppressed", run->suppressed.n);
	buf_addz(b, "\n");
	add_table(b, run);
	uint64_t gaps = outline_gaps(&run->findings);
	if (gaps)
		buf_addf(b, "\n%llu %s not evaluated; `--coverage` lists them.\n",
			(unsigned long long)gaps,
			gaps == 1 ? "check was" : "checks were");
}
