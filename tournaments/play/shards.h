/*
 * shards.h - plays a part of the matches that are due, on one of many machines,
 * and enters what all of them have committed into the book.
 */
#ifndef TOURNAMENTS_PLAY_SHARDS_H
#define TOURNAMENTS_PLAY_SHARDS_H

#include "tournaments/play/play.h"

enum { SHARDS_MAX = 10000000 };

/*
 * Plays the matches of the current wave (struct wave) whose number is `index` modulo
 * `of` and that are not committed yet, and commits them.  Takes no lock and
 * writes nothing else to the folder.  Returns 0 when all of them are committed,
 * or -1 with `err`.
 */
int shards_play(const struct play_order *order, uint32_t index, uint32_t of,
		const struct signing_key *key, struct error *err);

/* What is left to play; all zeroes is nothing. */
struct shards_due {
	bool over;              /* the book is closed */
	uint32_t *number;       /* owned; numbers of the matches that are not
				   committed, ascending */
	size_t count, room;
	uint32_t round;         /* of the first of them */
};

/* Reads the folder into `record` and finds what is due; changes nothing.
   Returns 0, or -1 with `err`; the caller releases both either way. */
int shards_look(const char *folder, struct record *record,
		struct shards_due *due, struct error *err);

/*
 * Reads the folder, which the caller has locked, checks the committed matches
 * and writes them to the book in the order of their numbers, wave by wave.  If
 * no match is left, closes and signs the tournament.  Otherwise as shards_look.
 */
int shards_gather(const struct play_order *order, const struct signing_key *key,
		  struct record *record, struct shards_due *due,
		  struct error *err);

void shards_due_release(struct shards_due *due);

#endif
