# tournament - completion for bash.
_tournament() {
	local at=$COMP_CWORD words= files= value= i
	local cur=${COMP_WORDS[at]}
	local before=${COMP_WORDS[at - 1]}
	COMPREPLY=()
	# Readline makes three words of --name=value.
	if [ "$cur" = = ]; then
		cur=
	elif [ "$before" = = ]; then
		before=${COMP_WORDS[at - 2]}
	fi
	for ((i = 2; i < at; i++)); do
		if [ "${COMP_WORDS[i]}" = -- ]; then
			compopt -o filenames
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			return
		fi
	done
	if [ "$at" = 1 ]; then
		words='run gather watch standings crosstable results site report games ladder luck verify pack check collect init commit sign open league sprt plan formats --help --version'
	fi
	[ "$at" = 1 ] || case ${COMP_WORDS[1]},$before in
	run,-o) files=yes ;;
	run,-j) : ;;
	run,--key-file) files=yes ;;
	run,--site) : ;;
	run,--shard) : ;;
	gather,--of) : ;;
	gather,--as) words='words lines slurm' ;;
	gather,--key-file) files=yes ;;
	standings,--points) words='game match' ;;
	standings,--svg) files=yes ;;
	site,-o) : ;;
	site,--logs-of) : ;;
	site,--max-mb) : ;;
	site,--luck-file) : ;;
	report,-o) : ;;
	ladder,--games) files=yes ;;
	ladder,--prior) : ;;
	ladder,--scale) words='score odds' ;;
	ladder,--cluster) words='block match game' ;;
	ladder,--forfeits) words='loss drop separate' ;;
	ladder,--result) words='ranking winner teams' ;;
	ladder,--anchor) : ;;
	ladder,--top) : ;;
	ladder,--width) : ;;
	ladder,--los) files=yes ;;
	ladder,--svg) files=yes ;;
	ladder,--luck-file) files=yes ;;
	ladder,-j) : ;;
	luck,--luck-file) files=yes ;;
	luck,-j) : ;;
	verify,--key) : ;;
	verify,-j) : ;;
	pack,-j) : ;;
	check,-j) : ;;
	collect,-o) files=yes ;;
	collect,--game) : ;;
	collect,--time) : ;;
	collect,--build-limit) : ;;
	collect,-j) : ;;
	init,-o) files=yes ;;
	init,--key-file) files=yes ;;
	commit,-o) files=yes ;;
	sign,--as) : ;;
	sign,--key-file) files=yes ;;
	open,--reveal) : ;;
	open,--beacon) : ;;
	league,--rounds) : ;;
	league,-j) : ;;
	league,--key-file) files=yes ;;
	league,--site) : ;;
	sprt,--elo0) : ;;
	sprt,--elo1) : ;;
	sprt,--alpha) : ;;
	sprt,--beta) : ;;
	sprt,--model) words='normalized logistic' ;;
	sprt,--luck-file) files=yes ;;
	sprt,-j) : ;;
	plan,--error) : ;;
	plan,--seconds) : ;;
	*) value=no ;;
	esac
	[ -z "$value" ] || case ${COMP_WORDS[1]},$cur in
	run,-*) words='-o -j --json --key-file --no-pin --site --shard --trusted --again --help' ;;
	run,*) words='' files=yes ;;
	gather,-*) words='--due --of --as --json --key-file --help' ;;
	gather,*) words='' files=yes ;;
	watch,-*) words='--json --help' ;;
	watch,*) words='' files=yes ;;
	standings,-*) words='--csv --json --points --svg --help' ;;
	standings,*) words='' files=yes ;;
	crosstable,-*) words='--csv --json --help' ;;
	crosstable,*) words='' files=yes ;;
	results,-*) words='--csv --json --faults --help' ;;
	results,*) words='' files=yes ;;
	site,-*) words='-o --no-logs --logs-of --max-mb --luck-file --help' ;;
	site,*) words='' files=yes ;;
	report,-*) words='-o --help' ;;
	report,*) words='' files=yes ;;
	games,-*) words='--pgn --help' ;;
	games,*) words='' files=yes ;;
	ladder,-*) words='--csv --json --games --prior --scale --cluster --forfeits --result --same-files --no-seat-effects --anchor --top --best --wdl --pairs --width --simultaneous --los --cov --svg --luck --luck-file -j --live --history --help' ;;
	ladder,*) words='' files=yes ;;
	luck,-*) words='--csv --json --luck-file -j --fit --help' ;;
	luck,*) words='' files=yes ;;
	verify,-*) words='--key -j --json --help' ;;
	verify,*) words='' files=yes ;;
	pack,-*) words='-j --help' ;;
	pack,*) words='' files=yes ;;
	check,-*) words='-j --help' ;;
	check,*) words='' files=yes ;;
	collect,-*) words='-o --game --time --build-limit -j --help' ;;
	collect,*) words='' ;;
	init,-*) words='-o --key-file --trusted --again --help' ;;
	init,*) words='' files=yes ;;
	commit,-*) words='-o --help' ;;
	commit,*) words='' ;;
	sign,-*) words='--as --key-file --again --help' ;;
	sign,*) words='' files=yes ;;
	open,-*) words='--reveal --beacon --withheld --help' ;;
	open,*) words='' files=yes ;;
	league,-*) words='--rounds -j --json --key-file --no-pin --site --make --again --help' ;;
	league,*) words='' files=yes ;;
	sprt,-*) words='--json --elo0 --elo1 --alpha --beta --model --luck --luck-file -j --help' ;;
	sprt,*) words='' files=yes ;;
	plan,-*) words='--json --error --seconds --help' ;;
	plan,*) words='' files=yes ;;
	formats,-*) words='--help' ;;
	formats,*) words='round_robin gauntlet swiss knockout double_knockout sprt league' ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"
		[ -z "$files" ] || compgen -f -- "$cur")
	[ -z "$files" ] || compopt -o filenames
}
complete -F _tournament tournament
