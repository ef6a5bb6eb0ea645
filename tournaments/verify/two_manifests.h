/*
 * two_manifests.h - who signed the manifests and the books of two folders?
 */
#ifndef TOURNAMENTS_VERIFY_TWO_MANIFESTS_H
#define TOURNAMENTS_VERIFY_TWO_MANIFESTS_H

#include "base/text.h"
#include "fair/manifest.h"
#include "fair/signed_note.h"

struct signed_manifest {
	char *note_path;        /* owned */
	struct text note;       /* owned */
	struct manifest manifest;
	bool *signed_by;        /* owned: operator, then authors */
	char *book_path;        /* owned: the book's note; NULL: none */
	struct text book_note;  /* owned; the operator has signed it */
	struct hash book;
};

/* Owns everything; call two_manifests_release. */
struct two_manifests {
	struct signed_manifest side[2];
	bool same;                      /* byte by byte */
	struct signed_note_key *signer; /* whose key signed both */
	int signers;
	bool two_books;                 /* one operator's key signed books that
					   differ */
};

/*
 * Reads manifest and note of two folders, which must have the same id and valid
 * signatures; the folders need nothing else.  If the manifests differ, two
 * signatures of one key prove fraud, and so do those of one operator below two
 * books that differ.  Returns 0, or -1 with `err`; call two_manifests_release in
 * either case.
 */
int two_manifests_read(struct two_manifests *both, const char *const folder[2],
		       struct error *err);

/* Appends both notes, escaped for a terminal, and the keys that signed both. */
void two_manifests_show(struct two_manifests *both, struct text *out);

void two_manifests_release(struct two_manifests *both);

#endif
