/*
 * log_identity.h - does a log belong to a match of this tournament?
 */
#ifndef TOURNAMENTS_RECORD_LOG_IDENTITY_H
#define TOURNAMENTS_RECORD_LOG_IDENTITY_H

#include "tournaments/record/record.h"

/*
 * Compares the first line of the log with everything that manifest, book and
 * the secret S require for the match: bots, rules, limits, dice, level.  While
 * S is not known it is NULL, and the seal of the dice is not compared.
 * Returns 0, or -1 with an error that names the key.
 */
int log_identity_check(const struct record *record, const struct hash *secret,
		       const char *path, const struct fixture *fixture,
		       struct error *err);

struct log_identity_hashes {
	struct hash log;        /* of all lines before the last, as in a book */
	struct hash file;       /* of all bytes */
};

/* Hashes a log, which must end with a whole line.  Returns 0, or -1 with
   `err`. */
int log_identity_hashes(const char *path, struct log_identity_hashes *hashes,
			struct error *err);

#endif
