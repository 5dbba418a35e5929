/* Parts on their way into a word: literals joined, pattern characters settled. */
#include "shell/scan.h"

#include <string.h>

struct shell_part *
shell_part_push(
	struct shell_reader *r, enum shell_part_kind kind, size_t begin, bool quoted)
{
	struct shell_part part = {
		.kind = kind,
		.quoted = quoted,
		.span = shell_span_from(r, begin),
	};
	vec_push(r->arena, &r->parts, part);
	return &r->parts.v[r->parts.n - 1];
}

/* What a backslash takes away from its meaning within double quotes and the like. */
static bool
is_escapable(const struct shell_scan *scan, char c)
{
	switch (c) {
	case '$':
	case '`':
	case '\\':
	case '\n':
		return true;
	case '"':
		return scan->quoting != QUOTING_HEREDOC;
	case '}':
		return scan->flags & SCAN_OPERAND;
	default:
		return scan->flags & SCAN_SINGLE;
	}
}

static struct str
unescape(struct shell_reader *r, const struct shell_scan *scan, struct str raw)
{
	char *p = NEW_ARRAY(r->arena, char, raw.n);
	size_t n = 0;
	for (size_t i = 0; i < raw.n; i++) {
		bool escaped = raw.p[i] == '\\' && i + 1 < raw.n &&
			       is_escapable(scan, raw.p[i + 1]);
		i += escaped;
		if (!escaped || raw.p[i] != '\n')
			p[n++] = raw.p[i];
	}
	return (struct str){p, n};
}

void
shell_push_literal(struct shell_reader *r, const struct shell_scan *scan, size_t begin)
{
	struct str text = str_slice(r->in.text, begin, r->in.pos);
	bool is_quoted = scan->quoting != QUOTING_NONE;
	if (!text.n)
		return;
	if (!is_quoted)
		text = shell_joined_text(r, begin, r->in.pos);
	else if (memchr(text.p, '\\', text.n))
		text = unescape(r, scan, text);
	if (text.n)
		shell_part_push(r, PART_LITERAL, begin, is_quoted)->text = text;
}

/* Demotes each "[" that no "]" closes; a "]" right behind it closes nothing. */
static void
settle_brackets(struct shell_part *v, size_t n)
{
	const char *close = NULL;
	for (size_t i = n; i-- > 0;) {
		struct shell_part *part = &v[i];
		if (part->kind == PART_LITERAL && !part->quoted && !close) {
			size_t at = str_rfind_byte(part->text, ']');
			if (at < part->text.n)
				close = part->text.p + at;
			if (at == 0 && i > 0 && v[i - 1].kind == PART_GLOB &&
				v[i - 1].text.p[0] == '[')
				close = NULL;
		}
		if (part->kind == PART_GLOB && part->text.p[0] == '[' && !close)
			part->kind = PART_LITERAL;
	}
}

static bool
joins(const struct shell_part *a, const struct shell_part *b)
{
	return a->kind == PART_LITERAL && b->kind == PART_LITERAL &&
	       a->quoted == b->quoted && a->text.p + a->text.n == b->text.p;
}

static size_t
join_literals(struct shell_part *v, size_t n)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		if (kept && joins(&v[kept - 1], &v[i])) {
			v[kept - 1].text.n += v[i].text.n;
			v[kept - 1].span.end = v[i].span.end;
		} else {
			v[kept++] = v[i];
		}
	}
	return kept;
}

/* Texts of a static word, one behind the other. */
struct gathered {
	struct str last; /* that is not empty */
	size_t pieces, bytes;
	char *to; /* NULL: only measured */
};

static bool
gather(const struct shell_parts *parts, struct gathered *g)
{
	for (size_t i = 0; i < parts->n; i++) {
		const struct shell_part *part = &parts->v[i];
		if (part->kind == PART_DOUBLE || part->kind == PART_LOCALE) {
			if (!gather(&part->parts, g))
				return false;
			continue;
		}
		if (part->kind > PART_ANSI_C)
			return false;
		if (!part->text.n)
			continue;
		if (g->to)
			memcpy(g->to + g->bytes, part->text.p, part->text.n);
		g->last = part->text;
		g->bytes += part->text.n;
		g->pieces++;
	}
	return true;
}

static bool
has_quotes(const struct shell_parts *parts)
{
	for (size_t i = 0; i < parts->n; i++) {
		enum shell_part_kind kind = parts->v[i].kind;
		if (kind >= PART_ESCAPED && kind <= PART_LOCALE)
			return true;
	}
	return false;
}

static void
set_value(struct shell_reader *r, struct shell_word *word)
{
	struct gathered g = {0};
	word->is_static = gather(&word->parts, &g);
	if (!word->is_static)
		return;
	word->value = g.last;
	if (g.pieces < 2)
		return;
	char *to = NEW_ARRAY(r->arena, char, g.bytes);
	word->value = (struct str){to, g.bytes};
	g = (struct gathered){.to = to};
	(void)gather(&word->parts, &g);
}

struct shell_parts
shell_parts_take(struct shell_reader *r, size_t first, size_t end)
{
	size_t n = end - first;
	if (!n)
		return (struct shell_parts){0};
	struct shell_part *from = r->parts.v + first;
	settle_brackets(from, n);
	n = join_literals(from, n);
	struct shell_part *v = NEW_ARRAY(r->arena, struct shell_part, n);
	memcpy(v, from, n * sizeof *v);
	return (struct shell_parts){v, n};
}

struct shell_word *
shell_word_of(struct shell_reader *r, struct shell_parts parts, struct span span)
{
	struct shell_word *word = NEW(r->arena, struct shell_word);
	word->span = span;
	word->parts = parts;
	word->has_quotes = has_quotes(&parts);
	set_value(r, word);
	return word;
}

struct shell_word *
shell_word_finish(struct shell_reader *r, size_t first, size_t begin, size_t end)
{
	struct shell_parts parts = shell_parts_take(r, first, r->parts.n);
	r->parts.n = first;
	return shell_word_of(r, parts, shell_span(r, begin, end));
}

struct shell_word *
shell_word_literal(
	struct shell_reader *r, struct str text, struct span span, bool is_quoted)
{
	struct shell_parts parts = {0};
	if (text.n) {
		struct shell_part *part = NEW(r->arena, struct shell_part);
		*part = (struct shell_part){
			.kind = PART_LITERAL,
			.quoted = is_quoted,
			.span = span,
			.text = text,
		};
		parts = (struct shell_parts){part, 1};
	}
	return shell_word_of(r, parts, span);
}
