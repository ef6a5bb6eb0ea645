/*
 * record.c - what a tournament's folder holds: its manifest and its book.
 */
#include "tournaments/record/record.h"

#include <stdlib.h>

#include "fair/tournament_salt.h"
#include "tournaments/record/tournament_folder.h"

int record_read(struct record *record, const char *folder, struct error *err)
{
	char *path = folder_file(folder, "book.jsonl");
	int result = -1;

	*record = (struct record){ .folder = memory_copy(folder) };
	if (tournament_read(&record->tournament, folder, err) != 0 ||
	    book_read(&record->book, path, err) != 0)
		goto done;
	if (record->book.opened && !hash_equal(&record->book.manifest,
	    &record->tournament.manifest.hash)) {
		error_set(err, "%s:1: the book belongs to another manifest "
			  "than %s/manifest.json", path, folder);
		goto done;
	}
	result = tournament_follow(&record->tournament, &record->book, err);

done:
	free(path);
	return result;
}

int record_check_salt(const struct record *record, bool *signed_by,
		      struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct book *book = &record->book;
	const struct hash **reveal = memory_new((size_t)book->reveals + 1,
						sizeof *reveal);
	struct salt salt = { .manifest = manifest, .reveal = reveal,
		.beacon = book->has_beacon ? &book->beacon : NULL,
		.author_signed = signed_by != NULL ? signed_by + 1 : NULL };
	struct hash due;
	int result = -1;

	for (int i = 0; i < book->reveals; i++)
		reveal[i] = book->revealed[i] ? &book->reveal[i] : NULL;
	if (book->reveals != salt_reveals(manifest))
		error_set(err, "%s:1: reveals: expected %d, one for each "
			  "commitment, found %d", book->path,
			  salt_reveals(manifest), book->reveals);
	else if (salt_make(&salt, &due, err) != 0)
		error_at(err, "%s:1", book->path);
	else if (!hash_equal(&due, &book->salt))
		error_set(err, "%s:1: the salt does not follow from manifest, "
			  "reveals and beacon", book->path);
	else
		result = 0;
	free(reveal);
	return result;
}

void record_release(struct record *record)
{
	tournament_release(&record->tournament);
	book_release(&record->book);
	free(record->folder);
	*record = (struct record){0};
}
