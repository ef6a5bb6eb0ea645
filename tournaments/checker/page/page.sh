#!/bin/sh
# page.sh - makes verify.html, one file that loads nothing, from checker.wasm and
# the joined files in site/: page.sh SRC VERSION OUT
set -eu
version=$2 out=$3
page=$1/tournaments/checker/page
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

hex() {
	sha256sum <"$1" | cut -c1-64
}

# The hash as a Content-Security-Policy has it.
policy_hash() {
	# shellcheck disable=SC2059 # the format has octal bytes
	printf "$(hex "$1" | awk '{
		for (i = 1; i < 64; i += 2)
			printf "\\%03o", 16 * digit(substr($0, i, 1)) + \
				digit(substr($0, i + 1, 1))
	}
	function digit(c) { return index("0123456789abcdef", c) - 1 }')" |
		base64
}

# A file deflated, in base64, and its size.
pack() {
	gzip -9n <"$1" | tail -c +11 | head -c -8 | base64 -w 0 >"$work/$2"
	wc -c <"$1" >"$work/$2_SIZE"
}

pack checker.wasm CHECKER
pack site/worker.js WORKER
cp site/verify.js "$work/SCRIPT"
cat site/style.css "$page/verify.css" >"$work/STYLE"
hex checker.wasm >"$work/CHECKER_HASH"
policy_hash "$work/SCRIPT" >"$work/SCRIPT_HASH"
policy_hash "$work/STYLE" >"$work/STYLE_HASH"
echo "$version" >"$work/VERSION"

# The words of one line lose their line feed; the parts stay to the byte, since
# their hashes are in the page.
awk -v work="$work" '
function put(name,    line, file, first) {
	file = work "/" name
	first = 1
	while ((getline line < file) > 0) {
		printf "%s%s", first ? "" : "\n", line
		first = 0
	}
	close(file)
	if (name ~ /^(SCRIPT|STYLE)$/)
		printf "\n"
}
{
	while (match($0, /@[A-Z_]+@/)) {
		name = substr($0, RSTART + 1, RLENGTH - 2)
		printf "%s", substr($0, 1, RSTART - 1)
		rest = substr($0, RSTART + RLENGTH)
		put(name)
		$0 = rest
	}
	print
}' "$page/verify.html.in" >"$out.new"
mv "$out.new" "$out"
