#!/bin/sh
# usage: check_install.sh MAKE
# What make install puts in place, used from there: programs, man pages, completions in the
# real shells, the library through pkg-config. Shells and checkers that are not here are named.
set -eu

make=$1
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
usr=$top/root/usr
here=$(cd "$(dirname "$0")/.." && pwd)

fail() { echo "FAILED: $*"; exit 1; }

have() {
	command -v "$1" >/dev/null && return
	echo "skipped: $2 needs $1"
	return 1
}

$make -s -C "$here" install DESTDIR="$top/root" PREFIX=/usr >/dev/null 2>"$top/err" ||
	{ cat "$top/err"; fail 'make install'; }
PATH=$usr/bin:$PATH
cd "$top"

# ---- programs

[ "$(command -v infxcheck)" = "$usr/bin/infxcheck" ] || fail 'infxcheck is not in place'
infxcheck --version >/dev/null
infxcheck-hbm --version >/dev/null
cp -R "$here/fixtures/_base" repository
infxcheck check --root repository >/dev/null || fail 'check of a clean repository'
infxcheck check --root "$here/fixtures/demo" >/dev/null && fail 'check of the demo'

# ---- manual pages: every option of --help, and nothing to complain of

man=$usr/share/man/man1
for page in infxcheck infxcheck-hbm; do
	! have mandoc "the lint of $page.1" || mandoc -Tlint -Wwarning "$man/$page.1" ||
		fail "$page.1"
done
for command in $(infxcheck --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
	infxcheck "$command" --help |
		sed -n '/^Options:/,$s/^  [- ][a-z ][, ] --\([a-z-]*\).*/\1/p' | grep -v '^help$' >options || :
	while read -r option; do
		escaped=$(echo "--$option" | sed 's/-/\\\\-/g')
		sed -n "/^.SS \"infxcheck $command\"/,/^.S[SH]/p" "$man/infxcheck.1" |
			grep -q "B$escaped" || fail "infxcheck.1 lacks $command --$option"
		for file in bash-completion/completions/infxcheck zsh/site-functions/_infxcheck; do
			grep -q -e "--$option\b" "$usr/share/$file" || fail "$file lacks --$option"
		done
		grep -q "from $command' -l $option\b" \
			"$usr/share/fish/vendor_completions.d/infxcheck.fish" ||
			fail "infxcheck.fish lacks $command --$option"
	done <options
done

# ---- completions: what the shell offers behind the words

# shellcheck disable=SC2016
in_bash() {
	bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _infxcheck
		echo "${COMPREPLY[*]}"' "$usr/share/bash-completion/completions/infxcheck" "$@"
}

in_fish() {
	fish -c "source $usr/share/fish/vendor_completions.d/infxcheck.fish
		complete -C '$*'" | cut -f1
}

# A terminal with zsh in it, in which the words are typed, a tab, and a key that shows the line.
in_zsh() {
	rm -f line
	zsh -f -c 'zmodload zsh/zpty
		zpty z zsh -f -i
		zpty -w z "fpath=($0 \$fpath); autoload -Uz compinit; compinit -u -D
			show() { print -r -- \$BUFFER >line; exit }
			zle -N show; bindkey ^X show; echo rea\"\"dy"
		zpty -r -m z all "*ready*"
		zpty -w -n z "$1"$'\''\t\C-x'\''
		while zpty -r z all; do :; done' "$usr/share/zsh/site-functions" "$*"
	cat line
}

expect() { # SHELL WANT WORDS ...
	shell=$1 want=$2
	shift 2
	"in_$shell" "$@" | grep -q -e "$want" || fail "$shell does not complete '$*' to '$want'"
}

for shell in bash fish zsh; do
	have "$shell" "the completion of $shell" || continue
	expect "$shell" check infxcheck che
	expect "$shell" --unsafe-fix infxcheck check --uns
	expect "$shell" sarif infxcheck check --format sar
	expect "$shell" pr-link-form infxcheck explain pr-link-fo
	expect "$shell" append-only-point-removed infxcheck check --rule append-only-po
done

# ---- documents: what they link to is there

doc=$usr/share/doc/infxcheck
for page in "$doc"/*.md "$doc"/docs/*.md; do
	sed 's/](/\n](/g' "$page" | sed -n 's/^](\([A-Za-z0-9./-]*\.[a-z.]*\)).*/\1/p' |
		while read -r link; do
			[ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
		done
done >missing
[ ! -s missing ] || fail "links to nowhere: $(cat missing)"

# ---- library

cat >client.c <<'END'
#include <infxcheck.h>
#include <string.h>
int
main(void)
{
	return strcmp(ixc_version(), VERSION) == 0 && ixc_rule_find("pr-link-form") ? 0 : 1;
}
END
export PKG_CONFIG_PATH="$usr/lib/pkgconfig"
version=$(pkg-config --modversion infxcheck)
flags=$(pkg-config --define-prefix --cflags --libs infxcheck)
# shellcheck disable=SC2086
${CC:-cc} -DVERSION="\"$version\"" client.c $flags -o client
LD_LIBRARY_PATH=$usr/lib ./client || fail 'a client of the shared library'
static=$(pkg-config --define-prefix --static --cflags --libs infxcheck |
	sed 's/-linfxcheck/-l:libinfxcheck.a/')
# shellcheck disable=SC2086
${CC:-cc} -DVERSION="\"$version\"" client.c $static -o client-static
./client-static || fail 'a client of the static library'

echo 'make install: programs, manual pages, completions, library'
