/* Spans and values of words; every fixture and every beginning of one. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/shell_check.h"

#include "base/arena.h"
#include "base/tree.h"
#include "shell/parse.h"

#include <stdlib.h>
#include <string.h>

struct fix {
	struct arena a;
	struct sources sources;
	const struct source *source;
	const struct shell_script *script;
};

static void
parse(struct fix *f, const char *text)
{
	memset(f, 0, sizeof *f);
	arena_init(&f->a, 0, NULL);
	f->source = sources_add(&f->a, &f->sources, S("x"), str_from(text));
	f->script = shell_parse(&f->a, f->source);
	assert_null(shell_check(f->script));
	assert_int_equal(f->script->errors.n, 0);
}

static const struct shell_command *
command(const struct fix *f, size_t i)
{
	assert_true(i < f->script->list->items.n);
	return f->script->list->items.v[i].command;
}

static void
assert_text(const struct fix *f, struct span sp, const char *want)
{
	struct str text = span_text(&f->sources, sp);
	if (!str_eqz(text, want))
		fail_msg("span is \"%.*s\", wanted \"%s\"", STR(text), want);
}

static void
test_words(void **state)
{
	(void)state;
	static const char *const want[] = {
		"echo", "a\\ \"b $c\"", "${x:-y z}", "$(d e)", "'f'"};
	struct fix f;
	parse(&f, "  echo a\\ \"b $c\"  ${x:-y z} $(d e) 'f' >g 2>&1 # h\n");
	const struct shell_command *c = command(&f, 0);
	assert_text(&f, c->span, "echo a\\ \"b $c\"  ${x:-y z} $(d e) 'f' >g 2>&1");
	assert_int_equal(c->simple.words.n, 5);
	for (size_t i = 0; i < 5; i++)
		assert_text(&f, c->simple.words.v[i]->span, want[i]);
	const struct shell_parts *parts = &c->simple.words.v[1]->parts;
	assert_int_equal(parts->n, 3);
	assert_text(&f, parts->v[1].span, "\\ ");
	assert_text(&f, parts->v[2].span, "\"b $c\"");
	assert_text(&f, parts->v[2].parts.v[1].span, "$c");
	const struct shell_param *p = c->simple.words.v[2]->parts.v[0].param;
	assert_text(&f, p->name_span, "x");
	assert_text(&f, p->word->span, "y z");
	assert_text(&f, c->redirects.v[0]->span, ">g");
	assert_text(&f, c->redirects.v[1]->span, "2>&1");
	assert_text(&f, c->redirects.v[1]->op_span, ">&");
	assert_int_equal(f.script->comments.n, 1);
	assert_text(&f, f.script->comments.v[0], "# h");
	arena_release(&f.a);
}

static void
test_commands(void **state)
{
	(void)state;
	struct fix f;
	parse(&f, "a=1 b[2]+=x c &\nif d; then e; else g; fi >h\ni || j | k;");
	const struct shell_list *list = f.script->list;
	assert_text(&f, list->items.v[0].span, "a=1 b[2]+=x c &");
	assert_true(list->items.v[0].background);
	const struct shell_assign *assign = command(&f, 0)->simple.assigns.v[1];
	assert_text(&f, assign->span, "b[2]+=x");
	assert_text(&f, assign->name_span, "b");
	assert_text(&f, assign->subscript->span, "2");
	assert_text(&f, assign->word->span, "x");
	assert_text(&f, command(&f, 1)->span, "if d; then e; else g; fi >h");
	assert_text(&f, command(&f, 1)->branch.arms.v[0].span, "if d; then e;");
	assert_text(&f, command(&f, 1)->branch.otherwise->span, "g;");
	assert_text(&f, command(&f, 2)->span, "i || j | k");
	assert_text(&f, command(&f, 2)->and_or.v[1].command->span, "j | k");
	assert_text(&f, list->items.v[2].span, "i || j | k;");
	arena_release(&f.a);
}

static void
test_conditions(void **state)
{
	(void)state;
	struct fix f;
	parse(&f, "[[ -f a && ! ( b == c* ) ]]\n(( a[i+1] += 2 * $b ))\n");
	const struct shell_test *and_test = command(&f, 0)->test;
	assert_text(&f, and_test->span, "-f a && ! ( b == c* )");
	assert_text(&f, and_test->op_span, "&&");
	assert_text(&f, and_test->a->op_span, "-f");
	assert_text(&f, and_test->b->span, "! ( b == c* )");
	assert_text(&f, and_test->b->a->a->right->span, "c*");
	const struct shell_arith_node *n = command(&f, 1)->arith->tree;
	assert_text(&f, n->span, "a[i+1] += 2 * $b");
	assert_text(&f, n->a->subscript->span, "i+1");
	assert_text(&f, n->a->subscript->arith->tree->b->span, "1");
	assert_text(&f, n->b->span, "2 * $b");
	assert_text(&f, n->b->b->span, "$b");
	arena_release(&f.a);
}

/* In text that bash rewrites before it reads it, spans are those of what was written. */
static void
test_rewritten(void **state)
{
	(void)state;
	struct fix f;
	parse(&f, "a `b \\`c \"\\$d\" e\\` g` h\ncat <<-E\n\tx\n\t $(y\n\tz) $w\n\tE\n");
	const struct shell_list *outer =
		command(&f, 0)->simple.words.v[1]->parts.v[0].list;
	const struct shell_words *words = &outer->items.v[0].command->simple.words;
	assert_text(&f, words->v[1]->span, "\\`c \"\\$d\" e\\`");
	assert_text(&f, words->v[2]->span, "g");
	words = &words->v[1]->parts.v[0].list->items.v[0].command->simple.words;
	assert_text(&f, words->v[1]->span, "\"\\$d\"");
	assert_text(&f, words->v[2]->span, "e");
	const struct shell_heredoc *doc = command(&f, 1)->redirects.v[0]->heredoc;
	assert_text(&f, doc->body, "\tx\n\t $(y\n\tz) $w\n");
	assert_text(&f, doc->end, "E");
	assert_true(str_eqz(doc->word->parts.v[0].text, "x\n "));
	const struct shell_list *list = doc->word->parts.v[1].list;
	assert_text(&f, list->items.v[0].span, "y");
	assert_text(&f, list->items.v[1].span, "z");
	assert_text(&f, doc->word->parts.v[3].span, "$w");
	arena_release(&f.a);
}

/* The text of a handler in single quotes is a slice; what was computed has one place. */
static void
test_texts_within(void **state)
{
	(void)state;
	struct fix f;
	parse(&f, "trap 'kill $PID; exit 1' EXIT");
	struct span quoted = command(&f, 0)->simple.words.v[1]->span;
	f.script = shell_parse_slice(&f.a, f.source, quoted.begin + 1, quoted.end - 1);
	assert_null(shell_check(f.script));
	assert_text(&f, command(&f, 1)->span, "exit 1");
	assert_text(&f, command(&f, 0)->simple.words.v[1]->span, "$PID");
	f.script = shell_parse_text(&f.a, S("a \"$b\" $((c + d)) <<E\n$x\nE\n"), quoted);
	assert_null(shell_check(f.script));
	const struct shell_command *c = command(&f, 0);
	assert_text(&f, c->span, "'kill $PID; exit 1'");
	assert_text(&f, c->simple.words.v[2]->parts.v[0].arith->tree->b->span,
		"'kill $PID; exit 1'");
	assert_text(&f, c->redirects.v[0]->heredoc->word->span, "'kill $PID; exit 1'");
	arena_release(&f.a);
}

static void
test_arithmetic_texts(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool is_valid;
		int64_t value; /* of a number */
	} texts[] = {
		{"42", true, 42},
		{"", true, 0},
		{"  \t", true, 0},
		{"0x1F", true, 31},
		{"010", true, 8},
		{"64#@_", true, 62 * 64 + 63},
		{"9223372036854775808", true, INT64_MIN},
		{"08", false, 0},
		{"1 2", false, 0},
		{"1 +", false, 0},
		{"2#2", false, 0},
		{"(1", false, 0},
		{"1 = 2", false, 0},
		{"a ? b", false, 0},
		{"5 --x", false, 0},
		{"a[1", false, 0},
		{"'1'", false, 0},
	};
	struct arena a;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct span origin = {1, 0, 1};
		const struct shell_arith_node *n =
			shell_parse_arith(&a, str_from(texts[i].text), origin);
		if (!n != !texts[i].is_valid || (n && n->value != texts[i].value))
			fail_msg("arithmetic: %s", texts[i].text);
	}
	arena_release(&a);
}

static void
test_static_words(void **state)
{
	(void)state;
	static const struct {
		const char *text, *value; /* NULL: not static */
		bool has_quotes;
	} words[] = {
		{"abc", "abc", false},
		{"a\"b c\"'d'\\ e", "ab cd e", true},
		{"''", "", true},
		{"$'a\\n'", "a\n", true},
		{"\"a\\\"b\"", "a\"b", true},
		{"a\\\nb", "ab", false},
		{"a$b", NULL, false},
		{"\"$b\"", NULL, true},
		{"a*", NULL, false},
		{"'a*'", "a*", true},
		{"~/a", NULL, false},
		{"a~", "a~", false},
		{"{a,b}", NULL, false},
		{"{a}", "{a}", false},
		{"[", "[", false},
		{"[a]", NULL, false},
	};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct fix f;
		char text[64] = ": ";
		strcat(text, words[i].text);
		parse(&f, text);
		const struct shell_word *w = command(&f, 0)->simple.words.v[1];
		if (w->is_static != !!words[i].value ||
			w->has_quotes != words[i].has_quotes ||
			(w->is_static && !str_eqz(w->value, words[i].value)))
			fail_msg("%s: %.*s", text, STR(w->value));
		arena_release(&f.a);
	}
}

static void
check_beginnings(struct arena *a, struct str path, struct str bytes)
{
	struct sources sources = {0};
	const struct source *s = sources_add(a, &sources, path, bytes);
	struct arena_mark mark = arena_mark(a);
	for (uint32_t end = 0; end <= bytes.n; end += 3) {
		const char *fault = shell_check(shell_parse_slice(a, s, 0, end));
		if (fault)
			fail_msg("%.*s up to %u: %s", STR(path), end, fault);
		arena_rewind(a, mark);
	}
	const struct shell_script *script = shell_parse(a, s);
	if (shell_check(script) || script->errors.n || script->gaps.n)
		fail_msg("%.*s: not read without errors and gaps", STR(path));
}

static void
test_fixtures(void **state)
{
	(void)state;
	struct arena a;
	struct names names = {0};
	arena_init(&a, 0, NULL);
	const char *folder = getenv("FIXTURES");
	assert_non_null(folder);
	struct tree *tree = tree_folder(&a, folder);
	assert_non_null(tree);
	assert_int_equal(tree->list(tree, &a, S("shell"), &names), TREE_OK);
	assert_true(names.n >= 25);
	for (size_t i = 0; i < names.n; i++) {
		struct str path = str_cat(&a, S("shell/"), names.v[i]), bytes;
		assert_int_equal(tree->read(tree, &a, path, &bytes), TREE_OK);
		check_beginnings(&a, path, bytes);
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_rewritten),
		cmocka_unit_test(test_texts_within),
		cmocka_unit_test(test_arithmetic_texts),
		cmocka_unit_test(test_static_words),
		cmocka_unit_test(test_fixtures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
