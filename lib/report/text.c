/* Reports for people: text with source frames, and one line a finding. */
#include "report/report.h"

#include "base/arena.h"
#include "check/rule.h"
#include "check/suppress.h"
#include "check/trees.h"
#include "report/colour.h"
#include "report/excerpt.h"
#include "report/gate_table.h"
#include "report/outline.h"

size_t
count_severity(const struct findings *fs, ixc_severity severity)
{
	size_t n = 0;
	for (size_t i = 0; i < fs->list.n; i++)
		n += fs->list.v[i]->severity == severity &&
			fs->list.v[i]->status != FINDING_UNCHANGED;
	return n;
}

const char *
severity_name(ixc_severity severity)
{
	switch (severity) {
	case IXC_OFF:
		return "off";
	case IXC_NOTE:
		return "note";
	case IXC_WARNING:
		return "warning";
	case IXC_ERROR:
		return "error";
	}
	return NULL;
}

const char *
confidence_name(ixc_confidence confidence)
{
	switch (confidence) {
	case IXC_MEDIUM:
		return "medium";
	case IXC_HIGH:
		return "high";
	}
	return NULL;
}

static enum colour
severity_colour(ixc_severity s)
{
	return s == IXC_ERROR ? COLOUR_ERROR : s == IXC_WARNING ? COLOUR_WARNING : COLOUR_NOTE;
}

/* path:line:col, with a hostile file name made harmless. */
static void
add_location(struct buf *b, const struct source *s, uint32_t offset, bool ascii)
{
	struct place p = source_place(s, offset);
	escape_text(b, s->path, ascii);
	buf_addf(b, ":%u:%u", (unsigned)p.line, (unsigned)p.column);
}

static void
add_headline(struct buf *b, const struct ixc_finding *f, struct report_style st)
{
	const struct source *s = sources_get(f->owner->sources, f->span.file);
	struct buf where = buf_new(b->arena, 8192), what = buf_new(b->arena, 8192);
	add_location(&where, s, f->span.begin, st.ascii);
	buf_addc(&where, ':');
	colour_add(b, st.colour, COLOUR_BOLD, buf_str(&where));
	buf_addc(b, ' ');
	colour_add(b, st.colour, severity_colour(f->severity),
		str_fmt(b->arena, "%s:", severity_name(f->severity)));
	buf_addc(b, ' ');
	escape_text(&what, f->headline, st.ascii);
	colour_add(b, st.colour, COLOUR_BOLD, buf_str(&what));
	buf_addc(b, ' ');
	colour_add(b, st.colour, COLOUR_DIM, str_fmt(b->arena, "[%s]", f->rule->id));
	if (f->status == FINDING_UNCHANGED)
		buf_addz(b, " (unchanged)");
	buf_addc(b, '\n');
}

/* Width of the largest line number that the finding shows. */
static unsigned
gutter_width(const struct ixc_finding *f)
{
	uint32_t most = 0;
	for (size_t i = 0; i <= f->related.n; i++) {
		struct span sp = i ? f->related.v[i - 1].span : f->span;
		const struct source *s = sources_get(f->owner->sources, sp.file);
		uint32_t line = s ? source_place(s, sp.begin).line : 0;
		most = line > most ? line : most;
	}
	unsigned width = 1;
	for (; most >= 10; most /= 10)
		width++;
	return width;
}

/* A frame for each file that has marks: the primary one first, then in order of mention. */
static void
add_frames(struct buf *b, const struct ixc_finding *f, unsigned gutter, struct report_style st)
{
	size_t n = f->related.n + 1;
	struct excerpt_mark *all = NEW_ARRAY(b->arena, struct excerpt_mark, n);
	all[0] = (struct excerpt_mark){f->span, f->label, true};
	for (size_t i = 1; i < n; i++)
		all[i] = (struct excerpt_mark){
			f->related.v[i - 1].span, f->related.v[i - 1].label, false};
	struct excerpt_mark *one = NEW_ARRAY(b->arena, struct excerpt_mark, n);
	for (size_t i = 0; i < n; i++) {
		size_t k = 0, marks = 0;
		while (k < i && all[k].span.file != all[i].span.file)
			k++;
		if (k < i)
			continue; /* its file was shown */
		for (k = i; k < n; k++)
			if (all[k].span.file == all[i].span.file)
				one[marks++] = all[k];
		const struct source *s = sources_get(f->owner->sources, all[i].span.file);
		if (!s || s->bytes.n == 0)
			continue;
		if (i) {
			struct buf at = buf_new(b->arena, 8192);
			buf_fill(b, ' ', gutter);
			add_location(&at, s, all[i].span.begin, st.ascii);
			colour_add(b, st.colour, COLOUR_GUTTER, S("::: "));
			buf_add(b, buf_str(&at));
			buf_addc(b, '\n');
		}
		excerpt_write(b, s, one, marks, gutter,
			(struct excerpt_style){st.colour, st.ascii});
	}
}

static void
add_remark(struct buf *b, unsigned gutter, enum colour c, struct str kind, struct str text,
	struct report_style st)
{
	buf_fill(b, ' ', gutter);
	buf_addz(b, " = ");
	colour_add(b, st.colour, c, kind);
	buf_addc(b, ' ');
	escape_text(b, text, st.ascii);
	buf_addc(b, '\n');
}

/* What to do, and which option does it. */
static void
add_help(struct buf *b, const struct ixc_finding *f, unsigned gutter, struct report_style st)
{
	bool mends = f->fix.edits.n > 0;
	struct str text = f->help.n ? f->help : f->fix.title;
	if (!f->help.n && !mends)
		return;
	if (mends)
		text = str_fmt(b->arena, "%.*s [%s]", STR(text),
			f->fix.safe ? "--fix" : "--unsafe-fix");
	add_remark(b, gutter, COLOUR_HELP, S("help:"), text, st);
}

void
report_finding_text(struct buf *b, const struct ixc_finding *f, struct report_style st)
{
	unsigned gutter = gutter_width(f);
	add_headline(b, f, st);
	add_frames(b, f, gutter, st);
	for (size_t i = 0; i < f->notes.n; i++)
		add_remark(b, gutter, COLOUR_NOTE, S("note:"), f->notes.v[i], st);
	if (f->arms_total)
		add_remark(b, gutter, COLOUR_NOTE, S("note:"), outline_arms(b->arena, f), st);
	add_help(b, f, gutter, st);
}

static void
add_gaps(struct buf *b, const struct findings *fs, struct report_style st)
{
	if (!fs->gaps.n)
		return;
	uint64_t total = outline_gaps(fs);
	buf_addf(b, "%llu %s not evaluated", (unsigned long long)total,
		total == 1 ? "check was" : "checks were");
	if (!st.gaps) {
		buf_addz(b, " (--coverage lists them)\n");
		return;
	}
	buf_addz(b, ":\n");
	for (size_t i = 0; i < fs->gaps.n; i++) {
		const struct gap *g = fs->gaps.v[i];
		buf_addf(b, "  %.*s: ", STR(g->check));
		escape_text(b, g->subject, st.ascii);
		buf_addz(b, ": ");
		escape_text(b, g->reason, st.ascii);
		if (g->count > 1)
			buf_addf(b, " (%llu times)", (unsigned long long)g->count);
		buf_addc(b, '\n');
	}
}

/* What the change does to the findings as a whole. */
static void
add_comparison(struct buf *b, const struct run *run)
{
	if (!run->trees)
		return;
	buf_addf(b, "against %.*s: %zu fixed", STR(run->trees->base_name), run->fixed.n);
	if (run->whole)
		buf_addf(b, ", %zu unchanged\n", run->unchanged);
	else
		buf_addz(b, " (--show all lists them, and what is in both)\n");
}

static void
add_fixed(struct buf *b, const struct run *run, struct report_style st)
{
	if (!run->shows_fixed || !run->fixed.n)
		return;
	buf_addz(b, "fixed:\n");
	for (size_t i = 0; i < run->fixed.n; i++)
		add_headline(b, run->fixed.v[i], st);
	buf_addc(b, '\n');
}

/* The whole command, so that it judges and mends by what this run was told. */
static struct str
fix_command(struct arena *a, const struct run *run, bool safe, struct report_style st)
{
	struct buf b = buf_new(a, 8192);
	buf_addf(&b, "infxcheck check --%sfix", safe ? "" : "unsafe-");
	if (run->base_name.n) {
		buf_addz(&b, " --base-ref ");
		escape_text(&b, run->base_name, st.ascii);
	}
	if (run->pr)
		buf_addf(&b, " --pr-number %llu", (unsigned long long)run->pr);
	else if (run->links_open)
		buf_addz(&b, " --pr-number none");
	return buf_str(&b);
}

static void
add_fixable(struct buf *b, const struct run *run, struct report_style st)
{
	size_t safe = outline_fixable(&run->findings, true);
	size_t unsafe = outline_fixable(&run->findings, false);
	if (!safe && !unsafe)
		return;
	buf_addf(b, "'%.*s' mends %zu of them", STR(fix_command(b->arena, run, safe, st)),
		safe ? safe : unsafe);
	if (safe && unsafe)
		buf_addf(b, ", --unsafe-fix %zu more", unsafe);
	buf_addc(b, '\n');
}

/* What was allowed, by which reason; the counts do not have it. */
static void
add_suppressed(struct buf *b, const struct run *run, struct report_style st)
{
	const struct finding_list *list = &run->suppressed;
	if (!run->shows_suppressed || !list->n)
		return;
	buf_addz(b, "suppressed:\n");
	for (size_t i = 0; i < list->n; i++) {
		const struct ixc_finding *f = list->v[i];
		const struct suppression *by = f->allowed;
		struct span at = by ? by->span : f->known;
		struct buf text = buf_new(b->arena, 65536);
		add_headline(b, f, st);
		add_location(&text, sources_get(f->owner->sources, at.file), at.begin, st.ascii);
		if (by)
			buf_addz(&text, ": ");
		buf_add(&text, by ? by->reason : S(" (baseline)"));
		add_remark(b, 1, COLOUR_NOTE, S("allowed by"), buf_str(&text), st);
	}
	buf_addc(b, '\n');
}

static void
add_suppressed_count(struct buf *b, const struct run *run)
{
	size_t n = run->suppressed.n, known = 0;
	for (size_t i = 0; i < n; i++)
		known += run->suppressed.v[i]->known.file != 0;
	if (!n)
		return;
	buf_addf(b, "%zu suppressed", n);
	if (known)
		buf_addf(b, ", %zu of them by the baseline", known);
	buf_addz(b, run->shows_suppressed ? "\n" : " (--show-suppressed lists them)\n");
}

void
report_text(struct buf *b, const struct run *run, struct report_style st)
{
	for (size_t i = 0; i < run->findings.list.n; i++) {
		report_finding_text(b, run->findings.list.v[i], st);
		buf_addc(b, '\n');
	}
	add_fixed(b, run, st);
	add_suppressed(b, run, st);
	if (st.quiet)
		return;
	if (run->is_gate)
		report_gate_table(b, run);
	if (run->findings.list.n)
		outline_counts(b, &run->findings);
	else
		buf_addz(b, "no findings");
	buf_addc(b, '\n');
	if (!run->was_mended)
		add_fixable(b, run, st);
	add_comparison(b, run);
	add_suppressed_count(b, run);
	add_gaps(b, &run->findings, st);
}

void
report_short(struct buf *b, const struct run *run, struct report_style st)
{
	for (size_t i = 0; i < run->findings.list.n; i++)
		add_headline(b, run->findings.list.v[i], st);
	if (st.gaps)
		add_gaps(b, &run->findings, st);
}
