/*
 * book_write.c - adds lines to the record of a tournament.
 *
 * A line is first read as any reader will read it, so that memory and file
 * cannot differ and nothing from a referee reaches the file unchecked.
 */
#include "tournaments/record/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/entrant.h"

static int cut_torn(struct book *book, struct error *err)
{
	if (book->torn > 0 && ftruncate(book->fd, (off_t)book->size) != 0)
		return error_set(err, "cannot truncate %s before its torn last "
				 "line: %s", book->path, strerror(errno));
	book->torn = 0;
	return 0;
}

/* The name of the new file has to be on the disk, too. */
static int sync_folder(const struct book *book, struct error *err)
{
	char *folder = path_folder(book->path);
	int result = file_sync_folder(folder, err);

	free(folder);
	return result;
}

int book_append(struct book *book, struct error *err)
{
	int fd = open(book->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	if (fd < 0)
		return error_set(err, "cannot open %s for writing: %s",
				 book->path, strerror(errno));
	book->fd = fd;
	if (!book->there && sync_folder(book, err) != 0)
		return -1;
	book->there = true;
	return cut_torn(book, err);
}

/* Writes a whole line, or leaves the file as it was. */
static int write_line(struct book *book, struct json_writer *w, bool sync,
		      struct error *err)
{
	struct error ignored;
	int result;

	/* Lines of other matches may still follow one that failed. */
	if (cut_torn(book, err) != 0)
		return -1;
	text_byte(&w->out, '\n');
	result = lseek(book->fd, (off_t)book->size, SEEK_SET) < 0 ||
		file_write_all(book->fd, w->out.bytes, w->out.length) != 0 ?
		-1 : 0;
	if (result != 0)
		error_set(err, "cannot write %s: %s", book->path,
			  strerror(errno));
	else if (sync && (result = fdatasync(book->fd)) != 0)
		error_set(err, "cannot sync %s to disk: %s", book->path,
			  strerror(errno));
	if (result == 0) {
		book->size += w->out.length;
	} else {
		book->torn = w->out.length;
		cut_torn(book, &ignored);
	}
	return result;
}

/* Takes a finished line into memory and file. */
static int add_line(struct book *book, struct json_writer *w, bool sync,
		    struct error *err)
{
	int result = book_take(book, w->out.bytes, w->out.length, err);

	if (result == 0 && !book->kept)
		result = write_line(book, w, sync, err);
	text_release(&w->out);
	return result;
}

static void put_hash_or_null(struct json_writer *w, const char *key,
			     const struct hash *hash)
{
	if (hash != NULL) {
		json_put_hash(w, key, hash);
	} else {
		json_key(w, key);
		json_null(w);
	}
}

int book_open_sync(struct book *book, const struct hash *manifest,
		   const struct dice_reveal *reveal, int reveals,
		   const struct hash *beacon, const struct hash *salt,
		   struct error *err)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "t", "open");
	json_put_int(&w, "v", 1);
	json_put_hash(&w, "manifest", manifest);
	json_put_open(&w, "reveals", '[');
	for (int i = 0; i < reveals; i++) {
		if (reveal[i].given)
			json_hex(&w, reveal[i].hash.bytes, HASH_SIZE);
		else
			json_null(&w);
	}
	json_close(&w, ']');
	put_hash_or_null(&w, "beacon", beacon);
	json_put_hash(&w, "salt", salt);
	json_close(&w, '}');
	return add_line(book, &w, true, err);
}

/* Not synced: if the line is lost, the match is started again. */
int book_start(struct book *book, uint32_t number, const int *entrant,
	       int seats, struct error *err)
{
	const struct book_match *match = book_find(book, number);
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "t", "start");
	json_put_int(&w, "match", number);
	json_put_ints(&w, "entrants", entrant, seats);
	json_put_int(&w, "attempt", match == NULL ? 1 :
		     (long long)match->voids + 1);
	json_close(&w, '}');
	return add_line(book, &w, false, err);
}

static int add_end(struct book *book, uint32_t number, const struct hash *log,
		   const char *result, size_t size, bool sync,
		   struct error *err)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "t", "end");
	json_put_int(&w, "match", number);
	json_put_hash(&w, "log", log);
	text_byte(&w.out, ',');
	text_append(&w.out, result, size);
	json_close(&w, '}');
	return add_line(book, &w, sync, err);
}

int book_end_sync(struct book *book, uint32_t number, const struct hash *log,
		  const char *result, size_t size, struct error *err)
{
	return add_end(book, number, log, result, size, true, err);
}

int book_end(struct book *book, uint32_t number, const struct hash *log,
	     const char *result, size_t size, struct error *err)
{
	return add_end(book, number, log, result, size, false, err);
}

int book_sync(struct book *book, struct error *err)
{
	return fdatasync(book->fd) == 0 ? 0 :
		error_set(err, "cannot sync %s to disk: %s", book->path,
			  strerror(errno));
}

int book_void_sync(struct book *book, uint32_t number, const char *why,
		   const struct hash *log, struct error *err)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "t", "void");
	json_put_int(&w, "match", number);
	json_put_string(&w, "why", why);
	put_hash_or_null(&w, "log", log);
	json_close(&w, '}');
	return add_line(book, &w, true, err);
}

int book_close_sync(struct book *book, const struct hash *secret,
		    struct error *err)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "t", "close");
	json_put_hash(&w, "secret", secret);
	json_close(&w, '}');
	return add_line(book, &w, true, err);
}
