/*
 * signed_ids.h - records what a key has signed: one manifest for each id, and
 * one book for each manifest.
 *
 * KEY.signed, beside the key file KEY, has a line for each: the public key, the
 * id, the manifest's SHA-256 and that of a book, separated by spaces.
 */
#ifndef TOURNAMENTS_RECORD_SIGNED_IDS_H
#define TOURNAMENTS_RECORD_SIGNED_IDS_H

#include <sys/types.h>

#include "fair/keys.h"

/* Who signs.  Borrows everything. */
struct signer {
	const struct signing_key *key;
	const char *key_file;   /* the key's file; NULL: the user's own */
	bool again;             /* allow a second manifest of an id */
};

/* What is signed. */
struct signed_file {
	const char *id;         /* of the tournament */
	struct hash manifest;
	bool is_book;           /* else the manifest itself */
	struct hash book;
};

/* The open file; all zeroes if there is none. */
struct signed_ids {
	char *path;             /* owned; NULL: none */
	int fd;
	off_t size;             /* before this line; -1: not known */
};

/*
 * Records what is about to be signed and waits until that is on the disk.  A
 * second manifest of an id is refused unless the signer sets `again`, and a
 * second book of a manifest always.  The file stays locked until
 * signed_ids_release, which must be called in any case.  Returns 0, or -1 with
 * `err`.
 */
int signed_ids_add(struct signed_ids *ids, const struct signer *signer,
		   const struct signed_file *file, struct error *err);

/* Removes the line again if nothing was signed. */
void signed_ids_undo(struct signed_ids *ids);

/* Closes the file; may be called twice. */
void signed_ids_release(struct signed_ids *ids);

#endif
