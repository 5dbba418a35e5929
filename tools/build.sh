#!/bin/sh
# Builds infxcheck in its own source tree, unless that was done before, and prints the path
# of the program. Says what is missing when it can't. For hooks and for CI.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
place=$here/build/installed
program=$place/bin/infxcheck

if [ -x "$program" ]; then
	echo "$program"
	exit
fi

exec 3>&1 1>&2 # what is said goes to standard error, the path to standard output
unset MAKEFLAGS MFLAGS MAKELEVEL # of a make around it

fail() {
	echo "infxcheck can't be built here: $1"
	echo "On Debian or Ubuntu: sudo apt-get install gcc make pkg-config libyaml-dev \
libpcre2-dev libjansson-dev"
	echo "A program that is there already is used with INFXCHECK=/path/to/infxcheck"
	exit 2
}

for tool in "${CC:-cc}" make pkg-config; do
	command -v "$tool" >/dev/null || fail "there is no $tool"
done
for library in yaml-0.1 libpcre2-8 jansson; do
	pkg-config --exists "$library" || fail "pkg-config does not know $library"
done

mkdir -p "$here/build"
echo "infxcheck is built, this once..."
# Two hooks may begin at the same time.
run='[ -x "$2" ] || make -C "$0" -j"$(nproc 2>/dev/null || echo 2)" install PREFIX="$1"'
lock=
if command -v flock >/dev/null; then
	lock="flock $here/build/lock"
fi
if ! $lock sh -c "$run" "$here" "$place" "$program" >"$here/build/log" 2>&1; then
	tail -n 20 "$here/build/log"
	fail "make failed, see $here/build/log"
fi
echo "$program" >&3
