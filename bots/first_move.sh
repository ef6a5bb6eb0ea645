#!/bin/sh
# first_move.sh - the whole protocol: say ready, then take the first legal move.
while read -r line; do
	case $line in
	*'"type":"hello"'*) echo '{"type":"ready","legal":false,"events":false}' ;;
	# A place in the list of legal moves.  The first is never refused, but
	# a bot that may be asked "again" has to answer that, too.
	*'"type":"turn"'* | *'"type":"again"'*) echo '{"move":0}' ;;
	*'"type":"bye"'*) exit 0 ;;
	esac    # everything else is news, and needs no answer
done
