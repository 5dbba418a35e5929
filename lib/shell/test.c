/* Conditions: what stands between [[ and ]]. */
#include "shell/grammar.h"

#include <string.h>

static struct shell_test *or_test(struct shell_reader *r);

/* The word here as written, up to the next metacharacter. */
static struct str
raw_word(struct shell_reader *r)
{
	size_t save = r->in.pos, end = save;
	while (!shell_is_meta(shell_char(r)))
		end = ++r->in.pos;
	r->in.pos = save;
	return shell_joined_text(r, save, end);
}

static bool
is_closing(struct shell_reader *r)
{
	return str_eqz(raw_word(r), "]]");
}

static bool
is_unary(struct str word)
{
	return word.n == 2 && word.p[0] == '-' && word.p[1] &&
	       strchr("abcdefghknoprstuvwxzGLNORS", word.p[1]);
}

static bool
is_binary(struct str word)
{
	static const char *const names[] = {"=", "==", "!=", "=~", "<", ">", "-eq", "-ne",
		"-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (str_eqz(word, names[i]))
			return true;
	return false;
}

static struct shell_test *
new_test(struct shell_reader *r, enum shell_test_kind kind)
{
	struct shell_test *test = NEW(r->arena, struct shell_test);
	test->kind = kind;
	return test;
}

/* `]]` where an expression should begin: bash says nothing, but stops reading the script.
 */
static struct shell_test *
fail_empty(struct shell_reader *r)
{
	if (!r->in.stopped)
		shell_stop_silently(r, r->in.pos, r->in.pos + 2,
			S("`]]` where a condition should stand: bash reads no further"));
	return NULL;
}

static void
fail_operand(struct shell_reader *r)
{
	if (is_closing(r))
		shell_fail(r, shell_span(r, r->in.pos, r->in.pos + 2),
			S("no operand before `]]`"));
	else
		shell_fail_unexpected(r);
}

static struct shell_word *
operand(struct shell_reader *r)
{
	shell_blanks(r);
	struct shell_word *word = is_closing(r) ? NULL : shell_read_plain_word(r, 0);
	if (!word)
		fail_operand(r);
	return word;
}

/* A regular expression is one word in which | ( ) are literal, and blanks within ( ) too.
 */
static struct shell_word *
regex(struct shell_reader *r)
{
	static const struct shell_scan scan = {
		.flags = SCAN_META | SCAN_TILDE | SCAN_REGEX,
		.open = '(',
		.close = ')',
		.stop = SHELL_END};
	shell_blanks(r);
	int c = shell_char(r);
	if (is_closing(r) || (shell_is_meta(c) && c != '(' && c != '|')) {
		fail_operand(r);
		return NULL;
	}
	struct shell_word *word = shell_read_word(r, &scan);
	return r->in.stopped ? NULL : word;
}

static struct str
take_operator(struct shell_reader *r)
{
	int c = shell_char(r);
	size_t begin = r->in.pos;
	if ((c == '<' || c == '>') && shell_char_after(r, 1) != '(') {
		r->in.pos++;
		return str_slice(r->in.text, begin, r->in.pos);
	}
	struct str word = raw_word(r);
	if (!is_binary(word))
		return (struct str){0};
	while (!shell_is_meta(shell_char(r)))
		r->in.pos++;
	return word;
}

/* After the first word. */
static struct shell_test *
binary_rest(struct shell_reader *r, struct shell_test *test)
{
	shell_blanks(r);
	size_t begin = r->in.pos, n;
	if (is_closing(r) || shell_at(r, "&&", &n) || shell_at(r, "||", &n) ||
		shell_char(r) == ')')
		return test;
	test->op = take_operator(r);
	if (!test->op.n) {
		shell_fail_unexpected(r);
		return NULL;
	}
	test->kind = TEST_BINARY;
	test->op_span = shell_span_from(r, begin);
	test->right = str_eqz(test->op, "=~") ? regex(r) : operand(r);
	return test->right ? test : NULL;
}

static struct shell_test *
group(struct shell_reader *r)
{
	struct shell_open open = {.what = "(",
		.want = ")",
		.begin = r->in.pos,
		.end = r->in.pos + 1,
		.outer = r->open};
	r->open = &open;
	struct shell_test *test = new_test(r, TEST_GROUP);
	r->in.pos++;
	test->a = or_test(r);
	if (!shell_eat(r, ")"))
		shell_fail_unexpected(r);
	r->open = open.outer;
	return test;
}

static struct shell_test *term(struct shell_reader *r);

static struct shell_test *
negation(struct shell_reader *r)
{
	struct shell_test *test = new_test(r, TEST_NOT);
	size_t begin = r->in.pos++;
	test->op_span = shell_span_from(r, begin);
	test->a = term(r);
	return test;
}

static struct shell_test *
comparison(struct shell_reader *r)
{
	struct str word = raw_word(r);
	size_t begin = r->in.pos;
	if (!is_unary(word)) {
		struct shell_test *test = new_test(r, TEST_WORD);
		test->left = operand(r);
		return test->left ? binary_rest(r, test) : NULL;
	}
	struct shell_test *test = new_test(r, TEST_UNARY);
	while (!shell_is_meta(shell_char(r)))
		r->in.pos++;
	test->op = word;
	test->op_span = shell_span_from(r, begin);
	test->left = operand(r);
	return test->left ? test : NULL;
}

static struct shell_test *
term(struct shell_reader *r)
{
	shell_linebreak(r);
	size_t begin = r->in.pos, end;
	struct shell_test *test = NULL;
	if (is_closing(r))
		return fail_empty(r);
	if (!shell_deeper(r))
		return NULL;
	if (shell_char(r) == '(')
		test = group(r);
	else if (str_eqz(raw_word(r), "!"))
		test = negation(r);
	else
		test = comparison(r);
	shell_shallower(r);
	end = r->in.pos;
	shell_linebreak(r);
	if (r->in.stopped || !test)
		return NULL;
	test->span = shell_span(r, begin, end);
	if (test->kind == TEST_NOT)
		test->span = span_join(test->span, test->a->span);
	return test;
}

/* Operands joined by one operator; the tree leans to the right, as the depth counts. */
static struct shell_test *
chain(struct shell_reader *r, const char *op, enum shell_test_kind kind,
	struct shell_test *(*next)(struct shell_reader *))
{
	struct shell_test *left = next(r);
	size_t begin = r->in.pos;
	if (!left || !shell_eat(r, op))
		return left;
	struct shell_open open = {
		.what = op, .begin = begin, .end = r->in.pos, .outer = r->open};
	struct shell_test *test = new_test(r, kind);
	test->op_span = shell_span_from(r, begin);
	test->a = left;
	if (!shell_deeper(r))
		return NULL;
	r->open = &open;
	test->b = chain(r, op, kind, next);
	r->open = open.outer;
	shell_shallower(r);
	if (!test->b)
		return NULL;
	test->span = span_join(left->span, test->b->span);
	return test;
}

static struct shell_test *
and_test(struct shell_reader *r)
{
	return chain(r, "&&", TEST_AND, term);
}

static struct shell_test *
or_test(struct shell_reader *r)
{
	return chain(r, "||", TEST_OR, and_test);
}

struct shell_test *
shell_read_test(struct shell_reader *r)
{
	struct shell_test *test = or_test(r);
	if (r->in.stopped || !test)
		return NULL;
	if (!is_closing(r)) {
		shell_fail_expected(r);
		return NULL;
	}
	r->in.pos += 2;
	return test;
}
