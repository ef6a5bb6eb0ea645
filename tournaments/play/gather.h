/*
 * gather.h - enters the results committed by shards into the book.
 */
#ifndef TOURNAMENTS_PLAY_GATHER_H
#define TOURNAMENTS_PLAY_GATHER_H

#include "tournaments/play/play.h"

/* What is left to play; all zeroes is nothing. */
struct gather_due {
	bool over;              /* the book is closed */
	uint32_t *number;       /* owned; numbers of the matches that are not
				   committed, ascending */
	size_t count, room;
	uint32_t round;         /* of the first of them */
};

/* Reads the folder into `record` and finds what is due; changes nothing.
   Returns 0, or -1 with `err`; the caller releases both either way. */
int gather_look(const char *folder, struct record *record,
		struct gather_due *due, struct error *err);

/*
 * Reads the folder, which the caller has locked, checks the committed matches
 * and writes them to the book in the order of their numbers, wave by wave.  If
 * no match is left, closes and signs the tournament.  Otherwise as gather_look.
 */
int gather_folder(const struct play_order *order, const struct signing_key *key,
		  struct record *record, struct gather_due *due,
		  struct error *err);

void gather_release(struct gather_due *due);

#endif
