# tally.awk - adds up the results in test-suite.log files; status 1: one failed.
# -v broken=N counts N failures more, which no log can tell.
/^# (PASS|XFAIL): / { passed += $3 }
/^# (FAIL|XPASS|ERROR): / { failed += $3 }
/^# SKIP: / { skipped += $3 }
END {
	failed += broken
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed > 0 || passed == 0
}
