/* What the shell parser refuses, where, and what it lets pass with a gap. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/shell_check.h"
#include "support/shell_dump.h"

#include "base/arena.h"
#include "base/limits.h"
#include "shell/parse.h"

#include <string.h>

/* Line and column of the error, and of the other place (0: none). */
static const struct {
	const char *text;
	uint32_t line, column, other_line, other_column;
	const char *message;
} errors[] = {
	{"echo \"a", 1, 8, 1, 6, "unclosed `\"`"},
	{"echo 'a\nb", 2, 2, 1, 6, "unclosed `'`"},
	{"echo $'a", 1, 9, 1, 6, "unclosed `$'`"},
	{"echo `a", 1, 8, 1, 6, "unclosed ```"},
	{"a $(b", 1, 6, 1, 3, "unclosed `$(`"},
	{"a ${b", 1, 6, 1, 3, "unclosed `${`"},
	{"a $((b)", 1, 8, 1, 3, "unclosed `$((`"},
	{"a $[b", 1, 6, 1, 3, "unclosed `$[`"},
	{"a <(b", 1, 6, 1, 3, "unclosed `<(`"},
	{"a=(b", 1, 5, 1, 3, "unclosed `(`"},
	{"foo[ x", 1, 7, 1, 4, "unclosed `[`"},
	{"[[ a =~ (b", 1, 11, 1, 9, "unclosed `(`"},
	{"@(a|b", 1, 6, 1, 2, "unclosed `(`"},
	{"if a; then b", 1, 13, 1, 1, "unclosed `if`"},
	{"if a; b; fi", 1, 10, 1, 1, "`fi` where `then` is expected"},
	{"if a; then b; done", 1, 15, 1, 1, "`done` without `do`"},
	{"if a\nb\nfi", 3, 1, 1, 1, "`fi` where `then` is expected"},
	{"if a; then fi", 1, 12, 1, 1, "no command before `fi`"},
	{"while a; do b", 1, 14, 1, 1, "unclosed `while`"},
	{"while a; b; done", 1, 13, 1, 1, "`done` where `do` is expected"},
	{"while a; do b; fi", 1, 16, 1, 1, "`fi` without `if`"},
	{"for x in a; b; done", 1, 13, 1, 1, "`b` where `do` is expected"},
	{"for x do", 1, 9, 1, 1, "unclosed `for`"},
	{"for ((a;b)); do c; done", 1, 10, 0, 0, "`for ((` takes three expressions"},
	{"until a; do", 1, 12, 1, 1, "unclosed `until`"},
	{"case x in a) b", 1, 15, 1, 1, "unclosed `case`"},
	{"case x a) b;; esac", 1, 8, 1, 1, "`a` where `in` is expected"},
	{"case x in a b) c;; esac", 1, 13, 1, 1, "`b` where `)` is expected"},
	{"case x in a) b;;\nfi\n", 2, 3, 1, 1, "end of the line where `)` is expected"},
	{"{ a", 1, 4, 1, 1, "unclosed `{`"},
	{"{ a; )", 1, 6, 1, 1, "`)` without `(`"},
	{"(a", 1, 3, 1, 1, "unclosed `(`"},
	{"(a }", 1, 5, 1, 1, "unclosed `(`"},
	{"fi", 1, 1, 0, 0, "`fi` without `if`"},
	{"done", 1, 1, 0, 0, "`done` without `do`"},
	{"then", 1, 1, 0, 0, "`then` without `if`"},
	{"do", 1, 1, 0, 0, "`do` without `while`, `until` or `for`"},
	{"esac", 1, 1, 0, 0, "`esac` without `case`"},
	{"elif a", 1, 1, 0, 0, "`elif` without `if`"},
	{"else", 1, 1, 0, 0, "`else` without `if`"},
	{"}", 1, 1, 0, 0, "`}` without `{`"},
	{")", 1, 1, 0, 0, "`)` without `(`"},
	{"]]", 1, 1, 0, 0, "`]]` without `[[`"},
	{"a ;; b", 1, 3, 0, 0, "`;;` without `case`"},
	{";", 1, 1, 0, 0, "unexpected `;`"},
	{"a &&", 1, 3, 0, 0, "nothing after `&&`"},
	{"a && ; b", 1, 6, 0, 0, "unexpected `;`"},
	{"a |", 1, 3, 0, 0, "nothing after `|`"},
	{"a ||\n\n", 1, 3, 0, 0, "nothing after `||`"},
	{"| a", 1, 1, 0, 0, "unexpected `|`"},
	{"&& a", 1, 1, 0, 0, "unexpected `&&`"},
	{"a & ; b", 1, 5, 0, 0, "unexpected `;`"},
	{"a ; ; b", 1, 5, 0, 0, "unexpected `;`"},
	{"a >", 1, 3, 0, 0, "no word after `>`"},
	{"a > ;", 1, 5, 0, 0, "unexpected `;`"},
	{"a > 2>f", 1, 5, 0, 0, "unexpected `2`"},
	{"a <<E\nb\n", 2, 2, 1, 3, "unclosed here-document `E`"},
	{"if a; then\ncat <<E\nfi\n", 3, 3, 2, 5,
		"unclosed here-document `E`"},
	{"f()", 1, 1, 0, 0, "nothing after `f()`"},
	{"f() a", 1, 5, 0, 0, "unexpected `a`"},
	{"f(a)", 1, 3, 0, 0, "unexpected `a`"},
	{"function f", 1, 1, 0, 0, "nothing after `f()`"},
	{"function", 1, 9, 0, 0, "unexpected end of the text"},
	{"echo a(b)", 1, 7, 0, 0, "unexpected `(`"},
	{"x=1 f() { a; }", 1, 6, 0, 0, "unexpected `(`"},
	{"a=(b;c)", 1, 5, 0, 0, "unexpected `;`"},
	{"echo a=(b)", 1, 8, 0, 0, "unexpected `(`"},
	{"[[ a", 1, 5, 1, 1, "unclosed `[[`"},
	{"[[ a b ]]", 1, 6, 0, 0, "unexpected `b`"},
	{"[[ -f ]]", 1, 7, 0, 0, "no operand before `]]`"},
	{"[[ a == ]]", 1, 9, 0, 0, "no operand before `]]`"},
	{"[[ a && ", 1, 6, 0, 0, "nothing after `&&`"},
	{"[[ ( a ]]", 1, 8, 1, 4, "`]]` where `)` is expected"},
	{"[[ a ) ]]", 1, 6, 1, 1, "`)` without `(`"},
	{"[[ a\n]]", 1, 5, 0, 0, "unexpected end of the line"},
	{"( )", 1, 3, 1, 1, "no command before `)`"},
	{"{ }", 1, 3, 1, 1, "no command before `}`"},
	{"$(if)", 1, 5, 1, 3, "`)` where `then` is expected"},
	{"a \"$(b \"c)\"", 1, 12, 1, 4, "unclosed `$(`"},
	{"time | a", 1, 6, 0, 0, "unexpected `|`"},
	{"a | ! b", 1, 5, 0, 0, "unexpected `!`"},
	{"coproc", 1, 7, 0, 0, "unexpected end of the text"},
	{"if a; then b; fi c", 1, 18, 0, 0, "unexpected `c`"},
	{"\t\303\251 \"x", 1, 6, 1, 4, "unclosed `\"`"},
};

struct parsed {
	struct arena a;
	struct sources sources;
	const struct source *source;
	const struct shell_script *script;
};

static void
parse(struct parsed *p, struct str text)
{
	memset(p, 0, sizeof *p);
	arena_init(&p->a, 0, NULL);
	p->source = sources_add(&p->a, &p->sources, S("x"), text);
	p->script = shell_parse(&p->a, p->source);
	const char *fault = shell_check(p->script);
	if (fault)
		fail_msg("%.*s: %s", STR(text), fault);
}

static bool
is_at(const struct parsed *p, struct span sp, uint32_t line, uint32_t column)
{
	if (!line)
		return sp.file == 0;
	struct place place = source_place(p->source, sp.begin);
	return sp.file && place.line == line && place.column == column;
}

static void
test_errors(void **state)
{
	(void)state;
	size_t failed = 0;
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
		struct parsed p;
		parse(&p, str_from(errors[i].text));
		const struct shell_error none = {.text = S("no error")};
		const struct shell_error *e =
			p.script->errors.n ? &p.script->errors.v[0] : &none;
		struct place at = source_place(p.source, e->span.begin);
		if (!str_eqz(e->text, errors[i].message) ||
			!is_at(&p, e->span, errors[i].line, errors[i].column) ||
			!is_at(&p, e->related, errors[i].other_line,
				errors[i].other_column)) {
			failed++;
			print_error("%s: %u:%u: %.*s\n", errors[i].text, at.line,
				at.column, STR(e->text));
		}
		arena_release(&p.a);
	}
	assert_int_equal(failed, 0);
}

/* Taken by bash -n, so no error; but not all is well. */
static const struct {
	const char *text;
	enum shell_gap_kind kind;
	uint32_t line, column;
	const char *tree; /* of what is read all the same */
} gaps[] = {
	{"a ${b!c} d", GAP_RUNTIME, 1, 3, "(run a <?${b!c}> d)"},
	{"a $((1 +)) b", GAP_RUNTIME, 1, 6, "(run a $((<raw 1\\ +>)) b)"},
	{"((a b)); c", GAP_RUNTIME, 1, 3, "(arith <raw a\\ b>) (run c)"},
	{"a `b; fi` c", GAP_RUNTIME, 1, 7, "(run a `((run b)) c)"},
	{"a `b 'c` d", GAP_RUNTIME, 1, 6, "(run a `() d)"},
	{"a <<E\nb ${c\nE\nd", GAP_RUNTIME, 2, 3,
		"(run a (<< 0 E b\\ <?${c\\n>)) (run d)"},
	{"a <<E\n$(b\nE\nc", GAP_RUNTIME, 2, 1, "(run a (<< 0 E <?$(b\\n>)) (run c)"},
	{"a $((b) | ;)", GAP_RUNTIME, 1, 11, "(run a $())"},
	{"a $(b <<E)\nc\nE\nd", GAP_RUNTIME, 1, 7,
		"(run a $((run b (<< 0 E c\\n)))) (run d)"},
	{"a\n[[ ]]\nb", GAP_RUNTIME, 2, 4, "(run a)"},
	{"a\n[[ b && ]]\nc", GAP_RUNTIME, 2, 9, "(run a)"},
	{"a\nfor ((b;c;d) ) { e; }", GAP_RUNTIME, 2, 11, "(run a)"},
	{"a $(( ${b + c )) d", GAP_RUNTIME, 1, 6,
		"(run a $((<raw \\ \\${b\\ +\\ c\\ >)) d)"},
	{"a=(b)c d", GAP_CONSTRUCT, 1, 6, "(run (= a array b) d)"},
	{"eval a=(b) c", GAP_CONSTRUCT, 1, 6, "(run eval <?a=(b)> c)"},
};

static void
test_gaps(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
		struct parsed p;
		parse(&p, str_from(gaps[i].text));
		struct buf out = buf_new(&p.a, 4096);
		shell_dump(&out, p.script, false);
		if (p.script->errors.n || p.script->gaps.n != 1)
			fail_msg("%s: %zu errors, %zu gaps", gaps[i].text,
				p.script->errors.n, p.script->gaps.n);
		const struct shell_gap *gap = &p.script->gaps.v[0];
		struct place at = source_place(p.source, gap->span.begin);
		if (!str_eqz(buf_str(&out), gaps[i].tree) || gap->kind != gaps[i].kind ||
			at.line != gaps[i].line || at.column != gaps[i].column)
			fail_msg("%s: %u:%u kind %d: %.*s", gaps[i].text, at.line,
				at.column, (int)gap->kind, STR(buf_str(&out)));
		arena_release(&p.a);
	}
}

/* What comes before an error is in the tree, the command that holds it is not. */
static void
test_tree_before_error(void **state)
{
	(void)state;
	struct parsed p;
	parse(&p, S("a; b\nif c; then d; fi\nif e; then f\n"));
	struct buf out = buf_new(&p.a, 4096);
	shell_dump(&out, p.script, false);
	assert_int_equal(p.script->errors.n, 1);
	assert_true(str_eqz(buf_str(&out), "(run a) (run b) (if (run c) then (run d))"));
	arena_release(&p.a);
}

/* ---- limits ---- */

static const struct {
	const char *open, *middle, *close;
} nests[] = {
	{"{ ", "a;", " }; "},
	{"( ", "a", " )"},
	{"if ", "a;", " then b; fi;"},
	{"$(", "a", ")"},
	{"\"$(", "a", ")\""},
	{"${a:-", "b", "}"},
	{"\"${a:-", "b", "}\""},
	{"$((", "1", "))"},
	{"$((1+(", "1", ")))"},
	{"$(( (", "1", ") + 1))"},
	{"((", "1", "))"},
	{"$(( -", "1", "))"},
	{": $((1", " ", "+1+1+1))"},
	{"[[ ( ", "a", " ) ]]"},
	{"[[ ! ", "a", " ]]"},
	{"a[", "1", "]=1"},
	{": ${a[", "1", "]}"},
	{": {a,", "b", "}"},
	{": @(a|", "b", ")"},
	{"a=(", "b", ")"},
	{"case a in a) ", "b", ";; esac;"},
	{"f() { ", "a;", " };"},
	{"coproc ", "a", ""},
	{"function f ", "{ a; }", ""},
	{"<(", "a", ")"},
	{"cat <<E\n$(", "a", ")\nE\n"},
	{"! ", "a", ""},
	{"a && ", "b", ""},
	{"a | ", "b", ""},
	{"[[ a && ", "b", " ]]"},
	{"$((a)", "b", ")"},
	{"((a) ", "b", ")"},
	{"${", "a", "}"},
	{"a[$(", "b", ")"},
	{"`", "a", "`"},
	{"\\`", "a", "\\`"},
};

static struct str
nested(struct arena *a, size_t row, size_t times)
{
	struct buf b = buf_new(a, 1 << 20);
	for (size_t i = 0; i < times; i++)
		buf_addz(&b, nests[row].open);
	buf_addz(&b, nests[row].middle);
	for (size_t i = 0; i < times; i++)
		buf_addz(&b, nests[row].close);
	return buf_str(&b);
}

/* No nesting overflows the stack of the parser or of who walks the tree, and none takes
 * more than its share of memory (which a second reading of the same bytes would). */
static void
test_nesting(void **state)
{
	(void)state;
	for (size_t row = 0; row < sizeof nests / sizeof nests[0]; row++) {
		for (size_t times = 1; times <= 20000; times *= 5) {
			struct arena a;
			struct parsed p;
			arena_init(&a, 0, NULL);
			struct str text = nested(&a, row, times);
			parse(&p, text);
			size_t most = (1 << 20) + text.n * 2000;
			if (p.a.used_bytes > most)
				fail_msg("%zu times %s: %zu bytes for %zu", times,
					nests[row].open, p.a.used_bytes, text.n);
			arena_release(&p.a);
			arena_release(&a);
		}
	}
}

static void
test_depth_is_a_gap(void **state)
{
	(void)state;
	struct arena a;
	struct parsed p;
	arena_init(&a, 0, NULL);
	parse(&p, str_cat(&a, S("a\n"), nested(&a, 0, LIMIT_SHELL_DEPTH)));
	assert_int_equal(p.script->errors.n, 0);
	assert_int_equal(p.script->gaps.n, 1);
	assert_int_equal(p.script->gaps.v[0].kind, GAP_LIMIT);
	assert_int_equal(p.script->list->items.n, 1);
	arena_release(&p.a);
	parse(&p, nested(&a, 0, LIMIT_SHELL_DEPTH / 2));
	assert_int_equal(p.script->gaps.n, 0);
	arena_release(&p.a);
	arena_release(&a);
}

static void
test_size_is_a_gap(void **state)
{
	(void)state;
	struct arena a;
	struct parsed p;
	arena_init(&a, 0, NULL);
	struct buf b = buf_new(&a, LIMIT_SHELL_BYTES + 1);
	buf_fill(&b, 'x', LIMIT_SHELL_BYTES + 1);
	parse(&p, buf_str(&b));
	assert_int_equal(p.script->gaps.n, 1);
	assert_int_equal(p.script->gaps.v[0].kind, GAP_LIMIT);
	assert_int_equal(p.script->list->items.n, 0);
	arena_release(&p.a);
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_tree_before_error),
		cmocka_unit_test(test_nesting),
		cmocka_unit_test(test_depth_is_a_gap),
		cmocka_unit_test(test_size_is_a_gap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
