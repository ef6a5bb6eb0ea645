#!/bin/sh
# parallel.sh - plays a tournament on hosts with ssh, by GNU parallel.
#
#   parallel.sh DIR N HOST[,HOST..] [OPTIONS OF PARALLEL]
#
# Each host plays one of N shards at a time on all its cores; ":" is this host.
# DIR has the same path everywhere.  With COPY=1 each host has its own copy of
# it: the book is copied there before a wave, and committed files are copied back
# whole.  SSH is the ssh command to use, such as "ssh -F FILE".
set -u
dir=$(realpath "$1") shards=$2 hosts=$3
shift 3
ssh="${SSH:-ssh} -o ServerAliveInterval=15 -o ServerAliveCountMax=3 \
-o ConnectTimeout=15"

each_copy() {
	[ "${COPY:-0}" = 1 ] || return 0
	for host in $(echo "$hosts" | tr ',' ' '); do
		[ "$host" = : ] || "$@"
	done
}

give() {
	rsync -a -e "$ssh" "$dir/" "$host:$dir/" --exclude='*.tmp' \
		--exclude=lock
}

fetch() {
	rsync -a -e "$ssh" --ignore-existing --include='*/' \
		--include='match-*.jsonl' --include='match-*.json' \
		--exclude='*' "$host:$dir/matches/" "$dir/matches/"
}

due=
while :; do
	tournament gather "$dir"
	status=$?
	[ $status -eq 1 ] || exit $status
	before=$due
	due=$(tournament gather "$dir" --due --as slurm)
	if [ "$due" = "$before" ]; then
		echo "$0: no match was committed; try one: tournament run" \
			"$dir --shard 0/1" >&2
		exit 2
	fi
	each_copy give
	tournament gather "$dir" --due --of "$shards" --as lines |
		parallel --jobs 1 --ssh "$ssh" -S "$hosts" --retries 3 \
			--joblog "$dir/parallel.log" "$@" \
			tournament run "$dir" --shard "{}/$shards"
	each_copy fetch
done
