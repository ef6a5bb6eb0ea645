/*
 * signed_ids.c - records the manifests that a key has signed, one for each id.
 */
#include "fair/signed_ids.h"

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

/* A manifest to look for. */
struct sought {
	const struct hash *key, *manifest;
	const char *id;
	bool found;             /* this manifest is recorded */
	uint64_t other;         /* line of another one of the id; 0: none */
};

/* ### the lines */

/* Splits "KEY ID HASH" into its three parts; false if it is not such a line. */
static bool read_line(const char *line, size_t size, struct hash *key,
		      struct text *id, struct hash *manifest)
{
	const size_t around = 2 * HASH_HEX_SIZE + 2;
	const char *hash;

	if (size <= around)
		return false;
	hash = line + size - HASH_HEX_SIZE;
	if (line[HASH_HEX_SIZE] != ' ' || hash[-1] != ' ')
		return false;
	text_clear(id);
	text_append(id, line + HASH_HEX_SIZE + 1, size - around);
	return hash_from_hex(key, line, HASH_HEX_SIZE) &&
		memchr(id->bytes, '\0', id->length) == NULL &&
		logline_is_id(text_string(id)) &&
		hash_from_hex(manifest, hash, HASH_HEX_SIZE);
}

/* Searches the lines; `*whole` is the size of the complete lines. */
static int look(const struct text *bytes, const char *path,
		struct sought *sought, size_t *whole, struct error *err)
{
	struct hash key, manifest;
	struct text id = {0};
	uint64_t number = 0;
	const char *end;
	int result = 0;

	*whole = 0;
	while (result == 0 && (end = bytes->length == *whole ? NULL :
	       memchr(bytes->bytes + *whole, '\n', bytes->length - *whole))) {
		const char *line = bytes->bytes + *whole;

		number++;
		if (!read_line(line, (size_t)(end - line), &key, &id,
			       &manifest))
			result = error_set(err, "%s:%llu: expected a key, an "
					   "id and a hash with a space between "
					   "them", path,
					   (unsigned long long)number);
		else if (hash_equal(&key, sought->key) &&
			 strcmp(id.bytes, sought->id) == 0) {
			if (hash_equal(&manifest, sought->manifest))
				sought->found = true;
			else
				sought->other = number;
		}
		*whole = (size_t)(end - bytes->bytes) + 1;
	}
	text_release(&id);
	return result;
}

static void write_line(const struct sought *sought, struct text *out)
{
	char key[HASH_HEX_SIZE + 1], manifest[HASH_HEX_SIZE + 1];

	hash_to_hex(sought->key, key);
	hash_to_hex(sought->manifest, manifest);
	text_printf(out, "%s %s %s\n", key, sought->id, manifest);
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
	struct text line = {0};
	int result = 0;

	write_line(sought, &line);
	ids->size = (off_t)whole;
	if (ftruncate(ids->fd, ids->size) != 0 ||
	    lseek(ids->fd, ids->size, SEEK_SET) != ids->size ||
	    file_write_all(ids->fd, line.bytes, line.length) != 0)
		result = error_set(err, "cannot record in %s what was "
				   "signed: %s", ids->path, strerror(errno));
	else
		result = file_sync(ids->fd, ids->path, err);
	if (result != 0)
		signed_ids_undo(ids);
	text_release(&line);
	return result;
}

int signed_ids_add(struct signed_ids *ids, const struct signer *signer,
		   const char *id, const struct hash *manifest,
		   struct error *err)
{
	struct sought sought = { .key = &signer->key->public,
				 .manifest = manifest, .id = id };
	struct text bytes = {0};
	size_t whole;
	int result = -1;

	*ids = (struct signed_ids){ .fd = -1, .size = -1 };
	if (open_locked(ids, signer->key_file, err) != 0 ||
	    file_read(&bytes, ids->path, FILE_MOST, err) != 0 ||
	    look(&bytes, ids->path, &sought, &whole, err) != 0)
		goto done;
	ids->size = (off_t)bytes.length;
	if (sought.found)
		result = 0;
	else if (sought.other > 0 && !signer->again)
		error_set(err, "this key has already signed another manifest "
			  "with the id %s (%s:%llu): two manifests with the "
			  "same id are proof of fraud; use another id, or "
			  "--again to sign this one anyway", id, ids->path,
			  (unsigned long long)sought.other);
	else
		result = append(ids, &sought, whole, err);

done:
	text_release(&bytes);
	return result;
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
