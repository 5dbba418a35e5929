/* Assignments, arrays and subscripts. */
#include "shell/grammar.h"

struct shell_subscript *
shell_read_subscript(struct shell_reader *r, int stop, unsigned flags)
{
	const struct shell_scan scan = {.quoting = QUOTING_DOUBLE,
		.flags = SCAN_SINGLE | flags,
		.soft = "]",
		.open = '[',
		.close = ']',
		.stop = stop};
	struct shell_try t = shell_try_begin(r);
	struct shell_subscript *s = NEW(r->arena, struct shell_subscript);
	shell_eat(r, "[");
	int c = shell_char(r);
	if ((c == '@' || c == '*') && shell_char_after(r, 1) == ']')
		s->kind = c == '@' ? SUBSCRIPT_AT : SUBSCRIPT_STAR;
	unsigned outer = shell_depth_begin(r);
	s->word = shell_read_word(r, &scan);
	s->span = s->word->span;
	if (!r->in.stopped && s->kind == SUBSCRIPT_INDEX)
		s->arith = shell_arith_of(r, s->word, false);
	shell_depth_end(r, outer);
	if (r->in.stopped)
		return NULL;
	if (shell_eat(r, "]"))
		return s;
	shell_try_undo(r, &t);
	return NULL;
}

static bool
has_braces(const struct shell_word *word)
{
	for (size_t i = 0; i < word->parts.n; i++)
		if (word->parts.v[i].kind == PART_BRACES)
			return true;
	return false;
}

static bool
eat_equals(struct shell_reader *r, bool *ret_append)
{
	*ret_append = shell_eat(r, "+=");
	return *ret_append || shell_eat(r, "=");
}

/* The value of an assignment, which may be empty. Where bash expands braces the text is
 * no assignment but several words: NULL. */
static struct shell_word *
value(struct shell_reader *r, bool expands_braces)
{
	static const struct shell_scan plain = {
		.flags = SCAN_META | SCAN_TILDE | SCAN_TILDE_COLON, .stop = SHELL_END};
	static const struct shell_scan braces = {
		.flags = SCAN_META | SCAN_TILDE | SCAN_TILDE_COLON | SCAN_BRACES,
		.stop = SHELL_END};
	struct shell_word *word = shell_read_word(r, expands_braces ? &braces : &plain);
	return r->in.stopped || has_braces(word) ? NULL : word;
}

/* [key]=value; NULL, with nothing consumed: not that. */
static struct shell_element *
keyed_element(struct shell_reader *r)
{
	if (shell_char(r) != '[')
		return NULL;
	struct shell_try t = shell_try_begin(r);
	struct shell_element *e = NEW(r->arena, struct shell_element);
	e->key = shell_read_subscript(r, SHELL_END, 0);
	if (e->key && eat_equals(r, &e->append))
		e->word = value(r, true);
	if (!e->word && !r->in.stopped)
		shell_try_undo(r, &t);
	return e->word ? e : NULL;
}

static struct shell_element *
element(struct shell_reader *r)
{
	int c = shell_char(r);
	size_t begin = r->in.pos;
	struct shell_element *e = keyed_element(r);
	if (!e && !r->in.stopped) {
		e = NEW(r->arena, struct shell_element);
		e->word = shell_read_plain_word(
			r, SCAN_BRACES | (c == '[' ? SCAN_BRACKETS : 0));
	}
	if (!e || !e->word) {
		shell_fail_unexpected(r);
		return NULL;
	}
	e->span = shell_span_from(r, begin);
	return e;
}

/* ( elements ) */
static void
elements(struct shell_reader *r, struct shell_assign *assign)
{
	struct shell_open open = {.what = "(",
		.want = ")",
		.begin = r->in.pos,
		.end = r->in.pos + 1,
		.outer = r->open};
	r->open = &open;
	assign->is_array = true;
	shell_eat(r, "(");
	for (;;) {
		shell_linebreak(r);
		if (shell_eat(r, ")"))
			break;
		struct shell_element *e = element(r);
		if (!e)
			break;
		vec_push(r->arena, &assign->elements, e);
	}
	r->open = open.outer;
	size_t end = r->in.pos;
	if (!r->in.stopped && shell_read_plain_word(r, 0))
		shell_gap(r, GAP_CONSTRUCT, shell_span_from(r, end),
			S("text right behind an array"));
}

static struct shell_assign *
assignment(struct shell_reader *r, bool is_argument)
{
	struct shell_assign *assign = NEW(r->arena, struct shell_assign);
	size_t begin = r->in.pos;
	assign->name = shell_take_name(r);
	assign->name_span = shell_span_from(r, begin);
	if (shell_char(r) == '[') {
		unsigned flags = is_argument ? SCAN_META | SCAN_ARGUMENT : 0;
		assign->subscript = shell_read_subscript(r, SHELL_END, flags);
		if (!assign->subscript)
			return NULL;
	}
	if (!eat_equals(r, &assign->append))
		return NULL;
	if (shell_char(r) == '(') {
		elements(r, assign);
	} else {
		assign->word = value(r, is_argument);
		if (!assign->word)
			return NULL;
	}
	assign->span = shell_span_from(r, begin);
	return r->in.stopped ? NULL : assign;
}

/* A name and then one of = += [ stand here. */
static bool
may_be_assignment(struct shell_reader *r)
{
	int c = shell_char(r);
	size_t save = r->in.pos;
	if (!shell_is_name(c) || shell_is_digit(c))
		return false;
	while (shell_is_name(c)) {
		r->in.pos++;
		c = shell_char(r);
	}
	bool is_one = c == '=' || c == '[' || (c == '+' && shell_char_after(r, 1) == '=');
	r->in.pos = save;
	return is_one;
}

struct shell_assign *
shell_read_assign(struct shell_reader *r, bool is_argument)
{
	if (!may_be_assignment(r))
		return NULL;
	struct shell_try t = shell_try_begin(r);
	struct shell_assign *assign = assignment(r, is_argument);
	if (!assign && !r->in.stopped)
		shell_try_undo(r, &t);
	return assign;
}
