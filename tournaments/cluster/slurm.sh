#!/bin/sh
# slurm.sh - plays a tournament on the nodes of a Slurm cluster.
#
#   slurm.sh DIR N [OPTIONS OF SBATCH]
#
# One task per node plays one of N shards on all the cores that it has.  DIR is
# on a disk that all nodes share.  Only committed matches count: the exit
# statuses of jobs are ignored.
set -u
dir=$(realpath "$1") shards=$2
shift 2

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
	# shellcheck disable=SC2016 # the task has its own number
	sbatch --wait --requeue --array="$(
		tournament gather "$dir" --due --of "$shards" --as slurm)" \
		--ntasks=1 --output=/dev/null "$@" --wrap="exec tournament run \
		'$dir' --shard \$SLURM_ARRAY_TASK_ID/$shards"
done
