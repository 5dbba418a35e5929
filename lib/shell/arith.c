/*
 * Arithmetic expressions, read from the parts of a word: each expansion is one operand.
 *
 * Precedence and oddities follow bash: unary operators bind tighter than **, the middle
 * of
 * ?: is a whole expression, only a bare variable can be assigned to.
 */
#include "shell/arith.h"

#include "base/limits.h"

/* Longest first; level 0 assigns. */
static const struct {
	char text[4];
	int level;
	enum shell_arith_op op;
} operators[] = {
	{"<<=", 0, ARITH_OP_SHIFT_LEFT},
	{">>=", 0, ARITH_OP_SHIFT_RIGHT},
	{"||", 1, ARITH_OP_OR},
	{"&&", 2, ARITH_OP_AND},
	{"==", 6, ARITH_OP_EQUAL},
	{"!=", 6, ARITH_OP_NOT_EQUAL},
	{"<=", 7, ARITH_OP_LESS_EQUAL},
	{">=", 7, ARITH_OP_GREATER_EQUAL},
	{"<<", 8, ARITH_OP_SHIFT_LEFT},
	{">>", 8, ARITH_OP_SHIFT_RIGHT},
	{"**", 11, ARITH_OP_POWER},
	{"+=", 0, ARITH_OP_ADD},
	{"-=", 0, ARITH_OP_SUB},
	{"*=", 0, ARITH_OP_MUL},
	{"/=", 0, ARITH_OP_DIV},
	{"%=", 0, ARITH_OP_MOD},
	{"&=", 0, ARITH_OP_BIT_AND},
	{"^=", 0, ARITH_OP_BIT_XOR},
	{"|=", 0, ARITH_OP_BIT_OR},
	{"=", 0, ARITH_OP_NONE},
	{"|", 3, ARITH_OP_BIT_OR},
	{"^", 4, ARITH_OP_BIT_XOR},
	{"&", 5, ARITH_OP_BIT_AND},
	{"<", 7, ARITH_OP_LESS},
	{">", 7, ARITH_OP_GREATER},
	{"+", 9, ARITH_OP_ADD},
	{"-", 9, ARITH_OP_SUB},
	{"*", 10, ARITH_OP_MUL},
	{"/", 10, ARITH_OP_DIV},
	{"%", 10, ARITH_OP_MOD},
};

enum { OPERATORS = sizeof operators / sizeof operators[0], LEVEL_POWER = 11 };

/* The operator here, or OPERATORS. */
static size_t
operator_here(struct arith_reader *a)
{
	arith_skip_blanks(a);
	size_t i = 0;
	while (i < OPERATORS && !arith_at(a, operators[i].text))
		i++;
	return i;
}

static void
eat_operator(struct arith_reader *a, size_t i)
{
	arith_skip(a, str_from(operators[i].text).n);
}

static struct shell_arith_node *comma(struct arith_reader *a);

static struct shell_arith_node *ternary(struct arith_reader *a);

static struct shell_arith_node *
parenthesised(struct arith_reader *a)
{
	arith_skip(a, 1);
	struct shell_arith_node *node = comma(a);
	arith_skip_blanks(a);
	if (!node || !arith_at(a, ")"))
		return NULL;
	arith_skip(a, 1);
	return node;
}

/* *ret_bare: a variable that can be assigned to. */
static struct shell_arith_node *
operand(struct arith_reader *a, bool *ret_bare)
{
	int c = arith_char(a);
	*ret_bare = false;
	if (c == '(')
		return parenthesised(a);
	if (c == ARITH_PART)
		return arith_expansion(a);
	if (shell_is_digit(c))
		return arith_number(a);
	if (!shell_is_name(c))
		return NULL;
	struct shell_arith_node *node = arith_variable(a, comma);
	if (!node)
		return NULL;
	*ret_bare = true;
	arith_skip_blanks(a);
	bool is_increment = arith_at(a, "++");
	if (!is_increment && !arith_at(a, "--"))
		return node;
	arith_skip(a, 2);
	*ret_bare = false;
	return arith_node(
		a, &(struct shell_arith_node){.kind = ARITH_POSTFIX,
			   .op = is_increment ? ARITH_OP_INCREMENT : ARITH_OP_DECREMENT,
			   .span = node->span,
			   .a = node});
}

static bool
is_prefix(struct arith_reader *a)
{
	if (!arith_at(a, "++") && !arith_at(a, "--"))
		return false;
	struct arith_place save = a->at;
	arith_skip(a, 2);
	arith_skip_blanks(a);
	int c = arith_char(a);
	a->at = save;
	return shell_is_name(c) && !shell_is_digit(c);
}

static enum shell_arith_op
unary_op(int c)
{
	switch (c) {
	case '+':
		return ARITH_OP_ADD;
	case '-':
		return ARITH_OP_SUB;
	case '!':
		return ARITH_OP_NOT;
	case '~':
		return ARITH_OP_COMPLEMENT;
	default:
		return ARITH_OP_NONE;
	}
}

static struct shell_arith_node *
unary(struct arith_reader *a, bool *ret_bare)
{
	arith_skip_blanks(a);
	*ret_bare = false;
	struct shell_arith_node node = {.kind = ARITH_UNARY, .span = arith_span_here(a)};
	if (is_prefix(a)) {
		node.kind = ARITH_PREFIX;
		node.op = arith_char(a) == '+' ? ARITH_OP_INCREMENT : ARITH_OP_DECREMENT;
		arith_skip(a, 2);
		arith_skip_blanks(a);
		node.a = arith_variable(a, comma);
	} else {
		node.op = unary_op(arith_char(a));
		if (!node.op)
			return operand(a, ret_bare);
		arith_skip(a, 1);
		if (!arith_deeper(a))
			return NULL;
		bool is_bare;
		node.a = unary(a, &is_bare);
		a->depth--;
	}
	return node.a ? arith_node(a, &node) : NULL;
}

/* Operators of at least this level. The left operand is one of its own, so that a bare
 * variable is recognised for an assignment. */
static struct shell_arith_node *
binary(struct arith_reader *a, int level, bool *ret_bare)
{
	struct shell_arith_node *left = unary(a, ret_bare);
	while (left) {
		size_t i = operator_here(a);
		if (i == OPERATORS || operators[i].level < level || !operators[i].level)
			return left;
		if (operators[i].level == 9 && is_prefix(a))
			return NULL; /* `5 --x` */
		*ret_bare = false;
		eat_operator(a, i);
		bool is_right = operators[i].level == LEVEL_POWER, is_bare;
		if (!arith_deeper(a))
			return NULL;
		struct shell_arith_node *right =
			binary(a, operators[i].level + !is_right, &is_bare);
		a->depth--;
		if (!right)
			return NULL;
		left = arith_node(a, &(struct shell_arith_node){.kind = ARITH_BINARY,
					     .op = operators[i].op,
					     .span = left->span,
					     .a = left,
					     .b = right});
	}
	return left;
}

static struct shell_arith_node *
ternary_rest(struct arith_reader *a, struct shell_arith_node *condition)
{
	struct shell_arith_node node = {
		.kind = ARITH_TERNARY, .span = condition->span, .a = condition};
	arith_skip(a, 1);
	node.b = comma(a);
	arith_skip_blanks(a);
	if (!node.b || !arith_at(a, ":"))
		return NULL;
	arith_skip(a, 1);
	node.c = ternary(a);
	return node.c ? arith_node(a, &node) : NULL;
}

static struct shell_arith_node *
assignment(struct arith_reader *a)
{
	bool is_bare;
	struct shell_arith_node *left = binary(a, 1, &is_bare);
	if (!left)
		return NULL;
	if (arith_at(a, "?"))
		return ternary_rest(a, left);
	size_t i = operator_here(a);
	if (i == OPERATORS || operators[i].level)
		return left;
	if (!is_bare)
		return NULL;
	eat_operator(a, i);
	struct shell_arith_node *right = NULL;
	if (arith_deeper(a)) {
		right = assignment(a);
		a->depth--;
	}
	if (!right)
		return NULL;
	return arith_node(a, &(struct shell_arith_node){.kind = ARITH_ASSIGN,
				     .op = operators[i].op,
				     .span = left->span,
				     .a = left,
				     .b = right});
}

static struct shell_arith_node *
ternary(struct arith_reader *a)
{
	bool is_bare;
	struct shell_arith_node *node = NULL;
	if (!arith_deeper(a))
		return NULL;
	node = binary(a, 1, &is_bare);
	if (node && arith_at(a, "?"))
		node = ternary_rest(a, node);
	a->depth--;
	return node;
}

static struct shell_arith_node *
comma(struct arith_reader *a)
{
	if (!arith_deeper(a))
		return NULL;
	struct shell_arith_node *left = assignment(a);
	arith_skip_blanks(a);
	while (left && arith_at(a, ",")) {
		arith_skip(a, 1);
		struct shell_arith_node *right = assignment(a);
		if (!right)
			return NULL;
		left = arith_node(a, &(struct shell_arith_node){.kind = ARITH_COMMA,
					     .span = left->span,
					     .a = left,
					     .b = right});
		arith_skip_blanks(a);
	}
	a->depth--;
	return left;
}

struct shell_arith_node *
arith_read_tree(struct arith_reader *a)
{
	arith_skip_blanks(a);
	if (arith_char(a) == SHELL_END)
		return arith_node(a, &(struct shell_arith_node){.kind = ARITH_NUMBER,
					     .span = arith_span_here(a)});
	struct shell_arith_node *node = comma(a);
	arith_skip_blanks(a);
	return node && arith_char(a) == SHELL_END ? node : NULL;
}

static bool
is_flat(struct shell_parts parts)
{
	for (size_t i = 0; i < parts.n; i++)
		if (parts.v[i].kind == PART_DOUBLE || parts.v[i].kind == PART_LOCALE)
			return false;
	return true;
}

static void
flatten(struct shell_reader *r, struct shell_parts parts, struct shell_part_stack *to)
{
	for (size_t i = 0; i < parts.n; i++) {
		if (parts.v[i].kind == PART_DOUBLE || parts.v[i].kind == PART_LOCALE)
			flatten(r, parts.v[i].parts, to);
		else
			vec_push(r->arena, to, parts.v[i]);
	}
}

struct shell_arith *
shell_arith_of(struct shell_reader *r, struct shell_word *word, bool report)
{
	struct shell_arith *arith = NEW(r->arena, struct shell_arith);
	arith->span = word->span;
	arith->word = word;
	struct arith_reader a = {.r = r, .parts = word->parts, .end = word->span.end};
	if (!is_flat(word->parts)) {
		struct shell_part_stack flat = {0};
		flatten(r, word->parts, &flat);
		a.parts = (struct shell_parts){flat.v, flat.n};
	}
	/* Below an operand there may be commands: the tree's height adds to theirs. */
	a.most = LIMIT_SHELL_DEPTH - r->deepest;
	arith->tree = arith_read_tree(&a);
	if (arith->tree)
		r->deepest += arith->tree->height;
	if (a.is_too_deep)
		shell_gap(r, GAP_LIMIT, word->span, S("arithmetic nested too deeply"));
	else if (!arith->tree && report && word->is_static)
		shell_gap(r, GAP_RUNTIME, word->span, S("not an arithmetic expression"));
	return arith;
}

struct shell_arith *
shell_read_arith(struct shell_reader *r, const struct shell_scan *scan, bool report)
{
	unsigned outer = shell_depth_begin(r);
	struct shell_arith *arith = shell_arith_of(r, shell_read_word(r, scan), report);
	shell_depth_end(r, outer);
	return arith;
}

bool
shell_read_arith_parens(struct shell_reader *r, const char *what, size_t begin,
	struct shell_arith **ret, size_t *ret_end)
{
	static const struct shell_scan scan = {.quoting = QUOTING_DOUBLE,
		.flags = SCAN_PAIRED | SCAN_FENCE,
		.soft = ")",
		.open = '(',
		.close = ')',
		.stop = SHELL_END};
	struct shell_try t = shell_try_begin(r);
	shell_eat(r, "((");
	size_t inner = r->in.pos;
	struct shell_arith *arith = shell_read_arith(r, &scan, true);
	if (shell_eat(r, "))")) {
		*ret = arith;
		return true;
	}
	if (shell_eat(r, ")")) { /* closes the inner one: look for the outer one's end */
		(void)shell_read_word(r, &scan);
		if (shell_eat(r, ")")) {
			*ret_end = r->in.pos;
			shell_try_undo(r, &t);
			return false;
		}
	}
	if (!r->in.stopped)
		shell_fail_unclosed(r, what, begin, inner);
	return false;
}
