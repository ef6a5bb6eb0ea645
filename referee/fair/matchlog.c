/*
 * matchlog.c - writes a match log, each line before the bots see it.
 */
#include "fair/matchlog.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"

/* Two processes writing one log would ruin it, so the second is refused. */
static int lock(struct matchlog *log, struct error *err)
{
	if (flock(log->fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	if (errno == EWOULDBLOCK)
		return error_set(err, "%s is being played by another process",
				 log->path);
	return error_reading(err, "lock", log->path);
}

static void start(struct matchlog *log, const char *path)
{
	*log = (struct matchlog){ .fd = -1, .path = path };
	sha256_start(&log->digest);
}

int matchlog_open(struct matchlog *log, const char *path, struct error *err)
{
	start(log, path);
	if (file_is_device(path)) {
		log->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		return log->fd >= 0 ? 0 : error_reading(err, "write", path);
	}
	log->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (log->fd < 0 && errno == EEXIST)
		return error_set(err, "%s exists already; a log is never "
				 "overwritten%s", path, file_bytes(path) == 0 ?
				 "; it is empty: resume it, or remove it and "
				 "the files beside it" : "");
	if (log->fd < 0)
		return error_reading(err, "create", path);
	if (lock(log, err) == 0)
		return 0;
	unlink(path);
	return -1;
}

int matchlog_hold(struct matchlog *log, const char *path, struct error *err)
{
	start(log, path);
	/* To open a pipe would wait for its other end. */
	if (file_is_device(path))
		return error_set(err, "%s is not a regular file", path);
	log->fd = open(path, O_WRONLY | O_CLOEXEC);
	return log->fd >= 0 ? lock(log, err) :
		error_reading(err, "write", path);
}

int matchlog_cut(struct matchlog *log, uint64_t size,
		 const struct sha256 *digest, struct error *err)
{
	if (ftruncate(log->fd, (off_t)size) != 0 ||
	    lseek(log->fd, 0, SEEK_END) != (off_t)size)
		return error_reading(err, "truncate", log->path);
	log->size = size;
	log->digest = *digest;
	return file_hide(log->fd, log->path, err);
}

int matchlog_show(const struct matchlog *log, struct error *err)
{
	return file_show(log->fd, log->path, err);
}

void matchlog_divert(struct matchlog *log,
		     int (*sink)(void *context, const char *bytes, size_t size,
				 struct error *err), void *context)
{
	start(log, "the log");
	log->sink = sink;
	log->context = context;
}

void matchlog_add(struct matchlog *log, const struct text *line)
{
	text_append(&log->pending, line->bytes, line->length);
	text_byte(&log->pending, '\n');
}

int matchlog_flush(struct matchlog *log, struct error *err)
{
	const char *at = log->pending.bytes;
	const size_t size = log->pending.length;

	if (size == 0)
		return 0;
	sha256_add(&log->digest, at, size);
	if (log->sink != NULL) {
		if (log->sink(log->context, at, size, err) != 0)
			return -1;
	} else if (file_write_all(log->fd, at, size) != 0) {
		return error_reading(err, "write", log->path);
	}
	log->size += size;
	text_clear(&log->pending);
	return 0;
}

int matchlog_sign(struct matchlog *log, const struct signing_key *key,
		  struct hash *digest, struct error *err)
{
	unsigned char signature[SIGNATURE_SIZE];
	OWNED(json_writer) struct json_writer line = {0};
	struct sha256 whole;

	if (matchlog_flush(log, err) != 0)
		return -1;
	whole = log->digest;
	sha256_end(&whole, digest->bytes);
	keys_sign_log(key, digest, signature);
	/* Never publish a bad signature because of faulty hardware. */
	if (!keys_verify_log(&key->public, digest, signature))
		return error_set(err, "%s: the signature just made is wrong: "
				 "check the memory of this machine",
				 log->path);
	logline_sign(&line, digest, signature);
	matchlog_add(log, &line.out);
	if (matchlog_flush(log, err) != 0)
		return -1;
	return log->fd < 0 ? 0 : file_sync(log->fd, log->path, err);
}

void matchlog_release(struct matchlog *log)
{
	if (log->fd >= 0)
		close(log->fd);
	text_release(&log->pending);
	*log = (struct matchlog){ .fd = -1 };
}
