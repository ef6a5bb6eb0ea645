/*
 * play_shard.h - a part of the matches that are due, on one of many machines.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_SHARD_H
#define TOURNAMENTS_PLAY_PLAY_SHARD_H

#include "tournaments/play/play.h"

enum { PLAY_SHARDS_MAX = 10000000 };

/*
 * Plays the matches of the wave that is due (wave.h) whose number is `index`
 * modulo `of` and that nobody has committed, and commits them.  Takes no lock
 * and writes nothing else to the folder.  Returns 0 when all of them are
 * committed, or -1 with `err`.
 */
int play_shard(const struct play_order *order, uint32_t index, uint32_t of,
	       const struct signing_key *key, struct error *err);

/* A tournament is played in shards or not at all: -1 with `err` for one that
   `tournament run` has begun. */
int play_shard_check(const struct record *record, struct error *err);

/* Is it over before the next wave begins? */
bool play_shard_ended(const struct record *record);

#endif
