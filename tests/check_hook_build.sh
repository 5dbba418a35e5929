#!/bin/sh
# A contributor's first commit with the real pre-commit: the hook is built from this source
# in pre-commit's own clone, a bad commit is blocked, a good one passes.
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS MAKELEVEL INFXCHECK
if ! command -v pre-commit >/dev/null; then
	echo 'skipped: hook-build needs pre-commit'
	exit
fi
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
export HOME="$top" PRE_COMMIT_HOME="$top/cache" GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

mkdir "$top/hooks"
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$top/hooks"
cp -R fixtures/_base "$top/user"

cd "$top/hooks"
git init -q -b main . && git add . && git commit -q -m source
rev=$(git rev-parse HEAD)

cd "$top/user"
git init -q -b main .
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $top/hooks
    rev: $rev
    hooks:
      - id: infxcheck
END
git add . && git commit -q -m base
pre-commit install >/dev/null

entry() {
	printf '\n- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n'
	printf '    - "Re-run: new"\n  pr-link: %s\n' "$1"
}
entry TBD >>perf-changelog.yaml
if git commit -a -m bad >"$top/out" 2>&1 || ! grep -q "ends in 'TBD'" "$top/out"; then
	cat "$top/out"
	echo 'FAILED: the bad commit was not blocked, or not by infxcheck'
	exit 1
fi
git checkout -q perf-changelog.yaml
entry XXX >>perf-changelog.yaml
git commit -q -a -m good >"$top/out" 2>&1 || {
	cat "$top/out"
	echo 'FAILED: the good commit was blocked'
	exit 1
}
if grep -q 'is built' "$top/out"; then
	echo 'FAILED: it was built twice'
	exit 1
fi
echo 'hook-build: built once, bad commit blocked, good commit made'
