/* awk: words and expressions. */
#include "shell/awk.h"

#include "base/arena.h"

#include <string.h>

enum { DEPTH_MAX = 50 };

/* ---- cells ---------------------------------------------------------------------- */

static struct cell
number(double v)
{
	return (struct cell){.is_number = true, .number = v};
}

static struct cell
text(struct str s)
{
	return (struct cell){.text = s};
}

double
awk_as_number(struct awk *w, struct cell c)
{
	double v = c.number;
	size_t n;
	if (!c.is_number && !awk_number(str_trim(c.text), &v, &n))
		w->failed = true;
	return v;
}

struct str
awk_as_text(struct awk *w, struct cell c)
{
	return c.is_number ? awk_text(w->arena, c.number) : c.text;
}

static bool
is_numeric(struct str s)
{
	double v;
	size_t n;
	s = str_trim(s);
	return s.n && awk_number(s, &v, &n) && n == s.n;
}

struct cell
awk_input(struct str s)
{
	return (struct cell){.text = s, .looks_numeric = is_numeric(s)};
}

bool
awk_truth(struct awk *w, struct cell c)
{
	return c.is_number || c.looks_numeric ? awk_as_number(w, c) != 0 : c.text.n != 0;
}

/* ---- tokens --------------------------------------------------------------------- */

void
awk_blanks(struct awk *w, bool lines)
{
	while (w->at < w->program.n &&
		strchr(lines ? " \t\r\n;" : " \t\r", w->program.p[w->at]) &&
		w->program.p[w->at])
		w->at++;
}

bool
awk_take(struct awk *w, const char *token)
{
	awk_blanks(w, false);
	struct str rest = str_slice(w->program, w->at, w->program.n);
	if (!str_starts(rest, str_from(token)))
		return false;
	w->at += strlen(token);
	return true;
}

static bool
name_char(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';
}

struct str
awk_take_name(struct awk *w)
{
	awk_blanks(w, false);
	size_t begin = w->at;
	while (w->at < w->program.n && name_char(w->program.p[w->at]))
		w->at++;
	return str_slice(w->program, begin, w->at);
}

bool
awk_take_word(struct awk *w, const char *word)
{
	size_t at = w->at;
	if (str_eqz(awk_take_name(w), word))
		return true;
	w->at = at;
	return false;
}

void
awk_expect(struct awk *w, const char *token)
{
	w->failed |= !awk_take(w, token);
}

static struct cell
take_string(struct awk *w)
{
	struct buf b = buf_new(w->arena, 4096);
	while (w->at < w->program.n && w->program.p[w->at] != '"') {
		char c = w->program.p[w->at++];
		if (c == '\\' && w->at < w->program.n) {
			c = w->program.p[w->at++];
			c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
		}
		buf_addc(&b, c);
	}
	w->failed |= w->at++ >= w->program.n;
	return text(buf_str(&b));
}

/* ---- expressions ---------------------------------------------------------------- */

struct cell *
awk_variable(struct awk *w, struct str name)
{
	for (size_t i = 0; i < w->n_names; i++)
		if (str_eq(w->names[i].name, name))
			return &w->names[i].cell;
	if (w->n_names == AWK_NAMES_MAX) {
		w->failed = true;
		return &w->names[0].cell;
	}
	w->names[w->n_names].name = name;
	w->names[w->n_names].cell = awk_input(S(""));
	return &w->names[w->n_names++].cell;
}

static struct cell
field(struct awk *w)
{
	size_t n = w->fields.n;
	awk_blanks(w, false);
	if (!awk_take_word(w, "NF")) {
		struct str digits = awk_take_name(w);
		int64_t v;
		w->failed |= !str_to_int64(digits, &v) || v < 0;
		n = w->failed ? 0 : (size_t)v;
	}
	if (n == 0)
		return awk_input(w->line);
	return awk_input(n <= w->fields.n ? w->fields.v[n - 1] : S(""));
}

static struct cell
named(struct awk *w)
{
	struct str name = awk_take_name(w);
	if (str_eq(name, S("int")) && awk_take(w, "(")) {
		double v = awk_as_number(w, awk_expression(w));
		awk_expect(w, ")");
		w->failed |= v > 1e15 || v < -1e15;
		return number(w->failed ? 0 : (double)(int64_t)v);
	}
	if (str_eq(name, S("length")) && awk_take(w, "(")) {
		struct str s = awk_as_text(w, awk_expression(w));
		awk_expect(w, ")");
		return number((double)s.n);
	}
	if (awk_take(w, "(") || awk_take(w, "["))
		w->failed = true;
	if (str_eq(name, S("NF")))
		return number((double)w->fields.n);
	if (str_eq(name, S("NR")))
		return number((double)w->record);
	return *awk_variable(w, name);
}

static struct cell
primary(struct awk *w)
{
	double v;
	size_t n;
	awk_blanks(w, false);
	struct str rest = str_slice(w->program, w->at, w->program.n);
	char c = rest.n ? rest.p[0] : 0;
	if (w->failed || ++w->depth > DEPTH_MAX)
		w->failed = true;
	struct cell r = number(0);
	if (w->failed)
		;
	else if (awk_take(w, "("))
		r = awk_expression(w), awk_expect(w, ")");
	else if (awk_take(w, "\""))
		r = take_string(w);
	else if (awk_take(w, "$"))
		r = field(w);
	else if (awk_take(w, "!"))
		r = number(!awk_truth(w, primary(w)));
	else if (awk_take(w, "-"))
		r = number(-awk_as_number(w, primary(w)));
	else if (awk_take(w, "+"))
		r = number(awk_as_number(w, primary(w)));
	else if ((c >= '0' && c <= '9') || c == '.') {
		w->failed |= !awk_number(rest, &v, &n) || n == 0;
		w->at += w->failed ? 0 : n;
		r = number(w->failed ? 0 : v);
	} else if (name_char(c))
		r = named(w);
	else
		w->failed = true;
	w->depth--;
	return r;
}

static struct cell
power(struct awk *w)
{
	struct cell x = primary(w);
	if (!awk_take(w, "^") && !awk_take(w, "**"))
		return x;
	double base = awk_as_number(w, x), exponent = awk_as_number(w, power(w)), r = 1;
	w->failed |= exponent != (double)(int)exponent || exponent < 0 || exponent > 100;
	for (int i = 0; !w->failed && i < (int)exponent; i++)
		r *= base;
	return number(r);
}

static struct cell
product(struct awk *w)
{
	struct cell x = power(w);
	for (;;) {
		char op = awk_take(w, "*")   ? '*'
			  : awk_take(w, "/") ? '/'
			  : awk_take(w, "%") ? '%'
					     : 0;
		if (!op || w->failed)
			return x;
		double a = awk_as_number(w, x), b = awk_as_number(w, power(w));
		w->failed |= op != '*' && b == 0;
		if (w->failed)
			return number(0);
		if (op == '%') {
			w->failed |= a / b > 1e15 || a / b < -1e15;
			x = number(w->failed ? 0 : a - b * (double)(int64_t)(a / b));
		} else {
			x = number(op == '*' ? a * b : a / b);
		}
	}
}

static struct cell
sum(struct awk *w)
{
	struct cell x = product(w);
	for (;;) {
		char op = awk_take(w, "+") ? '+' : awk_take(w, "-") ? '-' : 0;
		if (!op || w->failed)
			return x;
		double a = awk_as_number(w, x), b = awk_as_number(w, product(w));
		x = number(op == '+' ? a + b : a - b);
	}
}

/* Two expressions side by side are put together. */
static struct cell
joined(struct awk *w)
{
	struct cell x = sum(w);
	for (;;) {
		awk_blanks(w, false);
		char c = w->at < w->program.n ? w->program.p[w->at] : 0;
		if (w->failed || !c ||
			!(c == '"' || c == '$' || c == '(' || name_char(c)))
			return x;
		struct str a = awk_as_text(w, x), b = awk_as_text(w, sum(w));
		x = text(str_cat(w->arena, a, b));
	}
}

static struct cell
comparison(struct awk *w)
{
	static const char *const ops[] = {"==", "!=", "<=", ">=", "<", ">"};
	struct cell x = joined(w);
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (!awk_take(w, ops[i]))
			continue;
		struct cell y = joined(w);
		bool numbers = (x.is_number || x.looks_numeric) &&
			       (y.is_number || y.looks_numeric);
		double a = numbers ? awk_as_number(w, x) : 0,
		       b = numbers ? awk_as_number(w, y) : 0;
		int r = numbers ? (a > b) - (a < b)
				: str_cmp(awk_as_text(w, x), awk_as_text(w, y));
		const bool results[] = {r == 0, r != 0, r <= 0, r >= 0, r<0, r> 0};
		return number(results[i]);
	}
	return x;
}

static struct cell
conjunction(struct awk *w)
{
	struct cell x = comparison(w);
	while (awk_take(w, "&&")) {
		bool a = awk_truth(w, x), b = awk_truth(w, comparison(w));
		x = number(a && b);
	}
	return x;
}

struct cell
awk_expression(struct awk *w)
{
	struct cell x = conjunction(w);
	while (awk_take(w, "||")) {
		bool a = awk_truth(w, x), b = awk_truth(w, conjunction(w));
		x = number(a || b);
	}
	if (!awk_take(w, "?"))
		return x;
	struct cell yes = awk_expression(w);
	awk_expect(w, ":");
	struct cell no = awk_expression(w);
	return awk_truth(w, x) ? yes : no;
}
