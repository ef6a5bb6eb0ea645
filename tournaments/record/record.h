/*
 * record.h - a tournament's folder: its manifest, its book, and what counts.
 */
#ifndef TOURNAMENTS_RECORD_RECORD_H
#define TOURNAMENTS_RECORD_RECORD_H

#include "fair/doubts.h"
#include "tournaments/record/signed_ids.h"
#include "tournaments/record/sprt_end.h"

/* Owns everything; all zeroes is none. */
struct record {
	char *folder;
	struct tournament tournament;
	struct book book;
	struct sprt_end test;           /* what counts if the format is one */
};

/*
 * Reads both, follows the book through the format and decides which games
 * count.  Does not check the dice, as `tournament verify` does.  Returns 0, or -1 with an error that says where;
 * call record_release in either case.
 */
int record_read(struct record *record, const char *folder, struct error *err);

/* Decides a fixture whose match has ended since; otherwise the same as
   tournament_decide. */
int record_decide(struct record *record, struct fixture *fixture,
		  struct error *err);

/* Looks again whether the test has an answer: luck.csv may have grown. */
void record_look_again(struct record *record);

/*
 * How many games of a match, the first ones, count; 0 if it has not ended.  A
 * sequential test counts those up to its answer.  Everything that is computed
 * from games asks here.
 */
uint32_t record_counted(const struct record *record, uint32_t number);

/* Writes the book's first line.  `reveal` has one for each commitment of the
   manifest; `beacon` may be NULL.  Returns 0, or -1 with `err`. */
int record_open_book(struct record *record, const struct dice_reveal *reveal,
		     const struct hash *beacon, struct error *err);

/* Does the salt of an open book follow from manifest, reveals and beacon?
   Returns 0, or -1 with `err`. */
int record_check_salt(const struct record *record, struct error *err);

/* Did the operator sign each change of the entrants when it was made?  0, or -1
   with `err`. */
int record_check_changes(const struct record *record, struct error *err);

/* Adds what that salt does not prove (tournament_salt_doubts).  `signed_by` is
   from manifest_note_check; `pinned` says for the same people whether the
   reader knows their keys. */
void record_salt_doubts(const struct record *record, const bool *signed_by,
			const bool *pinned, struct doubts *doubts);

/*
 * Writes the close line with the secret S, signs the book and removes the file
 * `secret`.  Each step can be repeated after a crash.  A second book of an id
 * that the tournament file gave is not signed (signed_ids.h).  Returns 0, or -1
 * with `err`.
 */
int record_close(struct record *record, const struct signer *signer,
		 const struct hash *secret, struct error *err);

/* The same for a book that is closed already. */
int record_sign(const struct record *record, const struct signer *signer,
		struct error *err);

/* Did the operator sign the book?  0, or -1 with `err`. */
int record_check_note(const struct record *record, struct error *err);

/* Frees what grows with the number of matches, the fixtures and the book, when
   it is no longer needed.  The manifest and the folder's name remain. */
void record_forget_matches(struct record *record);

void record_release(struct record *record);

#endif
