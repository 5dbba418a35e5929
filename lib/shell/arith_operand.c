/* Characters, numbers, variables and expansions of an arithmetic expression. */
#include "shell/arith.h"

static bool
is_text(const struct shell_part *part)
{
	switch (part->kind) {
	case PART_LITERAL:
	case PART_ESCAPED:
	case PART_SINGLE:
	case PART_ANSI_C:
		return true;
	default:
		return false;
	}
}

/* Past the ends of texts. */
static void
settle(const struct arith_reader *a, struct arith_place *at)
{
	while (at->part < a->parts.n && is_text(&a->parts.v[at->part]) &&
		at->offset >= a->parts.v[at->part].text.n)
		*at = (struct arith_place){at->part + 1, 0};
}

int
arith_char(struct arith_reader *a)
{
	settle(a, &a->at);
	if (a->at.part >= a->parts.n)
		return SHELL_END;
	const struct shell_part *part = &a->parts.v[a->at.part];
	return is_text(part) ? (unsigned char)part->text.p[a->at.offset] : ARITH_PART;
}

void
arith_skip(struct arith_reader *a, size_t n)
{
	for (; n; n--) {
		settle(a, &a->at);
		a->at.offset++;
	}
}

bool
arith_at(struct arith_reader *a, const char *text)
{
	struct arith_place save = a->at;
	bool is_here = true;
	for (; *text && is_here; text++) {
		is_here = arith_char(a) == (unsigned char)*text;
		a->at.offset += is_here;
	}
	a->at = save;
	return is_here;
}

void
arith_skip_blanks(struct arith_reader *a)
{
	for (int c = arith_char(a); c == ' ' || c == '\t' || c == '\n'; c = arith_char(a))
		a->at.offset++;
}

bool
arith_deeper(struct arith_reader *a)
{
	if (a->depth < a->most) {
		a->depth++;
		return true;
	}
	a->is_too_deep = true;
	return false;
}

/* Place in the source; that of the part where its text was decoded. */
static uint32_t
offset_of(const struct arith_reader *a, struct arith_place at)
{
	if (at.part >= a->parts.n)
		return a->end;
	const struct shell_part *part = &a->parts.v[at.part];
	bool is_as_written =
		is_text(part) && part->span.end - part->span.begin == part->text.n;
	return part->span.begin + (is_as_written ? (uint32_t)at.offset : 0);
}

static struct span
span_between(const struct arith_reader *a, uint32_t begin, uint32_t end)
{
	const struct shell_input *in = &a->r->in;
	if (in->is_computed)
		return shell_span(a->r, 0, 0);
	return (struct span){in->file, begin, end > begin ? end : begin};
}

struct span
arith_span_here(struct arith_reader *a)
{
	settle(a, &a->at);
	uint32_t at = offset_of(a, a->at);
	return span_between(a, at, at);
}

static unsigned
higher(unsigned height, const struct shell_arith_node *node)
{
	return node && node->height > height ? node->height : height;
}

struct shell_arith_node *
arith_node(struct arith_reader *a, const struct shell_arith_node *from)
{
	struct shell_arith_node *node = NEW(a->r->arena, struct shell_arith_node);
	*node = *from;
	uint32_t end = offset_of(a, a->at);
	const struct shell_arith_node *last = node->c   ? node->c
					      : node->b ? node->b
							: NULL;
	if (!last && (node->kind == ARITH_UNARY || node->kind == ARITH_PREFIX))
		last = node->a;
	node->span = span_between(a, node->span.begin, last ? last->span.end : end);
	node->height = 1 + higher(higher(higher(0, node->a), node->b), node->c);
	if (node->height <= a->most)
		return node;
	a->is_too_deep = true;
	return NULL;
}

/* An operand ends here; text glued to it would change what it is. */
static bool
is_apart(struct arith_reader *a)
{
	int c = arith_char(a);
	return c != ARITH_PART && !shell_is_name(c) && c != '#' && c != '[' && c != '@';
}

struct shell_arith_node *
arith_expansion(struct arith_reader *a)
{
	const struct shell_part *part = &a->parts.v[a->at.part];
	if (part->kind != PART_PARAM && part->kind != PART_COMMAND_SUB &&
		part->kind != PART_ARITH_SUB)
		return NULL;
	struct shell_arith_node node = {
		.kind = ARITH_EXPANSION, .span = part->span, .part = part};
	a->at = (struct arith_place){a->at.part + 1, 0};
	if (!is_apart(a))
		return NULL;
	struct shell_arith_node *made = arith_node(a, &node);
	if (made)
		made->span = part->span;
	return made;
}

/* ---- numbers ---- */

static unsigned
digit_value(int c, unsigned base)
{
	if (shell_is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'Z')
		return (unsigned)(c - 'A') + (base <= 36 ? 10 : 36);
	return c == '@' ? 62 : c == '_' ? 63 : 64;
}

static bool
to_number(struct str s, unsigned base, uint64_t *ret)
{
	uint64_t value = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = digit_value((unsigned char)s.p[i], base);
		if (digit >= base)
			return false;
		value = value * base + digit;
	}
	*ret = value;
	return s.n;
}

/* 12, 017, 0x1f, base#digits; overflow wraps as in bash. */
static bool
number_value(struct str s, int64_t *ret)
{
	uint64_t value, base = 10;
	size_t hash = str_find_byte(s, '#', 0);
	if (hash < s.n) {
		if (!to_number(str_slice(s, 0, hash), 10, &base) || base < 2 || base > 64)
			return false;
		s = str_slice(s, hash + 1, s.n);
	} else if (s.n > 1 && s.p[0] == '0') {
		bool is_hexadecimal = s.p[1] == 'x' || s.p[1] == 'X';
		base = is_hexadecimal ? 16 : 8;
		s = str_slice(s, is_hexadecimal ? 2 : 1, s.n);
	}
	if (!to_number(s, (unsigned)base, &value))
		return false;
	*ret = (int64_t)value;
	return true;
}

static bool
is_number_char(int c)
{
	return shell_is_name(c) || c == '#' || c == '@';
}

/* The characters here that belong to a number or a name, all of one part. */
static struct str
take_run(struct arith_reader *a, bool (*belongs)(int))
{
	settle(a, &a->at);
	struct str text = a->parts.v[a->at.part].text;
	size_t begin = a->at.offset, end = begin;
	while (end < text.n && belongs((unsigned char)text.p[end]))
		end++;
	a->at.offset = end;
	return str_slice(text, begin, end);
}

struct shell_arith_node *
arith_number(struct arith_reader *a)
{
	struct shell_arith_node node = {.kind = ARITH_NUMBER, .span = arith_span_here(a)};
	node.text = take_run(a, is_number_char);
	if (!is_apart(a) || !number_value(node.text, &node.value))
		return NULL;
	return arith_node(a, &node);
}

/* ---- variables ---- */

/* The parts between two places, as a word. */
static struct shell_word *
slice(struct arith_reader *a, struct arith_place from, struct arith_place to)
{
	struct shell_reader *r = a->r;
	size_t first = r->parts.n;
	for (size_t i = from.part; i <= to.part && i < a->parts.n; i++) {
		struct shell_part part = a->parts.v[i];
		struct arith_place begin = {i, i == from.part ? from.offset : 0};
		struct arith_place end = {i, i == to.part ? to.offset : part.text.n};
		if (is_text(&part)) {
			part.span =
				span_between(a, offset_of(a, begin), offset_of(a, end));
			part.text = str_slice(part.text, begin.offset, end.offset);
			if (!part.text.n)
				continue;
		} else if (i == to.part) {
			continue;
		}
		vec_push(r->arena, &r->parts, part);
	}
	struct span span = span_between(a, offset_of(a, from), offset_of(a, to));
	struct shell_parts parts = shell_parts_take(r, first, r->parts.n);
	r->parts.n = first;
	return shell_word_of(r, parts, span);
}

/* Bytes and parts that are looked at twice are counted, since a hostile text could have
 * it done at every level. */
static bool
may_repeat(struct arith_reader *a, size_t n)
{
	if (n > a->r->rework) {
		a->is_too_deep = true;
		return false;
	}
	a->r->rework -= n;
	return true;
}

/* To the ] that closes; expansions are passed over. */
static bool
find_bracket(struct arith_reader *a)
{
	size_t nest = 0, steps = 0;
	int c = arith_char(a);
	for (; c != SHELL_END && (c != ']' || nest); c = arith_char(a)) {
		nest += c == '[';
		nest -= c == ']';
		if (c == ARITH_PART)
			a->at = (struct arith_place){a->at.part + 1, 0};
		else
			a->at.offset++;
		steps++;
	}
	return c == ']' && may_repeat(a, steps);
}

static struct shell_subscript *
subscript(struct arith_reader *a,
	struct shell_arith_node *(*read_index)(struct arith_reader *))
{
	struct shell_arith_node *tree = NULL;
	arith_skip(a, 1);
	settle(a, &a->at);
	struct arith_place from = a->at;
	unsigned depth = a->depth;
	tree = read_index(a);
	arith_skip_blanks(a);
	if (!tree || arith_char(a) != ']') { /* the key of an associative array? */
		tree = NULL;
		a->at = from;
		a->depth = depth;
		if (!find_bracket(a))
			return NULL;
	}
	if (a->is_too_deep || !may_repeat(a, a->at.part - from.part + 1))
		return NULL;
	struct shell_subscript *s = NEW(a->r->arena, struct shell_subscript);
	s->word = slice(a, from, a->at);
	s->span = s->word->span;
	s->arith = NEW(a->r->arena, struct shell_arith);
	*s->arith = (struct shell_arith){.span = s->span, .word = s->word, .tree = tree};
	arith_skip(a, 1);
	return s;
}

struct shell_arith_node *
arith_variable(struct arith_reader *a,
	struct shell_arith_node *(*read_index)(struct arith_reader *))
{
	struct shell_arith_node node = {
		.kind = ARITH_VARIABLE, .span = arith_span_here(a)};
	node.text = take_run(a, shell_is_name);
	if (arith_char(a) == '[') {
		node.subscript = subscript(a, read_index);
		if (!node.subscript)
			return NULL;
	}
	return is_apart(a) ? arith_node(a, &node) : NULL;
}
