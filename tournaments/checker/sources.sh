#!/bin/sh
# sources.sh - fetches the sources that the checker is built of, as packaged by
# Debian or Ubuntu, into the new folder DIR: sources.sh DIR
#
# It uses package lists of its own: no list of this machine is changed, and it
# need not run as root.
set -eu
dir=$1
for tool in apt-get dpkg-source; do
	command -v $tool >/dev/null || {
		echo "sources.sh: $tool not found; dpkg-source is in dpkg-dev" >&2
		exit 1
	}
done

# shellcheck source=/dev/null
. /etc/os-release
work=$(mktemp -d "$dir.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources"
case $ID in
debian)
	key=/usr/share/keyrings/debian-archive-keyring.gpg
	cat >"$work/list" <<END
deb-src [signed-by=$key] http://deb.debian.org/debian $VERSION_CODENAME main
deb-src [signed-by=$key] http://deb.debian.org/debian-security $VERSION_CODENAME-security main
END
	;;
ubuntu)
	key=/usr/share/keyrings/ubuntu-archive-keyring.gpg
	cat >"$work/list" <<END
deb-src [signed-by=$key] http://archive.ubuntu.com/ubuntu $VERSION_CODENAME main universe
deb-src [signed-by=$key] http://archive.ubuntu.com/ubuntu $VERSION_CODENAME-security main universe
END
	;;
*)
	echo "sources.sh: $ID is neither Debian nor Ubuntu" >&2
	exit 1
	;;
esac

work=$(cd "$work" && pwd)
chmod 755 "$work"
apt() {
	apt-get -q -o Dir::Etc::sourcelist="$work/list" \
		-o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists" \
		-o Dir::Cache="$work/cache" -o APT::Sandbox::User= "$@"
}
apt update
(
	cd "$work/sources"
	apt source --download-only libsodium cjson zlib
	for one in *.dsc; do
		# apt has checked it against the signed list.
		dpkg-source --no-check -x "$one"
	done
	rm -f ./*.dsc ./*.tar.*
)
mv "$work/sources" "$dir"
