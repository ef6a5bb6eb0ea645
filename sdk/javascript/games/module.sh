#!/bin/sh
# module.sh - makes the module for browsers, one file with the engines inside:
# module.sh GAMES.js WASM OUT
set -eu
trap 'rm -f "$3.engine"' EXIT
{
	# The main thread of a browser compiles large modules only like this.
	printf 'const engine = await WebAssembly.compile(Uint8Array.from(atob(`\n'
	base64 "$2"
	printf '`), one => one.charCodeAt(0)));\n'
} >"$3.engine"
sed -e 's/^module\.exports = /export /' \
	-e "/require('\.\/engine')/{r $3.engine" -e 'd;}' "$1" >"$3.new"
mv "$3.new" "$3"
