/*
 * signed_ids.c - records what a key has signed: one manifest for each id, and
 * one book for each manifest.
 */
#include "tournaments/record/signed_ids.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/logline.h"

enum { FILE_MOST = 1 << 28 };

/* What to look for. */
struct sought {
	const struct hash *key;
	const struct signed_file *file;
	bool found;             /* it is recorded */
	uint64_t other;         /* line of another one of the id; 0: none */
};

/* ### the lines */

/* Takes " HASH" off the end of a line. */
static bool take_hash(const char *line, size_t *size, struct hash *hash)
{
	const size_t length = HASH_HEX_SIZE + 1;

	if (*size <= length || line[*size - length] != ' ' ||
	    !hash_from_hex(hash, line + *size - HASH_HEX_SIZE, HASH_HEX_SIZE))
		return false;
	*size -= length;
	return true;
}

/* Splits "KEY ID MANIFEST" or "KEY ID MANIFEST BOOK", where the id goes to
   `id`; false if it is not such a line. */
static bool read_line(const char *line, size_t size, struct hash *key,
		      struct text *id, struct signed_file *file)
{
	if (!take_hash(line, &size, &file->manifest))
		return false;
	file->book = file->manifest;
	file->is_book = take_hash(line, &size, &file->manifest);
	if (size <= HASH_HEX_SIZE + 1 || line[HASH_HEX_SIZE] != ' ')
		return false;
	text_clear(id);
	text_append(id, line + HASH_HEX_SIZE + 1, size - HASH_HEX_SIZE - 1);
	return hash_from_hex(key, line, HASH_HEX_SIZE) &&
		memchr(id->bytes, '\0', id->length) == NULL &&
		logline_is_id(text_string(id));
}

/* Sets whether it is the file that is sought, or another one beside which it
   must not be signed. */
static void compare(const struct signed_file *file, uint64_t number,
		    struct sought *sought)
{
	const struct signed_file *wanted = sought->file;
	const bool same = hash_equal(&file->manifest, &wanted->manifest);

	if (file->is_book != wanted->is_book || (file->is_book && !same))
		return;
	if (file->is_book ? hash_equal(&file->book, &wanted->book) : same)
		sought->found = true;
	else
		sought->other = number;
}

/* Searches the lines; `*whole` is the size of the complete lines. */
static int look(const struct text *bytes, const char *path,
		struct sought *sought, size_t *whole, struct error *err)
{
	struct signed_file file;
	OWNED(text) struct text id = {0};
	struct hash key;
	uint64_t number = 0;
	const char *line;
	size_t size;

	*whole = 0;
	while ((line = text_next_line(bytes, whole, &size)) != NULL) {
		number++;
		if (!read_line(line, size, &key, &id, &file))
			return error_set(err, "%s:%llu: expected a key, an id "
					 "and a hash with a space between them",
					 path, (unsigned long long)number);
		if (hash_equal(&key, sought->key) &&
		    strcmp(id.bytes, sought->file->id) == 0)
			compare(&file, number, sought);
	}
	return 0;
}

static void write_line(const struct sought *sought, struct text *out)
{
	text_printf(out, "%s %s %s", HASH_HEX(sought->key), sought->file->id,
		    HASH_HEX(&sought->file->manifest));
	if (sought->file->is_book)
		text_printf(out, " %s", HASH_HEX(&sought->file->book));
	text_byte(out, '\n');
}

/* ### the file */

/* The file beside the key, with symbolic links resolved, so that it does not
   depend on the name by which the key was given. */
static char *path_of(const char *key_file, struct error *err)
{
	struct text path = {0};
	char *real = NULL;

	if (key_file != NULL)
		text_add(&path, key_file);
	else if (keys_own_path(&path, err) != 0)
		return NULL;
	real = realpath(text_string(&path), NULL);
	if (real == NULL) {
		error_set(err, "cannot open %s: %s", text_string(&path),
			  strerror(errno));
		text_release(&path);
		return NULL;
	}
	text_clear(&path);
	text_printf(&path, "%s.signed", real);
	free(real);
	text_byte(&path, '\0');
	return path.bytes;
}

static int open_locked(struct signed_ids *ids, const char *key_file,
		       struct error *err)
{
	ids->path = path_of(key_file, err);
	if (ids->path == NULL)
		return -1;
	ids->fd = open(ids->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (ids->fd >= 0 && flock(ids->fd, LOCK_EX) == 0)
		return 0;
	return error_set(err, "cannot record in %s what was signed: %s",
			 ids->path, strerror(errno));
}

static int append(struct signed_ids *ids, const struct sought *sought,
		  size_t whole, struct error *err)
{
	OWNED(text) struct text line = {0};

	write_line(sought, &line);
	ids->size = (off_t)whole;
	if (ftruncate(ids->fd, ids->size) != 0 ||
	    lseek(ids->fd, ids->size, SEEK_SET) != ids->size ||
	    file_write_all(ids->fd, line.bytes, line.length) != 0)
		error_set(err, "cannot record in %s what was signed: %s",
			  ids->path, strerror(errno));
	else if (file_sync(ids->fd, ids->path, err) == 0)
		return 0;
	signed_ids_undo(ids);
	return -1;
}

int signed_ids_add(struct signed_ids *ids, const struct signer *signer,
		   const struct signed_file *file, struct error *err)
{
	struct sought sought = { .key = &signer->key->public, .file = file };
	OWNED(text) struct text bytes = {0};
	size_t whole;

	*ids = (struct signed_ids){ .fd = -1, .size = -1 };
	if (open_locked(ids, signer->key_file, err) != 0 ||
	    file_read(&bytes, ids->path, FILE_MOST, err) != 0 ||
	    look(&bytes, ids->path, &sought, &whole, err) != 0)
		return -1;
	ids->size = (off_t)bytes.length;
	if (sought.found)
		return 0;
	if (sought.other > 0 && file->is_book)
		return error_set(err, "this key has already signed other "
				 "results of %s (%s:%llu): two results of one "
				 "tournament are proof of fraud", file->id,
				 ids->path, (unsigned long long)sought.other);
	if (sought.other > 0 && !signer->again)
		return error_set(err, "this key has already signed another "
				 "manifest with the id %s (%s:%llu): two "
				 "manifests with the same id are proof of "
				 "fraud; use another id, or --again to sign "
				 "this one anyway", file->id, ids->path,
				 (unsigned long long)sought.other);
	return append(ids, &sought, whole, err);
}

void signed_ids_undo(struct signed_ids *ids)
{
	/* Failure is harmless: a line left behind only makes --again
	   necessary. */
	if (ids->path != NULL && ids->size >= 0 &&
	    ftruncate(ids->fd, ids->size) != 0)
		return;
}

void signed_ids_release(struct signed_ids *ids)
{
	if (ids->path != NULL && ids->fd >= 0)
		close(ids->fd);
	free(ids->path);
	*ids = (struct signed_ids){0};
}
