/* grep and expr. */
#include "shell/tool.h"

#include "base/arena.h"
#include "shell/regex.h"

#include <string.h>

struct search {
	bool quiet, invert, fold, count, fixed, only, whole_line, silent;
	enum regex_kind kind;
	struct str pattern;
	bool has_pattern;
};

/* False: an option that is not followed. */
static bool
read_letter(struct search *g, char c)
{
	switch (c) {
	case 'q':
		g->quiet = true;
		return true;
	case 'v':
		g->invert = true;
		return true;
	case 'i':
		g->fold = true;
		return true;
	case 'c':
		g->count = true;
		return true;
	case 'F':
		g->fixed = true;
		return true;
	case 'E':
		g->kind = REGEX_EXTENDED;
		return true;
	case 'P':
		g->kind = REGEX_PERL;
		return true;
	case 'o':
		g->only = true;
		return true;
	case 'x':
		g->whole_line = true;
		return true;
	case 's':
	case 'h':
	case 'a':
		return true;
	default:
		return false;
	}
}

static bool
read_options(struct tool_call *t, struct search *g, size_t *at)
{
	struct str s;
	for (; tool_word(t, *at, &s) && s.n > 1 && s.p[0] == '-'; ++*at) {
		if (str_eq(s, S("--"))) {
			++*at;
			break;
		}
		if (str_eq(s, S("-e"))) {
			g->has_pattern = tool_word(t, ++*at, &g->pattern);
			if (!g->has_pattern)
				return false;
			continue;
		}
		if (str_eq(s, S("-m")) && g->quiet) {
			++*at;
			continue;
		}
		for (size_t i = 1; i < s.n; i++)
			if (!read_letter(g, s.p[i]))
				return false;
	}
	if (g->has_pattern)
		return true;
	g->has_pattern = tool_word(t, (*at)++, &g->pattern);
	return g->has_pattern;
}

struct found {
	struct regex *regex;
	struct str text; /* of a fixed one */
	const struct search *g;
};

static enum tri
matches(const struct found *f, struct str line, struct regex_match *m)
{
	if (f->g->fixed) {
		size_t at = str_find(line, f->text, 0);
		bool yes = f->g->whole_line ? str_eq(line, f->text)
					    : f->text.n == 0 || at < line.n;
		m->n = 1;
		m->group[0].begin = at;
		m->group[0].end = at + f->text.n;
		return tri_of(yes);
	}
	enum tri t = regex_find(f->regex, line, 0, m);
	if (t == TRI_YES && f->g->whole_line)
		t = tri_of(m->group[0].begin == 0 && m->group[0].end == line.n);
	return t;
}

/* Every part of a line that matches. */
static bool
print_parts(const struct found *f, struct buf *b, struct str line)
{
	struct regex_match m;
	for (size_t at = 0; at <= line.n && !f->g->fixed;) {
		enum tri t = regex_find(f->regex, line, at, &m);
		if (t == TRI_UNKNOWN)
			return false;
		if (t == TRI_NO)
			return true;
		if (m.group[0].end > m.group[0].begin) {
			buf_add(b, str_slice(line, m.group[0].begin, m.group[0].end));
			buf_addc(b, '\n');
		}
		at = m.group[0].end > at ? m.group[0].end : at + 1;
	}
	return !f->g->fixed;
}

static bool
search_lines(struct tool_call *t, const struct found *f, const struct lines *l)
{
	struct buf b = buf_new(t->e->arena, LIMIT_SHELL_STRING_BYTES);
	struct regex_match m;
	size_t n = 0;
	for (size_t i = 0; i < l->n; i++) {
		enum tri hit = matches(f, l->v[i], &m);
		if (hit == TRI_UNKNOWN)
			return false;
		if ((hit == TRI_YES) == f->g->invert)
			continue;
		n++;
		if (f->g->only && !print_parts(f, &b, l->v[i]))
			return false;
		if (!f->g->only) {
			buf_add(&b, l->v[i]);
			buf_addc(&b, '\n');
		}
	}
	if (f->g->count)
		tool_print(t, str_fmt(t->e->arena, "%zu\n", n));
	else if (!f->g->quiet)
		tool_print(t, buf_str(&b));
	eval_status(t->s, n == 0);
	return true;
}

/* grep -q on text known in part: a match within a known piece is one. */
static bool
search_partly(struct tool_call *t, const struct found *f, const struct value *v)
{
	struct regex_match m;
	bool literal = f->g->fixed && !f->g->whole_line && !f->g->invert;
	for (size_t i = 0; i < v->n && f->g->quiet && literal; i++)
		if (v->v[i].kind == PIECE_TEXT &&
			matches(f, v->v[i].text, &m) == TRI_YES) {
			eval_status(t->s, 0);
			return true;
		}
	return false;
}

bool
tool_grep(struct tool_call *t)
{
	struct search g = {.kind = REGEX_BASIC};
	struct found f = {.g = &g};
	struct str text;
	size_t at = 0;
	if (!read_options(t, &g, &at))
		return false;
	f.text = g.pattern;
	if (!g.fixed)
		f.regex = regex_compile(t->e->arena, g.pattern, g.kind, g.fold);
	if ((!g.fixed && !f.regex) || (g.fixed && g.fold))
		return false;
	const struct value *v = tool_input(t, at);
	if (!v)
		return false;
	if (!value_known(v, &text))
		return search_partly(t, &f, v);
	struct lines l = tool_lines(t->e->arena, text);
	return search_lines(t, &f, &l);
}

/* ---- expr ----------------------------------------------------------------------- */

/* Integers only: the shell's own arithmetic, but for the words that are operators there.
 */
bool
tool_expr(struct tool_call *t)
{
	struct buf b = buf_new(t->e->arena, 4096);
	for (size_t i = 0; i < t->n; i++) {
		struct str s;
		int64_t n;
		if (!tool_word(t, i, &s) || s.n == 0)
			return false;
		if (!str_to_int64(s, &n) && (s.n != 1 || !strchr("+-*/%()<>", s.p[0])))
			return false;
		buf_add(&b, s);
		buf_addc(&b, ' ');
	}
	struct number n = eval_arith_text(t->e, t->s, buf_str(&b), t->span);
	if (!n.known || t->n == 0)
		return false;
	tool_print(t, str_fmt(t->e->arena, "%lld\n", (long long)n.value));
	eval_status(t->s, n.value == 0);
	return true;
}
