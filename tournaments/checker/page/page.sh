#!/bin/sh
# page.sh - makes verify.html, one file that loads nothing: page.sh SRC UNSEEN.js
# CHECKER VERSION OUT
set -eu
unseen=$2 checker=$3 version=$4 out=$5
page=$1/tournaments/checker/page
wasi=$1/tournaments/checker/wasi.js
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

gzip -9n <"$checker" | base64 -w 0 >"$work/CHECKER"
site=$1/tournaments/site/page
cat "$wasi" "$page/verify_worker.js" >"$work/WORKER"
cat "$unseen" "$site/foreign.js" "$site/unpack.js" "$page/verify_page.js" \
	"$page/verify.js" >"$work/SCRIPT"
cp "$page/verify.css" "$work/STYLE"
hex "$checker" >"$work/CHECKER_HASH"
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
	if (name ~ /^(WORKER|SCRIPT|STYLE)$/)
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
