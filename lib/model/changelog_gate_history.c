/*
 * What became of the old text: which lines of base are gone or changed, and in which way.
 *
 * Worked out from a line comparison. A run of changed lines in which entries begin is
 * about whole entries; any other is about a part of one, and what the entry says now
 * decides whether its text changed or only its form.
 */
#include "model/changelog_gate_internal.h"

static struct str
without_blanks(struct str line)
{
	return str_slice(line, 0, (size_t)(str_trim(line).p - line.p) + str_trim(line).n);
}

static struct span
hunk_span(const struct source *s, uint32_t begin, uint32_t end)
{
	return gate_lines(s, begin, end);
}

/* The old lines are gone or replaced: shown in head when something stands for them there.
 */
static struct changelog_fault *
history_fault(struct gate *g, const struct diff_hunk *h, enum changelog_what what,
	enum changelog_class class, struct str text)
{
	struct span old = hunk_span(g->base, h->old_begin, h->old_end);
	struct span new = hunk_span(g->head, h->new_begin, h->new_end);
	bool is_shown = h->new_end > h->new_begin;
	struct changelog_fault *f =
		gate_fault(g, what, class, is_shown ? new : old, text);
	if (is_shown && h->old_end > h->old_begin) {
		f->related = old;
		f->related_label = "what it was";
	}
	f->help = S("restore the old text byte for byte");
	return f;
}

/* ---- blanks ---- */

static uint32_t
skip_blank(const struct diff_text *t, uint32_t i, uint32_t end)
{
	while (i < end && str_is_blank(t->v[i]))
		i++;
	return i;
}

/* The same lines, if blanks at their ends and empty lines are not looked at. */
static bool
is_about_blanks(const struct gate *g, const struct diff_hunk *h)
{
	uint32_t x = h->old_begin, y = h->new_begin;
	for (;;) {
		x = skip_blank(&g->diff.old, x, h->old_end);
		y = skip_blank(&g->diff.new, y, h->new_end);
		if (x == h->old_end || y == h->new_end)
			return x == h->old_end && y == h->new_end;
		if (!str_eq(without_blanks(g->diff.old.v[x++]),
			    without_blanks(g->diff.new.v[y++])))
			return false;
	}
}

static void
tell_blanks(struct gate *g, const struct diff_hunk *h)
{
	uint32_t old = h->old_end - h->old_begin, new = h->new_end - h->new_begin;
	struct str text = S("blanks of the old text were changed");
	if (old > new)
		text = str_fmt(g->arena,
			"blanks of the old text were changed: %u lines became %u", old,
			new);
	else if (old == 0)
		text = str_fmt(g->arena, "%u empty line%s put %s the old text", new,
			new == 1 ? " was" : "s were",
			h->old_end == g->diff.old.n ? "behind" : "into");
	history_fault(g, h, CHANGELOG_BLANKS_CHANGED, CHANGELOG_HISTORY_BYTES, text);
}

/* ---- links ---- */

static bool
is_link_line(struct str line)
{
	return str_starts(line, S("  pr-link:"));
}

static bool
is_about_links(const struct gate *g, const struct diff_hunk *h)
{
	uint32_t n = h->old_end - h->old_begin;
	if (n == 0 || h->new_end - h->new_begin != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!is_link_line(g->diff.old.v[h->old_begin + i]) ||
			!is_link_line(g->diff.new.v[h->new_begin + i]))
			return false;
	return true;
}

/* The link of an old entry says something else, or the same in another form. */
static void
tell_link(struct gate *g, const struct diff_hunk *h, const struct changelog_entry *old,
	const struct changelog_entry *new)
{
	struct arena *a = g->arena;
	struct str was = changelog_entry_link(a, old), is = changelog_entry_link(a, new);
	if (!changelog_same_content(old->node, new->node)) {
		history_fault(g, h, CHANGELOG_TEXT_CHANGED, CHANGELOG_HISTORY_CHANGED,
			str_fmt(a, "the link of old entry %zu was changed with its text",
				old->index));
		return;
	}
	if (str_eq(was, is)) {
		history_fault(g, h, CHANGELOG_FORM_CHANGED, CHANGELOG_HISTORY_BYTES,
			str_fmt(a,
				"the link of old entry %zu says the same in another form",
				old->index));
		return;
	}
	if (!new->pr_link) {
		history_fault(g, h, CHANGELOG_TEXT_CHANGED, CHANGELOG_HISTORY_CHANGED,
			str_fmt(a, "the link of old entry %zu is gone", old->index));
		return;
	}
	bool is_final = changelog_link_is_canonical(is);
	struct changelog_fault *f = history_fault(g, h, CHANGELOG_LINK_CORRECTED,
		is_final ? CHANGELOG_FINE : CHANGELOG_CORRECTION_LINK,
		str_fmt(a, "the link of old entry %zu was corrected from %.*s to %.*s",
			old->index, STR(schema_quote(a, was)), STR(schema_quote(a, is))));
	g->ret->corrections += is_final;
	f->help = is_final
		? S("allowed at merge in a change of its own, but the job on the pull "
		    "request takes it for a deletion")
		: S("the new link must be " CHANGELOG_LINK_START "NUMBER");
}

/* ---- parts of an entry ---- */

/* A line behind the end counts as the last one. */
static const struct changelog_entry *
entry_of_line(const struct changelog *log, uint32_t line)
{
	size_t i = gate_entry_at(log, line);
	return i < log->entries.n ? log->entries.v[i] : NULL;
}

static void
tell_text(struct gate *g, const struct diff_hunk *h, const struct changelog_entry *old,
	const struct changelog_entry *new)
{
	struct str text = S("a part of the old text was changed");
	enum changelog_what what = CHANGELOG_TEXT_CHANGED;
	enum changelog_class class = CHANGELOG_HISTORY_CHANGED;
	if (old && new &&changelog_same_entry(old->node, new->node)) {
		what = CHANGELOG_FORM_CHANGED;
		class = CHANGELOG_HISTORY_BYTES;
		text = str_fmt(g->arena,
			"old entry %zu was written differently and says the same",
			old->index);
	} else if (old && new &&changelog_same_content(old->node, new->node)) {
		tell_link(g, h, old, new);
		return;
	} else if (old) {
		text = str_fmt(
			g->arena, "the text of old entry %zu was changed", old->index);
	}
	history_fault(g, h, what, class, text);
}

/* Without the blank lines at the end, which belong to what follows. */
static uint32_t
trim_end(const struct diff_text *t, uint32_t begin, uint32_t end)
{
	while (end > begin && str_is_blank(t->v[end - 1]))
		end--;
	return end;
}

static void
tell_links(struct gate *g, const struct diff_hunk *h)
{
	for (uint32_t i = 0; i < h->old_end - h->old_begin; i++) {
		struct diff_hunk one = {h->old_begin + i, h->old_begin + i + 1,
			h->new_begin + i, h->new_begin + i + 1};
		const struct changelog_entry *old = entry_of_line(g->old, one.old_begin);
		const struct changelog_entry *new = entry_of_line(g->new, one.new_begin);
		if (old && new)
			tell_link(g, &one, old, new);
		else
			tell_text(g, &one, old, new);
	}
}

static void
tell_part(struct gate *g, const struct diff_hunk *h)
{
	if (is_about_blanks(g, h)) {
		tell_blanks(g, h);
		return;
	}
	/* Empty lines behind the part are a fault of their own. */
	struct diff_hunk part = *h, tail = *h;
	part.old_end = tail.old_begin = trim_end(&g->diff.old, h->old_begin, h->old_end);
	part.new_end = tail.new_begin = trim_end(&g->diff.new, h->new_begin, h->new_end);
	if (is_about_links(g, &part))
		tell_links(g, &part);
	else
		tell_text(g, &part, entry_of_line(g->old, h->old_begin),
			entry_of_line(g->new, h->new_begin));
	if (tail.old_begin < tail.old_end || tail.new_begin < tail.new_end)
		tell_blanks(g, &tail);
}

/* ---- whole entries ---- */

/* Entries [*ret_begin, *ret_end) that begin in these lines. */
static void
entries_in(const struct changelog *log, uint32_t begin, uint32_t end, size_t *ret_begin,
	size_t *ret_end)
{
	size_t i = 0;
	while (i < log->entries.n && gate_entry_line(log->entries.v[i]) < begin)
		i++;
	*ret_begin = i;
	while (i < log->entries.n && gate_entry_line(log->entries.v[i]) < end)
		i++;
	*ret_end = i;
}

/* Whether the second can be what became of the first: something of it is left. */
static bool
is_alike(const struct changelog_entry *x, const struct changelog_entry *y)
{
	return yaml_equal(x->config_keys, y->config_keys) ||
		yaml_equal(x->description, y->description);
}

static void
tell_deleted(struct gate *g, const struct changelog_entry *e)
{
	struct changelog_fault *f =
		gate_fault(g, CHANGELOG_ENTRY_DELETED, CHANGELOG_ENTRIES_DELETED, e->span,
			str_fmt(g->arena, "old entry %zu is gone", e->index));
	bool is_last = e->index == g->old->entries.n;
	f->help = is_last
		? S("restore it; if it is new in the base, merge the base into the "
		    "branch, which is behind")
		: S("restore the old text byte for byte");
}

static void
tell_inserted(struct gate *g, const struct changelog_entry *e)
{
	struct changelog_fault *f = gate_fault(g, CHANGELOG_ENTRY_INSERTED,
		CHANGELOG_HISTORY_CHANGED, e->span,
		str_fmt(g->arena, "new entry %zu stands before old ones", e->index));
	f->help = S("move it to the end of the file, after one empty line");
}

static void
tell_rewritten(struct gate *g, const struct changelog_entry *old,
	const struct changelog_entry *new)
{
	struct diff_hunk h = {gate_entry_line(old), gate_line(g->base, old->span.end) + 1,
		gate_entry_line(new), gate_line(g->head, new->span.end) + 1};
	tell_text(g, &h, old, new);
}

static void
tell_new(struct gate *g, const struct changelog_entry *e, bool is_at_end)
{
	g->is_added[e->index - 1] = true;
	g->is_misplaced[e->index - 1] = !is_at_end;
	if (!is_at_end)
		tell_inserted(g, e);
}

/* Entries of a hunk, in order: old ones that are gone, changed, and new ones. */
static void
tell_entries(struct gate *g, const struct diff_hunk *h, size_t x, size_t x_end, size_t y,
	size_t y_end)
{
	bool is_at_end = h->old_end == g->diff.old.n;
	for (; x < x_end; x++) {
		const struct changelog_entry *old = g->old->entries.v[x];
		size_t k = y;
		while (k < y_end && !is_alike(old, g->new->entries.v[k]))
			k++;
		if (k == y_end) {
			tell_deleted(g, old);
			continue;
		}
		for (; y < k; y++)
			tell_new(g, g->new->entries.v[y], false);
		tell_rewritten(g, old, g->new->entries.v[y++]);
	}
	for (; y < y_end; y++)
		tell_new(g, g->new->entries.v[y], is_at_end);
}

/* Lines of the hunk before the first entry that begins in it: the end of the entry
 * before. */
static void
tell_rest_of_entry(struct gate *g, const struct diff_hunk *h, size_t x, size_t x_end,
	size_t y, size_t y_end)
{
	struct diff_hunk rest = *h;
	if (x < x_end)
		rest.old_end = trim_end(&g->diff.old, h->old_begin,
			gate_entry_line(g->old->entries.v[x]));
	if (y < y_end)
		rest.new_end = trim_end(&g->diff.new, h->new_begin,
			gate_entry_line(g->new->entries.v[y]));
	if (rest.old_end > rest.old_begin)
		tell_part(g, &rest);
}

static void
tell_hunk(struct gate *g, const struct diff_hunk *h)
{
	size_t x, x_end, y, y_end;
	entries_in(g->old, h->old_begin, h->old_end, &x, &x_end);
	entries_in(g->new, h->new_begin, h->new_end, &y, &y_end);
	bool is_append = h->old_begin == g->diff.old.n;
	if (x < x_end || y < y_end) {
		tell_rest_of_entry(g, h, x, x_end, y, y_end);
		tell_entries(g, h, x, x_end, y, y_end);
	} else if (!is_append || is_about_blanks(g, h)) {
		tell_part(g, h);
	} else if (!g->new->doc
			    ->partial) { /* else it may be an entry that can't be read */
		history_fault(g, h, CHANGELOG_FORM_CHANGED, CHANGELOG_HISTORY_BYTES,
			S("text that is no entry was put behind the old text"));
	}
}

/* With links corrected and entries added at once the merge tools take neither. */
static void
tell_mixed(struct gate *g, size_t from)
{
	for (size_t i = from; i < g->ret->faults.n; i++) {
		struct changelog_fault *f = &g->ret->faults.v[i];
		if (f->what != CHANGELOG_LINK_CORRECTED || f->class != CHANGELOG_FINE)
			continue;
		f->class = CHANGELOG_MIXED;
		f->merge_aborts = true;
		f->help = S("correct links in a change of its own, without new entries");
	}
}

void
gate_history(struct gate *g)
{
	size_t from = g->ret->faults.n;
	bool has_new = false;
	for (size_t i = 0; i < g->diff.hunks.n; i++)
		tell_hunk(g, &g->diff.hunks.v[i]);
	for (size_t i = 0; i < g->new->entries.n; i++)
		has_new |= g->is_added[i];
	if (has_new && g->ret->corrections)
		tell_mixed(g, from);
}

void
gate_history_is_fine(struct gate *g)
{
	size_t n = g->old->entries.n;
	for (size_t i = 0; i < n; i++) {
		const struct changelog_entry *old = g->old->entries.v[i];
		const struct changelog_entry *new = g->new->entries.v[i];
		if (changelog_same_entry(old->node, new->node))
			continue;
		uint32_t x = gate_line(g->base, old->pr_link->span.begin);
		uint32_t y = gate_line(g->head, new->pr_link->span.begin);
		struct diff_hunk h = {x, x + 1, y, y + 1};
		tell_link(g, &h, old, new);
	}
	for (size_t i = n; i < g->new->entries.n; i++)
		g->is_added[i] = true;
}
