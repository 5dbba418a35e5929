/* What the shell parser makes of a text: one row a construct. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/shell_check.h"
#include "support/shell_dump.h"

#include "base/arena.h"
#include "shell/parse.h"

#include <stdio.h>
#include <string.h>

enum { OUTPUT_BYTES = 1 << 20 };

/* How to read the dump: literal text is bare, '...' and "..." are quoted, <*> is a
 * pattern character, <{a,b}> a brace expansion, <~> a tilde, <? > not understood, <raw >
 * arithmetic that is only read when its expansions are done. */
static const struct {
	const char *text, *tree;
} trees[] = {
	{"echo a \"b $c\" 'd'", "(run echo a \"b ${c}\" 'd')"},
	{"a\\ b\"c\"'d'$'\\te\\x41\\101\\u263a\\'' $\"l $x\"",
		"(run a' 'b\"c\"'d'$'\\teAA\342\230\272\\'' $\"l ${x}\")"},
	{"--m=$A:$B_D,${C}x", "(run --m=${A}:${B_D},${C}x)"},
	{"~ ~/x ~root/y x=~ a~ y=b:~:~/c",
		"(run <~> <~>/x <~root>/y x=<~> a~ y=b:<~>:<~>/c)"},
	{"*.l? [a-c]x [!x] [ ] a[b []c]",
		"(run <*>.l<?> <[>a-c]x <[>!x] [ ] a[b <[>]c])"},
	{"{a,b{c,d}}e {1..3} {a..e..2} {} {x} {1..$n} {\"p q\",$r}",
		"(run <{a,b<{c,d}>}>e <{1..3}> <{a..e..2}> {} {x} {1..${n}} <{\"p "
		"q\",${r}}>)"},
	{"@(a|b*)c !(x)", "(run <@(a|b<*>)>c <!(x)>)"},
	{"\\$x \"\\$x \\\"q\\\" \\z \\\\\" ''",
		"(run '$'x \"$x \\\"q\\\" \\\\z \\\\\" '')"},
	{"$1 $10 ${10} $@ $# $? $$ $! $- $_",
		"(run ${1} ${1}0 ${10} ${@} ${#} ${?} ${$} ${!} ${-} ${_})"},
	{"${a:-b c} \"${a:-'b' \"c\"}\" ${a+x} ${a:=y} ${a:?z}",
		"(run ${a :- b\\ c} \"${a :- \\'b\\'\\ \"c\"}\" ${a + x} ${a := y} ${a "
		":? z})"},
	{"${a#*/} ${a##x} ${a%.*} \"${a%%\"$b\"}\"",
		"(run ${a # <*>/} ${a ## x} ${a % .<*>} \"${a %% \"${b}\"}\")"},
	{"${a/b/c} ${a//\\//_} ${a/#x} ${a/%y/z} ${a////-} ${a//}",
		"(run ${a / b c} ${a // '/' _} ${a /# x} ${a /% y z} ${a // / -} ${a // "
		"()})"},
	{"${a^} ${a^^[xy]} ${a,,} ${a~} ${a@Q}",
		"(run ${a ^ ()} ${a ^^ <[>xy]} ${a ,, ()} ${a ~ ()} ${a @ Q})"},
	{"${a:1} ${a:b+1:2} ${a: -1} ${a:x?1:2:3} ${@:2}",
		"(run ${a sub 1} ${a sub (+ b 1) 2} ${a sub (- 1)} ${a sub (? x 1 2) 3} "
		"${@ sub 2})"},
	{"${#a} ${#} ${#a[@]} ${##} ${#-} ${#:-x}",
		"(run ${a length} ${#} ${a[@] length} ${# length} "
		"${- length} ${# :- x})"},
	{"${!a} ${!a:-b} ${!p*} ${!p@} ${!a[@]} ${!a[*]} ${!#} ${!}",
		"(run ${!a} ${!a :- b} ${p names *} ${p names @} ${a[@] keys} ${a[*] "
		"keys} ${!#} ${!})"},
	{"${a[0]} ${a[i+1]} ${a[@]} \"${a[*]}\" ${m[\"k v\"]} ${m[a b]}",
		"(run ${a[0]} ${a[(+ i 1)]} ${a[@]} \"${a[*]}\" ${m[\"k v\"]} ${m[a\\ "
		"b]})"},
	{"$(a; b) `c \\`d\\` \"e\"` $(<f) \"$(g \"h\")\"",
		"(run $((run a) (run b)) `((run c `((run d)) \"e\")) $((run (< 0 f))) "
		"\"$((run g \"h\"))\")"},
	{"<(a b) x>(c)", "(run <((run a b)) x>((run c)))"},
	{"$((1+2*3)) $((-2**2)) $((a=b?c:d,e)) $((x++ - --y)) $((a[i]+=2)) $[1<<2]",
		"(run $(((+ 1 (* 2 3)))) $(((** (- 2) 2))) $(((, (= a (? b c d)) e))) "
		"$(((- (post++ x) (-- y)))) $(((+= a[i] 2))) $(((<< 1 2))))"},
	{"$((1$x)) $(( $a $op $b )) $(($a+${b}*$(c))) $((010+0x1f+2#11+36#z))",
		"(run $((<raw 1${x}>)) $((<raw \\ ${a}\\ ${op}\\ ${b}\\ >)) $(((+ ${a} "
		"(* ${b} $((run c)))))) $(((+ (+ (+ 8 31) 3) 35))))"},
	{"$((a[\"k\"])) $((!a&&~b||c!=d)) $(((a)|b^c&d)) $((a<=b>=c)) $((a-b-c))",
		"(run $((a[k])) $(((|| (&& (! a) (~ b)) (!= c d)))) $(((| a (^ b (& c "
		"d))))) $(((>= (<= a b) c))) $(((- (- a b) c))))"},
	{"$((a)|b) $( (a) )",
		"(run $((pipe (subshell (run a)) (run b))) $((subshell (run a))))"},
	{"a=1 b+=2 c= d[1]=x e[i+1]+=y cmd f=3",
		"(run (= a 1) (+= b 2) (= c ()) (= d[1] x) (+= e[(+ i 1)] y) cmd f=3)"},
	{"a=(1 \"b c\" [3]=d [k]+=e $f {x,y}z) b+=()",
		"(run (= a array 1 \"b c\" [3]=d [k]+=e ${f} <{x,y}>z) (+= b array))"},
	{"export A B=1 C+=\"$x\" \"$y=z\" -p E={1,2}",
		"(declare export A (= B 1) (+= C \"${x}\") \"${y}=z\" -p E=<{1,2}>)"},
	{"declare -A m=([a]=1 [\"b c\"]=$d)",
		"(declare declare -A (= m array [a]=1 [\"b c\"]=${d}))"},
	{"local x y=a:~/b", "(declare local x (= y a:<~>/b))"},
	{"a >f 2>&1 3<g <&- >&4- &>h >>i <>j >|k {fd}>l >&m 5>&\"$n\"",
		"(run a (> 1 f) (>& 2 1) (< 3 g) (<& 0 -) (>& 1 4-) (&> 1 h) (>> 1 i) "
		"(<> 0 j) (>| 1 k) (> {fd} l) (>& 1 m) (>& 5 \"${n}\"))"},
	{"a <<<\"$b\" c", "(run a c (<<< 0 \"${b}\"))"},
	{"a <<E b\nx $y \\$z \\q \"r\" `s`\n  ${t:-\"u\"}\nE\n",
		"(run a b (<< 0 E x\\ ${y}\\ \\$z\\ \\\\q\\ \\\"r\\\"\\ `((run s))\\n\\ "
		"\\ ${t :- \"u\"}\\n))"},
	{"a <<-'E' | b\n\ttab $x\n\tE\n",
		"(pipe (run a (<<- 0 \\E tab\\ \\$x\\n)) (run b))"},
	{"a <<-E\n\tin $(c\n\td)\n\tE\n", "(run a (<<- 0 E in\\ $((run c) (run d))\\n))"},
	{"a <<A <<B\n1\nA\n2\nB\n", "(run a (<< 0 A 1\\n) (<< 0 B 2\\n))"},
	{"a && b || c; d & e",
		"(and-or (run a) && (run b) || (run c)) (& (run d)) (run e)"},
	{"! a | b |& c", "(pipe ! (run a) (run b) |& (run c))"},
	{"time -p a; time ! b; !", "(time-pipe (run a)) (time-pipe ! (run b)) (pipe !)"},
	{"(a; b) >f", "(subshell (run a) (run b) (> 1 f))"},
	{"{ a; } 2>&1 | b", "(pipe (group (run a) (>& 2 1)) (run b))"},
	{"if a; then b; elif c; then d; else e; fi",
		"(if (run a) then (run b) elif (run c) then (run d) else (run e))"},
	{"while a; do b; done <f", "(while (run a) do (run b) (< 0 f))"},
	{"until a\ndo b; done\n", "(until (run a) do (run b))"},
	{"for x in a $b *.c; do d; done", "(for x in a ${b} <*>.c do (run d))"},
	{"for x; do a; done", "(for x do (run a))"},
	{"for ((i=0; i<n; i++)); do a; done",
		"(for (= i 0) (< i n) (post++ i) do (run a))"},
	{"for ((;;)) { a; }", "(for () () () do (run a))"},
	{"select x in a; do b; done", "(select x in a do (run b))"},
	{"case $x in a|b*) c;; (d) e;& *) ;;& \"\") f; esac",
		"(case ${x} (a|b<*> : (run c) ;;) (d : (run e) ;&) (<*> :  ;;&) (\"\" : "
		"(run f) ;;))"},
	{"f() { a; } >g", "(function f (group (run a) (> 1 g)))"},
	{"function g-h { a; }", "(function g-h (group (run a)))"},
	{"function i() (b)", "(function i (subshell (run b)))"},
	{"[[ -f $a && ! $b == c* || ( -n d ) ]]",
		"([[ (or (and (-f ${a}) (not (== ${b} c<*>))) (group (-n d))))"},
	{"[[ $a =~ ^(x|y z)+\"w\"$ ]]", "([[ (=~ ${a} ^\\(x|y\\ z\\)+\"w\"\\$))"},
	{"[[ a -lt b ]]", "([[ (-lt a b))"},
	{"[[ $x ]]", "([[ (word ${x}))"},
	{"[[ a < b && c > d ]]", "([[ (and (< a b) (> c d)))"},
	{"((a++, b)) || ((c))", "(and-or (arith (, (post++ a) b)) || (arith c))"},
	{"((a); b)", "(subshell (subshell (run a)) (run b))"},
	{"coproc N { a; }", "(coproc N (group (run a)))"},
	{"coproc a b", "(coproc  (run a b))"},
	{"a # c\n#d\ne#f\n", "(run a) (run e#f)"},
	{"if !(a); then b; fi", "(if (pipe ! (subshell (run a))) then (run b))"},
	{"a $x", "(run a ${x})"},
	{"echo `a \\`b\\``", "(run echo `((run a `((run b)))))"},
	{"x=$(cat <<E\na\nE\n)", "(run (= x $((run cat (<< 0 E a\\n)))))"},
	{"x=$(cat <<E\na)\nE)\n", "(run (= x $((run cat (<< 0 E a\\)\\n)))))"},
	{"a <<\"E F\"\nb\nE F\n", "(run a (<< 0 \\E F b\\n))"},
	{"a <<$x\nb\n$x\n", "(run a (<< 0 $x b\\n))"},
	{"a <<''\nb\n\n", "(run a (<< 0 \\ b\\n))"},
	{"foo[ x y ] z", "(run foo<[>\\ x\\ y\\ ] z)"},
	{"a=([ x y ])", "(run (= a array <[>\\ x\\ y\\ ]))"},
	{"if a \\\n; then b; fi", "(if (run a) then (run b))"},
	{"i\\\nf a; then b; fi", "(if (run a) then (run b))"},
	{"a &\\\n& b", "(and-or (run a) && (run b))"},
	{"! ! a", "(run a)"},
	{"a |\n# c\nb", "(pipe (run a) (run b))"},
	{"a &&\n\nb", "(and-or (run a) && (run b))"},
	{"for x\nin a\ndo b; done", "(for x in a do (run b))"},
	{"case x in in) a;; esac", "(case x (in : (run a) ;;))"},
	{"[[ a == b\n&& c == d\n]]", "([[ (and (== a b) (== c d)))"},
	{"a=(b)c d", "(run (= a array b) d)"},
	{"a >& 2>&3-", "(run a (>& 1 2) (>& 1 3-))"},
	{"export a[[b", "(declare export a[[b)"},
	{"$(( ${a:-(1)} + ${b} ))", "(run $(((+ ${a :- \\(1\\)} ${b}))))"},
	{"f+() { a; }", "(function f+ (group (run a)))"},
	{"eval a=(b)", "(run eval <?a=(b)>)"},
	{"a <(b) 2>(c)", "(run a <((run b)) 2>((run c)))"},
	{"echo \\", "(run echo \\\\)"},
	{"\"${a[@]+\"${a[@]}\"}\"", "(run \"${a[@] + \"${a[@]}\"}\")"},
	{"${a@Z} ${a!b} ${} \"${a b}\"",
		"(run <?${a@Z}> <?${a!b}> <?${}> \"<?${a b}>\")"},
	{"$((08)) $((1 +))", "(run $((<raw 08>)) $((<raw 1\\ +>)))"},
	{"coproc cat", "(coproc  (run cat))"},
	{"a 2&>f", "(run a 2 (&> 1 f))"},
	{">f", "(run (> 1 f))"},
	{"$((a)) $(( (a) ))", "(run $((a)) $((a)))"},
	{">&2 a", "(run a (>& 1 2))"},
	{"a[1]b", "(run a<[>1]b)"},
};

static void
test_trees(void **state)
{
	(void)state;
	size_t failed = 0;
	for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
		struct arena a;
		struct sources sources = {0};
		arena_init(&a, 0, NULL);
		const struct source *s =
			sources_add(&a, &sources, S("x"), str_from(trees[i].text));
		const struct shell_script *script = shell_parse(&a, s);
		struct buf out = buf_new(&a, OUTPUT_BYTES);
		shell_dump(&out, script, false);
		const char *fault = shell_check(script);
		if (fault || script->errors.n || !str_eqz(buf_str(&out), trees[i].tree)) {
			failed++;
			print_error("%s\n\tis     %.*s\n\twanted %s\n\t%s\n",
				trees[i].text, STR(buf_str(&out)), trees[i].tree,
				fault ? fault : "");
		}
		arena_release(&a);
	}
	assert_int_equal(failed, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trees),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
