/*
 * manifest_folder.h - from a tournament file to a folder that can be played.
 */
#ifndef TOURNAMENTS_RECORD_MANIFEST_FOLDER_H
#define TOURNAMENTS_RECORD_MANIFEST_FOLDER_H

#include "fair/signed_ids.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_file.h"

/* Loads the key at `path`, or the user's own if it is NULL. */
int manifest_folder_key(struct signing_key *key, const char *path,
			struct error *err);

/*
 * Reads a file, settles it and makes its folder (tournament_folder_make).
 * `trusted`: authors' commitments are accepted below sandbox strict.
 */
int manifest_folder_make(const char *file, const char *folder, bool trusted,
			 const struct signer *signer, struct error *err);

/*
 * Reads the folder's tournament.json, settles it, and compares it with the
 * manifest: the error names a bot that has changed.
 */
int manifest_folder_check_file(struct tournament_file *file,
			       const struct record *record, struct error *err);

/* Writes the book's first line.  `reveal` has one for each commitment of the
   manifest; `beacon` may be NULL. */
int manifest_folder_open_book(struct record *record,
			      const struct dice_reveal *reveal,
			      const struct hash *beacon, struct error *err);

#endif
