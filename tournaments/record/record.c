/*
 * record.c - a tournament's folder: its manifest, its book, and what counts.
 */
#include "tournaments/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/sha256.h"
#include "tournaments/record/signed_note.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"

int record_read(struct record *record, const char *folder, struct error *err)
{
	AUTOFREE char *path = path_from(folder, "book.jsonl");

	*record = (struct record){ .folder = memory_copy(folder) };
	if (tournament_read(&record->tournament, folder, err) != 0 ||
	    book_read(&record->book, path, err) != 0)
		return -1;
	if (record->book.opened && !hash_equal(&record->book.manifest,
	    &record->tournament.manifest.hash))
		return error_set(err, "%s:1: the book does not belong to "
				 "%s/manifest.json", path, folder);
	if (tournament_follow(&record->tournament, &record->book, err) != 0)
		return -1;
	sprt_end_begin(&record->test, &record->tournament.contest,
		       record->folder);
	record_look_again(record);
	return 0;
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

	if (match == NULL || !match->ended ||
	    (test->last != 0 && number > test->last))
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

int record_check_changes(const struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;

	return book_check_changes(&record->book, manifest->id,
				  &manifest->operator_key, err);
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

/* ### the end: the closed book and its note */

/* The text that is signed for the book, whose hash this is. */
static int note_text(const struct record *record, struct hash *hash,
		     struct text *out, struct error *err)
{
	const char *path = record->book.path;

	if (sha256_file(path, path, hash->bytes, err) != 0)
		return -1;
	signed_note_book_text(record->tournament.manifest.id, hash, out);
	return 0;
}

/* Lets others read the logs of void attempts, whose dice will not be played any
   more. */
static int show_voids(const struct record *record, struct error *err)
{
	const struct book *book = &record->book;
	int result = 0;

	for (uint32_t n = 1; n <= book->matches; n++)
		for (uint32_t v = 1; v <= book_find(book, n)->voids; v++) {
			AUTOFREE char *path =
				tournament_folder_void(record->folder, n, v);
			OWNED(file) int fd = open(path, O_RDONLY | O_CLOEXEC);

			if (fd >= 0 && file_show(fd, path, err) != 0)
				result = -1;
		}
	return result;
}

int record_check_note(const struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	struct signed_note_key key = { manifest->operator,
				       manifest->operator_key };
	AUTOFREE char *path = path_from(record->folder, "book.note");
	OWNED(text) struct text words = {0}, note = {0};
	struct hash hash;
	bool has_signed;

	if (note_text(record, &hash, &words, err) != 0 ||
	    file_read(&note, path, SIGNED_NOTE_SIZE_MAX, err) != 0)
		return -1;
	return signed_note_check(note.bytes, note.length, text_string(&words),
				 &key, 1, &has_signed, err) == 0 ? 0 :
		error_at(err, "%s", path);
}

/* Signs the book; if that has been done, it must be this one. */
static int sign(const struct record *record, const struct signer *signer,
		const char *path, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	struct signed_file book = { .id = manifest->id,
		.manifest = manifest->hash, .is_book = true };
	OWNED(text) struct text words = {0}, note = {0};
	OWNED(signed_ids) struct signed_ids ids = {0};

	if (access(path, F_OK) == 0)
		return record_check_note(record, err);
	if (note_text(record, &book.book, &words, err) != 0)
		return -1;
	/* Other ids have the seal in them. */
	if (manifest_name_length(manifest) == strlen(manifest->id) &&
	    signed_ids_add(&ids, signer, &book, err) != 0)
		return -1;
	signed_note_write(text_string(&words), manifest->operator, signer->key,
			  &note);
	if (file_replace(path, &note, true, err) == 0)
		return 0;
	signed_ids_undo(&ids);
	return -1;
}

int record_sign(const struct record *record, const struct signer *signer,
		struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, "book.note");
	AUTOFREE char *secret = path_from(record->folder, "secret");
	int result = show_voids(record, err);

	if (result == 0)
		result = sign(record, signer, path, err);
	/* The book has the secret now. */
	if (result == 0 && unlink(secret) != 0 && errno != ENOENT)
		result = error_set(err, "cannot remove %s: %s", secret,
				   strerror(errno));
	return result;
}

int record_close(struct record *record, const struct signer *signer,
		 const struct hash *secret, struct error *err)
{
	if (book_close_sync(&record->book, secret, err) != 0)
		return -1;
	return record_sign(record, signer, err);
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
