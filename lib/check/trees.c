/* What differs between two trees. */
#include "check/trees.h"

#include "base/arena.h"
#include "check/rule.h"

/* ---- files ---------------------------------------------------------------------- */

static bool
read_side(struct trees *t, const struct side *side, struct str path, struct str *ret)
{
	struct tree *tree = side->repo->tree;
	return tree->read(tree, t->arena, path, ret) == TREE_OK;
}

const struct file_difference *
trees_file(struct trees *t, struct str path)
{
	struct file_difference *d = map_get(&t->files, path);
	if (d)
		return d;
	d = NEW(t->arena, struct file_difference);
	d->path = str_dup(t->arena, path);
	map_put(t->arena, &t->files, d->path, d);
	bool is_old = read_side(t, &t->base, path, &d->old);
	bool is_new = read_side(t, &t->head, path, &d->new);
	if (is_old != is_new)
		d->state = is_new ? FILE_ADDED : FILE_REMOVED;
	else if (is_old && !str_eq(d->old, d->new))
		d->state = FILE_CHANGED;
	if (d->state == FILE_CHANGED)
		diff_lines(t->arena, d->old, d->new, &d->lines);
	return d;
}

/* Lines from 0, the second one included. */
static bool
lines_touched(const struct file_difference *d, uint32_t first, uint32_t last)
{
	if (d->state != FILE_CHANGED)
		return d->state == FILE_ADDED;
	for (size_t i = 0; i < d->lines.hunks.n; i++) {
		const struct diff_hunk *h = &d->lines.hunks.v[i];
		/* A deletion touches the lines beside it. */
		bool deletion = h->new_begin == h->new_end;
		uint32_t from = deletion && h->new_begin ? h->new_begin - 1 : h->new_begin;
		uint32_t to = deletion ? h->new_begin + 1 : h->new_end;
		if (from <= last && first < to)
			return true;
	}
	return false;
}

bool
trees_touches(struct trees *t, struct span span)
{
	const struct source *s = sources_get(t->head.repo->sources, span.file);
	if (!s)
		return false;
	const struct file_difference *d = trees_file(t, s->path);
	uint32_t first = source_place(s, span.begin).line - 1;
	uint32_t end = span.end > span.begin ? span.end - 1 : span.begin;
	return lines_touched(d, first, source_place(s, end).line - 1);
}

struct trees *
trees_new(struct arena *a, struct str base_name, struct side head, struct side base,
	bool share_ways)
{
	struct trees *t = NEW(a, struct trees);
	*t = (struct trees){
		.arena = a, .base_name = base_name, .head = head, .base = base};
	trees_find_touched(t, share_ways);
	return t;
}

/* ---- findings ------------------------------------------------------------------- */

struct counted {
	size_t n; /* findings of the base not matched yet */
};

static struct str
key_of(struct arena *a, const struct ixc_finding *f)
{
	return str_fmt(a, "%s\n%.*s\n%.*s", f->rule->id, STR(finding_path(f)),
		STR(f->subject));
}

static struct counted *
count_of(struct arena *a, struct map *m, const struct ixc_finding *f)
{
	struct str key = key_of(a, f);
	struct counted *c = map_get(m, key);
	if (!c) {
		c = NEW(a, struct counted);
		map_put(a, m, key, c);
	}
	return c;
}

/* All recipes that it was seen in are the same in both trees. */
static bool
of_untouched_recipes(const struct ixc_finding *f, const struct map *recipes)
{
	for (size_t i = 0; i < f->recipes.n; i++)
		if (map_has(recipes, f->recipes.v[i]))
			return false;
	return f->recipes.n > 0;
}

/* The first new line that says something; false: lines were only taken out. */
static bool
first_new_line(const struct source *s, const struct diff_hunks *hunks, uint32_t *ret)
{
	for (size_t i = 0; i < hunks->n; i++)
		for (uint32_t n = hunks->v[i].new_begin; n < hunks->v[i].new_end; n++)
			if (!str_is_blank(source_line(s, *ret = n + 1)))
				return true;
	return false;
}

/* First line of the head's file that differs, for a place to point at. */
bool
trees_first_change(struct trees *t, struct str path, struct span *ret)
{
	const struct file_difference *d = trees_file(t, path);
	const struct sources *sources = t->head.repo->sources;
	if (d->state != FILE_CHANGED || !d->lines.hunks.n)
		return false;
	for (size_t i = 0; i < sources->n; i++) {
		const struct source *s = sources->v[i];
		if (!str_eq(s->path, path))
			continue;
		uint32_t line;
		if (!first_new_line(s, &d->lines.hunks, &line))
			line = d->lines.hunks.v[0].new_begin + 1;
		struct str text = source_line(s, line);
		uint32_t begin = source_line_begin(s, line);
		*ret = span_in(s, begin, begin + text.n);
		return true;
	}
	return false;
}

bool
trees_first_shared_change(struct trees *t, struct span *ret)
{
	const struct session *s = t->head.plans->session;
	for (size_t i = 0; s && i < s->paths.n; i++) {
		const struct session_path *p = s->paths.entry[i].value;
		if (p->is_file && !trees_is_recipe(p->path) && trees_first_change(t, p->path, ret))
			return true;
	}
	return false;
}

static bool
names_deleted(struct trees *t, struct ixc_finding *f)
{
	for (size_t i = 0; i < f->absent.n; i++) {
		if (trees_file(t, f->absent.v[i])->state != FILE_REMOVED)
			continue;
		finding_note(f, "this change deletes %.*s",
			STR(quote(t->arena, f->absent.v[i])));
		finding_help(f, "keep the file, or take what needs it out as well");
		return true;
	}
	return false;
}

/* Nothing that a recipe does comes from the changelog. */
static bool
is_of_scripts(const struct ixc_finding *f)
{
	return f->recipes.n || str_ends(finding_path(f), S(".sh"));
}

/* A new finding in a line that nobody touched: the change that made it. */
static void
name_cause(struct trees *t, struct ixc_finding *f)
{
	struct span place;
	if (names_deleted(t, f))
		return;
	/* What is about the change as such is perhaps about a line that is gone. */
	if (f->rule->on_change || trees_touches(t, f->span))
		return;
	for (size_t i = 0; i < f->related.n; i++)
		if (trees_touches(t, f->related.v[i].span))
			return; /* shown already */
	bool found = trees_first_change(t, finding_path(f), &place);
	for (size_t i = 0; i < f->recipes.n && !found; i++)
		found = trees_first_change(t, f->recipes.v[i], &place);
	if (!found && f->recipes.n)
		found = trees_first_shared_change(t, &place);
	const struct repo_file *yaml[] = {t->head.repo->runners_file, t->head.repo->amd,
		t->head.repo->nvidia, t->head.repo->changelog_file};
	size_t n = sizeof yaml / sizeof *yaml - is_of_scripts(f);
	for (size_t i = 0; i < n && !found; i++)
		found = trees_first_change(t, yaml[i]->path, &place);
	if (found)
		finding_related(f, place, "changed here");
}

struct finding_list
trees_compare(struct trees *t, struct findings *head, const struct finding_list *allowed,
	const struct findings *base)
{
	struct map counts = {0};
	struct finding_list gone = {0};
	for (size_t i = 0; i < base->list.n; i++)
		count_of(t->arena, &counts, base->list.v[i])->n +=
			base->list.v[i]->severity != IXC_OFF;
	for (size_t i = 0; i < head->list.n; i++) {
		struct ixc_finding *f = head->list.v[i];
		struct counted *c = count_of(t->arena, &counts, f);
		f->status = FINDING_NEW;
		if (c->n || of_untouched_recipes(f, &t->touched))
			f->status = FINDING_UNCHANGED;
		else
			name_cause(t, f);
		c->n -= c->n > 0;
	}
	for (size_t i = 0; i < allowed->n; i++) {
		struct counted *c = count_of(t->arena, &counts, allowed->v[i]);
		c->n -= c->n > 0;
	}
	for (size_t i = base->list.n; i-- > 0;) {
		struct ixc_finding *f = base->list.v[i];
		struct counted *c = count_of(t->arena, &counts, f);
		if (!c->n || f->severity == IXC_OFF)
			continue;
		c->n--;
		if (of_untouched_recipes(f, &t->touched))
			continue; /* the head looked at more of them than the base */
		f->status = FINDING_FIXED;
		vec_push(t->arena, &gone, f);
	}
	return gone;
}
