/*
 * signed_ids.h - which manifests a key has signed: one of each id.
 *
 * KEY.signed, beside the key file KEY, has a line for each manifest: the public
 * key, the id, and the manifest's SHA-256, with a space between them.
 */
#ifndef FAIR_SIGNED_IDS_H
#define FAIR_SIGNED_IDS_H

#include <sys/types.h>

#include "fair/keys.h"

/* Who signs.  Borrows all. */
struct signer {
	const struct signing_key *key;
	const char *key_file;   /* where it is; NULL: the user's own */
	bool again;             /* even a second manifest of an id */
};

/* The open file; all zeroes, or released: none. */
struct signed_ids {
	char *path;             /* owned; NULL: none */
	int fd;
	off_t size;             /* before this line */
};

/*
 * Adds a manifest that is about to be signed, and waits until that is on the
 * disk.  Another one of the same id is refused, unless the signer wants it
 * again.  Nobody else can add one before signed_ids_release, which is due
 * either way.  Returns 0, or -1 with `err`.
 */
int signed_ids_add(struct signed_ids *ids, const struct signer *signer,
		   const char *id, const struct hash *manifest,
		   struct error *err);

/* Takes the line back: the manifest was not signed. */
void signed_ids_undo(struct signed_ids *ids);

/* Safe twice. */
void signed_ids_release(struct signed_ids *ids);

#endif
