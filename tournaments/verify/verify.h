/*
 * verify.h - is a finished tournament what its manifest says?
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_H
#define TOURNAMENTS_VERIFY_VERIFY_H

#include "tournaments/verify/verify_logs.h"

struct verdict {
	struct record record;           /* owned */
	bool *signed_by;                /* owned: operator, then authors */
	struct log_checks logs;
	uint32_t matches, voids;
	bool trouble;                   /* something could not be read */
	struct error why;               /* what is wrong, or why not */
};

/* What to verify, and how. */
struct verify_order {
	const char *folder;
	const struct hash *key;         /* the operator's, or NULL */
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

/* What was not proved, a sentence a line, each with its LF; but for
   NEVER_PROVED, the last line of every verdict. */
void verify_doubts(const struct verdict *verdict, bool pinned,
		   struct text *lines);

void verdict_release(struct verdict *verdict);

#endif
