/*
 * play_luck.h - writes the files about luck of a tournament that is over.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_LUCK_H
#define TOURNAMENTS_PLAY_PLAY_LUCK_H

#include "tournaments/record/record.h"

/* Writes the files about luck once the book is closed, as the results do not
   depend on them.  `again` is the command that retries it.  Returns 0, or -1
   with `err`. */
int play_luck_write(const struct record *record, int jobs, const char *again,
		    struct error *err);

#endif
