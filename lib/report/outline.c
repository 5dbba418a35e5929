/* What several formats say of a finding, in their common words. */
#include "report/outline.h"

#include "base/arena.h"
#include "base/sha256.h"
#include "check/rule.h"
#include "report/excerpt.h"
#include "report/report.h"

struct finding_list
outline_by_severity(struct arena *a, const struct run *run)
{
	const struct finding_list *all = &run->findings.list;
	struct finding_list ret = {0};
	for (int s = IXC_ERROR; s >= IXC_NOTE; s--)
		for (size_t i = 0; i < all->n; i++)
			if (all->v[i]->severity == (ixc_severity)s)
				vec_push(a, &ret, all->v[i]);
	return ret;
}

/* An absolute path says where this run was made, which is nobody's business. */
static struct str
relative(struct str path, bool *ret_outside)
{
	while (str_starts(path, S("./")))
		path = str_slice(path, 2, path.n);
	*ret_outside = str_starts(path, S("/")) || str_starts(path, S("../"));
	if (*ret_outside)
		path = str_slice(path, str_rfind_byte(path, '/') + 1, path.n);
	return path;
}

struct outline_place
outline_place(struct arena *a, const struct ixc_finding *f, struct span span)
{
	const struct source *s = sources_get(f->owner->sources, span.file);
	if (!s)
		return (struct outline_place){0};
	struct place from = source_place(s, span.begin), to = source_place(s, span.end);
	struct outline_place p = {
		.line = from.line,
		.column = from.column,
		.end_line = to.line,
		.end_column = to.column,
		.utf16_column = source_utf16_column(s, span.begin),
		.utf16_end_column = source_utf16_column(s, span.end),
	};
	bool outside;
	p.path = relative(s->of.n ? s->of : s->path, &outside);
	p.elsewhere = s->of.n || outside;
	struct buf b = buf_new(a, 65536);
	escape_text(&b, s->of.n ? s->path : p.path, false);
	buf_addf(&b, ":%u:%u", (unsigned)p.line, (unsigned)p.column);
	p.shown = buf_str(&b);
	return p;
}

enum { NAMED = 6 };

/* All arms: their config keys, with which they begin, will do. */
static struct str
all_arms(struct arena *a, const struct ixc_finding *f)
{
	struct buf b = buf_new(a, 65536);
	struct str last = {0}, rest;
	size_t keys = 0;
	for (size_t i = 0; i < f->arms.n; i++) {
		struct str key = str_cut(f->arms.v[i], ' ', &rest);
		if (str_eq(key, last))
			continue;
		last = key;
		if (keys++ < NAMED)
			buf_addf(&b, "%s%.*s", keys > 1 ? ", " : "", STR(key));
	}
	if (keys > NAMED)
		buf_addf(&b, " and %zu more", keys - NAMED);
	const char *which = f->arms.n == 1 ? "the arm" : "all arms";
	return str_fmt(a, "holds for %s of %.*s", which, STR(buf_str(&b)));
}

struct str
outline_arms(struct arena *a, const struct ixc_finding *f)
{
	if (!f->arms_total)
		return (struct str){0};
	if (f->arms.n == f->arms_total)
		return all_arms(a, f);
	struct buf b = buf_new(a, 65536);
	buf_addf(&b, "holds for %zu of %zu arms: ", f->arms.n, f->arms_total);
	for (size_t i = 0; i < f->arms.n && i < NAMED; i++) {
		buf_addz(&b, i ? "; " : "");
		buf_add(&b, f->arms.v[i]);
	}
	if (f->arms.n > NAMED)
		buf_addf(&b, "; and %zu more", f->arms.n - NAMED);
	return buf_str(&b);
}

static void
remark(struct buf *b, const char *lead, const char *kind, struct str text)
{
	if (!text.n)
		return;
	buf_addf(b, "%s%s: ", lead, kind);
	escape_text(b, text, false);
}

void
outline_remarks(struct buf *b, const struct ixc_finding *f, const char *lead)
{
	struct outline_place at = outline_place(b->arena, f, f->span);
	if (at.elsewhere)
		buf_addf(b, "%splace: %.*s", lead, STR(at.shown));
	for (size_t i = 0; i < f->related.n; i++) {
		struct outline_place p = outline_place(b->arena, f, f->related.v[i].span);
		if (p.shown.n)
			remark(b, lead, str_z(b->arena, p.shown),
				f->related.v[i].label.n ? f->related.v[i].label
							: S("see here"));
	}
	for (size_t i = 0; i < f->notes.n; i++)
		remark(b, lead, "note", f->notes.v[i]);
	remark(b, lead, "note", outline_arms(b->arena, f));
	remark(b, lead, "help", f->help);
}

struct str
outline_message(struct arena *a, const struct ixc_finding *f)
{
	struct buf b = buf_new(a, 1 << 20);
	escape_text(&b, f->headline, false);
	outline_remarks(&b, f, "\n");
	return buf_str(&b);
}

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

void
outline_counts(struct buf *b, const struct findings *fs)
{
	size_t e = count_severity(fs, IXC_ERROR), w = count_severity(fs, IXC_WARNING);
	size_t n = count_severity(fs, IXC_NOTE);
	buf_addf(b, "%zu error%s, %zu warning%s, %zu note%s", e, plural(e), w, plural(w),
		n, plural(n));
}

size_t
outline_fixable(const struct findings *fs, bool safe)
{
	size_t n = 0;
	for (size_t i = 0; i < fs->list.n; i++)
		n += fs->list.v[i]->fix.edits.n && fs->list.v[i]->fix.safe == safe;
	return n;
}

uint64_t
outline_gaps(const struct findings *fs)
{
	uint64_t n = 0;
	for (size_t i = 0; i < fs->gaps.n; i++)
		n += fs->gaps.v[i]->count;
	return n;
}

struct str
outline_key(struct arena *a, const struct ixc_finding *f, size_t nth)
{
	struct outline_place at = outline_place(a, f, f->span);
	struct buf b = buf_new(a, 1 << 20);
	buf_addz(&b, f->rule->id);
	buf_addc(&b, '\n');
	buf_add(&b, at.path);
	buf_addc(&b, '\n');
	buf_add(&b, f->subject);
	if (nth)
		buf_addf(&b, "\n%zu", nth);
	return sha256_hex(a, buf_str(&b));
}
