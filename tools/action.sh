#!/usr/bin/env bash
# The steps of action.yml, so that they can be run and tested without GitHub.
# usage: action.sh build | gate | verdict
#   gate     INPUT_BASE, INPUT_PR_NUMBER, INPUT_FAIL_ON, INPUT_PATH, EVENT_BASE: see action.yml
#   verdict  STATUS: what gate put out
#   INFXCHECK=PROGRAM uses that one and builds nothing
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packages=(gcc make pkg-config libyaml-dev libpcre2-dev libjansson-dev)

have_libraries() {
	command -v cc >/dev/null && command -v make >/dev/null &&
		pkg-config --exists yaml-0.1 libpcre2-8 jansson 2>/dev/null
}

build() {
	if [ -n "${INFXCHECK:-}" ]; then
		return
	fi
	if ! have_libraries && command -v apt-get >/dev/null; then
		local sudo=()
		[ "$(id -u)" = 0 ] || sudo=(sudo)
		"${sudo[@]}" apt-get update -q
		"${sudo[@]}" apt-get install -q -y --no-install-recommends "${packages[@]}"
	fi
	"$here/tools/build.sh" >/dev/null
}

trouble() {
	echo "::error title=infxcheck could not run::$1"
	finish 2
}

# A step output; what runs on here is not the verdict yet, so that the report is uploaded.
finish() {
	printf 'status=%d\n' "$1" >>"$GITHUB_OUTPUT"
	exit 0
}

is_commit() {
	git rev-parse -q --verify --end-of-options "$1^{commit}" >/dev/null
}

# What actions/checkout takes by default; with 'ref:' HEAD is something else.
is_merge_of_pull_request() {
	[[ ${GITHUB_REF:-} == refs/pull/*/merge ]] &&
		[ "$(git rev-parse HEAD)" = "${GITHUB_SHA:-}" ] && is_commit HEAD^2
}

# The base: given; or what the merge commit of a pull request merges into; or the event's.
find_base() {
	base=${INPUT_BASE:-}
	if [ -z "$base" ] && is_merge_of_pull_request; then
		base=$(git rev-parse HEAD^1)
	fi
	local given=$base
	base=${base:-${EVENT_BASE:-}}
	[ -n "$base" ] || trouble "no base: give the input 'base'"
	if [[ $base =~ ^0+$ ]]; then
		trouble "the event has no base (a new branch): give the input 'base'"
	fi
	# A checkout of depth 1 lacks it.
	if ! is_commit "$base" && [[ $base =~ ^[0-9a-f]{40,64}$ ]]; then
		git fetch -q --no-tags --depth=1 origin "$base" || true
	fi
	if ! is_commit "$base"; then
		trouble "the base is not in this checkout: actions/checkout needs fetch-depth: 0"
	fi
	# Of a branch that is behind, what main got meanwhile is no change.
	[ -n "$given" ] || base=$(git merge-base "$base" HEAD 2>/dev/null || echo "$base")
}

gate() {
	local program status=0
	program=${INFXCHECK:-$("$here/tools/build.sh")}
	cd "${GITHUB_WORKSPACE:-.}"
	cd -- "${INPUT_PATH:-.}" 2>/dev/null || trouble "the input 'path' names no folder"
	find_base
	# A hostile name may look like an option, so values are joined to theirs by '='.
	local args=(--base-ref="$base" --format text --format github
		--format "sarif=$RUNNER_TEMP/infxcheck.sarif"
		--format "counts=$RUNNER_TEMP/infxcheck.counts"
		--format "markdown=$GITHUB_STEP_SUMMARY")
	[ -z "${INPUT_PR_NUMBER:-}" ] || args+=(--pr-number="$INPUT_PR_NUMBER")
	[ -z "${INPUT_FAIL_ON:-}" ] || args+=(--fail-on="$INPUT_FAIL_ON")
	rm -f "$RUNNER_TEMP/infxcheck.sarif"
	"$program" gate "${args[@]}" || status=$?
	[ "$status" -le 1 ] || trouble "exit status $status, see the log above"
	printf 'sarif=%s\n' "$RUNNER_TEMP/infxcheck.sarif" >>"$GITHUB_OUTPUT"
	grep -E '^(errors|warnings|notes)=' "$RUNNER_TEMP/infxcheck.counts" >>"$GITHUB_OUTPUT"
	finish "$status"
}

verdict() {
	case ${STATUS:-} in
	0) echo "infxcheck: nothing to object to" ;;
	1) echo "infxcheck: see the findings of the gate" ;;
	*) echo "infxcheck: the gate could not run" ;;
	esac
	exit "${STATUS:-2}"
}

case ${1:-} in
build | gate | verdict) "$1" ;;
*)
	echo "usage: action.sh build | gate | verdict" >&2
	exit 2
	;;
esac
