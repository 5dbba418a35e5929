/*
 * The evaluator against bash: generated snippets. SEED=n repeats a run; what is not known
 * on our side may be anything, but that must stay rare.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/eval_diff.h"

#include "base/buf.h"
#include "base/limits.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINES = 400 };

static uint64_t seed;

/* splitmix64 */
static uint64_t
next(void)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static size_t
below(size_t n)
{
	return (size_t)(next() % n);
}

#define PICK(table) ((table)[below(sizeof(table) / sizeof *(table))])

static const char *const values[] = {"", "a b", " lead", "trail ", "abc.def",
	"x/y/z.tar.gz", "1 2  3", ":a::b:", "AbC", "foo*", "[x]", "a\\b", "007", "-5",
	"42", "it's", "q\"q", "$x", "aaa", "héé", "~", "{a,b}", "--opt=1", "a=b", "end\n",
	"\tt", "[[:digit:]]", "?"};
static const char *const patterns[] = {"*", "?", "a", "b*", "*.", "*/", "[a-c]", "[!a]",
	"*[0-9]", "a*b", "??", "\\*", "'*'", "\"$w\"", "$w", "[[:alpha:]]", ".*", "/",
	"x", "''"};
static const char *const arrays[] = {
	"", "1", "a 'b c'", "x '' y", "'*' z", "p q r s", "' '"};
static const char *const ifs[] = {
	"' '", "$' \\t\\n'", "':'", "' :'", "''", "'b'", "', '", "'/'"};

static void
quoted(struct buf *b, const char *z)
{
	buf_addz(b, "$'");
	for (; *z; z++) {
		if (*z == '\'' || *z == '\\')
			buf_addc(b, '\\');
		if (*z == '\n')
			buf_addz(b, "\\n");
		else
			buf_addc(b, *z);
	}
	buf_addc(b, '\'');
}

static void
expansion(struct buf *b)
{
	static const char *const cut[] = {"#", "##", "%", "%%"};
	static const char *const other[] = {"-", ":-", "+", ":+"};
	static const char *const change[] = {"/", "//", "/#", "/%"};
	static const char *const letters[] = {
		"^", "^^", ",", ",,", "~~", "@Q", "@U", "@L"};
	const char *quote = below(2) ? "\"" : "";
	buf_addz(b, quote);
	switch (below(8)) {
	case 0:
		buf_addf(b, "${v%s%s}", PICK(cut), PICK(patterns));
		break;
	case 1:
		buf_addf(b, "${v%s%s}", PICK(other), below(2) ? "$w" : "d");
		break;
	case 2:
		buf_addf(b, "${v%s%s/%s}", PICK(change), PICK(patterns),
			below(2) ? "R" : "$w");
		break;
	case 3:
		buf_addf(b, "${v%s}", PICK(letters));
		break;
	case 4:
		buf_addf(b, "${v:%zu:%zu}", below(5), below(5));
		break;
	case 5:
		buf_addz(b, below(2) ? "${#v}" : "pre${v}post");
		break;
	case 6:
		buf_addf(b, "${a[@]%s%s}", PICK(cut), PICK(patterns));
		break;
	default:
		buf_addz(b, below(2) ? "$v$w" : "${a[*]}");
		break;
	}
	buf_addz(b, quote);
}

static void
arith(struct buf *b, unsigned depth)
{
	static const char *const ops[] = {"+", "-", "*", "/", "%", "<<", ">>", "<",
		"<=", ">", ">=", "==", "!=", "&", "|", "^", "&&", "||", ","};
	static const char *const leaves[] = {
		"n", "m", "$n", "0", "1", "7", "-3", "0x1f", "010", "2#11", "k[1]", "z"};
	if (depth == 0 || below(4) == 0) {
		buf_addz(b, PICK(leaves));
		return;
	}
	buf_addc(b, '(');
	if (below(6) == 0) {
		buf_addz(b, below(2) ? "!" : "~");
		arith(b, depth - 1);
	} else if (below(12) == 0) {
		/* bash looks at a negative exponent even where it is not evaluated. */
		arith(b, depth - 1);
		buf_addf(b, " ** %zu", below(5));
	} else if (below(6) == 0) {
		arith(b, depth - 1);
		buf_addc(b, '?');
		arith(b, depth - 1);
		buf_addc(b, ':');
		arith(b, depth - 1);
	} else {
		arith(b, depth - 1);
		buf_addf(b, " %s ", PICK(ops));
		arith(b, depth - 1);
	}
	buf_addc(b, ')');
}

static void
condition(struct buf *b)
{
	static const char *const compare[] = {"==", "!=", "=", "<", ">"};
	static const char *const numeric[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
	static const char *const expressions[] = {"^a", "b$", "^[0-9]+$", "a|b", ".",
		"x*", "(a)(b)?", "^-?[0-9]+$", "[[:space:]]", "\\."};
	switch (below(5)) {
	case 0:
		buf_addf(b, "[[ $v %s %s ]]", PICK(compare), PICK(patterns));
		break;
	case 1:
		buf_addf(b, "[[ $v =~ %s ]]", PICK(expressions));
		break;
	case 2:
		buf_addf(b, "[ \"$n\" %s \"$m\" ]", PICK(numeric));
		break;
	case 3:
		buf_addf(b, "[[ -n $v && ( -z $w || $n %s m ) ]]", PICK(numeric));
		break;
	default:
		buf_addf(b, "case $v in %s) ;; %s|%s) ! : ;; *) ! : ;; esac",
			PICK(patterns), PICK(patterns), PICK(patterns));
		break;
	}
}

static void
line(struct buf *b, size_t i)
{
	buf_addz(b, "(v=");
	quoted(b, PICK(values));
	buf_addz(b, "; w=");
	quoted(b, PICK(values));
	buf_addf(b, "; a=(%s); n=%zu; m=%zu; k=(3 n); ", PICK(arrays), below(20),
		below(20));
	switch (below(4)) {
	case 0:
		buf_addf(b, "IFS=%s; set -f; OUT %zu $v \"$v\" $w${a[@]}x $v$w",
			PICK(ifs), i);
		break;
	case 1:
		buf_addf(b, "set -f; OUT %zu ", i);
		expansion(b);
		buf_addc(b, ' ');
		expansion(b);
		break;
	case 2:
		buf_addf(b, "OUT %zu $((", i);
		arith(b, 4);
		buf_addz(b, "))");
		break;
	default:
		condition(b);
		buf_addf(b, "; OUT %zu $?", i);
		break;
	}
	buf_addz(b, ") 2>/dev/null\n");
}

/* Lines begin with their number, so that one that printed nothing shifts nothing. */
static struct str
line_of(struct str text, size_t i, struct arena *a)
{
	struct str head = str_fmt(a, "<%zu>", i), rest = text;
	while (rest.p) {
		size_t at = str_find(rest, S("\n<"), 0);
		if (at == rest.n && str_ends(rest, S("\n")))
			at = --rest.n;
		struct str one = str_slice(rest, 0, at);
		if (str_starts(one, head))
			return one;
		rest = at < rest.n ? str_slice(rest, at + 1, rest.n) : (struct str){0};
	}
	return (struct str){0};
}

static void
test_generated(void **state)
{
	(void)state;
	struct arena a;
	size_t differ = 0, unknown = 0;
	arena_init(&a, 0, NULL);
	const char *wanted = getenv("SEED");
	seed = wanted ? strtoull(wanted, NULL, 10) : 1;
	uint64_t first = seed;
	for (int round = 0; round < 5; round++) {
		struct buf b = buf_new(&a, LIMIT_SHELL_STRING_BYTES);
		size_t starts[LINES + 1];
		for (size_t i = 0; i < LINES; i++) {
			starts[i] = b.n;
			line(&b, i);
		}
		starts[LINES] = b.n;
		struct eval_diff d = eval_diff(&a, buf_str(&b));
		if (!d.has_bash) {
			puts("skipped: there is no bash to compare with");
			break;
		}
		for (size_t i = 0; i < LINES; i++) {
			struct str x = line_of(d.bash, i, &a), y = line_of(d.ours, i, &a);
			bool vague = str_contains(y, S("<?>"));
			unknown += vague;
			if (vague || str_eq(x, y))
				continue;
			differ++;
			print_error("%.*sbash: %.*s\nours: %.*s\n\n",
				STR(str_slice(buf_str(&b), starts[i], starts[i + 1])),
				STR(x), STR(y));
		}
	}
	if (differ)
		print_error("seed %llu\n", (unsigned long long)first);
	assert_int_equal(differ, 0);
	assert_true(unknown < LINES * 5 / 10);
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_generated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
