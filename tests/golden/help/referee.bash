# referee - completion for bash.
_referee() {
	local row word=${COMP_WORDS[COMP_CWORD]}
	[ "$word" != = ] || word=
	COMPREPLY=()
	while IFS= read -r row; do
		if [ "$row" = :files ]; then
			compopt -o filenames
			mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(
				compgen -f -- "$word")
		else
			COMPREPLY+=("${row%%$'\t'*}")
		fi
	done < <("${COMP_WORDS[0]/#~\//$HOME/}" __complete \
		"${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _referee referee
