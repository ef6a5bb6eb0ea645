/*
 * play_start.h - what has to be right before a tournament goes on.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_START_H
#define TOURNAMENTS_PLAY_PLAY_START_H

#include "fair/keys.h"
#include "tournaments/record/record.h"

/* Reads the folder and checks that its manifest is signed, for this key.
   Returns 0, or -1 with `err`; record_release is due either way. */
int play_start_read(struct record *record, const char *folder,
		    const struct signing_key *key, struct error *err);

/* Opens the book for appending, unless it is kept in memory.  A tournament that
   nobody has committed to opens by itself. */
int play_start_book(struct record *record, struct error *err);

#endif
