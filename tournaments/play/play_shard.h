/*
 * play_shard.h - plays a part of the matches that are due, on one of many
 * machines.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_SHARD_H
#define TOURNAMENTS_PLAY_PLAY_SHARD_H

#include "tournaments/play/play.h"

enum { PLAY_SHARDS_MAX = 10000000 };

/*
 * Plays the matches of the current wave (wave.h) whose number is `index` modulo
 * `of` and that are not committed yet, and commits them.  Takes no lock and
 * writes nothing else to the folder.  Returns 0 when all of them are committed,
 * or -1 with `err`.
 */
int play_shard(const struct play_order *order, uint32_t index, uint32_t of,
	       const struct signing_key *key, struct error *err);

/* Returns 0, or -1 with `err` for a tournament that `tournament run` has begun
   without shards: the two cannot be mixed. */
int play_shard_check(const struct record *record, struct error *err);

/* Has the tournament ended early, before its next wave begins? */
bool play_shard_ended(const struct record *record);

#endif
