/* Words of the script beside their expansions. */
#include "literal.h"

enum { STEPS_MAX = 50000, EXPANSIONS_MAX = 32, ASSIGNMENTS_MAX = 6 };
enum { CONTEXT_MAX = 24, CONTEXT_MIN = 1 }; /* bytes that tell a place */

struct matching {
	struct str word, text;
	size_t at;
	size_t begin, end;       /* of the word: what gives the byte */
	bool found, is_variable; /* ... and whether that is an expansion */
	size_t from, to;         /* of the text: what the expansion gave */
	unsigned steps;
};

static bool walk(struct matching *m, size_t i, size_t j, char quote, unsigned depth);

/* ---- expansions ----------------------------------------------------------------- */

static bool
is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_';
}

/* End of what begins with the `$` at i; i when it is no expansion that can be skipped. */
static size_t
expansion_end(struct str s, size_t i)
{
	size_t k = i + 1, depth = 0;
	if (k < s.n && (s.p[k] == '{' || s.p[k] == '(')) {
		char open = s.p[k], close = open == '{' ? '}' : ')';
		for (; k < s.n; k++) {
			if (s.p[k] == open)
				depth++;
			else if (s.p[k] == close && --depth == 0)
				return k + 1;
		}
		return i;
	}
	while (k < s.n && is_name(s.p[k]))
		k++;
	return k > i + 1 ? k : i;
}

/* Whatever length of text lets the rest fit, the shortest first. */
static bool
walk_expansion(struct matching *m, size_t i, size_t j, char quote, unsigned depth)
{
	size_t end = expansion_end(m->word, i);
	if (end == i || depth == EXPANSIONS_MAX)
		return false;
	for (size_t k = j; k <= m->text.n; k++) {
		if (!walk(m, end, k, quote, depth + 1))
			continue;
		/* Something is missing behind the last: where all of it is written. */
		bool is_last = j == 0 && m->at == k && k == m->text.n;
		if (m->at >= j && (m->at < k || is_last)) {
			m->found = m->is_variable = true;
			m->begin = i;
			m->end = end;
			m->from = j;
			m->to = k;
		}
		return true;
	}
	return false;
}

/* ---- literal text --------------------------------------------------------------- */

/* Whether the backslash at i keeps its character from meaning anything. */
static bool
escapes(struct str s, size_t i, char quote)
{
	if (quote == '\'' || i + 1 >= s.n)
		return false;
	char next = s.p[i + 1];
	return !quote || next == '"' || next == '\\' || next == '$' || next == '`' ||
	       next == '\n';
}

/* Byte i of the word is the text's byte j. */
static bool
fits(struct matching *m, size_t i, size_t j)
{
	if (j >= m->text.n || m->text.p[j] != m->word.p[i])
		return false;
	if (j == m->at) {
		m->found = true;
		m->begin = i;
		m->end = i + 1;
	}
	return true;
}

static bool
walk(struct matching *m, size_t i, size_t j, char quote, unsigned depth)
{
	struct str s = m->word;
	for (; i < s.n; i++) {
		char c = s.p[i];
		if (++m->steps > STEPS_MAX)
			return false;
		if (c == '\\' && escapes(s, i, quote)) {
			if (s.p[++i] != '\n' && !fits(m, i, j++))
				return false;
		} else if ((c == '\'' && quote != '"') || (c == '"' && quote != '\'')) {
			quote = quote ? 0 : c;
		} else if (c == '$' && quote != '\'') {
			return walk_expansion(m, i, j, quote, depth);
		} else if (c == '`' && quote != '\'') {
			return false;
		} else if (!fits(m, i, j++)) {
			return false;
		}
	}
	if (j == m->text.n && m->at >= j && !m->found) {
		m->found = true; /* behind the last: something is missing there */
		m->end = s.n;
		m->begin = s.n ? s.n - 1 : 0;
	}
	return j == m->text.n;
}

/* ---- places --------------------------------------------------------------------- */

/* The nearest assignment of that variable. */
static const struct origin *
assignment_of(const struct origin *o, struct str name, unsigned depth)
{
	if (!o || depth > 8)
		return NULL;
	if (o->kind == ORIGIN_ASSIGN && str_eq(o->name, name))
		return o->span.file ? o : NULL;
	for (size_t i = 0; i < o->reads.n; i++) {
		const struct origin *found =
			assignment_of(o->reads.v[i], name, depth + 1);
		if (found)
			return found;
	}
	return NULL;
}

static struct str
variable_name(struct str expansion)
{
	size_t begin = 1, end;
	if (expansion.n > 1 && expansion.p[1] == '{')
		begin = 2;
	for (end = begin; end < expansion.n && is_name(expansion.p[end]); end++)
		;
	return str_slice(expansion, begin, end);
}

/* Bytes before the text itself: `NAME=` of an assignment, `--option=` of an argument. */
static size_t
prefix_length(struct str word, struct str name)
{
	size_t n = name.n;
	if (!n || !str_starts(word, name))
		return 0;
	if (n < word.n && word.p[n] == '+')
		n++;
	return n < word.n && word.p[n] == '=' ? n + 1 : 0;
}

/* The plain text of `NAME=text`; empty when it is not that simple. */
static struct span
plain_value(const struct sources *t, const struct origin *o)
{
	struct str s = span_text(t, o->span);
	size_t begin = prefix_length(s, o->name), end = s.n;
	if (begin && end > begin + 1 && (s.p[begin] == '"' || s.p[begin] == '\'') &&
		s.p[end - 1] == s.p[begin]) {
		begin++;
		end--;
	}
	for (size_t i = begin; i < end; i++)
		if (!is_name(s.p[i]) && s.p[i] != '.' && s.p[i] != '-')
			begin = end;
	return (struct span){o->span.file, o->span.begin + (uint32_t)begin,
		o->span.begin + (uint32_t)end};
}

/* A command substitution tells nothing of its output, but a variable whose whole text
 * stands there may well have brought it. The longest wins. */
static void
find_bringer(const struct sources *t, const struct origin *o, struct str text,
	unsigned depth, struct span *best)
{
	if (!o || depth > 8)
		return;
	if (o->kind == ORIGIN_ASSIGN && o->span.file) {
		struct span value = plain_value(t, o);
		struct str s = span_text(t, value);
		if (s.n > best->end - best->begin && str_starts(text, s))
			*best = value;
	}
	for (size_t i = 0; i < o->reads.n; i++)
		find_bringer(t, o->reads.v[i], text, depth + 1, best);
}

/* In the source of a command substitution: behind what stands before the byte, if it is
 * there once. */
static bool
place_behind(
	const struct sources *t, struct span word, struct str before, struct span *ret)
{
	struct str s = span_text(t, word);
	for (size_t n = before.n < CONTEXT_MAX ? before.n : CONTEXT_MAX; n >= CONTEXT_MIN;
		n--) {
		struct str tail = str_slice(before, before.n - n, before.n);
		size_t at = str_find(s, tail, 0), end = at + tail.n;
		if (end >= s.n || str_find(s, tail, at + 1) < s.n)
			continue;
		ret->begin = word.begin + (uint32_t)end;
		ret->end = ret->begin + 1;
		return true;
	}
	return false;
}

static bool
place_in(const struct sources *t, struct span word, struct str name,
	const struct origin *origin, struct str text, size_t at, unsigned depth,
	struct span *ret)
{
	struct str s = span_text(t, word);
	size_t skip = prefix_length(s, name);
	struct matching m = {.word = str_slice(s, skip, s.n), .text = text, .at = at};
	if (!s.n || depth == ASSIGNMENTS_MAX || !walk(&m, 0, 0, 0, 0) || !m.found)
		return false;
	ret->file = word.file;
	ret->begin = word.begin + (uint32_t)(skip + m.begin);
	ret->end = word.begin + (uint32_t)(skip + m.end);
	if (!m.is_variable)
		return true;
	struct str variable = variable_name(str_slice(m.word, m.begin, m.end));
	const struct origin *o = assignment_of(origin, variable, 0);
	struct span bringer = {0};
	if (o == origin) /* x="${x:-$y}" */
		o = NULL;
	if (!o)
		find_bringer(t, origin, str_slice(text, at, m.to), 0, &bringer);
	if (bringer.file)
		*ret = bringer;
	else if (!variable.n)
		place_behind(t, *ret, str_slice(text, m.from, at), ret);
	if (o)
		place_in(t, o->span, variable, o, str_slice(text, m.from, m.to),
			at - m.from, depth + 1, ret);
	return true;
}

struct span
literal_place(const struct sources *t, const struct option *o, struct str text, size_t at)
{
	const struct option_value *v = &o->values.v[0];
	struct span place = v->span;
	place_in(t, v->span, o->attached ? o->name : (struct str){0}, v->origin, text, at,
		0, &place);
	return place;
}
