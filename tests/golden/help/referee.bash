# referee - completion for bash.
_referee() {
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
		words='play join verify replay analyse rerun pack unpack games new-bot check feed build keygen doctor --help --version'
	fi
	[ "$at" = 1 ] || case ${COMP_WORDS[1]},$before in
	play,--boards) : ;;
	play,--rotations) : ;;
	play,--files) files=yes ;;
	play,--rules) : ;;
	play,-o) files=yes ;;
	play,--trace) files=yes ;;
	play,--key-file) files=yes ;;
	play,--sandbox) words='none limits strict' ;;
	play,--limit) : ;;
	play,--fault-trace) files=yes ;;
	play,--fault-trace-mb) : ;;
	play,--secret-file) files=yes ;;
	play,--resume) files=yes ;;
	join,--seat) : ;;
	join,--name) : ;;
	join,--boards) : ;;
	join,--files) files=yes ;;
	join,--rules) : ;;
	join,-o) files=yes ;;
	join,--trace) files=yes ;;
	join,--key-file) files=yes ;;
	join,--sandbox) words='none limits strict' ;;
	join,--limit) : ;;
	join,--secret-file) files=yes ;;
	join,--resume) files=yes ;;
	verify,--key) : ;;
	replay,--game) : ;;
	replay,--table) files=yes ;;
	replay,--luck-file) files=yes ;;
	analyse,--table) files=yes ;;
	analyse,--luck-file) files=yes ;;
	analyse,--worst) : ;;
	analyse,--game) : ;;
	rerun,--seat) : ;;
	rerun,--files) files=yes ;;
	rerun,--sandbox) words='none limits strict' ;;
	rerun,--trace) files=yes ;;
	check,--files) files=yes ;;
	check,--rules) : ;;
	check,--limit) : ;;
	check,--sandbox) words='none limits strict' ;;
	check,--seed) : ;;
	check,--trace) files=yes ;;
	feed,--seat) : ;;
	feed,--process) : ;;
	build,-o) : ;;
	build,--time) : ;;
	build,--limit) : ;;
	keygen,-o) files=yes ;;
	doctor,--sandbox) words='none limits strict' ;;
	*) value=no ;;
	esac
	[ -z "$value" ] || case ${COMP_WORDS[1]},$cur in
	play,-*) words='--boards --rotations --files --rules -o --trace --key-file --sandbox --limit --fault-trace --fault-trace-mb --secret-file --resume --follow --json --help' ;;
	play,*) words='blackpot bolo5 bolo7 pig rolit vollelotte' files=yes ;;
	join,-*) words='--seat --name --boards --files --rules -o --trace --key-file --sandbox --limit --secret-file --resume --help' ;;
	join,*) words='blackpot bolo5 bolo7 pig rolit vollelotte' files=yes ;;
	verify,-*) words='--key --json --help' ;;
	verify,*) words='' files=yes ;;
	replay,-*) words='--game --board-only --follow --analyse --table --luck-file --json --views --help' ;;
	replay,*) words='' files=yes ;;
	analyse,-*) words='--table --luck-file --worst --game --json --positions --help' ;;
	analyse,*) words='' files=yes ;;
	rerun,-*) words='--seat --files --moved --sandbox --trace --help' ;;
	rerun,*) words='' files=yes ;;
	pack,-*) words='--help' ;;
	pack,*) words='' files=yes ;;
	unpack,-*) words='--help' ;;
	unpack,*) words='' ;;
	games,-*) words='--json --help' ;;
	games,*) words='blackpot bolo5 bolo7 pig rolit vollelotte' ;;
	new-bot,-*) words='--help' ;;
	new-bot,*) words='blackpot bolo5 bolo7 pig rolit vollelotte' files=yes ;;
	check,-*) words='--files --rules --limit --sandbox --seed --trace --start --help' ;;
	check,*) words='blackpot bolo5 bolo7 pig rolit vollelotte' files=yes ;;
	feed,-*) words='--seat --process --print --help' ;;
	feed,*) words='' files=yes ;;
	build,-*) words='-o --time --limit --json --help' ;;
	build,*) words='' ;;
	keygen,-*) words='-o --help' ;;
	keygen,*) words='' ;;
	doctor,-*) words='--sandbox --help' ;;
	doctor,*) words='' ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"
		[ -z "$files" ] || compgen -f -- "$cur")
	[ -z "$files" ] || compopt -o filenames
}
complete -F _referee referee
