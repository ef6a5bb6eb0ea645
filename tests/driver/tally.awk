# tally.awk - adds up the results in test-suite.log files; status 1: one failed.
# It prints what was left out, with the reason, and the logs of failed tests.
# -v broken=N adds N failures that are in no log.
/^# (PASS|XFAIL): / { passed += $3 }
/^# (FAIL|XPASS|ERROR): / { failed += $3 }
/^# SKIP: / { skipped += $3 }
# The heading of a test; the other lines are its output.
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
