/*
 * record.c - a tournament's folder: its manifest and its book.
 */
#include "tournaments/record/record.h"

#include <stdlib.h>

#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"

int record_read(struct record *record, const char *folder, struct error *err)
{
	char *path = tournament_folder_file(folder, "book.jsonl");
	int result = -1;

	*record = (struct record){ .folder = memory_copy(folder) };
	if (tournament_read(&record->tournament, folder, err) != 0 ||
	    book_read(&record->book, path, err) != 0)
		goto done;
	if (record->book.opened && !hash_equal(&record->book.manifest,
	    &record->tournament.manifest.hash)) {
		error_set(err, "%s:1: the book does not belong to "
			  "%s/manifest.json", path, folder);
		goto done;
	}
	result = tournament_follow(&record->tournament, &record->book, err);
	if (result == 0) {
		sprt_end_begin(&record->test, &record->tournament.contest,
			       record->folder);
		record_look_again(record);
	}

done:
	free(path);
	return result;
}

/* ### what counts */

void record_look_again(struct record *record)
{
	sprt_end_update(&record->test, &record->tournament.contest,
			&record->book);
}

int record_decide(struct record *record, struct fixture *fixture,
		  struct error *err)
{
	if (tournament_decide(&record->tournament, &record->book, fixture,
			      err) != 0)
		return -1;
	record_look_again(record);
	return 0;
}

uint32_t record_counted(const struct record *record, uint32_t number)
{
	const struct book_match *match = book_find(&record->book, number);
	const struct sprt_end *test = &record->test;

	if (!match->ended || (test->last != 0 && number > test->last))
		return 0;
	return number == test->last ? test->last_games : match->games;
}

/* ### the dice */

/* What the salt of an open book was made of. */
static struct tournament_salt record_salt(const struct record *record)
{
	const struct book *book = &record->book;

	return (struct tournament_salt){
		.manifest = &record->tournament.manifest,
		.reveal = book->reveal,
		.beacon = book->has_beacon ? &book->beacon : NULL,
	};
}

int record_open_book(struct record *record, const struct dice_reveal *reveal,
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

int record_check_salt(const struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct book *book = &record->book;
	struct tournament_salt salt = record_salt(record);
	struct hash due;

	if (book->reveals != tournament_salt_reveals(manifest))
		return error_set(err,
				 "%s:1: reveals: expected %d, one for "
				 "each commitment, found %d",
				 book->path, tournament_salt_reveals(manifest),
				 book->reveals);
	if (tournament_salt_make(&salt, &due, err) != 0)
		return error_at(err, "%s:1", book->path);
	if (!hash_equal(&due, &book->salt))
		return error_set(err, "%s:1: the salt does not follow from "
				 "manifest, reveals and beacon", book->path);
	return 0;
}

void record_salt_doubts(const struct record *record, const bool *signed_by,
			const bool *pinned, struct doubts *doubts)
{
	struct tournament_salt salt = record_salt(record);
	struct tournament_salt_verdict verdict;

	salt.author_signed = signed_by + 1;
	salt.author_pinned = pinned + 1;
	tournament_salt_verdict(&salt, &verdict);
	tournament_salt_doubts(&salt, &verdict, doubts);
	tournament_salt_verdict_release(&verdict);
}

void record_forget_matches(struct record *record)
{
	contest_release(&record->tournament.contest);
	book_release(&record->book);
}

void record_release(struct record *record)
{
	sprt_end_release(&record->test);
	tournament_release(&record->tournament);
	book_release(&record->book);
	free(record->folder);
	*record = (struct record){0};
}
