# referee.fish - completion for fish.
function __referee_complete
	set -l words (commandline -opc)
	set -l word (commandline -ct)
	test -n "$word"; or set word ''
	set -l lead (string match -r -- '^--[^=]*=' $word)
	for row in ($words[1] __complete $words[2..] $word 2>/dev/null)
		if test "$row" = :files
			set -l rest (string replace -- "$lead" '' $word)
			for path in (__fish_complete_path $rest)
				echo -- "$lead$path"
			end
		else
			echo -- $row
		end
	end
end
complete -c referee -f -a '(__referee_complete)'
