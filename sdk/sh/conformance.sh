#!/bin/sh
# conformance.sh - the bot that sdk/transcripts/README.md specifies.
# shellcheck disable=SC2034,SC2154 source=/dev/null # variables of the SDK
. "${0%/*}/rollcall.sh"

modes=" $* "
decisions=0

has() {
	case $modes in *" $1 "*) ;; *) false ;; esac
}

# Sets `list` to the words, joined by commas.
joined() {
	list=
	for one do
		list=$list,$one
	done
	list=${list#,}
}

# Sets `typed` to what the bot says about the view.
# shellcheck disable=SC2086 # lists are words
describe() {
	typed=
	case $hello_game in
	pig | bolo7 | bolo5 | vollelotte)
		joined $view_scores
		typed=" scores $list total $view_total"
		case $hello_game in bolo*) typed=" phase $view_phase$typed" ;; esac
		joined $view_roll
		typed="$typed roll $list"
		;;
	rolit)
		joined $view_balls
		rest=$view_board
		row=
		while [ ${#row} -lt "$view_size" ]; do
			row=$row${rest%"${rest#?}"}
			rest=${rest#?}
		done
		typed=" size $view_size balls $list board $row"
		;;
	blackpot)
		joined $view_roll
		typed=" asked $view_asked roll $list"
		joined $view_pawns
		typed="$typed pawns $list"
		joined $view_points
		typed="$typed points $list"
		;;
	esac
}

# Builds the move again from the parts that rollcall_legal has set.
anew() {
	case $hello_game in
	pig | bolo7 | bolo5 | vollelotte | rolit | blackpot) ;;
	*) return ;;
	esac
	case $move in
	*'"keep":'*) rollcall_keep "$move_keep" "$move_then" ;;
	*'"then":'*) rollcall_then "$move_then" ;;
	*'"cell":'*) rollcall_cell "$move_cell" ;;
	*'"cells":'*) rollcall_cells "$move_cells" ;;
	*'"pass":'*) rollcall_pass ;;
	*) rollcall_indicate "$move_indicate" ;;
	esac
}

choose() {
	number=$decisions
	decisions=$((decisions + 1))
	! has print || echo "hello from choose"
	if [ "$number" = 1 ]; then
		if has throw; then
			echo "thrown on purpose" >&2
			return 3
		fi
		! has nothing || return 0
		if has beyond; then
			move=$turn_count
			return
		fi
	fi
	describe
	say="$hello_game $game_number/$game_of seat $hello_seat of $hello_seats\
 legal ${turn_count:--} events ${turn_events_count:--} lost $turn_lost\
 ms $turn_ms$typed"
	if [ -z "$turn_count" ]; then
		move=0
		return
	fi
	rollcall_below "$turn_count"
	move=$random
	if [ $((number % 2)) = 1 ]; then
		rollcall_legal "$move"
		anew
	fi
}

set --
for mode in $modes; do
	case $mode in
	name) set -- "$@" "name=conform 1" ;;
	no-legal | no-events | verify) set -- "$@" "$mode" ;;
	esac
done
rollcall_run choose "$@"
