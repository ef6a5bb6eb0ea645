/*
 * manifest_folder.c - from a tournament file to a folder with its manifest.
 */
#include "tournaments/record/manifest_folder.h"

#include "tournaments/record/tournament_file.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"

/* The file does not say which key will sign, so it is only checked here that it
   is no author's. */
static int check_key(const struct tournament_file *file,
		     const struct signing_key *key, struct error *err)
{
	for (int i = 0; i < file->manifest.authors; i++)
		if (file->manifest.author[i].has_key &&
		    hash_equal(&file->manifest.author[i].key, &key->public))
			return error_set(err, "%s: authors[%d].key: it is the "
					 "operator's own key", file->path, i);
	return 0;
}

/* If authors commit to a contest, its secret must be out of reach of bots. */
static int want_strict(const struct tournament_file *file, struct error *err)
{
	const char *needs = "a contest that authors commit to needs "
		"\"strict\": below it a bot could read the secret "
		"(--trusted if you trust every bot)";

	if (tournament_salt_reveals(&file->manifest) == 0)
		return 0;
	if (file->level != LEVEL_STRICT)
		return error_set(err, "%s: sandbox: %s", file->path, needs);
	for (int i = 0; i < file->contest.entrants; i++)
		if (entrant_level(&file->entrant[i], file->level) !=
		    file->level)
			return error_set(err, "%s: entrants[%d].sandbox: %s",
					 file->path, i, needs);
	return 0;
}

int manifest_folder_make(const char *path, const char *folder, bool trusted,
			 const struct signer *signer, struct error *err)
{
	struct tournament_file file;
	int result = -1;

	if (tournament_file_read(&file, path, err) == 0 &&
	    tournament_file_check_names(&file, err) == 0 &&
	    (trusted || want_strict(&file, err) == 0) &&
	    check_key(&file, signer->key, err) == 0 &&
	    tournament_file_settle(&file, err) == 0)
		result = tournament_folder_make(folder, &file, signer, err);
	tournament_file_release(&file);
	return result;
}
