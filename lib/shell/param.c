/* ${...} */
#include "shell/reader.h"

#include <string.h>

/* Operands in quotes and out of them. Patterns know quotes even within double quotes. */
static const struct shell_scan operand_bare = {.flags = SCAN_TILDE, .stop = '}'};
static const struct shell_scan operand_quoted = {
	.quoting = QUOTING_DOUBLE, .flags = SCAN_OPERAND | SCAN_PAIRED, .stop = '}'};
static const struct shell_scan pattern = {.flags = SCAN_TILDE, .stop = '}'};
static const struct shell_scan replaced = {.flags = SCAN_TILDE, .stop = '}', .soft = "/"};
static const struct shell_scan arithmetic = {.quoting = QUOTING_DOUBLE,
	.flags = SCAN_PAIRED | SCAN_COLON_ENDS,
	.stop = '}',
	.open = '(',
	.close = ')'};

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
replacement(struct shell_reader *r, struct shell_param *p)
{
	/* A slash right behind `/` and `//` belongs to the pattern. */
	size_t first = r->parts.n, begin = r->in.pos;
	bool has_slash = (p->op == PARAM_REPLACE || p->op == PARAM_REPLACE_ALL) &&
			 shell_eat(r, "/");
	if (has_slash) {
		struct shell_part *slash = shell_part_push(r, PART_LITERAL, begin, false);
		slash->text = str_slice(r->in.text, r->in.pos - 1, r->in.pos);
	}
	struct shell_word *rest = shell_read_word(r, &replaced);
	p->word = rest;
	if (has_slash) {
		for (size_t i = 0; i < rest->parts.n; i++)
			vec_push(r->arena, &r->parts, rest->parts.v[i]);
		p->word = shell_word_finish(r, first, begin, r->in.pos);
	}
	if (shell_eat(r, "/"))
		p->replacement = shell_read_word(r, &pattern);
}

static void
substring(struct shell_reader *r, struct shell_param *p)
{
	p->op = PARAM_SUBSTRING;
	p->offset = shell_read_arith(r, &arithmetic, true);
	if (shell_eat(r, ":"))
		p->count = shell_read_arith(r, &arithmetic, true);
}

static bool
operation(struct shell_reader *r, struct shell_param *p, bool is_quoted)
{
	size_t i = 0;
	while (i < OPERATORS && !shell_eat(r, operators[i].text))
		i++;
	if (i == OPERATORS) {
		int letter = shell_char_after(r, 1);
		if (shell_eat(r, ":")) {
			substring(r, p);
			return true;
		}
		if (shell_char(r) != '@' || letter < 0 || !strchr("UuLQEPAKak", letter))
			return false;
		shell_eat(r, (char[]){'@', (char)letter, 0});
		p->op = PARAM_TRANSFORM;
		p->transform = (char)letter;
		return true;
	}
	p->op = operators[i].op;
	p->colon = operators[i].text[0] == ':';
	switch (operators[i].operand) {
	case OPERAND_VALUE:
		p->word = shell_read_word(r, is_quoted ? &operand_quoted : &operand_bare);
		break;
	case OPERAND_PATTERN:
		p->word = shell_read_word(r, &pattern);
		break;
	case OPERAND_REPLACE:
		replacement(r, p);
		break;
	}
	return true;
}

/* Up to the closing brace. False: not a parameter expansion that bash knows. */
static bool
inside(struct shell_reader *r, struct shell_param *p, bool is_quoted)
{
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
	if (shell_char(r) != '}' && !operation(r, p, is_quoted))
		return false;
	return shell_char(r) == '}' || shell_char(r) == SHELL_END;
}

/* What bash would call a bad substitution; it finds the end all the same. */
static void
skip_to_brace(struct shell_reader *r, bool is_quoted)
{
	(void)shell_read_word(r, is_quoted ? &operand_quoted : &operand_bare);
}

void
shell_read_param(struct shell_reader *r, bool is_quoted)
{
	size_t begin = r->in.pos;
	struct shell_param *p = NEW(r->arena, struct shell_param);
	p->braces = true;
	shell_eat(r, "${");
	size_t inner = r->in.pos;
	struct shell_try t = shell_try_begin(r);
	bool is_known = inside(r, p, is_quoted);
	if (!is_known && !r->in.stopped) {
		shell_try_undo(r, &t);
		skip_to_brace(r, is_quoted);
	}
	if (r->in.stopped)
		return;
	if (!shell_eat(r, "}")) {
		shell_fail_unclosed(r, "${", begin, inner);
		return;
	}
	if (is_known) {
		shell_part_push(r, PART_PARAM, begin, is_quoted)->param = p;
		return;
	}
	struct shell_part *part = shell_part_push(r, PART_UNKNOWN, begin, is_quoted);
	part->text = str_slice(r->in.text, begin, r->in.pos);
	shell_gap(r, GAP_RUNTIME, part->span, S("bad substitution"));
}
