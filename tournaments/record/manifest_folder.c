/*
 * manifest_folder.c - from a tournament file to a folder that can be played.
 */
#include "tournaments/record/manifest_folder.h"

#include <stdlib.h>
#include <string.h>

#include "fair/tournament_salt.h"
#include "tournaments/record/tournament_folder.h"

int manifest_folder_key(struct signing_key *key, const char *path,
			struct error *err)
{
	return path != NULL ? keys_load(key, path, err) :
		keys_load_own(key, err);
}

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
		if (entrant_sandbox(&file->entrant[i], file->level) != NULL)
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
	    (trusted || want_strict(&file, err) == 0) &&
	    check_key(&file, signer->key, err) == 0 &&
	    tournament_file_settle(&file, err) == 0)
		result = tournament_folder_make(folder, &file, signer, err);
	tournament_file_release(&file);
	return result;
}

static bool same_sandbox(const char *now, const char *then)
{
	return now == NULL || then == NULL ? now == then :
		strcmp(now, then) == 0;
}

/* Compares the bots first, for a better error, then everything else byte by
   byte. */
static int compare(const struct tournament_file *file,
		   const struct tournament *tournament, struct error *err)
{
	const struct manifest *manifest = &tournament->manifest;
	struct manifest due;
	struct text bytes = {0};
	int result = -1;

	if (file->contest.entrants != manifest->entrants)
		return error_set(err, "%s: entrants: the manifest has %d, "
				 "found %d", file->path, manifest->entrants,
				 file->contest.entrants);
	for (int i = 0; i < manifest->entrants; i++) {
		const struct entrant *now = &file->entrant[i];

		if (strcmp(now->name, manifest->entrant[i].name) != 0)
			return error_set(err, "%s: entrants[%d].name: the "
					 "manifest has %s, found %s",
					 file->path, i,
					 manifest->entrant[i].name, now->name);
		if (!hash_equal(&now->bot, &manifest->entrant[i].bot))
			return error_set(err, "bot %s has changed since the "
					 "manifest was signed: put its files "
					 "back as they were", now->name);
		if (!same_sandbox(entrant_sandbox(now, file->level),
				  manifest->entrant[i].sandbox))
			return error_set(err, "%s: entrants[%d].sandbox: it is "
					 "not the level of %s that the "
					 "manifest was signed with", file->path,
					 i, now->name);
		if (!hash_equal(&now->sealed, &manifest->entrant[i].command))
			return error_set(err, "%s: entrants[%d].command: it is "
					 "not the command of %s that the "
					 "manifest was signed with", file->path,
					 i, now->name);
	}
	if (file->manifest.has_luck && manifest->has_luck &&
	    !hash_equal(&file->manifest.luck, &manifest->luck))
		return error_set(err, "%s: luck: luck.json has changed since "
				 "the manifest was signed: put it back as it "
				 "was", file->path);
	tournament_file_manifest(file, &manifest->seal,
				 &manifest->operator_key, &bytes);
	if (manifest_parse(&due, bytes.bytes, bytes.length, file->path,
			   err) == 0) {
		result = 0;
		if (!hash_equal(&due.hash, &manifest->hash)) {
			const cJSON *item;

			result = error_set(err, "%s is not what the manifest "
					   "was made from", file->path);
			cJSON_ArrayForEach(item, manifest->tree)
				if (!cJSON_Compare(item, json_get(due.tree,
				    item->string), true)) {
					error_add(err, ": \"%s\" differs",
						  item->string);
					break;
				}
		}
		manifest_release(&due);
	}
	text_release(&bytes);
	return result;
}

int manifest_folder_check_file(struct tournament_file *file,
			       const struct record *record, struct error *err)
{
	char *path = tournament_folder_file(record->folder, "tournament.json");
	int result = -1;

	if (tournament_file_read(file, path, err) == 0 &&
	    tournament_file_settle(file, err) == 0)
		result = compare(file, &record->tournament, err);
	free(path);
	return result;
}

int manifest_folder_open_book(struct record *record,
			      const struct dice_reveal *reveal,
			      const struct hash *beacon, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct tournament_salt salt = { .manifest = manifest,
					      .reveal = reveal,
					      .beacon = beacon };
	struct hash made;

	if (tournament_salt_make(&salt, &made, err) != 0)
		return -1;
	return book_open_sync(&record->book, &manifest->hash, reveal,
			      tournament_salt_reveals(manifest), beacon, &made,
			      err);
}
