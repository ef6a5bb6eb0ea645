#!/bin/sh
# bootstrap.sh - tests ./bootstrap on machines that lack one thing or another.
#
# It runs in a temporary folder where every tool is a stub that writes its call
# to the file `calls`; nothing is installed, built or downloaded.
# shellcheck disable=SC2016 # the bodies of stubs expand later
#
# tier: full
set -eu
bootstrap=$(cd "${srcdir:-.}" && pwd)/bootstrap
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failed=0
name=

complain() {
	echo "FAIL: $name: $*"
	sed 's/^/    /' "$place/out" "$place/err" "$place/calls"
	failed=1
}

# stub NAME BODY: makes a tool that records its call and then runs BODY.
stub() {
	printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n%s\n' \
		"$1" "$place" "${2:-exit 0}" >"$place/bin/$1"
	chmod +x "$place/bin/$1"
}

# machine NAME: makes a checkout, and a machine that lacks nothing.
machine() {
	name=$1
	rm -rf "${place:?}"/*
	mkdir -p "$place/bin"
	: >"$place/calls"
	cp "$bootstrap" "$place"
	for tool in sh cat sed awk mkdir rm dirname env chmod touch; do
		ln -s "$(command -v $tool)" "$place/bin/$tool"
	done
	stub getconf 'echo 2'
	stub id 'echo 1000'
	stub gcc 'cat >/dev/null'
	stub automake
	stub pkg-config
	stub bwrap
	stub bsdtar
	stub python3
	stub node
	stub clang 'cat >/dev/null'
	stub dpkg-source
	mkdir -p "$place/tournaments/checker"
	stub ../tournaments/checker/sources.sh 'mkdir "$1"'
	stub autoreconf 'cat >configure <<STUB
#!/bin/sh
echo configure >>../calls
touch Makefile
STUB
chmod +x configure; touch Makefile.in'
	stub make 'case $* in
*check-local*)
	echo "3 passed, ${FAILED:-0} failed, 1 skipped"
	exit "${FAILED:-0}" ;;
esac'
}

# lose TOOL..: removes tools from the machine.
lose() {
	for tool; do
		rm "$place/bin/$tool"
	done
}

# run WORDS..: runs ./bootstrap; sets `status` and writes the files out and err.
run() {
	status=0
	(cd "$place" && PATH=$place/bin CC='' ./bootstrap "$@" \
		>out 2>err </dev/null) || status=$?
}

# run_at_terminal ANSWER WORDS..: the same with a terminal as standard input, at
# which ANSWER is typed.
run_at_terminal() {
	status=0
	answer=$1
	shift
	python3 -c '
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
os.write(ours, sys.argv[1].encode() + b"\n")
place = sys.argv[2]
with open(place + "/out", "w") as out, open(place + "/err", "w") as err:
    sys.exit(subprocess.run(
        ["./bootstrap", *sys.argv[3:]], cwd=place, stdin=theirs, stdout=out,
        stderr=err, env={**os.environ, "PATH": place + "/bin", "CC": ""},
        check=False).returncode)
' "$answer" "$place" "$@" || status=$?
}

expect_status() {
	[ "$status" = "$1" ] || complain "status $status, not $1"
}

# expect_sentence WORDS: standard error is a single line with these words.
expect_sentence() {
	[ "$(wc -l <"$place/err")" -eq 1 ] || complain "not one sentence"
	grep -qF -e "$1" "$place/err" || complain "the sentence lacks: $1"
}

expect_calls() {
	grep -E "$1" "$place/calls" >"$place/found" || :
	[ "$(cat "$place/found")" = "$2" ] || complain "calls of $1 are not: $2"
}

machine "--help is on standard output"
run --help
expect_status 0
grep -q '^usage: .*demo' "$place/out" || complain "no usage"
[ ! -s "$place/err" ] || complain "words on standard error"

machine "no argument is bad usage"
run
expect_status 2
grep -q '^usage: ' "$place/err" || complain "no usage"

machine "an unknown argument is bad usage"
run chekc
expect_status 2
expect_sentence "'chekc'"
expect_calls . ""

machine "with everything there, nothing is installed"
stub apt-get
stub sudo
run check
expect_status 0
expect_calls '^(apt-get|sudo)' ""
expect_calls '^(autoreconf|configure)' "autoreconf -i
configure"
[ "$(tail -n 1 "$place/out")" = "3 passed, 0 failed, 1 skipped" ] ||
	complain "no closing line"
grep -q '^Building in build/; the first time' "$place/out" ||
	complain "nothing about the build"

name="a second call configures nothing again"
: >"$place/calls"
run check
expect_status 0
expect_calls '^(autoreconf|configure)' ""
expect_calls '^make .*programs' "make -C build -j2 check-programs"

machine "a failed test is status 1"
FAILED=2
export FAILED
run check
unset FAILED
expect_status 1
[ "$(tail -n 1 "$place/out")" = "3 passed, 2 failed, 1 skipped" ] ||
	complain "no closing line"

# What a stub apt-get runs to install tools, so that they are found afterwards.
installs='case $* in
*" install "*) for tool in gcc node; do printf "#!/bin/sh\ncat >&2\n" \
	>"${0%/*}/$tool"; chmod +x "${0%/*}/$tool"; done ;;
esac'

machine "root installs what is missing, and says what"
lose gcc node
stub id 'echo 0'
stub apt-get "$installs"
run check
expect_status 0
expect_calls '^apt-get' "apt-get -o DPkg::Lock::Timeout=300 install -y \
--no-install-recommends gcc libc6-dev nodejs"
grep -q 'apt-get: gcc libc6-dev nodejs$' "$place/out" || complain "not said"

machine "at a terminal it asks before it installs"
lose gcc node
stub id 'echo 0'
stub apt-get "$installs"
run_at_terminal n check
expect_status 2
expect_sentence "nothing was installed; needed are: gcc libc6-dev nodejs"
expect_calls '^apt-get' ""
grep -q '^Install with apt-get: gcc libc6-dev nodejs? \[y/N\] ' "$place/out" ||
	complain "no question"

name="an empty answer is no"
run_at_terminal "" check
expect_status 2
expect_calls '^apt-get' ""

name="yes installs"
run_at_terminal y check
expect_status 0
expect_calls '^apt-get' "apt-get -o DPkg::Lock::Timeout=300 install -y \
--no-install-recommends gcc libc6-dev nodejs"

for words in "-y check" "check -y"; do
	machine "$words does not ask"
	lose gcc node
	stub id 'echo 0'
	stub apt-get "$installs"
	# shellcheck disable=SC2086 # two words
	run_at_terminal n $words
	expect_status 0
	grep -q 'y/N' "$place/out" && complain "it asks"
done

machine "two commands are bad usage"
run demo check
expect_status 2
grep -q '^usage: ' "$place/err" || complain "no usage"

machine "somebody else installs through sudo"
lose gcc node
stub sudo 'exec "$@"'
stub apt-get "$installs"
run check
expect_status 0
expect_calls '^sudo' "sudo env DEBIAN_FRONTEND=noninteractive apt-get -o \
DPkg::Lock::Timeout=300 install -y --no-install-recommends gcc libc6-dev nodejs"

machine "package lists are fetched when the first try fails"
lose gcc node
stub id 'echo 0'
stub apt-get '[ "$3" = update ] && touch "${0%/*}/lists"
[ -e "${0%/*}/lists" ] || exit 100
'"$installs"
run check
expect_status 0
expect_calls '^apt-get.*update' "apt-get -o DPkg::Lock::Timeout=300 update"

machine "the sources of the checker are fetched once"
run check
expect_status 0
expect_calls checker "../tournaments/checker/sources.sh build/wasm-sources"
run check
expect_calls checker "../tournaments/checker/sources.sh build/wasm-sources"
expect_calls '^configure' configure

machine "an archive has a checker"
mkdir -p "$place/tournaments/checker/prebuilt"
lose clang dpkg-source
run check
expect_status 0
expect_calls checker ""

machine "the tools of the checker are installed"
lose clang
stub id 'echo 0'
stub apt-get 'printf "#!/bin/sh\ncat >&2\n" >"${0%/*}/clang"
chmod +x "${0%/*}/clang"'
run check
expect_status 0
expect_calls '^apt-get|checker' "apt-get -o DPkg::Lock::Timeout=300 install -y \
--no-install-recommends clang lld wasi-libc libclang-rt-dev-wasm32
../tournaments/checker/sources.sh build/wasm-sources"

machine "without the checker all else is built"
lose dpkg-source
run check
expect_status 0
grep -q '^Going on without the checker .*build/checker.log$' "$place/out" ||
	complain "not said"
grep -q '^missing: dpkg-dev$' "$place/build/checker.log" || complain "an empty log"
expect_calls checker ""

machine "sources that cannot be fetched are none"
stub ../tournaments/checker/sources.sh 'echo "no network"; exit 1'
run check
expect_status 0
grep -q '^Going on without' "$place/out" || complain "not said"
grep -q 'no network' "$place/build/checker.log" || complain "an empty log"

machine "a library is missed by pkg-config, not by name of a package"
stub pkg-config '[ "$2" != libcjson ]'
stub apt-get
run check
expect_status 2
expect_sentence "run as root, then try again: apt-get update && apt-get install \
--no-install-recommends libcjson-dev"
expect_calls '^apt-get' ""

machine "the faster hash needs its library"
stub pkg-config '[ "$2" != nettle ]'
stub apt-get
run check
expect_status 2
expect_sentence "--no-install-recommends nettle-dev"

machine "packed logs need their library"
stub pkg-config '[ "$2" != zlib ]'
stub apt-get
run check
expect_status 2
expect_sentence "--no-install-recommends zlib1g-dev"

machine "a sandbox needs its program and its library"
lose bwrap
lose bsdtar
stub pkg-config '[ "$2" != libseccomp ]'
stub apt-get
run check
expect_status 2
expect_sentence "--no-install-recommends libseccomp-dev bubblewrap libarchive-tools"

machine "a Python that cannot start is missing"
stub python3 'exit 127'
stub apt-get
run demo
expect_status 2
expect_sentence "--no-install-recommends python3"

machine "a machine without apt-get is told what to install"
lose make autoreconf automake
run check
expect_status 2
expect_sentence "no apt-get here"
expect_sentence "make autoconf automake"

machine "an installation that fails names its log"
lose gcc
stub id 'echo 0'
stub apt-get 'echo "E: no network"; exit 100'
run check
expect_status 2
expect_sentence "could not install gcc libc6-dev: see build/packages.log"
grep -q "no network" "$place/build/packages.log" || complain "an empty log"

machine "an installation that changes nothing is noticed"
lose gcc
stub id 'echo 0'
stub apt-get
run check
expect_status 2
expect_sentence "still missing after the installation: gcc"

machine "a build that fails names its log"
stub make 'echo "no rule"; exit 2'
run demo
expect_status 2
expect_sentence "the build failed: see build/make.log"

machine "a folder configured in place is refused"
touch "$place/config.status"
run demo
expect_status 2
expect_sentence "make distclean"

machine "a file where the folder build/ should be"
touch "$place/build"
run check
expect_status 2
expect_sentence "build/"

# A build that makes what the demo needs: a bot, and a tournament that plays as
# far as $PLAYED says.
builds='mkdir -p build/bots build/tournaments bots sdk tournaments
echo C >build/bots/threshold; echo "{}" >tournaments/examples/demo.json
cat >build/tournaments/tournament <<"STUB"
#!/bin/sh
echo "tournament $*" >>calls
folder=${4:-$2}
[ "$1" = run ] || exit ${SITE:-0}
case $2 in
/*) copy=${2%/tournaments/*}
	[ -s "$copy/build/bots/threshold" ] || echo "tournament: no bot" >>calls
	find "$copy" ! -perm -o=r | sed "s/^/tournament: closed /" >>calls ;;
esac
mkdir -p "$folder"
touch "$folder/manifest.json"
[ "$PLAYED" = all ] || { echo "tournament run: stopped" >&2; exit 2; }
touch "$folder/book.note"
echo "Everything is in $folder"
STUB
chmod +x build/tournaments/tournament
mkdir -p build/site; [ "${CHECKER:-yes}" = no ] || touch build/site/checker.wasm'

machine "the demo plays its tournament and ends with what one can do"
stub make "$builds"
PLAYED=all
export PLAYED
run demo
expect_status 0
expect_calls '^tournament' "tournament run ./tournaments/examples/demo.json -o demo/1
tournament site demo/1 -o demo/1.page"
[ "$(tail -n 1 "$place/out")" = \
	"Its page, for any browser: demo/1.page/index.html" ] ||
	complain "no word of the page"
grep -q '^Everything is in demo/1$' "$place/out" || complain "no last words"
for words in crosstable results verify; do
	grep -q "tournament $words demo/1\$" "$place/out" ||
		complain "no word of $words"
done

name="a further demo has a folder of its own"
run demo
expect_status 0
expect_calls '^tournament run.*demo/2$' \
	"tournament run ./tournaments/examples/demo.json -o demo/2"

machine "a page that cannot be written is a failure"
stub make "$builds"
SITE=2
export SITE
run demo
unset SITE
expect_status 2

machine "without the checker the demo has no page"
stub make "$builds"
CHECKER=no
export CHECKER
run demo
unset CHECKER
expect_status 0
expect_calls '^tournament site' ""
[ "$(tail -n 1 "$place/out")" = "It has no page, as the checker for WebAssembly \
is not built: see build/checker.log" ] || complain "not said"

machine "a demo that was stopped goes on"
stub make "$builds"
PLAYED=half
run demo
expect_status 2
expect_sentence "stopped"
PLAYED=all
run demo
expect_status 0
expect_calls '^tournament run.*demo/1$' \
	"tournament run ./tournaments/examples/demo.json -o demo/1
tournament run demo/1"
unset PLAYED

machine "as root the bots of the demo lie where others can enter"
stub make "$builds"
stub id 'echo 0'
for tool in cp mktemp find; do
	ln -s "$(command -v $tool)" "$place/bin/$tool"
done
PLAYED=all
export PLAYED
TMPDIR=$place
export TMPDIR
(umask 077; run demo; echo $status >"$place/status")
unset PLAYED TMPDIR
status=$(cat "$place/status")
expect_status 0
copy=$(sed -n 's/.*from a copy in //p' "$place/out")
expect_calls '^tournament run' "tournament run $copy/tournaments/examples/demo.json -o demo/1"
[ ! -e "$copy" ] || complain "the copy is left"

machine "a demo of root that was stopped goes on from the same place"
stub make "$builds"
stub id 'echo 0'
for tool in cp mktemp find; do
	ln -s "$(command -v $tool)" "$place/bin/$tool"
done
TMPDIR=$place
PLAYED=half
export PLAYED TMPDIR
run demo
expect_status 2
copy=$(sed -n 's/.*from a copy in //p' "$place/out")
case $copy in
"$place"/*) ;;
*) complain "no copy" ;;
esac
[ ! -e "$copy" ] || complain "the copy is left"
[ "$(tail -n 1 "$place/out")" = "To go on: ./bootstrap demo" ] ||
	complain "not said how to go on"
PLAYED=all
run demo
unset PLAYED TMPDIR
expect_status 0
grep -qF "from a copy in $copy" "$place/out" || complain "another copy"
expect_calls '^tournament run' "tournament run $copy/tournaments/examples/demo.json -o demo/1
tournament run demo/1"
[ ! -e "$copy" ] || complain "the copy is left"
[ ! -e "$place/demo/1.copy" ] || complain "its name is left"

exit $failed
