#!/bin/sh
# test_rollcall.sh - tests the SDK for sh, beside the transcripts.
# shellcheck disable=SC2034,SC2154 # variables of the SDK
#
# tier: quick
set -eu
here=${srcdir:-.}/sdk/sh
if ! command -v jq >/dev/null; then
	echo "not tried: sdk/sh (jq is not installed)"
	exit 0
fi
# shellcheck source=/dev/null
. "$here/rollcall.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# same WHAT EXPECTED FOUND
same() {
	if [ "$2" != "$3" ]; then
		printf '%s: expected %s, found %s\n' "$1" "$2" "$3"
		failed=1
	fi
}

# ### numbers

rollcall_state=7
found=
for _ in 1 2 3; do
	rollcall_next
	found="$found $(printf %016x "$random")"
done
same splitmix64 " 63cbe1e459320dd7 044c3cd7f43c661c e6984080bab12a02" "$found"

rollcall_state=1
found=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
	rollcall_below 3
	found=$found$random
done
case $found in *[!012]*) same "below 3" "0 to 2" "$found" ;; esac
case $found in *0*1* | *1*0*) ;; *) same "below 3" "0 and 1" "$found" ;; esac

# The words swapped with the last one, then with the last but one, and so on.
rollcall_state=3
found=
for i in 5 4 3 2; do
	rollcall_below "$i"
	found="$found $random"
done
set -- a b c d e
for at in $found; do
	i=0 rest='' last=''
	for one; do last=$one; done
	for one; do
		[ "$i" != "$at" ] || { chosen=$one one=$last; }
		i=$((i + 1))
		[ "$i" = $# ] || rest="$rest $one"
	done
	shuffled="$chosen ${shuffled-}"
	# shellcheck disable=SC2086
	set -- $rest
done
rollcall_state=3
rollcall_shuffle a b c d e
same shuffle "$1 $shuffled" "$random "
rollcall_shuffle
same "shuffle of nothing" "" "$random"
rollcall_pick only
same pick only "$random"

# ### moves

turn_legal='{"keep":[1,1,5],"then":"roll"}
{"cells":["d2","g1"]}
{"pass":true}
{"indicate":[]}'
rollcall_legal 0
same "parts of a keep" "1 1 5,roll,," "$move_keep,$move_then,$move_cell,$move_cells"
rollcall_keep "$move_keep" "$move_then"
same keep '{"keep":[1,1,5],"then":"roll"}' "$move"
rollcall_legal 1
same "parts of cells" "d2 g1," "$move_cells,$move_keep"
rollcall_cells "$move_cells"
same cells '{"cells":["d2","g1"]}' "$move"
rollcall_legal 2
same "part of a pass" true "$move_pass"
rollcall_legal 3
rollcall_indicate "$move_indicate"
same indicate '{"indicate":[]}' "$move"

# ### what a bot returns

# The end of standard error, and the answer, of a bot whose choose is $1.
returned() {
	{
		echo '{"type":"hello"}'
		echo '{"type":"turn","ms":5,"view":{},"legal":[{"a":1},{"b":"x y"}]}'
		echo '{"type":"over"}'
	} | sh -c ". '$here/rollcall.sh'; choose() { $1; }; rollcall_run choose" \
		>"$work/out" 2>"$work/error" || status=$?
	sed 1d "$work/out"
	head -n 1 "$work/error"
}
asked='expected a place in legal, 0 to 1, or a move'
same nothing "choose returned nothing; $asked" "$(returned :)"
same "a place beyond" "choose returned 2; $asked" "$(returned move=2)"
same "no JSON" "choose returned {a; $asked" "$(returned "move='{a'")"
same "two moves" "choose returned {} {}; $asked" "$(returned "move='{} {}'")"
same "a zero before" "choose returned 01; $asked" "$(returned move=01)"
same "a failure" "choose failed with status 4" "$(returned "return 4")"
same "an unset variable" 1 "$(returned "set -u; : \$none" | grep -c none)"
same "an exit" "the line: {\"type\":\"turn\",\"ms\":5,\"view\":{},\"legal\":\
[{\"a\":1},{\"b\":\"x y\"}]}" "$(returned "exit 0")"
same "a move of several lines" '{"move":{"b":[1]}}' \
	"$(returned "move='{\"b\":
[1]}'")"
same "a text" '{"move":0,"say":"\"a\\\n\tb\""}' "$(returned "move=0
say=\"\\\"a\\\\
	b\\\"\"")"
same "a long text" 500 \
	"$(returned "move=0 say=\$(printf x%999sx)" | jq '.say | length')"
same "a text that is cut in a character" 499 "$(returned \
	"move=0 say=x\$(printf %300s x | sed 's/./\\o303\\o251/g')" |
	jq '.say | utf8bytelength')"
same "a text of other bytes" '"a\ufffdb"' \
	"$(returned "move=0 say=\$(printf 'a\\377b')" | jq -a .say)"
same "what is typed is no line of the referee" '{"move":1}' \
	"$(returned "read -r line || move=1")"

# ### the README

# Block number $1 of the kind $2.
block() {
	awk -v wanted="$1" -v kind="\`\`\`sh $2" '
		/^```/ { inside = $0 == kind && ++n == wanted; next }
		inside' "$here/README.md"
}
cp "$here/rollcall.sh" "$work"
printf '%s\n' '{"type":"hello","game":"pig"}' '{"type":"game","seed":7}' \
	'{"type":"turn","ms":9,"view":{"total":9},"legal":[{},{}]}' >"$work/lines"
block 1 bot >"$work/small.sh"
same "the smallest bot" '{"move":1}' "$(sh "$work/small.sh" <"$work/lines" | tail -n 1)"
block 2 bot >"$work/bot.sh"
same "the second bot" '{"move":{"then":"roll"},"say":"9 points at risk"}' \
	"$(sh "$work/bot.sh" <"$work/lines" | tail -n 1)"
block 1 test >"$work/test.sh"
sh "$work/test.sh" </dev/null || same "the test" 0 $?

exit "$failed"
