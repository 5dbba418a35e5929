/* Findings and the ledger: making, merging, ordering. */
#include "check/finding.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "check/rule.h"

#include <stdlib.h>

void
findings_init(struct findings *fs, struct arena *a, const struct sources *sources)
{
	*fs = (struct findings){.arena = a, .sources = sources};
}

struct ixc_finding *
findings_add(struct findings *fs, const struct ixc_rule *rule, ixc_severity severity,
	struct span span, struct str headline)
{
	struct str key = str_fmt(fs->arena, "%s\n%u:%u:%u\n%.*s", rule->id, span.file,
		span.begin, span.end, STR(headline));
	struct ixc_finding *f = map_get(&fs->by_key, key);
	if (f)
		return f;
	f = NEW(fs->arena, struct ixc_finding);
	*f = (struct ixc_finding){
		.owner = fs,
		.rule = rule,
		.severity = severity,
		.confidence = rule->confidence ? rule->confidence : IXC_HIGH,
		.span = span,
		.headline = str_dup(fs->arena, headline),
	};
	f->subject = str_dup(fs->arena, str_trim(span_text(fs->sources, span)));
	map_put(fs->arena, &fs->by_key, key, f);
	vec_push(fs->arena, &fs->list, f);
	return f;
}

void
findings_gap(
	struct findings *fs, struct str check, struct str subject, struct str reason)
{
	struct str key = str_fmt(
		fs->arena, "%.*s\n%.*s\n%.*s", STR(check), STR(subject), STR(reason));
	struct gap *g = map_get(&fs->gap_by_key, key);
	if (!g) {
		g = NEW(fs->arena, struct gap);
		*g = (struct gap){str_dup(fs->arena, check), str_dup(fs->arena, subject),
			str_dup(fs->arena, reason), 0};
		map_put(fs->arena, &fs->gap_by_key, key, g);
		vec_push(fs->arena, &fs->gaps, g);
	}
	g->count++;
}

struct str
finding_path(const struct ixc_finding *f)
{
	const struct source *s = sources_get(f->owner->sources, f->span.file);
	return s ? s->path : (struct str){0};
}

static int
compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int
by_place(const void *x, const void *y)
{
	const struct ixc_finding *a = *(struct ixc_finding *const *)x;
	const struct ixc_finding *b = *(struct ixc_finding *const *)y;
	int r = str_cmp(finding_path(a), finding_path(b));
	if (!r)
		r = compare_numbers(a->span.begin, b->span.begin);
	if (!r)
		r = str_cmp(str_from(a->rule->id), str_from(b->rule->id));
	if (!r)
		r = compare_numbers(a->span.end, b->span.end);
	return r ? r : str_cmp(a->headline, b->headline);
}

static int
gap_order(const void *x, const void *y)
{
	const struct gap *a = *(struct gap *const *)x, *b = *(struct gap *const *)y;
	int r = str_cmp(a->check, b->check);
	if (!r)
		r = str_cmp(a->subject, b->subject);
	return r ? r : str_cmp(a->reason, b->reason);
}

static void
drop_withdrawn(struct findings *fs)
{
	size_t n = 0;
	for (size_t i = 0; i < fs->list.n; i++)
		if (fs->list.v[i]->severity != IXC_OFF)
			fs->list.v[n++] = fs->list.v[i];
	fs->list.n = n;
}

void
finding_list_sort(struct finding_list *list)
{
	if (list->n)
		qsort(list->v, list->n, sizeof *list->v, by_place);
}

void
findings_sort(struct findings *fs)
{
	drop_withdrawn(fs);
	finding_list_sort(&fs->list);
	if (fs->gaps.n)
		qsort(fs->gaps.v, fs->gaps.n, sizeof *fs->gaps.v, gap_order);
}

void
finding_at_most(struct ixc_finding *f, ixc_severity most)
{
	if (f->severity > most)
		f->severity = most;
}

void
finding_withdraw(struct ixc_finding *f)
{
	f->severity = IXC_OFF;
}

#define FORMATTED(f, ret)                                                                \
	va_list ap;                                                                      \
	va_start(ap, format);                                                            \
	struct str ret = str_vfmt((f)->owner->arena, format, ap);                        \
	va_end(ap)

void
finding_reword(struct ixc_finding *f, const char *format, ...)
{
	FORMATTED(f, text);
	f->headline = text;
}

void
finding_label(struct ixc_finding *f, const char *format, ...)
{
	FORMATTED(f, text);
	f->label = text;
}

void
finding_help(struct ixc_finding *f, const char *format, ...)
{
	FORMATTED(f, text);
	f->help = text;
}

void
finding_subject(struct ixc_finding *f, const char *format, ...)
{
	FORMATTED(f, text);
	f->subject = text;
}

void
finding_note(struct ixc_finding *f, const char *format, ...)
{
	FORMATTED(f, text);
	for (size_t i = 0; i < f->notes.n; i++)
		if (str_eq(f->notes.v[i], text))
			return; /* a merged finding says it once */
	vec_push(f->owner->arena, &f->notes, text);
}

void
finding_related(struct ixc_finding *f, struct span span, const char *format, ...)
{
	FORMATTED(f, text);
	for (size_t i = 0; i < f->related.n; i++) {
		struct span s = f->related.v[i].span;
		if (s.file == span.file && s.begin == span.begin && s.end == span.end &&
			str_eq(f->related.v[i].label, text))
			return;
	}
	vec_push(f->owner->arena, &f->related, ((struct related){span, text}));
}

/* Cases of a recipe come one after the other. */
void
finding_recipe(struct ixc_finding *f, struct str path)
{
	if (!f->recipes.n || !str_eq(f->recipes.v[f->recipes.n - 1], path))
		vec_push(f->owner->arena, &f->recipes, path);
}

void
finding_absent(struct ixc_finding *f, struct str path)
{
	vec_push(f->owner->arena, &f->absent, path);
}

void
finding_arm(struct ixc_finding *f, struct str arm, size_t total)
{
	f->arms_total = total;
	for (size_t i = 0; i < f->arms.n; i++)
		if (str_eq(f->arms.v[i], arm))
			return;
	vec_push(f->owner->arena, &f->arms, str_dup(f->owner->arena, arm));
}

void
finding_fix(struct ixc_finding *f, bool safe, struct span span, struct str bytes,
	const char *format, ...)
{
	FORMATTED(f, text);
	f->fix.title = text;
	f->fix.safe = safe;
	for (size_t i = 0; i < f->fix.edits.n; i++) {
		const struct edit *e = &f->fix.edits.v[i];
		if (e->span.file == span.file && e->span.begin == span.begin &&
			e->span.end == span.end && str_eq(e->bytes, bytes))
			return; /* a merged finding has it once */
	}
	vec_push(f->owner->arena, &f->fix.edits, ((struct edit){span, bytes}));
}

struct str
quote(struct arena *a, struct str s)
{
	enum { MOST = 60 };
	struct buf b = buf_new(a, 4096);
	buf_addc(&b, '\'');
	size_t i = 0;
	while (i < s.n && i < MOST) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s, i, &cp);
		if (!n)
			buf_addf(&b, "\\x%02x", (unsigned)(unsigned char)s.p[i]);
		else if (utf8_is_unsafe(cp))
			buf_addf(&b, cp < 0x100 ? "\\x%02x" : "\\u{%x}", (unsigned)cp);
		else
			buf_add(&b, str_slice(s, i, i + n));
		i += n ? n : 1;
	}
	if (i < s.n)
		buf_addz(&b, "...");
	buf_addc(&b, '\'');
	return buf_str(&b);
}
