#!/bin/sh
# Seeds of fuzz targets whose inputs are several files: seeds.sh TARGET FIXTURES FOLDER
# makes one input of each case of the fixtures, in the form of tests/support/fuzz_parts.h.
set -eu
target=$1
fixtures=$2
folder=$3

part() { # NAME FILE
	printf '#@file %s\n' "$1"
	cat "$2"
}

check() {
	find . -type f ! -name expect ! -path './base/*' | LC_ALL=C sort |
		while read -r file; do part "${file#./}" "$file"; done
}

gate() {
	[ ! -f base/perf-changelog.yaml ] || part base base/perf-changelog.yaml
	[ ! -f base/perf-changelog.yaml ] || [ ! -f perf-changelog.yaml ] ||
		part head perf-changelog.yaml
}

config() {
	[ ! -f .infxcheck.yaml ] || cat .infxcheck.yaml
	if [ -f known.json ]; then
		part baseline known.json
	fi
}

mkdir -p "$folder"
for case in "$fixtures"/[a-z]*/*/; do
	[ -f "$case/expect" ] || continue
	name=$(basename "$(dirname "$case")")-$(basename "$case")
	(cd "$case" && "$target") > "$folder/$name"
	[ -s "$folder/$name" ] || rm "$folder/$name"
done
