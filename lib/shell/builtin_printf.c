/* printf. */
#include "shell/builtin.h"
#include "shell/expand.h"

#include "base/arena.h"

#include <string.h>

struct printing {
	struct eval *e;
	struct state *s;
	struct span span;
	struct str format;
	const struct field *arg;
	size_t n_args, next;
	struct value_builder out;
	bool stop;
	int status;
};

/* %[flags][width][.precision]; a width of * is not followed. */
struct conversion {
	bool left, zero, plus, space, sharp, unknown;
	size_t width, precision;
	bool has_precision;
	char letter;
};

static size_t
read_count(struct str s, size_t *at)
{
	size_t n = 0;
	while (*at < s.n && s.p[*at] >= '0' && s.p[*at] <= '9' && n < 10000)
		n = n * 10 + (size_t)(s.p[(*at)++] - '0');
	return n;
}

static struct conversion
read_conversion(struct str s, size_t *at)
{
	struct conversion c = {0};
	for (; *at < s.n && strchr("-0+ #", s.p[*at]); ++*at) {
		c.left |= s.p[*at] == '-';
		c.zero |= s.p[*at] == '0';
		c.plus |= s.p[*at] == '+';
		c.space |= s.p[*at] == ' ';
		c.sharp |= s.p[*at] == '#';
	}
	c.width = read_count(s, at);
	if (*at < s.n && s.p[*at] == '.') {
		++*at;
		c.has_precision = true;
		c.precision = read_count(s, at);
	}
	if (*at < s.n && s.p[*at] == '*')
		c.unknown = true;
	while (*at < s.n && strchr("hlLqjzt*.", s.p[*at]) && s.p[*at] != 'q')
		++*at;
	c.letter = *at < s.n ? s.p[(*at)++] : 0;
	return c;
}

static void
add_unknown(struct printing *p, struct str what)
{
	value_add(&p->out, value_unknown(p->e->arena, p->span, 0, what));
}

static void
add_padded(struct printing *p, const struct conversion *c, struct str s)
{
	struct buf b = buf_new(p->e->arena, LIMIT_SHELL_STRING_BYTES);
	size_t pad = c->width > s.n ? c->width - s.n : 0;
	buf_fill(&b, ' ', c->left ? 0 : pad);
	buf_add(&b, s);
	buf_fill(&b, ' ', c->left ? pad : 0);
	value_add_text(&p->out, buf_str(&b));
}

static void
convert_text(struct printing *p, const struct conversion *c, const struct value *v)
{
	struct arena *a = p->e->arena;
	struct str s;
	if (!value_known(v, &s)) {
		if (c->letter != 's' || c->has_precision)
			add_unknown(p, S("formatted text"));
		else
			value_add(&p->out, v);
		return;
	}
	if (c->letter == 'q')
		s = quote_for_shell(a, s);
	else if (c->letter == 'b')
		p->stop = !escapes_expand(a, s, &s);
	else if (c->letter == 'c')
		s = str_slice(s, 0, 1);
	if (c->has_precision)
		s = str_slice(s, 0, c->precision);
	add_padded(p, c, s);
}

/* Decimal, octal, hexadecimal, or 'c for the code of a character. */
static bool
read_integer(struct printing *p, struct str s, int64_t *ret)
{
	if (s.n == 0) {
		*ret = 0;
		return true;
	}
	if (s.p[0] == '\'' || s.p[0] == '"') {
		*ret = s.n > 1 ? (unsigned char)s.p[1] : 0;
		return true;
	}
	if (s.n > 1 && s.p[0] == '0') {
		struct shell_arith_node *n = shell_parse_arith(p->e->arena, s, p->span);
		if (!n || n->kind != ARITH_NUMBER)
			return false;
		*ret = n->value;
		return true;
	}
	return str_to_int64(s, ret);
}

static struct str
digits_of(struct arena *a, uint64_t v, char letter)
{
	switch (letter) {
	case 'x':
		return str_fmt(a, "%llx", (unsigned long long)v);
	case 'X':
		return str_fmt(a, "%llX", (unsigned long long)v);
	case 'o':
		return str_fmt(a, "%llo", (unsigned long long)v);
	default:
		return str_fmt(a, "%llu", (unsigned long long)v);
	}
}

static void
convert_number(struct printing *p, const struct conversion *c, const struct value *v)
{
	struct arena *a = p->e->arena;
	struct str s;
	int64_t n = 0;
	if (!value_known(v, &s)) {
		const struct hole *h = value_lone_hole(v);
		if (h && h->flags & HOLE_FILLED && !c->width && strchr("di", c->letter))
			value_add(&p->out, v);
		else
			add_unknown(p, S("formatted number"));
		return;
	}
	if (!read_integer(p, str_trim(s), &n))
		p->status = 1;
	bool is_signed = c->letter == 'd' || c->letter == 'i',
	     negative = is_signed && n < 0;
	uint64_t size = negative ? 0 - (uint64_t)n : (uint64_t)n;
	struct str digits = digits_of(a, size, c->letter);
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	const char *sign = negative ? "-" : c->plus && is_signed ? "+" : "";
	size_t want = c->has_precision ? c->precision : 0;
	if (c->zero && !c->left && !c->has_precision && c->width > strlen(sign))
		want = c->width - strlen(sign);
	buf_addz(&b, sign);
	if (c->sharp && (c->letter | 32) == 'x' && size)
		buf_addf(&b, "0%c", c->letter);
	buf_fill(&b, '0', want > digits.n ? want - digits.n : 0);
	buf_add(&b, digits);
	add_padded(p, c, buf_str(&b));
}

enum { EXACT_DIGITS = 15 }; /* a double prints them as they were read */

/* A plain decimal that needs no rounding, with as many digits as asked for. */
static bool
fixed_digits(const struct conversion *c, struct str s, struct buf *b)
{
	struct str fraction, whole = str_cut(s, '.', &fraction);
	size_t want = c->has_precision ? c->precision : 6;
	if (!str_all_digits(whole) || (fraction.n && !str_all_digits(fraction)) ||
		(whole.n > 1 && whole.p[0] == '0') || s.n > EXACT_DIGITS ||
		fraction.n > want || want > EXACT_DIGITS || c->zero || c->plus ||
		c->sharp || c->space)
		return false;
	buf_add(b, whole);
	if (want)
		buf_addc(b, '.');
	buf_add(b, fraction);
	buf_fill(b, '0', want - fraction.n);
	return true;
}

static void
convert_fixed(struct printing *p, const struct conversion *c, const struct value *v)
{
	struct buf b = buf_new(p->e->arena, LIMIT_SHELL_STRING_BYTES);
	struct str s;
	if (value_known(v, &s) && fixed_digits(c, s, &b))
		add_padded(p, c, buf_str(&b));
	else
		add_unknown(p, S("formatted number"));
}

static void
convert(struct printing *p, const struct conversion *c)
{
	static const struct field none = {.value = &value_empty};
	if (c->letter == '%') {
		value_add_text(&p->out, S("%"));
		return;
	}
	const struct field *f = p->next < p->n_args ? &p->arg[p->next] : &none;
	p->next++;
	if (c->unknown || !c->letter)
		add_unknown(p, S("formatted text"));
	else if (strchr("sqbc", c->letter))
		convert_text(p, c, f->value);
	else if (strchr("diuxXo", c->letter))
		convert_number(p, c, f->value);
	else if (c->letter == 'f')
		convert_fixed(p, c, f->value);
	else
		add_unknown(p, S("formatted number"));
}

static void
print_once(struct printing *p)
{
	struct buf literal = buf_new(p->e->arena, LIMIT_SHELL_STRING_BYTES);
	for (size_t at = 0; at < p->format.n && !p->stop;) {
		char c = p->format.p[at++];
		if (c == '\\' && at < p->format.n) {
			p->stop = !escape_add(&literal, p->format, &at, false);
		} else if (c == '%') {
			value_add_text(&p->out, str_dup(p->e->arena, buf_str(&literal)));
			literal.n = 0;
			struct conversion x = read_conversion(p->format, &at);
			convert(p, &x);
		} else {
			buf_addc(&literal, c);
		}
	}
	value_add_text(&p->out, buf_str(&literal));
}

static const struct value *
print(struct printing *p)
{
	for (size_t i = 0; i < p->n_args; i++)
		if (p->arg[i].loose)
			return value_unknown(p->e->arena, p->span, 0,
				S("formatted words of an unknown number"));
	do {
		size_t before = p->next;
		print_once(p);
		if (p->next == before)
			break;
	} while (p->next < p->n_args && !p->stop && !p->out.overflow);
	return value_done(&p->out);
}

BUILTIN(builtin_printf)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option, variable = {0};
	while (next_option(&w, &option))
		if (str_eq(option, S("-v")) && w.at < w.n)
			word_known(&w.v[w.at++], &variable);
	struct printing p = {.e = e, .s = s, .span = call->span};
	p.out = value_build(e->arena);
	if (w.at >= w.n) {
		eval_status(s, 2);
		return STAYS;
	}
	const struct value *text;
	if (word_known(&w.v[w.at], &p.format)) {
		p.arg = w.v + w.at + 1;
		p.n_args = w.n - w.at - 1;
		text = print(&p);
	} else {
		text = value_unknown(e->arena, call->span, 0, S("formatted text"));
	}
	if (variable.n) {
		struct origins reads = {0};
		for (size_t i = 0; i < p.n_args; i++)
			if (p.arg[i].origin)
				vec_push(e->arena, &reads, p.arg[i].origin);
		eval_set(e, s, session_symbol(e->session, variable), text, call->span,
			reads);
	} else {
		io_emit(e, s, text);
	}
	eval_status(s, p.status);
	return STAYS;
}
