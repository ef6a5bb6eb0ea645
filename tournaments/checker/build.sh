#!/bin/sh
# build.sh - builds a module for WebAssembly:
# build.sh MODULE SRC SOURCES VERSION OUT
#
# MODULE is checker, or games: the library of the engines.  SRC is this project;
# SOURCES has libsodium-VERSION/, cjson-VERSION/ and zlib-VERSION/.  The same
# sources and the same packages give the same bytes in any folder.
set -eu
module=$1 src=$(cd "$2" && pwd) version=$4 out=$5
sodium=$(echo "$3"/libsodium-*/src/libsodium)
cjson=$(echo "$3"/cjson-*) zlib=$(echo "$3"/zlib-*)
clang=${WASM_CLANG:-clang}
builtins=$("$clang" -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a
libraries=/usr/lib/wasm32-wasi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/include/cjson" "$work/include/sodium" "$work/objects"
echo "#define PACKAGE_VERSION \"$version\"" > "$work/include/config.h"
cp "$cjson/cJSON.h" "$work/include/cjson/"
# `configure` makes it of this; nothing here asks for the version.
sed -e 's/@VERSION@/0/; s/@SODIUM_LIBRARY_VERSION_M[A-Z]*@/0/' \
	-e 's/@SODIUM_LIBRARY_MINIMAL_DEF@//' \
	"$sodium/include/sodium/version.h.in" > "$work/include/sodium/version.h"

# No folder of this machine gets into the bytes.  -nostdlibinc: the headers of
# /usr/include are for another machine.
cat > "$work/flags" <<END
--target=wasm32-wasi -nostdlibinc -isystem /usr/include/wasm32-wasi
-O2 -w -std=gnu11 -ffunction-sections -fdata-sections -ffp-contract=off
"-ffile-prefix-map=$src=." "-ffile-prefix-map=$sodium=libsodium"
"-ffile-prefix-map=$cjson=cjson" "-ffile-prefix-map=$zlib=zlib"
"-ffile-prefix-map=$work=build"
-D_WASI_EMULATED_SIGNAL -DSODIUM_STATIC -DHAVE_EXPLICIT_BZERO -DPKGDATADIR=\"/\"
"-I$work/include" "-I$work/include/sodium"
"-I$sodium/include" "-I$sodium/include/sodium" "-I$zlib"
"-I$src/referee" "-I$src"
END

# Processes, signals, threads and terminals are not for it.
ours=$(cd "$src" && printf '%s\n' referee/base/*.c referee/games/*.c \
	referee/worth/*.c referee/fair/*.c referee/audit/*.c \
	referee/replay/*.c referee/pack/*.c referee/analyse/*.c \
	referee/match/log_step.c \
	referee/cmd/cmd_analyse.c referee/cmd/cmd_replay.c \
	referee/cmd/cmd_verify.c \
	tournaments/checker/*.c tournaments/format/*.c tournaments/rating/*.c \
	tournaments/record/*.c tournaments/tables/*.c tournaments/report/*.c \
	tournaments/luck/*.c tournaments/verify/*.c tournaments/league/*.c \
	tournaments/site/*_data.c \
	tournaments/cmd/cmd_verify.c tournaments/cmd/cmd_ladder.c \
	tournaments/cmd/cmd_tables.c tournaments/cmd/read_*.c |
	grep -vF -e /landlock.c -e /parallel.c -e /log_packer.c -e /process.c -e /spawn \
		-e /game_program.c -e /rules_program.c \
		-e worth/solve.c -e /verify_logs.c \
		-e /verify_luck.c -e /luck_logs.c)
theirs='crypto_hash/sha256/hash_sha256 crypto_hash/sha256/cp/hash_sha256_cp
crypto_hash/sha512/hash_sha512 crypto_hash/sha512/cp/hash_sha512_cp
crypto_auth/hmacsha256/auth_hmacsha256 crypto_sign/crypto_sign
crypto_sign/ed25519/sign_ed25519 crypto_sign/ed25519/ref10/keypair
crypto_sign/ed25519/ref10/open crypto_sign/ed25519/ref10/sign
crypto_core/ed25519/ref10/ed25519_ref10 crypto_core/ed25519/core_ed25519
crypto_verify/sodium/verify crypto_stream/chacha20/stream_chacha20
crypto_stream/chacha20/ref/chacha20_ref sodium/utils sodium/codecs
sodium/runtime randombytes/randombytes'
inflate='adler32 crc32 inffast inflate inftrees zutil'
begin=$libraries/crt1-command.o
if [ "$module" = games ]; then
	ours=$(cd "$src" && printf '%s\n' referee/base/*.c referee/games/*.c \
		referee/rollcall/*.c |
		grep -vF -e /landlock.c -e /parallel.c -e /process.c -e /spawn)
	theirs='' inflate=''
	begin="$libraries/crt1-reactor.o --entry=_initialize --export=malloc --export=free
$(sed -n 's/.*\<\(rollcall_[a-z_]*\)(.*/--export=\1/p' \
	"$src/referee/rollcall/engines.h")"
fi

{
	for file in $ours; do
		printf -- '-c\n%s\n-o\n%s\n' "$src/$file" \
			"$work/objects/$(echo "$file" | tr / _).o"
	done
	for file in $theirs; do
		printf -- '-c\n%s\n-o\n%s\n' "$sodium/$file.c" \
			"$work/objects/$(echo "$file" | tr / _).o"
	done
	printf -- '-c\n%s\n-o\n%s\n' "$cjson/cJSON.c" "$work/objects/cJSON.o"
	for file in $inflate; do
		printf -- '-c\n%s\n-o\n%s\n' "$zlib/$file.c" \
			"$work/objects/zlib_$file.o"
	done
} | xargs -d '\n' -n 4 -P "${WASM_JOBS:-2}" "$clang" "@$work/flags"

# shellcheck disable=SC2086 # words without spaces
"${WASM_LD:-wasm-ld-14}" $begin "$work"/objects/*.o \
	-L"$libraries" -lwasi-emulated-signal -lc "$builtins" \
	-z stack-size=1048576 --gc-sections --strip-all -o "$out.new"
mv "$out.new" "$out"
