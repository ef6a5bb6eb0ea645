#!/bin/sh
# layers.sh - no #include may point from a lower layer to a higher one.
#
# Each rule: a folder, then the layers that its files may include besides the
# headers beside them.  `system` is the headers of processes, files and clocks.
set -eu
cd "${srcdir:-.}"
failed=0
seen=0

# The layer of one included name, as it stands in FILE, with its "" or <>.
layer_of() {
	name=${1#[\"<]}
	name=${name%[\">]}
	case $1 in
	'"../sdk/c/'*)			echo sdk ;;
	*..*)				echo outside ;;
	'"config.h"' | '<config.h>')	echo own ;;
	'"'*/*)				echo "${name%%/*}" ;;
	'"'*)
		if [ -e "${2%/*}/$name" ]; then echo own
		elif [ -e "sdk/c/$name" ]; then echo sdk
		else echo referee
		fi ;;
	'<sodium'*)			echo sodium ;;
	'<cjson'*)			echo cjson ;;
	'<sys/'* | '<linux/'* | '<unistd.h>' | '<fcntl.h>' | '<time.h>' | \
	'<poll.h>' | '<signal.h>' | '<spawn.h>' | '<pthread.h>')
					echo system ;;
	*)				echo own ;;
	esac
}

includes() {
	sed -n 's/^[ 	]*#[ 	]*include[ 	]*\([^ 	]*\).*/\1/p' "$1"
}

while read -r folder allowed; do
	for file in "$folder"/*.[ch]; do
		[ -e "$file" ] || continue
		seen=$((seen + 1))
		for used in $(includes "$file"); do
			case " own $allowed " in
			*" $(layer_of "$used" "$file") "*) ;;
			*) echo "$file must not include $used"; failed=1 ;;
			esac
		done
	done
done <<'RULES'
referee/base	base cjson system
referee/games	base games cjson
referee/fair	base fair cjson sodium system
referee/host	base host cjson system
referee/match	base games fair host match audit check session replay cmd cjson sodium system
referee/audit	base games fair host match audit check session replay cmd cjson sodium system
referee/check	base games fair host match audit check session replay cmd cjson sodium system
referee/session	base games fair host match audit check session replay cmd cjson sodium system
referee/replay	base games fair host match audit check session replay cmd cjson sodium system
referee/cmd	base games fair host match audit check session replay cmd cjson sodium system
tournaments/format	tournaments base games fair cjson sodium system
tournaments/rating	tournaments base games fair cjson sodium system
tournaments/record	tournaments base games fair cjson sodium system
tournaments/tables	tournaments base games fair cjson sodium system
tournaments/run	tournaments base games fair cjson sodium system
tournaments/report	tournaments base games fair cjson sodium system
tournaments/verify	tournaments base games fair cjson sodium system
tournaments/league	tournaments base games fair cjson sodium system
tournaments/watch	tournaments base games fair cjson sodium system
tournaments/play	tournaments base games fair cjson sodium system
tournaments/cmd	tournaments base games fair cjson sodium system
sdk/c		cjson system
bots		sdk cjson system
RULES

if [ "$seen" = 0 ]; then
	echo "no source file found in $PWD"
	exit 1
fi
exit $failed
