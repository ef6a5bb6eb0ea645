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
	bool trouble;                   /* something could not be read */
	struct error why;               /* what is wrong, or why not */
};

/* A key that the reader knows. */
struct verify_pin {
	const char *name;               /* need not end */
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
 * Checks the notes, the book, the pairings, every log, and that there are no
 * other logs.  True: verified.  Else `why` names the place, and `trouble` says
 * that something could not be read.  verdict_release is due either way.
 */
bool verify_folder(const struct verify_order *order, struct verdict *verdict);

/* The place of a pin's name in a manifest: 0 the operator, then the authors; -1:
   the manifest lacks it. */
int verify_pin_place(const struct verify_pin *pin,
		     const struct manifest *manifest);

/* Adds what was not proved, but for doubts_add_never_proved, the last one of
   every verdict. */
void verify_doubts(const struct verdict *verdict, struct doubts *doubts);

void verdict_release(struct verdict *verdict);

#endif
