/* Texts with their places: items of a description, and comments. */
#include "model/description.h"

#include "base/arena.h"
#include "base/limits.h"

static bool
is_far(const struct yaml_node *n, struct str raw)
{
	if (yaml_target(n) ||
		(n->style != YAML_DOUBLE_QUOTED && n->style != YAML_PLAIN &&
			n->style != YAML_SINGLE_QUOTED && n->style != YAML_LITERAL &&
			n->style != YAML_FOLDED))
		return true;
	for (size_t i = 0; n->style == YAML_DOUBLE_QUOTED && i + 1 < raw.n; i++) {
		char c = raw.p[i + 1];
		if (raw.p[i] != '\\')
			continue;
		if (c == 'u' || c == 'U' || c == 'x' || c == 'N' || c == 'P' || c == 'L')
			return true;
		i++;
	}
	return false;
}

static void
blank_escapes(char *p, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++) {
		if (p[i] != '\\')
			continue;
		p[i] = ' ';
		if (p[i + 1] != '"' && p[i + 1] != '\\' && p[i + 1] != '/')
			p[i + 1] = ' ';
		i++;
	}
}

static void
blank_style(char *p, size_t n, enum yaml_style style)
{
	if (style == YAML_PLAIN || n == 0)
		return;
	if (style == YAML_LITERAL || style == YAML_FOLDED) {
		for (size_t i = 0; i < n && p[i] != '\n'; i++)
			p[i] = ' ';
		return;
	}
	p[0] = p[n - 1] = ' ';
	if (style == YAML_DOUBLE_QUOTED)
		blank_escapes(p, n);
	for (size_t i = 1; style == YAML_SINGLE_QUOTED && i < n; i++)
		if (p[i] == '\'' && p[i - 1] == '\'')
			p[i] = ' ';
}

struct prose
prose_of_node(struct arena *a, const struct source *s, const struct yaml_node *n)
{
	struct str raw = str_slice(s->bytes, n->span.begin, n->span.end);
	struct prose p = {.span = n->span, .cut = raw.n > LIMIT_PROSE_BYTES};
	if (p.cut)
		return p;
	p.scattered = is_far(n, raw);
	if (p.scattered) {
		p.text = n->text;
		p.cut = n->text.n > LIMIT_PROSE_BYTES;
		return p;
	}
	char *copy = str_z(a, raw);
	blank_style(copy, raw.n, n->style);
	p.text = (struct str){copy, raw.n};
	return p;
}

/* The marks of a comment's line: what begins a paragraph or a list item ends the sentence
 * before it. */
static void
blank_marks(char *p, size_t n)
{
	size_t i = 0;
	while (i < n && (p[i] == ' ' || p[i] == '\t'))
		i++;
	size_t hash = i;
	while (i < n && p[i] == '#')
		p[i++] = ' ';
	while (i < n && (p[i] == ' ' || p[i] == '\t'))
		i++;
	bool item = i + 1 < n && (p[i] == '-' || p[i] == '*') && p[i + 1] == ' ';
	if (item)
		p[i] = ';';
	else if (i == n && hash < n)
		p[hash] = ';';
}

struct prose
prose_of_comment(struct arena *a, const struct source *s, uint32_t first, uint32_t last)
{
	uint32_t begin = source_line_begin(s, first);
	size_t end = source_line_begin(s, last) + source_line(s, last).n;
	struct prose p = {.span = span_in(s, begin, end)};
	p.cut = end - begin > LIMIT_PROSE_BYTES;
	if (p.cut)
		return p;
	char *copy = str_z(a, str_slice(s->bytes, begin, end));
	for (uint32_t i = first; i <= last; i++)
		blank_marks(
			copy + (source_line_begin(s, i) - begin), source_line(s, i).n);
	p.text = (struct str){copy, end - begin};
	return p;
}

struct span
prose_span(const struct prose *p, size_t begin, size_t end)
{
	struct span s = p->span;
	if (p->scattered)
		return s;
	return (struct span){s.file, s.begin + (uint32_t)begin, s.begin + (uint32_t)end};
}
