/* The strict rules: reading, comparing, bytes. */
#include "model/changelog_strict.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "model/changelog_bytes.h"

#include <string.h>

const char *
changelog_class_id(enum changelog_class c)
{
	static const char *const id[] = {[CHANGELOG_FINE] = "fine",
#define CLASS(name, id, text) [CHANGELOG_##name] = id,
		CHANGELOG_CLASSES(CLASS)
#undef CLASS
	};
	return id[c];
}

bool
changelog_refuse(struct changelog_verdict *v, enum changelog_class class,
	struct span span, struct str text)
{
	*v = (struct changelog_verdict){.class = class, .text = text, .span = span};
	return false;
}

/* ---- reading ---- */

/* Bytes that are refused before the text is read, in the reference's order. */
static const struct {
	enum changelog_class class;
	char byte;
	struct str text;
} forbidden[] = {
	{CHANGELOG_CR, '\r', S_INIT("the file has a carriage return")},
	{CHANGELOG_TAB, '\t', S_INIT("the file has a tab")},
	{CHANGELOG_NUL, '\0', S_INIT("the file has a NUL byte")},
};

static bool
check_raw(const struct source *src, struct changelog_verdict *v)
{
	struct str s = src->bytes;
	if (!str_ends(s, S("\n")))
		return changelog_refuse(v, CHANGELOG_NO_FINAL_NEWLINE,
			span_in(src, s.n, s.n),
			S("the last line does not end with a line feed"));
	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
		size_t at = str_find_byte(s, forbidden[i].byte, 0);
		if (at < s.n)
			return changelog_refuse(v, forbidden[i].class,
				span_in(src, at, at + 1), forbidden[i].text);
	}
	size_t bad = utf8_first_bad(s);
	if (bad < s.n)
		return changelog_refuse(v, CHANGELOG_UTF8, span_in(src, bad, bad + 1),
			S("the file is not UTF-8"));
	return true;
}

static bool
check_yaml(const struct yaml_doc *doc, struct changelog_verdict *v)
{
	for (size_t i = 0; i < doc->problems.n; i++) {
		const struct yaml_problem *p = &doc->problems.v[i];
		/* What was not read can't be judged. */
		if (!p->strict_refuses && p->kind != YAML_PROBLEM_LIMIT)
			continue;
		changelog_refuse(v, CHANGELOG_YAML, p->span, p->text);
		v->related = p->related;
		v->crashes = p->crashes;
		return false;
	}
	return doc->strict_ok ||
	       changelog_refuse(v, CHANGELOG_YAML, span_in(doc->source, 0, 0),
		       S("the file is not valid YAML"));
}

static const struct yaml_node *
find_bad(const struct yaml_node *n)
{
	const struct yaml_node *bad = n->kind == YAML_BAD ? n : NULL;
	bool is_list = n->kind == YAML_LIST || n->kind == YAML_PAIRS;
	for (size_t i = 0; is_list && !bad && i < n->list.n; i++)
		bad = find_bad(n->list.v[i]);
	for (size_t i = 0; n->kind == YAML_MAP && !bad && i < n->pairs.n; i++)
		bad = find_bad(n->pairs.v[i].value);
	return bad;
}

enum schema_verdict
changelog_check_shape(struct arena *a, const struct yaml_doc *doc,
	const struct yaml_node *entry, struct span holder, struct schema_faults *faults)
{
	struct schema_subject subject = {
		.node = entry, .holder = holder, .partial = doc->partial};
	enum schema_verdict v =
		schema_check(a, &schema_changelog_entry, 0, &subject, faults);
	bool is_whole = doc->strict_ok || doc->safe_ok;
	const struct yaml_node *bad = is_whole ? find_bad(entry) : NULL;
	if (!bad)
		return v;
	struct schema_fault f = {
		.id = "type",
		.reference_refuses = true,
		.span = bad->span,
		.text = S("a value that contains itself is no text"),
	};
	vec_push(a, faults, f);
	return v == SCHEMA_ACCEPTED ? SCHEMA_REFUSED : v;
}

static bool
check_entry(struct arena *a, const struct changelog_entry *e, struct changelog_verdict *v)
{
	struct schema_faults faults = {0};
	struct span dash = e->span;
	dash.end = dash.begin + 1;
	if (!yaml_is(e->node, YAML_MAP))
		return changelog_refuse(v, CHANGELOG_SCHEMA, e->node->span,
			str_fmt(a, "entry %zu is %.*s and not a mapping", e->index,
				STR(schema_show(a, e->node))));
	enum schema_verdict got =
		changelog_check_shape(a, e->owner->doc, e->node, dash, &faults);
	if (got == SCHEMA_ACCEPTED)
		return true;
	for (size_t i = 0; i < faults.n; i++) {
		const struct schema_fault *f = &faults.v[i];
		if (!f->reference_refuses || f->implied)
			continue;
		changelog_refuse(v, CHANGELOG_SCHEMA, f->span,
			str_fmt(a, "entry %zu: %.*s", e->index, STR(f->text)));
		v->related = f->related;
		v->crashes = got == SCHEMA_CRASHED;
		return false;
	}
	return changelog_refuse(v, CHANGELOG_SCHEMA, e->span,
		str_fmt(a, "entry %zu does not have the shape of an entry", e->index));
}

bool
changelog_parse(struct arena *a, const struct source *src, const struct yaml_doc *doc,
	struct changelog_parsed *ret, struct changelog_verdict *v)
{
	if (!check_raw(src, v))
		return false;
	if (!doc)
		doc = yaml_load(a, src);
	if (!check_yaml(doc, v))
		return false;
	/* !!omap and !!pairs give a Python list, too; its items are no mappings. */
	if (!yaml_is(doc->root, YAML_LIST) && !yaml_is(doc->root, YAML_PAIRS))
		return changelog_refuse(v, CHANGELOG_ROOT, span_in(src, 0, 0),
			S("the file is not a list of entries"));
	struct offsets starts = {0};
	size_t n = yaml_count(doc->root);
	changelog_split_starts(a, src->bytes, &starts);
	if (starts.n != n)
		return changelog_refuse(v, CHANGELOG_ENTRY_COUNT, span_in(src, 0, 0),
			str_fmt(a,
				"%zu lines begin with '- config-keys:' for %zu entries",
				starts.n, n));
	const struct changelog *log = changelog_read(a, doc);
	if (log->entries.n != n)
		return changelog_refuse(v, CHANGELOG_SCHEMA, span_in(src, 0, 0),
			S("the entries are not mappings"));
	for (size_t i = 0; i < n; i++)
		if (!check_entry(a, log->entries.v[i], v))
			return false;
	*ret = (struct changelog_parsed){src, doc, log};
	return true;
}

/* ---- comparing ---- */

static bool
is_link(const struct yaml_node *key)
{
	return yaml_is(key, YAML_STR) && str_eq(key->text, S("pr-link"));
}

static size_t
count_content(const struct yaml_node *map)
{
	size_t n = 0;
	for (size_t i = 0; i < map->pairs.n; i++)
		n += !is_link(map->pairs.v[i].key);
	return n;
}

bool
changelog_same_content(const struct yaml_node *x, const struct yaml_node *y)
{
	if (!yaml_is(x, YAML_MAP) || !yaml_is(y, YAML_MAP) ||
		count_content(x) != count_content(y))
		return false;
	for (size_t i = 0; i < x->pairs.n; i++) {
		const struct yaml_pair *p = &x->pairs.v[i];
		if (is_link(p->key))
			continue;
		if (!yaml_is(p->key, YAML_STR))
			return false;
		const struct yaml_pair *q = yaml_get_pair(y, p->key->text);
		if (!q || !yaml_equal(p->value, q->value))
			return false;
	}
	return true;
}

bool
changelog_same_entry(const struct yaml_node *x, const struct yaml_node *y)
{
	const struct yaml_node *l = yaml_get(x, S("pr-link")),
			       *m = yaml_get(y, S("pr-link"));
	if ((l != NULL) != (m != NULL) || (l && !yaml_equal(l, m)))
		return false;
	return changelog_same_content(x, y);
}

struct str
changelog_entry_link(struct arena *a, const struct changelog_entry *e)
{
	return changelog_link_text(a, e->pr_link);
}

static struct span
link_span(const struct changelog_entry *e)
{
	return e->pr_link ? e->pr_link->span : e->span;
}

/* An entry of the history that is not equal to what stands in its place now. */
static bool
check_correction(struct arena *a, const struct changelog_entry *old,
	const struct changelog_entry *new, struct changelog_verdict *v)
{
	struct str was = changelog_entry_link(a, old), is = changelog_entry_link(a, new);
	bool ok = true;
	if (!changelog_same_content(old->node, new->node))
		ok = changelog_refuse(v, CHANGELOG_HISTORY_CHANGED, new->span,
			str_fmt(a, "entry %zu is not what it was", new->index));
	else if (str_eq(was, is))
		ok = changelog_refuse(v, CHANGELOG_REFORMATTED, link_span(new),
			str_fmt(a, "the link of entry %zu says the same in another form",
				new->index));
	else if (!changelog_link_is_canonical(is))
		ok = changelog_refuse(v, CHANGELOG_CORRECTION_LINK, link_span(new),
			str_fmt(a,
				"the link of entry %zu became %.*s, which is not final",
				new->index, STR(schema_quote(a, is))));
	if (!ok)
		v->related = old->span;
	return ok;
}

static bool
check_new_link(struct arena *a, const struct changelog_entry *e,
	const struct changelog_pr *pr, struct changelog_verdict *v)
{
	static const char *const wanted[] = {
		[CHANGELOG_LINKS_CANONICAL] = "is not " CHANGELOG_LINK_START "NUMBER",
		[CHANGELOG_LINKS_PR] = "is neither a placeholder nor this pull request's",
		[CHANGELOG_LINKS_OPEN] =
			"is neither a placeholder nor " CHANGELOG_LINK_START "NUMBER",
	};
	struct str link = changelog_entry_link(a, e);
	if (changelog_link_is_allowed(a, pr, link))
		return true;
	return changelog_refuse(v, CHANGELOG_PR_LINK, link_span(e),
		str_fmt(a, "the link %.*s of new entry %zu %s",
			STR(schema_quote(a, link)), e->index, wanted[pr->links]));
}

bool
changelog_compare(struct arena *a, const struct changelog_parsed *base,
	const struct changelog_parsed *head, const struct changelog_pr *pr,
	size_t *ret_additions, size_t *ret_corrections, struct changelog_verdict *v)
{
	const struct changelog_entries *old = &base->log->entries,
				       *new = &head->log->entries;
	size_t corrections = 0;
	if (new->n < old->n) {
		changelog_refuse(v, CHANGELOG_ENTRIES_DELETED,
			span_in(head->source, head->source->bytes.n,
				head->source->bytes.n),
			str_fmt(a, "there are %zu entries, and there were %zu", new->n,
				old->n));
		return false;
	}
	for (size_t i = 0; i < old->n; i++) {
		if (changelog_same_entry(old->v[i]->node, new->v[i]->node))
			continue;
		if (!check_correction(a, old->v[i], new->v[i], v))
			return false;
		corrections++;
	}
	if (corrections && new->n > old->n)
		return changelog_refuse(v, CHANGELOG_MIXED, new->v[old->n]->span,
			str_fmt(a,
				"%zu old links were corrected, and %zu entries are new",
				corrections, new->n - old->n));
	for (size_t i = old->n; i < new->n; i++)
		if (!check_new_link(a, new->v[i], pr, v))
			return false;
	*ret_additions = new->n - old->n;
	*ret_corrections = corrections;
	return true;
}

/* ---- bytes ---- */

static bool
refuse_bytes(const struct source *head, size_t at, struct str text,
	struct changelog_verdict *v)
{
	size_t end = str_find_byte(head->bytes, '\n', at);
	return changelog_refuse(v, CHANGELOG_HISTORY_BYTES, span_in(head, at, end), text);
}

static size_t
first_difference(struct str x, struct str y)
{
	size_t n = x.n < y.n ? x.n : y.n, i = 0;
	while (i < n && x.p[i] == y.p[i])
		i++;
	return i;
}

static bool
check_append(struct arena *a, const struct source *base, const struct source *head,
	size_t additions, struct changelog_verdict *v)
{
	struct str old = base->bytes, new = head->bytes;
	struct offsets starts = {0};
	if (!str_starts(new, old))
		return refuse_bytes(head, first_difference(old, new),
			S("bytes before the new entries are not what they were"), v);
	struct str suffix = str_slice(new, old.n, new.n);
	struct str wanted =
		str_ends(old, S("\n\n")) ? S("- config-keys:") : S("\n- config-keys:");
	if (!str_starts(suffix, wanted))
		return changelog_refuse(v, CHANGELOG_SEPARATOR,
			span_in(head, old.n, old.n),
			S("not exactly one empty line before the first new entry"));
	changelog_starts(a, new, &starts);
	size_t first = starts.n > additions ? starts.n - additions : 0;
	for (size_t i = first + 1; i < starts.n; i++) {
		struct str before = str_slice(new, 0, starts.v[i]);
		if (!str_ends(before, S("\n\n")) || str_ends(before, S("\n\n\n")))
			return changelog_refuse(v, CHANGELOG_SEPARATOR,
				span_in(head, starts.v[i], starts.v[i]),
				S("not exactly one empty line before a new entry"));
	}
	if (str_ends(new, S("\n\n")))
		return changelog_refuse(v, CHANGELOG_TRAILING_BLANK,
			span_in(head, new.n - 1, new.n),
			S("the file ends with an empty line"));
	return true;
}

static struct str
take_line(struct str *rest)
{
	size_t end = str_find_byte(*rest, '\n', 0);
	end += end < rest->n;
	struct str line = str_slice(*rest, 0, end);
	*rest = str_slice(*rest, end, rest->n);
	return line;
}

static bool
is_link_line(struct str line)
{
	return str_starts(line, S("  pr-link:")) && str_ends(line, S("\n"));
}

static bool
check_corrected(struct arena *a, const struct source *base, const struct source *head,
	size_t corrections, struct changelog_verdict *v)
{
	struct str old = base->bytes, new = head->bytes;
	size_t changed = 0;
	if (base->line.n != head->line.n)
		return refuse_bytes(head, first_difference(old, new),
			str_fmt(a, "links were corrected, and %zu lines became %zu",
				base->line.n - 1, head->line.n - 1),
			v);
	while (new.n) {
		size_t at = head->bytes.n - new.n;
		struct str was = take_line(&old), is = take_line(&new);
		if (str_eq(was, is))
			continue;
		changed++;
		if (!is_link_line(was) || !is_link_line(is))
			return refuse_bytes(
				head, at, S("a line other than a pr-link changed"), v);
	}
	if (changed != corrections)
		return refuse_bytes(head, first_difference(base->bytes, head->bytes),
			str_fmt(a, "%zu links were corrected, but %zu lines changed",
				corrections, changed),
			v);
	return true;
}

bool
changelog_check_bytes(struct arena *a, const struct source *base,
	const struct source *head, size_t additions, size_t corrections,
	struct changelog_verdict *v)
{
	if (additions)
		return check_append(a, base, head, additions, v);
	if (corrections)
		return check_corrected(a, base, head, corrections, v);
	if (!str_eq(base->bytes, head->bytes))
		return refuse_bytes(head, first_difference(base->bytes, head->bytes),
			S("bytes changed, though no entry did"), v);
	return true;
}

bool
changelog_check_change(struct arena *a, const struct changelog_parsed *base,
	const struct changelog_parsed *head, const struct changelog_pr *pr,
	size_t *ret_additions, size_t *ret_corrections, struct changelog_verdict *v)
{
	return changelog_compare(a, base, head, pr, ret_additions, ret_corrections, v) &&
	       changelog_check_bytes(a, base->source, head->source, *ret_additions,
		       *ret_corrections, v);
}

struct changelog_verdict
changelog_verify(struct arena *a, const struct source *base, const struct source *head,
	const struct changelog_pr *pr)
{
	struct changelog_verdict v = {0};
	struct changelog_parsed old, new;
	size_t additions, corrections;
	if (changelog_parse(a, base, NULL, &old, &v) &&
		changelog_parse(a, head, NULL, &new, &v) &&
		changelog_check_change(a, &old, &new, pr, &additions, &corrections, &v)) {
		v.additions = additions;
		v.corrections = corrections;
	}
	return v;
}
