/* Faults of one side by itself: bytes, YAML, the list, the shape of entries. */
#include "model/changelog_gate_internal.h"

#include "base/utf8.h"
#include "model/changelog_bytes.h"

#include <string.h>

static bool
is_base(const struct gate *g, const struct source *s)
{
	return s == g->base;
}

/* Faults of old text are told once, of base. */
static bool
is_told(const struct gate *g, const struct source *s, struct span span)
{
	return is_base(g, s) || gate_span_is_new(g, span);
}

static struct str
in_base(struct gate *g, const struct source *s, struct str text)
{
	if (!is_base(g, s))
		return text;
	return str_fmt(g->arena, "already in the base: %.*s", STR(text));
}

/* ---- bytes ---- */

static const struct {
	enum changelog_class class;
	char byte;
	const char *one, *help;
} forbidden[] = {
	{CHANGELOG_CR, '\r', "a carriage return", "end lines with a line feed alone"},
	{CHANGELOG_TAB, '\t', "a tab", "use blanks"},
	{CHANGELOG_NUL, '\0', "a NUL byte", "take them out"},
};

/* Offset of the byte in the line, or of the line's end. */
static size_t
find_in_line(const struct source *s, uint32_t line, char byte)
{
	struct str text = source_line(s, line + 1);
	return source_line_begin(s, line + 1) + str_find_byte(text, byte, 0);
}

static bool
line_has(const struct gate *g, const struct source *s, uint32_t line, char byte)
{
	struct str text = source_line(s, line + 1);
	if (!is_base(g, s) && (line >= g->diff.new.n || !g->line_is_new[line]))
		return false;
	return text.n && memchr(text.p, byte, text.n);
}

/* One fault for each run of lines that have the byte. */
static void
check_byte(struct gate *g, const struct source *s, size_t row)
{
	char byte = forbidden[row].byte;
	uint32_t lines = (uint32_t)s->line.n;
	if (!memchr(s->bytes.p ? s->bytes.p : "", byte, s->bytes.n))
		return;
	for (uint32_t i = 0, end; i < lines; i = end) {
		end = i + 1;
		if (!line_has(g, s, i, byte))
			continue;
		while (end < lines && line_has(g, s, end, byte))
			end++;
		size_t at = find_in_line(s, i, byte);
		struct str text = end - i == 1
			? str_from(forbidden[row].one)
			: str_fmt(g->arena, "%s on %u lines from here on",
				  forbidden[row].one, end - i);
		struct changelog_fault *f =
			gate_fault(g, CHANGELOG_BYTE, forbidden[row].class,
				span_in(s, at, at + 1), in_base(g, s, text));
		f->help = str_from(forbidden[row].help);
	}
}

static void
check_bytes(struct gate *g, const struct source *s)
{
	struct str b = s->bytes;
	if (!str_ends(b, S("\n"))) {
		struct changelog_fault *f = gate_fault(g, CHANGELOG_END_OF_FILE,
			CHANGELOG_NO_FINAL_NEWLINE, span_in(s, b.n, b.n),
			in_base(g, s, S("the last line does not end with a line feed")));
		f->help = S("end the file with exactly one line feed");
		if (b.n && is_told(g, s, span_in(s, b.n - 1, b.n)) && !is_base(g, s))
			gate_mend(g, f, f->span, S("\n"));
	}
	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
		check_byte(g, s, i);
	size_t bad = utf8_first_bad(b);
	struct span span = span_in(s, bad, bad + 1);
	if (bad < b.n && is_told(g, s, span))
		gate_fault(g, CHANGELOG_BYTE, CHANGELOG_UTF8, span,
			in_base(g, s, S("from here on the file is not UTF-8")));
}

/* ---- YAML ---- */

/* The bytes have been told by check_bytes(). */
static bool
is_told_as_byte(const struct source *s, const struct yaml_problem *p)
{
	if (p->kind == YAML_PROBLEM_ENCODING)
		return true;
	struct str at = str_slice(s->bytes, p->span.begin, (size_t)p->span.begin + 1);
	return at.n && (at.p[0] == '\t' || at.p[0] == '\r' || at.p[0] == 0);
}

static void
check_yaml(struct gate *g, const struct yaml_doc *doc)
{
	const struct source *s = doc->source;
	/* A fault in an old line may come from a new one: a quote that was not closed. */
	bool all = is_base(g, s) || g->old->doc->strict_ok;
	for (size_t i = 0; i < doc->problems.n; i++) {
		const struct yaml_problem *p = &doc->problems.v[i];
		bool refuses = p->strict_refuses || p->kind == YAML_PROBLEM_LIMIT;
		if (!refuses || is_told_as_byte(s, p) ||
			(!all && !is_told(g, s, p->span)))
			continue;
		struct changelog_fault *f = gate_fault(g, CHANGELOG_READING,
			CHANGELOG_YAML, p->span, in_base(g, s, p->text));
		f->related = p->related;
		f->related_label = p->related_label;
	}
}

static bool
is_entry_begin(const struct changelog *log, uint32_t offset)
{
	for (size_t i = 0; i < log->entries.n; i++)
		if (log->entries.v[i]->span.begin == offset)
			return true;
	return false;
}

/* The number of first lines is not that of entries: which entry, or which line, is it? */
static void
check_first_lines(struct gate *g, const struct changelog *log)
{
	const struct source *s = log->source;
	struct offsets starts = {0};
	changelog_split_starts(g->arena, s->bytes, &starts);
	if (starts.n == log->entries.n)
		return;
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		struct str text = str_slice(s->bytes, e->span.begin, s->bytes.n);
		if (str_starts(text, S("- config-keys:")) || !is_told(g, s, e->span))
			continue;
		text = str_slice(text, 0, str_find_byte(text, '\n', 0));
		struct changelog_fault *f = gate_fault(g, CHANGELOG_READING,
			CHANGELOG_ENTRY_COUNT,
			span_in(s, e->span.begin, e->span.begin + text.n),
			in_base(g, s,
				str_fmt(g->arena, "entry %zu begins with %.*s", e->index,
					STR(schema_quote(g->arena, text)))));
		f->help = S("put config-keys first, at the start of the line, unquoted");
	}
	for (size_t i = 0; i < starts.n; i++) {
		struct span span = span_in(s, starts.v[i], starts.v[i] + 14);
		if (!is_entry_begin(log, starts.v[i]) && is_told(g, s, span))
			gate_fault(g, CHANGELOG_READING, CHANGELOG_ENTRY_COUNT, span,
				in_base(g, s,
					S("this looks like the first line of an entry")));
	}
}

/* ---- shape ---- */

static void
check_shape(struct gate *g, const struct changelog_entry *e)
{
	const struct source *s = e->owner->source;
	struct schema_faults faults = {0};
	struct span dash = {e->span.file, e->span.begin, e->span.begin + 1};
	if (!is_told(g, s, e->span) || yaml_is(e->node, YAML_BAD))
		return;
	if (!yaml_is(e->node, YAML_MAP)) {
		gate_fault(g, CHANGELOG_SHAPE, CHANGELOG_SCHEMA, e->node->span,
			in_base(g, s,
				str_fmt(g->arena, "entry %zu is %.*s and not a mapping",
					e->index, STR(schema_show(g->arena, e->node)))));
		return;
	}
	changelog_check_shape(g->arena, e->owner->doc, e->node, dash, &faults);
	for (size_t i = 0; i < faults.n; i++) {
		const struct schema_fault *x = &faults.v[i];
		if (!x->reference_refuses || x->implied)
			continue;
		struct changelog_fault *f = gate_fault(g, CHANGELOG_SHAPE,
			CHANGELOG_SCHEMA, x->span, in_base(g, s, x->text));
		f->help = x->help;
		if (x->instead.n && x->instead_is_safe && !is_base(g, s))
			gate_mend(g, f, x->span, x->instead);
		f->related = x->related;
		f->related_label =
			x->related_text.n ? str_z(g->arena, x->related_text) : NULL;
	}
}

void
gate_read(struct gate *g, const struct changelog *log)
{
	const struct yaml_doc *doc = log->doc;
	check_bytes(g, log->source);
	check_yaml(g, doc);
	if (doc->root && !doc->partial && !yaml_is(doc->root, YAML_LIST) &&
		!(yaml_is(doc->root, YAML_PAIRS) && yaml_count(doc->root) == 0))
		gate_fault(g, CHANGELOG_READING, CHANGELOG_ROOT,
			span_in(log->source, 0, 0),
			in_base(g, log->source,
				str_fmt(g->arena,
					"the file is %.*s and not a list of entries",
					STR(schema_show(g->arena, doc->root)))));
	if (!doc->partial && doc->root)
		check_first_lines(g, log);
	for (size_t i = 0; i < log->entries.n; i++)
		check_shape(g, log->entries.v[i]);
}
