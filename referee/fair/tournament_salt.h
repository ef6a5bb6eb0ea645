/*
 * tournament_salt.h - the salt of all dice of a tournament, and who had a
 * part in choosing it.
 */
#ifndef FAIR_TOURNAMENT_SALT_H
#define FAIR_TOURNAMENT_SALT_H

#include "fair/manifest.h"

/* Borrows everything. */
struct salt {
	const struct manifest *manifest;
	/* One for each commitment, in the manifest's order. */
	const struct dice_reveal *reveal;
	const struct hash *beacon;      /* NULL: none */
	const bool *author_signed;      /* one for each author: the note */
};

/* The number of commitments in a manifest: of reveals in its book. */
int salt_reveals(const struct manifest *manifest);

/*
 * Makes the salt.  Refused are a reveal that does not open its commitment, and
 * a beacon that is announced and missing, or given and not announced.
 * `author_signed` is not looked at.  Returns 0, or -1 with `err`.
 */
int salt_make(const struct salt *salt, struct hash *made, struct error *err);

enum reveal {
	REVEAL_NONE,            /* the author made no commitment */
	REVEAL_COUNTED,
	REVEAL_UNSIGNED,        /* mixed in, but no outside salt */
	REVEAL_WITHHELD
};

struct salt_verdict {
	enum reveal *author;    /* one for each author; owned */
	int counted, without_signature, withheld;
	int free;               /* up to 2^free salts to choose from */
	bool outside;           /* someone else than the operator chose, too */
};

void salt_verdict(const struct salt *salt, struct salt_verdict *verdict);

/* Appends what was not proved, a sentence a line, each with its LF. */
void salt_words(const struct salt *salt, const struct salt_verdict *verdict,
		struct text *lines);

void salt_verdict_release(struct salt_verdict *verdict);

#endif
