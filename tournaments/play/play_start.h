/*
 * play_start.h - checks before a tournament is continued.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_START_H
#define TOURNAMENTS_PLAY_PLAY_START_H

#include "fair/keys.h"
#include "tournaments/record/record.h"

/* Reads the folder and checks that its manifest is signed, for this key.
   Returns 0, or -1 with `err`; record_release is due either way. */
int play_start_read(struct record *record, const char *folder,
		    const struct signing_key *key, struct error *err);

/* Opens the book for appending, unless it is kept in memory.  A tournament with
   neither commitments nor a beacon is opened here; others must be open already.
   Returns 0, or -1 with `err`. */
int play_start_book(struct record *record, struct error *err);

#endif
