/*
 * book_close.c - the end of a tournament: the closed book and its note.
 */
#include "tournaments/record/book_close.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/sha256.h"
#include "fair/signed_note.h"
#include "tournaments/record/tournament_folder.h"

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
			char *path = tournament_folder_void(record->folder, n,
							    v);
			int fd = open(path, O_RDONLY | O_CLOEXEC);

			if (fd >= 0 && file_show(fd, path, err) != 0)
				result = -1;
			if (fd >= 0)
				close(fd);
			free(path);
		}
	return result;
}

int book_close_check(const struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	struct signed_note_key key = { manifest->operator,
				       manifest->operator_key };
	char *path = tournament_folder_file(record->folder, "book.note");
	struct text words = {0}, note = {0};
	struct hash hash;
	bool has_signed;
	int result = -1;

	if (note_text(record, &hash, &words, err) == 0 &&
	    file_read(&note, path, SIGNED_NOTE_SIZE_MAX, err) == 0) {
		result = signed_note_check(note.bytes, note.length,
					   text_string(&words), &key, 1,
					   &has_signed, err);
		if (result != 0)
			error_at(err, "%s", path);
	}
	text_release(&words);
	text_release(&note);
	free(path);
	return result;
}

/* Signs the book; if that has been done, it must be this one. */
static int sign(const struct record *record, const struct signer *signer,
		const char *path, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	struct signed_file book = { .id = manifest->id,
		.manifest = manifest->hash, .is_book = true };
	struct text words = {0}, note = {0};
	struct signed_ids ids = {0};
	int result = -1;

	if (access(path, F_OK) == 0)
		return book_close_check(record, err);
	if (note_text(record, &book.book, &words, err) != 0)
		goto done;
	/* Other ids have the seal in them. */
	if (manifest_name_length(manifest) == strlen(manifest->id) &&
	    signed_ids_add(&ids, signer, &book, err) != 0)
		goto done;
	signed_note_write(text_string(&words), manifest->operator, signer->key,
			  &note);
	result = file_replace(path, &note, true, err);
	if (result != 0)
		signed_ids_undo(&ids);

done:
	signed_ids_release(&ids);
	text_release(&words);
	text_release(&note);
	return result;
}

int book_close_sign(const struct record *record, const struct signer *signer,
		    struct error *err)
{
	char *path = tournament_folder_file(record->folder, "book.note");
	char *secret = tournament_folder_file(record->folder, "secret");
	int result = show_voids(record, err);

	if (result == 0)
		result = sign(record, signer, path, err);
	/* The book has the secret now. */
	if (result == 0 && unlink(secret) != 0 && errno != ENOENT)
		result = error_set(err, "cannot remove %s: %s", secret,
				   strerror(errno));
	free(path);
	free(secret);
	return result;
}

int book_close(struct record *record, const struct signer *signer,
	       const struct hash *secret, struct error *err)
{
	if (book_close_sync(&record->book, secret, err) != 0)
		return -1;
	return book_close_sign(record, signer, err);
}
