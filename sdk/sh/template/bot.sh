#!/bin/sh
# bot.sh - plays @GAME@: any legal move, at random.
. "${0%/*}/rollcall.sh"

# turn_view is the position, turn_legal lists the legal moves.
choose() {
	rollcall_below "$turn_count"
	move=$random
}

[ -n "${TEST-}" ] || rollcall_run choose
