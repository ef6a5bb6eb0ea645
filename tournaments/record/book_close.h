/*
 * book_close.h - the end of a tournament: the closed book and its note.
 */
#ifndef TOURNAMENTS_RECORD_BOOK_CLOSE_H
#define TOURNAMENTS_RECORD_BOOK_CLOSE_H

#include "tournaments/record/record.h"
#include "tournaments/record/signed_ids.h"

/*
 * Writes the close line with the secret S, signs the book and removes the file
 * `secret`.  Each step can be repeated after a crash.  A second book of an id
 * that the tournament file gave is not signed (signed_ids.h).  Returns 0, or -1
 * with `err`.
 */
int book_close(struct record *record, const struct signer *signer,
	       const struct hash *secret, struct error *err);

/* The same for a book that is closed already. */
int book_close_sign(const struct record *record, const struct signer *signer,
		    struct error *err);

/* Did the operator sign the book?  0, or -1 with `err`. */
int book_close_check(const struct record *record, struct error *err);

#endif
