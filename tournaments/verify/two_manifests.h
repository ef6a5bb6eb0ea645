/*
 * two_manifests.h - who signed the manifests of two folders?
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
};

/* Owns everything; two_manifests_release is due. */
struct two_manifests {
	struct signed_manifest side[2];
	bool same;                      /* to the byte */
	struct signed_note_key *signer; /* whose key signed both */
	int signers;
};

/*
 * Reads manifest and note of two folders, which must have one id and good
 * signatures; nothing else need be there.  When they are not the same, two
 * signatures of one key prove fraud.  Returns 0, or -1 with `err`.
 */
int two_manifests_read(struct two_manifests *both, const char *const folder[2],
		       struct error *err);

/* Both notes, made fit for a terminal, and the keys of who signed both. */
void two_manifests_show(struct two_manifests *both, struct text *out);

void two_manifests_release(struct two_manifests *both);

#endif
