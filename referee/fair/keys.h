/*
 * keys.h - Ed25519 keys of referees and operators.
 *
 * A key file is 64 hex digits of the seed and LF, mode 0600.
 */
#ifndef FAIR_KEYS_H
#define FAIR_KEYS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "fair/dice.h"

enum { SIGNATURE_SIZE = 64, SIGNATURE_HEX_SIZE = 128 };

struct signing_key {
	unsigned char secret[64];       /* libsodium's form; wipe it */
	struct hash public;
};

/* A new key from the system's random numbers, written to a file that must not
   exist yet, mode 0600.  Returns 0, or -1 with `err` and no file. */
int keys_create(struct signing_key *key, const char *path, struct error *err);

/* Returns 0, or -1 when the file cannot be read or is not a key, or others can
   read it (the sentence says: chmod 600). */
int keys_load(struct signing_key *key, const char *path, struct error *err);

/* Appends where the user's own key is: $XDG_CONFIG_HOME/rollcall/key, else
   $HOME/.config/rollcall/key.  Returns 0, or -1 with `err`. */
int keys_own_path(struct text *path, struct error *err);

/* The user's own key, made at first use. */
int keys_load_own(struct signing_key *key, struct error *err);

/* From the 32-byte seed. */
void keys_from_seed(struct signing_key *key, const unsigned char *seed);

/* Ed25519 over "rollcall log" || digest. */
void keys_sign_log(const struct signing_key *key, const struct hash *digest,
		   unsigned char *signature);
bool keys_verify_log(const struct hash *public, const struct hash *digest,
		     const unsigned char *signature);

/* Wipes; safe twice. */
void keys_release(struct signing_key *key);

#endif
