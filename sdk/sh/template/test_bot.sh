#!/bin/sh
# test_bot.sh - sh ./test_bot.sh
TEST=1 . "${0%/*}/bot.sh"

rollcall_turn_from '@TURN@' \
	'@HELLO@'
choose
if [ "$move" -ge 0 ] && [ "$move" -lt @MOVES@ ]; then
	echo ok
else
	echo "not a legal move: $move"
	exit 1
fi
