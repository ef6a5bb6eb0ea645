#!/bin/sh
# module.sh - makes the module for browsers, a single file that contains the engines:
# module.sh GAMES.js WASM OUT
set -eu
new=$3.$$
trap 'rm -f "$new"' EXIT
{
	sed "/require('\.\/engine')/,\$d" "$1"
	# The main thread of a browser compiles large modules only asynchronously.
	printf 'const engine = await WebAssembly.compile(Uint8Array.from(atob(`\n'
	base64 "$2"
	printf '`), one => one.charCodeAt(0)));\n'
	sed -e "1,/require('\.\/engine')/d" \
		-e 's/^module\.exports = /export /' "$1"
} >"$new"
mv "$new" "$3"
