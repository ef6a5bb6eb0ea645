#!/bin/sh
# bot.sh - plays @GAME@: makes a random legal move.
. "${0%/*}/rollcall.sh"

# $turn_view is the position, $turn_legal the list of legal moves.
choose() {
	rollcall_below "$turn_count"
	move=$random
}

[ -n "${TEST-}" ] || rollcall_run choose
