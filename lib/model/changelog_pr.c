/* The job on a pull request. */
#include "model/changelog_pr.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/diff.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/changelog_bytes.h"
#include "model/changelog_strict.h"
#include "model/coerce.h"

#include <string.h>

/* git calls a file binary when it finds a NUL in this many bytes. */
enum { BINARY_PROBE_BYTES = 8000 };

struct job {
	struct arena *arena;
	const struct source *base, *head;
	struct changelog_pr_view *view;
	struct buf added;
	/* Place in the diff: lines of the present hunk still to come, and the next ones.
	 */
	uint32_t old_left, new_left, old_line, new_line;
};

static void
stop(struct job *j, enum changelog_stop_kind kind, struct span span, struct str text)
{
	struct changelog_stop s = {kind, span, text};
	vec_push(j->arena, &j->view->stops, s);
}

static struct span
line_span(const struct source *s, uint32_t line)
{
	uint32_t begin = source_line_begin(s, line);
	return span_in(s, begin, begin + source_line(s, line).n);
}

/* ---- the diff as the job sees it ---- */

/* Characters that Python's str.strip() takes off. */
static bool
is_python_space(uint32_t cp)
{
	return (cp >= 0x09 && cp <= 0x0D) || (cp >= 0x1C && cp <= 0x20) || cp == 0x85 ||
		cp == 0xA0 || cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200A) ||
		cp == 0x2028 || cp == 0x2029 || cp == 0x202F || cp == 0x205F ||
		cp == 0x3000;
}

static bool
is_python_blank(struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t n = utf8_decode(s, i, &cp);
		if (n == 0 || !is_python_space(cp))
			return false;
		i += n;
	}
	return true;
}

/* One line as the job splits them; `is_old`: it stands in base. */
static void
take_line(struct job *j, struct str line, bool is_old, uint32_t at)
{
	if (str_starts(line, S("-")) && !str_starts(line, S("---"))) {
		struct str rest = str_slice(line, 1, line.n);
		if (!is_python_blank(rest))
			stop(j, CHANGELOG_STOP_DELETION,
				line_span(is_old ? j->base : j->head, at),
				str_fmt(j->arena, "the line counts as deleted: %.*s",
					STR(schema_quote(j->arena, rest))));
	} else if (str_starts(line, S("+")) && !str_starts(line, S("+++"))) {
		if (j->view->added_line.n)
			buf_addc(&j->added, '\n');
		buf_add(&j->added, str_slice(line, 1, line.n));
		vec_push(j->arena, &j->view->added_line, at);
	}
}

/* Output read as text ends a line at a carriage return, too. */
static void
take_pieces(struct job *j, struct str raw, bool is_old, uint32_t at)
{
	struct str rest = str_ends(raw, S("\r")) ? str_slice(raw, 0, raw.n - 1) : raw;
	while (rest.p)
		take_line(j, str_cut(rest, '\r', &rest), is_old, at);
}

/* "-12,3" of a hunk's header; a missing count is 1. */
static void
read_range(struct str s, uint32_t *ret_line, uint32_t *ret_n)
{
	struct str count, first = str_cut(str_slice(s, 1, s.n), ',', &count);
	int64_t line = 0, n = 1;
	str_to_int64(first, &line);
	if (count.p)
		str_to_int64(count, &n);
	*ret_line = (uint32_t)line;
	*ret_n = (uint32_t)n;
}

static void
read_header(struct job *j, struct str line)
{
	struct str rest = str_slice(line, 3, line.n);
	struct str old = str_cut(rest, ' ', &rest), new = str_cut(rest, ' ', &rest);
	read_range(old, &j->old_line, &j->old_left);
	read_range(new, &j->new_line, &j->new_left);
}

/* Counts the line as one of the hunk's; returns whether it stands in base only. */
static bool
advance(struct job *j, char mark, uint32_t *ret_at)
{
	bool in_old = mark == '-' || mark == ' ', in_new = mark == '+' || mark == ' ';
	*ret_at = in_new ? j->new_line : j->old_line;
	j->old_line += in_old;
	j->old_left -= in_old && j->old_left;
	j->new_line += in_new;
	j->new_left -= in_new && j->new_left;
	return in_old && !in_new;
}

static void
take_diff(struct job *j, struct str diff)
{
	struct str rest = diff;
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		uint32_t at = 1;
		bool is_old = false;
		if (j->old_left || j->new_left)
			is_old = advance(j, line.n ? line.p[0] : ' ', &at);
		else if (str_starts(line, S("@@ ")))
			read_header(j, line);
		take_pieces(j, line, is_old, at);
	}
}

static bool
is_binary(struct str s)
{
	size_t n = s.n < BINARY_PROBE_BYTES ? s.n : BINARY_PROBE_BYTES;
	return n && memchr(s.p, 0, n);
}

static struct str
last_line(struct str s)
{
	struct str body = str_slice(s, 0, s.n ? s.n - 1 : 0);
	size_t lf = str_rfind_byte(body, '\n');
	return str_slice(s, lf < body.n ? lf + 1 : 0, s.n);
}

/* Lines behind the old end, whose run can't begin earlier: its last line would have to be
 * the one before it. */
bool
changelog_needs_git_diff(struct str base, struct str head)
{
	if (str_eq(base, head) || is_binary(base) || is_binary(head))
		return false;
	return !str_ends(base, S("\n")) || !str_starts(head, base) ||
		str_eq(last_line(base), last_line(head));
}

static struct str
own_diff(struct job *j)
{
	struct diff d;
	if (str_eq(j->base->bytes, j->head->bytes))
		return S("");
	if (is_binary(j->base->bytes) || is_binary(j->head->bytes))
		return S("Binary files a and b differ\n");
	diff_lines(j->arena, j->base->bytes, j->head->bytes, &d);
	/* git prefers not to begin in the middle of indented text. */
	diff_align(&d, changelog_begins_entry);
	return diff_unified(j->arena, &d, S("a"), S("b"));
}

/* ---- the added lines as YAML ---- */

/* The line of head that a place in the added text comes from. */
static struct span
head_span(struct job *j, const struct source *added, struct span at)
{
	uint32_t line = source_place(added, at.begin).line;
	if (at.file == 0 || line > j->view->added_line.n)
		return (struct span){0};
	return line_span(j->head, j->view->added_line.v[line - 1]);
}

static void
stop_at_faults(
	struct job *j, const struct source *added, const struct schema_faults *faults)
{
	for (size_t i = 0; i < faults->n; i++)
		if (faults->v[i].reference_refuses && !faults->v[i].implied)
			stop(j, CHANGELOG_STOP_SCHEMA,
				head_span(j, added, faults->v[i].span),
				faults->v[i].text);
}

/* 1: append-only, 0: another entry, -1: no valid entry. */
static int
check_entry(struct job *j, const struct yaml_doc *doc, const struct yaml_node *entry)
{
	const struct source *added = doc->source;
	struct schema_faults faults = {0};
	if (!yaml_is(entry, YAML_MAP)) {
		stop(j, CHANGELOG_STOP_SCHEMA, head_span(j, added, entry->span),
			str_fmt(j->arena, "%.*s is no entry",
				STR(schema_show(j->arena, entry))));
		return -1;
	}
	if (changelog_check_shape(j->arena, doc, entry, entry->span, &faults) !=
		SCHEMA_ACCEPTED) {
		stop_at_faults(j, added, &faults);
		return -1;
	}
	const struct yaml_pair *p = schema_get(entry, S("append-only"));
	bool on = false;
	return p && coerce_bool(p->value, &on) && on;
}

static void
check_entries(struct job *j, const struct yaml_doc *doc)
{
	const struct yaml_node *list = doc->root;
	const struct yaml_node *append_only = NULL, *other = NULL;
	for (size_t i = 0; i < yaml_count(list); i++) {
		const struct yaml_node *entry = yaml_item(list, i);
		int kind = check_entry(j, doc, entry);
		if (kind == 1)
			append_only = entry;
		else if (kind == 0)
			other = entry;
	}
	if (append_only && other)
		stop(j, CHANGELOG_STOP_APPEND_ONLY,
			head_span(j, doc->source, append_only->span),
			S("append-only entries and others in one pull request"));
}

static void
check_added(struct job *j)
{
	struct sources scratch = {0};
	const struct source *added =
		sources_add(j->arena, &scratch, S("added lines"), j->view->added);
	const struct yaml_doc *doc = yaml_load(j->arena, added);
	for (size_t i = 0; i < doc->problems.n; i++)
		if (doc->problems.v[i].safe_refuses)
			stop(j, CHANGELOG_STOP_YAML,
				head_span(j, added, doc->problems.v[i].span),
				doc->problems.v[i].text);
	if (!doc->safe_ok)
		return;
	if (!yaml_truthy(doc->root))
		stop(j, CHANGELOG_STOP_NO_ENTRIES, (struct span){0},
			S("the added lines are an empty value"));
	else if (yaml_is(doc->root, YAML_LIST) || yaml_is(doc->root, YAML_PAIRS))
		check_entries(j, doc);
	else /* it goes over the keys of a map, the characters of a text */
		stop(j, CHANGELOG_STOP_SCHEMA, head_span(j, added, doc->root->span),
			str_fmt(j->arena,
				"the added lines are %.*s and not a list of entries",
				STR(schema_show(j->arena, doc->root))));
}

struct changelog_pr_view *
changelog_pr_view(struct arena *a, const struct source *base, const struct source *head,
	struct str git_diff)
{
	struct job j = {.arena = a, .base = base, .head = head};
	j.view = NEW(a, struct changelog_pr_view);
	j.added = buf_new(a, 2 * (size_t)LIMIT_FILE_BYTES);
	j.view->is_exact =
		git_diff.p || !changelog_needs_git_diff(base->bytes, head->bytes);
	size_t n = head->bytes.n;
	if (!str_ends(head->bytes, S("\n")))
		stop(&j, CHANGELOG_STOP_FINAL_NEWLINE, span_in(head, n, n),
			S("the last line does not end with a line feed"));
	struct str diff = git_diff.p ? git_diff : own_diff(&j);
	size_t bad = utf8_first_bad(diff);
	if (bad < diff.n)
		stop(&j, CHANGELOG_STOP_ENCODING, (struct span){0},
			S("the diff is not UTF-8"));
	take_diff(&j, diff);
	j.view->added = buf_str(&j.added);
	if (is_python_blank(j.view->added))
		stop(&j, CHANGELOG_STOP_NO_ADDITIONS, (struct span){0},
			S("no line counts as added"));
	else
		check_added(&j);
	return j.view;
}
