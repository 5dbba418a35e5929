/* Patterns, compiled to a small automaton. */
#include "shell/pattern_code.h"

#include "base/utf8.h"

#include <string.h>

enum { NESTING_MAX = 20, PROGRAM_MAX = 20000 };

/* ---- characters ----------------------------------------------------------------- */

uint32_t
pattern_char(struct str s, size_t *at)
{
	uint32_t c;
	size_t n = utf8_decode(s, *at, &c);
	if (n == 0) {
		c = 0x110000u + (unsigned char)s.p[*at];
		n = 1;
	}
	*at += n;
	return c;
}

/* ---- reading -------------------------------------------------------------------- */

struct reader {
	struct arena *arena;
	struct pattern *pattern;
	struct str text;
	size_t at;
	unsigned depth;
};

static size_t
emit(struct reader *r, struct pattern_step i)
{
	if (r->pattern->code.n >= PROGRAM_MAX) {
		r->pattern->has_hole = true;
		return r->pattern->code.n - 1;
	}
	vec_push(r->arena, &r->pattern->code, i);
	return r->pattern->code.n - 1;
}

/* Most characters beyond ASCII that anybody uses are letters. */
#define BEYOND {0x80, 0x10FFFF}

static const struct {
	const char *name;
	struct pattern_range ranges[5];
} classes[] = {
	{"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, BEYOND}},
	{"alpha", {{'A', 'Z'}, {'a', 'z'}, BEYOND}},
	{"blank", {{' ', ' '}, {'\t', '\t'}}},
	{"cntrl", {{0, 31}, {127, 127}}},
	{"digit", {{'0', '9'}}},
	{"graph", {{33, 126}, BEYOND}},
	{"lower", {{'a', 'z'}}},
	{"print", {{32, 126}, BEYOND}},
	{"punct", {{33, 47}, {58, 64}, {91, 96}, {123, 126}}},
	{"space", {{' ', ' '}, {9, 13}}},
	{"upper", {{'A', 'Z'}}},
	{"word", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'_', '_'}, BEYOND}},
	{"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
};

/* [:digit:] within a set. */
static bool
read_class(struct reader *r, struct pattern_set *s)
{
	if (!str_starts(str_slice(r->text, r->at, r->text.n), S("[:")))
		return false;
	size_t end = str_find(r->text, S(":]"), r->at + 2);
	if (end == r->text.n)
		return false;
	struct str name = str_slice(r->text, r->at + 2, end);
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		for (size_t k = 0; k < 5 && str_eqz(name, classes[i].name); k++)
			if (classes[i].ranges[k].to)
				vec_push(r->arena, &s->ranges, classes[i].ranges[k]);
	r->at = end + 2;
	return true;
}

static uint32_t
set_char(struct reader *r)
{
	if (r->text.p[r->at] == '\\' && r->at + 1 < r->text.n)
		r->at++;
	return pattern_char(r->text, &r->at);
}

static void
read_range(struct reader *r, struct pattern_set *s)
{
	struct pattern_range range = {.from = set_char(r)};
	range.to = range.from;
	if (r->at + 1 < r->text.n && r->text.p[r->at] == '-' &&
		r->text.p[r->at + 1] != ']') {
		r->at++;
		range.to = set_char(r);
	}
	vec_push(r->arena, &s->ranges, range);
}

/* At the "[". False when no "]" closes it: then it is a character like others. */
static bool
read_set(struct reader *r)
{
	size_t start = r->at++;
	struct pattern_set *s = NEW(r->arena, struct pattern_set);
	if (r->at < r->text.n && (r->text.p[r->at] == '!' || r->text.p[r->at] == '^')) {
		s->negated = true;
		r->at++;
	}
	size_t first = r->at;
	while (r->at < r->text.n) {
		if (r->text.p[r->at] == ']' && r->at > first) {
			r->at++;
			emit(r, (struct pattern_step){.op = OP_SET, .set = s});
			return true;
		}
		if (!read_class(r, s))
			read_range(r, s);
	}
	r->at = start;
	return false;
}

static void read_sequence(struct reader *r, bool nested);

/* The alternatives, up to the ")". Each is followed by a jump to the common end. */
static bool
read_alternatives(struct reader *r)
{
	VEC(, size_t) jumps = {0};
	bool closed = false;
	while (!closed && r->at < r->text.n) {
		size_t split = emit(r, (struct pattern_step){.op = OP_SPLIT});
		read_sequence(r, true);
		size_t jump = emit(r, (struct pattern_step){.op = OP_JUMP});
		vec_push(r->arena, &jumps, jump);
		r->pattern->code.v[split].to = (uint32_t)split + 1;
		r->pattern->code.v[split].also = (uint32_t)r->pattern->code.n;
		if (r->at >= r->text.n)
			break;
		closed = r->text.p[r->at++] == ')';
	}
	/* Behind the last alternative there is none: a set of nothing. */
	emit(r, (struct pattern_step){
			.op = OP_SET, .set = NEW(r->arena, struct pattern_set)});
	for (size_t i = 0; i < jumps.n; i++)
		r->pattern->code.v[jumps.v[i]].to = (uint32_t)r->pattern->code.n;
	return closed;
}

static void
split_to(struct reader *r, size_t at, size_t to, size_t also)
{
	struct pattern_step *i = &r->pattern->code.v[at];
	*i = (struct pattern_step){
		.op = OP_SPLIT, .to = (uint32_t)to, .also = (uint32_t)also};
}

/* At the character before "(". False, with nothing emitted, when it is not one. */
static bool
read_extended(struct reader *r)
{
	char c = r->text.p[r->at];
	size_t start = r->at, begin = r->pattern->code.n;
	if (!strchr("?*+@!", c) || r->at + 1 >= r->text.n ||
		r->text.p[r->at + 1] != '(' || r->depth >= NESTING_MAX)
		return false;
	r->at += 2;
	r->depth++;
	size_t head = emit(r, (struct pattern_step){.op = OP_JUMP});
	bool closed = read_alternatives(r);
	r->depth--;
	if (!closed) {
		r->at = start;
		r->pattern->code.n = begin;
		return false;
	}
	size_t tail = emit(r, (struct pattern_step){.op = OP_JUMP});
	r->pattern->code.v[head].to = (uint32_t)head + 1;
	r->pattern->code.v[tail].to = (uint32_t)tail + 1;
	if (c == '?' || c == '*')
		split_to(r, head, head + 1, tail + 1);
	if (c == '+' || c == '*')
		split_to(r, tail, head + 1, tail + 1);
	if (c == '!' && start == 0 && r->at == r->text.n && r->depth == 0)
		r->pattern->negated = true;
	else if (c == '!')
		r->pattern->has_hole = true;
	return true;
}

static void
read_one(struct reader *r)
{
	char c = r->text.p[r->at];
	if (read_extended(r) || (c == '[' && read_set(r)))
		return;
	if (c == '*' || c == '?') {
		r->at++;
		emit(r, (struct pattern_step){.op = c == '*' ? OP_STAR : OP_ONE});
		return;
	}
	if (c == '\\' && r->at + 1 < r->text.n)
		r->at++;
	emit(r, (struct pattern_step){.op = OP_CHAR, .c = pattern_char(r->text, &r->at)});
}

static void
read_sequence(struct reader *r, bool nested)
{
	while (r->at < r->text.n) {
		char c = r->text.p[r->at];
		if (nested && (c == '|' || c == ')'))
			break;
		read_one(r);
	}
}

static struct str
unquoted(struct arena *a, struct str text)
{
	char *p = NEW_ARRAY(a, char, text.n);
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\' && i + 1 < text.n)
			i++;
		p[n++] = text.p[i];
	}
	return (struct str){p, n};
}

static bool
only_text(struct arena *a, const struct value *v, struct str *ret)
{
	struct str s;
	if (!value_known(v, &s) || pattern_is_special(s))
		return false;
	*ret = str_find_byte(s, '\\', 0) == s.n ? s : unquoted(a, s);
	return true;
}

const struct pattern *
pattern_parse(struct arena *a, const struct value *text, bool fold)
{
	struct pattern *p = NEW(a, struct pattern);
	p->fold = fold;
	p->is_text = only_text(a, text, &p->text);
	if (p->is_text && !fold)
		return p;
	struct reader r = {.arena = a, .pattern = p};
	for (size_t i = 0; i < text->n; i++) {
		if (text->v[i].kind != PIECE_TEXT) {
			p->has_hole = true;
			emit(&r, (struct pattern_step){.op = OP_HOLE});
			continue;
		}
		r.text = text->v[i].text;
		r.at = 0;
		read_sequence(&r, false);
	}
	emit(&r, (struct pattern_step){.op = OP_MATCH});
	p->is_text = false;
	return p;
}

bool
pattern_is_text(const struct pattern *p, struct str *ret)
{
	*ret = p->text;
	return p->is_text;
}

bool
pattern_has_hole(const struct pattern *p)
{
	return p->has_hole;
}

void
pattern_quote(struct value_builder *b, struct str text)
{
	size_t begin = 0;
	for (size_t i = 0; i < text.n; i++) {
		if (!strchr("*?[]\\()|+@!-^", text.p[i]) || !text.p[i])
			continue;
		value_add_text(b, str_slice(text, begin, i));
		value_add_text(b, S("\\"));
		begin = i;
	}
	value_add_text(b, str_slice(text, begin, text.n));
}

/* Backslashes included: what follows one is not special. */
bool
pattern_is_special(struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '\\')
			i++;
		else if (c == '*' || c == '?' || c == '[')
			return true;
		else if ((c == '+' || c == '@' || c == '!') && i + 1 < text.n &&
			 text.p[i + 1] == '(')
			return true;
	}
	return false;
}
