/*
 * void_log.h - how far a match had come whose attempt is void.
 */
#ifndef TOURNAMENTS_RECORD_VOID_LOG_H
#define TOURNAMENTS_RECORD_VOID_LOG_H

#include "tournaments/record/record.h"

struct void_log {
	struct hash hash;       /* of the file */
	bool closed;            /* it reveals its secret, or is packed */
	bool legible;           /* something in it can be read */
	bool sound;             /* nothing is damaged, though it may be cut */
	uint32_t of;            /* games of the match */
	uint32_t games;         /* of them finished, as far as it can be read */
	uint32_t others;        /* of them, end otherwise in the book */
};

/*
 * Reads the log of a void attempt of a match, whatever is damaged in it: white
 * space, capitals, escapes and the order of keys and lines make no difference.
 * `secret` is S.  Returns 0, or -1 with `err` if the file cannot be read.
 */
int void_log_read(struct void_log *found, const struct record *record,
		  const struct hash *secret, const struct fixture *fixture,
		  const char *path, struct error *err);

/* A finished match cannot be void, and neither can one that could have been
   resumed.  Returns 0, or -1 with `err` if it was. */
int void_log_check(const struct void_log *found, const char *path,
		   struct error *err);

#endif
