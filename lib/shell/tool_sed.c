/* sed: s///, d and p with simple addresses, on known text. */
#include "shell/tool.h"

#include "base/arena.h"
#include "shell/regex.h"

struct command {
	char name;    /* s d p q */
	int64_t line; /* 0: every line; -1: the last */
	struct regex *address;
	struct regex *regex;
	struct str with;
	bool global, print;
};

struct script {
	struct arena *arena;
	VEC(, struct command) commands;
	bool extended, silent;
};

/* Up to the delimiter; an escaped delimiter stands for itself. */
static bool
read_part(struct arena *a, struct str s, size_t *at, char delimiter, struct str *ret)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	bool in_set = false;
	for (; *at < s.n; ++*at) {
		char c = s.p[*at];
		if (c == '\n')
			return false;
		if (c == '\\' && *at + 1 < s.n) {
			char next = s.p[++*at];
			if (next != delimiter)
				buf_addc(&b, '\\');
			buf_addc(&b, next);
			continue;
		}
		in_set = c == '[' ? true : c == ']' ? false : in_set;
		if (c == delimiter && !in_set) {
			++*at;
			*ret = buf_str(&b);
			return true;
		}
		buf_addc(&b, c);
	}
	return false;
}

static enum regex_kind
kind_of(const struct script *x)
{
	return x->extended ? REGEX_EXTENDED : REGEX_BASIC;
}

static bool
read_substitute(struct script *x, struct str s, size_t *at, struct command *c)
{
	struct str from;
	bool fold = false;
	if (*at >= s.n)
		return false;
	char delimiter = s.p[(*at)++];
	if (!read_part(x->arena, s, at, delimiter, &from) ||
		!read_part(x->arena, s, at, delimiter, &c->with))
		return false;
	for (; *at < s.n && s.p[*at] != ';' && s.p[*at] != '\n' && s.p[*at] != ' ';
		++*at) {
		c->global |= s.p[*at] == 'g';
		c->print |= s.p[*at] == 'p';
		fold |= (s.p[*at] | 32) == 'i';
		if (str_find_byte(S("gpiI"), s.p[*at], 0) == 4)
			return false;
	}
	c->regex = regex_compile(x->arena, from, kind_of(x), fold);
	return c->regex && !regex_is_ambiguous(c->regex);
}

static bool
read_address(struct script *x, struct str s, size_t *at, struct command *c)
{
	struct str text;
	if (s.p[*at] == '$') {
		c->line = -1;
		++*at;
	} else if (s.p[*at] == '/') {
		++*at;
		if (!read_part(x->arena, s, at, '/', &text))
			return false;
		c->address = regex_compile(x->arena, text, kind_of(x), false);
		return c->address != NULL;
	}
	while (*at < s.n && s.p[*at] >= '0' && s.p[*at] <= '9' && c->line < 100000)
		c->line = c->line * 10 + (s.p[(*at)++] - '0');
	return true;
}

static bool
read_script(struct script *x, struct str s)
{
	for (size_t at = 0; at < s.n;) {
		struct command c = {0};
		if (s.p[at] == ';' || s.p[at] == '\n' || s.p[at] == ' ') {
			at++;
			continue;
		}
		if (!read_address(x, s, &at, &c) || at >= s.n)
			return false;
		c.name = s.p[at++];
		if (c.name == 's' && !read_substitute(x, s, &at, &c))
			return false;
		if (c.name != 's' && c.name != 'd' && c.name != 'p' && c.name != 'q')
			return false;
		vec_push(x->arena, &x->commands, c);
	}
	return x->commands.n > 0;
}

/* ---- running -------------------------------------------------------------------- */

static bool
add_replacement(
	struct buf *b, struct str with, struct str line, const struct regex_match *m)
{
	for (size_t i = 0; i < with.n; i++) {
		char c = with.p[i];
		size_t group = 0;
		bool reference = c == '&';
		if (c == '\\' && i + 1 < with.n) {
			c = with.p[++i];
			reference = c >= '0' && c <= '9';
			group = reference ? (size_t)(c - '0') : 0;
			if (c == 'n' || c == 't')
				c = c == 'n' ? '\n' : '\t';
			else if (!reference && ((c | 32) >= 'a' && (c | 32) <= 'z'))
				return false;
		}
		if (!reference)
			buf_addc(b, c);
		else if (group >= m->n)
			return false;
		else if (m->group[group].begin != SIZE_MAX)
			buf_add(b, str_slice(line, m->group[group].begin,
					   m->group[group].end));
	}
	return true;
}

/* False: not understood. */
static bool
substitute(struct arena *a, const struct command *c, struct str *line, bool *changed)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	size_t at = 0, done = 0;
	struct regex_match m;
	while (at <= line->n) {
		enum tri t = regex_find(c->regex, *line, at, &m);
		if (t == TRI_UNKNOWN)
			return false;
		if (t == TRI_NO)
			break;
		buf_add(&b, str_slice(*line, done, m.group[0].begin));
		if (!add_replacement(&b, c->with, *line, &m))
			return false;
		*changed = true;
		done = m.group[0].end;
		at = done;
		if (m.group[0].end == m.group[0].begin) {
			buf_add(&b, str_slice(*line, done, done + 1));
			at = ++done;
		}
		if (!c->global)
			break;
	}
	if (done < line->n)
		buf_add(&b, str_slice(*line, done, line->n));
	*line = buf_str(&b);
	return !b.overflow;
}

static enum tri
applies(const struct command *c, struct str line, size_t number, bool last)
{
	struct regex_match m;
	if (c->address)
		return regex_find(c->address, line, 0, &m);
	if (c->line == -1)
		return tri_of(last);
	return tri_of(c->line == 0 || (size_t)c->line == number);
}

static bool
run_line(const struct script *x, struct buf *out, struct str line, size_t number,
	bool last)
{
	bool deleted = false;
	for (size_t i = 0; i < x->commands.n && !deleted; i++) {
		const struct command *c = &x->commands.v[i];
		bool changed = false;
		enum tri t = applies(c, line, number, last);
		if (t == TRI_UNKNOWN || (t == TRI_YES && c->name == 'q'))
			return false;
		if (t == TRI_NO)
			continue;
		if (c->name == 's' && !substitute(x->arena, c, &line, &changed))
			return false;
		deleted = c->name == 'd';
		if (c->name == 'p' || (c->print && changed)) {
			buf_add(out, line);
			buf_addc(out, '\n');
		}
	}
	if (!deleted && !x->silent) {
		buf_add(out, line);
		buf_addc(out, '\n');
	}
	return true;
}

bool
tool_sed(struct tool_call *t)
{
	struct script x = {.arena = t->e->arena};
	struct str s, text;
	size_t at = 0;
	bool has_script = false;
	for (; tool_word(t, at, &s) && s.n > 1 && s.p[0] == '-'; at++) {
		if (str_eq(s, S("-E")) || str_eq(s, S("-r"))) {
			x.extended = true;
		} else if (str_eq(s, S("-n"))) {
			x.silent = true;
		} else if (str_eq(s, S("-e")) && tool_word(t, at + 1, &s)) {
			at++;
			has_script = true;
			if (!read_script(&x, s))
				return false;
		} else {
			return false;
		}
	}
	if (!has_script && (!tool_word(t, at++, &s) || !read_script(&x, s)))
		return false;
	if (!tool_input_text(t, at, &text))
		return false;
	struct buf out = buf_new(x.arena, LIMIT_SHELL_STRING_BYTES);
	struct lines l = tool_lines(x.arena, text);
	for (size_t i = 0; i < l.n; i++)
		if (!run_line(&x, &out, l.v[i], i + 1, i + 1 == l.n))
			return false;
	/* A last line without a newline stays without. */
	if (text.n && text.p[text.n - 1] != '\n' && out.n && out.p[out.n - 1] == '\n')
		out.n--;
	tool_print(t, buf_str(&out));
	return true;
}
