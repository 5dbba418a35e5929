#!/bin/sh
# Writes a C table of the bad and good example of every rule, for `infxcheck explain`.
# usage: embed-examples.sh FIXTURES
set -eu
cd "$1"
echo '/* Made by tools/embed-examples.sh. */'
echo '#include "report/examples.h"'
echo
echo 'const struct example examples[] = {'
find . -mindepth 3 -type f \( -path './*/bad/*' -o -path './*/good/*' \) ! -path './_*' ! -path './*/*/base/*' |
	sort | while IFS= read -r path; do
	path=${path#./}
	rule=${path%%/*}
	rest=${path#*/}
	kind=${rest%%/*}
	file=${rest#*/}
	# "expect" sorts last, so that an example reads file first, outcome second.
	case $file in expect) key=2 ;; *) key=1 ;; esac
	printf '%s\t%s\t%s\t%s\n' "$rule" "$kind" "$key" "$file"
done | sort -t "$(printf '\t')" -k1,1 -k2,2 -k3,3 -k4,4 |
	while IFS="$(printf '\t')" read -r rule kind key file; do
		printf '\t{"%s", "%s", "%s",\n\t\t"' "$rule" "$kind" "$file"
		od -An -v -to1 "$rule/$kind/$file" |
			tr -s ' ' '\n' | sed '/^$/d; s/^/\\/' | tr -d '\n' | fold -w 80 |
			awk 'NR > 1 { printf "\"\n\t\t\"" } { printf "%s", $0 }'
		size=$(wc -c < "$rule/$kind/$file")
		printf '",\n\t\t%d},\n' "$size"
	done
echo '	{"", "", "", "", 0},'
echo '};'
echo 'const size_t examples_count = sizeof examples / sizeof *examples - 1;'
