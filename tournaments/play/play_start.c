/*
 * play_start.c - checks before a tournament is continued.
 */
#include "tournaments/play/play_start.h"

#include <stdlib.h>

#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"

static int check_key(const struct tournament *tournament,
		     const struct signing_key *key, struct error *err)
{
	for (int i = 0; i < tournament->manifest.referees; i++)
		if (hash_equal(&tournament->manifest.referee[i], &key->public))
			return 0;
	return error_set(err, "the manifest was signed for another key: give "
			 "it with --key-file");
}

static int check_note(const struct record *record, struct error *err)
{
	char *path = tournament_folder_file(record->folder, "manifest.note");
	int result = manifest_note_check(&record->tournament.manifest, path,
					 NULL, err);

	free(path);
	return result;
}

int play_start_read(struct record *record, const char *folder,
		    const struct signing_key *key, struct error *err)
{
	return record_read(record, folder, err) != 0 ||
		suspects_mark(record, err) != 0 ||
		check_note(record, err) != 0 ||
		check_key(&record->tournament, key, err) != 0 ? -1 : 0;
}

int play_start_book(struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;

	if (!record->book.kept && book_append(&record->book, err) != 0)
		return -1;
	if (record->book.opened)
		return record_check_salt(record, err);
	if (tournament_salt_reveals(manifest) > 0 ||
	    manifest->beacon_source != NULL) {
		error_set(err, "%s waits for %s", record->folder,
			  tournament_salt_reveals(manifest) == 0 ? "its beacon"
			  : manifest->beacon_source == NULL ? "reveals"
			  : "reveals and its beacon");
		return error_command(err, ": tournament open", record->folder);
	}
	return record_open_book(record, NULL, NULL, err);
}
