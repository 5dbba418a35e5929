#!/bin/sh
# The archive and the shared library of HEAD, made twice in folders of different names: the same
# bytes.
set -eu
top=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in a another-name; do
	git clone -q --no-hardlinks "$top" "$work/$name"
	(cd "$work/$name" && make -s dist > /dev/null && make -s all > /dev/null && \
		sha256sum ./*.tar.gz build/release/libinfxcheck.so.*.* build/release/infxcheck) \
		> "$work/$name.sums"
done
cat "$work/a.sums"
diff "$work/a.sums" "$work/another-name.sums" && echo 'both builds are the same'
