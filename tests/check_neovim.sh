#!/bin/sh
# A headless Neovim as the language server's client, in a copy of the fixtures.
set -eu
program=$1 fixtures=$2
if ! command -v nvim >/dev/null; then
	echo 'skipped: neovim is not installed'
	exit 0
fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp -R "$fixtures/_base/." "$fixtures/_recipes/." "$root"
mkdir "$root/home"
INFXCHECK=$program ROOT=$root HOME=$root/home XDG_STATE_HOME=$root/home XDG_DATA_HOME=$root/home \
	XDG_CONFIG_HOME=$root/home XDG_CACHE_HOME=$root/home \
	timeout 90 nvim --headless --clean -S tests/neovim.lua
