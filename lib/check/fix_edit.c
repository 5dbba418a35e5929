/* Edits: whether they may be made, making them, and what became of it. */
#include "check/fix_internal.h"

#include "base/arena.h"
#include "base/buf.h"
#include "check/rule.h"

#include <stdlib.h>

static bool
edits_overlap(const struct edit *x, const struct edit *y)
{
	struct span p = x->span, q = y->span;
	if (p.file != q.file)
		return false;
	return p.begin == q.begin || (p.begin < q.end && q.begin < p.end);
}

bool
fix_overlap(const struct ixc_finding *x, const struct ixc_finding *y)
{
	for (size_t i = 0; i < x->fix.edits.n; i++)
		for (size_t k = 0; k < y->fix.edits.n; k++)
			if (edits_overlap(&x->fix.edits.v[i], &y->fix.edits.v[k]))
				return true;
	return false;
}

static int
by_begin(const void *x, const void *y)
{
	const struct edit *a = x, *b = y;
	return (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

struct str
fix_edit(struct arena *a, const struct source *s, const struct finding_list *list)
{
	struct edits edits = {0};
	for (size_t i = 0; i < list->n; i++)
		for (size_t k = 0; k < list->v[i]->fix.edits.n; k++)
			if (list->v[i]->fix.edits.v[k].span.file == s->id)
				vec_push(a, &edits, list->v[i]->fix.edits.v[k]);
	if (edits.n)
		qsort(edits.v, edits.n, sizeof *edits.v, by_begin);
	struct buf b = buf_new(a, SIZE_MAX / 2);
	size_t at = 0;
	for (size_t i = 0; i < edits.n; i++) {
		buf_add(&b, str_slice(s->bytes, at, edits.v[i].span.begin));
		buf_add(&b, edits.v[i].bytes);
		at = edits.v[i].span.end;
	}
	buf_add(&b, str_slice(s->bytes, at, s->bytes.n));
	return buf_str(&b);
}

/* ---- what may not be touched ---- */

static bool
touches_old_entry(const struct changelog *log, struct span at)
{
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!e->is_new && at.begin < e->span.end && e->span.begin < at.end)
			return true;
	}
	return false;
}

static const char *
edit_obstacle(const struct run *run, struct tree *tree, const struct fix_options *f,
	const struct edit *e)
{
	const struct source *s = sources_get(run->sources, e->span.file);
	struct arena *a = run->findings.arena;
	struct str now;
	if (!s || s->of.n || e->span.end > s->bytes.n || e->span.begin > e->span.end ||
		tree->read(tree, a, s->path, &now) != TREE_OK || !str_eq(now, s->bytes))
		return "its place is not in a file of the repository";
	if (!str_eq(s->path, run->repo->changelog_file->path))
		return NULL;
	if (e->span.begin < f->frozen || touches_old_entry(run->repo->changelog, e->span))
		return "it would change the changelog's history";
	return NULL;
}

const char *
fix_obstacle(const struct run *run, struct tree *tree, const struct fix_options *f,
	const struct ixc_finding *x)
{
	for (size_t i = 0; i < x->fix.edits.n; i++) {
		const char *why = edit_obstacle(run, tree, f, &x->fix.edits.v[i]);
		if (why)
			return why;
		for (size_t k = 0; k < i; k++)
			if (edits_overlap(&x->fix.edits.v[i], &x->fix.edits.v[k]))
				return "its edits overlap";
	}
	return NULL;
}

size_t
fix_frozen(struct str changelog, struct str earlier)
{
	size_t n = 0;
	while (n < changelog.n && n < earlier.n && changelog.p[n] == earlier.p[n])
		n++;
	if (n == changelog.n || n == earlier.n)
		return n;
	for (;; n--) { /* back to the start of the entry */
		while (n && changelog.p[n - 1] != '\n')
			n--;
		if (!n || changelog.p[n] != ' ')
			return n;
	}
}

/* ---- before and after ---- */

/*
 * Findings of one state, counted by what is said of them. Edits change subjects that hold
 * the text, and headlines that number entries, but hardly both.
 */
static struct str
said(struct arena *a, const struct ixc_finding *f, struct str what)
{
	return str_fmt(a, "%s\n%.*s\n%.*s", f->rule->id, STR(finding_path(f)), STR(what));
}

static size_t
count_of(const struct map *m, struct str key)
{
	return (uintptr_t)map_get(m, key);
}

static void
add_to(struct arena *a, struct map *m, struct str key)
{
	map_put(a, m, key, (void *)(uintptr_t)(count_of(m, key) + 1));
}

/* Each under its subject and its headline; errors also under their rule and file. */
static struct map
count(struct arena *a, const struct finding_list *list)
{
	struct map m = {0};
	for (size_t i = 0; i < list->n; i++) {
		const struct ixc_finding *f = list->v[i];
		if (f->status == FINDING_UNCHANGED)
			continue;
		add_to(a, &m, said(a, f, str_cat(a, S("subject "), f->subject)));
		add_to(a, &m, said(a, f, f->headline));
		if (f->severity == IXC_ERROR)
			add_to(a, &m, said(a, f, S("")));
	}
	return m;
}

static bool
is_new_error(struct arena *a, const struct ixc_finding *f, const struct map *was,
	const struct map *is)
{
	if (f->severity != IXC_ERROR || f->status == FINDING_UNCHANGED)
		return false;
	struct str all = said(a, f, S(""));
	bool known = count_of(was, said(a, f, f->headline)) ||
		count_of(was, said(a, f, str_cat(a, S("subject "), f->subject)));
	return !known || count_of(is, all) > count_of(was, all);
}

struct str
fix_trouble(struct arena *a, const struct run *before, const struct run *after,
	const struct finding_list *mended)
{
	struct map was = count(a, &before->findings.list);
	struct map is = count(a, &after->findings.list);
	struct map gone = count(a, mended);
	for (size_t i = 0; i < after->findings.list.n; i++) {
		const struct ixc_finding *f = after->findings.list.v[i];
		if (is_new_error(a, f, &was, &is))
			return str_fmt(a, "it would bring an error: %.*s [%s]",
				STR(f->headline), f->rule->id);
	}
	for (size_t i = 0; i < gone.n; i++) {
		struct str key = gone.entry[i].key;
		if (count_of(&is, key) + count_of(&gone, key) > count_of(&was, key))
			return S("the finding would stay");
	}
	return (struct str){0};
}
