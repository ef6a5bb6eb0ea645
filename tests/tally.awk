# tally.awk - adds up the results in test-suite.log files; status 1: one failed.
# It names what was left out, with the reason, and the logs of what failed.
# -v broken=N counts N failures more, which no log can tell.
/^# (PASS|XFAIL): / { passed += $3 }
/^# (FAIL|XPASS|ERROR): / { failed += $3 }
/^# SKIP: / { skipped += $3 }
# The heading of a test.  Other lines are what it printed.
/^(SKIP|FAIL|XPASS|ERROR): tests\/[^ ]+$/ {
	name = $2
	if ($1 != "SKIP:") {
		folder = FILENAME
		sub(/[^\/]*$/, "", folder)
		logs = logs " " folder name ".log"
	}
}
/^not tried: / { print name ": " $0 }
END {
	failed += broken
	if (logs != "")
		print "failed:" logs
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed > 0 || passed == 0
}
