/*
 * packed_log.c - reads a log in the same way whether it is packed or not.
 *
 * packed_log.h describes the format.  Lines are made on demand: neither they
 * nor the decompressed bytes are ever in memory as a whole.
 */
#include "pack/packed_log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>
#include <zlib.h>

#include "base/file.h"
#include "base/json_schema.h"
#include "fair/sha256.h"
#include "match/log_step.h"

/* ### the first line */

static const char first_bytes[] = "{\"t\":\"pack\",";

static const struct json_field fields[] = {
	JSON_ALWAYS("t", "pack"),
	{ "v", JSON_INTEGER, .min = PACKED_VERSION, .max = PACKED_VERSION },
	{ "size", JSON_INTEGER, JSON_IN(struct packed_head, size),
	  .min = 1, .max = PACKED_SIZE_MAX },
	{ "log", JSON_HEX, JSON_IN(struct packed_head, log) },
	{ "data", JSON_HEX, JSON_IN(struct packed_head, data) },
	{ 0 }
};

/* Do these bytes begin like a packed log? */
static bool begins_packed(const char *bytes, size_t size)
{
	return size >= sizeof first_bytes - 1 &&
		memcmp(bytes, first_bytes, sizeof first_bytes - 1) == 0;
}

void packed_head_write(const struct packed_head *head, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};

	json_schema_write(&w, fields, head);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
}

static int read_line(struct packed_head *head, const char *line, size_t size,
		     struct error *err)
{
	struct json_at top = { .name = "the first line", .index = -1 };
	OWNED(text) struct text again = {0};
	OWNED(json_tree) cJSON *tree = json_read(line, size - 1, 1, 0, err);

	top.value = tree;
	if (tree == NULL || json_schema_read(&top, fields, head, err) != 0)
		return -1;
	packed_head_write(head, &again);
	if (again.length != size || memcmp(again.bytes, line, size) != 0)
		return error_set(err, "the first line is not as it is written");
	return 0;
}

int packed_head_read(struct packed_head *head, const struct text *bytes,
		     size_t *used, struct error *err)
{
	/* An empty file has no bytes to point at. */
	const char *end = bytes->length == 0 ? NULL :
		memchr(bytes->bytes, '\n', bytes->length < PACKED_HEAD_MAX ?
		       bytes->length : PACKED_HEAD_MAX);
	struct hash data;

	if (end == NULL)
		return error_set(err, "the first line of a packed log is cut "
				 "off");
	*used = (size_t)(end - bytes->bytes) + 1;
	if (read_line(head, bytes->bytes, *used, err) != 0)
		return -1;
	sha256(data.bytes, end + 1, bytes->length - *used);
	return hash_equal(&data, &head->data) ? 0 :
		error_set(err, "the packed log was changed: the SHA-256 of "
			  "what follows its first line is not the one there");
}

enum {
	INFLATED = 1 << 14,     /* bytes decompressed at once */
	LINES = 1 << 16         /* bytes of lines made at once, roughly */
};

/* The next item of the packed log (packed_log.h). */
struct item {
	bool known;             /* it has been read */
	long long place;        /* a move's index; -1: after `after` lines .. */
	unsigned long long after;
	struct text line;       /* .. comes this one; empty: the signature */
};

struct packed_log {
	struct text bytes;      /* of the file */
	struct packed_head head;
	z_stream inflate;
	unsigned char inflated[INFLATED];
	size_t at, end;         /* the unread part of `inflated` */
	bool at_end;            /* nothing is left to decompress */
	struct hash secret;
	struct logline_header header;
	struct log_step step;
	bool begun, ended;      /* past the first, past the last line */
	struct item item;
	unsigned long long passed;      /* lines since the last item */
	long long size;         /* of the lines so far, .. */
	struct sha256 digest;   /* .. and their hash */
};

/* ### the bytes */

static int damaged(struct error *err)
{
	return error_set(err, "the packed log does not hold a log");
}

static int inflate_more(struct packed_log *log, struct error *err)
{
	int result;

	if (log->at_end)
		return damaged(err);
	log->inflate.next_out = log->inflated;
	log->inflate.avail_out = INFLATED;
	result = inflate(&log->inflate, Z_NO_FLUSH);
	log->at_end = result == Z_STREAM_END;
	log->at = 0;
	log->end = INFLATED - log->inflate.avail_out;
	return (result == Z_OK || log->at_end) && log->end > 0 ? 0 :
		damaged(err);
}

static int take_bytes(struct packed_log *log, void *bytes, size_t size,
		      struct error *err)
{
	char *to = bytes;

	while (size > 0) {
		size_t most;

		if (log->at == log->end && inflate_more(log, err) != 0)
			return -1;
		most = log->end - log->at < size ? log->end - log->at : size;
		memcpy(to, log->inflated + log->at, most);
		log->at += most;
		to += most;
		size -= most;
	}
	return 0;
}

static int take_number(struct packed_log *log, unsigned long long *number,
		       struct error *err)
{
	unsigned char byte;

	*number = 0;
	for (int shift = 0; shift < 63; shift += 7) {
		if (take_bytes(log, &byte, 1, err) != 0)
			return -1;
		*number |= (unsigned long long)(byte & 127) << shift;
		if (byte < 128)
			return 0;
	}
	return damaged(err);
}

static int take_item(struct packed_log *log, struct error *err)
{
	struct item *item = &log->item;
	unsigned long long first, size;

	text_clear(&item->line);
	item->place = -1;
	if (take_number(log, &first, err) != 0)
		return -1;
	log->passed = 0;
	item->known = true;
	if (first > 0) {
		item->place = first > GAME_LEGAL_MAX ? GAME_LEGAL_MAX :
			(long long)first - 1;
		return 0;
	}
	if (take_number(log, &item->after, err) != 0 ||
	    take_number(log, &size, err) != 0)
		return -1;
	if (size >= LOG_LINE_MAX)
		return damaged(err);
	text_reserve(&item->line, size);
	item->line.length = size;
	return take_bytes(log, item->line.bytes, size, err);
}

/* ### the lines */

static int put_line(struct packed_log *log, const struct text *line,
		    struct text *lines, struct error *err)
{
	sha256_add(&log->digest, line->bytes, line->length);
	sha256_add(&log->digest, "\n", 1);
	text_append(lines, line->bytes, line->length);
	text_byte(lines, '\n');
	log->size += (long long)line->length + 1;
	return log->size <= log->head.size ? 0 :
		error_set(err, "the packed log holds more than the %lld bytes "
			  "in its first line", log->head.size);
}

static int put_first(struct packed_log *log, struct text *lines,
		     struct error *err)
{
	const struct text *line = &log->item.line;

	if (log->item.place >= 0 || log->item.after > 0 || line->length == 0)
		return damaged(err);
	if (logline_header_read(&log->header, line->bytes, line->length,
				err) != 0 ||
	    log_step_init(&log->step, &log->header, NULL, err) != 0)
		return -1;
	log_step_begin(&log->step, &log->secret);
	log->begun = true;
	log->item.known = false;
	return put_line(log, line, lines, err);
}

/* Writes the last line, and checks that nothing follows it and that all lines
   are those that were packed. */
static int put_sign(struct packed_log *log, struct text *lines,
		    struct error *err)
{
	struct sha256 digest = log->digest;
	unsigned char signature[SIGNATURE_SIZE], more;
	struct error ignored;
	struct hash sum;

	sha256_end(&digest, sum.bytes);
	if (take_bytes(log, signature, sizeof signature, err) != 0)
		return -1;
	json_clear(&log->step.line);
	logline_sign(&log->step.line, &sum, signature);
	if (put_line(log, &log->step.line.out, lines, err) != 0)
		return -1;
	log->ended = true;
	sha256_end(&log->digest, sum.bytes);
	if (log->size != log->head.size || !hash_equal(&sum, &log->head.log))
		return error_set(err, "the lines of the packed log are not "
				 "those of the SHA-256 in its first line");
	return take_bytes(log, &more, 1, &ignored) != 0 && log->at_end &&
		log->inflate.avail_in == 0 ? 0 : damaged(err);
}

/* Writes the line of the item. */
static int put_other(struct packed_log *log, struct text *lines,
		     struct error *err)
{
	const struct text *line = &log->item.line;

	log->item.known = false;
	if (line->bytes[line->length - 1] == '}')
		return log_step_other(&log->step, line->bytes, line->length,
				      err) != 0 ? -1 :
			put_line(log, line, lines, err);
	return log_step_restore(&log->step, line->bytes, line->length,
				err) != 0 ? -1 :
		put_line(log, &log->step.line.out, lines, err);
}

/* Writes the line of the move with that place among the legal ones. */
static int put_move(struct packed_log *log, struct text *lines,
		    struct error *err)
{
	struct log_step *step = &log->step;
	const struct game_run *run = &step->run;
	int legal[GAME_LEGAL_MAX], count = run->game->legal(run->state, legal);
	const long long place = log->item.place;

	log->item.known = false;
	if (place < 0 || place >= count)
		return damaged(err);
	log_step_write_move(step, legal[place]);
	if (put_line(log, &step->line.out, lines, err) != 0)
		return -1;
	log_step_move(step, legal[place]);
	return 0;
}

static int put_next(struct packed_log *log, struct text *lines,
		    struct error *err)
{
	struct item *item = &log->item;
	enum log_due due;

	if (!item->known && take_item(log, err) != 0)
		return -1;
	if (!log->begun)
		return put_first(log, lines, err);
	if (item->place < 0 && item->line.length > 0 &&
	    item->after == log->passed)
		return put_other(log, lines, err);
	due = log_step_due(&log->step);
	if (due == LOG_DUE_SIGN)
		return item->place < 0 && item->line.length == 0 &&
			item->after == log->passed ?
			put_sign(log, lines, err) : damaged(err);
	if (due == LOG_DUE_MOVE)
		return put_move(log, lines, err);
	if (due != LOG_DUE_LINE)
		return damaged(err);
	if (put_line(log, &log->step.line.out, lines, err) != 0)
		return -1;
	log->passed++;
	log_step_pass(&log->step);
	return 0;
}

/* ### reading it as a logfile */

static int more_lines(void *context, struct text *lines, struct error *err)
{
	struct packed_log *log = context;
	const size_t most = lines->length + LINES;

	text_reserve(lines, LINES);
	while (!log->ended && lines->length < most)
		if (put_next(log, lines, err) != 0)
			return -1;
	return 0;
}

static void release(void *context)
{
	struct packed_log *log = context;

	inflateEnd(&log->inflate);
	log_step_release(&log->step);
	logline_header_release(&log->header);
	text_release(&log->item.line);
	text_release(&log->bytes);
	sodium_memzero(&log->secret, sizeof log->secret);
	free(log);
}

/* Takes ownership of the bytes of a packed log, even on failure (NULL). */
static struct packed_log *open_bytes(struct text *bytes, struct error *err)
{
	struct packed_log *log = memory_new(1, sizeof *log);
	size_t used;

	log->bytes = *bytes;
	*bytes = (struct text){0};
	sha256_start(&log->digest);
	/* All zeroes: zlib uses its default memory functions. */
	if (inflateInit(&log->inflate) != Z_OK) {
		error_set(err, "cannot start zlib");
	} else if (log->bytes.length > PACKED_LOG_MAX) {
		/* Refused here too, as packed_log_open could not read it. */
		error_set(err, "a packed log has %d bytes at most, this one "
			  "has %zu", PACKED_LOG_MAX, log->bytes.length);
	} else if (packed_head_read(&log->head, &log->bytes, &used,
				    err) == 0) {
		log->inflate.next_in = (unsigned char *)log->bytes.bytes +
			used;
		log->inflate.avail_in = (unsigned)(log->bytes.length - used);
		if (take_bytes(log, log->secret.bytes, HASH_SIZE, err) == 0)
			return log;
	}
	release(log);
	return NULL;
}

bool packed_log_is(const char *path)
{
	char bytes[32];
	struct error ignored;
	OWNED(file) int fd = file_open(path, &ignored);
	ssize_t size = fd >= 0 ? read(fd, bytes, sizeof bytes) : 0;

	return size > 0 && begins_packed(bytes, (size_t)size);
}

int packed_log_open(struct logfile *file, const char *path, bool digests,
		    struct error *err)
{
	struct logfile_source source = { .more = more_lines,
					 .release = release };
	struct packed_log *log;
	OWNED(text) struct text bytes = {0};

	if (!packed_log_is(path))
		return logfile_open(file, path, digests, err);
	*file = (struct logfile){ .fd = -1 };
	if (file_read(&bytes, path, PACKED_LOG_MAX, err) != 0)
		return -1;
	log = open_bytes(&bytes, err);
	if (log == NULL) {
		file->damaged = true;
		return error_at(err, "%s", path);
	}
	source.context = log;
	source.secret = log->secret;
	logfile_from(file, path, &source, digests);
	return 0;
}

int packed_log_unpack(struct text *packed, int fd, const char *path,
		      struct error *err)
{
	struct packed_log *log = open_bytes(packed, err);
	OWNED(text) struct text lines = {0};
	int result = log != NULL ? 0 : -1;

	while (result == 0 && !log->ended) {
		text_clear(&lines);
		result = more_lines(log, &lines, err);
		if (result == 0 && fd >= 0 &&
		    file_write_all(fd, lines.bytes, lines.length) != 0)
			result = error_reading(err, "write", path);
	}
	if (log != NULL)
		release(log);
	return result;
}
