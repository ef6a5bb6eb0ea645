/*
 * verify.h - is a finished tournament what its manifest says?
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_H
#define TOURNAMENTS_VERIFY_VERIFY_H

#include "tournaments/verify/verify_logs.h"

struct verdict {
	struct record record;           /* owned */
	/* Owned, the operator first, then the authors: who signed the
	   manifest, and whose key the reader knows. */
	bool *signed_by, *pinned;
	struct log_checks logs;
	uint32_t matches, voids;
	struct text voids_told;         /* how far the void attempts were */
	bool alone;                     /* a round without its league */
	bool trouble;                   /* something could not be read */
	bool unfinished;                /* nothing is wrong but that the
					   tournament is not over */
	struct error why;               /* what is wrong or cannot be read */
};

/* A key that the reader knows. */
struct verify_pin {
	const char *name;               /* no NUL at its end */
	size_t length;                  /* of `name`; 0: the operator's */
	struct hash key;
};

/* What to verify, and how. */
struct verify_order {
	const char *folder;
	const struct verify_pin *pin;
	int pins;
	bool is_round;                  /* of a league: another round may have
	                                   the names that this one lacks */
	const char *referee;            /* the program */
	int jobs;
	void (*progress)(uint32_t done, uint32_t of);   /* or NULL */
};

/*
 * Checks the notes, the book, the pairings, every log, that there are no other
 * logs, and luck files.  True: verified.  Otherwise `why` names the place, and
 * `trouble` is set if something could not be read.  Call verdict_release in
 * either case.
 */
bool verify_folder(const struct verify_order *order, struct verdict *verdict);

/* The first part of verify_folder, also for a tournament that is not over:
   checks who signed manifest and book, the secret if it is out, and the salt.
   Otherwise the same. */
bool verify_signed(const struct verify_order *order, struct verdict *verdict);

/* Is there luck to verify?  There is if the manifest has a luck file, or if
   luck.json and luck.csv were made later: other commands show luck from
   them. */
bool verify_luck_is_due(const struct record *record);

/* The place of a pin's name in a manifest: 0 for the operator, then the
   authors; -1 if it is not there. */
int verify_pin_place(const struct verify_pin *pin,
		     const struct manifest *manifest);

/* Adds what was not proved, except for doubts_add_never_proved, which comes
   last in every verdict. */
void verify_doubts(const struct verdict *verdict, struct doubts *doubts);

void verdict_release(struct verdict *verdict);

#endif
