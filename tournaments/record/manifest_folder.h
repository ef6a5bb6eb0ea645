/*
 * manifest_folder.h - from a tournament file to a folder with its manifest.
 */
#ifndef TOURNAMENTS_RECORD_MANIFEST_FOLDER_H
#define TOURNAMENTS_RECORD_MANIFEST_FOLDER_H

#include "tournaments/record/signed_ids.h"

/*
 * Reads a file, settles it and makes its folder (tournament_folder_make).
 * `trusted`: authors' commitments are accepted below sandbox strict.
 */
int manifest_folder_make(const char *file, const char *folder, bool trusted,
			 const struct signer *signer, struct error *err);

#endif
