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

# git diff over what is judged: all of it, whatever the commit touches of it.
difference() {
	git diff "$@" -- perf-changelog.yaml .infxcheck.yaml configs benchmarks runners utils \
		golden_al_distribution
}
if difference --cached --quiet; then
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
# where the merged one will have left it. The first commit has no such place.
command=check base=
merged=$(git rev-parse -q --verify MERGE_HEAD || :)
for main in refs/remotes/origin/HEAD refs/remotes/origin/main refs/heads/main HEAD; do
	if base=$(git merge-base "$main" HEAD $merged 2>/dev/null); then
		command=gate
		break
	fi
done

# A branch may well be several commits: that what changes has its entry is asked at its end,
# by 'infxcheck gate'.
set -- --pr-number none --ignore change-without-entry --ignore entry-without-change
[ -z "$base" ] || set -- --base-ref "$(git rev-parse --short "$base")" "$@"

# The report is read, too, so it does not see the terminal by itself.
colour=auto
[ ! -t 1 ] || [ -n "${NO_COLOR:-}" ] || [ "${TERM:-dumb}" = dumb ] || colour=always

status=0
report=$("$program" $command --staged --quiet --color $colour "$@") || status=$?
[ -z "$report" ] || printf '%s\n\n' "$report"
[ $status -eq 1 ] || exit $status

differs=$(difference --name-only | sed -e '4{' -e 's/.*/.../' -e q -e '}')
if [ -n "$differs" ]; then
	echo "infxcheck: what is staged was judged, and on disk it is different:" $differs >&2
fi
mend=
case $report in
*"[--fix]"*)
	mend=" '$program check --fix $*' mends on disk what has [--fix] behind it, then"
	mend="$mend 'git add -u' and commit again;"
	;;
esac
echo "infxcheck: nothing was committed.$mend 'git commit --no-verify' goes past this once." >&2
exit $status
