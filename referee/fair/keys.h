/*
 * keys.h - Ed25519 keys of referees and operators, and secrets of matches.
 *
 * The file of a key has the 64 hex digits of its seed and LF, that of a secret
 * those of the secret; its mode is 0600.
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

/* Makes a new key from the system's random numbers and writes it to a file of
   mode 0600, which must not exist yet.  Returns 0, or -1 with `err` and no
   file. */
int keys_create(struct signing_key *key, const char *path, struct error *err);

/* Loads a key.  Returns 0, or -1 if the file cannot be read or is not a key, or
   if its mode gives others access (the sentence then says: chmod 600). */
int keys_load(struct signing_key *key, const char *path, struct error *err);

/* Appends the path of the user's own key: $XDG_CONFIG_HOME/rollcall/key, or
   else $HOME/.config/rollcall/key.  Returns 0, or -1 with `err`. */
int keys_own_path(struct text *path, struct error *err);

/* Loads the user's own key, which is created on first use.  Returns 0, or -1
   with `err`. */
int keys_load_own(struct signing_key *key, struct error *err);

/* Loads the key at `path`, or the user's own if it is NULL. */
int keys_load_or_own(struct signing_key *key, const char *path,
		     struct error *err);

/* Derives the key from its 32-byte seed. */
void keys_from_seed(struct signing_key *key, const unsigned char *seed);

/* Ed25519 signatures of "rollcall log" || digest. */
void keys_sign_log(const struct signing_key *key, const struct hash *digest,
		   unsigned char *signature);
bool keys_verify_log(const struct hash *public, const struct hash *digest,
		     const unsigned char *signature);

/* Wipes the key; may be called twice. */
void keys_release(struct signing_key *key);

/* ### the secret of a match, in a file of the same form */

/* Makes a secret of 32 random bytes from the system. */
void keys_random_secret(struct hash *secret);

/* Reads 64 hex digits and LF (which may be missing) from a file or, for "-",
   standard input.  Returns 0, or -1 with `err` and the secret wiped. */
int keys_read_secret(struct hash *secret, const char *path, struct error *err);

/* Writes a file of mode 0600, which must not exist yet, and syncs it to disk.
   Returns 0, or -1 with `err`. */
int keys_write_secret(const struct hash *secret, const char *path,
		      struct error *err);

#endif
