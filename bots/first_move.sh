#!/bin/sh
# first_move.sh - the whole protocol: answer ready, then take the first legal move.
while read -r line; do
	case $line in
	*'"type":"hello"'*) echo '{"type":"ready","legal":false,"events":false}' ;;
	# The move is a place in the list of legal moves.  The first is never
	# refused, but a bot has to be able to answer "again".
	*'"type":"turn"'* | *'"type":"again"'*) echo '{"move":0}' ;;
	*'"type":"bye"'*) exit 0 ;;
	esac    # all other lines need no answer
done
