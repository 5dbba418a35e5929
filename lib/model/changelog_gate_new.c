/* New entries: empty lines around them, their links, and whether links can be put in. */
#include "model/changelog_gate_internal.h"

#include "model/changelog_bytes.h"

/* ---- spacing ---- */

/* What stands where one empty line should be. */
static struct str
describe_gap(struct arena *a, struct str gap)
{
	size_t empty = 0, blank = 0, other = 0;
	struct str rest = gap;
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		if (line.n == 0)
			empty++;
		else if (str_is_blank(line))
			blank++;
		else
			other++;
	}
	if (other)
		return S("other text stands");
	if (blank && empty)
		return S("an empty line and blanks stand");
	if (blank)
		return S("a line of blanks stands");
	return empty ? str_fmt(a, "%zu empty lines stand", empty) : S("nothing stands");
}

/* 'check --fix' does not touch what stands behind an old entry, it only puts a line there. */
static void
tell_gap(struct gate *g, const struct changelog_entry *e, struct str gap, bool behind_old)
{
	uint32_t at = e->span.begin;
	struct changelog_fault *f = gate_fault(g, CHANGELOG_SPACING, CHANGELOG_SEPARATOR,
		span_in(g->head, at - gap.n, at),
		str_fmt(g->arena, "%.*s before new entry %zu instead of one empty line",
			STR(describe_gap(g->arena, gap)), e->index));
	if (gap.n == 0 || (!behind_old && str_is_blank(gap)))
		gate_mend(g, f, f->span, S("\n"));
	if (gap.n == 0)
		f->span.end = at + 1;
	f->help = S("put one empty line, without blanks in it, before the entry");
}

/* What stands between the last line with text before the entry and the entry. */
static struct str
gap_before(const struct gate *g, const struct changelog_entry *e)
{
	struct str before = str_slice(g->head->bytes, 0, e->span.begin);
	size_t n = before.n;
	while (n && str_is_blank(str_slice(before, n - 1, n)))
		n--;
	n = str_find_byte(before, '\n', n);
	return str_slice(before, n + 1, before.n);
}

/* Where lines were put behind the old text and nothing else changed there: their offset.
 */
static bool
find_tail(const struct gate *g, uint32_t *ret)
{
	if (g->diff.hunks.n == 0)
		return false;
	const struct diff_hunk *h = &g->diff.hunks.v[g->diff.hunks.n - 1];
	*ret = source_line_begin(g->head, h->new_begin + 1);
	return h->old_begin == g->diff.old.n;
}

/* The first entry behind the old text: whether that ends with an empty line counts. */
static void
check_first_gap(struct gate *g, const struct changelog_entry *e, uint32_t tail)
{
	struct str gap = str_slice(g->head->bytes, tail, e->span.begin);
	struct str wanted = str_ends(g->base->bytes, S("\n\n")) ? S("") : S("\n");
	if (!str_eq(gap, wanted))
		tell_gap(g, e, gap, true);
}

static void
check_gap(struct gate *g, const struct changelog_entry *e)
{
	struct str before = str_slice(g->head->bytes, 0, e->span.begin);
	if (!str_ends(before, S("\n\n")) || str_ends(before, S("\n\n\n")))
		tell_gap(g, e, gap_before(g, e), false);
}

static void
check_end(struct gate *g)
{
	struct str head = g->head->bytes;
	size_t n = head.n;
	if (!str_ends(head, S("\n\n")))
		return;
	while (n && head.p[n - 1] == '\n')
		n--;
	size_t lines = head.n - n - 1;
	struct changelog_fault *f = gate_fault(g, CHANGELOG_END_OF_FILE,
		CHANGELOG_TRAILING_BLANK, span_in(g->head, n + 1, head.n),
		str_fmt(g->arena, "the file ends with %zu empty line%s", lines,
			lines == 1 ? "" : "s"));
	f->help = S("end the file with exactly one line feed");
	gate_mend(g, f, f->span, S(""));
}

/* Only such entries are known to the byte rules. */
static bool
begins_line(const struct gate *g, const struct changelog_entry *e)
{
	return e->span.begin == 0 || g->head->bytes.p[e->span.begin - 1] == '\n';
}

static void
check_spacing(struct gate *g)
{
	uint32_t tail = 0;
	bool has_tail = find_tail(g, &tail), is_first = true;
	for (size_t i = 0; i < g->new->entries.n; i++) {
		const struct changelog_entry *e = g->new->entries.v[i];
		if (!g->is_added[i] || g->is_misplaced[i] || !begins_line(g, e))
			continue;
		if (has_tail && is_first)
			check_first_gap(g, e, tail);
		else
			check_gap(g, e);
		is_first = false;
	}
	if (!is_first)
		check_end(g);
}

/* ---- rewriting ---- */

/* The entry alone, read as a file of its own. */
static const struct changelog *
read_alone(struct arena *a, struct str block)
{
	struct sources scratch = {0};
	const struct source *s = sources_add(a, &scratch, S("entry"), block);
	const struct yaml_doc *doc = yaml_load(a, s);
	const struct changelog *log = changelog_read(a, doc);
	return doc->strict_ok && log->entries.n == 1 ? log : NULL;
}

static struct str
entry_block(const struct changelog_entry *e)
{
	struct str head = e->owner->source->bytes;
	return str_slice(head, e->span.begin, str_find_byte(head, '\n', e->span.end) + 1);
}

/* The line that would be replaced is another one than that of the key. */
static bool
is_other_line(const struct gate *g, const struct changelog_entry *e,
	const struct yaml_node *key, struct span *ret)
{
	size_t begin, end;
	if (!changelog_link_line(entry_block(e), &begin, &end))
		return false;
	*ret = span_in(g->head, e->span.begin + begin, e->span.begin + end);
	return gate_line(g->head, ret->begin) != gate_line(g->head, key->span.begin);
}

static void
tell_rewriting(struct gate *g, const struct changelog_entry *e, const struct yaml_pair *p,
	enum changelog_class class)
{
	struct arena *a = g->arena;
	struct span other;
	struct changelog_fault *f;
	if (is_other_line(g, e, p->key, &other)) {
		f = gate_fault(g, CHANGELOG_REWRITING, class, other,
			str_fmt(a,
				"the final link of new entry %zu would replace this line",
				e->index));
		f->related = p->value->span;
		f->related_label = "the link stands here";
		f->help = S("take '  pr-link:' away from the start of this line");
		return;
	}
	f = gate_fault(g, CHANGELOG_REWRITING, class, p->value->span,
		str_fmt(a, "the final link can't be put into new entry %zu", e->index));
	f->help = S(
		"write the link on a line that begins with '  pr-link:' and has nothing "
		"else");
}

/* The merge tools look for a line in the entry's bytes and replace it. Tried here on each
 * entry alone; one that can't be read alone (it has an alias) is left to the verdict.
 * True when a fault was told. */
static bool
check_rewriting(struct gate *g, const struct changelog_entry *e)
{
	struct arena *a = g->arena;
	const struct yaml_pair *p = yaml_get_pair(e->node, S("pr-link"));
	struct str block = entry_block(e), result;
	struct str expected = changelog_link_expected(a, g->pr);
	if (!p || !read_alone(a, block))
		return false;
	if (!changelog_replace_link(a, block, expected, &result)) {
		tell_rewriting(g, e, p, CHANGELOG_LINK_LINE);
		return true;
	}
	const struct changelog *log = read_alone(a, result);
	struct str link = log ? changelog_entry_link(a, log->entries.v[0]) : S("");
	if (str_eq(link, expected))
		return false;
	if (!log)
		tell_rewriting(g, e, p, CHANGELOG_YAML);
	else if (changelog_link_is_placeholder(link))
		tell_rewriting(g, e, p, CHANGELOG_FINE); /* they take it, and it stays */
	else
		tell_rewriting(g, e, p, CHANGELOG_PR_LINK);
	return true;
}

/* ---- links ---- */

static const char *const wanted_link[] = {
	[CHANGELOG_LINKS_CANONICAL] = "must be " CHANGELOG_LINK_START "NUMBER",
	[CHANGELOG_LINKS_PR] = "must be XXX or the link to this pull request",
	[CHANGELOG_LINKS_OPEN] = "must be XXX or " CHANGELOG_LINK_START "NUMBER",
};

static void
tell_link(struct gate *g, const struct changelog_entry *e, struct str link)
{
	struct arena *a = g->arena;
	struct changelog_fault *f = gate_fault(g, CHANGELOG_LINK_NEW, CHANGELOG_PR_LINK,
		e->pr_link->span,
		str_fmt(a, "the link %.*s of new entry %zu %s",
			STR(schema_quote(a, link)), e->index, wanted_link[g->pr->links]));
	f->help = g->pr->links == CHANGELOG_LINKS_PR
		? str_fmt(a, "write %.*s", STR(changelog_link_expected(a, g->pr)))
		: S("write the link to the pull request that adds the entry");
}

static void
check_link(struct gate *g, const struct changelog_entry *e)
{
	struct str link = changelog_entry_link(g->arena, e);
	const struct yaml_pair *other = yaml_get_pair(e->node, S("pr_link"));
	if (!e->pr_link && other) {
		gate_fault(g, CHANGELOG_LINK_NEW, CHANGELOG_PR_LINK, other->key->span,
			str_fmt(g->arena,
				"the link of new entry %zu must be named 'pr-link'",
				e->index));
		return;
	}
	if (!yaml_is(e->pr_link, YAML_STR) && !yaml_is(e->pr_link, YAML_BYTES))
		return; /* told by the schema */
	if (!changelog_link_is_allowed(g->arena, g->pr, link)) {
		tell_link(g, e, link);
		return;
	}
	if (g->pr->links != CHANGELOG_LINKS_PR || !changelog_link_is_placeholder(link))
		return;
	if (!check_rewriting(g, e))
		gate_fault(g, CHANGELOG_PLACEHOLDER, CHANGELOG_FINE, e->pr_link->span,
			str_fmt(g->arena, "the placeholder will become %.*s at merge",
				STR(changelog_link_expected(g->arena, g->pr))));
}

void
gate_new_entries(struct gate *g)
{
	check_spacing(g);
	for (size_t i = 0; i < g->new->entries.n; i++) {
		if (!g->is_added[i])
			continue;
		struct changelog_entry *e = g->new->entries.v[i];
		vec_push(g->arena, &g->ret->added, e);
		check_link(g, e);
	}
}
