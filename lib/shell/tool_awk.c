/*
 * awk, as far as scripts use it for arithmetic and for a column: BEGIN { }, /x/ { } and a
 * few statements without loops. Everything else is left to be launched.
 */
#include "shell/awk.h"
#include "shell/regex.h"

#include "base/arena.h"

#include <string.h>

static bool
at_end(struct awk *w)
{
	awk_blanks(w, false);
	return w->at >= w->program.n || strchr(";}\n", w->program.p[w->at]);
}

static void
print(struct awk *w)
{
	struct buf b = buf_new(w->arena, LIMIT_SHELL_STRING_BYTES);
	if (at_end(w))
		buf_add(&b, w->line);
	for (bool first = true; !at_end(w) && !w->failed; first = false) {
		if (!first)
			awk_expect(w, ",");
		buf_addz(&b, first ? "" : " ");
		buf_add(&b, awk_as_text(w, awk_expression(w)));
	}
	buf_addc(&b, '\n');
	if (!w->skip)
		buf_add(&w->out, buf_str(&b));
}

/* Formats of numbers and strings without a width. */
static void
print_format(struct awk *w)
{
	struct buf b = buf_new(w->arena, LIMIT_SHELL_STRING_BYTES);
	bool parenthesis = awk_take(w, "(");
	struct str f = awk_as_text(w, awk_expression(w));
	for (size_t i = 0; i < f.n && !w->failed; i++) {
		unsigned precision = 6;
		if (f.p[i] != '%' || i + 1 >= f.n) {
			buf_addc(&b, f.p[i]);
			continue;
		}
		if (f.p[++i] == '.') {
			precision = 0;
			while (++i < f.n && f.p[i] >= '0' && f.p[i] <= '9' &&
				precision < 100)
				precision = precision * 10 + (unsigned)(f.p[i] - '0');
		}
		char c = i < f.n ? f.p[i] : 0;
		if (c == '%') {
			buf_addc(&b, c);
			continue;
		}
		awk_expect(w, ",");
		struct cell x = awk_expression(w);
		if (c == 's')
			buf_add(&b, awk_as_text(w, x));
		else if (c == 'd' || c == 'i')
			buf_add(&b,
				awk_text(w->arena, (double)(int64_t)awk_as_number(w, x)));
		else if (c == 'f' || c == 'g' || c == 'e')
			buf_add(&b,
				awk_format(w->arena, c, precision, awk_as_number(w, x)));
		else
			w->failed = true;
	}
	if (parenthesis)
		awk_expect(w, ")");
	if (!w->skip)
		buf_add(&w->out, buf_str(&b));
}

/* ---- statements ----------------------------------------------------------------- */

static void statement(struct awk *w);

static void
block(struct awk *w)
{
	awk_blanks(w, true);
	while (!w->failed && !awk_take(w, "}")) {
		if (w->at >= w->program.n)
			w->failed = true;
		else
			statement(w);
		awk_blanks(w, true);
	}
}

static void
conditional(struct awk *w)
{
	bool outer = w->skip;
	awk_expect(w, "(");
	bool yes = awk_truth(w, awk_expression(w));
	awk_expect(w, ")");
	w->skip = outer || !yes;
	awk_blanks(w, true);
	statement(w);
	awk_blanks(w, true);
	if (awk_take_word(w, "else")) {
		w->skip = outer || yes;
		awk_blanks(w, true);
		statement(w);
	}
	w->skip = outer;
}

static void
assignment(struct awk *w)
{
	static const char *const ops[] = {"+=", "-=", "*=", "="};
	struct str name = awk_take_name(w);
	size_t op = 0;
	while (op < 4 && !awk_take(w, ops[op]))
		op++;
	bool compares = op == 3 && w->at < w->program.n && w->program.p[w->at] == '=';
	if (name.n == 0 || op == 4 || compares) {
		w->failed = true;
		return;
	}
	struct cell x = awk_expression(w);
	struct cell *to = awk_variable(w, name);
	if (w->failed || w->skip)
		return;
	double a = op < 3 ? awk_as_number(w, *to) : 0,
	       b = op < 3 ? awk_as_number(w, x) : 0;
	const double results[] = {a + b, a - b, a * b};
	if (op < 3)
		x = (struct cell){.is_number = true, .number = results[op]};
	*to = x;
}

static void
leave(struct awk *w)
{
	struct cell x = {.is_number = true, .number = w->status};
	if (!at_end(w))
		x = awk_expression(w);
	if (w->skip)
		return;
	w->exited = true;
	w->status = (int)awk_as_number(w, x) & 255;
}

static void
statement(struct awk *w)
{
	bool outer = w->skip;
	w->skip |= w->exited;
	if (awk_take(w, "{"))
		block(w);
	else if (awk_take_word(w, "if"))
		conditional(w);
	else if (awk_take_word(w, "print"))
		print(w);
	else if (awk_take_word(w, "printf"))
		print_format(w);
	else if (awk_take_word(w, "exit"))
		leave(w);
	else
		assignment(w);
	w->failed |= !at_end(w);
	w->skip = outer;
}

/* ---- rules ---------------------------------------------------------------------- */

struct rule {
	size_t pattern, body; /* places in the program; body 0: print the line */
	char when;            /* b e, or 0 for each line */
	bool has_pattern;
};

VEC(rules, struct rule);

/* Finds the end of a block or pattern without running it: braces outside of strings. */
static size_t
skip_block(struct str s, size_t at)
{
	unsigned depth = 0;
	bool in_string = false;
	for (; at < s.n; at++) {
		char c = s.p[at];
		if (c == '"' && (at == 0 || s.p[at - 1] != '\\'))
			in_string = !in_string;
		if (in_string)
			continue;
		depth += c == '{';
		if (c == '}' && --depth == 0)
			return at + 1;
	}
	return SIZE_MAX;
}

static bool
read_rules(struct awk *w, struct rules *rules)
{
	for (awk_blanks(w, true); w->at < w->program.n; awk_blanks(w, true)) {
		struct rule r = {.pattern = w->at};
		if (awk_take_word(w, "BEGIN"))
			r.when = 'b';
		else if (awk_take_word(w, "END"))
			r.when = 'e';
		size_t open = str_find_byte(w->program, '{', w->at);
		r.has_pattern = !r.when && open > w->at;
		if (open == w->program.n)
			return false;
		r.body = open + 1;
		w->at = skip_block(w->program, open);
		if (w->at == SIZE_MAX)
			return false;
		vec_push(w->arena, rules, r);
	}
	return rules->n > 0;
}

/* At a "/": whether the line matches. */
static bool
line_matches(struct awk *w)
{
	size_t end = ++w->at;
	while (end < w->program.n && w->program.p[end] != '/')
		end += w->program.p[end] == '\\' ? 2 : 1;
	struct str text = str_slice(w->program, w->at, end);
	struct regex *r = regex_compile(w->arena, text, REGEX_EXTENDED, false);
	struct regex_match m;
	enum tri found = r ? regex_find(r, w->line, 0, &m) : TRI_UNKNOWN;
	w->failed |= found == TRI_UNKNOWN;
	w->at = end + 1;
	return found == TRI_YES;
}

static void
run_rule(struct awk *w, const struct rule *r)
{
	if (w->exited || w->failed)
		return;
	if (r->has_pattern) {
		w->at = r->pattern;
		bool yes = w->program.p[w->at] == '/' ? line_matches(w)
						      : awk_truth(w, awk_expression(w));
		awk_blanks(w, false);
		w->failed |= w->at + 1 != r->body;
		if (!yes || w->failed)
			return;
	}
	w->at = r->body;
	block(w);
}

static void
split_fields(struct awk *w)
{
	w->fields = (struct lines){0};
	struct str rest = w->line;
	if (w->separator) {
		while (rest.n) {
			struct str part = str_cut(rest, w->separator, &rest);
			vec_push(w->arena, &w->fields, part);
		}
		return;
	}
	for (size_t i = 0; i < rest.n;) {
		size_t end = i;
		while (end < rest.n && rest.p[end] != ' ' && rest.p[end] != '\t')
			end++;
		if (end > i)
			vec_push(w->arena, &w->fields, str_slice(rest, i, end));
		i = end + 1;
	}
}

static void
run_all(struct awk *w, const struct rules *rules, char when)
{
	for (size_t i = 0; i < rules->n; i++)
		if (rules->v[i].when == when)
			run_rule(w, &rules->v[i]);
}

static bool
run_input(struct tool_call *t, struct awk *w, const struct rules *rules, size_t at)
{
	struct str text;
	bool needs = false;
	for (size_t i = 0; i < rules->n; i++)
		needs |= rules->v[i].when != 'b';
	if (!needs || w->exited)
		return true;
	if (!tool_input_text(t, at, &text))
		return false;
	struct lines l = tool_lines(w->arena, text);
	for (size_t i = 0; i < l.n && !w->failed; i++) {
		w->line = l.v[i];
		w->record = i + 1;
		split_fields(w);
		run_all(w, rules, 0);
	}
	run_all(w, rules, 'e');
	return true;
}

static bool
read_words(struct tool_call *t, struct awk *w, size_t *at)
{
	struct str s, value;
	for (; tool_word(t, *at, &s) && s.n > 1 && s.p[0] == '-'; ++*at) {
		char c = s.p[1];
		value = str_slice(s, 2, s.n);
		if (value.n == 0 && !tool_word(t, ++*at, &value))
			return false;
		struct str text, name = str_cut(value, '=', &text);
		if (c == 'v')
			*awk_variable(w, name) = awk_input(text);
		else if (c == 'F' && value.n == 1)
			w->separator = value.p[0];
		else
			return false;
	}
	return tool_word(t, (*at)++, &w->program);
}

bool
tool_awk(struct tool_call *t)
{
	struct awk *w = NEW(t->e->arena, struct awk);
	struct rules rules = {0};
	size_t at = 0;
	w->arena = t->e->arena;
	w->out = buf_new(w->arena, LIMIT_SHELL_STRING_BYTES);
	if (!read_words(t, w, &at) || !read_rules(w, &rules))
		return false;
	run_all(w, &rules, 'b');
	if (!run_input(t, w, &rules, at) || w->failed || w->out.overflow)
		return false;
	tool_print(t, buf_str(&w->out));
	eval_status(t->s, w->status);
	return true;
}
