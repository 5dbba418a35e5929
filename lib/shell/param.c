/* ${...} */
#include "shell/scan.h"

#include <string.h>

/* Operands in quotes and out of them. Patterns know quotes even within double quotes. */
static const struct shell_scan operand_bare = {.flags = SCAN_TILDE, .stop = '}'};
static const struct shell_scan operand_quoted = {
	.quoting = QUOTING_DOUBLE, .flags = SCAN_OPERAND | SCAN_PAIRED, .stop = '}'};
static const struct shell_scan replaced = {.flags = SCAN_TILDE, .stop = '}', .soft = "/"};
static const struct shell_scan arithmetic = {.quoting = QUOTING_DOUBLE,
	.flags = SCAN_PAIRED | SCAN_COLON_ENDS,
	.stop = '}',
	.open = '(',
	.close = ')'};

/*
 * ${...} in the course of being read. In arithmetic bash looks for the closing
 * parenthesis without regard to ${, so that none may reach beyond it: that is the fence.
 */
struct expansion {
	struct shell_reader *r;
	struct shell_param *p;
	const struct shell_scan *outer; /* of the text it stands in */
};

static struct shell_word *
read_word(const struct expansion *e, const struct shell_scan *scan)
{
	struct shell_scan fenced = *scan;
	if (!(e->outer->flags & SCAN_FENCE))
		return shell_read_word(e->r, scan);
	fenced.flags |= SCAN_FENCE;
	fenced.open = e->outer->open;
	fenced.close = e->outer->close;
	if (fenced.close == ')')
		fenced.soft = scan->soft ? "/)" : ")";
	else
		fenced.soft = scan->soft ? "/]" : "]";
	return shell_read_word(e->r, &fenced);
}

static struct shell_word *
read_value(const struct expansion *e)
{
	bool is_quoted = e->outer->quoting != QUOTING_NONE;
	return read_word(e, is_quoted ? &operand_quoted : &operand_bare);
}

static struct shell_arith *
read_arith(const struct expansion *e)
{
	unsigned outer = shell_depth_begin(e->r);
	struct shell_arith *arith = shell_arith_of(e->r, read_word(e, &arithmetic), true);
	shell_depth_end(e->r, outer);
	return arith;
}

enum operand { OPERAND_VALUE, OPERAND_PATTERN, OPERAND_REPLACE };

/* Longest first. */
static const struct {
	char text[3];
	enum shell_param_op op;
	enum operand operand;
} operators[] = {
	{":-", PARAM_DEFAULT, OPERAND_VALUE},
	{":=", PARAM_ASSIGN, OPERAND_VALUE},
	{":?", PARAM_ERROR, OPERAND_VALUE},
	{":+", PARAM_ALTERNATE, OPERAND_VALUE},
	{"##", PARAM_CUT_PREFIX_MAX, OPERAND_PATTERN},
	{"%%", PARAM_CUT_SUFFIX_MAX, OPERAND_PATTERN},
	{"//", PARAM_REPLACE_ALL, OPERAND_REPLACE},
	{"/#", PARAM_REPLACE_PREFIX, OPERAND_REPLACE},
	{"/%", PARAM_REPLACE_SUFFIX, OPERAND_REPLACE},
	{"^^", PARAM_UPPER_ALL, OPERAND_PATTERN},
	{",,", PARAM_LOWER_ALL, OPERAND_PATTERN},
	{"~~", PARAM_TOGGLE_ALL, OPERAND_PATTERN},
	{"-", PARAM_DEFAULT, OPERAND_VALUE},
	{"=", PARAM_ASSIGN, OPERAND_VALUE},
	{"?", PARAM_ERROR, OPERAND_VALUE},
	{"+", PARAM_ALTERNATE, OPERAND_VALUE},
	{"#", PARAM_CUT_PREFIX, OPERAND_PATTERN},
	{"%", PARAM_CUT_SUFFIX, OPERAND_PATTERN},
	{"/", PARAM_REPLACE, OPERAND_REPLACE},
	{"^", PARAM_UPPER, OPERAND_PATTERN},
	{",", PARAM_LOWER, OPERAND_PATTERN},
	{"~", PARAM_TOGGLE, OPERAND_PATTERN},
};

enum { OPERATORS = sizeof operators / sizeof operators[0] };

static bool
take_param_name(struct shell_reader *r, struct shell_param *p)
{
	int c = shell_char(r);
	size_t begin = r->in.pos;
	p->name = shell_take_name(r);
	if (!p->name.n && shell_is_digit(c)) {
		size_t end = begin;
		while (shell_is_digit(shell_char(r)))
			end = ++r->in.pos;
		p->name = shell_joined_text(r, begin, end);
	} else if (!p->name.n && shell_is_special_param(c)) {
		r->in.pos++;
		p->name = str_slice(r->in.text, begin, r->in.pos);
	}
	p->name_span = shell_span_from(r, begin);
	return p->name.n;
}

/* A name is there and may have a subscript. False: a subscript that does not end. */
static bool
take_subscript(struct shell_reader *r, struct shell_param *p)
{
	if (shell_char(r) != '[')
		return true;
	p->subscript = shell_read_subscript(r, '}', 0);
	return p->subscript;
}

/* ${#x}: a `#` and then a whole parameter. Else `#` is the parameter. */
static bool
take_length(struct shell_reader *r, struct shell_param *p)
{
	struct shell_try t = shell_try_begin(r);
	shell_eat(r, "#");
	if (take_param_name(r, p) && take_subscript(r, p) && shell_char(r) == '}') {
		p->op = PARAM_LENGTH;
		return true;
	}
	shell_try_undo(r, &t);
	p->subscript = NULL;
	return false;
}

/* `!` before a parameter. Else `!` is the parameter. */
static bool
is_indirect(struct shell_reader *r)
{
	int c = shell_char_after(r, 1);
	if (c == '#' || c == '?' || c == '-')
		return shell_char_after(r, 2) == '}' && c == '#';
	return shell_is_name(c) || c == '@' || c == '*';
}

/* ${!prefix*} ${!a[@]} */
static void
names_and_keys(struct shell_reader *r, struct shell_param *p)
{
	int c = shell_char(r);
	bool is_last = shell_char_after(r, 1) == '}';
	if (!p->subscript && (c == '*' || c == '@') && is_last) {
		p->op = PARAM_NAMES;
		p->indirect = false;
		p->transform = (char)c;
		r->in.pos++;
	} else if (p->subscript && p->subscript->kind != SUBSCRIPT_INDEX && c == '}') {
		p->op = PARAM_KEYS;
		p->indirect = false;
	}
}

static void
replacement(const struct expansion *e)
{
	struct shell_reader *r = e->r;
	struct shell_param *p = e->p;
	/* A slash right behind `/` and `//` belongs to the pattern. */
	size_t first = r->parts.n, begin = r->in.pos;
	bool has_slash = (p->op == PARAM_REPLACE || p->op == PARAM_REPLACE_ALL) &&
			 shell_eat(r, "/");
	if (has_slash) {
		struct shell_part *slash = shell_part_push(r, PART_LITERAL, begin, false);
		slash->text = str_slice(r->in.text, r->in.pos - 1, r->in.pos);
	}
	struct shell_word *rest = read_word(e, &replaced);
	p->word = rest;
	if (has_slash) {
		for (size_t i = 0; i < rest->parts.n; i++)
			vec_push(r->arena, &r->parts, rest->parts.v[i]);
		p->word = shell_word_finish(r, first, begin, r->in.pos);
	}
	if (shell_eat(r, "/"))
		p->replacement = read_word(e, &operand_bare);
}

/* :offset and :offset:count, or @letter */
static bool
other_operation(const struct expansion *e)
{
	struct shell_reader *r = e->r;
	int letter = shell_char_after(r, 1);
	if (shell_eat(r, ":")) {
		e->p->op = PARAM_SUBSTRING;
		e->p->offset = read_arith(e);
		if (shell_eat(r, ":"))
			e->p->count = read_arith(e);
		return true;
	}
	if (shell_char(r) != '@' || letter <= 0 || !strchr("UuLQEPAKak", letter))
		return false;
	shell_eat(r, (char[]){'@', (char)letter, 0});
	e->p->op = PARAM_TRANSFORM;
	e->p->transform = (char)letter;
	return true;
}

static bool
operation(const struct expansion *e)
{
	size_t i = 0;
	while (i < OPERATORS && !shell_eat(e->r, operators[i].text))
		i++;
	if (i == OPERATORS)
		return other_operation(e);
	e->p->op = operators[i].op;
	e->p->colon = operators[i].text[0] == ':';
	switch (operators[i].operand) {
	case OPERAND_VALUE:
		e->p->word = read_value(e);
		break;
	case OPERAND_PATTERN:
		e->p->word = read_word(e, &operand_bare);
		break;
	case OPERAND_REPLACE:
		replacement(e);
		break;
	}
	return true;
}

/* Up to the closing brace. False: not a parameter expansion that bash knows. */
static bool
inside(const struct expansion *e)
{
	struct shell_reader *r = e->r;
	struct shell_param *p = e->p;
	int c = shell_char(r);
	if (c == '#' && shell_char_after(r, 1) != '}' && take_length(r, p))
		return true;
	if (c == '!' && is_indirect(r)) {
		shell_eat(r, "!");
		p->indirect = true;
	}
	if (!take_param_name(r, p) || !take_subscript(r, p))
		return false;
	if (p->indirect)
		names_and_keys(r, p);
	if (shell_char(r) != '}' && !operation(e))
		return false;
	return shell_char(r) == '}' || shell_char(r) == SHELL_END;
}

bool
shell_read_param(struct shell_reader *r, const struct shell_scan *scan)
{
	size_t begin = r->in.pos;
	const struct expansion e = {r, NEW(r->arena, struct shell_param), scan};
	bool is_quoted = scan->quoting != QUOTING_NONE;
	struct shell_try whole = shell_try_begin(r);
	e.p->braces = true;
	shell_eat(r, "${");
	size_t inner = r->in.pos;
	struct shell_try t = shell_try_begin(r);
	bool is_known = inside(&e);
	if (!is_known && !r->in.stopped) {
		/* A "bad substitution": bash finds its end all the same. */
		shell_try_undo(r, &t);
		(void)read_value(&e);
	}
	if (r->in.stopped)
		return true;
	if (!shell_eat(r, "}")) {
		bool is_fenced = scan->flags & SCAN_FENCE;
		if (is_fenced)
			shell_try_undo(r, &whole);
		else
			shell_fail_unclosed(r, "${", begin, inner);
		return !is_fenced;
	}
	if (is_known) {
		shell_part_push(r, PART_PARAM, begin, is_quoted)->param = e.p;
		return true;
	}
	struct shell_part *part = shell_part_push(r, PART_UNKNOWN, begin, is_quoted);
	part->text = str_slice(r->in.text, begin, r->in.pos);
	shell_gap(r, GAP_RUNTIME, part->span, S("bad substitution"));
	return true;
}
