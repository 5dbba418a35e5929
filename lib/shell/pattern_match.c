/*
 * Runs a compiled pattern over a subject.
 *
 * All places of the program that the text so far leads to are kept at once. A hole of the
 * subject is treated in two ways: "may" lets it take any characters, "must" lets only a
 * star take it, because a star takes whatever it turns out to be. If even the first fails
 * the subject can't match; if the second succeeds it always does.
 */
#include "shell/pattern_code.h"

#include "base/arena.h"

#include <string.h>

enum { CASES_MAX = 64 };

struct places {
	uint32_t *v;
	size_t n;
	bool *has; /* by instruction */
};

struct matcher {
	const struct pattern *pattern;
	struct places now, next;
	uint32_t *stack;
	bool must;
};

static struct places
places_new(struct arena *a, size_t n)
{
	return (struct places){NEW_ARRAY(a, uint32_t, n), 0, NEW_ARRAY(a, bool, n)};
}

static struct matcher
matcher_new(struct arena *a, const struct pattern *p, bool must)
{
	size_t n = p->code.n;
	return (struct matcher){p, places_new(a, n), places_new(a, n),
		NEW_ARRAY(a, uint32_t, 2 * n + 2), must};
}

static void
clear(struct places *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->has[p->v[i]] = false;
	p->n = 0;
}

/* The place, and all that are reached from it without taking a character. */
static void
enter(struct matcher *m, struct places *p, uint32_t at)
{
	size_t top = 0;
	m->stack[top++] = at;
	while (top) {
		at = m->stack[--top];
		if (p->has[at])
			continue;
		p->has[at] = true;
		p->v[p->n++] = at;
		const struct pattern_step *i = &m->pattern->code.v[at];
		if (i->op == OP_STAR || (i->op == OP_HOLE && !m->must))
			m->stack[top++] = at + 1;
		if (i->op == OP_SPLIT || i->op == OP_JUMP)
			m->stack[top++] = i->to;
		if (i->op == OP_SPLIT)
			m->stack[top++] = i->also;
	}
}

static void
start(struct matcher *m)
{
	clear(&m->now);
	enter(m, &m->now, 0);
}

static bool
accepts(const struct matcher *m)
{
	return m->now.has[m->pattern->code.n - 1];
}

static uint32_t
other_case(uint32_t c)
{
	bool letter = (c | 32) >= 'a' && (c | 32) <= 'z' && c < 128;
	return letter ? c ^ 32 : c;
}

static bool
in_ranges(const struct pattern_set *s, uint32_t c)
{
	for (size_t i = 0; i < s->ranges.n; i++)
		if (c >= s->ranges.v[i].from && c <= s->ranges.v[i].to)
			return true;
	return false;
}

static bool
takes(const struct matcher *m, const struct pattern_step *i, uint32_t c)
{
	uint32_t other = m->pattern->fold ? other_case(c) : c;
	switch (i->op) {
	case OP_CHAR:
		return i->c == c || i->c == other;
	case OP_ONE:
	case OP_STAR:
		return true;
	case OP_HOLE:
		return !m->must;
	case OP_SET:
		return (in_ranges(i->set, c) || in_ranges(i->set, other)) !=
		       i->set->negated;
	case OP_SPLIT:
	case OP_JUMP:
	case OP_MATCH:
		break;
	}
	return false;
}

static void
advance(struct matcher *m, struct places *into, uint32_t at)
{
	enum pattern_op op = m->pattern->code.v[at].op;
	enter(m, into, op == OP_STAR || op == OP_HOLE ? at : at + 1);
}

static void
swap(struct matcher *m)
{
	struct places p = m->now;
	m->now = m->next;
	m->next = p;
	clear(&m->next);
}

static void
step(struct matcher *m, uint32_t c)
{
	for (size_t i = 0; i < m->now.n; i++)
		if (takes(m, &m->pattern->code.v[m->now.v[i]], c))
			advance(m, &m->next, m->now.v[i]);
	swap(m);
}

/* ---- holes ---------------------------------------------------------------------- */

/* Some character (or, for `all`, every character) the hole may begin with is taken. */
static bool
takes_of_hole(
	const struct matcher *m, const struct pattern_step *i, unsigned flags, bool all)
{
	if (!(flags & HOLE_DIGITS))
		return all ? i->op == OP_STAR || i->op == OP_ONE
			   : i->op != OP_SPLIT && i->op != OP_JUMP && i->op != OP_MATCH;
	unsigned n = 0;
	for (uint32_t c = '0'; c <= '9'; c++)
		n += takes(m, i, c);
	return all ? n == 10 : n > 0;
}

static void
one_of_hole(struct matcher *m, unsigned flags)
{
	for (size_t i = 0; i < m->now.n; i++)
		if (takes_of_hole(m, &m->pattern->code.v[m->now.v[i]], flags, m->must))
			advance(m, &m->next, m->now.v[i]);
	swap(m);
}

static void
may_take(struct matcher *m, unsigned flags)
{
	if (flags & HOLE_FILLED)
		one_of_hole(m, flags);
	for (size_t i = 0; i < m->now.n; i++) /* grows as it goes */
		if (takes_of_hole(m, &m->pattern->code.v[m->now.v[i]], flags, false))
			advance(m, &m->now, m->now.v[i]);
}

static void
must_take(struct matcher *m, unsigned flags)
{
	if (flags & HOLE_FILLED)
		one_of_hole(m, flags);
	for (size_t i = 0; i < m->now.n; i++)
		if (m->pattern->code.v[m->now.v[i]].op == OP_STAR)
			enter(m, &m->next, m->now.v[i]);
	swap(m);
}

static bool
run(struct arena *a, const struct value *subject, const struct pattern *p, bool must)
{
	struct matcher m = matcher_new(a, p, must);
	start(&m);
	for (size_t i = 0; i < subject->n && m.now.n; i++) {
		const struct piece *piece = &subject->v[i];
		if (piece->kind != PIECE_TEXT) {
			unsigned flags =
				piece->kind == PIECE_HOLE ? piece->hole->flags : 0;
			if (must)
				must_take(&m, flags);
			else
				may_take(&m, flags);
			continue;
		}
		for (size_t at = 0; at < piece->text.n && m.now.n;)
			step(&m, pattern_char(piece->text, &at));
	}
	return accepts(&m);
}

/* ---- the questions -------------------------------------------------------------- */

/* Whether a subject with holes can be exactly this text: the subject becomes the pattern.
 */
static bool
may_be_text(struct arena *a, const struct value *subject, struct str text)
{
	struct value_builder b = value_build(a);
	for (size_t i = 0; i < subject->n; i++) {
		const struct piece *p = &subject->v[i];
		unsigned flags = p->kind == PIECE_HOLE ? p->hole->flags : 0;
		if (p->kind == PIECE_TEXT)
			pattern_quote(&b, p->text);
		else if (flags & HOLE_DIGITS)
			value_add_text(&b, S("+([0-9])"));
		else
			value_add_text(&b, flags & HOLE_FILLED ? S("?*") : S("*"));
	}
	return pattern_match_text(a, text, pattern_parse(a, value_done(&b), false));
}

static enum tri
match_case(struct arena *a, const struct value *subject, const struct pattern *p)
{
	struct str text;
	if (value_known(subject, &text) && !p->has_hole)
		return tri_of(pattern_match_text(a, text, p));
	if (p->is_text)
		return may_be_text(a, subject, p->text) ? TRI_UNKNOWN : TRI_NO;
	enum tri t = TRI_NO;
	if (run(a, subject, p, true))
		t = TRI_YES;
	else if (run(a, subject, p, false))
		t = TRI_UNKNOWN;
	return p->negated ? tri_not(t) : t;
}

enum tri
pattern_match(struct arena *a, const struct value *subject, const struct pattern *p)
{
	struct values cases = {0};
	if (!value_cases(a, subject, CASES_MAX, &cases))
		return TRI_UNKNOWN;
	enum tri t = match_case(a, cases.v[0], p);
	for (size_t i = 1; i < cases.n && t != TRI_UNKNOWN; i++)
		if (match_case(a, cases.v[i], p) != t)
			t = TRI_UNKNOWN;
	return t;
}

bool
pattern_match_text(struct arena *a, struct str text, const struct pattern *p)
{
	if (p->is_text)
		return str_eq(text, p->text);
	const struct piece piece = {.kind = PIECE_TEXT, .text = text};
	const struct value v = {&piece, text.n != 0};
	return run(a, &v, p, false) != p->negated;
}

size_t
pattern_match_front(
	struct arena *a, struct str text, const struct pattern *p, bool longest)
{
	if (p->is_text)
		return str_starts(text, p->text) ? p->text.n : SIZE_MAX;
	struct matcher m = matcher_new(a, p, false);
	size_t found = SIZE_MAX;
	start(&m);
	for (size_t at = 0;;) {
		if (accepts(&m) != p->negated)
			found = at;
		if (at >= text.n || (!m.now.n && !p->negated) ||
			(found != SIZE_MAX && !longest))
			return found;
		step(&m, pattern_char(text, &at));
	}
}

size_t
pattern_match_back(
	struct arena *a, struct str text, const struct pattern *p, bool longest)
{
	if (p->is_text)
		return str_ends(text, p->text) ? text.n - p->text.n : SIZE_MAX;
	for (size_t i = 0; i <= text.n; i++) {
		size_t begin = longest ? i : text.n - i;
		bool inside = begin < text.n && begin &&
			      ((unsigned char)text.p[begin] & 0xC0) == 0x80;
		if (!inside && pattern_match_text(a, str_slice(text, begin, text.n), p))
			return begin;
	}
	return SIZE_MAX;
}
