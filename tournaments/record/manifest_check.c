/*
 * manifest_check.c - is the tournament file still the one that was signed?
 */
#include "tournaments/record/manifest_check.h"

#include <stdlib.h>
#include <string.h>

#include "tournaments/record/tournament_folder.h"

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
		const struct logline_entrant *then = &manifest->entrant[i],
			found = logline_entrant_of(now, file->level);

		if (strcmp(now->name, manifest->entrant[i].name) != 0)
			return error_set(err, "%s: entrants[%d].name: the "
					 "manifest has %s, found %s",
					 file->path, i,
					 manifest->entrant[i].name, now->name);
		if (!hash_equal(&now->bot, &manifest->entrant[i].bot))
			return error_set(err, "bot %s has changed since the "
					 "manifest was signed: put its files "
					 "back as they were", now->name);
		if (found.leveled != then->leveled ||
		    (found.leveled && found.level != then->level))
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

int manifest_check_file(struct tournament_file *file,
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
