#!/bin/sh
# infxcheck: checks what a commit adds, before it is made.
# 'infxcheck install-hook' wrote this, and takes it out again with --uninstall.
# 'git commit --no-verify' goes past it once.
set -eu

# A hook that was here before goes first.
before=$(dirname "$0")/pre-commit.before-infxcheck
if [ -x "$before" ]; then
	"$before" "$@" || exit
fi

# Other repositories may share the folder of hooks.
[ -e perf-changelog.yaml ] || [ -d configs ] || exit 0

# What is judged: all of it, whatever the commit touches of it.
set -- perf-changelog.yaml .infxcheck.yaml configs benchmarks runners utils \
	golden_al_distribution
if git diff --cached --quiet -- "$@"; then
	exit 0
fi

program=@PROGRAM@
if ! command -v "$program" >/dev/null 2>&1; then
	program=infxcheck
fi
if ! command -v "$program" >/dev/null 2>&1; then
	echo "infxcheck is gone from" @PROGRAM@ "and not in PATH: run 'infxcheck" \
		"install-hook' again, or 'git commit --no-verify'" >&2
	exit 1
fi

# Findings are new against the place where the branch left main; with a merge under way,
# where the merged one will have left it.
set -- check
merged=$(git rev-parse -q --verify MERGE_HEAD || :)
for main in refs/remotes/origin/HEAD refs/remotes/origin/main refs/heads/main HEAD; do
	if base=$(git merge-base "$main" HEAD $merged 2>/dev/null); then
		set -- gate --base-ref "$base"
		break
	fi
done

# A branch may well be several commits: that what changes has its entry is asked at its end,
# by 'infxcheck gate'.
status=0
"$program" "$@" --staged --quiet --pr-number none --ignore change-without-entry \
	--ignore entry-without-change || status=$?
if [ $status -eq 1 ]; then
	mend="$program check --fix"
	[ -z "$base" ] || mend="$mend --base-ref $(git rev-parse --short "$base")"
	echo "infxcheck: nothing was committed. '$mend' mends what has [--fix] behind it;" \
		"'git commit --no-verify' goes past this once." >&2
fi
exit $status
