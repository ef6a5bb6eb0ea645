#compdef tournament
# _tournament - completion for zsh.
_tournament() {
	local state line
	local -a commands=(
		'run:play a tournament, or resume one that was stopped'
		'gather:enter what shards have played into the book, and print what is due'
		'watch:show the state of a tournament while it runs'
		'standings:points and places by the rules of the format'
		'crosstable:points of every entrant against every other'
		'results:all matches, and all faults with the commands to replay them'
		'site:write a page that shows, replays and checks tournaments'
		'report:a report for each author\: results, and every fault with its reason'
		'games:all games, as CSV or PGN, for other programs'
		'ladder:ratings of all entrants, with error bars'
		'luck:how much of the results is due to the dice'
		'verify:verify a finished tournament from manifest to table'
		'pack:pack the logs of a closed tournament in place'
		'check:check a tournament file and start every bot once'
		'collect:make a tournament file from a folder of submissions'
		'init:write and sign a tournament'\''s manifest without playing'
		'commit:draw an author'\''s reveal and print its commitment'
		'sign:sign a manifest as an author or a witness'
		'open:enter the authors'\'' reveals and the beacon, which fix the dice'
		'league:play the next rounds of a league'
		'sprt:test whether A is better than B, sequentially'
		'plan:number of games needed for a given error'
		'formats:list the formats, or the options of one'
	)
	_arguments -C '--help[print the commands]' '--version[print the version]' \
		'1: :->command' '*:: :->rest'
	case $state in
	command) _describe command commands ;;
	rest)
		case $line[1] in
		run) _arguments -s \
			'-o+[the tournament'\''s folder (FILE without .json, here)]:DIR:_files' \
			'-j+[play N matches at a time (one per core)]:N: ' \
			'--json[print events as JSON, one object per line]' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'--no-pin[do not pin referees and bots to cores]' \
			'--site=[keep its page up to date in this folder]:OUT: ' \
			'--shard=[play one of N shards\: the matches whose number is I modulo N]:I/N: ' \
			'--trusted[allow authors below the sandbox level strict]' \
			'--again[sign even a second manifest of the same id]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		gather) _arguments -s \
			'--due[only print which matches are due]' \
			'--of=[print which of N shards have matches due]:N: ' \
			'--as=[a sentence, numbers, or an array expression]:words|lines|slurm:(words lines slurm)' \
			'--json[print one JSON object]' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'*:file:_files' \
			'--help[print the options]' ;;
		watch) _arguments -s \
			'--json[print the state once, as one JSON object]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		standings) _arguments -s \
			'--csv[print as CSV, for spreadsheets]' \
			'--json[print as JSON, for programs]' \
			'--points=[the points to count (as the format says)]:game|match:(game match)' \
			'--svg=[draw the bracket of a knockout]:FILE:_files' \
			'*:file:_files' \
			'--help[print the options]' ;;
		crosstable) _arguments -s \
			'--csv[print as CSV, for spreadsheets]' \
			'--json[print as JSON, for programs]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		results) _arguments -s \
			'--csv[print as CSV, for spreadsheets]' \
			'--json[print as JSON, for programs]' \
			'--faults[print only the faults]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		site) _arguments -s \
			'-o+[the folder to write\: new or empty, or an earlier page of it]:OUT: ' \
			'--no-logs[without the logs\: nobody can replay or check a match]' \
			'*--logs-of=[only the logs of matches with this entrant; may be repeated]:NAME: ' \
			'--max-mb=[leave out logs that would make the page larger than N MB]:N: ' \
			'--luck-file=[measure luck by this file (the tournament'\''s, or the game'\''s)]:F: ' \
			'*:file:_files' \
			'--help[print the options]' ;;
		report) _arguments -s \
			'-o+[write a file for each entrant, NAME.md]:FOLDER: ' \
			'*:file:_files' \
			'--help[print the options]' ;;
		games) _arguments -s \
			'--pgn[print as PGN, without moves]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		ladder) _arguments -s \
			'--csv[print as CSV, for spreadsheets]' \
			'--json[print as JSON, for programs]' \
			'--games=[read games from a CSV file, not from folders; see docs/ratings.md]:FILE:_files' \
			'--prior=[standard deviation of the prior in logits (2)]:SD|none: ' \
			'--scale=[what an Elo means (score)]:score|odds:(score odds)' \
			'--cluster=[what is independent (block)]:block|match|game:(block match game)' \
			'--forfeits=[how games with a fault count (loss)]:loss|drop|separate:(loss drop separate)' \
			'--result=[ranking, winner or teams (the game'\''s)]:KIND:(ranking winner teams)' \
			'--same-files[join entrants with the same files, whatever their commands]' \
			'--no-seat-effects[treat all seats as equally good]' \
			'--anchor=[shift the ratings so that NAME has ELO (0)]:NAME\[=ELO\]: ' \
			'--top=[of very many entrants, give errors for the best K (100)]:K: ' \
			'--best[add the probability of being the best]' \
			'--wdl[add wins, draws and losses, and the share of draws]' \
			'--pairs[print the likelihood of superiority and the difference of each pair]' \
			'--width=[fit the table into COLUMNS columns; 0\: all of it (the terminal'\''s)]:COLUMNS: ' \
			'--simultaneous[rank intervals that hold for all entrants at once]' \
			'--los=[write the likelihood of superiority of each pair, as CSV]:FILE:_files' \
			'--cov[with --json\: add the covariance of the ratings]' \
			'--svg=[draw the ratings with their errors]:FILE:_files' \
			'--luck[add the ladder without the luck of the dice]' \
			'--luck-file=[measure luck by this file (the tournament'\''s, or the game'\''s)]:FILE:_files' \
			'-j+[analyse N logs at a time (one per core)]:N: ' \
			'--live[Elo updated game by game, instead of the ladder]' \
			'--history[the ladder over the course of the tournament; --svg draws it, too]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		luck) _arguments -s \
			'--csv[print as CSV, for spreadsheets]' \
			'--json[print as JSON, for programs]' \
			'--luck-file=[measure luck by this file (the tournament'\''s, or the game'\''s)]:FILE:_files' \
			'-j+[analyse N logs at a time (one per core)]:N: ' \
			'--fit[print a luck file fitted to these games, for later tournaments]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		verify) _arguments -s \
			'*--key=[the operator'\''s public key, or that of the author NAME; repeat]:HEX|NAME=HEX: ' \
			'-j+[verify N logs at a time (one per core)]:N: ' \
			'--json[print the verdict as one JSON object]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		pack) _arguments -s \
			'-j+[pack N logs at a time (one per core)]:N: ' \
			'*:file:_files' \
			'--help[print the options]' ;;
		check) _arguments -s \
			'-j+[start N bots at a time (one per core)]:N: ' \
			'*:file:_files' \
			'--help[print the options]' ;;
		collect) _arguments -s \
			'-o+[the tournament file, such as contest.json]:FILE:_files' \
			'--game=[the game, if FILE does not exist yet]:GAME: ' \
			'--time=[seconds that a build may take (120)]:S: ' \
			'*--build-limit=[set a limit for builds; see referee build]:NAME=N: ' \
			'-j+[build and check N bots at a time (one per core)]:N: ' \
			'--help[print the options]' ;;
		init) _arguments -s \
			'-o+[the folder to make (FILE without .json, here)]:DIR:_files' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'--trusted[allow authors below the sandbox level strict]' \
			'--again[sign even a second manifest of the same id]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		commit) _arguments -s \
			'-o+[where to write the reveal; must not exist yet]:FILE:_files' \
			'--help[print the options]' ;;
		sign) _arguments -s \
			'--as=[the signer\: an author in the manifest or a witness]:NAME: ' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'--again[sign even a second manifest of the same id]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		open) _arguments -s \
			'*--reveal=[an author'\''s reveal; repeat for each author]:NAME=HEX: ' \
			'--beacon=[the announced beacon'\''s value, 64 hex digits]:HEX: ' \
			'--withheld[continue without the missing reveals]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		league) _arguments -s \
			'--rounds=[the number of further rounds to play (1)]:N: ' \
			'-j+[play N matches at a time (one per core)]:N: ' \
			'--json[print events as JSON, one object per line]' \
			'--key-file=[sign with this key instead of your own]:FILE:_files' \
			'--no-pin[do not pin referees and bots to cores]' \
			'--site=[keep the page of each round up to date in OUT/round-NNN]:OUT: ' \
			'--make[only make the next round'\''s folder and print its name]' \
			'--again[sign even a second manifest of the same id]' \
			'*:file:_files' \
			'--help[print the options]' ;;
		sprt) _arguments -s \
			'--json[print as JSON, for programs]' \
			'--elo0=[H0\: A is better by this much (0)]:ELO: ' \
			'--elo1=[H1\: A is better by this much (5)]:ELO: ' \
			'--alpha=[probability of accepting H1 when H0 is true (0.05)]:P: ' \
			'--beta=[probability of accepting H0 when H1 is true (0.05)]:P: ' \
			'--model=[normalized or logistic (normalized)]:MODEL:(normalized logistic)' \
			'--luck[test the scores without the luck of the dice]' \
			'--luck-file=[measure luck by this file (the tournament'\''s, or the game'\''s)]:FILE:_files' \
			'-j+[analyse N logs at a time (one per core)]:N: ' \
			'*:file:_files' \
			'--help[print the options]' ;;
		plan) _arguments -s \
			'--json[print as JSON, for programs]' \
			'--error=[half the width of the 95% interval]:ELO: ' \
			'--seconds=[duration of one board, if known]:S: ' \
			'*:file:_files' \
			'--help[print the options]' ;;
		formats) _arguments -s \
			'1:NAME:(round_robin gauntlet swiss knockout double_knockout sprt league)' \
			'--help[print the options]' ;;
		esac ;;
	esac
}
if [ "$funcstack[1]" = _tournament ]; then
	_tournament "$@"
else
	compdef _tournament tournament
fi
