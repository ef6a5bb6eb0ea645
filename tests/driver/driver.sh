#!/bin/sh
# driver.sh - runs one test for make check and reports the progress of all.
#
# automake's own driver does the work; its arguments begin with --test-name NAME
# --log-file LOG --trs-file TRS.  CHECK_LOGS are the logs of this run.  A line
# `not tried: ..` in the log of a test says what was skipped and why.
# shellcheck disable=SC2154 # srcdir is from the environment
set -u
lists=$srcdir/tests/driver
name=$2 log=$4 trs=$6
began=$(date +%s)

# skip WHY: skips the test.
skip() {
	echo "not tried: $1" >"$log"
	printf ':%s\n' 'test-result: SKIP' 'global-test-result: SKIP' \
		'recheck: no' 'copy-in-global-log: yes' >"$trs"
	said="SKIP: $name"
}

# CI runs the suite twice; any_user lists the long tests that are the same for
# every user, which only the ordinary user runs.  sizes has the size from which
# on a test runs, if it is not the smallest; a test that is requested alone
# always runs.
for_user=/dev/null left_out=
[ -z "${ROLLCALL_ONLY_AS_ROOT-}" ] || for_user=$lists/any_user
if [ -n "${ROLLCALL_WIDE_TESTS-}${ROLLCALL_LONG_TESTS-}" ] ||
	[ "$CHECK_LOGS" = "$log" ]; then
	:
elif [ -n "${ROLLCALL_MORE_TESTS-}" ]; then
	left_out=wide
else
	left_out='wide more'
fi
from=
while read -r size one; do
	[ "$one" != "$name" ] || from=$size
done <"$lists/sizes"
if grep -qxF "$name" "$for_user"; then
	skip 'as root (ROLLCALL_ONLY_AS_ROOT is set)'
elif [ "$from" = wide ] && [ -n "$left_out" ]; then
	skip 'browsers, slow languages, documents (ROLLCALL_WIDE_TESTS=1)'
elif [ "$from" = more ] && [ "$left_out" = 'wide more' ]; then
	skip 'long, and the same on every machine (ROLLCALL_MORE_TESTS=1)'
else
	said=$("$srcdir/build-aux/test-driver" "$@") || exit
fi
echo ":began: $began" >>"$trs"

# seconds lists the tests that take long; the others take a second.
awk -v logs="$CHECK_LOGS" -v seconds="$lists/seconds" \
	-v for_user="$for_user" -v sizes="$lists/sizes" \
	-v left_out="$left_out" -v now="$(date +%s)" '
BEGIN {
	while ((getline line <seconds) > 0)
		if (split(line, word, " ") == 2)
			long[word[2]] = word[1]
	while ((getline line <for_user) > 0)
		long[line] = 0.01
	while ((getline line <sizes) > 0)
		if (split(line, word, " ") == 2 && index(left_out, word[1]))
			long[word[2]] = 0.01
	count = split(logs, test, " ")
	start = now
	for (i = 1; i <= count; i++) {
		sub(/\.log$/, "", test[i])
		takes = test[i] in long ? long[test[i]] : 1
		began = 0
		while ((getline line <(test[i] ".trs")) > 0)
			if (split(line, word, " ") == 2 && word[1] == ":began:")
				began = word[2]
		if (began == 0) {
			left += takes
			continue
		}
		done++
		past += takes
		if (began < start)
			start = began
	}
	left *= (now - start) / past
	printf "%*d of %d, %d:%02d left  ", length(count), done, count,
		left / 60, left % 60
}'
case $said in
*FAIL* | *ERROR*) echo "$said, see $log" ;;
*) echo "$said" ;;
esac
grep '^not tried: ' "$log" | sed 's/^/    /'
exit 0
