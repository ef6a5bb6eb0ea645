# rollcall.sh - talks to the referee, so that a bot is a single function.
#
#     . ./rollcall.sh
#     choose() {
#         rollcall_below "$turn_count"
#         move=$random
#     }
#     rollcall_run choose
#
# `choose` sets `move` to a place in the legal moves, from 0, or to the move
# itself as JSON, and optionally `say` to a text for spectators.  The turn is in
# variables, which README.md lists.  If `choose` fails or exits, the line that it
# was answering is printed to standard error, and the bot ends with status 1.
#
# Needs a POSIX shell with 64-bit arithmetic, jq, and sha256sum for `verify`.
# All names begin with rollcall_, turn_, view_, hello_, rules_ or game_, except
# move, say and random; rollcall_legal sets variables that begin with move_.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # used by others, by eval

rollcall_nl='
'
# The shell's default IFS, which the functions here expect and restore.
rollcall_ifs=$(printf ' \t\n.')
rollcall_ifs=${rollcall_ifs%.}

# ### lines of the referee, as assignments

# A line becomes one line of shell code.  Every value is quoted; keys that cannot
# be the name of a variable are left out.
rollcall_filter='
def quoted: (strings // tojson) | @sh | split("\n")
  | join("'\''\"$rollcall_nl\"'\''");
def words: if type == "array" then map(strings // tojson) | join(" ")
  else strings // tojson end;
def assigned($prefix): objects | to_entries[]
  | select(.key | test("^[a-zA-Z][a-zA-Z0-9_]*$"))
  | "\($prefix)_\(.key)=\(.value | words | quoted)";
def rows($name): if . == null then "turn_\($name)= turn_\($name)_count="
  else "turn_\($name)=\(map(tojson) | join("\n") | quoted)"
    + " turn_\($name)_count=\(length)" end;
def dice: if $verify == "" then empty else
  if .lost then "rollcall_lost=1" else empty end,
  (.events[]? | if .t == "chain" then
      "rollcall_chain \([.s, .c, .anchor] | map(quoted) | join(" "))"
    elif .t == "draw" and (has("link") or (has("to") | not)) then
      "rollcall_draw \([.s, .k, .link, .dice, (.v | words)] | map(quoted)
        | join(" "))"
    else empty end) end;
def code($text):
  if .type == "turn" then ["rollcall_type=turn",
    "rollcall_line=\($text[0:2000] | quoted)",
    "turn_ms=\(.ms | quoted) turn_lost=\(.lost // 0 | quoted)",
    "turn_view=\(.view | quoted)", (.view | assigned("view")),
    (.legal | rows("legal")), "turn_count=$turn_legal_count",
    (.events | rows("events")), dice]
  elif .type == "game" then ["rollcall_type=game", assigned("game"),
    if $verify == "" then empty
    else "rollcall_anchors \(.anchors | map(quoted) | join(" "))" end]
  elif .type == "hello" then ["rollcall_type=hello", assigned("hello"),
    (.rules | assigned("rules")),
    (.dice | assigned("rollcall_dice"))]
  elif .type == "again" then
    ["rollcall_type=again rollcall_why=\(.why | words | quoted)"]
  elif .type == "over" then ["rollcall_type=over", dice]
  elif .type == "bye" then
    ["rollcall_type=bye rollcall_secret=\(.secret | words | quoted)"]
  else empty end | join("; ");
def line: sub("\r$"; "") | . as $text
  | select(test("[^ \t]"))
  | [try (fromjson | objects) catch empty]
  | if length == 1 then .[0] | code($text)
    else "rollcall_type=garbage rollcall_line=\($text[0:200] | quoted)" end;
def until_bye(lines): label $out | lines
  | ., if startswith("rollcall_type=bye") then break $out else empty end;
'

# ### random numbers: splitmix64, the same in every SDK

# Sets `random` to 64 random bits, as a signed number.
rollcall_next() {
	rollcall_state=$((rollcall_state + -7046029254386353131))
	random=$(((rollcall_state ^ ((rollcall_state >> 30) & 0x3ffffffff)) *
		-4658895280553007687))
	random=$(((random ^ ((random >> 27) & 0x1fffffffff)) *
		-7723592293110705685))
	random=$((random ^ ((random >> 31) & 0x1ffffffff)))
}

# Sets `random` to a number from 0 to $1-1, all equally likely.
rollcall_below() {
	rollcall_limit=$((9007199254740992 - 9007199254740992 % $1))
	while
		rollcall_next
		random=$(((random >> 11) & 0x1fffffffffffff))
		[ "$random" -ge "$rollcall_limit" ]
	do :; done
	random=$((random % $1))
}

# Sets `random` to one of its arguments.
rollcall_pick() {
	rollcall_below "$#"
	shift "$random"
	random=$1
}

# Sets `random` to its arguments in random order.
rollcall_shuffle() {
	rollcall_rest=
	while [ $# -gt 1 ]; do
		rollcall_below "$#"
		rollcall_at=$random rollcall_i=0 rollcall_words=
		for rollcall_last do :; done
		# The last word takes the place of the chosen one.
		for rollcall_word do
			if [ "$rollcall_i" = "$rollcall_at" ]; then
				rollcall_rest="$rollcall_word $rollcall_rest"
				rollcall_word=$rollcall_last
			fi
			rollcall_i=$((rollcall_i + 1))
			[ "$rollcall_i" = $# ] ||
				rollcall_words="$rollcall_words $rollcall_word"
		done
		# shellcheck disable=SC2086 # words
		set -- $rollcall_words
	done
	random="${1-} $rollcall_rest"
	random=${random% }
}

# ### moves

# Sets rollcall_list to the words of $1, each quoted with $2, joined by commas.
rollcall_join() {
	rollcall_list=
	for rollcall_word in $1; do
		rollcall_list="$rollcall_list,${2-}$rollcall_word${2-}"
	done
	rollcall_list=${rollcall_list#,}
}

# Each of these sets `move`.
#
# Bolo and Volle Lotte: the dice to keep and a word, such as "1 5 5" roll.
rollcall_keep() {
	rollcall_join "$1"
	move="{\"keep\":[$rollcall_list],\"then\":\"$2\"}"
}

# Pig: roll or bank.
rollcall_then() {
	move="{\"then\":\"$1\"}"
}

# Rolit: a cell such as d6.
rollcall_cell() {
	move="{\"cell\":\"$1\"}"
}

# Black-Pot: the cells in order, such as "d2 g1"; a pass; values such as "3 14".
rollcall_cells() {
	rollcall_join "$1" '"'
	move="{\"cells\":[$rollcall_list]}"
}

rollcall_pass() {
	move='{"pass":true}'
}

rollcall_indicate() {
	rollcall_join "$1"
	move="{\"indicate\":[$rollcall_list]}"
}

# Sets `move` to the legal move at place $1, and move_keep, move_then,
# move_cell, move_cells, move_pass and move_indicate to its parts: lists as
# words, missing parts as the empty string.
rollcall_legal() {
	rollcall_at=$1
	set -f
	IFS=$rollcall_nl
	# shellcheck disable=SC2086 # a move a line
	set -- $turn_legal
	shift "$rollcall_at"
	move=$1
	for rollcall_part in keep "then" cell cells pass indicate; do
		rollcall_list=
		case $move in
		*"\"$rollcall_part\":["*)
			rollcall_list=${move#*"\"$rollcall_part\":["}
			rollcall_list=${rollcall_list%%]*}
			;;
		*"\"$rollcall_part\":"*)
			rollcall_list=${move#*"\"$rollcall_part\":"}
			rollcall_list=${rollcall_list%%[,\}]*}
			;;
		esac
		IFS=',"'
		# shellcheck disable=SC2086 # what is between commas and quotes
		set -- $rollcall_list
		rollcall_list=
		for rollcall_word do
			[ -z "$rollcall_word" ] ||
				rollcall_list="$rollcall_list $rollcall_word"
		done
		eval "move_$rollcall_part=\${rollcall_list# }"
	done
	IFS=$rollcall_ifs
	set +f
}

# ### dice

# Prints what is wrong with the dice, and ends the bot.
rollcall_wrong() {
	echo "dice: $1" >&2
	exit 1
}

# Sets rollcall_hash to the SHA-256 of the text $1 and the bytes $2, in hex.
rollcall_sha256() {
	rollcall_hex=$2
	rollcall_bytes=$1
	while [ -n "$rollcall_hex" ]; do
		rollcall_rest=${rollcall_hex#??}
		rollcall_byte=$((0x${rollcall_hex%"$rollcall_rest"}))
		rollcall_bytes="$rollcall_bytes\\0$((rollcall_byte / 64))$((
			rollcall_byte / 8 % 8))$((rollcall_byte % 8))"
		rollcall_hex=$rollcall_rest
	done
	rollcall_hash=$(printf %b "$rollcall_bytes" | sha256sum)
	rollcall_hash=${rollcall_hash%% *}
}

# Begins a game; the arguments are the anchors of chain 0 of each stream.  What
# was last shown of a chain is in rollcall_shown_GAME_STREAM_CHAIN: the number of
# the element, and the link.
rollcall_anchors() {
	rollcall_played=$((${rollcall_played-0} + 1))
	rollcall_lost=
	rollcall_stream=0
	for rollcall_anchor do
		rollcall_show "$rollcall_stream" 0 "0 $rollcall_anchor"
		eval "rollcall_last_${rollcall_played}_$rollcall_stream=0"
		rollcall_stream=$((rollcall_stream + 1))
	done
}

rollcall_show() {
	eval "rollcall_shown_${rollcall_played}_$1_$2=\$3"
}

# Sets rollcall_shown to what was last shown of chain $2 of stream $1.
rollcall_shown() {
	eval "rollcall_shown=\${rollcall_shown_${rollcall_played}_$1_$2-}"
}

# Handles the event of a new chain: STREAM CHAIN ANCHOR.
rollcall_chain() {
	rollcall_shown "$1" "$2"
	[ -z "$rollcall_shown" ] ||
		rollcall_wrong "a second anchor of chain $2 of stream $1"
	rollcall_show "$1" "$2" "0 $3"
}

# Checks the event of a roll: STREAM K LINK DICE VALUES.
rollcall_draw() {
	rollcall_roll="roll $2 of stream $1"
	rollcall_number=$((($2 - 1) / rollcall_dice_links))
	rollcall_element=$((($2 - 1) % rollcall_dice_links + 1))
	eval "rollcall_word=\${rollcall_last_${rollcall_played}_$1-0}"
	[ "$2" -gt "$rollcall_word" ] ||
		rollcall_wrong "$rollcall_roll comes after a later one"
	rollcall_shown "$1" "$rollcall_number"
	if [ -n "$rollcall_shown" ]; then
		rollcall_hash=$3
		rollcall_i=$rollcall_element
		while [ "$rollcall_i" -gt "${rollcall_shown% *}" ]; do
			rollcall_sha256 "rollcall link" "$rollcall_hash"
			rollcall_i=$((rollcall_i - 1))
		done
		[ "$rollcall_hash" = "${rollcall_shown#* }" ] || rollcall_wrong \
			"$rollcall_roll: the link does not lead to its anchor"
	elif [ -z "$rollcall_lost" ]; then
		rollcall_wrong "$rollcall_roll: its chain has no anchor"
	fi
	rollcall_values "$3" "${4%d*}" "${4#*d}"
	[ "$rollcall_values" = " $5" ] || rollcall_wrong \
		"$rollcall_roll: the values are not those of the link"
	rollcall_show "$1" "$rollcall_number" "$rollcall_element $3"
	eval "rollcall_last_${rollcall_played}_$1=\$2"
}

# Sets rollcall_values to the values that link $1 gives to $2 dice of $3 sides.
rollcall_values() {
	rollcall_values='' rollcall_i=0 rollcall_block=0
	while :; do
		rollcall_sha256 "rollcall draw" "$rollcall_dice_salt$1$(
			printf %08x "$rollcall_block")"
		while [ -n "$rollcall_hash" ]; do
			[ "$rollcall_i" -lt "$2" ] || return 0
			rollcall_rest=${rollcall_hash#????????}
			rollcall_word=$((0x${rollcall_hash%"$rollcall_rest"}))
			rollcall_hash=$rollcall_rest
			# Smaller words would make the low values likelier.
			[ "$rollcall_word" -ge $((4294967296 % $3)) ] || continue
			rollcall_values="$rollcall_values $((
				1 + rollcall_word % $3))"
			rollcall_i=$((rollcall_i + 1))
		done
		rollcall_block=$((rollcall_block + 1))
	done
}

# Checks that the secret of the match, in hex, is the sealed one.
rollcall_sealed() {
	rollcall_sha256 "rollcall seal" "$1"
	[ "$rollcall_hash" = "$rollcall_dice_seal" ] ||
		rollcall_wrong "the secret is not the sealed one"
}

# ### the match

# rollcall_run CHOOSE OPTIONS.. plays the match on standard input and output,
# with the options no-legal, no-events, verify and name=TEXT.  What is printed
# meanwhile goes to standard error.  Ends the shell with status 1 if the bot
# fails.
rollcall_run() {
	rollcall_choose=$1
	rollcall_legal=true rollcall_events=true rollcall_name='' rollcall_verify=''
	shift
	for rollcall_word do
		case $rollcall_word in
		no-legal) rollcall_legal=false ;;
		no-events) rollcall_events=false ;;
		verify) rollcall_verify=1 ;;
		name=*)
			rollcall_text "${rollcall_word#name=}"
			rollcall_name=",\"name\":$rollcall_json"
			;;
		*)
			echo "rollcall_run: expected no-legal, no-events, verify" \
				"or name=TEXT, found $rollcall_word" >&2
			exit 1
			;;
		esac
	done
	if [ "$rollcall_verify$rollcall_events" = 1false ]; then
		echo "verify needs the events: leave out no-events" >&2
		exit 1
	fi
	rollcall_ready="{\"type\":\"ready\",\"legal\":$rollcall_legal,\
\"events\":$rollcall_events$rollcall_name}"
	{ sh -c 'echo "rollcall_reader=$$"; exec jq "$@"' sh -nRr --unbuffered \
		--arg verify "$rollcall_verify" \
		"$rollcall_filter until_bye(inputs | line)" |
		rollcall_play; } 3>&1 1>&2 || exit 1
}

# Reads shell code from standard input and writes the answers to descriptor 3.
rollcall_play() {
	rollcall_deciding=
	trap rollcall_ended EXIT
	while IFS= read -r rollcall_code; do
		rollcall_type=
		eval "$rollcall_code"
		case $rollcall_type in
		hello) rollcall_send "$rollcall_ready" ;;
		game) rollcall_state=$game_seed ;;
		turn) rollcall_decide ;;
		again) rollcall_another ;;
		garbage)
			printf '%s: %s\n' "the referee's line is not JSON, or not\
 an object" "$rollcall_line" >&2
			exit 1
			;;
		bye) [ -z "$rollcall_verify" ] || rollcall_sealed "$rollcall_secret" ;;
		esac
	done
	trap - EXIT
}

# Runs when anything ends the bot before the match is over.
rollcall_ended() {
	# Shells print no message about the first of these signals.
	kill -s PIPE "$rollcall_reader" 2>/dev/null
	kill "$rollcall_reader" 2>/dev/null
	if [ -n "$rollcall_deciding" ]; then
		printf 'the line: %s\n' "$rollcall_line" >&2
		exit 1
	fi
}

rollcall_send() {
	printf '%s\n' "$1" >&3
}

rollcall_decide() {
	move='' say='' rollcall_deciding=1
	"$rollcall_choose" </dev/null 3>&- || {
		echo "$rollcall_choose failed with status $?" >&2
		exit 1
	}
	rollcall_check_move
	rollcall_deciding=
	rollcall_tried=$move
	if [ -z "$say" ]; then
		rollcall_send "{\"move\":$move}"
	else
		rollcall_text "$say"
		rollcall_send "{\"move\":$move,\"say\":$rollcall_json}"
	fi
}

# Checks that choose has set `move` to a place or a move; else ends the bot.
rollcall_check_move() {
	case $move in
	'' | 0?* | *[!0-9]*) ;;
	*)
		[ "$move" -ge "${turn_count:-$((move + 1))}" ] || return 0
		;;
	esac
	case $rollcall_nl$turn_legal$rollcall_nl in
	*"$rollcall_nl${move:- }$rollcall_nl"*) return 0 ;;
	esac
	case $move in
	'{'*)
		# On one line, with the same meaning.
		rollcall_json=$(printf '%s\n' "$move" | jq -cs \
			'if length == 1 then .[0] else error("") end' \
			2>/dev/null) && move=$rollcall_json && return 0
		;;
	esac
	if [ -n "$turn_count" ]; then
		rollcall_word=" in legal, 0 to $((turn_count - 1)),"
	else
		rollcall_word=", from 0,"
	fi
	printf '%s\n' "choose returned ${move:-nothing}; expected a\
 place$rollcall_word or a move" >&2
	exit 1
}

# After a refused answer, sends the first legal move that was not tried, as a
# place or as the move itself.
rollcall_another() {
	printf 'refused: %s\n' "$rollcall_why" >&2
	if [ -n "$turn_count" ]; then
		move=$(printf '%s\n' "[$rollcall_tried]" "$turn_legal" | jq -n '
			input as $tried | [inputs] | to_entries
			| map(select(all(.key, .value; IN($tried[]) | not)))
			| .[0].key // 0')
	else
		move=0
		while case ,$rollcall_tried, in *",$move,"*) ;; *) false ;; esac do
			move=$((move + 1))
		done
	fi
	rollcall_tried=$rollcall_tried,$move
	rollcall_send "{\"move\":$move}"
}

# Sets rollcall_json to the text $1 as JSON, cut after 500 bytes as the referee
# does.
rollcall_text() {
	case ${#1}$1 in
	[1-9][0-9][0-9]* | *[\"\\]* | *[!\ -~]* | *[[:cntrl:]]*)
		rollcall_json=$(printf %s "$1" | jq -Rs '
			.[:500] | until(utf8bytelength <= 500; .[:-1])')
		;;
	*) rollcall_json="\"$1\"" ;;
	esac
}

# ### to test choose without a referee

# rollcall_turn_from TURN [HELLO [GAME]] sets the variables from recorded lines.
rollcall_turn_from() {
	rollcall_code=$(printf '%s\n' "${2-}" "${3-}" "$1" |
		jq -nRr --arg verify '' "$rollcall_filter inputs | line")
	eval "$rollcall_code"
	rollcall_state=${game_seed-0}
}

# rollcall_turn_of GAME VIEW LEGAL [RULES] sets the variables from a view; all but
# the first are JSON.
rollcall_turn_of() {
	rollcall_turn_from "{\"type\":\"turn\",\"ms\":1000,\"events\":[],\"view\":$2,\
\"legal\":$3}" "{\"type\":\"hello\",\"protocol\":1,\"game\":\"$1\",\"rules\":${4:-\{\}},\
\"seats\":2,\"names\":[\"seat0\",\"seat1\"],\"seat\":0,\"limits\":{},\"dice\":{}}" \
		'{"type":"game","number":1,"of":1,"seed":0,"anchors":[]}'
}
