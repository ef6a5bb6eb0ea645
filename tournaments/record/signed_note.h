/*
 * signed_note.h - signed notes: a text and its signatures, one per line.
 *
 * The format is that of Go's checksum database (C2SP), with Ed25519 keys, so
 * that other tools can check the signatures.
 */
#ifndef RECORD_SIGNED_NOTE_H
#define RECORD_SIGNED_NOTE_H

#include "base/text.h"
#include "fair/keys.h"

enum {
	SIGNED_NOTE_ID_SIZE = 4,
	SIGNED_NOTE_SIZE_MAX = 1 << 26         /* bytes of a whole note */
};

/* Borrows the name. */
struct signed_note_key {
	const char *name;
	struct hash key;
};

/* The SIGNED_NOTE_ID_SIZE bytes that distinguish keys of the same name: the
   start of SHA-256(name || LF || 1 || key). */
void signed_note_key_id(const struct signed_note_key *key, unsigned char *id);

/* Appends a signature line with its LF.  A note consists of its text, which
   ends with LF, an empty line, and one or more signature lines. */
void signed_note_sign(const char *text, const char *name,
		      const struct signing_key *key, struct text *line);

/* Appends a whole note with one signature. */
void signed_note_write(const char *text, const char *name,
		       const struct signing_key *key, struct text *note);

/*
 * Checks that the text of a note is `text` byte for byte, that the first of the
 * `count` keys signed it, and that no signature by any of them is wrong; other
 * signers are ignored.  `has_signed` then says for each key whether it signed.
 * Returns 0, or -1 with a sentence that names the line but not the file.
 */
int signed_note_check(const char *note, size_t size, const char *text,
		      const struct signed_note_key *known, int count,
		      bool *has_signed, struct error *err);

/* Appends the text that is signed for a manifest, or for a book. */
void signed_note_manifest_text(const char *id, const struct hash *hash,
			       struct text *out);
void signed_note_book_text(const char *id, const struct hash *hash,
			   struct text *out);

#endif
