#compdef referee
# _referee - completion for zsh.
_referee() {
	local state line
	local -a commands=(
		'play:play a match between bots and log it'
		'join:play against bots yourself, at the terminal'
		'verify:verify match logs from the first byte to the last'
		'replay:show a match game by game, move by move'
		'analyse:show how lucky every roll was and what every move cost'
		'rerun:play a finished match again and compare every move'
		'pack:pack closed logs, leaving out what follows from their secrets'
		'unpack:restore packed logs, byte for byte'
		'games:list the games, or print the rules and options of one'
		'new-bot:make the folder of a new, working bot for you to change'
		'check:test a bot with every kind of decision and every unusual turn'
		'feed:send a bot the lines of a recorded match again'
		'build:copy a bot'\''s folder and build the copy in a sandbox'
		'keygen:create a signing key and print its public key'
		'doctor:show which sandbox levels this machine supports'
	)
	_arguments -C '--help[print the commands]' '--version[print the version]' \
		'1: :->command' '*:: :->rest'
	case $state in
	command) _describe command commands ;;
	rest)
		case $line[1] in
		play) _arguments -s \
			'1:GAME:(blackpot bolo5 bolo7 pig rolit vollelotte)' \
			'--boards=[boards\: sets of dice, each played once per rotation (1)]:N: ' \
			'--rotations=[rotations of the seats on a board (all seats)]:R: ' \
			'*--files=[all files of the bot NAME\: its hash covers them, and it may read them]:NAME=F\[,F\]..:_files' \
			'*--rules=[options of the game; see referee games NAME]:K=V\[,K=V\]..: ' \
			'-o+[the log'\''s name, ending in .jsonl]:LOG:_files' \
			'--trace=[record every line in both directions, with times]:FILE:_files' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'--sandbox=[none, limits or strict (limits)]:LEVEL:(none limits strict)' \
			'*--limit=[set a limit for bots; see below]:NAME=N: ' \
			'--fault-trace=[record what led to each fault, with times]:FILE:_files' \
			'--fault-trace-mb=[megabytes that it may grow to (1)]:N: ' \
			'--secret-file=[read the secret from a file or standard input]:FILE|-:_files' \
			'--resume=[resume an interrupted match]:LOG:_files' \
			'--follow[show the match while it is played]' \
			'--json[print events as JSON, one object per line]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		join) _arguments -s \
			'1:GAME:(blackpot bolo5 bolo7 pig rolit vollelotte)' \
			'--seat=[the person'\''s seat, counted from 0 (0)]:N: ' \
			'--name=[the person'\''s name in the log (person)]:NAME: ' \
			'--boards=[games, each with different dice (1)]:N: ' \
			'*--files=[all files of the bot NAME\: its hash covers them, and it may read them]:NAME=F\[,F\]..:_files' \
			'*--rules=[options of the game; see referee games NAME]:K=V\[,K=V\]..: ' \
			'-o+[the log'\''s name, ending in .jsonl]:LOG:_files' \
			'--trace=[record every line in both directions, with times]:FILE:_files' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'--sandbox=[none, limits or strict (limits)]:LEVEL:(none limits strict)' \
			'*--limit=[set a limit for bots; see below]:NAME=N: ' \
			'--secret-file=[read the secret from a file]:FILE:_files' \
			'--resume=[resume a match that was left]:LOG:_files' \
			'*:file:_files' \
			'--help[print the options]' ;;
		verify) _arguments -s \
			'--key=[the public key the log must be signed with]:HEX: ' \
			'--json[print one JSON object per log]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		replay) _arguments -s \
			'--game=[show only this game, counted from 1]:N: ' \
			'--board-only[with --game, begin at the board of the game, unverified before]' \
			'--follow[show a match while it is being played]' \
			'--analyse[show the chance to win after each step]' \
			'--table=[the table for --analyse (bolito --solve)]:FILE:_files' \
			'--luck-file=[the luck.json that says how --analyse measures chances]:FILE:_files' \
			'--json[print one JSON object per line]' \
			'--views[with --json, print the position after each step, too]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		analyse) _arguments -s \
			'--table=[the table of exact chances (bolito --solve)]:FILE:_files' \
			'--luck-file=[the luck.json that says how luck is measured]:FILE:_files' \
			'--worst=[show the N worst moves and luckiest rolls (default 5)]:N: ' \
			'--game=[analyse only this game, counted from 1]:N: ' \
			'--json[print one JSON object per game]' \
			'--positions[with --json\: where every turn began]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		rerun) _arguments -s \
			'--seat=[run this bot alone, as COMMAND]:NAME: ' \
			'--files=[with --seat\: all files of the bot, as in the match]:F\[,F\]..:_files' \
			'--moved[with --seat\: COMMAND may differ from that of the log]' \
			'--sandbox=[none, limits or strict (strict; with --seat as in the log)]:LEVEL:(none limits strict)' \
			'--trace=[record every line in both directions, with times]:FILE:_files' \
			'*:file:_files' \
			'--help[print the options]' ;;
		pack) _arguments -s \
			'*:file:_files' \
			'--help[print the options]' ;;
		unpack) _arguments -s \
			'--help[print the options]' ;;
		games) _arguments -s \
			'1:NAME:(blackpot bolo5 bolo7 pig rolit vollelotte)' \
			'--json[print one JSON object per game]' \
			'--help[print the options]' ;;
		new-bot) _arguments -s \
			'1:GAME:(blackpot bolo5 bolo7 pig rolit vollelotte)' \
			'*:file:_files' \
			'--help[print the options]' ;;
		check) _arguments -s \
			'1:GAME:(blackpot bolo5 bolo7 pig rolit vollelotte)' \
			'*--files=[all files of the bot, which it may read]:\[NAME=\]F\[,F\]..:_files' \
			'*--rules=[other rules than the defaults; see referee games NAME]:K=V\[,K=V\]..: ' \
			'*--limit=[set a limit for the bot; see below]:NAME=N: ' \
			'--sandbox=[none, limits or strict (limits)]:LEVEL:(none limits strict)' \
			'--seed=[change the dice and the opponents (1)]:N: ' \
			'--trace=[record every line in both directions, for referee feed]:FILE:_files' \
			'--start[only start the bot, play no game]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		feed) _arguments -s \
			'--seat=[the seat (that of the first line)]:N: ' \
			'--process=[the process of the seat, from 1 (1)]:N: ' \
			'--print[run no bot, print what it would be sent]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		build) _arguments -s \
			'-o+[the new folder for the copy, where the bot is built and run]:COPY: ' \
			'--time=[seconds that the build may take (120)]:S: ' \
			'*--limit=[set a limit for the build; see below]:NAME=N: ' \
			'--json[print the result as one JSON object]' \
			'--help[print the options]' ;;
		keygen) _arguments -s \
			'-o+[where to write the key; must not exist yet]:FILE:_files' \
			'--help[print the options]' ;;
		doctor) _arguments -s \
			'--sandbox=[the level to check for (limits)]:LEVEL:(none limits strict)' \
			'--help[print the options]' ;;
		esac ;;
	esac
}
if [ "$funcstack[1]" = _referee ]; then
	_referee "$@"
else
	compdef _referee referee
fi
