#!/bin/sh
# lanes.sh - the arithmetic with fewer numbers at a time than this processor
# may take.
# tier: quick
for lanes in 2 4; do
	program=${builddir:-.}/tests/unit/lanes_${lanes}_tests
	if [ ! -x "$program" ]; then
		echo "not tried: lanes (the library check is missing)"
		exit 77
	fi
	"$program" || exit 1
done
