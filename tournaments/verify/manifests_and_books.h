/*
 * manifests_and_books.h - who signed the manifests and the books of two
 * folders?
 */
#ifndef TOURNAMENTS_VERIFY_MANIFESTS_AND_BOOKS_H
#define TOURNAMENTS_VERIFY_MANIFESTS_AND_BOOKS_H

#include "base/text.h"
#include "tournaments/record/manifest.h"
#include "tournaments/record/signed_note.h"

struct signed_manifest {
	char *note_path;        /* owned */
	struct text note;       /* owned */
	struct manifest manifest;
	bool *signed_by;        /* owned: operator, then authors */
	char *book_path;        /* owned: the book's note; NULL: none */
	struct text book_note;  /* owned; the operator has signed it */
	struct hash book;       /* that the note signs; the book itself may be
				   missing */
};

/* Owns everything; call manifests_and_books_release. */
struct manifests_and_books {
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
 * books that differ.  Returns 0, or -1 with `err`; call
 * manifests_and_books_release in either case.
 */
int manifests_and_books_read(struct manifests_and_books *both,
			     const char *const folder[2], struct error *err);

/* Appends both notes, escaped for a terminal, and the keys that signed both. */
void manifests_and_books_show(const struct manifests_and_books *both,
			      struct text *out);

void manifests_and_books_release(struct manifests_and_books *both);

#endif
