#!/bin/sh
# What the linker made, looked at: check_build.sh SHARED PROGRAM...
# check_build.sh --symbols SHARED prints the exported symbols.
set -eu

symbols() {
	nm -D --defined-only "$1" | awk '{print $3}' | LC_ALL=C sort
}

if [ "$1" = --symbols ]; then
	symbols "$2"
	exit
fi

failed=0
must() { # WHAT FILE COMMAND...
	what=$1 file=$2
	shift 2
	"$@" > /dev/null || { echo "$file: $what"; failed=1; }
}

has() { # PATTERN FILE READELF-OPTIONS
	pattern=$1 file=$2
	shift 2
	readelf -W "$@" "$file" 2>/dev/null | grep -Eq "$pattern"
}

lacks() { ! has "$@"; }

shared=$1
list=$(dirname "$0")/abi/symbols.txt
symbols "$shared" | diff -u "$list" - || {
	echo "$shared: exports other symbols than tests/abi/symbols.txt (make abi writes it)"
	failed=1
}
for file; do
	must 'no full RELRO' "$file" has 'GNU_RELRO' "$file" -l
	must 'symbols are bound late' "$file" has 'BIND_NOW|FLAGS.*NOW' "$file" -d
	must 'an executable stack' "$file" lacks 'GNU_STACK .*RWE' "$file" -l
	must 'memory that is written and run' "$file" lacks 'LOAD .* RWE ' "$file" -l
	must 'a search path for libraries' "$file" lacks 'RPATH|RUNPATH' "$file" -d
	must 'not position independent' "$file" has 'Type: +DYN' "$file" -h
	must 'no stack protector' "$file" has '__stack_chk_fail' "$file" --dyn-syms
	must 'no fortified calls' "$file" has '_chk(@|$| )' "$file" --dyn-syms
done
# Our own code has it; whether a program does depends on the C library's start files, too.
if [ "$(uname -m)" = x86_64 ]; then
	object=$(dirname "$shared")/libinfxcheck.o
	must 'no control-flow protection' "$object" has 'IBT.*SHSTK' "$object" -n
fi
must 'a folder of the machine that built it' "$shared" lacks "$(pwd -P)/" "$shared" \
	-p .rodata -p .debug_str -p .debug_line_str
exit $failed
