/* The evaluator against bash: snippets by hand, one for each thing that bash does. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/eval_diff.h"

#include <stdio.h>

static const char *const expansion[] = {
	"x='a b  c'; OUT $x; OUT \"$x\"; OUT x$x; OUT \"$x\"y $x",
	"x=; OUT $x; OUT \"$x\"; OUT a$x b",
	"OUT ${x-d} ${x:-e} \"${x:-f g}\" ${x:-f g}; x=; OUT ${x-d} ${x:-e}",
	"x=1; OUT ${x+a} ${x:+b} ${y+c} \"${y:+d}\"; x=; OUT ${x+a} \"${x:+b}\"",
	"OUT ${x:=v}; OUT $x; OUT ${y=}; OUT \"${y-unset}\"",
	"x=path/to/file.tar.gz; OUT ${x#*/} ${x##*/} ${x%.*} ${x%%.*} ${x%/*} ${x##*.}",
	"x=abcabc; OUT ${x/b/X} ${x//b/X} ${x/#a/X} ${x/%c/X} ${x//[ab]/} ${x/b}",
	"x=aXbXc; OUT \"${x//X/ }\"; p='*'; OUT ${x/$p/q} ${x/\"$p\"/q}",
	"x=hello; OUT ${x:1} ${x:1:3} ${x: -2} ${x:0:-1} \"${x:9}\" ${#x}",
	"x=héé; OUT ${#x} ${x:1:1}",
	"x=Hello; OUT ${x^^} ${x,,} ${x^} ${x,} ${x~~} ${x^^[l]}",
	"x=y; y=val; OUT ${!x}; x=a; a=(1 2); OUT ${!x}; r='a[1]'; OUT ${!r}",
	"aa1=1; aa2=2; OUT ${!aa*} \"${!aa@}\"",
	"x=\"a'b c\"; OUT \"${x@Q}\" ${x@U} ${x@L} ${x@u}",
	"x=$'a\\tb\\nc'; OUT \"$x\" ${x@Q}",
	"OUT a{b,c}d {1..3} {a..c} {05..07} x{1,{2,3}} {3..1} {1..9..4} {x}",
	"OUT '{a,b}' \"{a,b}\" a\\{b,c} {a,b",
	"HOME=/h; OUT ~ ~/x a~ \"~\"; x=~:~/b; OUT $x",
	"IFS=:; x=a:b::c:; OUT $x; OUT \"$x\"; set -- p q; OUT \"$*\" $*",
	"IFS=', '; x='a, b ,c,,d '; OUT $x; IFS=; OUT $x",
	"set -- 'a b' '' c; OUT \"$@\"; OUT $@; OUT \"$*\"; OUT $#; OUT \"x$@y\"",
	"set --; OUT \"$@\"; OUT \"a$@\"; OUT \"$*\"; OUT ${1-none}",
	"set -- a b c d e f g h i j k; OUT $10 ${10} ${11} ${@:2:3} \"${@: -2}\"; shift 3; OUT $1 $#",
	"x='*'; set -f; OUT $x; set +f; y=(a b); OUT \"${y[*]}\"",
	"x=$(printf 'a\\nb\\n\\n'); OUT \"$x\" $x; OUT \"$(printf '%s' 'q  r')\"",
	"x=`echo a b`; OUT $x \"`echo \\\"c\\\"`\"",
	"OUT $'a\\x41\\101\\u00e9' \"a\\$b\\\\\" 'c\\n' a\\ b",
	"x=5; OUT $((x+1)) $[x*2] \"$((x))y\"",
	"cat=1; x=${cat:+\"a b\"}; OUT \"$x\" ${cat:+\"c d\"} ${cat:+e f}",
	"a=1 b=$a c=$b; OUT $a $b $c; x=a; x+=b; x+=$x; OUT $x",
	"x=\"1 2\"; y=$x; OUT \"$y\"; z=$x$x; OUT $z",
	NULL,
};

static const char *const arrays[] = {
	"a=(x 'y z' w); OUT ${a[0]} \"${a[1]}\" ${#a[@]} \"${a[@]}\"; OUT ${a[@]}; OUT \"${a[*]}\"",
	"a=(1 2); a+=(3 4); a[7]=8; OUT ${!a[@]} - ${a[@]} ${#a[@]} ${a[-1]}",
	"a=([3]=c [1]=b d); OUT ${!a[@]} ${a[@]}; a[1]+=x; OUT ${a[1]}; unset 'a[1]'; OUT ${!a[@]}",
	"a=(); OUT \"${a[@]}\" ${#a[@]}; a=(\"\"); OUT \"${a[@]}\" ${#a[@]}; OUT \"${a[@]:-d}\"",
	"a=(1 2 3 4); OUT ${a[@]:1:2} \"${a[@]: -1}\"; b=(\"${a[@]/#/n}\"); OUT ${b[@]} ${#b[0]}",
	"declare -A m=([k]=v [x y]=z); m[n]=1; OUT ${m[k]} \"${m[x y]}\" ${m[n]} ${#m[@]}",
	"declare -A m; m[a]=1; m[a]+=2; OUT ${m[a]} ${m[b]-no}; unset 'm[a]'; OUT ${#m[@]}",
	"a=(1 2); a=x; OUT ${a[@]}; b=s; b+=(t); OUT ${b[@]}; OUT $a",
	"i=1; a=(p q r); OUT ${a[i]} ${a[i+1]} ${a[$i]}; a[i]=Z; OUT ${a[@]}; OUT ${#a[1]}",
	"a=(a b c); for i in \"${!a[@]}\"; do OUT $i ${a[$i]}; done",
	"f() { local -a l=(1 2); l+=(3); OUT ${l[@]}; }; l=0; f; OUT $l",
	"a=(\"x y\" z); b=(\"${a[@]}\" \"pre${a[@]}post\"); OUT \"${b[@]}\"; OUT ${#b[@]}",
	"declare -a e; e+=(1); OUT ${e[@]}; mapfile -t l <<< $'p\\nq'; OUT ${#l[@]} ${l[1]}",
	"IFS=, read -r -a l <<< 'a,b,,c'; OUT ${#l[@]} \"${l[@]}\"; read x y <<< ' 1 2 3 '; OUT \"$x\" \"$y\"",
	"IFS=: read a b c <<< 'x:y:z:w'; OUT $a $b $c; IFS=: read a b <<< 'x:'; OUT \"$a\" \"$b\"",
	"read -r l <<< 'a\\b  c '; OUT \"$l\"; read l <<< 'a\\b'; OUT \"$l\"; IFS= read -r l <<< ' s '; OUT \"$l\"",
	"while read -r k v; do OUT $k \"$v\"; done <<< $'a 1 2\\nb 3'; OUT end",
	"while IFS= read -r l || [ -n \"$l\" ]; do OUT \"$l\"; done < <(printf 'p\\nq')",
	NULL,
};

static const char *const numbers[] = {
	"OUT $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((-7/2)) $((-7%3)) $((2**10)) $((1<<4))",
	"OUT $((5>3)) $((5<3 || 1)) $((!5)) $((~5)) $((1?2:3)) $((0,4)) $((5&3|8^1))",
	"x=3; OUT $((x++)) $x $((++x)) $((x--)) $((--x)) $((x+=5)) $((x*=2)) $x $((x%=4))",
	"x=08; y=7; OUT $((10#$x + y)) $((0x1f)) $((017)) $((2#101)) $((16#ff))",
	"x=y; y=z; z=4; OUT $((x)) $((x+1)); a=(2 3); OUT $((a[1]*a[0])) $((a))",
	"((0)) || OUT no; ((3)) && OUT yes; ((x=5)); OUT $x; let y=x+1 z=y*2; OUT $y $z",
	"x='1+2'; OUT $((x*2)) $(($x*2)); op=+; OUT $((1 $op 2))",
	"OUT $((9223372036854775807 + 1)) $((-9223372036854775808)) $((9223372036854775807*2))",
	"e=; OUT $((e)) $((e+1)) $(( )); n=5; OUT $((n > 3 ? n : 3)) $((n==5 && n!=6))",
	"for ((i=0, j=9; i<3; i++, j--)); do OUT $i $j; done; OUT $i",
	"declare -i n=3+4; OUT $n; n+=2; OUT $n; n=n*2; OUT $n",
	"x=5; if ((x > 3)); then OUT big; else OUT small; fi; OUT $((x<<1 >>1)) $((-x))",
	"i=0; while ((i<3)); do ((i+=1)); done; OUT $i; until ((i==0)); do ((i--)); done; OUT $i",
	NULL,
};

static const char *const conditions[] = {
	"x=abc; [[ $x == a* ]] && OUT 1; [[ $x == \"a*\" ]] || OUT 2; [[ $x != *z* ]] && OUT 3",
	"p='a*'; [[ abc == $p ]] && OUT 1; [[ abc == \"$p\" ]] || OUT 2; [[ 'a*' == \"$p\" ]] && OUT 3",
	"[[ abc =~ ^a(.)c$ ]] && OUT ${BASH_REMATCH[0]} ${BASH_REMATCH[1]}; [[ x =~ y ]] || OUT n",
	"[[ 12 =~ ^[1-9][0-9]*$ ]] && OUT 1; [[ 012 =~ ^[1-9] ]] || OUT 2; r='^a|b$'; [[ cb =~ $r ]] && OUT 3",
	"[[ -n a && -z '' ]] && OUT 1; [[ ! ( -n '' || a == b ) ]] && OUT 2; [[ a < b ]] && OUT 3",
	"[[ 5 -gt 3 && 2 -le 2 && 1 -ne 2 && 3 -eq 3 ]] && OUT 1; x=4; [[ x -eq 4 ]] && OUT 2",
	"[ 5 -gt 3 ] && OUT 1; [ a = a ] && OUT 2; [ a != b ] && OUT 3; [ -n \"\" ] || OUT 4; [ -z \"\" ] && OUT 5",
	"[ a = a -a b = b ] && OUT 1; [ a = b -o b = b ] && OUT 2; [ ! a = b ] && OUT 3; test x && OUT 4",
	"[ \"$u\" ] || OUT 1; [ -n $u ] && OUT 2; [ \"(\" = \"(\" ] && OUT 3; [ ! \"\" ] && OUT 4",
	"v=; [[ -v v ]] && OUT 1; [[ -v w ]] || OUT 2; a=(1); [[ -v a ]] && OUT 3; unset v; [[ -v v ]] || OUT 4",
	"case abc in a) OUT 1;; a*|b) OUT 2;; *) OUT 3;; esac; case x in [a-c]) OUT 4;; [!a-c]) OUT 5;; esac",
	"case a in a) OUT 1;& b) OUT 2;; c) OUT 3;; esac; case a in a) OUT 1;;& *) OUT 2;; esac",
	"case '*' in '*') OUT 1;; esac; case 'a b' in \"a b\") OUT 2;; esac; case x in *) ;; esac; OUT $?",
	"shopt -s extglob; [[ abab == +(ab) ]] && OUT 1; [[ x == @(x|y) ]] && OUT 2; [[ z == !(x|y) ]] && OUT 3; [[ '' == ?(a) ]] && OUT 4",
	"shopt -s nocasematch; [[ ABC == abc ]] && OUT 1; case X in x) OUT 2;; esac",
	"if false; then OUT 1; elif true; then OUT 2; else OUT 3; fi; if false; then :; fi; OUT $?",
	"true && OUT 1 || OUT 2; false && OUT 3 || OUT 4; false || true && OUT 5; ! false && OUT 6; ! true; OUT $?",
	"x=a; [[ $x == [[:alpha:]] ]] && OUT 1; [[ 5 == [[:digit:]] ]] && OUT 2; [[ -n ${x:+y} ]] && OUT 3",
	"[[ a.b == a.b ]] && OUT 1; [[ aXb =~ a.b ]] && OUT 2; [[ aXb =~ 'a.b' ]] || OUT 3; [[ a.b =~ a\\.b ]] && OUT 4",
	NULL,
};

static const char *const commands[] = {
	"f() { OUT $# \"$1\" $2; return 3; }; f 'a b' c; OUT $?; f; OUT $?",
	"x=1; f() { local x=2; g; x=3; }; g() { OUT $x; x=4; }; f; OUT $x",
	"f() { local x; OUT ${x-unset}; x=1; }; x=0; f; OUT $x; f() { local x=$x; OUT $x; }; f",
	"f() { x=1; return; x=2; }; f; OUT $x; g() { if true; then return 7; fi; OUT no; }; g; OUT $?",
	"f() { for i in 1 2 3; do [ $i = 2 ] && return 5; OUT $i; done; }; f; OUT $? $i",
	"for i in a b c; do [ $i = b ] && continue; OUT $i; done; for i in 1 2 3; do [ $i = 2 ] && break; OUT $i; done",
	"for i in 1 2; do for j in x y; do [ $j = y ] && continue 2; OUT $i $j; done; done; for i in 1 2; do while :; do break 2; done; done; OUT $i",
	"for i; do OUT $i; done; set -- p q; for i; do OUT $i; done; for i in; do OUT no; done; OUT $?",
	"x=1; (x=2; OUT $x); OUT $x; { x=3; }; OUT $x; x=4 | true; OUT $x",
	"(exit 3); OUT $?; x=$(exit 4); OUT $?; x=$(echo a; exit 5) y=b; OUT $? $x; local_() { local z=$(exit 6); OUT $?; }; local_",
	"echo a b | { read x y; OUT $y $x; }; echo q | while read l; do OUT $l; done; printf 'a\\nb\\n' | { mapfile -t m; OUT ${m[@]}; }",
	"set -e; f() { false; OUT after; }; if f; then OUT yes; fi; f || OUT or; ! f; OUT end; (false; OUT no) || OUT sub; false; OUT never",
	"set -e; x=$(false) || OUT caught; true && false || true; OUT a; if ! false; then OUT b; fi; y=$(false); OUT never",
	"set -u; OUT ${x:-d}; a=(); OUT ${#a[@]} \"${a[@]}\"; OUT $x; OUT never",
	"set -o pipefail; false | true; OUT $?; set +o pipefail; false | true; OUT $?; true | false; OUT $? ${PIPESTATUS[@]}",
	"trap 'OUT bye' EXIT; OUT a; exit 3",
	"f() { trap 'OUT in' EXIT; }; f; OUT a; trap - EXIT; OUT b",
	"x=$(trap 'echo t' EXIT; echo a); OUT $x; (trap 'OUT sub' EXIT; OUT s); OUT end",
	"cat() { OUT cat; }; cat x; unset -f cat; eval 'y=5; OUT $y'; eval OUT '\"a b\"' c; z='OUT q'; $z",
	"A=1 B=2 eval 'OUT $A$B'; OUT ${A-none}; x=1; x=2 eval 'OUT $x'; OUT $x; f() { OUT $v; }; v=9 f; OUT ${v-gone}",
	"export E=1; readonly R=2; OUT $E $R; declare -x D=3; unset E; OUT ${E-u} $D; typeset t=4; OUT $t",
	"read x << E\na $((1+1)) \"q\" \\$z `echo b`\nE\nOUT \"$x\"; read y << 'E'\n$x `no`\nE\nOUT \"$y\"",
	"x=$(while read l; do echo \"[$l]\"; done <<- E\n\tp\n\t\tq\n\tE\n); OUT \"$x\"",
	"printf -v x '%s-%03d|%5s|%-4s|%x' a 7 b c 255; OUT \"$x\"; printf -v y '%s,' 1 2 3; OUT $y; printf -v z '%q' 'a b'; OUT $z",
	"printf -v x '%b' 'a\\tb\\n'; OUT \"$x\"; printf -v y 'a\\x41%%'; OUT $y; printf -v z '%d %i' 010 \"'A\"; OUT \"$z\"; printf -v w '%.2s' abc; OUT $w",
	"printf -v x '%.2f|%f|%6.1f|%-6.1f|%.0f' 2.78 1 3.5 0.5 7; OUT \"$x\"",
	"printf -v x '%q ' a '' \"it's\" 'a*' '$v' '~' '#c' a=b; OUT \"$x\"; OUT \"$(echo -e 'a\\tb')\" \"$(echo -n a)\" \"$(echo -E 'a\\n')\"",
	"x=1; f() { x=2; }; y=$(f; echo $x); OUT $x $y; f & wait; OUT $x; { f; OUT $x; } > /dev/null; OUT $x",
	"set -- a b; f() { set -- c; OUT $1; }; f; OUT $1; shift; OUT $1 $#; shift 5; OUT $? $#",
	"while true; do if [ -z \"$n\" ]; then n=1; continue; fi; break; done; OUT $n $?; until true; do :; done; OUT $?",
	"command -v f; f() { :; }; x=$(command -v f); OUT $x; y=$(command -v echo); OUT $y; command echo a > /dev/null; OUT $?; builtin echo > /dev/null; OUT $?",
	"time true; OUT $?; { OUT a; } 2>&1; OUT b >&2 2>&1; x=$({ echo o; echo e >&2; } 2>&1); OUT $x",
	"x=$(echo out; echo err >&2) 2> /dev/null; OUT \"$x\"; exec 3>&1; OUT c; : > /dev/null; OUT $?",
	"alias a=b; x=5; unset x y; OUT ${x-no}; let 'q=1<<3'; OUT $q; : ${w:=7}; OUT $w; true ${k:=8}; OUT $k",
	"f() { echo \"$FUNCNAME ${FUNCNAME[0]} $#\"; }; OUT \"$(f a)\"; g() { local IFS=,; echo \"$*\"; }; OUT \"$(g 1 2)\" \"$*\"",
	"f() (x=5; OUT $x); x=1; f; OUT $x; function g { OUT g$1; }; g 1; h() if true; then OUT h; fi; h",
	"n=0; f() { ((n++ < 3)) && f; OUT $n; }; f; fib() { local k=$1; ((k<2)) && { echo $k; return; }; echo $(($(fib $((k-1)))+$(fib $((k-2))))); }; OUT $(fib 7)",
	"x='a b'; for w in $x \"$x\" 'c d'; do OUT \"$w\"; done; for w in \"\" a; do OUT \"$w\"; done",
	"exit_() { OUT x; exit 2; }; (exit_); OUT $?; y=$(exit_); OUT $?",
	NULL,
};

static void
run_table(const char *const *table)
{
	size_t differ = 0;
	for (size_t i = 0; table[i]; i++) {
		struct arena a;
		arena_init(&a, 0, NULL);
		struct eval_diff d = eval_diff(&a, str_from(table[i]));
		if (!d.has_bash) {
			puts("skipped: there is no bash to compare with");
			arena_release(&a);
			return;
		}
		if (!str_eq(d.bash, d.ours)) {
			differ++;
			print_error("%s\nbash:\n%.*s\nours:\n%.*s\n", table[i], STR(d.bash),
				STR(d.ours));
		}
		arena_release(&a);
	}
	assert_int_equal(differ, 0);
}

static void
test_expansion(void **state)
{
	(void)state;
	run_table(expansion);
}

static void
test_arrays(void **state)
{
	(void)state;
	run_table(arrays);
}

static void
test_numbers(void **state)
{
	(void)state;
	run_table(numbers);
}

static void
test_conditions(void **state)
{
	(void)state;
	run_table(conditions);
}

static void
test_commands(void **state)
{
	(void)state;
	run_table(commands);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expansion),
		cmocka_unit_test(test_arrays),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_commands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
