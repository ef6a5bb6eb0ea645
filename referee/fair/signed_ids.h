/*
 * signed_ids.h - records the manifests that a key has signed, one for each id.
 *
 * KEY.signed, beside the key file KEY, has a line for each manifest: the public
 * key, the id and the manifest's SHA-256, separated by spaces.
 */
#ifndef FAIR_SIGNED_IDS_H
#define FAIR_SIGNED_IDS_H

#include <sys/types.h>

#include "fair/keys.h"

/* Who signs.  Borrows everything. */
struct signer {
	const struct signing_key *key;
	const char *key_file;   /* the key's file; NULL: the user's own */
	bool again;             /* allow a second manifest of an id */
};

/* The open file; all zeroes if there is none. */
struct signed_ids {
	char *path;             /* owned; NULL: none */
	int fd;
	off_t size;             /* before this line; -1: not known */
};

/*
 * Records a manifest that is about to be signed and waits until that is on the
 * disk.  A second manifest of the same id is refused unless the signer sets
 * `again`.  The file stays locked until signed_ids_release, which must be
 * called in any case.  Returns 0, or -1 with `err`.
 */
int signed_ids_add(struct signed_ids *ids, const struct signer *signer,
		   const char *id, const struct hash *manifest,
		   struct error *err);

/* Removes the line again if the manifest was not signed. */
void signed_ids_undo(struct signed_ids *ids);

/* Closes the file; may be called twice. */
void signed_ids_release(struct signed_ids *ids);

#endif
