/*
 * logfile.c - reads a match log line by line, in bounded memory.
 */
#include "fair/logfile.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"

enum {
	CHUNK = 1 << 18,
	TAIL = 4096     /* bytes that are searched for the close line */
};

int logfile_open(struct logfile *file, const char *path, bool digests,
		 struct error *err)
{
	*file = (struct logfile){ .fd = -1, .path = path,
				  .digests = digests };
	sha256_start(&file->digest);
	if (file_expect(path, false, "a log", err) == 0)
		file->fd = file_open(path, err);
	if (file->fd < 0)
		return -1;
	/* Even an empty file needs a window, to avoid arithmetic on NULL. */
	text_reserve(&file->window, CHUNK);
	return 0;
}

void logfile_from(struct logfile *file, const char *path,
		  const struct logfile_source *source, bool digests)
{
	*file = (struct logfile){ .fd = -1, .path = path, .source = *source,
				  .digests = digests };
	sha256_start(&file->digest);
	text_reserve(&file->window, CHUNK);
}

static int fill_from_source(struct logfile *file, struct error *err)
{
	struct text *window = &file->window;
	const size_t before = window->length;

	if (file->source.more(file->source.context, window, err) != 0) {
		file->damaged = true;
		return error_at(err, "%s", file->path);
	}
	file->at_end = window->length == before;
	return 0;
}

/* Moves the unread bytes to the front of the window and reads more after
   them. */
static int fill(struct logfile *file, struct error *err)
{
	struct text *window = &file->window;
	ssize_t got;

	if (file->at > 0)
		memmove(window->bytes, window->bytes + file->at,
			window->length - file->at);
	window->length -= file->at;
	file->at = 0;
	if (file->source.more != NULL)
		return fill_from_source(file, err);
	text_reserve(window, CHUNK);
	do
		got = read(file->fd, window->bytes + window->length, CHUNK);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return error_reading(err, "read", file->path);
	if (got == 0)
		file->at_end = true;
	window->length += (size_t)got;
	return 0;
}

static void add_last(const struct logfile *file, struct sha256 *digest)
{
	sha256_add(digest, file->last, file->last_size);
}

enum logfile_result logfile_next(struct logfile *file, const char **line,
				 size_t *size, struct error *err)
{
	const char *start, *end;
	size_t left, seen = 0;

	if (file->digests)
		add_last(file, &file->digest);
	file->last_size = 0;
	for (;;) {
		start = file->window.bytes + file->at;
		left = file->window.length - file->at;
		end = left > seen ? memchr(start + seen, '\n', left - seen) :
			NULL;
		if (end != NULL)
			break;
		seen = left;
		if (left >= LOG_LINE_MAX)
			return LOGFILE_TOO_LONG;
		if (file->at_end) {
			file->torn = left > 0;
			return LOGFILE_END;
		}
		if (fill(file, err) != 0)
			return LOGFILE_TROUBLE;
	}
	*line = start;
	*size = (size_t)(end - start);
	if (*size + 1 > LOG_LINE_MAX)
		return LOGFILE_TOO_LONG;
	file->last = start;
	file->last_size = *size + 1;
	file->at += *size + 1;
	file->passed += *size + 1;
	file->line++;
	return LOGFILE_LINE;
}

void logfile_go_on(struct logfile *file)
{
	file->at_end = false;
}

void logfile_back(struct logfile *file)
{
	file->at -= file->last_size;
	file->passed -= file->last_size;
	file->line--;
	file->last_size = 0;
}

struct sha256 logfile_digest(const struct logfile *file)
{
	struct sha256 digest = file->digest;

	add_last(file, &digest);
	return digest;
}

/* Reads the secret of a line if that is a `close` line. */
static bool close_secret(const char *bytes, size_t size, struct hash *secret)
{
	OWNED(json_tree) cJSON *tree = NULL;
	enum logline_type type;
	struct error ignored;
	const char *hex;

	if (logline_read(bytes, size, &tree, &type, &ignored) != 0 ||
	    type != LINE_CLOSE)
		return false;
	hex = json_get(tree, "secret")->valuestring;
	hash_from_hex(secret, hex, strlen(hex));
	return true;
}

/* Reads the last bytes of the file, at most `most`. */
static size_t read_tail(const struct logfile *file, char *tail, size_t most)
{
	struct stat status;
	ssize_t got;

	if (fstat(file->fd, &status) != 0)
		return 0;
	got = pread(file->fd, tail, most, status.st_size > (off_t)most ?
		    status.st_size - (off_t)most : 0);
	return got > 0 ? (size_t)got : 0;
}

bool logfile_secret(const struct logfile *file, struct hash *secret)
{
	char tail[TAIL];
	const char *line = tail, *end;
	size_t got = read_tail(file, tail, sizeof tail);
	bool found = false;

	if (file->source.more != NULL) {
		*secret = file->source.secret;
		return true;
	}
	while ((end = memchr(line, '\n', (size_t)(tail + got - line)))) {
		if (close_secret(line, (size_t)(end - line), secret))
			found = true;
		line = end + 1;
	}
	return found;
}

bool logfile_sealed(const struct logfile *file, const struct hash *seal,
		    struct hash *secret)
{
	char tail[TAIL];
	size_t size, got = read_tail(file, tail, sizeof tail);
	struct hash made;

	for (size_t i = 0; i + HASH_HEX_SIZE <= got; i++) {
		if (sodium_hex2bin(secret->bytes, HASH_SIZE, tail + i,
				   HASH_HEX_SIZE, NULL, &size, NULL) != 0)
			continue;
		dice_seal(secret, &made);
		if (size == HASH_SIZE && hash_equal(&made, seal))
			return true;
	}
	return false;
}

void logfile_release(struct logfile *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->source.release != NULL)
		file->source.release(file->source.context);
	sodium_memzero(&file->source.secret, sizeof file->source.secret);
	text_release(&file->window);
	*file = (struct logfile){ .fd = -1 };
}
