#compdef referee
# _referee - completion for zsh.
_referee() {
	local row files
	local -a offered
	for row in ${(f)"$(${~${(Q)words[1]}} __complete \
		"${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
		if [[ $row == :files ]]; then
			files=yes
		else
			offered+=("${${row%%$'\t'*}//:/\\:}:${row#*$'\t'}")
		fi
	done
	(( $#offered )) && _describe referee offered
	[[ -z $files ]] || { compset -P '--*='; _files }
}
if [ "$funcstack[1]" = _referee ]; then
	_referee "$@"
else
	compdef _referee referee
fi
