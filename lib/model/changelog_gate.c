/* The gate: gathers the faults and says of each who stops at it. */
#include "model/changelog_gate.h"

#include "base/limits.h"
#include "model/changelog_bytes.h"
#include "model/changelog_edit.h"
#include "model/changelog_gate_internal.h"

#include <stdlib.h>

/* ---- for the other files ---- */

struct changelog_fault *
gate_fault(struct gate *g, enum changelog_what what, enum changelog_class class,
	struct span span, struct str text)
{
	struct changelog_faults *all = &g->ret->faults;
	struct changelog_fault f = {
		.what = what,
		.class = class,
		.merge_aborts = class != CHANGELOG_FINE,
		.span = span,
		.text = text,
	};
	if (all->n > LIMIT_CHANGELOG_FAULTS) {
		g->not_listed = f;
		return &g->not_listed;
	}
	if (all->n == LIMIT_CHANGELOG_FAULTS)
		f = (struct changelog_fault){
			.what = CHANGELOG_OTHER,
			.class = CHANGELOG_FINE,
			.span = span,
			.text = str_fmt(g->arena,
				"more than %d faults: the others are not listed",
				LIMIT_CHANGELOG_FAULTS),
		};
	vec_push(g->arena, all, f);
	return &all->v[all->n - 1];
}

void
gate_mend(const struct gate *g, struct changelog_fault *f, struct span span, struct str instead)
{
	if (g->new->doc->partial)
		return;
	f->mend = span;
	f->instead = instead;
}

uint32_t
gate_line(const struct source *s, uint32_t offset)
{
	return source_place(s, offset).line - 1;
}

struct span
gate_lines(const struct source *s, uint32_t begin, uint32_t end)
{
	uint32_t from = source_line_begin(s, begin + 1);
	uint32_t to = begin == end ? from : source_line_begin(s, end + 1);
	if (to > from && s->bytes.p[to - 1] == '\n')
		to--;
	return span_in(s, from, to);
}

bool
gate_span_is_new(const struct gate *g, struct span span)
{
	uint32_t end = gate_line(g->head, span.end);
	for (uint32_t i = gate_line(g->head, span.begin); i <= end; i++)
		if (i < g->diff.new.n && g->is_touched[i])
			return true;
	return false;
}

uint32_t
gate_entry_line(const struct changelog_entry *e)
{
	return gate_line(e->owner->source, e->span.begin);
}

size_t
gate_entry_at(const struct changelog *log, uint32_t line)
{
	size_t lo = 0,
	       hi = log->entries.n; /* the entries before lo begin at or before it */
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (gate_entry_line(log->entries.v[mid]) <= line)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : log->entries.n;
}

/* ---- verdict ---- */

/* How far the merge tools get. */
struct progress {
	bool reads_base, reads_head; /* nothing is wrong with the text by itself */
	bool takes_change;           /* nor with what changed */
};

/* The final links are put in as the last step, which may be refused, too. */
static struct changelog_verdict
verdict(struct gate *g, struct progress *p)
{
	struct arena *a = g->arena;
	struct changelog_verdict v = {0}, w = {0};
	struct changelog_parsed old, new;
	p->reads_base = changelog_parse(a, g->base, g->old->doc, &old, &v);
	p->reads_head = changelog_parse(a, g->head, g->new->doc, &new, &w);
	if (!p->reads_base || !p->reads_head)
		return p->reads_base ? w : v;
	p->takes_change = changelog_check_change(
		a, &old, &new, g->pr, &v.additions, &v.corrections, &v);
	if (!p->takes_change || g->pr->links != CHANGELOG_LINKS_PR || v.additions == 0)
		return v;
	return changelog_canonicalize_parsed(a, g->sources, &old, &new, g->pr).verdict;
}

/* What a verdict of each class may be about, as bits of enum changelog_what. */
enum {
	ABOUT_TEXT = 1 << CHANGELOG_BYTE | 1 << CHANGELOG_END_OF_FILE |
		1 << CHANGELOG_READING | 1 << CHANGELOG_SHAPE,
	ABOUT_HISTORY = 1 << CHANGELOG_ENTRY_DELETED | 1 << CHANGELOG_ENTRY_INSERTED |
		1 << CHANGELOG_TEXT_CHANGED | 1 << CHANGELOG_FORM_CHANGED |
		1 << CHANGELOG_BLANKS_CHANGED | 1 << CHANGELOG_LINK_CORRECTED,
	ABOUT_NEW = 1 << CHANGELOG_LINK_NEW | 1 << CHANGELOG_SPACING |
		1 << CHANGELOG_REWRITING,
};

static const unsigned about[] = {
	[CHANGELOG_FINE] = 0,
	[CHANGELOG_NO_FINAL_NEWLINE] = ABOUT_TEXT,
	[CHANGELOG_CR] = ABOUT_TEXT,
	[CHANGELOG_TAB] = ABOUT_TEXT,
	[CHANGELOG_NUL] = ABOUT_TEXT,
	[CHANGELOG_UTF8] = ABOUT_TEXT,
	[CHANGELOG_YAML] = ABOUT_TEXT,
	[CHANGELOG_ROOT] = ABOUT_TEXT,
	[CHANGELOG_ENTRY_COUNT] = ABOUT_TEXT,
	[CHANGELOG_SCHEMA] = ABOUT_TEXT,
	[CHANGELOG_ENTRIES_DELETED] = ABOUT_HISTORY,
	[CHANGELOG_HISTORY_CHANGED] = ABOUT_HISTORY,
	[CHANGELOG_REFORMATTED] = ABOUT_HISTORY,
	[CHANGELOG_CORRECTION_LINK] = ABOUT_HISTORY,
	[CHANGELOG_MIXED] = ABOUT_HISTORY,
	[CHANGELOG_PR_LINK] = ABOUT_NEW,
	[CHANGELOG_HISTORY_BYTES] = ABOUT_HISTORY,
	[CHANGELOG_SEPARATOR] = ABOUT_NEW | ABOUT_HISTORY,
	[CHANGELOG_TRAILING_BLANK] = ABOUT_NEW,
	[CHANGELOG_BLOCKS] = ABOUT_NEW,
	[CHANGELOG_LINK_LINE] = ABOUT_NEW,
	[CHANGELOG_NOT_COMPARABLE] = 0,
	[CHANGELOG_NOTHING_TO_MERGE] = 0,
	[CHANGELOG_MAIN_CHANGED] = 0,
};

/* The first fault of the class, or (FINE) of one of the kinds. */
static struct changelog_fault *
find_fault(struct gate *g, enum changelog_class class, unsigned kinds)
{
	for (size_t i = 0; i < g->ret->faults.n; i++) {
		struct changelog_fault *f = &g->ret->faults.v[i];
		bool fits = class ? f->class == class : kinds >> f->what & 1;
		if (f->merge_aborts && fits)
			return f;
	}
	return NULL;
}

/* Where the merge tools stop: the fault of that class, else one of its kind, which then
 * gets the class, else the verdict itself. */
static void
mark_first(struct gate *g)
{
	const struct changelog_verdict *v = &g->ret->verdict;
	struct changelog_fault *f = find_fault(g, v->class, 0);
	if (!f)
		f = find_fault(g, CHANGELOG_FINE, about[v->class]);
	if (!f) {
		uint32_t file = v->span.file;
		bool has_place = file == g->base->id || file == g->head->id;
		f = gate_fault(g, CHANGELOG_OTHER, v->class,
			has_place ? v->span : span_in(g->head, 0, 0), v->text);
	}
	f->class = v->class;
	f->is_first = true;
}

/* ---- the job on the pull request ---- */

/* What the job can notice of a fault, by what it is about. */
static const unsigned noticed_by[] = {
#define STOP(kind) 1u << CHANGELOG_STOP_##kind
	[CHANGELOG_BYTE] = STOP(YAML) | STOP(DELETION) | STOP(SCHEMA),
	[CHANGELOG_END_OF_FILE] = 0,
	[CHANGELOG_READING] = STOP(YAML) | STOP(SCHEMA),
	[CHANGELOG_SHAPE] = STOP(SCHEMA) | STOP(YAML),
	[CHANGELOG_ENTRY_DELETED] = STOP(DELETION),
	[CHANGELOG_ENTRY_INSERTED] = 0,
	[CHANGELOG_TEXT_CHANGED] = STOP(DELETION),
	[CHANGELOG_FORM_CHANGED] = STOP(DELETION),
	[CHANGELOG_BLANKS_CHANGED] = STOP(DELETION),
	[CHANGELOG_LINK_CORRECTED] = STOP(DELETION),
	[CHANGELOG_LINK_NEW] = 0,
	[CHANGELOG_PLACEHOLDER] = 0,
	[CHANGELOG_SPACING] = 0,
	[CHANGELOG_REWRITING] = 0,
	[CHANGELOG_ONLY_PR_JOB] = 0,
	[CHANGELOG_OTHER] = 0,
#undef STOP
};

/* Stops that have no line, and the class of byte that brings them about. */
static bool
is_stop_of_file(const struct changelog_stop *s, enum changelog_class class)
{
	switch (s->kind) {
	case CHANGELOG_STOP_FINAL_NEWLINE:
		return class == CHANGELOG_NO_FINAL_NEWLINE;
	case CHANGELOG_STOP_ENCODING:
		return class == CHANGELOG_UTF8;
	case CHANGELOG_STOP_NO_ADDITIONS:
		return class == CHANGELOG_NUL;
	case CHANGELOG_STOP_DELETION:
	case CHANGELOG_STOP_YAML:
	case CHANGELOG_STOP_NO_ENTRIES:
	case CHANGELOG_STOP_SCHEMA:
	case CHANGELOG_STOP_APPEND_ONLY:
		break;
	}
	return false;
}

static bool
touch(const struct gate *g, struct span x, struct span y)
{
	if (x.file == 0 || x.file != y.file)
		return false;
	const struct source *s = x.file == g->base->id ? g->base : g->head;
	return gate_line(s, x.begin) <= gate_line(s, y.end) &&
		gate_line(s, y.begin) <= gate_line(s, x.end);
}

static bool
is_noticed(const struct gate *g, const struct changelog_fault *f,
	const struct changelog_stop *s)
{
	if (is_stop_of_file(s, f->class))
		return true;
	return (noticed_by[f->what] >> s->kind & 1) &&
		(touch(g, f->span, s->span) || touch(g, f->related, s->span));
}

/* Stops that belong to no fault: only the first counts, the others may follow from it. */
static bool
is_worth_telling(const struct changelog_stops *stops, size_t i)
{
	return i == 0 || stops->v[i].kind == CHANGELOG_STOP_APPEND_ONLY;
}

static void
ask_pr_job(struct gate *g, struct str git_diff)
{
	const struct changelog_pr_view *view =
		changelog_pr_view(g->arena, g->base, g->head, git_diff);
	size_t n = g->ret->faults.n;
	g->ret->pr_view = view;
	if (str_eq(g->base->bytes, g->head->bytes))
		return; /* it runs for changes of the file only */
	for (size_t i = 0; i < view->stops.n; i++) {
		bool is_told = false;
		for (size_t k = 0; k < n; k++) {
			struct changelog_fault *f = &g->ret->faults.v[k];
			bool noticed = is_noticed(g, f, &view->stops.v[i]);
			f->pr_job_stops |= noticed;
			is_told |= noticed;
		}
		if (is_told || !is_worth_telling(&view->stops, i))
			continue;
		const struct changelog_stop *s = &view->stops.v[i];
		struct str text = s->text;
		if (s->kind == CHANGELOG_STOP_YAML)
			text = str_fmt(g->arena,
				"the added lines alone are not YAML: %.*s", STR(text));
		struct changelog_fault *f =
			gate_fault(g, CHANGELOG_ONLY_PR_JOB, CHANGELOG_FINE,
				s->span.file ? s->span : span_in(g->head, 0, 0), text);
		f->pr_job_stops = true;
	}
}

/* ---- all ---- */

struct ranked {
	struct changelog_fault f;
	size_t order;
};

static int
by_place(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;
	if (a->f.span.file != b->f.span.file)
		return a->f.span.file < b->f.span.file ? -1 : 1;
	if (a->f.span.begin != b->f.span.begin)
		return a->f.span.begin < b->f.span.begin ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static void
sort_faults(struct arena *a, struct changelog_faults *faults)
{
	struct ranked *r = NEW_ARRAY(a, struct ranked, faults->n);
	for (size_t i = 0; i < faults->n; i++)
		r[i] = (struct ranked){faults->v[i], i};
	if (faults->n)
		qsort(r, faults->n, sizeof *r, by_place);
	for (size_t i = 0; i < faults->n; i++)
		faults->v[i] = r[i].f;
}

static void
mark_lines(struct gate *g)
{
	size_t n = g->diff.new.n;
	g->line_is_new = NEW_ARRAY(g->arena, bool, n);
	g->is_touched = NEW_ARRAY(g->arena, bool, n);
	for (size_t i = 0; i < g->diff.hunks.n; i++) {
		const struct diff_hunk *h = &g->diff.hunks.v[i];
		for (uint32_t k = h->new_begin; k < h->new_end; k++)
			g->line_is_new[k] = g->is_touched[k] = true;
		if (h->old_begin == h->old_end)
			continue;
		if (h->new_begin > 0)
			g->is_touched[h->new_begin - 1] = true;
		if (h->new_end < n)
			g->is_touched[h->new_end] = true;
	}
}

struct changelog_gate *
changelog_gate(struct arena *a, struct sources *sources, const struct source *base,
	const struct yaml_doc *head, const struct changelog_pr *pr, struct str git_diff)
{
	struct gate g = {.arena = a,
		.sources = sources,
		.base = base,
		.head = head->source,
		.pr = pr};
	struct progress p = {0};
	g.ret = NEW(a, struct changelog_gate);
	g.ret->base = g.old = changelog_read(a, yaml_load(a, base));
	g.ret->head = g.new = changelog_read(a, head);
	g.is_added = NEW_ARRAY(a, bool, g.new->entries.n);
	g.is_misplaced = NEW_ARRAY(a, bool, g.new->entries.n);
	diff_lines(a, base->bytes, head->source->bytes, &g.diff);
	diff_align(&g.diff, changelog_begins_entry);
	mark_lines(&g);
	g.ret->verdict = verdict(&g, &p);
	g.ret->base_is_faulty = !p.reads_base;
	if (!p.reads_base)
		gate_read(&g, g.old);
	if (!p.reads_head)
		gate_read(&g, g.new);
	if (p.takes_change)
		gate_history_is_fine(&g);
	else
		gate_history(&g);
	gate_new_entries(&g);
	if (g.ret->verdict.class != CHANGELOG_FINE)
		mark_first(&g);
	ask_pr_job(&g, git_diff);
	sort_faults(a, &g.ret->faults);
	return g.ret;
}
