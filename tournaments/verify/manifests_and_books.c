/*
 * manifests_and_books.c - who signed the manifests and the books of two
 * folders?
 */
#include "tournaments/verify/manifests_and_books.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_folder.h"

/* Without a book.note the book must not be closed. */
static int check_no_note(const char *folder, struct error *err)
{
	AUTOFREE char *path = path_from(folder, "book.jsonl");
	OWNED(record) struct record record = {0};

	if (access(path, F_OK) == 0 && record_read(&record, folder, err) != 0)
		return -1;
	return !record.book.closed ? 0 :
		error_set(err, "%s is closed, but there is no book.note: "
			  "nobody has signed it", path);
}

/* The note below a book, which need not be there: its third line has the hash
   of the book. */
static int read_book(struct signed_manifest *side, const char *folder,
		     struct error *err)
{
	const struct manifest *manifest = &side->manifest;
	const struct signed_note_key key = { manifest->operator,
		manifest->operator_key };
	char *path = path_from(folder, "book.note");
	OWNED(text) struct text words = {0};
	const char *at;
	bool has_signed;

	if (access(path, F_OK) != 0) {
		free(path);
		return check_no_note(folder, err);
	}
	side->book_path = path;
	if (file_read(&side->book_note, path, SIGNED_NOTE_SIZE_MAX, err) != 0)
		return -1;
	at = text_string(&side->book_note);
	for (int i = 0; i < 2 && at != NULL; i++) {
		at = strchr(at, '\n');
		at = at != NULL ? at + 1 : NULL;
	}
	if (at == NULL || strlen(at) < HASH_HEX_SIZE ||
	    !hash_from_hex(&side->book, at, HASH_HEX_SIZE))
		return error_set(err, "%s:3: expected 64 hex digits", path);
	signed_note_book_text(manifest->id, &side->book, &words);
	return signed_note_check(side->book_note.bytes, side->book_note.length,
				 text_string(&words), &key, 1, &has_signed,
				 err) == 0 ? 0 : error_at(err, "%s", path);
}

static int read_side(struct signed_manifest *side, const char *folder,
		     struct error *err)
{
	AUTOFREE char *path = path_from(folder, "manifest.json");
	struct manifest *manifest = &side->manifest;
	int result = manifest_read(manifest, path, err);

	if (result != 0)
		return -1;
	side->note_path = path_from(folder, "manifest.note");
	side->signed_by = memory_new((size_t)manifest->authors + 1,
				     sizeof *side->signed_by);
	return manifest_note_check(manifest, side->note_path, side->signed_by,
				   err) != 0 ||
		file_read(&side->note, side->note_path, SIGNED_NOTE_SIZE_MAX,
			  err) != 0 ? -1 : 0;
}

/* The key, and in `name` the name, of the i-th of those who can sign; NULL if
   they have not. */
static const struct hash *signed_with(const struct signed_manifest *side, int i,
				      const char **name)
{
	const struct manifest *manifest = &side->manifest;

	if (!side->signed_by[i])
		return NULL;
	*name = i == 0 ? manifest->operator : manifest->author[i - 1].name;
	return i == 0 ? &manifest->operator_key : &manifest->author[i - 1].key;
}

static bool has_signed(const struct signed_manifest *side,
		       const struct hash *key)
{
	const char *name;

	for (int i = 0; i <= side->manifest.authors; i++) {
		const struct hash *its = signed_with(side, i, &name);

		if (its != NULL && hash_equal(its, key))
			return true;
	}
	return false;
}

/* Who has signed both manifests. */
static void find_signers(struct manifests_and_books *both)
{
	const int authors = both->side[0].manifest.authors;
	const char *name;

	both->signer = memory_new((size_t)authors + 1, sizeof *both->signer);
	for (int i = 0; i <= authors; i++) {
		const struct hash *its = signed_with(&both->side[0], i, &name);

		if (its != NULL && has_signed(&both->side[1], its))
			both->signer[both->signers++] =
				(struct signed_note_key){ name, *its };
	}
}

int manifests_and_books_read(struct manifests_and_books *both,
			     const char *const folder[2], struct error *err)
{
	const struct manifest *one = &both->side[0].manifest;
	const struct manifest *two = &both->side[1].manifest;

	*both = (struct manifests_and_books){0};
	for (int i = 0; i < 2; i++)
		if (read_side(&both->side[i], folder[i], err) != 0)
			return -1;
	if (strcmp(one->id, two->id) != 0)
		return error_set(err, "%s is the tournament %s and %s the "
				 "tournament %s: only two manifests of one id "
				 "can be compared", folder[0], one->id,
				 folder[1], two->id);
	both->same = hash_equal(&one->hash, &two->hash);
	find_signers(both);
	for (int i = 0; i < 2; i++) {
		if (read_book(&both->side[i], folder[i], err) == 0)
			continue;
		/* Two manifests are proof without it. */
		if (both->same || both->signers == 0)
			return -1;
		free(both->side[i].book_path);
		both->side[i].book_path = NULL;
	}
	both->two_books = both->side[0].book_path != NULL &&
		both->side[1].book_path != NULL &&
		hash_equal(&one->operator_key, &two->operator_key) &&
		!hash_equal(&both->side[0].book, &both->side[1].book);
	return 0;
}

static void show_note(const char *path, const struct text *note,
		      struct text *out)
{
	const char *line;
	size_t at = 0, size;

	printable_escaped(out, path);
	text_add(out, ":\n");
	while ((line = text_next_line(note, &at, &size)) != NULL) {
		AUTOFREE char *alone = memory_copy_bytes(line, size);

		text_add(out, *alone != '\0' ? "  " : "");
		printable_escaped(out, alone);
		text_byte(out, '\n');
	}
}

void manifests_and_books_show(const struct manifests_and_books *both,
			      struct text *out)
{
	for (int i = 0; i < 2; i++) {
		const struct signed_manifest *side = &both->side[i];

		if (both->two_books)
			show_note(side->book_path, &side->book_note, out);
		if (!both->same || !both->two_books)
			show_note(side->note_path, &side->note, out);
	}
	if (both->same && both->two_books) {
		text_printf(out, "key that signed both:\n  %s %s\n",
			    both->side[0].manifest.operator,
			    HASH_HEX(&both->side[0].manifest.operator_key));
		return;
	}
	text_add(out, both->signers > 0 ? "keys that signed both:\n" : "");
	for (int i = 0; i < both->signers; i++) {
		text_add(out, "  ");
		printable_escaped(out, both->signer[i].name);
		text_printf(out, " %s\n", HASH_HEX(&both->signer[i].key));
	}
}

void manifests_and_books_release(struct manifests_and_books *both)
{
	for (int i = 0; i < 2; i++) {
		manifest_release(&both->side[i].manifest);
		free(both->side[i].signed_by);
		free(both->side[i].note_path);
		text_release(&both->side[i].note);
		free(both->side[i].book_path);
		text_release(&both->side[i].book_note);
	}
	free(both->signer);
	*both = (struct manifests_and_books){0};
}
