/*
 * tournament_salt.h - the salt of all dice of a tournament, and who influenced
 * it.
 */
#ifndef TOURNAMENTS_RECORD_TOURNAMENT_SALT_H
#define TOURNAMENTS_RECORD_TOURNAMENT_SALT_H

#include "fair/doubts.h"
#include "tournaments/record/manifest.h"

/* Borrows everything. */
struct tournament_salt {
	const struct manifest *manifest;
	/* One for each commitment, in the manifest's order. */
	const struct dice_reveal *reveal;
	const struct hash *beacon;      /* NULL: none */
	const bool *author_signed;      /* one for each author: signed the
					   note */
	/* One for each author: does the reader know the key?  NULL: no. */
	const bool *author_pinned;
};

/* The number of commitments in a manifest, and so of reveals in its book. */
int tournament_salt_reveals(const struct manifest *manifest);

/*
 * Makes the salt.  Refuses a reveal that does not open its commitment, and a
 * beacon that is announced but missing, or given but not announced.  Ignores
 * `author_signed` and `author_pinned`.  Returns 0, or -1 with `err`.
 */
int tournament_salt_make(const struct tournament_salt *salt, struct hash *made,
			 struct error *err);

enum salt_reveal {
	SALT_REVEAL_NONE,            /* the author made no commitment */
	SALT_REVEAL_COUNTED,
	SALT_REVEAL_UNSIGNED,        /* mixed in, but no outside salt */
	SALT_REVEAL_WITHHELD
};

struct tournament_salt_verdict {
	enum salt_reveal *author;    /* one for each author; owned */
	int counted, without_signature;
	int choice;             /* up to 2^choice salts to choose from */
	int unpinned;           /* counted authors that may be invented */
	bool outside;           /* someone besides the operator chose */
};

void tournament_salt_verdict(const struct tournament_salt *salt,
			     struct tournament_salt_verdict *verdict);

/* Adds what is not proved about the salt. */
void tournament_salt_doubts(const struct tournament_salt *salt,
			    const struct tournament_salt_verdict *verdict,
			    struct doubts *doubts);

void tournament_salt_verdict_release(struct tournament_salt_verdict *verdict);

#endif
