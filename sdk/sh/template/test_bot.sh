#!/bin/sh
# test_bot.sh - sh ./test_bot.sh
TEST=1 . "${0%/*}/bot.sh"

rollcall_turn_of @GAME@ '{}' '[{"then":"roll"},{"then":"bank"}]'
choose
case $move in
0 | 1) echo ok ;;
*) echo "not a legal move: $move"; exit 1 ;;
esac
